package dynamics

import (
	"errors"
	"math"
	"testing"
	"time"
)

func TestInitializeAsPublished(t *testing.T) {
	var v connectionVectors
	load(t, "connections.json", &v)
	for _, row := range v.Initialize {
		t.Run(row.ID, func(t *testing.T) {
			r := row.In.record()
			if Initialize(r, row.Now.Time) != r {
				t.Fatal("Initialize returned another record")
			}
			c, err := r.Connection()
			if err != nil {
				t.Fatal(err)
			}
			want := row.Out
			if want.LastActivated == nil {
				// On purpose: a null creation date is missing too, so that the
				// record still gets an activation; the published one stays null.
				want.LastActivated = &row.Now
			}
			checkConnection(t, c, want)
			if !c.DecayedAt.IsZero() {
				t.Errorf("decayed at %v was made up", c.DecayedAt)
			}
		})
	}
}

func TestPotentiateAsPublished(t *testing.T) {
	var v connectionVectors
	load(t, "connections.json", &v)
	for _, row := range v.Potentiate {
		t.Run(row.ID, func(t *testing.T) {
			c, err := Initialize(row.In.record(), row.Now.Time).Connection()
			if err != nil {
				t.Fatal(err)
			}
			got, err := Potentiate(c, row.increment(), row.Now.Time)
			if err != nil {
				t.Fatal(err)
			}
			want := row.Out
			if row.Now.Before(c.LastActivated) {
				// On purpose: the published function goes back in time here.
				want.LastActivated = &stamp{c.LastActivated}
			}
			checkConnection(t, got, want)
		})
	}
}

func TestDecayAsPublished(t *testing.T) {
	var v connectionVectors
	load(t, "connections.json", &v)
	compounded := 0
	for _, row := range v.ApplyDecay {
		t.Run(row.ID, func(t *testing.T) {
			c, err := Initialize(row.In.record(), row.Now.Time).Connection()
			if err != nil {
				t.Fatal(err)
			}
			once, err := Decay(c, row.Now.Time)
			if err != nil {
				t.Fatal(err)
			}
			if c.LastActivated.IsZero() {
				// On purpose: the first instant of year 1 is how Go says "not
				// known", and what is not known does not age.
				row.Out.Strength = pointer(number(c.Strength))
			}
			checkConnection(t, once, row.Out)
			if read := c.StrengthAt(row.Now.Time); read != once.Strength {
				t.Errorf("StrengthAt %v, Decay %v", read, once.Strength)
			}
			// On purpose: a second call at the same instant changes nothing.
			twice, err := Decay(once, row.Now.Time)
			if err != nil {
				t.Fatal(err)
			}
			if twice != once {
				t.Errorf("second call at the same instant: %+v, first %+v", twice, once)
			}
			if row.SecondStrength != 0 && !close9(float64(row.SecondStrength), once.Strength) {
				compounded++
			}
		})
	}
	if compounded == 0 {
		t.Error("no row shows the published compounding; the difference is not tested")
	}
}

func TestIdempotencyDiffersOnPurpose(t *testing.T) {
	var v connectionVectors
	load(t, "connections.json", &v)
	for _, row := range v.Idempotency {
		start := Connection{Strength: row.Strength, Stability: row.Stability, LastActivated: noon}
		c, differs := start, false
		var err error
		for i, published := range row.Strengths {
			day := row.Days.at(i)
			if c, err = Decay(c, noon.Add(days(day))); err != nil {
				t.Fatal(err)
			}
			curve := math.Max(StrengthFloor, row.Strength*math.Exp(-day/row.Stability))
			if !near(c.Strength, curve, 1e-12) {
				t.Errorf("%s, strength %v, stability %v, day %v: %v, curve %v", row.What, row.Strength, row.Stability, day, c.Strength, curve)
			}
			if i == 0 && !close9(c.Strength, published) {
				t.Errorf("%s: first call %v, published %v", row.What, c.Strength, published)
			}
			differs = differs || !close9(c.Strength, published)
		}
		if row.OneShot != 0 && !close9(c.Strength, row.OneShot) {
			t.Errorf("%s: stepwise %v, in one step %v", row.What, c.Strength, row.OneShot)
		}
		if !differs && row.Strengths[0] > StrengthFloor {
			t.Errorf("%s: the row is no difference", row.What)
		}
	}
}

func TestSequencesAsRead(t *testing.T) {
	var v connectionVectors
	load(t, "connections.json", &v)
	for _, seq := range v.Sequences {
		if seq.Kind == "skew" {
			continue // see TestClockBackwardsDiffersOnPurpose
		}
		t.Run(seq.ID+" "+seq.Kind, func(t *testing.T) {
			c, err := Initialize(seq.Initial.record(), seq.Events[0].Now.Time).Connection()
			if err != nil {
				t.Fatal(err)
			}
			for i, e := range seq.Events {
				got := c.StrengthAt(e.Now.Time)
				if e.Op == "potentiate" {
					if c, err = Potentiate(c, vectorCall{Increment: e.Increment}.increment(), e.Now.Time); err != nil {
						t.Fatal(err)
					}
					got = c.Strength
					if !close9(c.Stability, e.Stability) || c.AccessCount != e.AccessCount || !c.LastActivated.Equal(e.LastActivated.Time) {
						t.Errorf("event %d: %+v, published %+v", i, c, e)
					}
				}
				if !close9(got, seq.ReadTime[i]) {
					t.Errorf("event %d %s: %v, published at read time %v", i, e.Op, got, seq.ReadTime[i])
				}
			}
		})
	}
}

func TestClockBackwardsDiffersOnPurpose(t *testing.T) {
	var v connectionVectors
	load(t, "connections.json", &v)
	backwards := 0
	for _, seq := range v.Sequences {
		if seq.Kind != "skew" {
			continue
		}
		c, err := Initialize(seq.Initial.record(), seq.Events[0].Now.Time).Connection()
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range seq.Events {
			before := c
			if e.Op == "potentiate" {
				c, err = Potentiate(c, vectorCall{Increment: e.Increment}.increment(), e.Now.Time)
			} else {
				c, err = Decay(c, e.Now.Time)
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.LastActivated.Before(before.LastActivated) || c.DecayedAt.IsZero() && c.statedAt().Before(before.statedAt()) {
				t.Errorf("%s event %d moved time backwards: %+v, before %+v", seq.ID, i, c, before)
			}
			if e.LastActivated.Before(c.LastActivated) {
				backwards++
			}
		}
	}
	if backwards == 0 {
		t.Error("no published event goes backwards; the difference is not tested")
	}
}

func TestNotNumbersAreRefused(t *testing.T) {
	var v connectionVectors
	load(t, "connections.json", &v)
	if len(v.NotNumbers) < 10 {
		t.Fatalf("only %d rows", len(v.NotNumbers))
	}
	for _, row := range v.NotNumbers {
		t.Run(row.ID, func(t *testing.T) {
			r := Initialize(row.In.record(), row.Now.Time)
			c := Connection{Strength: *r.Strength, Stability: *r.Stability, LastActivated: *r.LastActivated, AccessCount: *r.AccessCount}
			var refused *ValueError
			var err error
			var got Connection
			if row.Call == "potentiate" {
				got, err = Potentiate(c, row.increment(), row.Now.Time)
			} else {
				got, err = Decay(c, row.Now.Time)
			}
			if !errors.As(err, &refused) {
				t.Fatalf("error %v, want a ValueError", err)
			}
			wrong := map[string]float64{"strength": c.Strength, "stability": c.Stability, "increment": row.increment()}
			if finite(wrong[refused.Field]) {
				t.Errorf("%v blames %s, which is %v", err, refused.Field, wrong[refused.Field])
			}
			if got.AccessCount != c.AccessCount || !got.LastActivated.Equal(c.LastActivated) || got.DecayedAt != c.DecayedAt {
				t.Errorf("changed before refusing: %+v, was %+v", got, c)
			}
			if refused.Field == "increment" {
				return
			}
			if _, err := r.Connection(); !errors.As(err, &refused) {
				t.Errorf("Record.Connection: %v, want a ValueError", err)
			}
			if s := c.StrengthAt(row.Now.Time); s != StrengthFloor {
				t.Errorf("StrengthAt %v, want the floor", s)
			}
			if at, ok := c.QuietAt(); ok {
				t.Errorf("QuietAt %v", at)
			}
		})
	}
}

func TestMissingIsNotZero(t *testing.T) {
	zero := Initialize(&Record{Strength: pointer(0.0), Stability: pointer(0.0)}, noon)
	if *zero.Strength != 0 || *zero.Stability != 0 {
		t.Errorf("explicit zeros became %v, %v", *zero.Strength, *zero.Stability)
	}
	if got := *Initialize(nil, noon).Strength; got != DefaultStrength {
		t.Errorf("empty record has strength %v", got)
	}
	whole := NewConnection(noon).Record()
	for _, take := range []struct {
		field string
		from  func(*Record)
	}{
		{"strength", func(r *Record) { r.Strength = nil }},
		{"stability", func(r *Record) { r.Stability = nil }},
		{"access_count", func(r *Record) { r.AccessCount = nil }},
		{"last_activated", func(r *Record) { r.LastActivated = nil }},
	} {
		r := *whole
		take.from(&r)
		var missing *MissingError
		if _, err := r.Connection(); !errors.As(err, &missing) || missing.Field != take.field {
			t.Errorf("without %s: %v", take.field, err)
		}
	}
	if c, err := whole.Connection(); err != nil || c != NewConnection(noon) {
		t.Errorf("a record read back is %+v, %v", c, err)
	}
}

func TestCapAndSpacing(t *testing.T) {
	c, err := NewConnection(noon), error(nil)
	accesses := 0
	for c.Strength < MaxStrength {
		if c, err = Potentiate(c, PotentiationIncrement, noon); err != nil {
			t.Fatal(err)
		}
		accesses++
	}
	if accesses != 81 || c.Stability != DefaultStability {
		t.Errorf("cap after %d massed accesses at stability %v, want 81 at %v", accesses, c.Stability, DefaultStability)
	}
	c = NewConnection(noon)
	for range 10 {
		if c, err = Potentiate(c, PotentiationIncrement, c.SpacedAfter()); err != nil {
			t.Fatal(err)
		}
	}
	if !near(c.Stability, 2*DefaultStability, 1e-12) {
		t.Errorf("stability %v after ten spaced accesses", c.Stability)
	}
	early, err := Potentiate(c, PotentiationIncrement, c.SpacedAfter().Add(-time.Microsecond))
	if err != nil || early.Stability != c.Stability {
		t.Errorf("an access just before SpacedAfter counted as spaced: %+v, %v", early, err)
	}
	if at := (Connection{}).SpacedAfter(); !at.IsZero() {
		t.Errorf("spaced after %v without an activation", at)
	}
}

func TestNeglectIsSettledBeforeReward(t *testing.T) {
	c := Connection{Strength: 2, Stability: 2, LastActivated: noon}
	later := noon.AddDate(0, 0, 30)
	got, err := Coactivate(c, later)
	if err != nil || !near(got.Strength, 0.10, 1e-12) || !near(got.Stability, 2.1, 1e-12) || got.AccessCount != 1 {
		t.Errorf("co-access after 30 days: %+v, %v", got, err)
	}
	if !got.LastActivated.Equal(later) || !got.DecayedAt.IsZero() {
		t.Errorf("stated as of %v / %v", got.LastActivated, got.DecayedAt)
	}
	bare, err := Potentiate(c, PotentiationIncrement, later)
	if err != nil || !near(bare.Strength, 2.05, 1e-12) {
		t.Errorf("bare potentiation: %+v, %v", bare, err)
	}
	c.Stability = math.NaN()
	if got, err := Coactivate(c, later); err == nil || got.Strength != c.Strength || got.AccessCount != 0 {
		t.Errorf("half-updated on error: %+v, %v", got, err)
	}
}

func TestQuietAt(t *testing.T) {
	c := Connection{Strength: 5, Stability: 30, LastActivated: noon}
	at, ok := c.QuietAt()
	if day := at.Sub(noon).Hours() / 24; !ok || !near(day, 30*math.Log(100), 1e-9) || int(day) != 138 {
		t.Errorf("quiet after %v days, %v; want 138.16", day, ok)
	}
	if s := c.StrengthAt(at); s != StrengthFloor {
		t.Errorf("strength %v when quiet", s)
	}
	if s := c.StrengthAt(at.Add(-time.Microsecond)); s <= StrengthFloor {
		t.Errorf("strength %v a microsecond before", s)
	}
	c.Strength = StrengthFloor
	if at, ok := c.QuietAt(); !ok || !at.Equal(noon) {
		t.Errorf("at the floor since %v, %v", at, ok)
	}
	for name, c := range map[string]Connection{
		"stability of a thousand years": {Strength: 5, Stability: 365_000, LastActivated: noon},
		"no activation":                 {Strength: 5, Stability: 1},
		"not a number":                  {Strength: math.Inf(1), Stability: 1, LastActivated: noon},
	} {
		if at, ok := c.QuietAt(); ok {
			t.Errorf("%s: quiet at %v", name, at)
		}
	}
}

func TestPotentiateAtTheEdges(t *testing.T) {
	huge := Connection{Strength: -math.MaxFloat64, Stability: 1, LastActivated: noon, AccessCount: math.MaxInt64}
	if got, err := Potentiate(huge, -math.MaxFloat64, noon); err == nil || got != huge {
		t.Errorf("overflow: %+v, %v", got, err)
	}
	got, err := Potentiate(huge, 0, noon)
	if err != nil || got.AccessCount != math.MaxInt64 {
		t.Errorf("count wrapped: %+v, %v", got, err)
	}
	unknown := Connection{Strength: 1, Stability: 1}
	if got, err := Decay(unknown, noon); err != nil || got != unknown {
		t.Errorf("decayed from an unknown instant: %+v, %v", got, err)
	}
	if got, err := Potentiate(unknown, 0, noon); err != nil || got.Stability != 1 || !got.LastActivated.Equal(noon) {
		t.Errorf("first known activation: %+v, %v", got, err)
	}
}
