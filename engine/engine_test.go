package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"ebb/engine"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// ticking is a clock that moves a second with each look.
func ticking() func() time.Time {
	var mu sync.Mutex
	now := noon
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
}

func add(t testing.TB, e *engine.Engine, content string, opts ...func(*engine.Input)) engine.Memory {
	t.Helper()
	in := engine.Input{Scope: engine.Scope{Namespace: "users", Subject: "u1"}, Type: engine.TypePreference, Content: content}
	for _, o := range opts {
		o(&in)
	}
	m, err := e.Add(t.Context(), in, engine.How{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func keyed(key string) func(*engine.Input) {
	return func(in *engine.Input) { in.Metadata = engine.Metadata(fmt.Sprintf(`{"key":%q}`, key)) }
}

func must[T any](t testing.TB) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func ptr[T any](v T) *T { return &v }

// A preference that becomes more precise keeps its identity and everything it
// used to say.
func TestOneIdentityThreeVersions(t *testing.T) {
	e := openEngine(t, ticking())
	texts := []string{
		"The user writes TypeScript.",
		"The user writes TypeScript for applications.",
		"The user writes TypeScript for applications and Python for data.",
	}
	m := add(t, e, texts[0])
	for _, text := range texts[1:] {
		must[engine.Memory](t)(e.Evolve(t.Context(), m.ID, engine.Patch{Content: &text}, engine.How{Reason: "heard more"}))
	}
	history := must[[]engine.Version](t)(e.History(t.Context(), m.ID))
	if len(history) != 3 {
		t.Fatalf("%d versions, want 3", len(history))
	}
	for i, v := range history {
		if v.Memory.Content != texts[i] || v.Number != uint32(i+1) {
			t.Errorf("version %d says %q", v.Number, v.Memory.Content)
		}
		then := must[engine.Memory](t)(e.GetAt(t.Context(), m.ID, v.At))
		if then.Content != texts[i] {
			t.Errorf("at version %d's instant it said %q", v.Number, then.Content)
		}
	}
	var missing *engine.NotFoundError
	if _, err := e.GetAt(t.Context(), m.ID, history[0].At.Add(-1)); !errors.As(err, &missing) {
		t.Errorf("before the first version: %v, want NotFoundError", err)
	}
	back := must[engine.Memory](t)(e.Restore(t.Context(), m.ID, 1, engine.How{}))
	if back.Content != texts[0] || back.Version != 4 || back.Text.Number != 1 {
		t.Errorf("restored %q as version %d, its text held by version %d", back.Content, back.Version, back.Text.Number)
	}
}

func TestValidationNamesTheFirstWrongField(t *testing.T) {
	e := openEngine(t, ticking())
	good := engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", Content: "x"}
	for _, c := range []struct {
		field string
		spoil func(*engine.Input)
	}{
		{"namespace", func(in *engine.Input) { in.Scope.Namespace = " \t"; in.Scope.Subject = "" }},
		{"subjectId", func(in *engine.Input) { in.Scope.Subject = ""; in.Type = "" }},
		{"type", func(in *engine.Input) { in.Type = ""; in.Content = "" }},
		{"content", func(in *engine.Input) { in.Content = ""; in.Importance = ptr(2.0) }},
		{"content", func(in *engine.Input) { in.Content = "a\xff" }},
		{"content", func(in *engine.Input) { in.Content = strings.Repeat("x", engine.MaxContentBytes+1) }},
		{"importance", func(in *engine.Input) { in.Importance = ptr(math.NaN()); in.Confidence = ptr(-1.0) }},
		{"confidence", func(in *engine.Input) { in.Confidence = ptr(math.Inf(1)) }},
		{"namespace", func(in *engine.Input) { in.Scope.Namespace = strings.Repeat("n", engine.MaxScopeBytes+1) }},
		{"id", func(in *engine.Input) { in.ID = strings.Repeat("i", engine.MaxIDBytes+1) }},
		{"expiresAt", func(in *engine.Input) { in.ExpiresAt = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }},
	} {
		in := good
		c.spoil(&in)
		_, err := e.Add(t.Context(), in, engine.How{})
		var invalid *engine.ValidationError
		if !errors.As(err, &invalid) || invalid.Field != c.field {
			t.Errorf("%s: got %v", c.field, err)
		}
	}
	if n := must[int](t)(e.Count(t.Context(), engine.Filter{})); n != 0 {
		t.Errorf("%d memories were written by refused inputs", n)
	}
	for _, bound := range []float64{0, 1} {
		in := good
		in.Importance, in.Confidence = &bound, &bound
		must[engine.Memory](t)(e.Add(t.Context(), in, engine.How{}))
	}
}

func TestOperationIDReturnsTheFirstResult(t *testing.T) {
	e := openEngine(t, ticking())
	how := engine.How{OperationID: "retry-1"}
	in := engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", Content: "once"}
	first := must[engine.Memory](t)(e.Add(t.Context(), in, how))
	must[engine.Memory](t)(e.Evolve(t.Context(), first.ID, engine.Patch{Content: ptr("later")}, engine.How{}))
	again := must[engine.Memory](t)(e.Add(t.Context(), in, how))
	if again.ID != first.ID || again.Version != 1 || again.Content != "once" {
		t.Errorf("the retry returned %s v%d %q, want the first result", again.ID, again.Version, again.Content)
	}
	if n := must[int](t)(e.Count(t.Context(), engine.Filter{})); n != 1 {
		t.Errorf("%d memories, want 1", n)
	}
	_, err := e.Evolve(t.Context(), first.ID, engine.Patch{}, how)
	var invalid *engine.ValidationError
	if !errors.As(err, &invalid) {
		t.Errorf("the same id for another operation: %v, want ValidationError", err)
	}
}

func TestTimesRiseWhenTheClockDoesNot(t *testing.T) {
	now := noon
	e := openEngine(t, func() time.Time { return now })
	m := add(t, e, "v1")
	for i := range 5 {
		now = noon.Add(-time.Duration(i) * time.Hour)
		must[engine.Memory](t)(e.Evolve(t.Context(), m.ID, engine.Patch{Content: ptr(fmt.Sprint("v", i+2))}, engine.How{}))
	}
	history := must[[]engine.Version](t)(e.History(t.Context(), m.ID))
	for i := 1; i < len(history); i++ {
		if !history[i].At.After(history[i-1].At) {
			t.Errorf("version %d at %v is not after version %d at %v", i+1, history[i].At, i, history[i-1].At)
		}
	}
}

func TestExpiredIsHidden(t *testing.T) {
	now := noon
	e := openEngine(t, func() time.Time { return now })
	add(t, e, "short-lived words", func(in *engine.Input) { in.ExpiresAt = noon.Add(time.Hour) })
	seen := func() int {
		hits := must[[]engine.Hit](t)(e.Search(t.Context(), engine.Query{Text: "words", Look: true}, engine.How{}))
		return must[int](t)(e.Count(t.Context(), engine.Filter{})) + len(hits)
	}
	if n := seen(); n != 2 {
		t.Errorf("before its expiry it is seen %d times, want 2", n)
	}
	now = noon.Add(time.Hour)
	if n := seen(); n != 0 {
		t.Errorf("at its expiry it is seen %d times, want 0", n)
	}
}

func TestSearchBindsWhatItReturns(t *testing.T) {
	e := openEngine(t, ticking())
	a := add(t, e, "Deploys go out on Tuesday")
	b := add(t, e, "The deploy key rotates")
	c := add(t, e, "Café mit Ärger")
	add(t, e, "nothing to see")
	for range 4 {
		hits := must[[]engine.Hit](t)(e.Search(t.Context(), engine.Query{Text: "DEPLOY", Source: "chat"}, agent))
		if len(hits) != 2 {
			t.Fatalf("%d hits, want 2", len(hits))
		}
	}
	if hits := must[[]engine.Hit](t)(e.Search(t.Context(), engine.Query{Text: "cafe arger", Look: true}, agent)); len(hits) != 1 || hits[0].Memory.ID != c.ID {
		t.Errorf("accents: %d hits", len(hits))
	}
	edges := must[[]engine.Edge](t)(e.Edges(t.Context(), a.ID))
	if len(edges) != 1 || edges[0].Count != 4 || edges[0].Connection.AccessCount != 4 || edges[0].Other(a.ID) != b.ID {
		t.Fatalf("ties of %s: %+v", a.ID, edges)
	}
	m := must[engine.Memory](t)(e.Get(t.Context(), a.ID))
	if m.Profile.Search != 4 || m.Profile.Total != 4 || m.AccessCount != 0 || m.TieCount != 4 || m.TieID != b.ID {
		t.Errorf("evidence of %s: %+v", a.ID, m.Head)
	}
	if ret := e.Settings().RetentionOf(&m.Head, e.Now()); ret.Hebbian == 0 || ret.Strengthening == 0 {
		t.Errorf("retention shows no recall and no tie: %+v", ret)
	}
	ops := must[[]engine.Operation](t)(e.Operations(t.Context(), 0, 0))
	for _, op := range ops {
		if op.Kind == engine.KindSearch {
			t.Error("a search is in the undo list")
		}
	}
}

func TestPurgeLeavesNothingBehind(t *testing.T) {
	e := openEngine(t, ticking())
	a, b := add(t, e, "to be forgotten entirely"), add(t, e, "stays here")
	must[engine.Edge](t)(e.Relate(t.Context(), a.ID, b.ID, "supports", 1, nil, engine.How{}))
	must[engine.Conflict](t)(e.Declare(t.Context(), a.ID, b.ID, "", engine.How{}))
	for range 3 {
		_, _, err := e.RecallTogether(t.Context(), []string{a.ID, b.ID}, engine.How{})
		if err != nil {
			t.Fatal(err)
		}
	}
	must[engine.Memory](t)(e.Evolve(t.Context(), a.ID, engine.Patch{Content: ptr("a secret")}, engine.How{}))
	must[engine.Operation](t)(e.Purge(t.Context(), []string{a.ID}, engine.How{}))

	var missing *engine.NotFoundError
	if _, err := e.Get(t.Context(), a.ID); !errors.As(err, &missing) {
		t.Errorf("it is still there: %v", err)
	}
	if left := must[[]engine.Edge](t)(e.Edges(t.Context(), "")); len(left) != 0 {
		t.Errorf("ties left: %+v", left)
	}
	if left := must[[]engine.Conflict](t)(e.ConflictList(t.Context(), 0)); len(left) != 0 {
		t.Errorf("conflicts left: %+v", left)
	}
	for entry, err := range e.LogBack(t.Context(), time.Time{}) {
		if err != nil {
			t.Fatal(err)
		}
		if entry.ID == a.ID || entry.Edge.From == a.ID || entry.Edge.To == a.ID || entry.Conflict != nil && entry.Conflict.MemoryA == a.ID {
			t.Errorf("the log still names it: %+v", entry)
		}
	}
	if h := must[[]engine.Head](t)(e.Heads(t.Context(), []string{b.ID})); h[0].TieID != "" || h[0].TieCount != 0 {
		t.Errorf("the other end still counts the tie: %+v", h[0])
	}
	verify(t, e)
	if _, err := e.Undo(t.Context(), "", engine.How{}); err == nil {
		// The newest that stands is what came before the purge; taking that
		// back must not bring the purged memory back either.
		if _, err := e.Get(t.Context(), a.ID); !errors.As(err, &missing) {
			t.Errorf("undo brought it back: %v", err)
		}
	}
	verify(t, e)
}

// verify reads the whole store and fails on any finding.
func verify(t testing.TB, e *engine.Engine) {
	t.Helper()
	err := e.Store().Verify(context.Background(), func(f error) { t.Errorf("verify: %v", f) }, func(int) {})
	if err != nil {
		t.Error(err)
	}
}

func TestUndoIsRefusedWhenSomeoneElseWentOn(t *testing.T) {
	e := openEngine(t, ticking())
	m := add(t, e, "v1")
	must[engine.Memory](t)(e.Evolve(t.Context(), m.ID, engine.Patch{Content: ptr("mine")}, engine.How{}))
	must[engine.Memory](t)(e.Evolve(t.Context(), m.ID, engine.Patch{Content: ptr("the agent's")}, agent))
	var refused *engine.UndoRefusedError
	if _, err := e.Undo(t.Context(), "", engine.How{}); !errors.As(err, &refused) {
		t.Fatalf("got %v, want UndoRefusedError", err)
	}
	if got := must[engine.Memory](t)(e.Get(t.Context(), m.ID)); got.Content != "the agent's" || got.Version != 3 {
		t.Errorf("a refused undo changed something: v%d %q", got.Version, got.Content)
	}
	if _, _, err := e.RecallTogether(t.Context(), []string{m.ID}, engine.How{}); err != nil {
		t.Fatal(err)
	}
	ops := must[[]engine.Operation](t)(e.Operations(t.Context(), 0, 0))
	if _, err := e.Undo(t.Context(), ops[1].ID, engine.How{}); err != nil {
		t.Errorf("a recall since must not stand in the way: %v", err)
	}
	if got := must[engine.Memory](t)(e.Get(t.Context(), m.ID)); got.Content != "mine" || got.AccessCount != 1 {
		t.Errorf("after undoing the agent's edit: %q, %d recalls", got.Content, got.AccessCount)
	}
}

func TestEventsComeOncePerOperationAndNeverBlock(t *testing.T) {
	e := openEngine(t, ticking())
	sub := e.Subscribe(4)
	defer sub.Close()
	idle := e.Subscribe(1) // nobody reads it
	defer idle.Close()
	m := add(t, e, "watched", keyed("k"))
	ev := <-sub.C
	if ev.Kind != engine.KindAdd || len(ev.IDs) != 1 || ev.IDs[0] != m.ID || ev.Seq == 0 {
		t.Errorf("got %+v", ev)
	}
	for i := range 10 {
		add(t, e, fmt.Sprint("more ", i))
	}
	last := engine.Event{}
	for range 4 {
		last = <-sub.C
	}
	if !last.Resync {
		t.Errorf("events were lost without a word: %+v", last)
	}
	add(t, e, "after the loss")
	if ev := <-sub.C; ev.Kind != engine.KindAdd {
		t.Errorf("got %+v", ev)
	}
}

func TestAllOrNone(t *testing.T) {
	e := openEngine(t, ticking())
	a, b := add(t, e, "a"), add(t, e, "b")
	must[engine.Operation](t)(e.Delete(t.Context(), []string{b.ID}, engine.How{}))
	_, err := e.Archive(t.Context(), []string{a.ID, b.ID}, engine.How{})
	var transition *engine.InvalidTransitionError
	if !errors.As(err, &transition) {
		t.Fatalf("got %v, want InvalidTransitionError", err)
	}
	if got := must[engine.Memory](t)(e.Get(t.Context(), a.ID)); got.State != engine.Active || got.Version != 1 {
		t.Errorf("one of two was archived: %s v%d", got.State, got.Version)
	}
}

func TestForgetNeedsAScope(t *testing.T) {
	e := openEngine(t, ticking())
	add(t, e, "a")
	var invalid *engine.ValidationError
	if _, err := e.Forget(t.Context(), engine.Filter{Type: engine.TypePreference}, engine.How{}); !errors.As(err, &invalid) {
		t.Errorf("got %v, want ValidationError", err)
	}
	op := must[engine.Operation](t)(e.Forget(t.Context(), engine.Filter{Namespace: "users"}, engine.How{}))
	if op.Count != 1 {
		t.Errorf("forgot %d, want 1", op.Count)
	}
}

func TestTenantsAreApart(t *testing.T) {
	e := openEngine(t, ticking())
	add(t, e, "of nobody")
	add(t, e, "of the empty one", func(in *engine.Input) { in.Scope.Tenant = engine.Tenant{Set: true} })
	for _, c := range []struct {
		tenant *engine.Tenant
		want   int
	}{{nil, 2}, {&engine.Tenant{}, 1}, {&engine.Tenant{Set: true}, 1}, {&engine.Tenant{ID: "x", Set: true}, 0}} {
		if n := must[int](t)(e.Count(t.Context(), engine.Filter{Tenant: c.tenant})); n != c.want {
			t.Errorf("tenant %+v: %d memories, want %d", c.tenant, n, c.want)
		}
	}
}

func TestEightWritersOneHistory(t *testing.T) {
	e := openEngine(t, ticking())
	m := add(t, e, "start")
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 10 {
				text := fmt.Sprintf("writer %d, %d", g, i)
				if _, err := e.Evolve(context.Background(), m.ID, engine.Patch{Content: &text}, engine.How{}); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
	history := must[[]engine.Version](t)(e.History(t.Context(), m.ID))
	for i, v := range history {
		if v.Number != uint32(i+1) {
			t.Fatalf("version %d stands at place %d", v.Number, i+1)
		}
	}
	if len(history) != 81 {
		t.Errorf("%d versions, want 81", len(history))
	}
	verify(t, e)
}

func TestRetypeKeepsWhatTheTieHasBecome(t *testing.T) {
	e := openEngine(t, ticking())
	a, b := add(t, e, "a"), add(t, e, "b")
	made := must[engine.Edge](t)(e.Relate(t.Context(), a.ID, b.ID, engine.RelDependsOn, .4, nil, engine.How{}))
	after := must[engine.Edge](t)(e.Retype(t.Context(), made.EdgeKey, engine.RelSupports, engine.How{}))
	want := made
	want.Type = engine.RelSupports
	edges := must[[]engine.Edge](t)(e.Edges(t.Context(), a.ID))
	if len(edges) != 1 || edges[0].EdgeKey != want.EdgeKey || edges[0].Connection != want.Connection || edges[0].Weight != .4 || after.EdgeKey != want.EdgeKey {
		t.Fatalf("after: %+v, want %+v", edges, want)
	}
	if _, err := e.Undo(t.Context(), "", engine.How{}); err != nil {
		t.Fatal(err)
	}
	if edges := must[[]engine.Edge](t)(e.Edges(t.Context(), a.ID)); len(edges) != 1 || edges[0].EdgeKey != made.EdgeKey {
		t.Errorf("one undo leaves %+v", edges)
	}
	must[engine.Edge](t)(e.Relate(t.Context(), a.ID, b.ID, engine.RelSupports, 1, nil, engine.How{}))
	var invalid *engine.ValidationError
	if _, err := e.Retype(t.Context(), made.EdgeKey, engine.RelSupports, engine.How{}); !errors.As(err, &invalid) {
		t.Errorf("a word by which the two are related already: %v", err)
	}
	if _, err := e.Retype(t.Context(), made.EdgeKey, engine.CoRetrieved, engine.How{}); !errors.As(err, &invalid) {
		t.Errorf("an observed tie was stated: %v", err)
	}
	var missing *engine.NotFoundError
	if _, err := e.Retype(t.Context(), engine.EdgeKey{From: a.ID, Type: "sits_beside", To: b.ID}, "likes", engine.How{}); !errors.As(err, &missing) {
		t.Errorf("a relation that is not there: %v", err)
	}
	if n := len(must[[]engine.Edge](t)(e.Edges(t.Context(), a.ID))); n != 2 {
		t.Errorf("%d ties after refusals, want 2", n)
	}
}
