package dynamics

import (
	"math"
	"time"
)

// WindowDays is how many days a [Window] remembers.
const WindowDays = 30

// Window counts retrievals by UTC day over the last 30 days: what the
// velocities of a [Profile] are counted from. Its zero value is empty.
type Window struct {
	// Day is the day number (days since 1970-01-01 UTC) of the newest bucket.
	Day int32
	// Counts holds the retrievals of Day, Day−1, … in that order. A count
	// stops at the largest uint32.
	Counts [WindowDays]uint32
}

// Add counts n retrievals at an instant. An instant on a later day moves the
// window on; a late one goes to its own day, and is ignored when that day has
// left the window.
func (w Window) Add(at time.Time, n uint32) Window {
	if n == 0 {
		return w
	}
	day := dayNumber(at)
	if day > w.Day || w.empty() {
		w.advance(day)
	}
	back := int64(w.Day) - int64(day)
	if back >= WindowDays {
		return w
	}
	if count := &w.Counts[back]; math.MaxUint32-*count >= n {
		*count += n
	} else {
		*count = math.MaxUint32
	}
	return w
}

// Velocity is the retrievals a day over the given number of days up to and
// including the one of at: the sum of their buckets divided by days. Days
// after at do not count, nor do days that the window has forgotten; days is
// at most 30, and the velocity over no days is 0.
func (w Window) Velocity(days int, at time.Time) float64 {
	days = min(days, WindowDays)
	if days <= 0 {
		return 0
	}
	last := int64(dayNumber(at))
	var sum uint64
	for i, count := range w.Counts {
		if back := last - (int64(w.Day) - int64(i)); back >= 0 && back < int64(days) {
			sum += uint64(count)
		}
	}
	return float64(sum) / float64(days)
}

// advance makes day the newest, dropping what falls out at the far end.
func (w *Window) advance(day int32) {
	moved := w.Counts
	w.Counts = [WindowDays]uint32{}
	if shift := int64(day) - int64(w.Day); shift >= 0 && shift < WindowDays {
		copy(w.Counts[shift:], moved[:])
	}
	w.Day = day
}

func (w *Window) empty() bool { return w.Counts == [WindowDays]uint32{} }

// dayNumber rounds towards the past before 1970 too, and saturates.
func dayNumber(at time.Time) int32 {
	const secondsPerDay = 86400
	seconds := at.Unix()
	day := seconds / secondsPerDay
	if seconds%secondsPerDay < 0 {
		day--
	}
	return int32(min(max(day, math.MinInt32), math.MaxInt32))
}
