package interchange_test

import (
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"ebb/engine"
	"ebb/engine/interchange"
)

// exportNotes are the notes of a store by file name.
func exportNotes(t testing.TB, e *engine.Engine) map[string]string {
	t.Helper()
	notes := map[string]string{}
	err := interchange.ExportNotes(context.Background(), e, func(name string, note []byte) error {
		if _, twice := notes[name]; twice {
			t.Errorf("two notes are called %s", name)
		}
		notes[name] = string(note)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return notes
}

// importNotes takes notes in as the folder /vault.
func importNotes(t testing.TB, e *engine.Engine, notes map[string]string) engine.ImportReport {
	t.Helper()
	var files []interchange.Note
	for name, text := range notes {
		files = append(files, interchange.Note{
			Path: name, Size: int64(len(text)), ModTime: start,
			Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
		})
	}
	reading, err := interchange.ReadFolder(context.Background(), interchange.Source{Name: "/vault"}, files, nil, interchange.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	report, err := e.Import(context.Background(), engine.Import{Source: "/vault", Format: reading.Format}, reading.Items)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// Titles are hostile: the names of notes are safe, short and never alike.
func TestNamesOfNotes(t *testing.T) {
	e := newEngine(t)
	hostile := []string{
		"../../etc/passwd", "..", "a/b\\c:d*e?f\"g<h>i|j", "CON", ".hidden", "\x1b[2Jred", strings.Repeat("very long ", 50), "設計 Ünïcode", "   ", "!!!", "same", "SAME", "same",
	}
	for _, text := range hostile {
		if _, err := e.Add(t.Context(), engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", Content: text}, engine.How{}); err != nil {
			t.Fatal(err)
		}
	}
	notes := exportNotes(t, e)
	if len(notes) != len(hostile) {
		t.Errorf("%d notes of %d memories", len(notes), len(hostile))
	}
	folded := map[string]bool{}
	for name := range notes {
		if strings.ContainsAny(name, "/\\:*?\"<>|\x1b \x00") || strings.HasPrefix(name, ".") || len(name) > 100 || !strings.HasSuffix(name, ".md") || folded[strings.ToLower(name)] {
			t.Errorf("name %q", name)
		}
		folded[strings.ToLower(name)] = true
	}
	if r := importNotes(t, newEngine(t), notes); r.Created != len(hostile) || r.Refused != 0 {
		t.Errorf("%+v", r)
	}
}

// A note that a person has edited is another version, with the links that were
// written into it, and no longer counts as ours to overwrite.
func TestEditedNoteIsAnotherVersion(t *testing.T) {
	e := newEngine(t)
	for _, id := range []string{"one", "two"} {
		if _, err := e.Add(t.Context(), engine.Input{ID: id, Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", Content: "memory " + id}, engine.How{}); err != nil {
			t.Fatal(err)
		}
	}
	notes := exportNotes(t, e)
	names := slices.Sorted(maps.Keys(notes))
	if own, untouched := interchange.IsOwnNote([]byte(notes[names[0]])); !own || !untouched {
		t.Errorf("own %v, untouched %v", own, untouched)
	}
	target := strings.TrimSuffix(names[1], ".md")
	notes[names[0]] = strings.Replace(notes[names[0]], "memory one", "memory one, see [["+target+"]]", 1)
	if own, untouched := interchange.IsOwnNote([]byte(notes[names[0]])); !own || untouched {
		t.Errorf("edited: own %v, untouched %v", own, untouched)
	}
	if r := importNotes(t, e, notes); r.Updated != 1 || r.Created != 0 || r.Relations != 1 || r.Duplicate != 1 {
		t.Errorf("%+v", r)
	}
	if m, err := e.Get(t.Context(), "one"); err != nil || m.Version != 2 || !strings.HasSuffix(m.Content, "]]") {
		t.Errorf("%v %+v", err, m)
	}
	emptied, _, _ := strings.Cut(notes[names[1]], "memory two")
	if r := importNotes(t, e, map[string]string{names[1]: emptied}); r.Refused != 1 || !strings.Contains(r.Refusals[0].Reason, "no text") {
		t.Errorf("emptied: %+v", r)
	}
	for _, foreign := range []string{"", "# A note", "---\ntitle: x\n---\ntext\n", "---\nebb\n---\n"} {
		if own, _ := interchange.IsOwnNote([]byte(foreign)); own {
			t.Errorf("%q counts as ours", foreign)
		}
	}
}
