package interchange

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

func TestMemorie(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "memorie.json")), Settings{})
	if f.reading.Format != Memorie || len(f.memories) != 3 || len(f.refused) != 0 || len(f.warnings) != 0 {
		t.Fatalf("%s: %v, refused %v, warnings %q", f.reading.Format, f.records(), reasons(f), f.warnings)
	}
	m := f.memory(t, "m-1")
	w := m.Whole
	if m.ID != "m-1" || m.Scope != (engine.Scope{Tenant: engine.Tenant{ID: "port", Set: true}, Namespace: "users", Subject: "ines"}) || w == nil || len(w.Versions) != 3 || !w.Bare {
		t.Fatalf("%+v", m)
	}
	if w.Head.AccessCount != 7 || w.Head.State != engine.Superseded || w.Body.SupersededBy != "m-2" || w.Head.Version != 3 || w.Head.LastAccessedAt.IsZero() {
		t.Errorf("head: %+v", w.Head)
	}
	said := w.Versions[1]
	if said.Memory.Content != "Prefers the early watch" || said.Reason != "she said so" || said.Actor.Name != "codex" || said.At != time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC) || said.Change != engine.ChangeUpdated {
		t.Errorf("version: %+v", said)
	}
	if by := w.Versions[0].Actor; by.Kind != engine.Agent || by.Name != "memorie" {
		t.Errorf("who made a version that does not say: %v", by)
	}
	// Its history ends at version 1, it is at version 5: both are kept.
	short := f.memory(t, "m-3").Whole
	if len(short.Versions) != 2 || short.Versions[1].Number != 5 || short.Versions[1].Memory.Content != "Speaks Dutch" || short.Versions[1].Change != engine.ChangeUpdated || short.Versions[0].Memory.Content != "Speaks German" {
		t.Errorf("a history that is cut short: %+v", short.Versions)
	}
	if len(f.edges) != 2 || f.edges[0].Relation != "" || string(f.edges[0].Metadata) != `{"relation_id":"r-1"}` || f.edges[1].Relation != "r-2" || f.edges[1].Weight != .8 {
		t.Errorf("relations: %+v", f.edges)
	}
	if len(f.conflicts) != 2 || f.conflicts[0].Conflict.Status != engine.ConflictResolved || f.conflicts[1].Conflict.SumA != engine.TextSum("Prefers the late watch") {
		t.Errorf("conflicts: %+v", f.conflicts)
	}
}

func TestDamagedMemorie(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "memorie-damaged.json")), Settings{})
	if len(f.memories) != 2 || !f.memories[1].Twin || len(f.edges) != 1 || len(f.conflicts) != 0 {
		t.Fatalf("%v, %d edges, %d conflicts", f.records(), len(f.edges), len(f.conflicts))
	}
	if w := f.memories[0].Whole; len(w.Versions) != 2 || w.Versions[0].Memory.Content != "zeroth" {
		t.Errorf("versions: %+v", w.Versions)
	}
	for line, words := range map[int][]string{
		3: {"without an id"}, 4: {"content: got an object"}, 5: {"importance", "from 0 to 1"}, 6: {"state", "asleep"}, 7: {"createdAt", "not a time"},
		8: {"version", "want a count"}, 9: {"metadata: got an array"}, 10: {"mergedFrom: got a number in it"}, 11: {"content is empty"}, 13: {"accessCount is NaN"},
		17: {"not in the file"}, 18: {"changeType", "dreamt"}, 19: {"without a number"},
		21: {"without fromMemoryId, toMemoryId or type"}, 22: {"to itself"}, 25: {"without two memories"}, 26: {"status", "brewing"}, 27: {"torn"},
	} {
		wantRefusal(t, f, line, words...)
	}
	if len(f.refused) != 18 {
		t.Errorf("%d refused: %v", len(f.refused), reasons(f))
	}
	if said := strings.Join(f.warnings, "\n"); !strings.Contains(said, "version 1 comes twice") || !strings.Contains(said, "does not end") {
		t.Errorf("warnings %q", f.warnings)
	}
}

func FuzzMemorie(f *testing.F) {
	seedWith(f, `{"memories":[{"id":"a","content":"c","version":4294967295}],"versions":[{"memoryId":"a","version":4294967295,"snapshot":[],"changeType":"created"}],"exportedAt":0}`)
	f.Fuzz(func(t *testing.T, b []byte) { checkReading(t, b, Memorie) })
}
