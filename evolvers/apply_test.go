package evolvers_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/dynamics"
	"ebb/engine"
	"ebb/evolvers"

	"pgregory.net/rapid"
)

// world is an engine on a store on disk, with a clock that is set by hand.
type world struct {
	*engine.Engine
	store engine.Store
	at    time.Time
	near  near
}

func openWorld(t testing.TB, dir string) *world {
	t.Helper()
	store, err := badgerstore.Open(context.Background(), dir, badgerstore.Options{NoSync: true, MemTableSize: 1 << 20, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{store: store, at: now, near: near{}}
	w.Engine, err = engine.Open(context.Background(), store, engine.Options{Clock: func() time.Time { return w.at }})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) shut(t testing.TB) {
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// randomWorld is a small store in which everything can happen.
func randomWorld(rt *rapid.T, w *world, expiring bool) {
	n := rapid.IntRange(1, 40).Draw(rt, "memories")
	crowded := rapid.Bool().Draw(rt, "a full buffer")
	types := []string{
		engine.TypeEpisodic, engine.TypeEpisodic, engine.TypeEpisodic, engine.TypeSemantic, engine.TypeWorking, engine.TypeProcedural,
		engine.TypeZettel, engine.TypeOpinion, engine.TypeObservation, engine.TypeDecision, "journal", "code",
	}
	var all []engine.Memory
	for i := range n {
		m := memory(fmt.Sprintf("m%02d", i), rapid.SampledFrom(types).Draw(rt, "type"), randomText(rt))
		if crowded && i%2 == 0 {
			m.Type = engine.TypeWorking
		}
		m.Scope = engine.Scope{Namespace: "team", Subject: rapid.SampledFrom([]string{"alice", "bob"}).Draw(rt, "subject")}
		m.CreatedAt = now.Add(-time.Duration(rapid.IntRange(-3600, 120*24*3600).Draw(rt, "age")) * time.Second)
		m.Confidence = float64(rapid.IntRange(0, 100).Draw(rt, "confidence")) / 100
		m.Metadata = randomMetadata(rt, m.Type)
		m.Base = float64(rapid.IntRange(1, 100).Draw(rt, "base")) / 100
		if rapid.IntRange(0, 2).Draw(rt, "recalled") == 0 {
			m.Profile = dynamics.Profile{
				Total: uint32(rapid.IntRange(1, 50).Draw(rt, "total")), Search: 1, MeanRank: 2, Velocity7: 0.5, Velocity30: 0.25,
				Last: now.Add(-time.Duration(rapid.IntRange(0, 60*24).Draw(rt, "hours since")) * time.Hour),
			}
		}
		if expiring && rapid.IntRange(0, 9).Draw(rt, "expires") == 0 {
			m.ExpiresAt = now.Add(time.Duration(rapid.IntRange(-48, 48).Draw(rt, "hours left")) * time.Hour)
		}
		if rapid.IntRange(0, 9).Draw(rt, "archived") == 0 {
			m.State = engine.Archived
			m.Archive = engine.Archive{At: m.CreatedAt, Reason: "before", Score: 0.05}
		}
		all = append(all, m)
	}
	var ties []engine.Edge
	for range rapid.IntRange(0, n).Draw(rt, "ties") {
		a, b := rapid.IntRange(0, n-1).Draw(rt, "a"), rapid.IntRange(0, n-1).Draw(rt, "b")
		if a == b {
			continue
		}
		typ := rapid.SampledFrom([]string{engine.CoRetrieved, engine.CoRetrieved, engine.RelSupports}).Draw(rt, "tie")
		ties = append(ties, engine.Edge{
			EdgeKey:    engine.EdgeKey{From: all[a].ID, Type: typ, To: all[b].ID}.Canonical(),
			Connection: dynamics.NewConnection(now), CreatedAt: now, Count: uint32(rapid.IntRange(1, 20).Draw(rt, "count")),
		})
	}
	for i := range all {
		for j := range all[:i] {
			if rapid.IntRange(0, 6).Draw(rt, "alike") == 0 {
				s := 0.8 + float64(rapid.IntRange(0, 20).Draw(rt, "similarity"))/100
				w.near[all[i].ID] = append(w.near[all[i].ID], evolvers.Neighbour{ID: all[j].ID, Similarity: s})
				w.near[all[j].ID] = append(w.near[all[j].ID], evolvers.Neighbour{ID: all[i].ID, Similarity: s})
			}
		}
	}
	w.near.sort()
	err := w.store.Update(context.Background(), func(tx engine.Tx) error {
		for i := range all {
			if err := shelve(tx, &all[i]); err != nil {
				return err
			}
		}
		for i := range ties {
			if err := tx.Edges().Put(&ties[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		rt.Fatal(err)
	}
}

func (n near) sort() {
	for id := range n {
		slices.SortFunc(n[id], func(a, b evolvers.Neighbour) int {
			if a.Similarity != b.Similarity {
				return int(math.Copysign(1, b.Similarity-a.Similarity))
			}
			return strings.Compare(a.ID, b.ID)
		})
	}
}

func randomText(rt *rapid.T) string {
	n := rapid.IntRange(1, 6).Draw(rt, "words")
	var out []string
	for range n {
		out = append(out, rapid.SampledFrom([]string{"go", "rust", "deploy", "not", "vault", "key", "Alice", "Berlin"}).Draw(rt, "word"))
	}
	return strings.Join(out, " ")
}

func randomMetadata(rt *rapid.T, typ string) engine.Metadata {
	f := map[string]any{}
	word := func(name string) string {
		return rapid.SampledFrom([]string{"go", "rust", "deploy", "vault"}).Draw(rt, name)
	}
	for _, name := range []string{"tags", "topics", "skills", "tools", "entities"} {
		if rapid.Bool().Draw(rt, name) {
			f[name] = []string{word(name)}
		}
	}
	switch typ {
	case engine.TypeOpinion:
		f["subject"], f["formed_at"] = word("subject"), now.Add(-time.Duration(rapid.IntRange(0, 90).Draw(rt, "days held"))*days).Format(time.RFC3339)
	case engine.TypeDecision:
		f["status"], f["domain"] = "active", word("domain")
	case engine.TypeObservation:
		f["entity_name"] = word("entity")
	case "code":
		f["repo"], f["file_path"], f["commit_hash"] = "r", word("file"), "2"
	default:
		if rapid.IntRange(0, 3).Draw(rt, "refs") == 0 {
			f["source_code_refs"] = []map[string]string{{"repo": "r", "file_path": word("file"), "commit_hash": word("commit")}}
		}
	}
	if rapid.IntRange(0, 3).Draw(rt, "relevant") == 0 {
		f["relevance"] = float64(rapid.IntRange(0, 10).Draw(rt, "relevance")) / 10
	}
	if rapid.IntRange(0, 5).Draw(rt, "keyed") == 0 {
		f["key"] = word("key")
	}
	b, err := json.Marshal(f)
	if err != nil {
		rt.Fatal(err)
	}
	return b
}

// everything switches all evolvers on that can be on together.
var everything = []string{
	"episodic_decay.enabled=on", "semantic_decay.enabled=on", "zettel_prune.enabled=on", "episodic_to_zettel.enabled=on",
	"opinion_synthesis.min_confidence=0.1", "opinion_synthesis.min_pattern_occurrences=2", "working_to_procedural.k=2",
	"enhanced_working_to_episodic.base_threshold=10",
}

// snapshot is what can be compared of a store: version numbers and times of
// writing apart.
type snapshot struct {
	memories map[string]engine.Memory
	edges    map[engine.EdgeKey]uint32
	marks    map[string]string
}

func snapshotOf(t interface{ Fatal(...any) }, w *world) snapshot {
	s := snapshot{map[string]engine.Memory{}, map[engine.EdgeKey]uint32{}, map[string]string{}}
	err := w.View(context.Background(), func(tx engine.Tx) error {
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			v, _, err := tx.Versions().Get(h.ID, h.Ref())
			if err != nil {
				return err
			}
			m := engine.Memory{Head: h, Body: v.Memory.Body}
			m.Version, m.UpdatedAt, m.Text, m.LoggedDay = 0, time.Time{}, engine.VersionRef{}, 0
			if m.Undone { // an undo keeps what was made as deleted
				continue
			}
			s.memories[h.ID] = m
		}
		for e, err := range tx.Edges().All() {
			if err != nil {
				return err
			}
			s.edges[e.EdgeKey] = e.Count
		}
		return engine.Marks(tx, "", func(name string, value []byte) error {
			s.marks[name] = string(value)
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// differences names what two snapshots do not share.
func differences(a, b snapshot) []string {
	var out []string
	for id, m := range a.memories {
		x, y := fmt.Sprintf("%+v", m), fmt.Sprintf("%+v", b.memories[id])
		if x != y {
			out = append(out, id+":\n  "+x+"\n  "+y)
		}
	}
	for id := range b.memories {
		if _, there := a.memories[id]; !there {
			out = append(out, id+" is new")
		}
	}
	if !maps.Equal(a.edges, b.edges) {
		out = append(out, fmt.Sprintf("ties: %v\n  %v", a.edges, b.edges))
	}
	if !maps.Equal(a.marks, b.marks) {
		out = append(out, fmt.Sprintf("marks: %d, %d", len(a.marks), len(b.marks)))
	}
	slices.Sort(out)
	return out
}

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
