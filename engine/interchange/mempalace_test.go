package interchange

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

func TestHallways(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "hallways.json")), Settings{})
	if f.reading.Format != MemPalace || len(f.memories) != 5 || len(f.edges) != 3 || len(f.refused) != 0 {
		t.Fatalf("%s: %v, %d edges, refused %v", f.reading.Format, f.records(), len(f.edges), reasons(f))
	}
	ines := f.memory(t, `entity "harbour" "Ines"`)
	if ines.Content != "Ines" || ines.Type != "entity" || ines.Scope != (engine.Scope{Namespace: "harbour", Subject: "Ines"}) || string(ines.Metadata) != `{"key":"Ines"}` {
		t.Errorf("entity: %+v %s", ines, ines.Metadata)
	}
	if want := time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC); ines.CreatedAt != want {
		t.Errorf("an entity is as old as its oldest hallway: %v", ines.CreatedAt)
	}
	whole := f.edges[0]
	if c := whole.Connection; whole.Type != engine.RelHallway || whole.From != ines.Record || c.Strength != 1.4 || c.Stability != 1.3 || c.AccessCount != 8 ||
		c.LastActivated != time.Date(2026, 3, 5, 12, 0, 0, 0, time.UTC) {
		t.Errorf("hallway: %+v %+v", whole, whole.Connection)
	}
	if want := `{"co_occurrence_count":4,"rooms":["pilotage","潮汐"],"label":"Ines ↔ tide tables","created_by":"auto"}`; string(whole.Metadata) != want {
		t.Errorf("hallway says besides: %s", whole.Metadata)
	}
	if c := f.edges[1].Connection; c.Strength != 1 || c.Stability != 1 || c.AccessCount != 0 || c.LastActivated != time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC) {
		t.Errorf("from before the dynamics: %+v", c)
	}
	if c := f.edges[2].Connection; c.Strength != 9 || c.LastActivated != time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC) {
		t.Errorf("odd values: %+v", c)
	}
	if len(f.warnings) != 1 || !strings.Contains(f.warnings[0], "strength 9 lies outside") || !strings.Contains(f.warnings[0], "stability 0 counts as 1") ||
		!strings.Contains(f.warnings[0], `"sometime`) {
		t.Errorf("warnings %q", f.warnings)
	}
}

func TestTunnels(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "tunnels.json")), Settings{})
	if f.reading.Format != MemPalace || len(f.memories) != 2 || len(f.edges) != 2 {
		t.Fatalf("%s: %v, %d edges, refused %v", f.reading.Format, f.records(), len(f.edges), reasons(f))
	}
	if m := f.memories[1]; m.Type != "room" || m.Scope != (engine.Scope{Namespace: "office", Subject: "topic:ice"}) {
		t.Errorf("room: %+v", m)
	}
	if a, b := f.edges[0], f.edges[1]; a.Type != engine.RelTunnel || a.Relation == b.Relation || a.From != b.From || a.To != b.To {
		t.Errorf("parallel tunnels: %+v %+v", a, b)
	}
	if m := string(f.edges[1].Metadata); m != `{"label":"explicit link","kind":"explicit","source":{"drawer_id":"d-1"},"target":{"drawer_id":"d-2"}}` {
		t.Errorf("drawers: %s", m)
	}
}

func TestDamagedHallways(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "hallways-torn.json")), Settings{})
	if len(f.edges) != 1 || f.edges[0].Relation != "hallway_harbour_Ines_crane 2_02" || len(f.refused) != 2 {
		t.Fatalf("%d edges, refused %v", len(f.edges), reasons(f))
	}
	wantRefusal(t, f, 4, "strength is NaN")
	wantRefusal(t, f, 27, "torn")
	if len(f.warnings) != 1 || !strings.Contains(f.warnings[0], "starts at line 3 does not end") {
		t.Errorf("warnings %q", f.warnings)
	}
}

func TestHallwayRefusals(t *testing.T) {
	good := `{"id":"1","wing":"w","entity_a":"a","entity_b":"b"}`
	for _, c := range []struct {
		name, record string
		words        []string
	}{
		{"strength of another kind", `{"id":"2","wing":"w","entity_a":"a","entity_b":"c","strength":"strong"}`, []string{"strength", `strong`, "want a number"}},
		{"strength that no number holds", `{"id":"2","wing":"w","entity_a":"a","entity_b":"c","strength":1e999}`, []string{"strength"}},
		{"count of another kind", `{"id":"2","wing":"w","entity_a":"a","entity_b":"c","access_count":1.5}`, []string{"access_count", "1.5"}},
		{"no wing", `{"id":"2","wing":" ","entity_a":"a","entity_b":"c"}`, []string{"without the wing"}},
		{"an end of another kind", `{"id":"2","wing":"w","entity_a":["a"],"entity_b":"c"}`, []string{"without the wing or the entity"}},
		{"to itself", `{"id":"2","wing":"w","entity_a":"a","entity_b":"a"}`, []string{"to itself"}},
		{"no hallway", `{"id":"2","x":1}`, []string{"neither a hallway", "fields id, x"}},
		{"one id, two hallways", `{"id":"1","wing":"w","entity_a":"a","entity_b":"c"}`, []string{"two connections", `"1"`}},
		{"name too long", `{"id":"2","wing":"w","entity_a":"` + strings.Repeat("a", 600) + `","entity_b":"c"}`, []string{"more than 512 bytes"}},
		{"id too long", `{"id":"` + strings.Repeat("a", 600) + `","wing":"w","entity_a":"a","entity_b":"c"}`, []string{"id has 600 bytes"}},
		{"deep", `{"id":"2","wing":"w","entity_a":"a","entity_b":"c","x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, []string{"nested deeper than 1000"}},
		{"invalid UTF-8", "{\"id\":\"2\",\"wing\":\"w\xff\",\"entity_a\":\"a\",\"entity_b\":\"c\"}", []string{"invalid UTF-8"}},
		{"no object", `7`, []string{"a number"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readText(t, "{\"hallways\":[\n"+good+",\n"+c.record+"\n]}", Settings{})
			if len(f.edges) != 1 || len(f.memories) != 2 || len(f.refused) != 1 {
				t.Fatalf("%d edges, %v, refused %v", len(f.edges), f.records(), reasons(f))
			}
			wantRefusal(t, f, 3, c.words...)
		})
	}
	f := readText(t, `{"hallways":{"a":1}}`, Settings{})
	wantRefusal(t, f, 1, "hallways: got an object, want an array")
}

// What is read again only counts where the file says something else.
func FuzzMemPalace(f *testing.F) {
	seedWith(f, `{"tunnels":[{"source":null,"target":[]}]}`, `{"wing":"w","entity_a":"a","entity_b":"b","strength":-1e-400}`)
	f.Fuzz(func(t *testing.T, b []byte) { checkReading(t, b, MemPalace) })
}
