package engine_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"ebb/engine"
)

// disputes declares n contradictions between pairs of their own; A is the
// surer one of every second pair.
func disputes(t testing.TB, e *engine.Engine, n int) (ids []string) {
	t.Helper()
	for i := range n {
		sure := ptr(.2)
		if i%2 == 0 {
			sure = ptr(.9)
		}
		a := add(t, e, fmt.Sprintf("pair %d says yes", i), func(in *engine.Input) { in.Confidence = sure })
		b := add(t, e, fmt.Sprintf("pair %d says no", i))
		c := must[engine.Conflict](t)(e.Declare(t.Context(), a.ID, b.ID, "they disagree", engine.How{}))
		ids = append(ids, c.ID)
	}
	return ids
}

func open(t testing.TB, e *engine.Engine) int {
	t.Helper()
	return len(must[[]engine.Conflict](t)(e.ConflictList(t.Context(), engine.ConflictOpen)))
}

func TestResolveAllIsOneOperationAndOneUndo(t *testing.T) {
	e := openEngine(t, ticking())
	ids := disputes(t, e, 7)
	rule := engine.Resolution{Strategy: engine.HighestConfidence}
	would, left, err := e.PreviewResolveAll(t.Context(), ids, rule, engine.How{})
	if err != nil || len(would) != 7 || len(left) != 0 {
		t.Fatalf("preview: %d would, %v left, %v", len(would), left, err)
	}
	if n := open(t, e); n != 7 {
		t.Fatalf("the preview settled some: %d are open", n)
	}
	op, done, err := e.ResolveAll(t.Context(), ids, rule, engine.How{})
	if err != nil {
		t.Fatal(err)
	}
	if op.Kind != engine.KindResolve || op.Summary != "settled 7 conflicts: highest-confidence" || op.Count != 14 {
		t.Errorf("operation %+v", op)
	}
	aWins := 0
	for i, r := range done {
		if !r.Applied || r.Conflict.ID != ids[i] || r.Winner.ID != would[i].Winner.ID {
			t.Errorf("%d: %+v, the preview said %+v", i, r, would[i])
		}
		if r.Winner.ID == r.Conflict.MemoryA {
			aWins++
		}
		if r.Winner.Content != "" || r.Loser.State != engine.Superseded {
			t.Errorf("%d: winner %q, loser %s", i, r.Winner.Content, r.Loser.State)
		}
	}
	if aWins != 4 || open(t, e) != 0 {
		t.Errorf("A won %d times, %d are open", aWins, open(t, e))
	}
	must[engine.Operation](t)(e.Undo(t.Context(), "", engine.How{}))
	if n := open(t, e); n != 7 {
		t.Errorf("%d are open after one undo", n)
	}
	for _, r := range done {
		for _, id := range []string{r.Conflict.MemoryA, r.Conflict.MemoryB} {
			m := must[engine.Memory](t)(e.Get(t.Context(), id))
			if !m.State.Live() || m.SupersededBy != "" || m.Supersedes != "" {
				t.Errorf("%s is %s after undo", id, m.State)
			}
		}
	}
	must[engine.Operation](t)(e.Redo(t.Context(), engine.How{}))
	if n := open(t, e); n != 0 {
		t.Errorf("%d are open after redo", n)
	}
}

func TestResolveAllIsAllOrNothing(t *testing.T) {
	e := openEngine(t, ticking())
	ids := disputes(t, e, 3)
	c := must[engine.Conflict](t)(e.Conflict(t.Context(), ids[1]))
	must[engine.Operation](t)(e.Archive(t.Context(), []string{c.MemoryA}, engine.How{}))
	rule := engine.Resolution{Strategy: engine.Supersede}

	_, _, err := e.ResolveAll(t.Context(), ids, rule, engine.How{})
	var dead *engine.DeadSideError
	if !errors.As(err, &dead) || dead.Conflict != ids[1] || open(t, e) != 3 {
		t.Fatalf("%v, %d open", err, open(t, e))
	}
	would, left, err := e.PreviewResolveAll(t.Context(), ids, rule, engine.How{})
	if err != nil || len(would) != 2 || len(left) != 1 || left[0].ID != ids[1] || !errors.As(left[0].Err, &dead) {
		t.Fatalf("preview: %d would, %v left, %v", len(would), left, err)
	}
	if _, _, err := e.ResolveAll(t.Context(), []string{ids[0], ids[2]}, rule, engine.How{}); err != nil || open(t, e) != 1 {
		t.Fatalf("%v, %d open", err, open(t, e))
	}
}

// Conflicts of one memory with several others: what the first decides holds
// for the next.
func TestResolveAllSharingAMemory(t *testing.T) {
	e := openEngine(t, ticking())
	a, b, c := add(t, e, "one"), add(t, e, "two"), add(t, e, "three")
	ab := must[engine.Conflict](t)(e.Declare(t.Context(), a.ID, b.ID, "", engine.How{}))
	cb := must[engine.Conflict](t)(e.Declare(t.Context(), c.ID, b.ID, "", engine.How{}))
	ids := []string{ab.ID, cb.ID, ab.ID}
	if _, _, err := e.ResolveAll(t.Context(), ids, engine.Resolution{Strategy: engine.Manual, Pick: "B"}, engine.How{}); err != nil {
		t.Fatal(err)
	}
	if m := must[engine.Memory](t)(e.Get(t.Context(), b.ID)); m.Version != 3 || !m.State.Live() {
		t.Errorf("b is %s v%d", m.State, m.Version)
	}
	must[engine.Operation](t)(e.Undo(t.Context(), "", engine.How{}))
	if m := must[engine.Memory](t)(e.Get(t.Context(), b.ID)); m.Supersedes != "" || open(t, e) != 2 {
		t.Errorf("b supersedes %q after undo, %d open", m.Supersedes, open(t, e))
	}
	// With A winning the shared memory is gone for the second one.
	would, left, err := e.PreviewResolveAll(t.Context(), ids, engine.Resolution{Strategy: engine.Manual, Pick: "A"}, engine.How{})
	if err != nil || len(would) != 1 || len(left) != 1 {
		t.Errorf("%d would, %v left, %v", len(would), left, err)
	}
}

func TestResolveAllRefusals(t *testing.T) {
	e := openEngine(t, ticking())
	ids := disputes(t, e, 2)
	var invalid *engine.ValidationError
	var unable *engine.UnsupportedCapabilityError
	for name, try := range map[string]struct {
		ids  []string
		r    engine.Resolution
		want any
	}{
		"nothing":          {nil, engine.Resolution{Strategy: engine.Latest}, &invalid},
		"unknown strategy": {ids, engine.Resolution{Strategy: "coin"}, &invalid},
		"merge":            {ids, engine.Resolution{Strategy: engine.Merge}, &unable},
		"text":             {ids, engine.Resolution{Strategy: engine.Manual, Synthesis: &engine.Synthesis{Content: "x"}}, &unable},
		"manual, no pick":  {ids, engine.Resolution{}, &unable},
	} {
		if _, _, err := e.ResolveAll(t.Context(), try.ids, try.r, engine.How{}); !errors.As(err, try.want) {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, err := e.PreviewResolveAll(t.Context(), try.ids, try.r, engine.How{}); !errors.As(err, try.want) {
			t.Errorf("%s, preview: %v", name, err)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := e.ResolveAll(stopped, ids, engine.Resolution{Strategy: engine.Latest}, engine.How{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if n := open(t, e); n != 2 {
		t.Errorf("%d open", n)
	}
}

func TestResolveAllRetried(t *testing.T) {
	e := openEngine(t, ticking())
	ids := disputes(t, e, 3)
	how := engine.How{OperationID: "once"}
	rule := engine.Resolution{Strategy: engine.Latest}
	first, _, err := e.ResolveAll(t.Context(), ids[:2], rule, how)
	if err != nil {
		t.Fatal(err)
	}
	again, done, err := e.ResolveAll(t.Context(), ids[:2], rule, how)
	if err != nil || again.ID != first.ID || len(done) != 2 || done[0].Winner == nil {
		t.Errorf("%+v, %v", done, err)
	}
	var invalid *engine.ValidationError
	if _, _, err := e.ResolveAll(t.Context(), ids, rule, how); !errors.As(err, &invalid) {
		t.Errorf("the same id for more conflicts: %v", err)
	}
}

// A bulk beyond what one transaction of the store takes.
func TestResolveAllMany(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	e := openEngine(t, ticking())
	ids := disputes(t, e, 1500)
	start := time.Now()
	if _, done, err := e.ResolveAll(t.Context(), ids, engine.Resolution{Strategy: engine.Supersede}, engine.How{}); err != nil || len(done) != len(ids) {
		t.Fatalf("%d done, %v", len(done), err)
	}
	t.Logf("settled in %v", time.Since(start))
	must[engine.Operation](t)(e.Undo(t.Context(), "", engine.How{}))
	if n := open(t, e); n != len(ids) {
		t.Errorf("%d open after undo", n)
	}
}
