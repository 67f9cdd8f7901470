package interchange

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

func TestEngram(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "engram.json")), Settings{})
	if f.reading.Format != Engram || len(f.memories) != 7 || len(f.refused) != 0 {
		t.Fatalf("%s: %v, refused %v", f.reading.Format, f.records(), reasons(f))
	}
	m := f.memory(t, "obs-01")
	if m.Content != "Rota schema\n**What**: one row a watch.\n**Why**: swaps." || m.Type != "architecture" || m.Scope != (engine.Scope{Namespace: "harbour", Subject: "default"}) {
		t.Errorf("observation: %+v", m)
	}
	if m.CreatedAt != time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC) || m.UpdatedAt != time.Date(2026, 5, 1, 9, 30, 0, 0, time.UTC) {
		t.Errorf("times without a zone are UTC: %v %v", m.CreatedAt, m.UpdatedAt)
	}
	if want := `{"key":"rota/schema","id":1,"sync_id":"obs-01","session_id":"ses_1","scope":"project","revision_count":2,"duplicate_count":1,"last_seen_at":"2026-05-01 09:00:00"}`; string(m.Metadata) != want {
		t.Errorf("observation says besides: %s", m.Metadata)
	}
	if a, b := f.memory(t, "obs-02"), f.memory(t, "obs-03"); a.ID == b.ID || a.Twin || b.Twin {
		t.Errorf("a repeated title joined two memories: %q %q", a.ID, b.ID)
	}
	if p := f.memory(t, "prompt-01"); p.Type != "prompt" || p.Content != "move the rota" || p.Scope.Namespace != "harbour" {
		t.Errorf("prompt: %+v", p)
	}
	if s := f.memory(t, "session ses_1"); s.Type != "session" || s.ID != "ses_1" || !strings.HasPrefix(s.Content, "Moved the pilot") || s.UpdatedAt != time.Date(2026, 5, 1, 10, 30, 0, 0, time.UTC) {
		t.Errorf("session: %+v", s)
	}
	if m := f.memory(t, "obs-05"); m.Content != "Reads on paper" || m.Scope != (engine.Scope{Namespace: "harbour", Subject: "personal"}) {
		t.Errorf("personal: %+v", m.Scope)
	}
	var ties []string
	for _, e := range f.edges {
		ties = append(ties, e.From+" "+e.Type+" "+e.To)
	}
	if got := strings.Join(ties, ", "); got != "obs-01 derived_from session ses_1, prompt-01 derived_from session ses_1" {
		t.Errorf("ties: %s", got)
	}
	said := strings.Join(f.warnings, "\n")
	for _, want := range []string{"updated_at \"\\\"before that\\\"\" is not a time", "without a summary are left out (1): ses_2", "deleted there are left out (1)"} {
		if !strings.Contains(said, want) {
			t.Errorf("warnings lack %q:\n%s", want, said)
		}
	}
}

// The observations of a topic are one memory's versions, oldest first, and a
// project's topic is not another's.
func TestEngramTopics(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "engram.json")), Settings{})
	var topic []string
	for _, m := range f.memories {
		if keyOf(m.Metadata) == `"rota/schema"` {
			topic = append(topic, m.Record+" as "+m.ID)
		}
	}
	if got := strings.Join(topic, ", "); got != "obs-04 as obs-04, obs-01 as obs-04, obs-05 as obs-05" {
		t.Errorf("got %s", got)
	}
}

func TestDamagedEngram(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "engram-torn.json")), Settings{})
	if len(f.memories) != 3 || len(f.refused) != 3 {
		t.Fatalf("%v, refused %v", f.records(), reasons(f))
	}
	wantRefusal(t, f, 9, "content: got an object, want text")
	wantRefusal(t, f, 10, "no text")
	wantRefusal(t, f, 13, "torn")
}

func TestEngramLooseShapes(t *testing.T) {
	for _, c := range []struct{ name, text, records, refused string }{
		{"empty lists", `{"sessions":[],"observations":[],"prompts":[]}`, "", ""},
		{"absent lists", `{"exported_at":"2026-01-01","sessions":null}`, "", ""},
		{"a list of another kind", `{"sessions":[],"observations":7}`, "", "observations: got a number, want an array"},
		{"without any id", `{"sessions":[],"observations":[{"content":"c"}]}`, "text:d45fed37d329197130aa2cbb753dd457", ""},
		{"with the local id only", `{"sessions":[],"observations":[{"id":3,"content":"c"}]}`, "observations 3", ""},
		{"the same twice", `{"sessions":[],"observations":[{"sync_id":"a","content":"c"},{"sync_id":"a","content":"c","last_seen_at":"x"}]}`, "a", ""},
		{"a session without an id", `{"sessions":[{"summary":"s"}],"prompts":[]}`, "", "a session without an id"},
		{"a project of another kind", `{"sessions":[],"observations":[{"content":"c","project":[]}]}`, "", "project: got an array, want text"},
		{"no record", `{"sessions":[null,1],"prompts":[]}`, "", "not a record: null, want a JSON object; not a record: a number, want a JSON object"},
	} {
		f := readText(t, c.text, Settings{})
		if got := strings.Join(f.records(), ", "); got != c.records || strings.Join(reasons(f), "; ") != c.refused || f.reading.Format != Engram {
			t.Errorf("%s: %s with %q, refused %v", c.name, f.reading.Format, got, reasons(f))
		}
	}
}

func FuzzEngram(f *testing.F) {
	seedWith(f, `{"sessions":[{"id":"s","summary":"x"}],"observations":[{"topic_key":"t","content":"a"},{"topic_key":"t","content":"b"}]}`)
	f.Fuzz(func(t *testing.T, b []byte) { checkReading(t, b, Engram) })
}
