package cli

import (
	"strings"
	"testing"
	"time"
)

func TestTimesAreReadAsPeopleWriteThem(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones on this machine: ", err)
	}
	now := time.Date(2026, 11, 30, 13, 2, 3, 0, time.UTC) // 14:02:03 in Berlin
	for in, want := range map[string]string{
		"now":                       "2026-11-30T13:02:03Z",
		"today":                     "2026-11-29T23:00:00Z",
		"Yesterday":                 "2026-11-28T23:00:00Z",
		"tomorrow":                  "2026-11-30T23:00:00Z",
		"2026-11-30":                "2026-11-29T23:00:00Z",
		"2026-11-30 14:02":          "2026-11-30T13:02:00Z",
		"2026-11-30 14:02:05":       "2026-11-30T13:02:05Z",
		"2026-11-30T14:02":          "2026-11-30T13:02:00Z",
		"2026-11-30T14:02Z":         "2026-11-30T14:02:00Z",
		"2026-11-30T14:02:00Z":      "2026-11-30T14:02:00Z",
		"2026-11-30T14:02:00.5Z":    "2026-11-30T14:02:00.5Z",
		"2026-11-30T14:02:00+02:00": "2026-11-30T12:02:00Z",
		"2026-11-30 14:02:00 UTC":   "2026-11-30T14:02:00Z",
		"-3d":                       "2026-11-27T13:02:03Z",
		"−3d":                       "2026-11-27T13:02:03Z",
		"+30d":                      "2026-12-30T13:02:03Z",
		"+ 30 days":                 "2026-12-30T13:02:03Z",
		"2h ago":                    "2026-11-30T11:02:03Z",
		"in 3 weeks":                "2026-12-21T13:02:03Z",
		"+1mo":                      "2026-12-30T13:02:03Z",
		"-1y":                       "2025-11-30T13:02:03Z",
		"+90m":                      "2026-11-30T14:32:03Z",
		"+1d12h":                    "2026-12-02T01:02:03Z",
		"-45s":                      "2026-11-30T13:01:18Z",
		// Across the change to summer time a day is the calendar's, an hour is
		// an hour.
		"+4mo": "2027-03-30T12:02:03Z",
	} {
		got, err := parseTime(in, now, berlin, neither)
		if err != nil || got.Format(time.RFC3339Nano) != want || got.Location() != time.UTC {
			t.Errorf("%q = %v, %v; want %s", in, got.Format(time.RFC3339Nano), err, want)
		}
	}
}

func TestTimesWithoutASignPointWhereTheFlagSays(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	if got, err := parseTime("7d", now, time.UTC, backward); err != nil || !got.Equal(now.AddDate(0, 0, -7)) {
		t.Errorf("backward: %v, %v", got, err)
	}
	if got, err := parseTime("7d", now, time.UTC, forward); err != nil || !got.Equal(now.AddDate(0, 0, 7)) {
		t.Errorf("forward: %v, %v", got, err)
	}
	if got, err := parseTime("-7d", now, time.UTC, forward); err != nil || !got.Equal(now.AddDate(0, 0, -7)) {
		t.Errorf("a sign wins: %v, %v", got, err)
	}
	if got, err := parseTime("7d", now, time.UTC, neither); err == nil {
		t.Errorf("neither: %v", got)
	}
}

func TestWhatIsNoTimeIsRefused(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	for _, in := range []string{"", " ", "soon", "30.11.2026", "2026-13-01", "2026-02-30", "+", "-", "+d", "+3", "+3 parsecs", "+99999999d", "-9999999y", "+3d!", "3d", "12:00", "ago", "\x1b[2J"} {
		got, err := parseTime(in, now, time.UTC, neither)
		if err == nil {
			t.Errorf("%q = %v", in, got)
		} else if strings.ContainsRune(err.Error(), 0x1b) {
			t.Errorf("%q: the error holds an escape", in)
		}
	}
}

func FuzzTime(f *testing.F) {
	for _, s := range []string{"now", "-3d", "2h ago", "2026-11-30 14:02", "+1d12h", "in 3 weeks"} {
		f.Add(s)
	}
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		got, err := parseTime(s, now, time.UTC, backward)
		if err != nil {
			return
		}
		if y := got.Year(); y < 0 || y > 9999 {
			t.Fatalf("%q is in the year %d, which RFC 3339 cannot say", s, y)
		}
	})
}
