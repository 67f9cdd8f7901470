package evolvers

import (
	"encoding/json"
	"math"
	"time"

	"ebb/engine"
)

// Bins is how many bars a Distribution has.
const Bins = 20

// Distribution is how the retention of the live memories is spread.
type Distribution struct {
	Bars [Bins]int `json:"bars"` // from 0 to 1, each 1/Bins wide; 1 is in the last
	N    int       `json:"n"`
	Mean float64   `json:"mean"` // 0 without memories
}

// distribution evaluates the live memories of a view at an instant.
func distribution(v View, now time.Time) Distribution {
	var d Distribution
	settings := v.Settings()
	sum := 0.0
	for h := range v.Live() {
		ev := settings.Evidence(h)
		s := settings.Retention.Score(&ev, now)
		sum += s
		d.N++
		d.Bars[min(int(s*Bins), Bins-1)]++
	}
	if d.N > 0 {
		d.Mean = math.Round(sum/float64(d.N)*1e12) / 1e12
	}
	return d
}

// Report is what is kept of a cycle that was applied.
type Report struct {
	At       time.Time       `json:"at"`
	Profile  Profile         `json:"profile"`
	Full     bool            `json:"full,omitempty"`
	Only     []string        `json:"only,omitempty"`
	Counts   Counts          `json:"counts"`
	Evolvers []EvolverReport `json:"evolvers"`
	Before   Distribution    `json:"before"`
	After    Distribution    `json:"after"`
	Took     time.Duration   `json:"took_ns"`
}

// EvolverReport is one evolver's part of a Report.
type EvolverReport struct {
	Name       string        `json:"name"`
	Looked     int           `json:"looked"`
	Changed    int           `json:"changed"`
	Moved      int           `json:"moved,omitempty"`
	Drift      int           `json:"drift,omitempty"`
	Left       int           `json:"left,omitempty"`
	Skipped    []Skip        `json:"skipped,omitempty"`
	Problems   []Problem     `json:"problems,omitempty"` // the first of them
	Troubled   int           `json:"troubled,omitempty"` // how many there are
	Candidates []Candidate   `json:"candidates,omitempty"`
	Offers     []Offer       `json:"offers,omitempty"`
	Error      string        `json:"error,omitempty"`
	Took       time.Duration `json:"took_ns"`
}

// listed bounds the lists of a report: it is a record beside the journal, not
// the plan itself.
const listed = 100

// Report sums the plan up.
func (p *Plan) Report() Report {
	r := Report{
		At: p.At, Profile: p.Profile, Full: p.Full, Only: p.Only, Counts: p.Counts(),
		Before: p.Before, After: p.After, Took: p.Took,
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		e := EvolverReport{
			Name: s.Name, Looked: s.Looked, Changed: len(s.Changes), Moved: len(s.Moved), Drift: s.Drift, Left: s.Left,
			Skipped: s.Skipped, Problems: firstOf(s.Problems), Troubled: len(s.Problems),
			Candidates: firstOf(s.Candidates), Offers: firstOf(s.Offers), Took: s.Took,
		}
		if s.Err != nil {
			e.Error = s.Err.Error()
		}
		r.Evolvers = append(r.Evolvers, e)
	}
	return r
}

func firstOf[T any](list []T) []T { return list[:min(len(list), listed)] }

// ParseReport reads what [engine.Engine.CycleReport] gives; nil is the zero
// Report.
func ParseReport(b []byte) (Report, error) {
	var r Report
	if b == nil {
		return r, nil
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return r, &engine.CorruptRecordError{Table: "cycle", Why: err.Error()}
	}
	return r, nil
}
