package interchange

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"ebb/dynamics"
)

// connectionOf reads the dynamics of a connection: strength, stability (days),
// last_activated, access_count. What a record lacks, as those from before the
// fields existed do, is filled in as published; now is the last resort for the
// last activation. odd names values outside the published range, which are
// taken as they are.
func connectionOf(rec *record, now time.Time) (c dynamics.Connection, odd []string, reason string) {
	var r dynamics.Record
	number := func(name string) *float64 {
		value := rec.get(name)
		if value == nil || isNull(value) {
			return nil
		}
		x, err := strconv.ParseFloat(string(value), 64)
		if !isNumber(value) || err != nil {
			reason = fmt.Sprintf("%s: got %s, want a number", name, excerpt(value))
			return nil
		}
		return &x
	}
	r.Strength, r.Stability = number("strength"), number("stability")
	if n := number("access_count"); n != nil {
		if *n != math.Trunc(*n) || *n < 0 || *n > 1<<53 {
			reason = fmt.Sprintf("access_count: got %s, want a count", excerpt(rec.get("access_count")))
		}
		count := int64(*n)
		r.AccessCount = &count
	}
	if reason != "" {
		return c, nil, reason
	}
	if t := rec.time("last_activated", &odd); !t.IsZero() {
		r.LastActivated = &t
	}
	if t := timeIn(rec, createdNames); !t.IsZero() {
		r.CreatedAt = &t
	}
	c, err := dynamics.Initialize(&r, now).Connection()
	if err != nil {
		return c, nil, err.Error()
	}
	if c.Strength < dynamics.StrengthFloor || c.Strength > dynamics.MaxStrength {
		odd = append(odd, fmt.Sprintf("strength %g lies outside %g to %g, taken as it is", c.Strength, dynamics.StrengthFloor, dynamics.MaxStrength))
	}
	if c.Stability <= 0 {
		odd = append(odd, fmt.Sprintf("stability %g counts as %g days", c.Stability, dynamics.DefaultStability))
	}
	return c, odd, ""
}

// timeIn is the first of some fields that holds a time, zero without one.
func timeIn(rec *record, names []string) time.Time {
	for _, name := range names {
		if t, ok := readTime(rec.get(name)); ok {
			return t
		}
	}
	return time.Time{}
}
