package dynamics

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func anyConnection() *rapid.Generator[Connection] {
	return rapid.Custom(func(t *rapid.T) Connection {
		c := Connection{
			Strength:      rapid.Float64Range(-1, 10).Draw(t, "strength"),
			Stability:     rapid.Float64Range(-1, 1000).Draw(t, "stability"),
			LastActivated: anyInstant().Draw(t, "last activated"),
			AccessCount:   rapid.Int64().Draw(t, "accesses"),
		}
		if rapid.Bool().Draw(t, "decayed") {
			c.DecayedAt = anyInstant().Draw(t, "decayed at")
		}
		return c
	})
}

func decay(t *rapid.T, c Connection, now time.Time) Connection {
	got, err := Decay(c, now)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestDecayTwiceIsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConnection().Draw(t, "connection")
		now := anyInstant().Draw(t, "now")
		once := decay(t, c, now)
		if twice := decay(t, once, now); twice != once {
			t.Fatalf("%+v, once %+v", twice, once)
		}
		if once.Strength != c.StrengthAt(now) || once.Strength != once.StrengthAt(now) {
			t.Fatalf("Decay %v, StrengthAt before %v and after %v", once.Strength, c.StrengthAt(now), once.StrengthAt(now))
		}
	})
}

func TestDecayInTwoStepsIsInOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConnection().Draw(t, "connection")
		start := c.statedAt()
		t1 := start.Add(time.Duration(rapid.Int64Range(0, 4000*microsPerDay).Draw(t, "t1")) * time.Microsecond)
		t2 := t1.Add(time.Duration(rapid.Int64Range(0, 4000*microsPerDay).Draw(t, "t2")) * time.Microsecond)
		direct, stepwise := decay(t, c, t2), decay(t, decay(t, c, t1), t2)
		if !near(stepwise.Strength, direct.Strength, 1e-12) {
			t.Fatalf("in two steps %v, in one %v", stepwise.Strength, direct.Strength)
		}
	})
}

func TestHourlyDecayIsOneDecay(t *testing.T) {
	c := Connection{Strength: 5, Stability: 30, LastActivated: noon}
	hourly := c
	var err error
	for hour := 1; hour <= 24*365; hour++ {
		if hourly, err = Decay(hourly, noon.Add(time.Duration(hour)*time.Hour)); err != nil {
			t.Fatal(err)
		}
		once, err := Decay(c, noon.Add(time.Duration(hour)*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if !near(hourly.Strength, once.Strength, 1e-12) {
			t.Fatalf("after %d hours %v, in one step %v", hour, hourly.Strength, once.Strength)
		}
	}
}

func TestConnectionStaysInBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := anyInstant().Draw(t, "start")
		c := NewConnection(now)
		var err error
		for range 30 {
			before := c
			now = now.Add(time.Duration(rapid.Int64Range(-5*microsPerDay, 60*microsPerDay).Draw(t, "step")) * time.Microsecond)
			switch rapid.IntRange(0, 2).Draw(t, "event") {
			case 0:
				c = decay(t, c, now)
			case 1:
				c, err = Coactivate(c, now)
			case 2:
				c, err = Potentiate(c, rapid.Float64Range(0, 1).Draw(t, "increment"), now)
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.Strength < StrengthFloor || c.Strength > MaxStrength || c.Stability < before.Stability {
				t.Fatalf("out of bounds: %+v", c)
			}
			if c.LastActivated.Before(before.LastActivated) || c.statedAt().Before(before.statedAt()) || c.AccessCount < before.AccessCount {
				t.Fatalf("went backwards: %+v, before %+v", c, before)
			}
		}
	})
}

func TestStrengthNeverRisesUnused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConnection().Draw(t, "connection")
		c.Strength = math.Max(c.Strength, StrengthFloor)
		at := anyInstant().Draw(t, "now")
		before := c.StrengthAt(at)
		after := c.StrengthAt(at.Add(time.Duration(rapid.Int64Range(0, 1e15).Draw(t, "later")) * time.Microsecond))
		if after > before || after < StrengthFloor {
			t.Fatalf("%v after %v", after, before)
		}
	})
}

func TestQuietAtIsWhenItGoesQuiet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyConnection().Draw(t, "connection")
		at, ok := c.QuietAt()
		if !ok {
			t.Fatalf("stability %v never goes quiet", c.Stability)
		}
		if s := c.StrengthAt(at); s > StrengthFloor {
			t.Fatalf("strength %v when quiet", s)
		}
		if s := c.StrengthAt(at.Add(-time.Microsecond)); c.Strength > StrengthFloor && s <= StrengthFloor {
			t.Fatalf("quiet before %v already: %v", at, s)
		}
	})
}

func TestRebasedReadsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Connection{
			Strength:      rapid.Float64Range(StrengthFloor, MaxStrength).Draw(t, "strength"),
			Stability:     rapid.Float64Range(0.1, 400).Draw(t, "stability"),
			LastActivated: anyInstant().Draw(t, "last activated"),
		}
		c = decay(t, c, c.LastActivated.Add(time.Duration(rapid.Int64Range(0, 400*microsPerDay).Draw(t, "gap"))*time.Microsecond))
		r := c.Rebased()
		if !r.DecayedAt.IsZero() || !r.LastActivated.Equal(c.LastActivated) || r.Strength > MaxStrength {
			t.Fatalf("rebased to %+v", r)
		}
		later := c.statedAt().Add(time.Duration(rapid.Int64Range(0, 400*microsPerDay).Draw(t, "later")) * time.Microsecond)
		if got, want := r.StrengthAt(later), c.StrengthAt(later); !near(got, want, 1e-9) {
			t.Fatalf("reads %v, was %v", got, want)
		}
		if again := r.Rebased(); again != r {
			t.Fatalf("rebasing twice: %+v, %+v", again, r)
		}
	})
}

func TestRebasedIsBounded(t *testing.T) {
	c := Connection{Strength: 2, Stability: 0.001, LastActivated: noon, DecayedAt: noon.AddDate(1, 0, 0)}
	if got := c.Rebased(); got.Strength != MaxStrength {
		t.Errorf("rebased to strength %v", got.Strength)
	}
	c.Strength = 9
	if got := c.Rebased(); got.Strength != 9 {
		t.Errorf("an imported 9 was lowered to %v", got.Strength)
	}
}
