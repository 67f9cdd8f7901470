// Package demo fills an empty store with ninety days of a software team's
// agent memory, so that a newcomer has something to look around in.
//
// The team runs booking, fares and quay-side kiosks for small ferry lines. It
// does not exist, and nobody in it does. Four parties write: the person at the
// keyboard, and three agents called planner, release-bot and researcher.
//
// Texts and the times between them are always the same; only the instant at
// which the ninety days end is chosen by the caller. Everything is done by
// operations of the engine whose clock stands at past instants, so versions,
// change log, journal, retrievals and ties are those of a store that was used.
package demo
