package interchange

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

// fileTime is the modification time of files in tests.
var fileTime = time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)

// found is everything that a reading gave.
type found struct {
	reading   *Reading
	memories  []*engine.Incoming
	edges     []*engine.IncomingEdge
	conflicts []*engine.IncomingConflict
	refused   []*engine.Refusal
	warnings  []string
	items     []engine.Item
	err       error
}

func (f *found) memory(t testing.TB, record string) *engine.Incoming {
	t.Helper()
	for _, m := range f.memories {
		if m.Record == record {
			return m
		}
	}
	t.Fatalf("no memory %q in %v", record, f.records())
	return nil
}

func (f *found) records() []string {
	var names []string
	for _, m := range f.memories {
		names = append(names, m.Record)
	}
	return names
}

func collect(reading *Reading) *found {
	f := &found{reading: reading}
	for item, err := range reading.Items {
		if err != nil {
			f.err = err
			break
		}
		f.items = append(f.items, item)
		if item.Memory != nil {
			f.memories = append(f.memories, item.Memory)
		}
		if item.Edge != nil {
			f.edges = append(f.edges, item.Edge)
		}
		if item.Conflict != nil {
			f.conflicts = append(f.conflicts, item.Conflict)
		}
		if item.Refused != nil {
			f.refused = append(f.refused, item.Refused)
		}
		if item.Warning != "" {
			f.warnings = append(f.warnings, item.Warning)
		}
	}
	return f
}

// readText reads a text as the file harbour.jsonl.
func readText(t testing.TB, text string, s Settings) *found {
	t.Helper()
	return readStream(t, strings.NewReader(text), s)
}

func readStream(t testing.TB, r io.Reader, s Settings) *found {
	t.Helper()
	reading, err := Read(context.Background(), r, Source{Name: "harbour.jsonl", ModTime: fileTime}, s)
	if err != nil {
		t.Fatal(err)
	}
	f := collect(reading)
	if f.err != nil {
		t.Fatal(f.err)
	}
	return f
}

func readFile(t testing.TB, path string) *found {
	t.Helper()
	file, src, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // only read
	reading, err := Read(context.Background(), file, src, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	f := collect(reading)
	if f.err != nil {
		t.Fatal(f.err)
	}
	return f
}

// shared is a file among the real ones, which are not part of the project.
func shared(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("EBB_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	path := filepath.Join(root, "data", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("real memory file %s is not here", name)
	}
	return path
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func wantRefusal(t *testing.T, f *found, line int, words ...string) {
	t.Helper()
	for _, r := range f.refused {
		if r.Line == line {
			for _, word := range words {
				if !strings.Contains(r.Reason, word) {
					t.Errorf("line %d: reason %q lacks %q", line, r.Reason, word)
				}
			}
			return
		}
	}
	t.Errorf("line %d was not refused; refused: %v", line, reasons(f))
}

func reasons(f *found) []string {
	var all []string
	for _, r := range f.refused {
		all = append(all, r.Reason)
	}
	return all
}

func lineOf(b []byte, n int) []byte { return bytes.Split(b, []byte("\n"))[n-1] }
