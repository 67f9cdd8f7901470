package dynamics

import (
	"math"
	"time"
)

// CrossesAt is the instant at which the memory's score falls below threshold
// if nothing else happens. Comparison is strict, as for archiving: a score
// equal to the threshold has not crossed.
//
// A score that is still at or above the threshold at now gives the first
// microsecond after now at which it is below: by closed form once only the
// curve moves, by bisection before that.
//
// A score that is below already gives the past instant at which it fell,
// looked for back to the memory's latest event (created, learned, last
// retrieved): before that the evidence was a different one. If the score was
// below right after that event, the event is the answer; if no event before
// now is known, now is. The answer does not depend on when it is asked for
// otherwise, which is what makes it fit to be an archive date.
//
// It reports false when the score never falls below: ties or a base hold it
// up, the threshold is 0, negative or NaN, or it takes more than 400 years.
func (s Settings) CrossesAt(e *Evidence, threshold float64, now time.Time) (at time.Time, ok bool) {
	f := fall{settings: &s, evidence: e, threshold: threshold}
	start := micros(now)
	if f.below(start) {
		return instant(f.since(start)), true
	}
	if f.never() {
		return time.Time{}, false
	}
	crossing, ok := f.after(start)
	if !ok {
		return time.Time{}, false
	}
	return instant(crossing), true
}

// fall is the question of when a score goes through a threshold.
type fall struct {
	settings  *Settings
	evidence  *Evidence
	threshold float64
}

func (f *fall) below(at int64) bool {
	c := f.settings.retention(f.evidence, at)
	return c.Score < f.threshold
}

// never is for what holds at all times: no score is below 0, and ties do not fade.
func (f *fall) never() bool {
	return !(f.threshold > 0) || f.settings.hebbian(f.evidence) >= f.threshold
}

// since finds when a score that is below at now fell.
func (f *fall) since(now int64) int64 {
	event, ok := f.evidence.latestEvent()
	if !ok || event >= now {
		return now
	}
	if f.below(event) {
		return event
	}
	return firstTrue(event, now, f.below)
}

// after finds when a score that is not below at now will be.
func (f *fall) after(now int64) (int64, bool) {
	end := min(addDays(now, horizonDays), maxMicros)
	settled := f.settings.settled(f.evidence, now)
	if f.below(settled) {
		at := firstTrue(now, settled, f.below)
		return at, at <= end
	}
	if !f.evidence.UnderCurve || f.evidence.learned().IsZero() {
		return 0, false
	}
	if settled >= end || !f.below(end) {
		return 0, false
	}
	// From here on score = kept · curve + ties, and curve = exp(−days/stability).
	c := f.settings.retention(f.evidence, settled)
	rest := c.Base * c.Interference * c.Unretrieved
	days := f.settings.stability(f.evidence) * math.Log(rest/(f.threshold-c.Hebbian))
	near := settled
	if days > 0 && days <= horizonDays*2 {
		near = addDays(micros(f.evidence.learned()), days)
	}
	return firstTrueNear(near, settled, end, f.below), true
}

// settled is the first instant, not before now, from which nothing but the
// curve moves: the penalty for not being retrieved is complete and the last
// boost has faded.
func (s *Settings) settled(e *Evidence, now int64) int64 {
	if e.Working {
		return now
	}
	lookback := int64(s.lookback()) * microsPerDay
	if !e.Retrievals.retrieved() {
		if e.Created.IsZero() {
			return now
		}
		return max(now, micros(e.Created)+lookback)
	}
	last := micros(e.Retrievals.Last)
	at := max(now, last+2*lookback)
	if fade := s.StrengtheningFadeDays; fade > 0 {
		at = max(at, addDays(last, min(fade, horizonDays)))
	}
	return at
}

// latestEvent is the instant from which the evidence stands.
func (e *Evidence) latestEvent() (int64, bool) {
	var latest time.Time
	for _, t := range [...]time.Time{e.Created, e.Learned, e.Retrievals.Last} {
		if !t.IsZero() && (latest.IsZero() || t.After(latest)) {
			latest = t
		}
	}
	return micros(latest), !latest.IsZero()
}

// RatePerDay is how fast the score is falling at now, in score per day: its
// derivative to the right, never positive. It is 0 while the score is held at
// 1 by more than enough support.
func (s Settings) RatePerDay(e *Evidence, now time.Time) float64 {
	at := micros(now)
	c := s.retention(e, at)
	kept := c.kept()
	if kept+c.Strengthening+c.Hebbian > 1 {
		return 0
	}
	var rate float64
	if e.UnderCurve && passes(e.learned(), at) {
		rate -= kept / s.stability(e)
	}
	if e.Working {
		return normal(rate)
	}
	if s.penaltyGrows(e, at) && c.Unretrieved > 0 {
		rate -= c.Base * c.Curve * c.Interference * s.UnretrievedRate
	}
	if c.Strengthening > 0 && passes(e.Retrievals.Last, at) {
		rate -= boost(e.Retrievals.Strengthening(s.RetrievalWeight)) / s.StrengtheningFadeDays
	}
	return normal(rate)
}

// penaltyGrows says whether a day more without a retrieval costs anything.
func (s *Settings) penaltyGrows(e *Evidence, now int64) bool {
	lookback := float64(s.lookback())
	if !e.Retrievals.retrieved() {
		return passes(e.Created, now) && age(e.Created, now) < lookback
	}
	days := age(e.Retrievals.Last, now)
	return days >= lookback && days < 2*lookback
}

// passes says whether time is running for something that began at from.
func passes(from time.Time, now int64) bool { return !from.IsZero() && micros(from) <= now }

// normal keeps a rate from being −0, +x or NaN for settings out of bounds.
func normal(rate float64) float64 {
	if rate < 0 {
		return rate
	}
	return 0
}

// Forecast fills out with the scores at from, from + step, from + 2·step and
// so on, as they will be if nothing happens. It does not allocate.
func (s Settings) Forecast(e *Evidence, from time.Time, step time.Duration, out []float64) {
	for i := range out {
		c := s.retention(e, micros(from))
		out[i] = c.Score
		from = from.Add(step)
	}
}
