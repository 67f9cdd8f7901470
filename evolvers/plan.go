package evolvers

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"ebb/engine"
)

// Plan is what a cycle would do. It is bound to nothing: it can be looked at
// for as long as one likes, and applied while the memories it speaks of have
// not moved on.
type Plan struct {
	At      time.Time // the instant it is made for
	Profile Profile
	Full    bool     // the core evolvers took part
	Only    []string // the evolvers that were asked for alone; nil for all
	Source  string   // what asked for it, for the journal
	Steps   []Step   // in the order in which they ran
	Before  Distribution
	After   Distribution
	Took    time.Duration

	sequence []engine.Change // all changes as they were found: a later one may build on an earlier one
}

// Step is one evolver's part of a plan.
type Step struct {
	Name  string // published
	Title string
	Stage Stage
	Result
	Err  error // what stopped it; its changes are then left out
	Took time.Duration
}

// Changes are all changes to be written, in the order in which they were found.
func (p *Plan) Changes() []engine.Change { return slices.Clone(p.sequence) }

// Step finds an evolver's part.
func (p *Plan) Step(name string) (Step, bool) {
	for i := range p.Steps {
		if p.Steps[i].Name == name {
			return p.Steps[i], true
		}
	}
	return Step{}, false
}

// Counts says how many changes there are, and what they come to.
func (p *Plan) Counts() Counts {
	var n Counts
	for i := range p.Steps {
		n.Moved += len(p.Steps[i].Moved)
		for j := range p.Steps[i].Changes {
			n.add(&p.Steps[i].Changes[j])
		}
	}
	return n
}

// Counts sums a plan up.
type Counts struct {
	Changes  int `json:"changes"`
	Moved    int `json:"moved"` // in force already, see Result.Moved
	Archived int `json:"archived"`
	Expired  int `json:"expired"`
	Made     int `json:"made"`
	Merged   int `json:"merged"`
	Revised  int `json:"revised"` // apart from the archived and expired
	Weighed  int `json:"weighed"`
}

func (n *Counts) add(c *engine.Change) {
	n.Changes++
	switch {
	case c.Make != nil:
		n.Made++
		if c.Make.Merge {
			n.Merged += len(c.Make.From)
		}
	case c.Weigh != nil:
		n.Weighed++
	case c.Revise == nil:
	case c.Revise.State != nil && *c.Revise.State == engine.Archived:
		n.Archived++
	case c.Revise.State != nil && *c.Revise.State == engine.Expired:
		n.Expired++
	default:
		n.Revised++
	}
}

// Empty reports whether there is nothing to write or to note.
func (p *Plan) Empty() bool {
	for i := range p.Steps {
		if len(p.Steps[i].Changes) > 0 || len(p.Steps[i].Marks) > 0 {
			return false
		}
	}
	return true
}

// Failed lists the evolvers that did not finish.
func (p *Plan) Failed() []string {
	var names []string
	for i := range p.Steps {
		if p.Steps[i].Err != nil {
			names = append(names, p.Steps[i].Name)
		}
	}
	return names
}

// Batch is the plan as the engine writes it. What a plan changes about a
// memory that it merges later is left out: the product has it already.
func (p *Plan) Batch() (engine.Batch, error) {
	b := engine.Batch{Source: p.Source}
	if p.Empty() {
		return b, nil
	}
	changes := p.Changes()
	merged := map[string]bool{}
	for i := range changes {
		if m := changes[i].Make; m != nil && m.Merge {
			for _, id := range m.From {
				merged[id] = true
			}
		}
	}
	b.Changes = changes[:0]
	for i := range changes {
		if changes[i].Make == nil && merged[changes[i].Memory] {
			continue
		}
		b.Changes = append(b.Changes, changes[i])
	}
	for i := range p.Steps {
		b.Marks = append(b.Marks, p.Steps[i].Marks...)
	}
	report := p.Report()
	var err error
	b.Report, err = json.Marshal(&report)
	return b, err
}

// ErrAhead says that a plan was made for an instant that has not come yet: it
// shows what a cycle would do then, and is not for writing.
var ErrAhead = errors.New("the plan is for an instant that has not come yet: plan again to apply")

// Apply writes a plan as one operation, all of it or nothing. A plan without
// changes writes nothing and gives the zero Operation. When [engine.Stale]
// says so of the error, planning again is all that is needed.
func Apply(ctx context.Context, e *engine.Engine, p *Plan, how engine.How) (engine.Operation, error) {
	if p.At.After(e.Now()) {
		return engine.Operation{}, ErrAhead
	}
	if p.Empty() {
		return engine.Operation{}, nil
	}
	b, err := p.Batch()
	if err != nil {
		return engine.Operation{}, err
	}
	return e.Apply(ctx, b, how)
}

// tries is how often Cycle plans again when somebody else was faster.
const tries = 3

// Cycle plans and applies. It plans again when a memory has moved on between
// the two.
func Cycle(ctx context.Context, e *engine.Engine, o Options, how engine.How) (Plan, engine.Operation, error) {
	for try := 1; ; try++ {
		p, err := PlanCycle(ctx, e, o)
		if err != nil {
			return p, engine.Operation{}, err
		}
		op, err := Apply(ctx, e, &p, how)
		if err == nil || try == tries || !engine.Stale(err) {
			return p, op, err
		}
	}
}
