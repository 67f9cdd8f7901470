package evolvers

import (
	"context"
	"time"

	"ebb/engine"
)

var opinionReinforcementSpec = Spec{
	Name:    OpinionReinforcement,
	Title:   "Opinions: reinforce",
	Summary: "Makes opinions surer or less sure by what episodes say, and gives up those that nothing speaks for.",
	Stage:   Core,
	On:      true,
	Options: []Option{
		{Key: "min_confidence_threshold", Help: "confidence below which an opinion is archived", Default: 0.2, Max: 1},
		{Key: "lookback_days", Help: "how many days back episodes count", Default: 7, Max: 36500, NotMin: true},
		{Key: "similarity_threshold", Help: "cosine from which an episode is about the opinion", Default: 0.7, Max: 1},
		{Key: "reinforcement_boost", Help: "share of the doubt that a supporting episode takes", Default: 0.1, Max: 1},
		{Key: "contradiction_penalty", Help: "share of the confidence that a contradicting episode takes", Default: 0.15, Max: 1},
		{Key: "decay_after_days", Help: "days of silence after which confidence goes down", Default: 30, Min: 1, Max: 36500},
		{Key: "decay_rate", Help: "by so much each time", Default: 0.05, Max: 1},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return opinionReinforcement{described{s}, belief{
			boost: c.Value(s.Name, "reinforcement_boost"), penalty: c.Value(s.Name, "contradiction_penalty"),
			lookback: c.Value(s.Name, "lookback_days"), similarity: c.Value(s.Name, "similarity_threshold"),
			decayAfter: c.Value(s.Name, "decay_after_days"), decayRate: c.Value(s.Name, "decay_rate"),
			floor: c.Value(s.Name, "min_confidence_threshold"), supports: "formed_from", denies: "formed_from", formed: "formed_at",
			witness: func(typ string) bool { return typ == engine.TypeEpisodic },
		}}, nil
	},
}

// opinionReinforcement counts each piece of evidence once: formed_from keeps
// what an opinion was formed from and what was counted since.
type opinionReinforcement struct {
	described
	belief belief
}

// Plan implements Evolver.
func (e opinionReinforcement) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	return e.belief.reinforce(ctx, v, engine.TypeOpinion, now, func(_ *Facets, j *judgement, r *engine.Revision) string {
		if j.after < e.belief.floor {
			j.reasons = append(j.reasons, "below "+figure(e.belief.floor)+": archived")
			r.State = to(engine.Archived)
			r.Archive = &engine.Archive{At: now, Reason: "confidence " + score(j.after) + " is below " + figure(e.belief.floor)}
		}
		return ""
	})
}
