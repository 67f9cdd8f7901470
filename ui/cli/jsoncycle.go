package cli

import (
	"time"

	"ebb/engine"
	"ebb/evolvers"
)

// The JSON of evolution:
//
//	cycle plan, cycle apply   cycle
//	cycle log                 pastCycle, one a line
//	cycle undo                operation
//	evolvers                  evolver, one a line

// cycleJSON is what a cycle would do or, applied, has done.
type cycleJSON struct {
	At       stamp                 `json:"at"`
	Profile  string                `json:"profile"`
	Full     bool                  `json:"full"`
	Only     []string              `json:"only,omitempty"`
	Evolvers []evolvedJSON         `json:"evolvers"`
	Changes  []changeJSON          `json:"changes"`
	Offers   []offerJSON           `json:"offers,omitempty"` // archived memories that could be restored
	Before   evolvers.Distribution `json:"before"`
	After    evolvers.Distribution `json:"after"`
	Counts   evolvers.Counts       `json:"counts"`
	MS       float64               `json:"ms"`
	Applied  bool                  `json:"applied"`
	CycleID  string                `json:"cycleId,omitempty"` // ebb cycle undo takes it back
}

// evolvedJSON is one evolver's part.
type evolvedJSON struct {
	Name       string               `json:"name"`
	Looked     int                  `json:"looked"`
	Changed    int                  `json:"changed"`
	Skipped    []evolvers.Skip      `json:"skipped"`
	Errors     []string             `json:"errors"` // what stopped it, and records that it could not use
	MS         float64              `json:"ms"`
	Moved      int                  `json:"moved,omitempty"` // scores that events have moved since the last cycle
	Drift      int                  `json:"drift,omitempty"` // scores that only time moves
	Left       int                  `json:"left,omitempty"`  // for the next cycle, by a cap
	Candidates []evolvers.Candidate `json:"candidates,omitempty"`
}

// changeJSON is one change with its reason.
type changeJSON struct {
	Evolver  string   `json:"evolver"`
	ID       string   `json:"id"`
	Field    string   `json:"field"`
	Before   string   `json:"before"`
	After    string   `json:"after"`
	Why      string   `json:"why"`
	Evidence []string `json:"evidence,omitempty"`
}

type offerJSON struct {
	ID        string  `json:"id"`
	Retention float64 `json:"retention"`
}

func shapeCycle(p *evolvers.Plan, op *engine.Operation) cycleJSON {
	j := cycleJSON{
		At: stamp(p.At), Profile: string(p.Profile), Full: p.Full, Only: p.Only,
		Evolvers: []evolvedJSON{}, Changes: []changeJSON{},
		Before: p.Before, After: p.After, Counts: p.Counts(), MS: milliseconds(p.Took), Applied: op.ID != "", CycleID: op.ID,
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		part := evolvedJSON{
			Name: s.Name, Looked: s.Looked, Changed: len(s.Changes), Skipped: orEmpty(s.Skipped), Errors: []string{}, MS: milliseconds(s.Took),
			Moved: len(s.Moved), Drift: s.Drift, Left: s.Left, Candidates: s.Candidates,
		}
		if s.Err != nil {
			part.Errors = append(part.Errors, s.Err.Error())
		}
		for _, x := range s.Problems {
			part.Errors = append(part.Errors, problemText(x))
		}
		j.Evolvers = append(j.Evolvers, part)
		for k := range s.Changes {
			c := &s.Changes[k]
			j.Changes = append(j.Changes, changeJSON{s.Name, c.Memory, c.Field, c.Before, c.After, c.Why, c.Source})
		}
		for _, o := range s.Offers {
			j.Offers = append(j.Offers, offerJSON{o.ID, o.Score})
		}
	}
	return j
}

// pastCycleJSON is a cycle that was applied.
type pastCycleJSON struct {
	CycleID  string                `json:"cycleId"`
	At       stamp                 `json:"at"`
	Actor    string                `json:"actor"`
	Source   string                `json:"source"` // what asked for it
	Profile  string                `json:"profile,omitempty"`
	Full     bool                  `json:"full"`
	Only     []string              `json:"only,omitempty"`
	Evolvers []evolvedJSON         `json:"evolvers"`
	Counts   evolvers.Counts       `json:"counts"`
	Before   evolvers.Distribution `json:"before"`
	After    evolvers.Distribution `json:"after"`
	MS       float64               `json:"ms"`
	UndoneBy string                `json:"undoneBy,omitempty"`
}

func shapePastCycle(op *engine.Operation, r *evolvers.Report) pastCycleJSON {
	j := pastCycleJSON{
		CycleID: op.ID, At: stamp(op.At), Actor: op.Actor.String(), Source: op.Outcome, Profile: string(r.Profile), Full: r.Full, Only: r.Only,
		Evolvers: []evolvedJSON{}, Counts: r.Counts, Before: r.Before, After: r.After, MS: milliseconds(r.Took), UndoneBy: op.UndoneBy,
	}
	for i := range r.Evolvers {
		e := &r.Evolvers[i]
		part := evolvedJSON{
			Name: e.Name, Looked: e.Looked, Changed: e.Changed, Skipped: orEmpty(e.Skipped), Errors: []string{}, MS: milliseconds(e.Took),
			Moved: e.Moved, Drift: e.Drift, Left: e.Left, Candidates: e.Candidates,
		}
		if e.Error != "" {
			part.Errors = append(part.Errors, e.Error)
		}
		for _, x := range e.Problems {
			part.Errors = append(part.Errors, problemText(x))
		}
		j.Evolvers = append(j.Evolvers, part)
	}
	return j
}

// evolverJSON is an evolver with its settings.
type evolverJSON struct {
	Name    string       `json:"name"`
	Title   string       `json:"title"`
	Summary string       `json:"summary"`
	Full    bool         `json:"full"` // runs in full cycles only
	Enabled bool         `json:"enabled"`
	Options []optionJSON `json:"options"`
}

type optionJSON struct {
	Key     string `json:"key"`
	Value   any    `json:"value"` // a number, or a text for types
	Default any    `json:"default,omitempty"`
	Want    string `json:"want"`
	Help    string `json:"help"`
}

func shapeEvolver(s *evolvers.Spec, c *evolvers.Config) evolverJSON {
	j := evolverJSON{
		Name: s.Name, Title: s.Title, Summary: s.Summary, Full: s.Stage == evolvers.Core, Enabled: c.Enabled(s.Name), Options: []optionJSON{},
	}
	for i := range s.Options {
		o := &s.Options[i]
		option := optionJSON{Key: o.Key, Want: o.Bounds(), Help: o.Help}
		if o.Kind == evolvers.Types {
			option.Value = c.Text(s.Name, o.Key)
		} else {
			option.Value, option.Default = c.Value(s.Name, o.Key), o.Default
		}
		j.Options = append(j.Options, option)
	}
	return j
}

func problemText(p evolvers.Problem) string {
	if p.ID == "" {
		return p.Why
	}
	return p.ID + ": " + p.Why
}

// orEmpty is a list that is never null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(10*time.Microsecond)) / float64(time.Millisecond)
}
