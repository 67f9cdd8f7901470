package ui

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// counted is "1 memory", "2 memories".
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

// grouped writes a number with its thousands apart: 1,204.
func grouped(n int) string {
	s := strconv.Itoa(n)
	from := len(s)
	for from > 3 && s[from-4] != '-' {
		from -= 3
		s = s[:from] + "," + s[from:]
	}
	return s
}

// ahead is how far off an instant is: "in 14 days".
func ahead(d time.Duration) string {
	switch days := int(d.Hours()/24 + .5); {
	case d < time.Hour:
		return "in " + counted(int(d.Minutes()+.5), "minute", "minutes")
	case d < 36*time.Hour:
		return "in " + counted(int(d.Hours()+.5), "hour", "hours")
	case days < 730:
		return "in " + counted(days, "day", "days")
	default:
		return "in " + counted(days/365, "year", "years")
	}
}

// behind is how long ago an instant is: "18 days ago".
func behind(d time.Duration) string {
	if d < time.Minute {
		return "just now"
	}
	return strings.TrimPrefix(ahead(d), "in ") + " ago"
}

// bytesWord is a size for people: 640 B, 12 kB, 3.4 MB.
func bytesWord(n int64) string {
	switch f := float64(n); {
	case n < 1000:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1e6:
		return fmt.Sprintf("%.0f kB", f/1e3)
	case n < 1e9:
		return fmt.Sprintf("%.1f MB", f/1e6)
	default:
		return fmt.Sprintf("%.1f GB", f/1e9)
	}
}

// shortTime is a rough duration: 8 s, 3 min.
func shortTime(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	default:
		return fmt.Sprintf("%.0f min", d.Minutes())
	}
}
