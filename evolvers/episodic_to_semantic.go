package evolvers

import (
	"context"
	"time"

	"ebb/engine"
)

var episodicToSemanticSpec = Spec{
	Name:    EpisodicToSemantic,
	Title:   "Episodic to semantic",
	Summary: "Makes an episode that is sure and has lasted a fact, under the same id.",
	Stage:   Core,
	On:      true,
	Options: []Option{
		{Key: "confidence", Help: "confidence from which an episode is sure", Default: 0.9, Max: 1},
		{Key: "days", Help: "days that it has to have lasted", Default: 3, Max: 36500},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return episodicToSemantic{described{s}, c.Value(s.Name, "confidence"), c.Value(s.Name, "days")}, nil
	},
}

// episodicToSemantic changes the type and nothing else: a fact that was
// promoted is not archived at birth.
type episodicToSemantic struct {
	described
	confidence, days float64
}

// Plan implements Evolver.
func (e episodicToSemantic) Plan(_ context.Context, v View, now time.Time) (Result, error) {
	var r Result
	for h := range v.Live() {
		if h.Type != engine.TypeEpisodic {
			continue
		}
		r.Looked++
		age := daysSince(h.CreatedAt, now)
		if h.Confidence < e.confidence || age < e.days {
			continue
		}
		r.Changes = append(r.Changes, engine.Change{
			Memory: h.ID, Field: "type", Before: h.Type, After: engine.TypeSemantic,
			Why: "confidence " + figure(h.Confidence) + " is at least " + figure(e.confidence) +
				" and " + days(age) + " are at least " + figure(e.days),
			Revise: &engine.Revision{Type: to(engine.TypeSemantic)},
		})
	}
	return r, nil
}
