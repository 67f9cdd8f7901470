package cli

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"ebb/engine"
	"ebb/evolvers"
	"ebb/views/widget"
)

// shownChanges is how many changes of one evolver a terminal shows.
const shownChanges = 12

// cycle prints a plan, or what was done of it.
func (a *app) cycle(ctx context.Context, e *engine.Engine, p *evolvers.Plan, op *engine.Operation) error {
	if a.flags.json {
		return a.out.json(shapeCycle(p, op))
	}
	titles, err := titlesOf(ctx, e, p)
	if err != nil {
		return err
	}
	for i := range p.Steps {
		if err := a.evolved(&p.Steps[i], titles); err != nil {
			return err
		}
	}
	mean := ""
	if p.Before.N > 0 {
		mean = "; mean retention " + widget.Score(p.Before.Mean) + " → " + widget.Score(p.After.Mean)
	}
	what := cycleSum(p.Counts())
	switch {
	case op.ID != "":
		return a.out.line("applied: %s%s; ebb cycle undo %s takes it back", what, mean, clean(op.ID))
	case p.Counts().Changes == 0:
		return a.out.line("nothing to change%s", mean)
	}
	return a.out.line("plan of %s: %s%s; nothing was written, ebb cycle apply does it", a.date(p.At), what, mean)
}

// cycleSum is what a cycle comes to, in a few words.
func cycleSum(n evolvers.Counts) string {
	parts := []string{plural(n.Changes, "change", "changes")}
	add := func(n int, one, many string) {
		if n > 0 {
			parts = append(parts, plural(n, one, many))
		}
	}
	add(n.Archived, "archived", "archived")
	add(n.Expired, "expired", "expired")
	add(n.Made, "new memory", "new memories")
	add(n.Merged, "merged", "merged")
	return strings.Join(parts, ", ")
}

// evolved prints one evolver's part; nothing where it has nothing to say.
func (a *app) evolved(s *evolvers.Step, titles map[string]string) error {
	if len(s.Changes) == 0 && len(s.Problems) == 0 && len(s.Offers) == 0 && s.Err == nil && s.Left == 0 && len(s.Candidates) == 0 && len(s.Skipped) == 0 {
		return nil
	}
	head := pad(s.Name, 34) + fmt.Sprintf("%d", len(s.Changes))
	if s.Drift > 0 {
		head += fmt.Sprintf("   %d drift", s.Drift)
	}
	if s.Left > 0 {
		head += fmt.Sprintf("   %d left for the next cycle", s.Left)
	}
	for _, x := range s.Skipped {
		head += fmt.Sprintf("   %d: %s", x.Count, clean(x.Reason))
	}
	if err := a.out.line("%s", head); err != nil {
		return err
	}
	if s.Err != nil {
		if err := a.out.line("  failed: %s", clean(s.Err.Error())); err != nil {
			return err
		}
	}
	return a.details(s, titles)
}

func (a *app) details(s *evolvers.Step, titles map[string]string) error {
	var lines []string
	for i := range s.Changes {
		c := &s.Changes[i]
		lines = append(lines, fmt.Sprintf("  %s  %s  %s  %s", a.idColumn(c.Memory), changeText(c), clean(c.Why), titles[c.Memory]))
	}
	for _, c := range s.Candidates {
		lines = append(lines, fmt.Sprintf("  not yet: %s (%d of %d)", clean(c.Subject), c.Have, c.Need))
	}
	for _, o := range s.Offers {
		lines = append(lines, fmt.Sprintf("  %s  has recovered to %s: ebb restore brings it back  %s", a.idColumn(o.ID), widget.Score(o.Score), titles[o.ID]))
	}
	for _, x := range s.Problems {
		lines = append(lines, "  could not be used: "+clean(problemText(x)))
	}
	for i, l := range lines {
		if a.OutTerminal && i == shownChanges && len(lines) > shownChanges+1 {
			return a.out.line("  %d more; --json shows all", len(lines)-i)
		}
		if a.OutTerminal && a.Width > 0 {
			l = widget.Truncate(l, a.Width, "…")
		}
		if err := a.out.line("%s", l); err != nil {
			return err
		}
	}
	return nil
}

// changeText is what changes: "archived .0812 → archived".
func changeText(c *engine.Change) string {
	const most = 60
	short := func(s string) string { return widget.Truncate(clean(s), most, "…") }
	switch {
	case c.Before == "":
		return c.Field + " " + short(c.After)
	case c.After == "":
		return c.Field + " " + short(c.Before) + " → nothing"
	}
	return c.Field + " " + short(c.Before) + " → " + short(c.After)
}

// titlesOf are the titles of the memories that a plan speaks of.
func titlesOf(ctx context.Context, e *engine.Engine, p *evolvers.Plan) (map[string]string, error) {
	titles := map[string]string{}
	var ids []string
	for i := range p.Steps {
		s := &p.Steps[i]
		for k := range s.Changes {
			c := &s.Changes[k]
			if c.Make == nil {
				ids = append(ids, c.Memory)
			} else {
				titles[c.Memory] = clean(engine.Title(c.Make.Memory.Content))
			}
		}
		for _, o := range s.Offers {
			ids = append(ids, o.ID)
		}
	}
	slices.Sort(ids)
	heads, err := e.Heads(ctx, slices.Compact(ids))
	for i := range heads {
		titles[heads[i].ID] = clean(heads[i].Title)
	}
	return titles, err
}

// operations yields the journal, newest first.
func operations(ctx context.Context, e *engine.Engine) iter.Seq2[engine.Operation, error] {
	const page = 500
	return func(yield func(engine.Operation, error) bool) {
		for before := uint64(0); ; {
			ops, err := e.Operations(ctx, before, page)
			if err != nil {
				yield(engine.Operation{}, err)
				return
			}
			for i := range ops {
				if !yield(ops[i], nil) {
					return
				}
			}
			if len(ops) == 0 {
				return
			}
			before = ops[len(ops)-1].Seq
		}
	}
}
