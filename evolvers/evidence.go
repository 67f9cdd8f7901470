package evolvers

import (
	"math"
	"strconv"
	"time"

	"ebb/engine"
)

// lexicalDenials are the words that make a text a contradiction when they
// stand in it as words. They move confidence; they never open a conflict.
var lexicalDenials = [][]string{{"not"}, {"never"}, {"stopped"}, {"changed"}, {"no", "longer"}, {"unlike"}}

// evidence is a recent memory that may speak for or against a belief.
type evidence struct {
	*engine.Head
	words  []string
	denies bool
}

// evidenceBase are the recent memories of one scope, found by word.
type evidenceBase struct {
	all    []evidence // in order of creation
	place  map[string]int
	byWord map[string][]int32
	// vectors are those of the evidence and of the beliefs of the scope.
	vectors map[string][]float32
}

// gather reads the memories that beliefs may be judged by, of those scopes
// that have any belief.
func (k *belief) gather(v View, r *Result, now time.Time, wanted map[engine.Scope]bool) map[engine.Scope]*evidenceBase {
	var recent []*engine.Head
	for h := range v.Live() {
		if k.witness(h.Type) && wanted[h.Scope] && within(h.CreatedAt, now, k.lookback) {
			recent = append(recent, h)
		}
	}
	out := map[engine.Scope]*evidenceBase{}
	for _, group := range scopes(recent) {
		b := &evidenceBase{place: map[string]int{}, byWord: map[string][]int32{}}
		for _, h := range group {
			m, err := v.Memory(h.ID)
			if err != nil {
				r.problem(h.ID, err.Error())
				continue
			}
			b.add(h, tokens(m.Content))
		}
		out[group[0].Scope] = b
	}
	return out
}

func (b *evidenceBase) add(h *engine.Head, words []string) {
	n := int32(len(b.all))
	e := evidence{Head: h, words: words}
	for _, phrase := range lexicalDenials {
		e.denies = e.denies || holdsPhrase(words, phrase)
	}
	b.place[h.ID] = len(b.all)
	b.all = append(b.all, e)
	for _, w := range words {
		if list := b.byWord[w]; len(list) == 0 || list[len(list)-1] != n {
			b.byWord[w] = append(list, n)
		}
	}
}

// about finds the evidence that holds a phrase, by its rarest word.
func (b *evidenceBase) about(phrase []string, hit map[int]string, why string) {
	if len(phrase) == 0 {
		return
	}
	rarest := phrase[0]
	for _, w := range phrase[1:] {
		if len(b.byWord[w]) < len(b.byWord[rarest]) {
			rarest = w
		}
	}
	for _, i := range b.byWord[rarest] {
		if _, known := hit[int(i)]; !known && holdsPhrase(b.all[i].words, phrase) {
			hit[int(i)] = why
		}
	}
}

// comparable bounds the pairs of a belief and a piece of evidence that are
// compared in one scope: some seconds.
const comparable = 10_000_000

// embed gets the vectors by which beliefs find evidence that shares no word
// with them. Those that cannot be compared are reported and left out.
func embed(v View, r *Result, bases map[engine.Scope]*evidenceBase, beliefs []*engine.Head) error {
	held := map[engine.Scope][]string{}
	for _, h := range beliefs {
		held[h.Scope] = append(held[h.Scope], h.ID)
	}
	for _, h := range beliefs {
		scope, b := h.Scope, bases[h.Scope]
		if b == nil || b.vectors != nil {
			continue
		}
		b.vectors = map[string][]float32{}
		if len(b.all)*len(held[scope]) > comparable {
			r.skip("too much evidence to compare by meaning", len(held[scope]))
			continue
		}
		ids := held[scope]
		for i := range b.all {
			ids = append(ids, b.all[i].ID)
		}
		vectors, err := v.Vectors(ids)
		if err != nil {
			return err
		}
		if vectors != nil {
			b.vectors = vectors
		}
		b.sift(r, ids)
	}
	return nil
}

// sift removes vectors that are not like the first one.
func (b *evidenceBase) sift(r *Result, ids []string) {
	size := 0
	for _, id := range ids {
		vector, given := b.vectors[id]
		if !given {
			continue
		}
		if size == 0 {
			size = len(vector)
		}
		why := ""
		if len(vector) != size {
			why = "its vector has " + strconv.Itoa(len(vector)) + " dimensions, not " + strconv.Itoa(size)
		}
		for _, x := range vector {
			if y := float64(x); math.IsNaN(y) || math.IsInf(y, 0) {
				why = "its vector holds what is not a number"
				break
			}
		}
		if why != "" {
			r.problem(id, why)
			delete(b.vectors, id)
		}
	}
}
