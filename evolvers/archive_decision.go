package evolvers

import (
	"context"
	"time"

	"ebb/engine"
)

var archiveDecisionSpec = Spec{
	Name:    ArchiveDecision,
	Title:   "Archive",
	Summary: "Archives what has faded below the archive threshold, by the final score.",
	Stage:   Last,
	On:      true,
	build:   func(s *Spec, _ *Config) (Evolver, error) { return archiveDecision{described{s}}, nil },
}

// archiveDecision goes last, from the final score: what interference took and
// what recalls and ties gave is in it. It covers every type under the curve.
type archiveDecision struct{ described }

// Plan implements Evolver.
func (a archiveDecision) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	settings := v.Settings()
	threshold := settings.Retention.ArchiveThreshold
	for h := range v.Heads() {
		if r.Looked%1024 == 0 && ctx.Err() != nil {
			return r, ctx.Err()
		}
		if h.State == engine.Archived {
			a.offer(&r, settings, h, now)
			continue
		}
		if !settings.UnderCurve(h.Type) || !h.LiveAt(now) {
			continue
		}
		r.Looked++
		ev := settings.Evidence(h)
		left := settings.Retention.Score(&ev, now)
		if left < threshold {
			r.Changes = append(r.Changes, a.archive(settings, h, left, now))
		}
	}
	return r, nil
}

// archive is dated by the instant at which the score fell below the threshold,
// with the score of that instant, so that it does not matter when the cycle
// came by.
func (a archiveDecision) archive(settings *engine.Settings, h *engine.Head, left float64, now time.Time) engine.Change {
	at, known := settings.FadesAt(h, now)
	if !known || at.After(now) {
		at = now
	}
	ev := settings.Evidence(h)
	fell := settings.Retention.Score(&ev, at)
	threshold := figure(settings.Retention.ArchiveThreshold)
	return engine.Change{
		Memory: h.ID, Field: "archived", Before: score(left), After: engine.Archived.String(),
		Why: "retention " + score(left) + " is below " + threshold + " since " + at.Format(time.RFC3339),
		Revise: &engine.Revision{
			State:   to(engine.Archived),
			Archive: &engine.Archive{At: at, Reason: "retention " + score(fell) + " fell below " + threshold, Score: fell},
		},
	}
}

// offer names an archived memory whose evidence has recovered: one that had
// faded, and would not be archived now.
func (a archiveDecision) offer(r *Result, settings *engine.Settings, h *engine.Head, now time.Time) {
	threshold := settings.Retention.ArchiveThreshold
	if h.Archive.Score == 0 || h.Archive.Score >= threshold || !settings.UnderCurve(h.Type) || h.ExpiredAt(now) {
		return
	}
	ev := settings.Evidence(h)
	if left := settings.Retention.Score(&ev, now); left >= threshold {
		r.Offers = append(r.Offers, Offer{ID: h.ID, Score: left})
	}
}
