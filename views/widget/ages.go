package widget

import (
	"strconv"
	"time"
)

const day = 24 * time.Hour

// Age writes how old something is in four cells at most: "now", "5m", "3h",
// "11d", "3y". What lies in the future counts as now: clocks differ.
func Age(now, t time.Time) string {
	switch d := now.Sub(t); {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return count(int(d/time.Minute), "m")
	case d < day:
		return count(int(d/time.Hour), "h")
	case d < 1000*day:
		return count(int(d/day), "d")
	default:
		return count(min(int(d/(365*day)), 999), "y")
	}
}

// Ago writes it in words: "just now", "5 min ago", "3 h ago", "11 d ago".
func Ago(now, t time.Time) string {
	d := now.Sub(t)
	if d < time.Minute {
		return "just now"
	}
	return span(d) + " ago"
}

// Until writes how far ahead something is: "in 14 d", "in 5 h", "now".
func Until(now, t time.Time) string {
	d := t.Sub(now)
	if d < time.Minute {
		return "now"
	}
	return "in " + span(d)
}

// span writes a duration of at least a minute by its largest unit.
func span(d time.Duration) string {
	switch {
	case d < time.Hour:
		return count(int(d/time.Minute), " min")
	case d < day:
		return count(int(d/time.Hour), " h")
	case d < 1000*day:
		return count(int(d/day), " d")
	default:
		return count(int(d/(365*day)), " years")
	}
}

// Days writes whole days in words: "today", "1 day", "18 days".
func Days(d time.Duration) string {
	if d < 0 {
		d = -d
	}
	switch n := int(d / day); n {
	case 0:
		return "today"
	case 1:
		return "1 day"
	default:
		return count(n, " days")
	}
}

func count(n int, unit string) string { return strconv.Itoa(n) + unit }

// Date writes a day in six cells at most: "26 Jan", or "2028" where that is
// most of a year away and the day would mislead. t's location counts.
func Date(now, t time.Time) string {
	if d := t.Sub(now); d > 330*day || d < -330*day {
		return t.Format("2006")
	}
	return t.Format("2 Jan")
}

// DateTime writes an instant with its minute: "26 Nov 09:12", with the year
// where it is most of a year away.
func DateTime(now, t time.Time) string {
	if d := t.Sub(now); d > 330*day || d < -330*day {
		return t.Format("2 Jan 2006 15:04")
	}
	return t.Format("2 Jan 15:04")
}

// Clock writes the header's instant: "Mon 30 Nov 2026  14:02".
func Clock(t time.Time) string { return t.Format("Mon 2 Jan 2006  15:04") }

// Fades writes when a memory falls below the archive threshold, in six cells
// at most: "—" for a zero instant (not in sight), "faded", "soon" (within the
// hour), "in 5h", "in 2 d", "26 Jan".
func Fades(now, at time.Time) string {
	switch d := at.Sub(now); {
	case at.IsZero():
		return "—"
	case d <= 0:
		return "faded"
	case d < time.Hour:
		return "soon"
	case d < day:
		return "in " + count(int(d/time.Hour), "h")
	case d < 7*day:
		return "in " + count(int(d/day), " d")
	default:
		return Date(now, at)
	}
}

// FadesIn is the same as a sentence: "fades in 3 d", "fades 26 Jan", "faded",
// "stays".
func FadesIn(now, at time.Time) string {
	switch f := Fades(now, at); f {
	case "—":
		return "stays"
	case "faded":
		return f
	default:
		return "fades " + f
	}
}
