package dynamics

import (
	"math"
	"testing"
	"time"
)

func FuzzParseTime(f *testing.F) {
	for _, seed := range []string{
		"2026-01-01T12:00:00Z", "2026-01-01", "20260101T120000,5+0530", "2026-W01-4", "2026W01",
		"2026-01-01🕛12:00 -08:00:15.25", "0001-01-01T00:00:00+14:00", "", "not a date", "2026-01-01T12:00:00+24:00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at, err := ParseTime(text)
		if err != nil {
			return
		}
		if at.Nanosecond()%1000 != 0 || at.Year() < 0 || at.Year() > 10000 {
			t.Fatalf("%q is read as %v", text, at)
		}
		if at.Year() < 1 || at.Year() > 9999 {
			return // an offset took it beyond what can be written
		}
		again, err := ParseTime(at.Format(time.RFC3339Nano))
		if err != nil || !again.Equal(at) {
			t.Fatalf("%q is read as %v, and that as %v, %v", text, at, again, err)
		}
	})
}

func FuzzConnection(f *testing.F) {
	f.Add(1.0, 1.0, 0.05, int64(0), int64(0), int64(86_400_000_000))
	f.Add(5.0, 30.0, 0.0, int64(0), int64(1), int64(-1))
	f.Add(-1.0, -1.0, -3.0, int64(math.MinInt64), int64(math.MaxInt64), int64(0))
	f.Add(math.NaN(), math.Inf(1), math.Inf(-1), int64(1), int64(2), int64(3))
	f.Add(math.MaxFloat64, 5e-324, math.MaxFloat64, int64(0), int64(0), int64(1))
	f.Fuzz(func(t *testing.T, strength, stability, increment float64, activated, decayed, now int64) {
		c := Connection{Strength: strength, Stability: stability, LastActivated: time.UnixMicro(activated), DecayedAt: time.UnixMicro(decayed)}
		at := time.UnixMicro(now)
		sound := finite(strength) && finite(stability)
		d, err := Decay(c, at)
		if (err == nil) != sound {
			t.Fatalf("Decay: %v", err)
		}
		if read := c.StrengthAt(at); !finite(read) || (sound && read != d.Strength) {
			t.Fatalf("StrengthAt %v, Decay %v", read, d.Strength)
		}
		if err != nil {
			return
		}
		if again, err := Decay(d, at); err != nil || again != d {
			t.Fatalf("twice %+v, once %+v, %v", again, d, err)
		}
		if p, err := Potentiate(c, increment, at); err == nil && (!finite(p.Strength) || !finite(p.Stability) || p.Strength > MaxStrength) {
			t.Fatalf("potentiated to %+v", p)
		}
		if r := c.Rebased(); !finite(r.Strength) || !r.DecayedAt.IsZero() {
			t.Fatalf("rebased to %+v", r)
		}
		if quiet, ok := c.QuietAt(); ok && c.StrengthAt(quiet) > StrengthFloor {
			t.Fatalf("strength %v when quiet", c.StrengthAt(quiet))
		}
	})
}

func FuzzRetention(f *testing.F) {
	f.Add(true, false, 1.0, 30.0, 1.0, 2.3, 3.1, 0.8, uint32(47), uint32(10), int64(0), int64(1), int64(86_400_000_000), 0.1)
	f.Add(false, false, 0.05, 0.0, 0.0, 0.0, 0.0, 0.0, uint32(0), uint32(0), int64(0), int64(0), int64(1), 0.1)
	f.Add(true, false, math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN(), uint32(1), uint32(3), int64(5), int64(5), int64(5), math.NaN())
	f.Add(true, true, -1.0, 1e-300, 5e-324, -1.0, math.Inf(1), -1e-6, uint32(math.MaxUint32), uint32(math.MaxUint32), int64(math.MinInt64), int64(math.MaxInt64), int64(math.MaxInt64), 1.0)
	f.Fuzz(func(t *testing.T, curve, working bool, base, stability, interference, rank, v7, v30 float64, total, ties uint32, created, last, now int64, threshold float64) {
		s := DefaultSettings()
		e := Evidence{
			UnderCurve: curve, Working: working, Base: base, Created: time.UnixMicro(created),
			Stability: stability, Interference: interference, TieCount: ties,
			Retrievals: Profile{Total: total, MeanRank: rank, Velocity7: v7, Velocity30: v30, Last: time.UnixMicro(last)},
		}
		at := time.UnixMicro(now)
		c := s.Retention(&e, at)
		for i, part := range []float64{c.Base, c.Curve, c.Interference, c.Unretrieved, c.Score} {
			if !(part >= 0 && part <= 1) {
				t.Fatalf("component %d of %+v", i, c)
			}
		}
		if !(c.Strengthening >= 0) || !(c.Hebbian >= 0) || math.IsInf(c.Strengthening, 1) {
			t.Fatalf("boosts of %+v", c)
		}
		if rate := s.RatePerDay(&e, at); !(rate <= 0) {
			t.Fatalf("rate %v", rate)
		}
		for _, step := range c.Waterfall() {
			if !finite(step.Delta) || !(step.Total >= 0 && step.Total <= 1) {
				t.Fatalf("step %+v", step)
			}
		}
		crossing, ok := s.CrossesAt(&e, threshold, at)
		if ok && !(s.Score(&e, crossing) < threshold) {
			t.Fatalf("score %v at the crossing of %v", s.Score(&e, crossing), threshold)
		}
		if !ok && c.Score < threshold {
			t.Fatalf("score %v is below %v, but never crosses", c.Score, threshold)
		}
	})
}
