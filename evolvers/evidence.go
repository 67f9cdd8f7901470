package evolvers

import (
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
