package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ebb/themes"
	"ebb/ui"
)

func TestAThemesNameGoesWhereTheFileHasIt(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing":          {"", "theme = \"deutan\"\n"},
		"short":            {"mouse = true\ntheme = \"dark\" # mine\nstore = \"x\"\n", "mouse = true\ntheme = \"deutan\" # mine\nstore = \"x\"\n"},
		"short, literal":   {"theme='dark'", "theme=\"deutan\""},
		"table":            {"[theme]\n# which\nname   =  \"dark\"\nglyphs = \"ascii\"\n", "[theme]\n# which\nname   =  \"deutan\"\nglyphs = \"ascii\"\n"},
		"table without":    {"[ theme ] # looks\nglyphs = \"ascii\"\n[keys]\nundo = \"u\"\n", "[ theme ] # looks\nname = \"deutan\"\nglyphs = \"ascii\"\n[keys]\nundo = \"u\"\n"},
		"table at the end": {"[theme]", "[theme]\nname = \"deutan\"\n"},
		"dotted":           {"theme.name = \"dark\"\n", "theme.name = \"deutan\"\n"},
		"dotted without":   {"theme.glyphs = \"ascii\"\nmouse = true\n", "theme.glyphs = \"ascii\"\ntheme.name = \"deutan\"\nmouse = true\n"},
		"inline":           {"theme = { glyphs = \"ascii\", name = \"dark\" }\n", "theme = { glyphs = \"ascii\", name = \"deutan\" }\n"},
		"inline without":   {"theme = { glyphs = \"ascii\" }\n", "theme = { name = \"deutan\", glyphs = \"ascii\" }\n"},
		"inline, empty":    {"theme = {}\n", "theme = { name = \"deutan\" }\n"},
		"before tables":    {"# all of it\nmouse = true # works\n\n[keys]\nundo = \"u\"\n", "# all of it\nmouse = true # works\ntheme = \"deutan\"\n\n[keys]\nundo = \"u\"\n"},
		"only tables":      {"[keys]\nundo = \"u\"\n", "theme = \"deutan\"\n[keys]\nundo = \"u\"\n"},
		"several lines":    {"store = \"\"\"\nx\ny\"\"\"\n[keys]\n", "store = \"\"\"\nx\ny\"\"\"\ntheme = \"deutan\"\n[keys]\n"},
		"no end of line":   {"mouse = true", "mouse = true\ntheme = \"deutan\"\n"},
		"CRLF":             {"mouse = true\r\n[keys]\r\n", "mouse = true\r\ntheme = \"deutan\"\r\n[keys]\r\n"},
		"byte order mark":  {"\ufefftheme = \"dark\"\n", "\ufefftheme = \"deutan\"\n"},
		"another's name":   {"[provider]\nname = \"dark\"\n", "theme = \"deutan\"\n[provider]\nname = \"dark\"\n"},
	} {
		got, err := withTheme([]byte(c.text), "deutan")
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n got %q\nwant %q", name, err, got, c.want)
		}
	}
}

// Whatever the file is, either the theme is in it and nothing else is
// different, or it is as it was and the error says so.
func TestKeepingAThemeChangesNothingElse(t *testing.T) {
	lines := []string{
		"mouse = false", "# a comment", "", "theme = \"mono\"", "[theme]", "[keys]", "name = \"light\"", "glyphs = \"ascii\"", "  theme.background = \"dark\"",
		"undo = [\n  \"u\", # mine\n]", "theme = { glyphs = \"lines\" } # inline", "[provider]", "model = 'm'", "theme", "accessible = true\r",
	}
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 0, 6).Draw(t, "lines"), "\n")
		name := rapid.SampledFrom(themes.Names).Draw(t, "theme")
		path := filepath.Join(dir, "config.toml")
		if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		before, _, wrong := parseConfig(path, []byte(text))
		a := &app{Process: Process{Places: Places{Config: dir}}}
		err := a.keepTheme(context.Background(), name)
		got, failed := os.ReadFile(path)
		if failed != nil {
			t.Fatal(failed)
		}
		if err != nil {
			if string(got) != text {
				t.Fatalf("%v, and yet %q became %q", err, text, got)
			}
			return
		}
		after, _, err := parseConfig(path, got)
		before.Theme.Name = name
		if wrong != nil || err != nil || !reflect.DeepEqual(before, after) {
			t.Fatalf("%q became %q: %v %v", text, got, wrong, err)
		}
		// Taking away what was put in gives the old file's lines.
		for l := range strings.Lines(text) {
			if !strings.Contains(l, "theme") && !strings.Contains(l, "name") && !strings.Contains(string(got), strings.TrimSuffix(l, "\n")) {
				t.Fatalf("%q is not in %q", l, got)
			}
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o640 {
			t.Fatalf("mode %v, %v", info.Mode(), err)
		}
	})
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

func TestABrokenConfigurationIsRefusedByName(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "config.toml")
	text := "theme = \"dark\"\nmouse = \"yes\"\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	a := &app{Process: Process{Places: Places{Config: dir}}}
	var wrong *ui.ConfigError
	if err := a.keepTheme(context.Background(), "light"); !errors.As(err, &wrong) || wrong.File != path || wrong.Line != 2 {
		t.Errorf("got %v", err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != text {
		t.Errorf("the file is %q, %v", got, err)
	}
}

func TestAThemeIsKeptWhereThereIsNoFileAndBehindALink(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ebb")
	path := filepath.Join(dir, "config.toml")
	a := &app{Process: Process{Places: Places{Config: dir}}}
	if err := a.keepTheme(context.Background(), "light"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "theme = \"light\"\n" {
		t.Errorf("the file is %q, %v", got, err)
	}
	to := filepath.Join(t.TempDir(), "dotfile")
	if err := os.Rename(path, to); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, path); err != nil {
		t.Skip("no links here")
	}
	if err := a.keepTheme(context.Background(), "mono"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(to); err != nil || string(got) != "theme = \"mono\"\n" {
		t.Errorf("behind the link is %q, %v", got, err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
}
