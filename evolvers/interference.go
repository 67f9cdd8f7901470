package evolvers

import (
	"context"
	"time"
)

var interferenceSpec = Spec{
	Name:    InterferenceBasedConsolidation,
	Title:   "Interference",
	Summary: "Lets memories that are nearly alike weaken each other.",
	Stage:   Enhanced,
	On:      true,
	Options: []Option{
		{Key: "similarity_threshold", Help: "cosine above which two memories interfere", Default: 0.85, Min: 0.5, Max: 1, NotMax: true, Shared: true, Lexical: 0.95},
		{Key: "interference_weight", Help: "what a rival of cosine 1 takes", Default: 0.05, Max: 1, NotMax: true, Shared: true},
		{Key: "top_k_neighbors", Help: "neighbours looked at per memory", Kind: Whole, Default: 5, Min: 1, Max: 1000},
		{Key: "max_memories", Help: "memories weighed in a cycle", Kind: Whole, Default: 200, Max: 1e9, Cap: true},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return interference{
			described: described{s}, threshold: c.Value(s.Name, "similarity_threshold"),
			k: int(c.Value(s.Name, "top_k_neighbors")), most: int(c.Value(s.Name, "max_memories")),
		}, nil
	},
}

type interference struct {
	described
	threshold float64
	k, most   int
}

// Plan implements Evolver.
func (e interference) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	source := v.Neighbours()
	if source == nil {
		r.skip("no neighbours yet", 1)
		return r, nil
	}
	if u, ok := source.(Unfinished); ok && !u.Complete() {
		r.skip("texts are still being compared", 1)
		return r, nil
	}
	if f, ok := source.(Faulty); ok {
		r.Problems = append(r.Problems, f.Problems()...)
	}
	f := rivalry{e: e, view: v, source: source}
	f.gather(now)
	if err := f.pair(ctx, &r, now); err != nil {
		return r, err
	}
	heads, err := fairly(v, &r, e.Name(), f.live, e.most)
	if err != nil {
		return r, err
	}
	unknown := 0
	for _, h := range heads {
		i, _ := f.find(h.ID)
		r.Looked++
		rivals := f.of(i)
		if !f.known[i] && len(rivals) == 0 {
			unknown++
			continue
		}
		f.weigh(&r, h, rivals, now)
	}
	r.skip("no neighbours yet", unknown)
	return r, nil
}
