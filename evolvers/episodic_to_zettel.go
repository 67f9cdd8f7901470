package evolvers

import (
	"context"
	"slices"
	"time"

	"ebb/engine"
)

var episodicToZettelSpec = Spec{
	Name:    EpisodicToZettel,
	Title:   "Episodic to zettel",
	Summary: "Writes a note for each episode of the last days, once.",
	Stage:   Core,
	Options: []Option{{Key: "period", Help: "how many days back episodes are taken from", Default: 1, Max: 36500}},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return episodicToZettel{described{s}, c.Value(s.Name, "period")}, nil
	},
}

// episodicToZettel makes one note per source for ever: the tie from the note
// to its source says that there is one, even after the note has been deleted.
type episodicToZettel struct {
	described
	period float64
}

// Plan implements Evolver.
func (e episodicToZettel) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	var due []*engine.Head
	for h := range v.Live() {
		if h.Type == engine.TypeEpisodic && within(h.CreatedAt, now, e.period) {
			due = append(due, h)
		}
	}
	slices.SortFunc(due, byCreation)
	r.Looked = len(due)
	for _, h := range due {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		noted, err := e.noted(v, h.ID)
		if err != nil {
			r.problem(h.ID, err.Error())
			continue
		}
		if noted {
			r.skip("it has its note", 1)
			continue
		}
		e.note(v, &r, h, now)
	}
	return r, nil
}

// noted looks for a note derived from the memory. One that does not stand any
// more may have been a note, or something else: it counts.
func (e episodicToZettel) noted(v View, id string) (bool, error) {
	for edge, err := range v.EdgesOf(id) {
		if err != nil {
			return false, err
		}
		if edge.Type != engine.RelDerivedFrom || edge.To != id {
			continue
		}
		if maker, standing := v.Get(edge.From); !standing || maker.Type == engine.TypeZettel {
			return true, nil
		}
	}
	return false, nil
}

func (e episodicToZettel) note(v View, r *Result, h *engine.Head, now time.Time) {
	m, err := v.Memory(h.ID)
	if err != nil {
		r.problem(h.ID, err.Error())
		return
	}
	made := engine.Memory{
		Head: engine.Head{ID: v.NewID(EpisodicToZettel, h.ID), Scope: h.Scope, Type: engine.TypeZettel, Importance: h.Importance, Confidence: h.Confidence},
		Body: engine.Body{Content: m.Content, Source: m.Source, Metadata: m.Metadata},
	}
	r.Changes = append(r.Changes, engine.Change{
		Memory: made.ID, Field: "memory", After: "1 zettel",
		Why:    "the episode is " + days(daysSince(h.CreatedAt, now)) + " old, at most " + figure(e.period) + ", and has no note",
		Source: []string{h.ID}, Make: &engine.Making{Memory: made, From: []string{h.ID}},
	})
}
