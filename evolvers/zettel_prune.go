package evolvers

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ebb/engine"
)

var zettelPruneSpec = Spec{
	Name:      ZettelPrune,
	Title:     "Zettel prune",
	Summary:   "Archives notes that are short and linked to nothing, or that say what another one says.",
	Stage:     Core,
	PlanFirst: true,
	Options: []Option{
		{Key: "min_content_length", Help: "runes below which a note is short", Kind: Whole, Default: 50, Max: 1e6},
		{Key: "min_connections", Help: "links up to which a short note is archived", Kind: Whole, Max: 1e6},
		{Key: "similarity_threshold", Help: "word-Jaccard from which two notes are the same", Default: 0.9, Max: 1, NotMin: true},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return zettelPrune{
			described: described{s}, length: int(c.Value(s.Name, "min_content_length")),
			links: int(c.Value(s.Name, "min_connections")), alike: c.Value(s.Name, "similarity_threshold"),
		}, nil
	},
}

type zettelPrune struct {
	described
	length, links int
	alike         float64
}

// note is a zettel being looked at.
type note struct {
	*engine.Head
	runes int
	size  int
	words []string
	gone  string // why it is archived; "" when it stays
	twin  string
}

// Plan implements Evolver.
func (e zettelPrune) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	for _, group := range scopes(ofType(v, engine.TypeZettel)) {
		notes, err := e.read(ctx, v, &r, group)
		if err != nil {
			return r, err
		}
		e.orphans(v, &r, notes)
		if err := e.duplicates(ctx, notes); err != nil {
			return r, err
		}
		for i := range notes {
			e.archive(&r, &notes[i], now)
		}
	}
	return r, nil
}

func (e zettelPrune) read(ctx context.Context, v View, r *Result, group []*engine.Head) ([]note, error) {
	var notes []note
	for _, h := range group {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.Looked++
		m, err := v.Memory(h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		text := strings.TrimSpace(m.Content)
		notes = append(notes, note{Head: h, runes: utf8.RuneCountInString(text), size: len(m.Content), words: wordSet(text)})
	}
	return notes, nil
}

// unlinking are ties that say where a note comes from or how it was met, not
// what somebody has linked it to.
var unlinking = []string{engine.RelDerivedFrom, engine.CoRetrieved, engine.RelSupersedes}

func (e zettelPrune) orphans(v View, r *Result, notes []note) {
	for i := range notes {
		n := &notes[i]
		if n.runes >= e.length {
			continue
		}
		links := 0
		for edge, err := range v.EdgesOf(n.ID) {
			if err != nil {
				r.problem(n.ID, err.Error())
				links = e.links + 1
				break
			}
			if !contains(unlinking, edge.Type) {
				links++
			}
		}
		if links <= e.links {
			n.gone = strconv.Itoa(n.runes) + " runes are below " + strconv.Itoa(e.length) + ", " + strconv.Itoa(links) + " links"
		}
	}
}

// duplicates finds notes that say the same. Of two the shorter goes, of equals
// the later: all but one of any number at once. Notes are found by their rarest
// words: those that are alike enough must share one of the first few.
func (e zettelPrune) duplicates(ctx context.Context, notes []note) error {
	order := make([]int, len(notes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := cmp.Compare(notes[b].size, notes[a].size); c != 0 {
			return c
		}
		return byCreation(notes[a].Head, notes[b].Head)
	})
	rank := rarity(notes)
	index := map[string][]int{}
	for _, i := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := &notes[i]
		prefix := rarest(n.words, rank, e.alike)
		if twin, share := e.twin(notes, n, prefix, index); twin != "" {
			if n.gone == "" {
				n.gone = "it says what another note says: word-Jaccard " + score(share) + " is at least " + figure(e.alike)
			}
			n.twin = twin
			continue
		}
		for _, w := range prefix {
			index[w] = append(index[w], i)
		}
	}
	return nil
}

func (e zettelPrune) twin(notes []note, n *note, prefix []string, index map[string][]int) (id string, share float64) {
	for _, w := range prefix {
		for _, j := range index[w] {
			if share := jaccard(n.words, notes[j].words); share >= e.alike {
				return notes[j].ID, share
			}
		}
	}
	return "", 0
}

// rarity counts in how many notes each word stands.
func rarity(notes []note) map[string]int {
	rank := map[string]int{}
	for i := range notes {
		for _, w := range notes[i].words {
			rank[w]++
		}
	}
	return rank
}

// rarest are the words of which two sets must share one to reach a Jaccard of
// alike: all but alike·n of n, the rarest first.
func rarest(words []string, rank map[string]int, alike float64) []string {
	sorted := slices.Clone(words)
	slices.SortFunc(sorted, func(a, b string) int {
		if c := cmp.Compare(rank[a], rank[b]); c != 0 {
			return c
		}
		return cmp.Compare(a, b)
	})
	shared := int(alike*float64(len(words))*(1-1e-12) + 1 - 1e-9) // ⌈alike·n⌉
	return sorted[:min(len(sorted), len(sorted)-shared+1)]
}

func (e zettelPrune) archive(r *Result, n *note, now time.Time) {
	if n.gone == "" {
		return
	}
	c := engine.Change{
		Memory: n.ID, Field: "archived", Before: n.State.String(), After: engine.Archived.String(), Why: n.gone,
		Revise: &engine.Revision{State: to(engine.Archived), Archive: &engine.Archive{At: now, Reason: n.gone}},
	}
	if n.twin != "" {
		c.Source = []string{n.twin}
	}
	r.Changes = append(r.Changes, c)
}
