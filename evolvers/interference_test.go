package evolvers_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ebb/engine"
	"ebb/evolvers"

	"pgregory.net/rapid"
)

func TestInterference(t *testing.T) {
	pair := func(similarity float64, opts ...func(*engine.Memory)) (*shelf, near) {
		s := newShelf()
		s.put(memory("a", engine.TypeEpisodic, "x"))
		s.put(memory("b", engine.TypeSemantic, "x"), opts...)
		return s, near{"a": {{ID: "b", Similarity: similarity}}, "b": {{ID: "a", Similarity: similarity}}}
	}
	run := func(s *shelf, n evolvers.Neighbours) evolvers.Step {
		return stepOf(t, s.plan(t, evolvers.Options{Neighbours: n}), evolvers.InterferenceBasedConsolidation)
	}
	s, n := pair(0.9)
	if step := run(s, n); len(step.Changes) != 2 || !strings.Contains(step.Changes[0].Why, "retention 1.0000 → 0.9550") || !slices.Equal(step.Changes[0].Source, []string{"b"}) {
		t.Errorf("%+v", step.Changes)
	}
	s, n = pair(0.85)
	if step := run(s, n); len(step.Changes) != 0 {
		t.Error("a similarity at the threshold interferes")
	}
	s, n = pair(0.9, func(m *engine.Memory) { m.State, m.UpdatedAt = engine.Archived, now })
	if step := run(s, n); len(step.Changes) != 1 || step.Changes[0].Memory != "a" {
		t.Error("archiving one side has ended a pair")
	}
	s, n = pair(0.9, func(m *engine.Memory) {
		m.State, m.CreatedAt, m.UpdatedAt = engine.Archived, now.Add(-9*days), now.Add(-5*days)
	})
	if step := run(s, n); len(step.Changes) != 0 {
		t.Error("what was archived before the other was learned interferes")
	}
	for name, change := range map[string]func(*engine.Memory){
		"superseded": func(m *engine.Memory) { m.State = engine.Superseded },
		"expired":    func(m *engine.Memory) { m.ExpiresAt = now },
		"elsewhere":  func(m *engine.Memory) { m.Scope.Namespace = "other" },
		"another's":  func(m *engine.Memory) { m.Scope.Tenant = engine.Tenant{ID: "x", Set: true} },
		"procedural": func(m *engine.Memory) { m.Type = engine.TypeProcedural },
	} {
		s, n = pair(0.9, change)
		if step := run(s, n); len(step.Changes) != 0 {
			t.Errorf("%s: it interferes", name)
		}
	}
	s, _ = pair(0.9, func(m *engine.Memory) { m.Interference = 0.8 })
	if step := run(s, near{"a": {}, "b": {}}); len(step.Changes) != 1 || *step.Changes[0].Weigh.Interference != 1 {
		t.Error("a pair that has ended still counts")
	}
	if step := run(s, near{}); len(step.Changes) != 0 || !strings.Contains(reasons(step), "no neighbours yet") {
		t.Errorf("without neighbours: %+v, %s", step.Changes, reasons(step))
	}
	if step := run(s, nil); len(step.Changes) != 0 || !strings.Contains(reasons(step), "no neighbours yet") {
		t.Error("without a source of neighbours")
	}
	half := evolvers.Nearby{Of: &engine.Neighbourhood{Threshold: 0.85, Lists: []engine.NeighbourList{{ID: "a", Near: []engine.Neighbour{{ID: "b", Similarity: 0.99}}}}}}
	if step := run(s, half); len(step.Changes) != 0 || !strings.Contains(reasons(step), "still being compared") {
		t.Errorf("while comparing: %v, %s", step.Changes, reasons(step))
	}
	half.Of.Complete = true
	if step := run(s, half); len(step.Changes) != 2 {
		t.Errorf("once compared: %v", step.Changes)
	}
	half.Of.Lexical = true
	half.Of.Lists[0].Near[0].Similarity = 0.94
	if step := run(s, half); len(step.Changes) != 1 { // b alone, whose pair is none any more
		t.Errorf("spellings that are less than .95 alike interfere: %v", step.Changes)
	}
}

// What pairs cost does not depend on the names of memories, on whose list a
// pair is found, or on the order of anything.
func TestInterferenceIsIndependentOfOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(rt, "memories")
		names := rapid.Permutation(letters(n)).Draw(rt, "names")
		similarity := map[[2]int]float64{}
		for i := range n {
			for j := range i {
				similarity[[2]int{j, i}] = float64(rapid.IntRange(700, 1000).Draw(rt, "similarity"))/1000 + float64(i*n+j)*1e-9
			}
		}
		costs := func(name func(int) string) []float64 {
			s, source := newShelf(), near{}
			for i := range n {
				s.put(memory(name(i), engine.TypeEpisodic, "x"))
				for j := range n {
					if i != j {
						source[name(i)] = append(source[name(i)], evolvers.Neighbour{ID: name(j), Similarity: similarity[[2]int{min(i, j), max(i, j)}]})
					}
				}
			}
			source.sort()
			out := make([]float64, n)
			for i := range out {
				out[i] = 1
			}
			step := stepOf(t, s.plan(t, evolvers.Options{Neighbours: source}), evolvers.InterferenceBasedConsolidation)
			for i := range n {
				for _, c := range changesOf(step, name(i)) {
					out[i] = *c.Weigh.Interference
				}
			}
			return out
		}
		a := costs(func(i int) string { return letters(n)[i] })
		b := costs(func(i int) string { return names[i] })
		for i := range a {
			if math.Abs(a[i]-b[i]) > 1e-12 {
				rt.Fatalf("memory %d pays %v as %s, %v as %s", i, a[i], letters(n)[i], b[i], names[i])
			}
			if a[i] <= 0 || a[i] > 1 {
				rt.Fatalf("a factor of %v", a[i])
			}
		}
	})
}

func letters(n int) []string { return strings.Split("abcdefghijkl"[:n], "") }

// Three identical vectors: each pays both of its pairs.
func TestNoPenaltyIsLost(t *testing.T) {
	s, n := newShelf(), near{}
	for _, a := range letters(3) {
		s.put(memory(a, engine.TypeEpisodic, "x"))
		for _, b := range letters(3) {
			if a != b {
				n[a] = append(n[a], evolvers.Neighbour{ID: b, Similarity: 1})
			}
		}
	}
	for _, c := range stepOf(t, s.plan(t, evolvers.Options{Neighbours: n}), evolvers.InterferenceBasedConsolidation).Changes {
		if math.Abs(*c.Weigh.Interference-0.9025) > 1e-12 {
			t.Errorf("%s pays %v", c.Memory, *c.Weigh.Interference)
		}
	}
}
