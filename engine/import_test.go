package engine_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"
	"testing"

	"ebb/dynamics"
	"ebb/engine"
)

// said is one record of a source.
func said(record, content string, opts ...func(*engine.Incoming)) engine.Item {
	in := engine.Incoming{
		Record: record, Scope: engine.Scope{Namespace: "file", Subject: record}, Type: "fact", Content: content,
		Metadata: engine.Metadata(fmt.Sprintf(`{"key":%q}`, record)),
	}
	for _, o := range opts {
		o(&in)
	}
	sum := sha256.Sum256(fmt.Append(nil, in.ID, in.Content, in.State, in.Type))
	in.Sum = [16]byte(sum[:16])
	return engine.Item{Memory: &in}
}

func feed(items ...engine.Item) iter.Seq2[engine.Item, error] {
	return func(yield func(engine.Item, error) bool) {
		for _, i := range items {
			if !yield(i, nil) {
				return
			}
		}
	}
}

func tie(from, typ, to string) engine.Item {
	return engine.Item{Edge: &engine.IncomingEdge{From: from, Type: typ, To: to}}
}

func take(t *testing.T, e *engine.Engine, items ...engine.Item) engine.ImportReport {
	t.Helper()
	return must[engine.ImportReport](t)(e.Import(t.Context(), engine.Import{Source: "/f", Format: "test"}, feed(items...)))
}

func TestImportIsIdempotentAndPersonsEditsStay(t *testing.T) {
	e := openEngine(t, ticking())
	file := []engine.Item{tie("ana", "owns", "checklist"), said("ana", "Ana owns releases"), said("checklist", "The checklist"), tie("ana", "knows", "nobody")}
	r := take(t, e, file...)
	if r.Created != 2 || r.Relations != 1 || r.Dangling != 1 {
		t.Fatalf("first: %+v", r)
	}
	if r = take(t, e, file...); r.Created+r.Updated+r.Relations != 0 || r.Unchanged != 2 || r.Dangling != 1 {
		t.Fatalf("again: %+v", r)
	}
	ana := must[[]engine.Hit](t)(e.Search(t.Context(), engine.Query{Text: "ana", Look: true}, engine.How{}))[0].Memory
	must[engine.Memory](t)(e.Evolve(t.Context(), ana.ID, engine.Patch{Content: ptr("Ana left")}, engine.How{}))
	must[engine.Operation](t)(e.Archive(t.Context(), []string{ana.ID}, engine.How{}))
	if r = take(t, e, file...); r.Updated != 0 {
		t.Fatalf("an old line reverted a person's edit: %+v", r)
	}
	if r = take(t, e, said("ana", "Ana owns releases and the freeze")); r.Updated != 1 {
		t.Fatalf("a changed line: %+v", r)
	}
	m := must[engine.Memory](t)(e.Get(t.Context(), ana.ID))
	if m.State != engine.Archived || m.Content != "Ana owns releases and the freeze" || m.Version != 4 {
		t.Errorf("%s v%d %q", m.State, m.Version, m.Content)
	}
	verify(t, e)
}

func TestImportIsUndoneByJobAndComesBack(t *testing.T) {
	e := openEngine(t, ticking())
	before := stateOf(t, e)
	var file []engine.Item
	for i := range 1200 { // three commits
		file = append(file, said(fmt.Sprint("r", i), fmt.Sprint("record ", i)))
	}
	r := take(t, e, file...)
	if r.Created != 1200 {
		t.Fatalf("%+v", r)
	}
	ops := must[[]engine.Operation](t)(e.Operations(t.Context(), 0, 0))
	if len(ops) != 1 || ops[0].Count != 1200 || ops[0].Open {
		t.Fatalf("journal: %+v", ops)
	}
	must[engine.Operation](t)(e.Undo(t.Context(), r.Operation, engine.How{}))
	diff(t, "after undoing the import", stateOf(t, e), before)
	if r = take(t, e, file...); r.Created != 1200 {
		t.Fatalf("the same file after the undo: %+v", r)
	}
	verify(t, e)
}

func TestImportResolvesByIDThenKeyThenText(t *testing.T) {
	e := openEngine(t, ticking())
	withID := func(id string) func(*engine.Incoming) { return func(in *engine.Incoming) { in.ID = id } }
	unkeyed := func(in *engine.Incoming) { in.Metadata = nil }
	take(t, e, said("a", "first", withID("m1")))
	other := engine.Import{Source: "/other", Format: "test"}
	r := must[engine.ImportReport](t)(e.Import(t.Context(), other, feed(
		said("x", "second", withID("m1"), unkeyed),                                              // the id
		said("a", "third", func(in *engine.Incoming) { in.Scope.Subject = "a" }),                // the key
		said("y", "THIRD ", unkeyed, func(in *engine.Incoming) { in.Scope.Subject = "a" }),      // the text
		said("z", "entirely new", unkeyed, func(in *engine.Incoming) { in.Scope.Subject = "" }), // refused
	)))
	if r.Updated != 2 || r.Duplicate != 1 || r.Created != 0 || r.Refused != 1 {
		t.Fatalf("%+v", r)
	}
	if r.Refusals[0].Record != "z" || !strings.Contains(r.Refusals[0].Reason, "subjectId") {
		t.Errorf("refusal: %+v", r.Refusals[0])
	}
	verify(t, e)
}

func TestImportOfTwinsOpensAConflict(t *testing.T) {
	e := openEngine(t, ticking())
	id := func(in *engine.Incoming) { in.ID = "bd-1"; in.Metadata = nil }
	twin := func(in *engine.Incoming) { in.Twin = true; in.Record = "bd-1 again" }
	r := take(t, e, said("bd-1", "it is open", id), said("bd-1", "it is closed", id, twin))
	if r.Created != 1 || r.Conflict != 1 {
		t.Fatalf("%+v", r)
	}
	cs := must[[]engine.Conflict](t)(e.ConflictList(t.Context(), engine.ConflictOpen))
	if len(cs) != 1 || cs[0].MemoryA != "bd-1" || cs[0].Type != engine.ConflictImported {
		t.Fatalf("%+v", cs)
	}
	b := must[engine.Memory](t)(e.Get(t.Context(), cs[0].MemoryB))
	if string(b.Metadata) != `{"imported_id":"bd-1"}` || b.Content != "it is closed" {
		t.Errorf("%s %q", b.Metadata, b.Content)
	}
	if r = take(t, e, said("bd-1", "it is open", id), said("bd-1", "it is closed", id, twin)); r.Unchanged != 2 {
		t.Errorf("again: %+v", r)
	}
}

// Ties that claim what no tie can be are named and left out.
func TestImportRefusesImpossibleTies(t *testing.T) {
	e := openEngine(t, ticking())
	take(t, e, said("a", "x"), said("b", "y"))
	odd := func(typ string, change func(*engine.Edge)) engine.Item {
		edge := engine.Edge{EdgeKey: engine.EdgeKey{From: "b", Type: typ, To: "a"}, Connection: dynamics.NewConnection(noon), CreatedAt: noon}
		change(&edge)
		return engine.Item{Edge: &engine.IncomingEdge{From: "b", To: "a", Type: typ, Line: 7, Exact: &edge}}
	}
	items := []engine.Item{odd("supports", func(*engine.Edge) {})}
	for _, change := range []func(*engine.Edge){
		func(x *engine.Edge) { x.Connection.Strength = 1e300 },
		func(x *engine.Edge) { x.Connection.Strength = -5 },
		func(x *engine.Edge) { x.Connection.Strength = math.NaN() },
		func(x *engine.Edge) { x.Connection.Stability = math.Inf(1) },
		func(x *engine.Edge) { x.Weight = 7 },
		func(x *engine.Edge) { x.CreatedAt = noon.AddDate(8000, 0, 0) },
		func(x *engine.Edge) { x.Connection.LastActivated = noon.AddDate(-1000, 0, 0) },
	} {
		items = append(items, odd(fmt.Sprint("odd", len(items)), change))
	}
	r := take(t, e, items...)
	if r.Relations != 1 || r.Refused != len(items)-1 {
		t.Fatalf("%d relations, %d refused of %d: %+v", r.Relations, r.Refused, len(items), r.Refusals)
	}
	for _, f := range r.Refusals {
		if f.Line != 7 || f.Reason == "" {
			t.Errorf("refusal: %+v", f)
		}
	}
}

func TestDryRunAndStrictWriteNothing(t *testing.T) {
	e := openEngine(t, ticking())
	bad := said("b", "")
	r, err := e.Import(t.Context(), engine.Import{Source: "/f", DryRun: true}, feed(said("a", "x"), said("a2", "x2"), bad))
	if err != nil || r.Created != 2 || r.Refused != 1 {
		t.Fatalf("dry run: %+v %v", r, err)
	}
	var refused *engine.RefusedError
	if _, err = e.Import(t.Context(), engine.Import{Source: "/f", Strict: true}, feed(said("a", "x"), bad)); !errors.As(err, &refused) {
		t.Fatalf("strict: %v", err)
	}
	if n := must[int](t)(e.Count(t.Context(), engine.Filter{})); n != 0 {
		t.Errorf("%d memories were written", n)
	}
	if ops := must[[]engine.Operation](t)(e.Operations(t.Context(), 0, 0)); len(ops) != 0 {
		t.Errorf("journal: %+v", ops)
	}
}

func TestRejectsAreKept(t *testing.T) {
	e := openEngine(t, ticking())
	var rejects strings.Builder
	torn := engine.Item{Refused: &engine.Refusal{Line: 3, Reason: "not JSON", Raw: []byte(`{"torn`)}}
	r, err := e.Import(t.Context(), engine.Import{Source: "/f", Rejects: &rejects}, feed(said("a", "x"), torn))
	if err != nil || r.Created != 1 || r.Refused != 1 || rejects.String() != "{\"torn\n" {
		t.Fatalf("%+v %v %q", r, err, rejects.String())
	}
}

func TestVanishedNamesWhatASourceNoLongerSays(t *testing.T) {
	e := openEngine(t, ticking())
	take(t, e, said("stays", "x"), said("goes", "y"))
	ids := must[[]string](t)(e.Vanished(t.Context(), "/f", map[string]bool{"stays": true}))
	if len(ids) != 1 {
		t.Fatalf("%v", ids)
	}
	if m := must[engine.Memory](t)(e.Get(t.Context(), ids[0])); m.Content != "y" {
		t.Errorf("vanished: %q", m.Content)
	}
}
