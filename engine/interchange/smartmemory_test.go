package interchange

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

func TestSmartMemory(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "smart.json")), Settings{})
	if f.reading.Format != SmartMemory || len(f.memories) != 4 || len(f.refused) != 0 {
		t.Fatalf("%s: %v, refused %v", f.reading.Format, f.records(), reasons(f))
	}
	m := f.memory(t, "sm-1")
	created := time.Date(2026, 2, 1, 8, 0, 0, 0, time.UTC)
	if m.ID != "sm-1" || m.Type != "episodic" || m.Scope != (engine.Scope{Namespace: "harbour", Subject: "ines"}) || m.CreatedAt != created || m.Base != 0.64 || m.Stability != 45 {
		t.Errorf("item: %+v", m)
	}
	want := dynamics.Profile{Total: 47, Search: 44, Get: 3, Top1: 12, MinRank: 1, MeanRank: 2.3, Velocity7: 3.1, Velocity30: .8, Last: created}
	if m.Retrieved == nil || m.Retrieved.Profile != want || m.Retrieved.Sources["api.POST /memory/search"] != 28 {
		t.Errorf("retrievals: %+v", m.Retrieved)
	}
	if strings.Contains(string(m.Metadata), "embedding") || !strings.Contains(string(m.Metadata), `"tags":["berth 4"]`) {
		t.Errorf("metadata %s", m.Metadata)
	}
	if m := f.memory(t, "sm-2"); m.Type != "pending" || *m.Confidence != .8 || m.Retrieved != nil {
		t.Errorf("pending: %+v", m)
	}
	archived := f.memory(t, "sm-3")
	if archived.State != engine.Archived || archived.Archive != (engine.Archive{At: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC), Reason: "low retention"}) {
		t.Errorf("archived: %v %+v", archived.State, archived.Archive)
	}
	if archived.Base <= 0 || archived.Base > 1e-6 || archived.Retrieved == nil || archived.Retrieved.Profile.Last != time.Date(2026, 2, 4, 8, 0, 0, 0, time.UTC) {
		t.Errorf("a retention of nothing is a retention: %g, %+v", archived.Base, archived.Retrieved)
	}
	if m := f.memory(t, "sm-4"); m.Confidence != nil || m.Base != 0 || m.Stability != 0 || !strings.Contains(string(m.Metadata), `"confidence":"high"`) {
		t.Errorf("values of another kind: %+v %s", m, m.Metadata)
	}
	said := strings.Join(f.warnings, "\n")
	for _, want := range []string{"retention_score: got \"1.5\"", `confidence: got`, "embeddings are left out (1)"} {
		if !strings.Contains(said, want) {
			t.Errorf("warnings lack %q:\n%s", want, said)
		}
	}
}

func TestSmartMemoryEdges(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "smart.json")), Settings{})
	if len(f.edges) != 3 {
		t.Fatalf("%d edges", len(f.edges))
	}
	co := f.edges[0]
	last := time.Date(2026, 2, 20, 0, 0, 0, 0, time.UTC)
	if co.Type != engine.CoRetrieved || !co.ByID || co.Count != 10 || co.Connection.AccessCount != 10 || co.Connection.LastActivated != last || co.CreatedAt != time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC) || co.Metadata != nil {
		t.Errorf("co-retrieval: %+v %+v %s", co, co.Connection, co.Metadata)
	}
	if link := f.edges[1]; link.Type != "links_to" || link.Weight != .5 || link.Count != 0 || string(link.Metadata) != `{"by":"ines"}` {
		t.Errorf("link: %+v %s", link, link.Metadata)
	}
}

func TestDamagedSmartMemory(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "smart.jsonl")), Settings{})
	if f.reading.Format != SmartMemory || len(f.memories) != 2 || len(f.edges) != 1 || f.edges[0].Count != 4 {
		t.Fatalf("%s: %v, %d edges, refused %v", f.reading.Format, f.records(), len(f.edges), reasons(f))
	}
	wantRefusal(t, f, 3, "properties.co_retrieval_count is NaN")
	wantRefusal(t, f, 5, "two co_retrieved edges")
	wantRefusal(t, f, 6, "target_id: got an array")
	wantRefusal(t, f, 7, "no text")
	wantRefusal(t, f, 8, "torn")
}

func FuzzSmartMemory(f *testing.F) {
	seedWith(f, `[{"item_id":1,"content":"c","metadata":{"retrieval__profile":{"total_count":1e300,"avg_search_rank":-1e300}}}]`, `{"items":[{"item_id":"a"`)
	f.Fuzz(func(t *testing.T, b []byte) { checkReading(t, b, SmartMemory) })
}
