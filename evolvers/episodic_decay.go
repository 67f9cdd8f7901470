package evolvers

import (
	"context"
	"math"
	"time"

	"ebb/engine"
)

var episodicDecaySpec = Spec{
	Name:    EpisodicDecay,
	Title:   "Episodic age limit",
	Summary: "Archives episodes older than a limit. (Published as a half-life; it is an age.)",
	Stage:   Core,
	Options: []Option{{Key: "half_life", Help: "age in days from which an episode is archived", Default: 30, Max: 36500, NotMin: true}},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return episodicDecay{described{s}, c.Value(s.Name, "half_life")}, nil
	},
}

type episodicDecay struct {
	described
	limit float64
}

// Plan implements Evolver.
func (e episodicDecay) Plan(_ context.Context, v View, now time.Time) (Result, error) {
	var r Result
	for h := range v.Live() {
		if h.Type != engine.TypeEpisodic {
			continue
		}
		r.Looked++
		age := daysSince(h.CreatedAt, now)
		if age < e.limit {
			continue
		}
		at := h.CreatedAt.Add(time.Duration(math.Ceil(e.limit*86400e6)) * time.Microsecond)
		if at.Before(h.LearnedAt) { // it was brought back, or is news again
			at = h.LearnedAt
		}
		r.Changes = append(r.Changes, engine.Change{
			Memory: h.ID, Field: "archived", Before: days(age), After: engine.Archived.String(),
			Why: "it is " + days(age) + " old, the limit is " + figure(e.limit) + " d",
			Revise: &engine.Revision{
				State:   to(engine.Archived),
				Archive: &engine.Archive{At: at, Reason: "older than " + figure(e.limit) + " d"},
			},
		})
	}
	return r, nil
}
