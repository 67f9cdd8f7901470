package dynamics

import (
	"errors"
	"testing"
	"time"
)

func TestParseTimeAsPublished(t *testing.T) {
	var v struct {
		Rows []struct {
			In  string `json:"in"`
			UTC *int64 `json:"utc"` // microseconds; absent: not a timestamp
		} `json:"rows"`
	}
	load(t, "timestamps.json", &v)
	for _, row := range v.Rows {
		at, err := ParseTime(row.In)
		switch {
		case row.UTC == nil:
			var bad *TimeError
			if !errors.As(err, &bad) || bad.Text != row.In || bad.Why == "" {
				t.Errorf("%q: %v, %v, want a TimeError", row.In, at, err)
			}
		case err != nil:
			t.Errorf("%q: %v", row.In, err)
		case at.UnixMicro() != *row.UTC || at.Location() != time.UTC || at.Nanosecond()%1000 != 0:
			t.Errorf("%q: %v, want %d", row.In, at, *row.UTC)
		}
	}
}

func TestParseTimeForms(t *testing.T) {
	for text, want := range map[string]string{
		"2026-W05":                   "2026-01-26T00:00:00Z",
		"2026W05":                    "2026-01-26T00:00:00Z",
		"2020-W53-7":                 "2021-01-03T00:00:00Z",
		"2021-W53-1":                 "",
		"2026-W00-1":                 "",
		"2026-W05-8":                 "",
		"9999-W52-7":                 "",
		"2026-W05T06":                "2026-01-26T06:00:00Z",
		"2025-02-29":                 "",
		"2026-01-31T1230+0530":       "2026-01-31T07:00:00Z",
		"2026-01-31T12:30+05:30:15":  "2026-01-31T06:59:45Z",
		"2026-01-31T12:30-23:59":     "2026-02-01T12:29:00Z",
		"2026-01-31T12:30:15.999999": "2026-01-31T12:30:15.999999Z",
		"2026-01-31T12:30:15.":       "",
		"2026-01-31T12:3":            "",
		"2026-01-31T24:00":           "",
		"2026-01-31T12:60":           "",
		"2026-01-31T12:30:60":        "",
		"2026-01-31T12:30+05:60":     "",
		"2026-01-31T12:30+":          "",
		"2026-01-31T":                "",
		"2026-01-31112":              "",
		"2026-0131":                  "",
		"202601-31":                  "",
		"20260":                      "",
	} {
		at, err := ParseTime(text)
		if want == "" {
			if err == nil {
				t.Errorf("%q is read as %v", text, at)
			}
			continue
		}
		if got := at.Format(time.RFC3339Nano); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
}
