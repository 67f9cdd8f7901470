package interchange

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestOpenFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "memory.jsonl")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	when := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := os.Chtimes(path, when, when); err != nil {
		t.Fatal(err)
	}
	f, src, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(f)
	if err != nil || string(b) != "x" || src != (Source{Name: path, Size: 1, ModTime: when}) {
		t.Errorf("got %q %+v %v", b, src, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestOpenFileRefuses(t *testing.T) {
	dir := t.TempDir()
	var notAFile *NotAFileError
	if _, _, err := OpenFile(dir); !errors.As(err, &notAFile) || !strings.Contains(err.Error(), "a folder") {
		t.Errorf("folder: got %v", err)
	}
	if _, _, err := OpenFile(filepath.Join(dir, "absent")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "absent") {
		t.Errorf("absent: got %v", err)
	}
	if _, err := os.Stat("/dev/null"); err == nil {
		if _, _, err := OpenFile("/dev/null"); !errors.As(err, &notAFile) || !strings.Contains(err.Error(), "a device") {
			t.Errorf("device: got %v", err)
		}
	}
	closed := filepath.Join(dir, "closed")
	if err := os.WriteFile(closed, nil, 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(closed); err == nil {
		f.Close() //nolint:errcheck // only read
		t.Log("this user may read everything: permissions are not tested")
	} else if _, _, err := OpenFile(closed); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "permissions") {
		t.Errorf("unreadable: got %v", err)
	}
}

func TestOpenStandardInput(t *testing.T) {
	f, src, err := OpenFile("-")
	if err != nil || src.Name != "-" {
		t.Fatalf("got %+v %v", src, err)
	}
	if err := f.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
}

func TestNamespace(t *testing.T) {
	t.Chdir(t.TempDir())
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"harbour.jsonl":              "harbour",
		"/x/harbour.memory.json":     "harbour.memory",
		"/x/port/memory.jsonl":       "port",
		"/x/port/Memories.json":      "port",
		"/x/port/index.json":         "port",
		"/x/port/export.jsonl":       "port",
		"/x/memory-bank/memory.json": "memory-bank",
		"memory.jsonl":               filepath.Base(here),
		"./memory.jsonl":             filepath.Base(here),
		"/memory.jsonl":              "memory",
		"/x/.jsonl":                  ".jsonl",
		"-":                          "stdin",
		"/x/" + strings.Repeat("n", 600) + ".json": strings.Repeat("n", 512),
	} {
		if got := Namespace(path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestKnownFiles(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	t.Chdir(project)
	put := func(text string, parts ...string) {
		path := filepath.Join(parts...)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o200); err != nil { // not readable: only looked at
			t.Fatal(err)
		}
	}
	own := filepath.Join(home, "elsewhere", "graph.jsonl")
	put("12345", own)
	put("1", project, "memory.jsonl")
	put("12", project, "memory-bank", "memory.json")
	put("", project, ".memory", "memory.jsonl") // empty: nothing to import
	put("123", home, ".claude", "memory.json")
	put("1234", home, ".npm", "_npx", "15b07286cbcc3329", "node_modules", "@modelcontextprotocol", "server-memory", "dist", "memory.jsonl")
	if err := os.MkdirAll(filepath.Join(home, ".cursor", "memory.json"), 0o700); err != nil { // a folder
		t.Fatal(err)
	}
	env := map[string]string{"MEMORY_FILE_PATH": own}
	found := KnownFiles(func(name string) string { return env[name] }, home)
	var got []string
	for _, k := range found {
		if k.Program == "" || k.ModTime.IsZero() {
			t.Errorf("%+v", k)
		}
		got = append(got, strings.Repeat("#", int(k.Size)))
	}
	if want := "##### # ## ### ####"; strings.Join(got, " ") != want {
		t.Errorf("got %v", found)
	}
	if found := KnownFiles(func(string) string { return "" }, ""); len(found) != 2 {
		t.Errorf("without home: got %v", found)
	}
}
