package evolvers

import (
	"context"
	"time"
)

var exponentialDecaySpec = Spec{
	Name:    ExponentialDecay,
	Title:   "Forgetting curve",
	Summary: "Lets memories fade with time: exp(−days since learned / stability).",
	Stage:   Enhanced,
	On:      true,
	Options: []Option{
		{Key: "default_stability", Help: "stability in days of a memory without its own: after so long 1/e is left", Default: 30, Max: 36500, NotMin: true, Shared: true},
		{Key: "archive_threshold", Help: "retention below which a memory is archived", Default: 0.1, Max: 1, Shared: true},
		{Key: "types", Help: "types that fade; those that are not well-known always do", Kind: Types, Shared: true},
		{Key: "max_memories", Help: "memories looked at in a cycle", Kind: Whole, Default: 500, Max: 1e9, Cap: true},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return exponentialDecay{described{s}, int(c.Value(s.Name, "max_memories"))}, nil
	},
}

// exponentialDecay has nothing to write: the curve is a function of time, so
// that every list shows it live and no cycle can let it compound. What it
// reports is how much of the store is moving along it.
type exponentialDecay struct {
	described
	most int
}

// Plan implements Evolver.
func (e exponentialDecay) Plan(_ context.Context, v View, now time.Time) (Result, error) {
	var r Result
	settings := v.Settings()
	ahead := 0
	for h := range v.Live() {
		if !settings.UnderCurve(h.Type) {
			continue
		}
		if e.most > 0 && r.Looked == e.most {
			r.Left++
			continue
		}
		r.Looked++
		switch {
		case h.LearnedAt.After(now):
			ahead++
		case h.LearnedAt.Before(now):
			r.Drift++
		}
	}
	r.skip("dated ahead of now: age 0 until then", ahead)
	return r, nil
}
