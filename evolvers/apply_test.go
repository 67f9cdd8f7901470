package evolvers_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/evolvers"

	"pgregory.net/rapid"
)

// few checks a property that needs a store on disk a few times, unless the
// number of checks is asked for.
func few(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	const checks = "rapid.checks"
	asked := flag.Lookup(checks)
	if was := asked.Value.String(); was == asked.DefValue {
		if err := flag.Set(checks, "15"); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := flag.Set(checks, was); err != nil {
				t.Error(err)
			}
		}()
	}
	rapid.Check(t, property)
}

// A full cycle with everything on: applied it is what the plan said, again at
// the same instant there is nothing to do, and undone the store is as before.
func TestPlanApplyUndo(t *testing.T) {
	few(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "w")
		if err != nil {
			rt.Fatal(err)
		}
		w := openWorld(t, dir)
		defer w.shut(t)
		randomWorld(rt, w, true)
		o := evolvers.Options{Full: true, Neighbours: w.near, Set: everything}
		before := snapshotOf(rt, w)

		p, err := evolvers.PlanCycle(context.Background(), w.Engine, o)
		if err != nil {
			rt.Fatal(err)
		}
		if failed := p.Failed(); len(failed) > 0 {
			s, _ := p.Step(failed[0])
			rt.Fatal(failed, s.Err)
		}
		if left := differences(before, snapshotOf(rt, w)); len(left) > 0 {
			rt.Fatalf("planning wrote: %v", left)
		}
		op, err := evolvers.Apply(context.Background(), w.Engine, &p, engine.How{})
		if err != nil {
			rt.Fatal(err)
		}
		after := snapshotOf(rt, w)
		kept(rt, before, after)

		again, err := evolvers.PlanCycle(context.Background(), w.Engine, o)
		if err != nil {
			rt.Fatal(err)
		}
		if again.Before != p.After {
			rt.Fatalf("the plan promised %+v, the store has %+v", p.After, again.Before)
		}
		if !again.Empty() {
			rt.Fatalf("again at the same instant: %s", told(&again))
		}
		if p.Empty() {
			return
		}
		if _, err := w.Undo(context.Background(), op.ID, engine.How{}); err != nil {
			rt.Fatal(err)
		}
		if left := differences(before, snapshotOf(rt, w)); len(left) > 0 {
			rt.Fatalf("after undo, %s: %s", told(&p), strings.Join(left, "\n"))
		}
	})
}

// told lists a plan's changes.
func told(p *evolvers.Plan) string {
	var b strings.Builder
	for _, s := range p.Steps {
		for _, c := range append(slices.Clone(s.Changes), s.Moved...) {
			fmt.Fprintf(&b, "\n%s: %s %s %q → %q: %s", s.Name, c.Memory, c.Field, c.Before, c.After, c.Why)
		}
		for _, m := range s.Marks {
			fmt.Fprintf(&b, "\n%s: mark %s", s.Name, m.Name)
		}
	}
	return b.String()
}

// kept checks that no memory and no text is lost, and that numbers stay within
// their bounds.
func kept(rt *rapid.T, before, after snapshot) {
	for id, m := range before.memories {
		is, there := after.memories[id]
		if !there {
			rt.Fatalf("%s is gone", id)
		}
		if m.Content != is.Content && m.Type != engine.TypeObservation {
			rt.Fatalf("%s said %q, now %q", id, m.Content, is.Content)
		}
		if is.State == engine.Merged && m.State != engine.Merged {
			product := after.memories[is.SupersededBy]
			if !strings.Contains(product.Content, m.Content) || !slices.Contains(product.MergedFrom, id) {
				rt.Fatalf("%s was merged into %+v", id, product)
			}
		}
	}
	for id, m := range after.memories {
		if !(m.Confidence >= 0 && m.Confidence <= 1 && m.Interference > 0 && m.Interference <= 1) {
			rt.Fatalf("%s has confidence %v, interference %v", id, m.Confidence, m.Interference)
		}
		if was, there := before.memories[id]; there && was.Scope != m.Scope {
			rt.Fatalf("%s left its scope", id)
		}
	}
}

// Retention and archiving do not depend on how often a cycle comes by.
func TestCadence(t *testing.T) {
	const week = 7 * 24
	run := func(rt *rapid.T, w *world, every int) {
		for hour := every; hour <= week; hour += every {
			w.at = now.Add(time.Duration(hour) * time.Hour)
			if _, _, err := evolvers.Cycle(context.Background(), w.Engine, evolvers.Options{
				Neighbours: w.near, Set: []string{"enhanced_working_to_episodic.enabled=off"},
			}, engine.How{}); err != nil {
				rt.Fatal(err)
			}
		}
	}
	few(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "w")
		if err != nil {
			rt.Fatal(err)
		}
		a, b := openWorld(t, dir+"a"), openWorld(t, dir+"b")
		defer a.shut(t)
		defer b.shut(t)
		randomWorld(rt, a, false) // what expires stops interfering, and no cycle comes by in between
		copyWorld(rt, a, b)
		every := rapid.SampledFrom([]int{3, 7, 24}).Draw(rt, "hours between cycles")
		run(rt, a, every)
		run(rt, b, week-week%every)
		if left := differences(unmarked(snapshotOf(rt, a)), unmarked(snapshotOf(rt, b))); len(left) > 0 {
			rt.Fatalf("every %d h and once differ: %s", every, strings.Join(left, "\n"))
		}
	})
}

func unmarked(s snapshot) snapshot {
	s.marks = nil
	return s
}

func copyWorld(rt *rapid.T, from, to *world) {
	to.near = from.near
	s := snapshotOf(rt, from)
	var edges []engine.Edge
	err := from.View(context.Background(), func(tx engine.Tx) error {
		for e, err := range tx.Edges().All() {
			if err != nil {
				return err
			}
			edges = append(edges, e)
		}
		return nil
	})
	if err == nil {
		err = to.store.Update(context.Background(), func(tx engine.Tx) error {
			for _, id := range slices.Sorted(maps.Keys(s.memories)) {
				m := s.memories[id]
				if err := shelve(tx, &m); err != nil {
					return err
				}
			}
			for i := range edges {
				if err := tx.Edges().Put(&edges[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		rt.Fatal(err)
	}
}

// A plan whose memories have moved on is refused whole, and planned again.
func TestAStalePlanIsRefused(t *testing.T) {
	w := openWorld(t, t.TempDir())
	defer w.shut(t)
	old := memory("old", engine.TypeEpisodic, "long ago")
	old.CreatedAt = now.Add(-100 * days)
	older := memory("older", engine.TypeEpisodic, "longer ago")
	older.CreatedAt = now.Add(-200 * days)
	if err := w.store.Update(t.Context(), func(tx engine.Tx) error {
		return errors.Join(shelve(tx, &old), shelve(tx, &older))
	}); err != nil {
		t.Fatal(err)
	}
	p, err := evolvers.PlanCycle(t.Context(), w.Engine, evolvers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := "news"
	if _, err := w.Evolve(t.Context(), "old", engine.Patch{Content: &text}, engine.How{}); err != nil {
		t.Fatal(err)
	}
	if _, err := evolvers.Apply(t.Context(), w.Engine, &p, engine.How{}); !engine.Stale(err) {
		t.Fatalf("a stale plan was applied: %v", err)
	}
	if m, err := w.Get(t.Context(), "older"); err != nil || m.State != engine.Active {
		t.Fatalf("half of a stale plan was applied: %v, %v", m.State, err)
	}
	if _, op, err := evolvers.Cycle(t.Context(), w.Engine, evolvers.Options{}, engine.How{}); err != nil || op.Count != 1 {
		t.Fatalf("planned again: %+v, %v", op, err)
	}
	w.at = now.Add(-time.Hour)
	ahead, err := evolvers.PlanCycle(t.Context(), w.WithClock(func() time.Time { return now.Add(days) }), evolvers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := evolvers.Apply(t.Context(), w.Engine, &ahead, engine.How{}); !errors.Is(err, evolvers.ErrAhead) {
		t.Errorf("a plan of the future was applied: %v", err)
	}
}
