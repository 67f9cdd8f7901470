package dynamics

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// anyInstant is within some centuries of now: enough for differences beyond
// what a time.Duration holds.
func anyInstant() *rapid.Generator[time.Time] {
	return rapid.Map(rapid.Int64Range(-10_000_000_000, 10_000_000_000), func(sec int64) time.Time {
		return noon.Add(time.Duration(sec%86_400)*time.Second).AddDate(0, 0, int(sec/86_400))
	})
}

// recent is within the two years before noon, where the formulas move.
func recent() *rapid.Generator[time.Time] {
	return rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.IntRange(0, 15).Draw(t, "unknown") == 0 {
			return time.Time{}
		}
		return noon.Add(-time.Duration(rapid.Int64Range(-30*microsPerDay, 700*microsPerDay).Draw(t, "ago")) * time.Microsecond)
	})
}

func anyEvidence() *rapid.Generator[Evidence] {
	return rapid.Custom(func(t *rapid.T) Evidence {
		e := Evidence{
			UnderCurve:   rapid.Bool().Draw(t, "under curve"),
			Working:      rapid.IntRange(0, 5).Draw(t, "working") == 0,
			Base:         rapid.Float64Range(0, 1).Draw(t, "base"),
			Created:      recent().Draw(t, "created"),
			Learned:      recent().Draw(t, "learned"),
			Stability:    rapid.Float64Range(-1, 400).Draw(t, "stability"),
			Interference: rapid.Float64Range(0, 1).Draw(t, "interference"),
			TieCount:     rapid.Uint32Range(0, 25).Draw(t, "ties"),
		}
		if rapid.Bool().Draw(t, "retrieved") {
			e.Retrievals = Profile{
				Total:      rapid.Uint32Range(0, 200).Draw(t, "total"),
				MeanRank:   rapid.Float64Range(0, 20).Draw(t, "rank"),
				Velocity7:  rapid.Float64Range(0, 5).Draw(t, "velocity 7"),
				Velocity30: rapid.Float64Range(0, 5).Draw(t, "velocity 30"),
				Last:       recent().Draw(t, "last"),
			}
		}
		return e
	})
}

func TestRetentionNeverRisesBetweenEvents(t *testing.T) {
	s := DefaultSettings()
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvidence().Draw(t, "evidence")
		at := recent().Draw(t, "from")
		before := s.Score(&e, at)
		for range 12 {
			at = at.Add(time.Duration(rapid.Int64Range(0, 40*microsPerDay).Draw(t, "step")) * time.Microsecond)
			after := s.Score(&e, at)
			if after > before+1e-15 || after < 0 || after > 1 || math.IsNaN(after) {
				t.Fatalf("%v after %v at %v", after, before, at)
			}
			before = after
		}
	})
}

func TestCrossesAtIsTheCrossing(t *testing.T) {
	s := DefaultSettings()
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvidence().Draw(t, "evidence")
		threshold := rapid.Float64Range(0, 1.05).Draw(t, "threshold")
		now := recent().Filter(func(at time.Time) bool { return !at.IsZero() }).Draw(t, "now")
		at, ok := s.CrossesAt(&e, threshold, now)
		far := now.AddDate(399, 0, 0)
		if !ok {
			if got := s.Score(&e, far); got < threshold {
				t.Fatalf("never, but %v in 399 years", got)
			}
			return
		}
		if got := s.Score(&e, at); got >= threshold {
			t.Fatalf("score %v at the crossing %v of %v", got, at, threshold)
		}
		before := s.Score(&e, at.Add(-time.Microsecond))
		switch already := s.Score(&e, now) < threshold; {
		case !already && (!at.After(now) || before < threshold):
			t.Fatalf("still above at %v, but crossing %v with %v just before", now, at, before)
		case already && at.After(now):
			t.Fatalf("below at %v, but crossing in the future, %v", now, at)
		case already && before < threshold && !at.Equal(now) && !isEvent(&e, at):
			t.Fatalf("below since %v, but %v just before", at, before)
		}
	})
}

func isEvent(e *Evidence, at time.Time) bool {
	latest, ok := e.latestEvent()
	return ok && instant(latest).Equal(at)
}

// TestCrossingDoesNotDependOnWhenItIsAsked is what makes it an archive date:
// hourly cycles for a week and one cycle at its end find the same instant.
func TestCrossingDoesNotDependOnWhenItIsAsked(t *testing.T) {
	s := DefaultSettings()
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvidence().Draw(t, "evidence")
		event, ok := e.latestEvent()
		if !ok {
			t.Skip("no event")
		}
		start := instant(event)
		first, crosses := s.CrossesAt(&e, s.ArchiveThreshold, start)
		if !crosses || s.Score(&e, start) < s.ArchiveThreshold {
			t.Skip("nothing to cross")
		}
		again, ok := s.CrossesAt(&e, s.ArchiveThreshold, first.Add(time.Duration(rapid.Int64Range(0, 1e15).Draw(t, "later"))))
		if !ok || again.Sub(first).Abs() > time.Millisecond {
			t.Fatalf("%v when asked ahead, %v, %v afterwards", first, again, ok)
		}
	})
}

func TestCrossesAtCases(t *testing.T) {
	s := DefaultSettings()
	longAgo := noon.AddDate(-1, 0, 0)
	for _, row := range []struct {
		name      string
		e         Evidence
		threshold float64
		want      string // days from noon, "never", or "now"
	}{
		{"held up by ties", Evidence{UnderCurve: true, Created: noon, TieCount: 10}, 0.1, "never"},
		{"held up by a base", Evidence{Base: 0.5, Created: noon}, 0.1, "never"},
		{"a base falls with its penalty", Evidence{Base: 0.11, Created: noon}, 0.1, "days"},
		{"a base falls when its protection ends", Evidence{Base: 0.11, Created: longAgo, Retrievals: Profile{Total: 1, Last: noon}}, 0.1, "days"},
		{"equal is not below", Evidence{Working: true, Base: 0.1, Created: noon}, 0.1, "never"},
		{"threshold 0", Evidence{UnderCurve: true, Created: longAgo}, 0, "never"},
		{"threshold NaN", Evidence{UnderCurve: true, Created: longAgo}, math.NaN(), "never"},
		{"threshold above 1, unknown dates", Evidence{UnderCurve: true}, 2, "now"},
		{"stability of ten thousand years", Evidence{UnderCurve: true, Created: noon, Stability: 3.65e6}, 0.1, "never"},
		{"a date far in the future", Evidence{UnderCurve: true, Created: noon.AddDate(900, 0, 0)}, 0.1, "never"},
		{"unknown dates", Evidence{UnderCurve: true}, 0.1, "never"},
		{"ages ago", Evidence{UnderCurve: true, Created: longAgo}, 0.1, "past"},
		{"below from the start", Evidence{Base: 0.05, Created: longAgo}, 0.1, "created"},
		{"a tiny stability", Evidence{UnderCurve: true, Created: noon, Stability: 1e-12}, 0.1, "days"},
	} {
		at, ok := s.CrossesAt(&row.e, row.threshold, noon)
		got := "never"
		switch {
		case !ok:
		case at.Equal(noon):
			got = "now"
		case at.Equal(row.e.Created):
			got = "created"
		case at.Before(noon):
			got = "past"
		default:
			got = "days"
		}
		if got != row.want {
			t.Errorf("%s: %s (%v), want %s", row.name, got, at, row.want)
		}
	}
	past, _ := s.CrossesAt(&Evidence{UnderCurve: true, Created: longAgo}, 0.1, noon)
	if day := past.Sub(longAgo).Hours() / 24; math.Abs(day-64.20) > 0.005 {
		t.Errorf("crossed %v days after creation, want 64.20", day)
	}
}

func TestFirstTrueNearFindsItFromAnywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Int64Range(-1e15, 1e15).Draw(t, "lo")
		hi := lo + rapid.Int64Range(1, 1e15).Draw(t, "span")
		want := rapid.Int64Range(lo+1, hi).Draw(t, "change")
		asked := 0
		got := firstTrueNear(rapid.Int64().Draw(t, "near"), lo, hi, func(x int64) bool { asked++; return x >= want })
		if got != want || asked > 150 {
			t.Fatalf("%d after %d questions, want %d", got, asked, want)
		}
	})
}

func TestRatePerDayIsTheSlope(t *testing.T) {
	s := DefaultSettings()
	const h = 1e-4 // days
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvidence().Draw(t, "evidence")
		e.Stability = rapid.Float64Range(1, 400).Draw(t, "stability ≥ 1 d")
		now := recent().Draw(t, "now")
		rate := s.RatePerDay(&e, now)
		if rate > 0 || math.IsNaN(rate) {
			t.Fatalf("rate %v", rate)
		}
		ahead := s.RatePerDay(&e, now.Add(days(h)))
		slope := (s.Score(&e, now.Add(days(h))) - s.Score(&e, now)) / h
		// At a kink (a window ends inside h) the slope lies between the two.
		low, high := math.Min(rate, ahead), math.Max(rate, ahead)
		if slope < low-1e-3 || slope > high+1e-3 {
			t.Fatalf("slope %v, rates %v and %v", slope, rate, ahead)
		}
	})
	e := Evidence{UnderCurve: true, Created: noon}
	if got, want := s.RatePerDay(&e, noon), -1.0/30-0.005; !near(got, want, 1e-12) {
		t.Errorf("a fresh memory falls by %v a day, want %v", got, want)
	}
}

func TestForecastIsTheScore(t *testing.T) {
	s := DefaultSettings()
	e := Evidence{UnderCurve: true, Created: noon, TieCount: 5}
	out := make([]float64, 500)
	s.Forecast(&e, noon, 24*time.Hour, out)
	for day, got := range out {
		if want := s.Score(&e, noon.AddDate(0, 0, day)); got != want {
			t.Fatalf("day %d: %v, want %v", day, got, want)
		}
	}
}

func TestWaterfallAddsUpExactly(t *testing.T) {
	s := DefaultSettings()
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvidence().Draw(t, "evidence")
		c := s.Retention(&e, recent().Draw(t, "now"))
		w := c.Waterfall()
		sum := 0.0
		for i, step := range w {
			sum += step.Delta
			if math.Abs(sum-step.Total) > 0x1p-54 {
				t.Fatalf("step %d %s: sum %v, total %v", i, step.Name, sum, step.Total)
			}
			up := step.Name == StepLearned || step.Name == StepRecall || step.Name == StepTies
			if step.Delta != 0 && up != (step.Delta > 0) {
				t.Fatalf("step %s has the wrong sign: %v", step.Name, step.Delta)
			}
		}
		if w[WaterfallSteps-1].Total != c.Score || (c.Score >= 0.5 && sum != c.Score) {
			t.Fatalf("sum %v, last total %v, score %v", sum, w[WaterfallSteps-1].Total, c.Score)
		}
	})
	// Plain differences of the running totals miss the score by a last bit
	// about once in three hundred times.
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		c := Components{
			Base: random.Float64(), Curve: random.Float64(), Interference: random.Float64(),
			Unretrieved: random.Float64(), Strengthening: random.Float64(), Hebbian: random.Float64(),
		}
		c.Score = clamp01(c.recalled() + c.Hebbian)
		sum := 0.0
		for _, step := range c.Waterfall() {
			sum += step.Delta
		}
		if math.Abs(sum-c.Score) > 0x1p-54 || (c.Score >= 0.5 && sum != c.Score) {
			t.Fatalf("sum %v of %+v", sum, c)
		}
	}
	c := s.Retention(&Evidence{UnderCurve: true, Created: noon, TieCount: 100}, noon)
	if w := c.Waterfall(); w[5].Delta != 0 || w[5].Total != 1 {
		t.Errorf("a full score took %+v from its ties", w[5])
	}
}
