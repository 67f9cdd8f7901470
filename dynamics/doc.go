// Package dynamics is the mathematics of fading and binding: how a memory is
// forgotten, how a tie between two memories grows and withers, and when.
//
// It is pure. There is no clock, no store and no randomness here: every
// function takes the instant it is asked about, and the same arguments give
// the same answer for ever. Values are never accumulated where they can be
// derived, so asking twice changes nothing.
//
// Three public sources meet:
//
//   - MemPalace's connection dynamics: a Hebbian weight on every edge that is
//     potentiated by use and decays with disuse ([Connection], [Potentiate],
//     [Decay]).
//   - SmartMemory's enhanced evolvers: the retention of a memory out of a
//     forgetting curve, interference, retrieval and co-retrieval ([Settings],
//     [Evidence], [Settings.Retention]).
//   - The papers behind both: Ebbinghaus 1885 for the curve, Hebb 1949 for
//     "what fires together", Cepeda et al. 2006 for spaced repetition and
//     Roediger & Karpicke 2006 for the testing effect.
//
// Where the published code does not keep what its text promises, this package
// keeps the promise; each such place says so in its comment, and the tests
// hold the published value beside ours.
//
// # Units
//
// Stability is the e-folding time in days: after one stability 1/e is left.
// It is not the half-life; [HalfLife] converts. Strengths run from
// [StrengthFloor] to [MaxStrength], retention from 0 to 1. Instants have a
// resolution of one microsecond; differences are taken between Unix
// microseconds, because time.Time.Sub saturates after 292 years. A zero
// time.Time means "not known" and never ages anything; an instant in the
// future is age 0.
package dynamics
