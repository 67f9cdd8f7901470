package evolvers

import (
	"context"
	"time"

	"ebb/engine"
)

var decisionConfidenceSpec = Spec{
	Name:    DecisionConfidence,
	Title:   "Decision confidence",
	Summary: "Makes active decisions surer or less sure by what episodes say, and retracts those that nothing speaks for.",
	Stage:   Core,
	On:      true,
	Options: []Option{
		{Key: "min_confidence_threshold", Help: "confidence below which a decision is retracted", Default: 0.1, Max: 1},
		{Key: "decay_after_days", Help: "days of silence after which confidence goes down", Default: 30, Min: 1, Max: 36500},
		{Key: "decay_rate", Help: "by so much each time", Default: 0.05, Max: 1},
		{Key: "lookback_days", Help: "how many days back episodes count", Default: 7, Max: 36500, NotMin: true},
		{Key: "similarity_threshold", Help: "cosine from which an episode is about the decision", Default: 0.7, Max: 1},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return decisionConfidence{described{s}, belief{
			boost: decisionBoost, penalty: decisionPenalty,
			lookback: c.Value(s.Name, "lookback_days"), similarity: c.Value(s.Name, "similarity_threshold"),
			decayAfter: c.Value(s.Name, "decay_after_days"), decayRate: c.Value(s.Name, "decay_rate"),
			floor: c.Value(s.Name, "min_confidence_threshold"), supports: "evidence_ids", denies: "contradicting_ids", saysItself: true, witness: speaksOfDecisions,
		}}, nil
	},
}

// What an episode moves a decision by; published, and not configurable there.
const (
	decisionBoost   = 0.1
	decisionPenalty = 0.15
)

const (
	statusActive    = "active"
	statusRetracted = "retracted"
)

// speaksOfDecisions leaves out other decisions, and working memories, which
// come back as episodes.
func speaksOfDecisions(typ string) bool {
	return typ != engine.TypeDecision && typ != engine.TypeWorking
}

type decisionConfidence struct {
	described
	belief belief
}

// Plan implements Evolver.
func (e decisionConfidence) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	return e.belief.reinforce(ctx, v, engine.TypeDecision, now, func(f *Facets, j *judgement, _ *engine.Revision) string {
		if f.Status != statusActive {
			return "its status is not " + statusActive
		}
		if j.after < e.belief.floor {
			j.reasons = append(j.reasons, "below "+figure(e.belief.floor)+": "+statusRetracted)
			j.fields.set("status", statusRetracted)
			j.fields.set("retraction_reason", "confidence_below_threshold")
			j.touched = true
		}
		return ""
	})
}
