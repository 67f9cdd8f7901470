package evolvers

import (
	"context"
	"time"

	"ebb/engine"
)

var semanticDecaySpec = Spec{
	Name:    SemanticDecay,
	Title:   "Semantic relevance",
	Summary: "Archives facts whose metadata says that they are of little relevance.",
	Stage:   Core,
	Options: []Option{{Key: "threshold", Help: "relevance below which a fact is archived", Default: 0.2, Max: 1}},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return semanticDecay{described{s}, c.Value(s.Name, "threshold")}, nil
	},
}

type semanticDecay struct {
	described
	threshold float64
}

// Plan implements Evolver.
func (e semanticDecay) Plan(ctx context.Context, v View, _ time.Time) (Result, error) {
	var r Result
	for h := range v.Live() {
		if h.Type != engine.TypeSemantic {
			continue
		}
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Looked++
		f, err := v.Facets(h.ID)
		switch {
		case err != nil:
			r.problem(h.ID, err.Error())
			continue
		case f.Odd == "relevance":
			r.problem(h.ID, "relevance is not a number")
			continue
		case f.Relevance >= e.threshold:
			continue
		}
		why := "relevance " + figure(f.Relevance) + " is below " + figure(e.threshold)
		r.Changes = append(r.Changes, engine.Change{
			Memory: h.ID, Field: "archived", Before: figure(f.Relevance), After: engine.Archived.String(), Why: why,
			Revise: &engine.Revision{
				State: to(engine.Archived),
				// Its metadata has said so since its last version, whenever a
				// cycle comes by.
				Archive: &engine.Archive{At: h.UpdatedAt, Reason: why},
			},
		})
	}
	return r, nil
}
