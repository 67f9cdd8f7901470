package evolvers_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"ebb/engine"
	"ebb/evolvers"

	"pgregory.net/rapid"
)

func (s *shelf) touch(t testing.TB, o evolvers.Options, ids ...string) evolvers.Plan {
	t.Helper()
	p, err := evolvers.PlanTouched(t.Context(), s.engineAt(t, now, engine.Options{}), ids, o)
	if err != nil {
		t.Fatal(err)
	}
	if failed := p.Failed(); len(failed) > 0 {
		t.Fatal(failed)
	}
	return p
}

// A working memory that fills its buffer rolls it up; other buffers and other
// evolvers stay out of it.
func TestTheStageFillsABuffer(t *testing.T) {
	s := newShelf()
	for i := range 12 {
		for _, subject := range []string{"alice", "bob"} {
			s.put(memory(fmt.Sprintf("%s%02d", subject, i), engine.TypeWorking, "the same words"), aged(time.Duration(i)*time.Second), func(m *engine.Memory) { m.Scope.Subject = subject })
		}
	}
	s.put(memory("old", engine.TypeEpisodic, "x"), aged(200*days))
	p := s.touch(t, evolvers.Options{Full: true, Set: []string{"enhanced_working_to_episodic.base_threshold=12"}}, "alice03", "nobody")
	if n := p.Counts(); n.Made != 1 || n.Archived != 0 || n.Changes != 1 {
		t.Fatalf("%+v: %s", n, told(&p))
	}
	if from := p.Changes()[0].Make.From; len(from) != 12 || from[0] != "alice11" {
		t.Errorf("rolled up %v", from)
	}
	if p.Source != "evolve stage" {
		t.Errorf("its source is %q", p.Source)
	}
}

func TestTheStagePromotes(t *testing.T) {
	s := newShelf()
	s.put(memory("sure", engine.TypeEpisodic, "x"), aged(5*days), sure(0.95))
	s.put(memory("sure too", engine.TypeEpisodic, "x"), aged(5*days), sure(0.95))
	p := s.touch(t, evolvers.Options{}, "sure")
	if n := p.Counts(); n.Changes != 1 || p.Changes()[0].Memory != "sure" {
		t.Errorf("%s", told(&p))
	}
}

// What the stage says of a touched memory's rivals is what a cycle would say.
func TestTheStageWeighsLikeACycle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 8).Draw(rt, "memories")
		s, source := newShelf(), near{}
		for i := range n {
			s.put(memory(letters(n)[i], engine.TypeEpisodic, "x"))
			for j := range i {
				similarity := float64(rapid.IntRange(800, 1000).Draw(rt, "similarity")) / 1000
				source[letters(n)[i]] = append(source[letters(n)[i]], evolvers.Neighbour{ID: letters(n)[j], Similarity: similarity})
				source[letters(n)[j]] = append(source[letters(n)[j]], evolvers.Neighbour{ID: letters(n)[i], Similarity: similarity})
			}
		}
		source.sort()
		whole := stepOf(t, s.plan(t, evolvers.Options{Neighbours: source}), evolvers.InterferenceBasedConsolidation)
		p := s.touch(t, evolvers.Options{Neighbours: source}, "a")
		stage := stepOf(t, p, evolvers.InterferenceBasedConsolidation)
		a, b := changesOf(whole, "a"), changesOf(stage, "a")
		if len(a) != len(b) || (len(a) == 1 && (a[0].After != b[0].After || !slices.Equal(a[0].Source, b[0].Source))) {
			rt.Fatalf("a cycle says %+v, the stage %+v", a, b)
		}
	})
}
