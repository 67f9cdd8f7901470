package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// bare is which way a length of time without a sign points.
type bare int

const (
	backward bare = -1 // 3d is three days ago
	neither  bare = 0  // 3d is refused
	forward  bare = +1 // 3d is in three days
)

// timeForms are what a time may look like besides a length from now. Those
// without a zone are in the person's own.
var timeForms = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04:05Z0700",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04:05",
	"2006-01-02T15:04",
	"2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05",
	"2006-01-02 15:04",
	"2006-01-02",
}

// mostAway bounds lengths of time: further off, no clock means anything, and
// the standard library cannot tell how far it is.
const mostAway = 200 * 366 * 24 * time.Hour

// parseTime reads an instant as people and programs write them: RFC 3339, a
// date, "2026-11-30 14:02", today, or a length from now: -3d, +30d, 2h ago,
// in 3 weeks.
func parseTime(s string, now time.Time, loc *time.Location, sign bare) (time.Time, error) {
	t, err := readTime(s, now, loc, sign)
	if err == nil && (t.Year() < 1678 || t.Year() > 2261) {
		return time.Time{}, fmt.Errorf("%q is outside the years 1678 to 2261", s)
	}
	return t, err
}

func readTime(s string, now time.Time, loc *time.Location, sign bare) (time.Time, error) {
	text := strings.TrimSpace(s)
	local := now.In(loc)
	day := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, loc)
	switch strings.ToLower(text) {
	case "now":
		return now.UTC(), nil
	case "today":
		return day.UTC(), nil
	case "yesterday":
		return day.AddDate(0, 0, -1).UTC(), nil
	case "tomorrow":
		return day.AddDate(0, 0, 1).UTC(), nil
	}
	for _, form := range timeForms {
		if t, err := time.ParseInLocation(form, strings.Replace(text, " UTC", "Z", 1), loc); err == nil {
			return t.UTC(), nil
		}
	}
	if t, ok := relative(strings.ToLower(text), local, sign); ok {
		if away := t.Sub(now).Abs(); away > mostAway {
			return time.Time{}, fmt.Errorf("%q is more than two hundred years away", s)
		}
		return t.UTC(), nil
	}
	return time.Time{}, fmt.Errorf("%q is not a time: write 2026-11-30, \"2026-11-30 14:02\", 2026-11-30T14:02:00Z, -3d, +30d or \"2h ago\"", s)
}

// relative reads a length from now.
func relative(text string, now time.Time, sign bare) (time.Time, bool) {
	dir := int(sign)
	switch {
	case strings.HasPrefix(text, "+"):
		dir, text = 1, text[1:]
	case strings.HasPrefix(text, "-"), strings.HasPrefix(text, "−"):
		dir, text = -1, strings.TrimPrefix(strings.TrimPrefix(text, "-"), "−")
	case strings.HasPrefix(text, "in "):
		dir, text = 1, text[len("in "):]
	case strings.HasSuffix(text, " ago"):
		dir, text = -1, strings.TrimSuffix(text, " ago")
	}
	if dir == 0 {
		return time.Time{}, false
	}
	t, some := now, false
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		n, unit, rest, ok := length(text)
		if !ok || !unit.add(&t, dir*n) {
			return time.Time{}, false
		}
		text, some = rest, true
	}
	return t, some
}

// length splits "3 days 2h" into 3, days and "2h".
func length(text string) (n int, u unit, rest string, ok bool) {
	digits := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if digits <= 0 || digits > 7 {
		return 0, "", "", false
	}
	n, err := strconv.Atoi(text[:digits])
	if err != nil {
		return 0, "", "", false
	}
	text = strings.TrimLeft(text[digits:], " ")
	letters := strings.IndexFunc(text, func(r rune) bool { return r < 'a' || r > 'z' })
	if letters < 0 {
		letters = len(text)
	}
	return n, unit(text[:letters]), text[letters:], letters > 0
}

// unit is a name of a unit of time.
type unit string

// add moves t by n units; days and longer ones are the calendar's.
func (u unit) add(t *time.Time, n int) bool {
	switch u {
	case "s", "sec", "secs", "second", "seconds":
		*t = t.Add(time.Duration(n) * time.Second)
	case "m", "min", "mins", "minute", "minutes":
		*t = t.Add(time.Duration(n) * time.Minute)
	case "h", "hr", "hrs", "hour", "hours":
		*t = t.Add(time.Duration(n) * time.Hour)
	case "d", "day", "days":
		*t = t.AddDate(0, 0, n)
	case "w", "wk", "week", "weeks":
		*t = t.AddDate(0, 0, 7*n)
	case "mo", "month", "months":
		*t = t.AddDate(0, n, 0)
	case "y", "yr", "year", "years":
		*t = t.AddDate(n, 0, 0)
	default:
		return false
	}
	return true
}
