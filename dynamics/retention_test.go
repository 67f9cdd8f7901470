package dynamics

import (
	"errors"
	"math"
	"testing"
	"time"
)

type retentionVectors struct {
	CurveNow stamp `json:"curve_now"`
	Curve    []struct {
		Name             string  `json:"name"`
		CreatedAt        *stamp  `json:"created_at"`
		Stability        float64 `json:"stability"`
		DefaultStability float64 `json:"default_stability"`
		Threshold        float64 `json:"archive_threshold"`
		Score            float64 `json:"score"`
		Archived         *bool   `json:"archived"`
	} `json:"curve"`
	Interference []struct {
		Name       string  `json:"name"`
		Similarity float64 `json:"similarity"`
		Weight     float64 `json:"weight"`
		Before     float64 `json:"before"`
		After      float64 `json:"after"`
	} `json:"interference"`
	Strengthening []struct {
		Name       string  `json:"name"`
		Total      float64 `json:"total"`
		Rank       float64 `json:"rank"`
		Velocity7  number  `json:"velocity7"`
		Velocity30 float64 `json:"velocity30"`
		Weight     float64 `json:"weight"`
		Before     float64 `json:"before"`
		After      float64 `json:"after"`
	} `json:"strengthening"`
	Unretrieved []struct {
		Name     string  `json:"name"`
		Rate     float64 `json:"rate"`
		Lookback int     `json:"lookback"`
		Before   float64 `json:"before"`
		After    float64 `json:"after"`
	} `json:"unretrieved"`
	Hebbian []struct {
		Name      string  `json:"name"`
		Count     float64 `json:"count"`
		Threshold float64 `json:"threshold"`
		PerUnit   float64 `json:"per_unit"`
		MaxBoost  float64 `json:"max_boost"`
		Before    float64 `json:"before"`
		After     float64 `json:"after"`
	} `json:"hebbian"`
	Retrievals []struct {
		Name    string `json:"name"`
		Type    string `json:"type"`
		At      stamp  `json:"at"`
		Results []struct {
			Rank uint32 `json:"rank"`
		} `json:"results"`
	} `json:"retrievals"`
}

func TestCurveAsPublished(t *testing.T) {
	var v retentionVectors
	load(t, "retention.json", &v)
	for _, row := range v.Curve {
		s := DefaultSettings()
		if row.DefaultStability != 0 {
			s.DefaultStability = row.DefaultStability
		}
		if row.Threshold != 0 {
			s.ArchiveThreshold = row.Threshold
		}
		// Retrieved just now without any boost, so that only the curve speaks:
		// the published evolver is one row of the formula.
		e := Evidence{UnderCurve: true, Stability: row.Stability, Retrievals: Profile{Total: 1, Last: v.CurveNow.Time}}
		if row.CreatedAt != nil {
			e.Created = row.CreatedAt.Time
		}
		c := s.Retention(&e, v.CurveNow.Time)
		want := row.Score
		if e.Created.After(v.CurveNow.Time) {
			want = 1 // On purpose: the published score exceeds 1 for a future date.
		}
		if !close9(c.Score, want) || c.Score != c.Curve {
			t.Errorf("%s: %+v, published %v", row.Name, c, row.Score)
		}
		if row.Archived != nil && (c.Score < s.ArchiveThreshold) != *row.Archived {
			t.Errorf("%s: archived at %v? published %v", row.Name, c.Score, *row.Archived)
		}
	}
}

func TestInterferenceAsPublished(t *testing.T) {
	var v retentionVectors
	load(t, "retention.json", &v)
	for _, row := range v.Interference {
		if got := math.Max(0, row.Before*InterferencePenalty(row.Similarity, row.Weight)); !near(got, row.After, 1e-9) && math.Abs(got-row.After) > 1e-12 {
			t.Errorf("%s: %v, published %v", row.Name, got, row.After)
		}
	}
}

func TestStrengtheningAsPublished(t *testing.T) {
	var v retentionVectors
	load(t, "retention.json", &v)
	for _, row := range v.Strengthening {
		boost := Strengthening(row.Total, row.Rank, float64(row.Velocity7), row.Velocity30, row.Weight)
		if math.IsNaN(boost) {
			// On purpose: min(1, NaN) is 1 in the published code; a profile
			// that makes no sense adds nothing here.
			if row.After != 1 {
				t.Errorf("%s: the row is no difference", row.Name)
			}
		} else if got := clamp01(row.Before + boost); !close9(got, row.After) {
			t.Errorf("%s: %v, published %v", row.Name, got, row.After)
		}
		if row.Total != math.Trunc(row.Total) || row.Weight < 0 || row.Before < 0 {
			continue // no profile, setting or base of ours is like that
		}
		s := DefaultSettings()
		s.RetrievalWeight = row.Weight
		e := Evidence{Base: row.Before, Created: noon, Retrievals: Profile{
			Total: uint32(row.Total), MeanRank: row.Rank,
			Velocity7: float64(row.Velocity7), Velocity30: row.Velocity30, Last: noon,
		}}
		want := row.After
		if !(boost >= 0) {
			want = clamp01(row.Before) // On purpose: what is no boost takes nothing away either.
		}
		if got := s.Score(&e, noon); !close9(got, want) {
			t.Errorf("%s: retention %v, want %v", row.Name, got, want)
		}
	}
}

func TestUnretrievedAsPublished(t *testing.T) {
	var v retentionVectors
	load(t, "retention.json", &v)
	for _, row := range v.Unretrieved {
		// The published penalty is that of a memory as old as the lookback.
		if got := clamp01(row.Before * Unretrieved(float64(row.Lookback), row.Rate, row.Lookback)); !close9(got, row.After) {
			t.Errorf("%s: %v, published %v", row.Name, got, row.After)
		}
		s := DefaultSettings()
		s.UnretrievedRate, s.LookbackDays = row.Rate, row.Lookback
		e := Evidence{Base: row.Before, Created: noon.AddDate(0, 0, -row.Lookback)}
		if got := s.Score(&e, noon); !close9(got, row.After) {
			t.Errorf("%s: retention %v, published %v", row.Name, got, row.After)
		}
	}
}

func TestHebbianAsPublished(t *testing.T) {
	var v retentionVectors
	load(t, "retention.json", &v)
	for _, row := range v.Hebbian {
		boost := Hebbian(row.Count, row.Threshold, row.PerUnit, row.MaxBoost)
		got := row.Before
		if row.Count >= row.Threshold {
			got = math.Min(1, row.Before+boost)
		}
		if !close9(got, row.After) {
			t.Errorf("%s: %v, published %v", row.Name, got, row.After)
		}
	}
}

// TestCompoundingDiffersOnPurpose holds what the published evolvers do on
// their second run beside what the same evidence says here.
func TestCompoundingDiffersOnPurpose(t *testing.T) {
	s := DefaultSettings()
	never := Evidence{Base: 1, Created: noon.AddDate(0, 0, -30)}
	rivals := Evidence{Base: 1, Retrievals: Profile{Total: 1, Last: noon}, Interference: InterferenceProduct([]float64{1, 1}, s.InterferenceWeight)}
	tied := Evidence{Base: 0.1, Retrievals: Profile{Total: 1, Last: noon}, TieCount: 10}
	for _, row := range []struct {
		name      string
		evidence  Evidence
		ours      float64
		published float64 // after the second run, or the last member written
	}{
		{"unretrieved pays again on every run", never, 0.85, 0.7225},
		{"three identical vectors lose an update", rivals, 0.9025, 0.95},
		{"ties boost again on every run", tied, 0.24, 0.38},
	} {
		for run := 1; run <= 3; run++ {
			if got := s.Score(&row.evidence, noon); !close9(got, row.ours) || close9(got, row.published) {
				t.Errorf("%s: run %d gives %v, want %v and not %v", row.name, run, got, row.ours, row.published)
			}
		}
	}
}

func TestPinnedNumbers(t *testing.T) {
	s := DefaultSettings()
	curve := Evidence{UnderCurve: true, Created: noon}
	curveOnly := s
	curveOnly.UnretrievedRate = 0
	day := func(s Settings, e Evidence) float64 {
		at, ok := s.CrossesAt(&e, 0.1, noon)
		if !ok {
			t.Error("never crosses")
		}
		return at.Sub(noon).Hours() / 24
	}
	profile := Profile{Total: 47, MeanRank: 2.3, Velocity7: 3.1, Velocity30: 0.8, Last: noon}
	for _, row := range []struct {
		name            string
		got, want, half float64
	}{
		{"30 d at stability 30", Curve(30, 30), 0.367879, 5e-7},
		{"half-life of stability 30", HalfLife(30), 20.79, 5e-3},
		{"half at the half-life", Curve(HalfLife(30), 30), 0.5, 1e-15},
		{"the curve alone crosses 0.1", day(curveOnly, curve), 69.08, 5e-3},
		{"never retrieved crosses 0.1", day(s, curve), 64.20, 5e-3},
		{"sample profile", profile.Strengthening(0.1), 0.454572, 5e-7},
		{"ten co-retrievals", Hebbian(10, 3, 0.02, 0.3), 0.14, 1e-15},
		{"three identical vectors", InterferenceProduct([]float64{1, 1}, 0.05), 0.9025, 1e-15},
		{"a whole lookback without a retrieval", Unretrieved(300, 0.005, 30), 0.85, 1e-15},
		{"no penalty takes more than there is", Unretrieved(30, 0.1, 30), 0, 0},
		{"tie support is capped", Hebbian(1000, 3, 0.02, 0.3), 0.3, 0},
		{"one bar step in hours", -30 * 24 * math.Log(1-1.0/64), 11.3, 0.05},
	} {
		if math.Abs(row.got-row.want) > row.half {
			t.Errorf("%s: %v, want %v", row.name, row.got, row.want)
		}
	}
	if s69, s70 := curveOnly.Score(&curve, noon.AddDate(0, 0, 69)), curveOnly.Score(&curve, noon.AddDate(0, 0, 70)); s69 < 0.1 || s70 >= 0.1 {
		t.Errorf("69 d keeps %v, 70 d archives %v", s69, s70)
	}
}

func TestBoostIsTakenAtTheLastRetrievalAndFades(t *testing.T) {
	s := DefaultSettings()
	var p Profile
	var w Window
	created := noon.AddDate(0, 0, -40)
	for range 20 {
		p, w = p.Record(w, noon.AddDate(0, 0, -25), 1)
	}
	p, _ = p.Record(w, noon.AddDate(0, 0, -1), 1)
	e := Evidence{UnderCurve: true, Created: created, Retrievals: p}
	before := s.Score(&e, noon)
	for day := 1; day <= 40; day++ {
		after := s.Score(&e, noon.AddDate(0, 0, day))
		if after > before {
			t.Errorf("day %d: %v rises above %v with no event", day, after, before)
		}
		before = after
	}
	if c := s.Retention(&e, p.Last.AddDate(0, 0, 7)); c.Strengthening != 0 {
		t.Errorf("boost %v left after seven days", c.Strengthening)
	}
	c := s.Retention(&e, p.Last.Add(84*time.Hour))
	if want := p.Strengthening(s.RetrievalWeight) / 2; !near(c.Strengthening, want, 1e-12) {
		t.Errorf("boost %v after three and a half days, want half, %v", c.Strengthening, want)
	}
}

func TestWhatAppliesToWhat(t *testing.T) {
	s := DefaultSettings()
	old := noon.AddDate(0, 0, -60)
	p := Profile{Total: 10, Velocity7: 2, Velocity30: 1, Last: noon}
	for _, row := range []struct {
		name string
		e    Evidence
		want Components
	}{
		{"episodic, never retrieved", Evidence{UnderCurve: true, Created: old}, Components{Base: 1, Curve: math.Exp(-2), Interference: 1, Unretrieved: 0.85}},
		{"semantic keeps its imported base", Evidence{Base: 0.6, Created: old}, Components{Base: 0.6, Curve: 1, Interference: 1, Unretrieved: 0.85}},
		{"an imported zero is zero", Evidence{Base: 0, Created: old}, Components{Curve: 1, Interference: 1, Unretrieved: 0.85}},
		{"a base under the curve is ignored", Evidence{UnderCurve: true, Base: 0.2, Created: noon}, Components{Base: 1, Curve: 1, Interference: 1, Unretrieved: 1}},
		{"working memory is not touched by retrieval", Evidence{Working: true, Base: 1, Created: old, Retrievals: p}, Components{Base: 1, Curve: 1, Interference: 1, Unretrieved: 1}},
		{"a changed content starts anew", Evidence{UnderCurve: true, Created: old, Learned: noon, Retrievals: Profile{Total: 1, Last: noon}}, Components{Base: 1, Curve: 1, Interference: 1, Unretrieved: 1}},
		{"retrieval protects for the lookback", Evidence{Base: 1, Created: old, Retrievals: Profile{Total: 1, Last: noon.AddDate(0, 0, -30)}}, Components{Base: 1, Curve: 1, Interference: 1, Unretrieved: 1}},
		{"and then the penalty begins", Evidence{Base: 1, Created: old, Retrievals: Profile{Total: 1, Last: noon.AddDate(0, 0, -40)}}, Components{Base: 1, Curve: 1, Interference: 1, Unretrieved: 0.95}},
		{"a count without a date is never", Evidence{Base: 1, Created: old, Retrievals: Profile{Total: 9}}, Components{Base: 1, Curve: 1, Interference: 1, Unretrieved: 0.85}},
		{"its own stability", Evidence{UnderCurve: true, Created: old, Stability: 60}, Components{Base: 1, Curve: math.Exp(-1), Interference: 1, Unretrieved: 0.85}},
		{"future dates are age 0", Evidence{UnderCurve: true, Created: noon.AddDate(1, 0, 0), Retrievals: Profile{Total: 1, Last: noon.AddDate(1, 0, 0)}}, Components{Base: 1, Curve: 1, Interference: 1, Unretrieved: 1}},
		{"unknown dates are age 0", Evidence{UnderCurve: true}, Components{Base: 1, Curve: 1, Interference: 1, Unretrieved: 1}},
		{"rivals", Evidence{UnderCurve: true, Created: noon, Interference: 0.9}, Components{Base: 1, Curve: 1, Interference: 0.9, Unretrieved: 1}},
		{"two co-retrievals are too few", Evidence{Base: 0.5, Created: noon, TieCount: 2}, Components{Base: 0.5, Curve: 1, Interference: 1, Unretrieved: 1}},
		{"ties", Evidence{Base: 0.5, Created: noon, TieCount: 10}, Components{Base: 0.5, Curve: 1, Interference: 1, Unretrieved: 1, Hebbian: 0.14}},
	} {
		got := s.Retention(&row.e, noon)
		row.want.Score = clamp01(clamp01(row.want.kept()+row.want.Strengthening) + row.want.Hebbian)
		for i, pair := range [][2]float64{
			{got.Base, row.want.Base},
			{got.Curve, row.want.Curve},
			{got.Interference, row.want.Interference},
			{got.Unretrieved, row.want.Unretrieved},
			{got.Strengthening, row.want.Strengthening},
			{got.Hebbian, row.want.Hebbian},
			{got.Score, row.want.Score},
		} {
			if !near(pair[0], pair[1], 1e-12) {
				t.Errorf("%s: component %d is %v, want %v", row.name, i, pair[0], pair[1])
			}
		}
	}
}

func TestGarbageEvidenceIsReadDefensively(t *testing.T) {
	s := DefaultSettings()
	nan, inf := math.NaN(), math.Inf(1)
	for name, e := range map[string]Evidence{
		"NaN everywhere": {UnderCurve: true, Base: nan, Stability: nan, Interference: nan, Created: noon, Retrievals: Profile{Total: 1, MeanRank: nan, Velocity7: nan, Velocity30: nan, Last: noon}},
		"infinities":     {Base: inf, Stability: inf, Interference: inf, Created: noon, Retrievals: Profile{Total: 1, MeanRank: -1, Velocity7: inf, Velocity30: inf, Last: noon}},
		"rank minus one": {Base: 1, Created: noon, Retrievals: Profile{Total: 1, MeanRank: -1, Velocity7: 1, Velocity30: 1, Last: noon}},
		"negative boost": {Base: 1, Created: noon, Retrievals: Profile{Total: 1, MeanRank: 1, Velocity7: -5, Velocity30: 1, Last: noon}},
		"negatives":      {UnderCurve: true, Stability: -5, Interference: -1, Created: noon},
	} {
		if c := s.Retention(&e, noon); c.Score != 1 || c.Strengthening != 0 {
			t.Errorf("%s: %+v, want the score of nothing known, 1", name, c)
		}
	}
	var zero Settings
	if c := zero.Retention(&Evidence{UnderCurve: true, Created: noon}, noon.AddDate(0, 0, 30)); !near(c.Score, math.Exp(-1), 1e-12) {
		t.Errorf("zero settings: %+v", c)
	}
}

func TestSettingsValidate(t *testing.T) {
	if err := DefaultSettings().Validate(); err != nil {
		t.Fatal(err)
	}
	for field, change := range map[string]func(*Settings){
		"default_stability":        func(s *Settings) { s.DefaultStability = 0 },
		"archive_threshold":        func(s *Settings) { s.ArchiveThreshold = 2 },
		"interference_weight":      func(s *Settings) { s.InterferenceWeight = 1 },
		"retrieval_weight":         func(s *Settings) { s.RetrievalWeight = -1 },
		"unretrieved_decay_rate":   func(s *Settings) { s.UnretrievedRate = math.NaN() },
		"lookback_days":            func(s *Settings) { s.LookbackDays = 0 },
		"weight_threshold":         func(s *Settings) { s.TieThreshold = math.Inf(1) },
		"retention_boost_per_unit": func(s *Settings) { s.TieBoostPerUnit = -0.02 },
		"max_boost":                func(s *Settings) { s.TieMaxBoost = -0.2 },
		"strengthening_fade_days":  func(s *Settings) { s.StrengtheningFadeDays = 0 },
	} {
		s := DefaultSettings()
		change(&s)
		var bad *SettingError
		if err := s.Validate(); !errors.As(err, &bad) || bad.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	bad := SettingError{Field: "interference_weight", Value: 1, Max: 1, Below: true}
	if got, want := bad.Error(), "dynamics: interference_weight is 1, want a number in [0, 1)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestRetrievalEventsAsPublished(t *testing.T) {
	var v retentionVectors
	load(t, "retention.json", &v)
	for _, row := range v.Retrievals {
		if row.Type == "get" {
			p, _ := Profile{}.Record(Window{}, row.At.Time, 0)
			if p.Get != 1 || p.Search != 0 || p.Total != 1 || p.MeanRank != 0 {
				t.Errorf("%s: %+v", row.Name, p)
			}
		}
		for _, result := range row.Results {
			p, _ := Profile{}.Record(Window{}, row.At.Time, result.Rank)
			if p.Search != 1 || p.Get != 0 || p.MeanRank != float64(result.Rank) || p.MinRank != result.Rank || (p.Top1 == 1) != (result.Rank == 1) {
				t.Errorf("%s: %+v", row.Name, p)
			}
		}
	}
}
