package ui

import (
	"time"

	"ebb/views"
)

// A step of the lens. Months are the calendar's, so the duration is only what
// the contract with screens can say of one.
type step struct {
	name         string
	length       time.Duration
	days, months int
}

var steps = []step{
	{name: "hour", length: time.Hour},
	{name: "day", length: 24 * time.Hour, days: 1},
	{name: "week", length: 7 * 24 * time.Hour, days: 7},
	{name: "month", length: 30 * 24 * time.Hour, months: 1},
}

const (
	dayStep = 1
	// farthest is how far ahead the lens goes: every curve is flat by then,
	// and times stay far from where arithmetic on them ends.
	farthest = 10 * 365 * 24 * time.Hour
	// earliest is how far back it goes: before anybody's notes.
	earliest = 100 * 365 * 24 * time.Hour
)

// lens is the state of the shell's clock: it shows what was, what is, or what
// will be if nothing happens.
type lens struct {
	open, play bool
	away       bool // at is shown, not now
	at         time.Time
	step       int
	pace       time.Duration // time shown per second of play
	until      time.Time     // play stops here; zero: at the farthest instant
}

func newLens() lens { return lens{step: dayStep} }

// shown is the lens as screens see it when the engine's clock says now.
func (l *lens) shown(now time.Time) views.Lens {
	v := views.Lens{At: now, Real: now, Step: steps[l.step].length, Open: l.open, Play: l.play}
	switch {
	case l.away && l.at.Before(now):
		v.Mode, v.At = views.Past, l.at
	case l.away:
		v.Mode, v.At = views.Future, l.at
	}
	return v
}

// past reports whether the lens shows what was.
func (l *lens) past(now time.Time) bool { return l.away && l.at.Before(now) }

func (s step) after(t time.Time, n int) time.Time {
	if s.days == 0 && s.months == 0 {
		return t.Add(time.Duration(n) * s.length)
	}
	return t.AddDate(0, n*s.months, n*s.days)
}

func (l *lens) current(now time.Time) time.Time {
	if l.away {
		return l.at
	}
	return now
}

// set moves the lens.
func (l *lens) set(at, now time.Time) {
	if limit := now.Add(farthest); at.After(limit) {
		at = limit
		l.play = false
	}
	if limit := now.Add(-earliest); at.Before(limit) {
		at = limit
	}
	if l.away = !at.Equal(now); !l.away {
		l.play = false
		return
	}
	l.at = at
}

// move is set for steps: what would pass over now stops there.
func (l *lens) move(at, now time.Time) {
	from := l.current(now)
	if from.Before(now) && at.After(now) || from.After(now) && at.Before(now) {
		at = now
	}
	l.set(at, now)
}

func (l *lens) ahead(now time.Time) { l.move(steps[l.step].after(l.current(now), 1), now) }

func (l *lens) back(now time.Time) { l.move(steps[l.step].after(l.current(now), -1), now) }

func (l *lens) longer()  { l.step = min(l.step+1, len(steps)-1) }
func (l *lens) shorter() { l.step = max(l.step-1, 0) }

// toggle starts time-lapse, one step a second, or stops it.
func (l *lens) toggle() {
	l.play = !l.play
	l.pace, l.until = steps[l.step].length, time.Time{}
}

// run plays to an instant within a time.
func (l *lens) run(now, to time.Time, within time.Duration) {
	l.play, l.until = true, to
	l.pace = time.Duration(float64(to.Sub(now)) / within.Seconds())
}

// advance moves a playing lens by the time that passed since the last frame.
func (l *lens) advance(now time.Time, passed time.Duration) {
	if !l.play {
		return
	}
	// A program that was stopped in between goes on, it does not jump.
	if passed = min(passed, time.Second); passed <= 0 {
		return
	}
	at := l.current(now).Add(time.Duration(passed.Seconds() * float64(l.pace)))
	if !l.until.IsZero() && !at.Before(l.until) {
		at, l.play = l.until, false
	}
	l.move(at, now)
}

// toNow is the way out: everything is live again.
func (l *lens) toNow() { *l = lens{step: l.step} }

// stay keeps the instant and gives the keys back.
func (l *lens) stay() { l.open, l.play = false, false }
