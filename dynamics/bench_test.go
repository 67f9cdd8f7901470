package dynamics

import (
	"testing"
	"time"
)

func full() *Evidence {
	return &Evidence{
		UnderCurve: true, Created: noon.AddDate(0, 0, -20), Stability: 45, Interference: 0.9025, TieCount: 4,
		Retrievals: Profile{Total: 47, Search: 44, MeanRank: 2.3, Velocity7: 3.1, Velocity30: 0.8, Last: noon.AddDate(0, 0, -2)},
	}
}

func TestHotPathsDoNotAllocate(t *testing.T) {
	s, e := DefaultSettings(), full()
	out := make([]float64, 30)
	c := Connection{Strength: 2, Stability: 5, LastActivated: noon}
	for name, f := range map[string]func(){
		"Retention":  func() { s.Retention(e, noon) },
		"Score":      func() { s.Score(e, noon) },
		"CrossesAt":  func() { s.CrossesAt(e, 0.1, noon) },
		"RatePerDay": func() { s.RatePerDay(e, noon) },
		"Forecast":   func() { s.Forecast(e, noon, 24*time.Hour, out) },
		"StrengthAt": func() { c.StrengthAt(noon.AddDate(0, 0, 3)) },
		"QuietAt":    func() { c.QuietAt() },
		"Waterfall":  func() { s.Retention(e, noon).Waterfall() },
		"Record":     func() { e.Retrievals.Record(Window{}, noon, 3) },
	} {
		if n := testing.AllocsPerRun(50, f); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

var (
	sinkScore float64
	sinkTime  time.Time
)

func BenchmarkRetention(b *testing.B) {
	s, e := DefaultSettings(), full()
	b.ReportAllocs()
	for b.Loop() {
		sinkScore = s.Retention(e, noon).Score
	}
}

func BenchmarkRetentionCurveOnly(b *testing.B) {
	s, e := DefaultSettings(), &Evidence{UnderCurve: true, Created: noon.AddDate(0, 0, -50)}
	b.ReportAllocs()
	for b.Loop() {
		sinkScore = s.Score(e, noon)
	}
}

func BenchmarkCrossesAt(b *testing.B) {
	s, e := DefaultSettings(), full()
	b.ReportAllocs()
	for b.Loop() {
		sinkTime, _ = s.CrossesAt(e, 0.1, noon)
	}
}

func BenchmarkCrossesAtCurveOnly(b *testing.B) {
	s, e := DefaultSettings(), &Evidence{UnderCurve: true, Created: noon.AddDate(0, 0, -50)}
	b.ReportAllocs()
	for b.Loop() {
		sinkTime, _ = s.CrossesAt(e, 0.1, noon)
	}
}

func BenchmarkStrengthAt(b *testing.B) {
	c := Connection{Strength: 2, Stability: 5, LastActivated: noon}
	later := noon.AddDate(0, 0, 3)
	b.ReportAllocs()
	for b.Loop() {
		sinkScore = c.StrengthAt(later)
	}
}

func BenchmarkCoactivate(b *testing.B) {
	c := Connection{Strength: 2, Stability: 5, LastActivated: noon}
	later := noon.AddDate(0, 0, 3)
	b.ReportAllocs()
	for b.Loop() {
		got, err := Coactivate(c, later)
		if err != nil {
			b.Fatal(err)
		}
		sinkScore = got.Strength
	}
}

func BenchmarkForecast30Days(b *testing.B) {
	s, e := DefaultSettings(), full()
	out := make([]float64, 30)
	b.ReportAllocs()
	for b.Loop() {
		s.Forecast(e, noon, 24*time.Hour, out)
	}
}

func BenchmarkRecord(b *testing.B) {
	p, w := Profile{}, Window{}
	b.ReportAllocs()
	for b.Loop() {
		p, w = p.Record(w, noon, 3)
	}
}
