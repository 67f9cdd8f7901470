package dynamics

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The files in testdata hold outputs of the published functions on chosen
// inputs, trimmed to the fields that matter here. They are facts about those
// functions; where ours differs on purpose, a test says so row by row.

func load(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// number reads JSON numbers and the texts that stand for what JSON lacks.
type number float64

func (n *number) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case `"nan"`:
		*n = number(math.NaN())
		return nil
	case `"inf"`:
		*n = number(math.Inf(1))
		return nil
	case `"-inf"`:
		*n = number(math.Inf(-1))
		return nil
	}
	return json.Unmarshal(text, (*float64)(n))
}

// stamp reads a timestamp as an importer would.
type stamp struct{ time.Time }

func (s *stamp) UnmarshalJSON(text []byte) error {
	var word string
	if err := json.Unmarshal(text, &word); err != nil {
		return err
	}
	at, err := ParseTime(word)
	s.Time = at
	return err
}

// close9 compares as the vectors are meant to be: 1e-9 relative.
func close9(got, want float64) bool { return near(got, want, 1e-9) }

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*math.Max(math.Abs(got), math.Abs(want))
}

var noon = time.Date(2026, time.March, 1, 12, 0, 0, 0, time.UTC)

func days(n float64) time.Duration {
	return time.Duration(math.Round(n*microsPerDay)) * time.Microsecond
}

func pointer[T any](v T) *T { return &v }

type vectorRecord struct {
	Strength      *number `json:"strength"`
	Stability     *number `json:"stability"`
	AccessCount   *int64  `json:"access_count"`
	LastActivated *stamp  `json:"last_activated"`
	CreatedAt     *stamp  `json:"created_at"`
}

func (v vectorRecord) record() *Record {
	r := &Record{
		Strength:    (*float64)(v.Strength),
		Stability:   (*float64)(v.Stability),
		AccessCount: v.AccessCount,
	}
	if v.LastActivated != nil {
		r.LastActivated = &v.LastActivated.Time
	}
	if v.CreatedAt != nil {
		r.CreatedAt = &v.CreatedAt.Time
	}
	return r
}

type vectorCall struct {
	ID             string       `json:"id"`
	Call           string       `json:"call"`
	In             vectorRecord `json:"in"`
	Now            stamp        `json:"now"`
	Increment      *number      `json:"increment"`
	Out            vectorRecord `json:"out"`
	SecondStrength number       `json:"second_strength"`
}

func (v vectorCall) increment() float64 {
	if v.Increment == nil {
		return PotentiationIncrement
	}
	return float64(*v.Increment)
}

type connectionVectors struct {
	Initialize  []vectorCall `json:"initialize"`
	Potentiate  []vectorCall `json:"potentiate"`
	ApplyDecay  []vectorCall `json:"apply_decay"`
	NotNumbers  []vectorCall `json:"not_numbers"`
	Idempotency []struct {
		What      string          `json:"what"`
		Strength  float64         `json:"strength"`
		Stability float64         `json:"stability"`
		Days      numberOrNumbers `json:"days"`
		Strengths []float64       `json:"strengths"`
		OneShot   float64         `json:"one_shot"`
	} `json:"idempotency"`
	Sequences []struct {
		ID      string       `json:"id"`
		Kind    string       `json:"kind"`
		Initial vectorRecord `json:"initial"`
		Events  []struct {
			Op            string  `json:"op"`
			Now           stamp   `json:"now"`
			Increment     *number `json:"increment"`
			Strength      float64 `json:"strength"`
			Stability     float64 `json:"stability"`
			AccessCount   int64   `json:"access_count"`
			LastActivated stamp   `json:"last_activated"`
		} `json:"events"`
		ReadTime []float64 `json:"readtime_strengths"`
	} `json:"sequences"`
}

func checkConnection(t *testing.T, got Connection, want vectorRecord) {
	t.Helper()
	if w := float64(*want.Strength); !close9(got.Strength, w) {
		t.Errorf("strength %v, published %v", got.Strength, w)
	}
	if w := float64(*want.Stability); !close9(got.Stability, w) {
		t.Errorf("stability %v, published %v", got.Stability, w)
	}
	if got.AccessCount != *want.AccessCount {
		t.Errorf("access count %d, published %d", got.AccessCount, *want.AccessCount)
	}
	if !got.LastActivated.Equal(want.LastActivated.Time) {
		t.Errorf("last activated %v, published %v", got.LastActivated, want.LastActivated)
	}
}

// numberOrNumbers is a day, the same for every call, or one day per call.
type numberOrNumbers []float64

func (n *numberOrNumbers) UnmarshalJSON(text []byte) error {
	if text[0] != '[' {
		text = []byte("[" + string(text) + "]")
	}
	return json.Unmarshal(text, (*[]float64)(n))
}

func (n numberOrNumbers) at(i int) float64 { return n[min(i, len(n)-1)] }
