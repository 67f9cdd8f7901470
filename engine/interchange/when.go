package interchange

import (
	"math"
	"strconv"
	"strings"
	"time"

	"ebb/dynamics"
)

// readTime reads a time as memory files have it: RFC 3339 and its relatives
// (without a zone it is UTC), or a number since 1970, in seconds, milli-,
// micro- or nanoseconds as its size tells, bare or as text.
func readTime(value []byte) (time.Time, bool) {
	switch {
	case isNumber(value):
		return epoch(string(value))
	case isText(value):
		return parseTime(strings.TrimSpace(text(value)))
	}
	return time.Time{}, false
}

func parseTime(s string) (time.Time, bool) {
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return inRange(t)
	}
	if len(s) >= 9 && strings.Trim(s, "0123456789.") == "" { // eight digits are a date
		return epoch(s)
	}
	t, err := dynamics.ParseTime(s)
	if err != nil {
		return time.Time{}, false
	}
	return inRange(t)
}

// The sizes at which a number since 1970 changes its unit: 1e11 seconds lie in
// the year 5138, 1e11 milliseconds in 1973.
const (
	mostSeconds = 1e11
	mostMillis  = 1e14
	mostMicros  = 1e17
)

func epoch(s string) (time.Time, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		switch size := math.Abs(float64(n)); {
		case size < mostSeconds:
			return inRange(time.Unix(n, 0))
		case size < mostMillis:
			return inRange(time.UnixMilli(n))
		case size < mostMicros:
			return inRange(time.UnixMicro(n))
		}
		return inRange(time.Unix(0, n))
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.Abs(x) >= mostMicros {
		return time.Time{}, false
	}
	unit := 1e6 // a float64 of seconds holds microseconds
	if math.Abs(x) >= mostSeconds {
		unit = 1e3
	}
	return inRange(time.UnixMicro(int64(math.Round(x * unit))))
}

// inRange keeps to the instants that int64 nanoseconds reach.
func inRange(t time.Time) (time.Time, bool) {
	if y := t.Year(); y < 1678 || y > 2261 {
		return time.Time{}, false
	}
	return t.UTC(), true
}
