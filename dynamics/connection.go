package dynamics

import (
	"math"
	"time"
)

// The constants of a connection (source: MemPalace, dynamics).
const (
	// StrengthFloor is what decay never goes below: a tie fades to quiet, it
	// is not forgotten.
	StrengthFloor = 0.05
	// MaxStrength caps potentiation. From DefaultStrength it is reached at
	// the 81st access: eighty increments of 0.05 sum to just under 4.
	MaxStrength = 5.0
	// DefaultStrength is the strength of a connection nothing is known about.
	DefaultStrength = 1.0
	// DefaultStability is the e-folding time of a new connection, in days.
	DefaultStability = 1.0
	// PotentiationIncrement is the strength that one access adds.
	PotentiationIncrement = 0.05
	// StabilityIncrement is the days of stability that one spaced access
	// adds; ten of them double the default.
	StabilityIncrement = 0.1
	// SpacedInterval is the gap from which an access counts as spaced
	// practice, inclusive (Cepeda et al. 2006: spacing, not repetition alone,
	// makes a trace last).
	SpacedInterval = time.Hour
)

// Connection is the dynamic state of an edge: a hallway, a tunnel, a
// co-retrieval or any relation.
//
// The zero value is not useful; see [NewConnection]. A zero LastActivated
// means that the last activation is not known: such a connection does not
// decay, and its next access is not spaced.
type Connection struct {
	// Strength is the Hebbian weight, StrengthFloor to MaxStrength in anything
	// made here. Imported values outside that range are computed as they are.
	Strength float64
	// Stability is the e-folding time of the strength, in days. Zero and
	// negative values count as DefaultStability.
	Stability float64
	// LastActivated is the latest potentiation.
	LastActivated time.Time
	// AccessCount is the number of co-accesses so far.
	AccessCount int64
	// DecayedAt is the instant at which Strength is stated, when that is later
	// than LastActivated; zero means LastActivated. It is ours: it makes Decay
	// idempotent, where the published function multiplies again on each call.
	DecayedAt time.Time
}

// NewConnection is a connection first made at now: default strength and
// stability, no access counted yet.
func NewConnection(now time.Time) Connection {
	return Connection{Strength: DefaultStrength, Stability: DefaultStability, LastActivated: now}
}

// Potentiate counts one access at now and strengthens the connection:
//
//	strength  = min(MaxStrength, strength + increment)
//	stability = stability + StabilityIncrement, if now − last activated ≥ SpacedInterval
//
// It does not decay first (the published function does not either); see
// [Coactivate] for what to do on a co-access. An access dated before the
// last activation counts, but never moves LastActivated backwards, which the
// published function does. AccessCount stops at the largest int64.
//
// A negative increment is computed as published and may go below the floor.
// NaN and ±Inf in strength, stability or increment are a *[ValueError], and
// so is a strength that overflows; c is returned unchanged then.
//
// Source: MemPalace, potentiate; Hebb 1949.
func Potentiate(c Connection, increment float64, now time.Time) (Connection, error) {
	if err := c.check(); err != nil {
		return c, err
	}
	if !finite(increment) {
		return c, &ValueError{Field: "increment", Value: increment}
	}
	strength := math.Min(MaxStrength, c.Strength+increment)
	if !finite(strength) {
		return c, &ValueError{Field: "strength", Value: strength}
	}
	c.Strength = strength
	if !c.LastActivated.IsZero() && micros(now)-micros(c.LastActivated) >= SpacedInterval.Microseconds() {
		c.Stability += StabilityIncrement
	}
	if c.AccessCount < math.MaxInt64 {
		c.AccessCount++
	}
	if c.LastActivated.IsZero() || now.After(c.LastActivated) {
		c.LastActivated = now
	}
	if !c.DecayedAt.After(c.LastActivated) {
		c.DecayedAt = time.Time{}
	}
	return c, nil
}

// Decay settles the neglect up to now:
//
//	strength = max(StrengthFloor, strength · exp(−days / stability))
//
// with days counted from the instant at which the strength is stated, which
// then becomes now. Nothing changes when that is not before now. A stability
// of zero or less counts as DefaultStability.
//
// Decaying twice at one instant is decaying once, and decaying at t1 and
// then at t2 is decaying at t2. (The published function counts from the last
// activation on every call and so compounds: strength 1, stability 1, one day
// gives 0.3679, 0.1353, 0.05 on three calls.)
//
// NaN and ±Inf are a *[ValueError]; c is returned unchanged then.
//
// Source: MemPalace, apply_decay; Ebbinghaus 1885.
func Decay(c Connection, now time.Time) (Connection, error) {
	if err := c.check(); err != nil {
		return c, err
	}
	if age(c.statedAt(), micros(now)) <= 0 {
		return c, nil
	}
	c.Strength = c.StrengthAt(now)
	c.DecayedAt = now
	return c, nil
}

// Coactivate is what happens to a connection when both its ends are accessed
// together at now: neglect is settled before it is rewarded ([Decay], then
// [Potentiate] by PotentiationIncrement). Strength 2 at stability 2 after
// thirty days of silence becomes 0.10, where a bare potentiation would say
// 2.05. Errors are those of the two; c is returned unchanged then.
func Coactivate(c Connection, now time.Time) (Connection, error) {
	decayed, err := Decay(c, now)
	if err != nil {
		return c, err
	}
	strengthened, err := Potentiate(decayed, PotentiationIncrement, now)
	if err != nil {
		return c, err
	}
	return strengthened, nil
}

// StrengthAt is the strength that the connection has at now: what [Decay]
// would leave, without changing anything. Screens and rankings use only this.
// Before the instant at which the strength is stated it is the stated
// strength. A connection whose strength or stability is not a finite number
// reads as StrengthFloor.
func (c Connection) StrengthAt(now time.Time) float64 { return c.strengthAt(micros(now)) }

func (c Connection) strengthAt(now int64) float64 {
	if c.check() != nil {
		return StrengthFloor
	}
	days := age(c.statedAt(), now)
	if days <= 0 {
		return c.Strength
	}
	return math.Max(StrengthFloor, c.Strength*math.Exp(-days/c.effectiveStability()))
}

// QuietAt is the instant at which the strength reaches StrengthFloor if
// nothing happens: "gone quiet by". For a connection that is at the floor
// already it is the instant at which its strength is stated. It reports false
// when there is no such instant: none within 400 years of that one, no known
// activation, or values that are not numbers.
func (c Connection) QuietAt() (time.Time, bool) {
	stated := c.statedAt()
	if stated.IsZero() || c.check() != nil {
		return time.Time{}, false
	}
	if c.Strength <= StrengthFloor {
		return stated.UTC(), true
	}
	start := micros(stated)
	end := addDays(start, horizonDays)
	quiet := func(us int64) bool { return c.strengthAt(us) <= StrengthFloor }
	days := c.effectiveStability() * math.Log(c.Strength/StrengthFloor)
	if days > horizonDays || end >= maxMicros || !quiet(end) {
		return time.Time{}, false
	}
	return instant(firstTrueNear(addDays(start, days), start, end, quiet)), true
}

// SpacedAfter is the instant from which a next access counts as spaced and
// adds to the stability: LastActivated + SpacedInterval. It is zero when no
// activation is known.
func (c Connection) SpacedAfter() time.Time {
	if c.LastActivated.IsZero() {
		return time.Time{}
	}
	return c.LastActivated.Add(SpacedInterval)
}

// Rebased states the strength as of LastActivated and drops DecayedAt: the
// same curve in the form that other tools read. They know no DecayedAt and
// count decay from the last activation, so without this they would decay it
// twice. A strength at or below the floor stays as it is (where it came from
// is not known any more, and it reads back as the floor), and the result does
// not exceed MaxStrength unless the strength did.
func (c Connection) Rebased() Connection {
	decayed := age(c.LastActivated, micros(c.statedAt()))
	c.DecayedAt = time.Time{}
	if decayed <= 0 || c.check() != nil || c.Strength <= StrengthFloor {
		return c
	}
	grown := c.Strength * math.Exp(decayed/c.effectiveStability())
	c.Strength = math.Min(grown, math.Max(MaxStrength, c.Strength))
	return c
}

// statedAt is the instant that Strength refers to.
func (c Connection) statedAt() time.Time {
	if !c.DecayedAt.IsZero() && c.DecayedAt.After(c.LastActivated) {
		return c.DecayedAt
	}
	return c.LastActivated
}

func (c Connection) effectiveStability() float64 {
	if c.Stability <= 0 {
		return DefaultStability
	}
	return c.Stability
}

func (c Connection) check() error {
	if !finite(c.Strength) {
		return &ValueError{Field: "strength", Value: c.Strength}
	}
	if !finite(c.Stability) {
		return &ValueError{Field: "stability", Value: c.Stability}
	}
	return nil
}
