package evolve

import (
	"context"
	"slices"
	"time"

	"ebb/engine"
	"ebb/engine/catalogue"
	"ebb/evolvers"
)

// Source is what the screen reads from and writes to. All of it but Settings
// and Comparing may wait for the disk and is called from commands only.
type Source interface {
	Settings() engine.Settings
	// Comparing is how far texts have been compared; until that is done plans
	// leave interference as it is.
	Comparing() engine.NeighbourProgress

	// Plan says what a cycle would do at an instant; the zero time is now.
	Plan(ctx context.Context, at time.Time, o evolvers.Options) (evolvers.Plan, error)
	Apply(ctx context.Context, p *evolvers.Plan, how engine.How) (engine.Operation, error)
	// Cycles lists the newest cycles that were applied.
	Cycles(ctx context.Context, most int) ([]PastCycle, error)
	Heads(ctx context.Context, ids []string) ([]engine.Head, error)
	// Types counts live memories by type; nil while that is not known yet.
	Types(now time.Time) map[string]int

	SetSettings(ctx context.Context, change func(*engine.Settings) error, how engine.How) (engine.Operation, error)
	Unarchive(ctx context.Context, ids []string, how engine.How) (engine.Operation, error)
}

// PastCycle is a cycle that was applied, with its report.
type PastCycle struct {
	Op     engine.Operation
	Report evolvers.Report
	Err    error // why the report cannot be read
}

var byYou = engine.How{Actor: engine.You}

// live is a source on an open engine and its catalogue.
type live struct {
	*engine.Engine
	rows *catalogue.Catalogue
}

// Live makes a source of an engine and its catalogue. Neither is closed here.
func Live(e *engine.Engine, c *catalogue.Catalogue) Source { return live{Engine: e, rows: c} }

func (l live) Comparing() engine.NeighbourProgress { return l.NeighbourProgress() }

func (l live) Plan(ctx context.Context, at time.Time, o evolvers.Options) (evolvers.Plan, error) {
	e := l.Engine
	if !at.IsZero() {
		e = e.WithClock(func() time.Time { return at })
	}
	var err error
	if o.Neighbours, err = evolvers.NeighboursOf(ctx, l.Engine); err != nil {
		return evolvers.Plan{}, err
	}
	o.Vectors = l.Engine
	return evolvers.PlanCycle(ctx, e, o)
}

func (l live) Apply(ctx context.Context, p *evolvers.Plan, how engine.How) (engine.Operation, error) {
	return evolvers.Apply(ctx, l.Engine, p, how)
}

func (l live) Cycles(ctx context.Context, most int) ([]PastCycle, error) {
	const page = 500
	var out []PastCycle
	for before := uint64(0); ; {
		ops, err := l.Operations(ctx, before, page)
		if err != nil || len(ops) == 0 {
			return out, err
		}
		for i := range ops {
			if ops[i].Kind != engine.KindCycle {
				continue
			}
			out = append(out, l.past(ctx, &ops[i]))
			if len(out) == most {
				return slices.Clip(out), nil
			}
		}
		before = ops[len(ops)-1].Seq
	}
}

// past reads the report of a cycle. One that is damaged does not hide the rest.
func (l live) past(ctx context.Context, op *engine.Operation) PastCycle {
	c := PastCycle{Op: *op}
	var raw []byte
	if raw, c.Err = l.CycleReport(ctx, op.ID); c.Err == nil {
		c.Report, c.Err = evolvers.ParseReport(raw)
	}
	return c
}

func (l live) Types(now time.Time) map[string]int {
	s := l.rows.Snapshot()
	if !s.Loaded() {
		return nil
	}
	return s.Counts(now).ByType
}
