package evolvers

import (
	"context"
	"time"

	"ebb/engine"
)

var expiryMarking = Spec{
	Name:    ExpiryMarking,
	Title:   "Expiry",
	Summary: "Marks memories that are past their expiry.",
	Stage:   First,
	On:      true,
	build:   func(s *Spec, _ *Config) (Evolver, error) { return expiry{described{s}}, nil },
}

// expiry marks what has been hidden since its expiry passed. It goes first, so
// that the evolvers see what everybody else sees.
type expiry struct{ described }

// Plan implements Evolver.
func (e expiry) Plan(_ context.Context, v View, now time.Time) (Result, error) {
	var r Result
	for h := range v.Heads() {
		if h.ExpiresAt.IsZero() || !h.State.Live() {
			continue
		}
		r.Looked++
		if !h.ExpiredAt(now) {
			continue
		}
		r.Changes = append(r.Changes, engine.Change{
			Memory: h.ID, Field: "state", Before: h.State.String(), After: engine.Expired.String(),
			Why:    "it was to be kept until " + h.ExpiresAt.Format(time.RFC3339),
			Revise: &engine.Revision{State: to(engine.Expired)},
		})
	}
	return r, nil
}

func to[T any](v T) *T { return &v }
