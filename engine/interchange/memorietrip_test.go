package interchange_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ebb/engine"
	"ebb/engine/interchange"
)

// behind is an export without the line that says when it was made.
func behind(b []byte) string {
	_, rest, _ := strings.Cut(string(b), "\n")
	return rest
}

// randomly does a few things to a store: whatever they are, memories have
// histories, ties and conflicts afterwards.
func randomly(t *rapid.T, e *engine.Engine) {
	ctx := t.Context()
	var ids []string
	one := func() string { return rapid.SampledFrom(ids).Draw(t, "memory") }
	text := rapid.StringMatching(`[a-zé\n\r\t "\\—#\[\]:-]{0,40}[a-z]`)
	for range rapid.IntRange(1, 14).Draw(t, "steps") {
		var err error
		what := rapid.IntRange(0, 8).Draw(t, "what")
		if len(ids) < 2 {
			what = 0
		}
		switch what {
		case 0, 1:
			in := engine.Input{
				Scope: engine.Scope{Namespace: rapid.SampledFrom([]string{"port", "Häfen/2"}).Draw(t, "namespace"), Subject: "s"}, Type: rapid.SampledFrom([]string{"fact", "episodic", "note: odd"}).Draw(t, "type"),
				Content: text.Draw(t, "text"), Source: rapid.SampledFrom([]string{"", "log # 3"}).Draw(t, "source"),
			}
			if rapid.Bool().Draw(t, "tenant") {
				in.Scope.Tenant = engine.Tenant{ID: rapid.SampledFrom([]string{"", "t"}).Draw(t, "owner"), Set: true}
			}
			if rapid.Bool().Draw(t, "metadata") {
				in.Metadata = engine.Metadata(fmt.Sprintf(`{"key":%q,"n":%d.50,"deep":{"a":[1,null,true,"1","é\u0000"]},"z":""}`, rapid.SampledFrom([]string{"k", "true", "2026-01-01", "~"}).Draw(t, "key"), len(ids)))
			}
			var m engine.Memory
			if m, err = e.Add(ctx, in, engine.How{}); err == nil {
				ids = append(ids, m.ID)
			}
		case 2, 3:
			said, weight := text.Draw(t, "edit"), rapid.Float64Range(0, 1).Draw(t, "weight")
			_, err = e.Evolve(ctx, one(), engine.Patch{Content: &said, Importance: &weight}, engine.How{Reason: "because", Actor: engine.ParseActor(rapid.SampledFrom([]string{"you", "codex", "schedule"}).Draw(t, "actor"))})
		case 4:
			_, err = e.Archive(ctx, []string{one()}, engine.How{Reason: "old"})
		case 5:
			_, err = e.Relate(ctx, one(), one(), rapid.SampledFrom([]string{"supports", "contradicts", "är: # odd"}).Draw(t, "relation"), rapid.SampledFrom([]float64{0, .25, 1}).Draw(t, "weight"), nil, engine.How{})
		case 6:
			_, err = e.Declare(ctx, one(), one(), "they disagree", engine.How{})
		case 7:
			_, err = e.Recall(ctx, one(), engine.How{})
		case 8:
			_, err = e.Delete(ctx, []string{one()}, engine.How{})
		}
		_ = err // what is not allowed in that state does not happen
	}
}

// What a format can hold comes back: a second store that has read the export
// of the first exports the same. Memorie holds memories, versions, relations
// and conflicts; notes hold live memories and relations.
func TestExportsGoRound(t *testing.T) {
	fewer(t, 30) // each opens three stores
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "run")
		if err != nil {
			rt.Fatal(err)
		}
		one, two, three := engineIn(rt, filepath.Join(dir, "1")), engineIn(rt, filepath.Join(dir, "2")), engineIn(rt, filepath.Join(dir, "3"))
		randomly(rt, one)
		first := export(t, one, interchange.Memorie)
		if !json.Valid(first) {
			rt.Fatalf("not JSON: %s", first)
		}
		if r := importFrom(t, two, "memorie.json", first); r.Refused != 0 || r.Dangling != 0 || len(r.Warnings) != 0 {
			rt.Fatalf("%+v", r)
		}
		if second := export(t, two, interchange.Memorie); behind(first) != behind(second) {
			rt.Fatalf("first:\n%s\nsecond:\n%s", first, second)
		}
		notes := exportNotes(t, one)
		if r := importNotes(t, three, notes); r.Refused != 0 || r.Dangling != 0 || len(r.Warnings) != 0 || r.Created != len(notes) {
			rt.Fatalf("%+v of %d notes", r, len(notes))
		}
		if back := exportNotes(t, three); !maps.Equal(notes, back) {
			rt.Fatalf("notes:\n%v\nthen:\n%v", notes, back)
		}
	})
}

// fewer bounds the runs of a property, unless the command line names a number.
func fewer(t *testing.T, runs int) {
	t.Helper()
	checks := flag.Lookup("rapid.checks")
	if checks == nil || checks.Value.String() != checks.DefValue {
		return
	}
	if err := flag.Set(checks.Name, strconv.Itoa(runs)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := flag.Set(checks.Name, checks.DefValue); err != nil {
			t.Error(err)
		}
	})
}

// plainly is a JSON text decoded, without what only one side says.
func plainly(t *testing.T, b []byte) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	delete(v, "exportedAt")
	versions, _ := v["versions"].([]any)
	for _, version := range versions {
		delete(version.(map[string]any), "actor")
	}
	return v
}

// What another engine exported comes out as it went in.
func TestMemorieExportComesBack(t *testing.T) {
	e := newEngine(t)
	first := testdata(t, "memorie.json")
	if r := importFrom(t, e, "memorie.json", first); r.Created != 3 || r.Relations != 2 || r.Refused != 0 {
		t.Fatalf("%+v", r)
	}
	got, want := plainly(t, export(t, e, interchange.Memorie)), plainly(t, first)
	// The newest versions of m-2 and m-3 were not in the file: they are what the
	// memories say.
	got["versions"] = slices.DeleteFunc(got["versions"].([]any), func(v any) bool {
		of := v.(map[string]any)
		return of["memoryId"] == "m-2" || of["memoryId"] == "m-3" && of["version"] == 5.
	})
	if !reflect.DeepEqual(got, want) {
		g, _ := json.MarshalIndent(got, "", " ")
		w, _ := json.MarshalIndent(want, "", " ")
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	if again := importFrom(t, e, "memorie.json", first); again.Unchanged != 3 || again.Relations != 0 {
		t.Errorf("again: %+v", again)
	}
	if again := importFrom(t, e, "ours.json", export(t, e, interchange.Memorie)); again.Created+again.Updated+again.Relations+again.Conflict != 0 || again.Duplicate != 3 {
		t.Errorf("our own export: %+v", again)
	}
}

// A later export brings the versions that came since.
func TestMemorieExportGrows(t *testing.T) {
	e := newEngine(t)
	m, err := e.Add(t.Context(), engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", Content: "one"}, engine.How{})
	if err != nil {
		t.Fatal(err)
	}
	two := newEngine(t)
	importFrom(t, two, "memorie.json", export(t, e, interchange.Memorie))
	text := "two"
	if _, err := e.Evolve(t.Context(), m.ID, engine.Patch{Content: &text}, engine.How{Reason: "news"}); err != nil {
		t.Fatal(err)
	}
	if r := importFrom(t, two, "memorie.json", export(t, e, interchange.Memorie)); r.Updated != 1 {
		t.Fatalf("%+v", r)
	}
	versions, err := two.History(t.Context(), m.ID)
	if err != nil || len(versions) != 2 || versions[1].Reason != "news" || versions[1].Memory.Content != "two" {
		t.Errorf("%v %+v", err, versions)
	}
	hits, err := two.Search(t.Context(), engine.Query{Text: "two", Look: true}, engine.How{})
	if err != nil || len(hits) != 1 || hits[0].Memory.Title != "two" {
		t.Errorf("%v %+v", err, hits)
	}
}

// The exports that the published engine answers with go through as well.
func TestPublishedMemorieExports(t *testing.T) {
	root := os.Getenv("EBB_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	b, err := os.ReadFile(filepath.Join(root, "vectors", "memorie", "scenarios.json"))
	if err != nil {
		t.Skip("the published exports are not here")
	}
	var all struct {
		Scenarios []struct {
			Name string
			Ops  []struct {
				Op  string
				In  struct{ Data json.RawMessage }
				Out json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, s := range all.Scenarios {
		for _, op := range s.Ops {
			data := op.In.Data
			if op.Op == "export" && s.Name != "redaction" {
				data = op.Out
			}
			if !bytes.Contains(data, []byte(`"exportedAt"`)) || bytes.Contains(data, []byte(`"memories": []`)) || bytes.Contains(data, []byte(`"memories":[]`)) {
				continue
			}
			read++
			e := newEngine(t)
			if r := importFrom(t, e, s.Name, data); r.Refused != 0 || r.Created == 0 || r.Format != interchange.Memorie {
				t.Errorf("%s: %+v", s.Name, r)
				continue
			}
			got, want := plainly(t, export(t, e, interchange.Memorie)), plainly(t, data)
			for _, list := range []string{"memories", "relations", "conflicts"} {
				if want[list] != nil && !reflect.DeepEqual(got[list], want[list]) && len(want[list].([]any)) > 0 {
					t.Errorf("%s: %s\ngot  %v\nwant %v", s.Name, list, got[list], want[list])
				}
			}
		}
	}
	if read == 0 {
		t.Error("no export was found among the published scenarios")
	}
}
