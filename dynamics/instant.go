package dynamics

import (
	"math"
	"time"
)

const (
	microsPerDay = 86_400_000_000

	// maxSeconds keeps the difference of any two instants inside an int64 of
	// microseconds: 2.3e12 s is some 73,000 years on either side of 1970.
	maxSeconds = 2_300_000_000_000
	maxMicros  = maxSeconds * 1_000_000

	// horizonDays is how far ahead a forecast looks: 400 Gregorian years.
	// What takes longer is reported as never.
	horizonDays = 146_097
)

// micros is t in microseconds since 1970, saturating far outside any calendar
// in use so that differences cannot wrap around.
func micros(t time.Time) int64 {
	sec := t.Unix()
	switch {
	case sec >= maxSeconds:
		return maxMicros
	case sec < -maxSeconds:
		return -maxMicros
	}
	return sec*1_000_000 + int64(t.Nanosecond())/1000
}

// age is the days between from and now (microseconds), 0 when from is not
// known or lies in the future.
func age(from time.Time, now int64) float64 {
	if from.IsZero() {
		return 0
	}
	elapsed := now - micros(from)
	if elapsed <= 0 {
		return 0
	}
	return float64(elapsed) / microsPerDay
}

// instant is the way back from microseconds. What lies at maxMicros or beyond
// cannot be told apart, so nothing is forecast there.
func instant(us int64) time.Time { return time.UnixMicro(us).UTC() }

// addDays moves an instant by a number of days, rounded up to the next
// microsecond. The caller keeps days within the horizon.
func addDays(us int64, days float64) int64 {
	return us + int64(math.Ceil(days*microsPerDay))
}

// firstTrue finds the least microsecond in (lo, hi] at which holds is true,
// given that it is false at lo, true at hi and changes once between them.
func firstTrue(lo, hi int64, holds func(int64) bool) int64 {
	for hi-lo > 1 {
		mid := lo + (hi-lo)/2
		if holds(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// firstTrueNear is firstTrue for when a closed form already says where to
// look: it widens from near until the change is enclosed. holds is false at
// lo and true at hi.
func firstTrueNear(near, lo, hi int64, holds func(int64) bool) int64 {
	near = min(max(near, lo+1), hi)
	for width := int64(1); ; width *= 8 {
		left, right := max(lo, near-width), min(hi, near+width)
		// The ends are known; asking again would only repeat the premise.
		if (left == lo || !holds(left)) && (right == hi || holds(right)) {
			return firstTrue(left, right, holds)
		}
	}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
