package dynamics

import (
	"math"
	"time"
)

// Evidence is everything that a memory's retention is derived from. Between
// events it does not change; time alone moves the score.
//
// Evidence that makes no sense is read defensively, so that a score is always
// a number in [0, 1]: a Stability that is not positive and finite is the
// default, an Interference outside (0, 1] is 1, a Base that is NaN is 1 and is
// otherwise clamped to [0, 1], a boost that is negative or not finite is 0.
type Evidence struct {
	// UnderCurve says that the memory's type is forgotten along the curve
	// (episodic, and every type that is not well-known).
	UnderCurve bool
	// Working says that the memory is working memory, which neither
	// retrieval nor the lack of it touches.
	Working bool
	// Base is the retention that the memory starts from where it is not under
	// the curve: the score that came with an import, else 1. Zero is zero.
	// Under the curve it is ignored and 1.
	Base float64
	// Created is when the memory was made; zero when not known (age 0).
	Created time.Time
	// Learned is when its content was last learned: created or changed. Zero
	// means Created.
	Learned time.Time
	// Stability is the e-folding time in days; ≤ 0 means the default.
	Stability float64
	// Interference is the product over its interfering pairs, in (0, 1]; 0
	// means none recorded, which is 1.
	Interference float64
	// Retrievals is the retrieval profile; its zero value is "never".
	Retrievals Profile
	// TieCount is the co-retrieval count of its strongest CO_RETRIEVED tie.
	TieCount uint32
}

// Components are the parts of a score, so that a person can see why it is
// what it is:
//
//	Score = clamp01(clamp01(Base · Curve · Interference · Unretrieved + Strengthening) + Hebbian)
//
// The first four are factors in [0, 1], the next two additions ≥ 0. Parts
// that do not apply are 1 and 0.
type Components struct {
	Base, Curve, Interference, Unretrieved float64
	Strengthening, Hebbian                 float64
	Score                                  float64
}

// Retention is the retention of a memory at now, with its parts. It never
// rises between events, never accumulates, and does not allocate.
func (s Settings) Retention(e *Evidence, now time.Time) Components {
	return s.retention(e, micros(now))
}

// Score is the retention of a memory at now, in [0, 1].
func (s Settings) Score(e *Evidence, now time.Time) float64 {
	c := s.retention(e, micros(now))
	return c.Score
}

func (s *Settings) retention(e *Evidence, now int64) Components {
	c := Components{Base: e.base(), Curve: 1, Interference: e.interference(), Unretrieved: 1}
	if e.UnderCurve {
		c.Curve = Curve(age(e.learned(), now), s.stability(e))
	}
	if !e.Working {
		c.Unretrieved = clamp01(Unretrieved(s.unretrievedDays(e, now), s.UnretrievedRate, s.lookback()))
		c.Strengthening = s.strengthening(e, now)
	}
	c.Hebbian = s.hebbian(e)
	c.Score = clamp01(c.recalled() + c.Hebbian)
	return c
}

// kept is what the factors leave of the base.
func (c *Components) kept() float64 { return c.Base * c.Curve * c.Interference * c.Unretrieved }

// recalled is the score before ties.
func (c *Components) recalled() float64 { return clamp01(c.kept() + c.Strengthening) }

func (s *Settings) strengthening(e *Evidence, now int64) float64 {
	if !e.Retrievals.retrieved() {
		return 0
	}
	fade := Fade(age(e.Retrievals.Last, now), s.StrengtheningFadeDays)
	if fade == 0 {
		return 0
	}
	return boost(e.Retrievals.Strengthening(s.RetrievalWeight) * fade)
}

func (s *Settings) hebbian(e *Evidence) float64 {
	return boost(Hebbian(float64(e.TieCount), s.TieThreshold, s.TieBoostPerUnit, s.TieMaxBoost))
}

// unretrievedDays counts from creation, or from the end of the lookback after
// the latest retrieval.
func (s *Settings) unretrievedDays(e *Evidence, now int64) float64 {
	if !e.Retrievals.retrieved() {
		return age(e.Created, now)
	}
	return max(0, age(e.Retrievals.Last, now)-float64(s.lookback()))
}

// stability falls back twice, so that a zero Settings still divides by something.
func (s *Settings) stability(e *Evidence) float64 {
	if e.Stability > 0 && finite(e.Stability) {
		return e.Stability
	}
	if s.DefaultStability > 0 && finite(s.DefaultStability) {
		return s.DefaultStability
	}
	return RetentionStability
}

// lookback is bounded so that its microseconds cannot overflow.
func (s *Settings) lookback() int { return min(max(s.LookbackDays, 0), horizonDays) }

func (e *Evidence) base() float64 {
	if e.UnderCurve || math.IsNaN(e.Base) {
		return 1
	}
	return clamp01(e.Base)
}

func (e *Evidence) interference() float64 {
	if e.Interference > 0 && e.Interference <= 1 {
		return e.Interference
	}
	return 1
}

func (e *Evidence) learned() time.Time {
	if e.Learned.IsZero() {
		return e.Created
	}
	return e.Learned
}

// clamp01 takes NaN to 0.
func clamp01(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}

// boost takes what is no boost to none: one that is negative would fade
// upwards, and a score may not rise without an event.
func boost(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return 0
	}
	return x
}
