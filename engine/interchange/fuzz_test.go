package interchange

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"ebb/engine"
)

// seedWith adds the samples, whole and torn in the middle, to a fuzz corpus.
func seedWith(f *testing.F, more ...string) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "*.json*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
		f.Add(b[:len(b)/2])
		f.Add(b[len(b)/3:])
	}
	for _, text := range more {
		f.Add([]byte(text))
	}
}

// checkReading holds for every file whatever is in it: a reading ends, what it
// gives can be stored, and reading again gives the same.
func checkReading(t *testing.T, b []byte, format string) {
	read := func() *found {
		reading, err := Read(t.Context(), bytes.NewReader(b), Source{Name: "fuzz.jsonl", ModTime: fileTime}, Settings{Format: format})
		if err != nil {
			return nil
		}
		return collect(reading)
	}
	one, two := read(), read()
	if one == nil || two == nil {
		if one != two {
			t.Fatal("refused once, read once")
		}
		return
	}
	names := map[string]bool{}
	for i, m := range one.memories {
		if names[m.Record] {
			t.Errorf("record %q twice", m.Record)
		}
		names[m.Record] = true
		if other := two.memories[i]; other.Record != m.Record || other.Sum != m.Sum {
			t.Errorf("record %q is %q at the second reading", m.Record, other.Record)
		}
		checkMemory(t, m)
	}
	for _, e := range one.edges {
		checkText(t, "edge", e.From+e.To+e.Type)
		checkMetadata(t, e.Metadata)
	}
	for _, r := range one.refused {
		if r.Line < 1 || r.Reason == "" || len(r.Raw) > engine.MaxRefusalBytes {
			t.Errorf("refusal %+v", r)
		}
		checkText(t, "reason", r.Reason)
	}
	checkText(t, "warnings", strings.Join(one.warnings, ""))
}

func checkMemory(t *testing.T, m *engine.Incoming) {
	checkText(t, "memory", m.Record+m.ID+m.Scope.Namespace+m.Scope.Subject+m.Scope.Tenant.ID+m.Type+m.Content+m.Source)
	checkMetadata(t, m.Metadata)
	if m.Content == "" || len(m.Content) > engine.MaxContentBytes || m.Line < 1 {
		t.Errorf("record %q at line %d has a text of %d bytes", m.Record, m.Line, len(m.Content))
	}
	if m.Whole == nil && (strings.TrimSpace(m.Type) == "" || strings.TrimSpace(m.Scope.Namespace) == "" || strings.TrimSpace(m.Scope.Subject) == "") {
		t.Errorf("record %q: type %q, scope %+v", m.Record, m.Type, m.Scope)
	}
}

func checkText(t *testing.T, what, s string) {
	if !utf8.ValidString(s) {
		t.Errorf("%s is not UTF-8: %q", what, s)
	}
}

func checkMetadata(t *testing.T, m engine.Metadata) {
	if len(m) == 0 {
		return
	}
	p, err := engine.ParseMetadata(m)
	if err != nil || !bytes.Equal(p, m) {
		t.Errorf("metadata %q reads as %q: %v", m, p, err)
	}
}

func FuzzMCP(f *testing.F) {
	seedWith(f, `{"type":"entity","name":"a","observations":[NaN,{"x":"y"},"\ud800"]}`, `{"entities":[{"name":"a"}`)
	f.Fuzz(func(t *testing.T, b []byte) { checkReading(t, b, MCP) })
}

func FuzzPlain(f *testing.F) {
	seedWith(f, `{"id":1e400,"title":"t","content":null,"ts":-1e18,"metadata":{"a":{}}}`, "<<<<<<<\n|||||||\n=======\n>>>>>>>")
	f.Fuzz(func(t *testing.T, b []byte) { checkReading(t, b, Plain) })
}

func FuzzEbb(f *testing.F) {
	seedWith(f, strings.Join(wholeLines(f), "\n"), `{"kind":"log","entry":{"subject":"edge","kind":"edit"}}`)
	f.Fuzz(func(t *testing.T, b []byte) { checkReading(t, b, Ebb) })
}

// Whatever detection takes a file for can be read without an error of format.
func FuzzDetect(f *testing.F) {
	seedWith(f, "\xff\xfe", "---\n", "[[[[", `{"ebb":1}`)
	f.Fuzz(func(t *testing.T, b []byte) {
		shape, err := Detect(b)
		if err != nil {
			checkText(t, "error", err.Error())
			return
		}
		if shape.Format == "" {
			t.Fatal("no format and no error")
		}
		checkReading(t, b, "")
	})
}
