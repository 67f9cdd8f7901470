package cli

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ebb/engine/intelligence"
	"ebb/ui"
)

func TestConfigurationIsTakenOver(t *testing.T) {
	c, warnings, err := parseConfig("/etc/ebb/config.toml", []byte(`
store = "here/memories"
mouse = false
reduced_motion = true
accessible = true
log = "/var/log/ebb"

[theme]
name = "light"
glyphs = "ascii"
background = "dark"
accent = "#fc0 bold"
bar_low = "red"

[keys]
"memories.archive" = "A"
memories.edit = ["e", "ctrl+e"]

[provider]
base_url = "http://127.0.0.1:11434/v1"
model = "gemma3"
key_env = "OPENAI_API_KEY"
timeout = "2m"
retries = 0
requests_per_minute = 30
temperature = 0
price_in = 1
price_out = 2.5
`))
	want := Config{
		Store: "/etc/ebb/here/memories", Log: "/var/log/ebb", ReducedMotion: true, Accessible: true,
		Theme: ThemeConfig{Name: "light", Background: "dark", Glyphs: "ascii", Colours: map[string]string{"accent": "#fc0 bold", "bar_low": "red"}},
		Keys:  map[string][]string{"memories.archive": {"A"}, "memories.edit": {"e", "ctrl+e"}},
		Provider: &intelligence.Options{
			BaseURL: "http://127.0.0.1:11434/v1", Model: "gemma3", KeyEnv: "OPENAI_API_KEY", Timeout: 2 * time.Minute, Retries: -1,
			RequestsPerMinute: 30, Temperature: new(float64), PriceIn: 1, PriceOut: 2.5,
		},
	}
	if err != nil || len(warnings) != 0 || !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, %v, %v\nwant %+v", c, warnings, err, want)
	}
	if c, _, err := parseConfig("x", []byte("theme = \"mono\"\nstore = \"~/m\"")); err != nil || c.Theme.Name != "mono" || !filepath.IsAbs(c.Store) || !c.Mouse {
		t.Errorf("short theme and home: %+v, %v", c, err)
	}
}

func TestConfigurationErrorsNameLineKeyAndWant(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
		want []string
	}{
		"kind":           {"store = \"x\"\nmouse = \"yes\"\n", 2, []string{"mouse", "true or false", `"yes"`}},
		"number":         {"store = 3", 1, []string{"store", "folder in quotes", "3"}},
		"syntax":         {"\n\nmouse = \n", 3, []string{"not TOML"}},
		"twice":          {"store = \"x\"\nstore = \"y\"\n", 2, []string{"already defined"}},
		"theme":          {"mouse = true\ntheme = \"darkk\"", 2, []string{"darkk", "auto, dark, light, ansi", `did you mean "dark"`}},
		"theme kind":     {"theme = 7", 1, []string{"theme", "name in quotes"}},
		"theme table":    {"[theme]\n# a comment\nglyphs = true", 3, []string{"glyphs", "unicode"}},
		"colour":         {"[theme]\n\naccent = \"greenish\"", 3, []string{"accent = \"greenish\"", "is no colour", "bright-blue"}},
		"colour kind":    {"[theme]\nmuted = 7", 2, []string{"muted wants a colour in quotes"}},
		"key kind":       {"[keys]\nundo = 3", 2, []string{"undo", "key in quotes"}},
		"key list kind":  {"[keys]\n\nundo = [\"u\", 4]", 3, []string{"undo", "4"}},
		"keys no table":  {"keys = 1", 1, []string{"keys", "table"}},
		"invalid UTF-8":  {"store = \"\xff\"", 1, []string{"TOML"}},
		"control":        {"store = \"\x1b[2J\"", 1, []string{"TOML"}},
		"unfinished":     {"[keys", 1, []string{"TOML"}},
		"dotted kind":    {"mouse = true\ntheme.name = 1", 2, []string{"name"}},
		"provider":       {"provider = \"x\"", 1, []string{"provider", "table"}},
		"provider kind":  {"[provider]\nmodel = 3", 2, []string{"model wants text in quotes"}},
		"provider count": {"[provider]\nretries = -1", 2, []string{"retries wants a whole number"}},
		"provider price": {"[provider]\nprice_in = \"1\"", 2, []string{"price_in wants a price"}},
		"provider time":  {"[provider]\n\ntimeout = -3", 3, []string{"timeout wants seconds"}},
		"a key":          {"[provider]\nbearer_token = \"sk-1\"", 2, []string{"bearer_token", "no key belongs in a file", "key_env"}},
		"a nested key":   {"[provider.headers]\nx = 1", 1, []string{"headers", "no key"}},
		"array of theme": {"[[theme]]\nname = \"dark\"", 1, []string{"theme"}},
	} {
		_, _, err := parseConfig("config.toml", []byte(c.text))
		var wrong *ui.ConfigError
		if !errors.As(err, &wrong) {
			t.Errorf("%s: %v is no ConfigError", name, err)
			continue
		}
		if wrong.File != "config.toml" || wrong.Line != c.line {
			t.Errorf("%s: %s line %d, want line %d (%v)", name, wrong.File, wrong.Line, c.line, err)
		}
		for _, w := range c.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q does not say %q", name, err, w)
			}
		}
	}
}

func TestUnknownOptionsAreWarnedAboutAndTheRestHolds(t *testing.T) {
	c, warnings, err := parseConfig("config.toml", []byte("stroe = \"x\"\nmouse = false\n[them]\na = 1\n[theme]\nnme = \"dark\"\nname = \"mono\"\nacent = \"red\"\n"))
	if err != nil || c.Mouse || c.Theme.Name != "mono" {
		t.Errorf("got %+v, %v", c, err)
	}
	var said []string
	for _, w := range warnings {
		said = append(said, w.Error())
	}
	all := strings.Join(said, "\n")
	for _, want := range []string{"line 1", `"stroe"`, `"store"`, "line 3", `"theme"`, "line 6", `"nme"`, `"name"`, "line 8", `"acent"`, `did you mean "accent"`} {
		if !strings.Contains(all, want) {
			t.Errorf("%s\nis not in\n%s", want, all)
		}
	}
}

func TestAbsentConfigurationIsFineUnlessNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	if c, _, err := readConfigFile(path, false); err != nil || !c.Mouse {
		t.Errorf("unnamed: %+v, %v", c, err)
	}
	if _, _, err := readConfigFile(path, true); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("named: %v", err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, _, err := readConfigFile(path, true); err != nil || !c.Mouse {
		t.Errorf("empty: %+v, %v", c, err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("store = \"x\"\n[theme]\nname = \"dark\"\n[keys]\na.b = [\"c\"]")
	f.Fuzz(func(t *testing.T, text string) {
		_, warnings, err := parseConfig("c", []byte(text))
		for _, e := range append(warnings, err) {
			var wrong *ui.ConfigError
			if errors.As(e, &wrong) && (wrong.Line < 1 || wrong.Line > strings.Count(text, "\n")+1) {
				t.Fatalf("line %d of %d", wrong.Line, strings.Count(text, "\n")+1)
			}
		}
	})
}
