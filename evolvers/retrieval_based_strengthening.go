package evolvers

import (
	"context"
	"math"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

var strengtheningSpec = Spec{
	Name:    RetrievalBasedStrengthening,
	Title:   "Recall strengthening",
	Summary: "Makes memories stronger that are looked for, and takes a little from those that are not.",
	Stage:   Enhanced,
	On:      true,
	Options: []Option{
		{Key: "retrieval_weight", Help: "scale of what a retrieval adds", Default: 0.1, Max: 10, Shared: true},
		{Key: "unretrieved_decay_rate", Help: "loss per day without a retrieval", Default: 0.005, Max: 1, Shared: true},
		{Key: "lookback_days", Help: "days for which a retrieval protects, and the most that count", Kind: Whole, Default: 30, Min: 1, Max: 3650, Shared: true},
		{Key: "strengthening_fade_days", Help: "days after the last retrieval in which what it added fades", Default: 7, Max: 365, NotMin: true, Shared: true},
		{Key: "max_memories", Help: "memories looked at in a cycle", Kind: Whole, Default: 500, Max: 1e9, Cap: true},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return strengthening{described{s}, int(c.Value(s.Name, "max_memories"))}, nil
	},
}

// strengthening has nothing to write either: counts and ranks act at the
// retrieval. It says which boosts retrievals have moved since a cycle was last
// applied, and keeps what they came to.
type strengthening struct {
	described
	most int
}

// Plan implements Evolver.
func (e strengthening) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	var heads []*engine.Head
	for h := range v.Live() {
		if h.Type != engine.TypeWorking {
			heads = append(heads, h)
		}
	}
	heads, err := fairly(v, &r, e.Name(), heads, e.most)
	if err != nil {
		return r, err
	}
	committed, err := openLedger(v, e.Name()+"/committed")
	if err != nil {
		return r, err
	}
	settings := &v.Settings().Retention
	undated := 0
	for i, h := range heads {
		if i%1024 == 0 && ctx.Err() != nil {
			return r, ctx.Err()
		}
		r.Looked++
		if field := misshapen(&h.Profile); field != "" {
			r.problem(h.ID, "its retrieval profile makes no sense: "+field)
			continue
		}
		if e.unretrieved(h, now, settings.LookbackDays) {
			r.Drift++
		}
		if h.Profile.Total > 0 && h.Profile.Last.IsZero() {
			undated++
		}
		boost := max(0, h.Profile.Strengthening(settings.RetrievalWeight))
		if before := committed.see(h.ID, boost); before != boost {
			r.Moved = append(r.Moved, e.moved(h, before, boost, settings))
		}
	}
	r.skip("retrieved, nobody knows when", undated)
	r.Marks = append(r.Marks, committed.marks(r.Left == 0)...)
	return r, nil
}

// unretrieved reports whether a memory is losing by not being looked for.
func (e strengthening) unretrieved(h *engine.Head, now time.Time, lookback int) bool {
	if h.Profile.Total > 0 && !h.Profile.Last.IsZero() {
		return daysSince(h.Profile.Last, now) > float64(lookback)
	}
	return h.CreatedAt.Before(now)
}

func (e strengthening) moved(h *engine.Head, before, after float64, s *dynamics.Settings) engine.Change {
	p := &h.Profile
	why := "no retrieval counts any more"
	if after > 0 {
		rank := p.MeanRank
		if rank == 0 {
			rank = 1
		}
		why = figure(s.RetrievalWeight) + "·ln(1 + " + count(p.Total) + ")·1/(1 + " + fixed(rank, 2) + ")·" + fixed(p.Velocity7, 3) + "/" + fixed(p.Velocity30, 3) +
			" at the last retrieval, fading over " + figure(s.StrengtheningFadeDays) + " d"
	}
	return engine.Change{Memory: h.ID, Field: "strengthening", Before: score(before), After: score(after), Why: why}
}

// misshapen names the first number of a profile that cannot be; "" for none.
func misshapen(p *dynamics.Profile) string {
	for _, f := range []struct {
		name  string
		value float64
	}{
		{"avg_search_rank", p.MeanRank},
		{"avg_similarity_score", p.MeanSimilarity},
		{"velocity_7d", p.Velocity7},
		{"velocity_30d", p.Velocity30},
	} {
		if math.IsNaN(f.value) || math.IsInf(f.value, 0) || (f.value < 0 && f.name != "avg_similarity_score") {
			return f.name + " is " + figure(f.value)
		}
	}
	return ""
}
