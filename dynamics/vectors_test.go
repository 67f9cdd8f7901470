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

func unmarshalFloats(text []byte, into *[]float64) error { return json.Unmarshal(text, into) }
