package interchange_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebb/engine"
	"ebb/engine/interchange"
)

func testdata(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func edges(t testing.TB, e *engine.Engine) []engine.Edge {
	t.Helper()
	all, err := e.Edges(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// hallways is a file of one hallway of some strength.
func hallways(strength float64) []byte {
	return fmt.Appendf(nil, `{"hallways":[{"id":"h","wing":"port","entity_a":"a","entity_b":"b","strength":%g,"last_activated":"2026-05-01"}]}`, strength)
}

// A palace's connections keep their dynamics, and follow their file: what it
// states anew counts, what it states again reverts nothing.
func TestHallwaysFollowTheirFile(t *testing.T) {
	e := newEngine(t)
	if r := importFrom(t, e, "hallways.json", hallways(1.5)); r.Created != 2 || r.Relations != 1 {
		t.Fatalf("first: %+v", r)
	}
	if got := edges(t, e); len(got) != 1 || got[0].Connection.Strength != 1.5 || got[0].Type != engine.RelHallway || got[0].Relation != "h" {
		t.Fatalf("edges %+v", got)
	}
	r := importFrom(t, e, "hallways.json", hallways(2.5))
	if r.Created != 0 || r.Unchanged != 2 || r.Relations != 1 {
		t.Errorf("stated anew: %+v", r)
	}
	if got := edges(t, e); len(got) != 1 || got[0].Connection.Strength != 2.5 {
		t.Errorf("stated anew: %+v", got)
	}
	if _, err := e.Undo(t.Context(), r.Operation, engine.How{}); err != nil {
		t.Fatal(err)
	}
	if got := edges(t, e); len(got) != 1 || got[0].Connection.Strength != 1.5 {
		t.Errorf("taken back: %+v", got)
	}
	importFrom(t, e, "hallways.json", hallways(2.5))
	if _, err := e.Unrelate(t.Context(), edges(t, e)[0].EdgeKey, engine.How{}); err != nil {
		t.Fatal(err)
	}
	if r := importFrom(t, e, "hallways.json", hallways(2.5)); r.Relations != 0 || len(edges(t, e)) != 0 {
		t.Errorf("a hallway that a person took away came back: %+v", r)
	}
}

// The samples go in whole, and in again without a change.
func TestSamplesAreTakenOnce(t *testing.T) {
	for name, want := range map[string]engine.ImportReport{
		"engram.json":   {Format: interchange.Engram, Created: 6, Updated: 1, Relations: 2},
		"hallways.json": {Format: interchange.MemPalace, Created: 5, Relations: 3},
		"memorie.json":  {Format: interchange.Memorie, Created: 3, Relations: 2},
		"smart.json":    {Format: interchange.SmartMemory, Created: 4, Relations: 2, Dangling: 1},
		"tunnels.json":  {Format: interchange.MemPalace, Created: 2, Relations: 2},
	} {
		e := newEngine(t)
		r := importFrom(t, e, name, testdata(t, name))
		if r.Format != want.Format || r.Created != want.Created || r.Updated != want.Updated || r.Relations != want.Relations || r.Dangling != want.Dangling || r.Refused != 0 {
			t.Errorf("%s: %+v", name, r)
		}
		again := importFrom(t, e, name, testdata(t, name))
		if again.Created+again.Updated+again.Duplicate+again.Conflict+again.Relations != 0 || again.Unchanged != r.Records {
			t.Errorf("%s again: %+v", name, again)
		}
	}
}

// A topic that comes up again is a new version, also under another id, and
// none of its records leaving makes the memory vanish.
func TestEngramTopicComesUpAgain(t *testing.T) {
	e := newEngine(t)
	importFrom(t, e, "engram.json", testdata(t, "engram.json"))
	later := `{"sessions":[],"observations":[{"sync_id":"obs-99","type":"architecture","title":"Rota schema","content":"Two rows a watch.","project":"harbour","scope":"project","topic_key":"rota/schema","created_at":"2026-07-01 09:00:00"}]}`
	if r := importFrom(t, e, "engram-later.json", []byte(later)); r.Updated != 1 || r.Created != 0 {
		t.Fatalf("%+v", r)
	}
	versions, err := e.History(t.Context(), "obs-04")
	if err != nil || len(versions) != 3 || versions[0].Memory.Type != "config" || versions[1].Memory.Type != "architecture" || versions[2].Memory.Content != "Rota schema\nTwo rows a watch." {
		t.Fatalf("%v %+v", err, versions)
	}
	gone, err := e.Vanished(t.Context(), "engram.json", map[string]bool{"obs-01": true})
	if err != nil || len(gone) != 5 {
		t.Errorf("vanished: %v %v", gone, err)
	}
}

// What an item's metadata says of its retention is the memory's own evidence
// afterwards, and a co-retrieval counts at both of its ends.
func TestSmartMemoryEvidence(t *testing.T) {
	e := newEngine(t)
	r := importFrom(t, e, "smart.json", testdata(t, "smart.json"))
	get := func(id string) engine.Memory {
		t.Helper()
		m, err := e.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if m := get("sm-1"); m.Base != .64 || m.Stability != 45 || m.Profile.Total != 47 || m.TieCount != 10 || m.TieID != "sm-2" {
		t.Errorf("%+v", m.Head)
	}
	if m := get("sm-2"); m.Type != engine.TypeWorking || m.TieCount != 10 || m.TieID != "sm-1" {
		t.Errorf("%+v", m.Head)
	}
	if m := get("sm-3"); m.State != engine.Archived || m.Head.Archive.Reason != "low retention" || m.Head.Archive.At.Month() != 3 {
		t.Errorf("%+v", m.Head)
	}
	if again := importFrom(t, e, "smart.json", testdata(t, "smart.json")); again.Unchanged != 4 || again.Relations != 0 {
		t.Errorf("again: %+v", again)
	}
	if _, err := e.Undo(t.Context(), r.Operation, engine.How{}); err != nil {
		t.Fatal(err)
	}
	if n, err := e.Count(t.Context(), engine.Filter{}); err != nil || n != 0 || len(edges(t, e)) != 0 {
		t.Errorf("after the undo: %d memories, %v, %v", n, edges(t, e), err)
	}
	if again := importFrom(t, e, "smart.json", testdata(t, "smart.json")); again.Created != 4 || again.Relations != 2 {
		t.Errorf("after the undo: %+v", again)
	}
}

// Both sides of a merge are kept, in an open conflict, whatever the format;
// once the file is settled, the side that lost has left it.
func TestMergeOpensConflicts(t *testing.T) {
	for name, text := range map[string]string{
		"graph.jsonl": string(testdata(t, "graph-merge.jsonl")),
		"keyed.jsonl": "<<<<<<< x\n" + `{"content":"at six","key":"rota"}` + "\n=======\n" + `{"content":"at eight","key":"rota"}` + "\n>>>>>>> y\n",
		"items.jsonl": "<<<<<<< x\n" + `{"item_id":"a","content":"at six"}` + "\n=======\n" + `{"item_id":"a","content":"at eight"}` + "\n>>>>>>> y\n",
	} {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t)
			if r := importFrom(t, e, name, []byte(text)); r.Conflict != 1 || r.Refused != 0 {
				t.Fatalf("%+v", r)
			}
			open, err := e.ConflictList(t.Context(), engine.ConflictOpen)
			if err != nil || len(open) != 1 || open[0].Type != engine.ConflictImported {
				t.Fatalf("%v %+v", err, open)
			}
			a, err := e.Get(t.Context(), open[0].MemoryA)
			if err != nil {
				t.Fatal(err)
			}
			b, err := e.Get(t.Context(), open[0].MemoryB)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(a.Content, "at six") || !strings.Contains(b.Content, "at eight") || !strings.Contains(string(b.Metadata), `"imported_id":"`+a.ID+`"`) {
				t.Errorf("%q and %q %s", a.Content, b.Content, b.Metadata)
			}
			if again := importFrom(t, e, name, []byte(text)); again.Created+again.Updated+again.Conflict != 0 {
				t.Errorf("again: %+v", again)
			}
		})
	}
}
