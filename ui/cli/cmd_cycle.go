package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/evolvers"
)

// cycleFlags say which cycle.
type cycleFlags struct {
	full      bool
	only, set []string
	profile   string
	reason    string
}

func (a *app) cycleCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "cycle",
		Short: "Let memories evolve: see what would change, then do it",
		Long: `Let memories evolve: what is much alike weakens each other, what is recalled
gets stronger, notes become episodes and episodes become facts, what has faded
is archived. A plan writes nothing; what is applied is one operation, all of it
or nothing, and is taken back whole.`,
		Example: `  ebb cycle plan
  ebb cycle plan --full --json | jq '.changes[]'
  ebb cycle apply --only episodic_to_semantic,archive_decision
  ebb --now +30d cycle plan
  ebb cycle undo`,
		Args: args(cobra.NoArgs, "plan, apply, undo or log"),
		RunE: func(c *cobra.Command, _ []string) error { return usage("ebb cycle takes plan, apply, undo or log") },
	}
	c.AddCommand(a.cyclePlanCmd(), a.cycleApplyCmd(), a.cycleUndoCmd(), a.cycleLogCmd())
	return c
}

func (a *app) cyclePlanCmd() *cobra.Command {
	var f cycleFlags
	c := &cobra.Command{
		Use:   "plan",
		Short: "Say what a cycle would change, and why; write nothing",
		Args:  args(cobra.NoArgs, "no arguments; --only NAME,… names evolvers"),
		RunE: func(c *cobra.Command, _ []string) error {
			e, o, err := a.cycleOn(c.Context(), &f)
			if err != nil {
				return err
			}
			p, err := evolvers.PlanCycle(c.Context(), e, o)
			if err != nil {
				return badCycle(err)
			}
			return a.cycle(c.Context(), e, &p, &engine.Operation{})
		},
	}
	f.bind(c)
	return c
}

func (a *app) cycleApplyCmd() *cobra.Command {
	var f cycleFlags
	c := &cobra.Command{
		Use:   "apply",
		Short: "Run a cycle: one operation, all of it or nothing",
		Args:  args(cobra.NoArgs, "no arguments; --only NAME,… names evolvers"),
		RunE: func(c *cobra.Command, _ []string) error {
			if a.clock().After(a.Clock()) {
				return usage("--now %s: %w", a.flags.now, evolvers.ErrAhead)
			}
			e, o, err := a.cycleOn(c.Context(), &f)
			if err != nil {
				return err
			}
			p, op, err := evolvers.Cycle(c.Context(), e, o, a.how(f.reason))
			if err != nil {
				return badCycle(err)
			}
			return a.cycle(c.Context(), e, &p, &op)
		},
	}
	f.bind(c)
	c.Flags().StringVar(&f.reason, "reason", "", "why, for the log")
	return c
}

func (f *cycleFlags) bind(c *cobra.Command) {
	s := c.Flags()
	s.BoolVar(&f.full, "full", false, "the core evolvers too: promotion, synthesis, reinforcement, maintenance")
	s.StringSliceVar(&f.only, "only", nil, "these evolvers alone, switched on or not: `NAME,…`")
	s.StringArrayVar(&f.set, "set", nil, "a setting for this cycle alone: `NAME.KEY=VALUE`; may be repeated")
	s.StringVar(&f.profile, "profile", string(evolvers.WholeStore), "whole-store, or published: with the caps that were published")
	fixed(c, "profile", string(evolvers.WholeStore), string(evolvers.Published))
	fixed(c, "only", evolvers.Names()...)
}

// options checks the flags before anything slow begins.
func (f *cycleFlags) options(s engine.Settings) (evolvers.Options, error) {
	o := evolvers.Options{Full: f.full, Profile: evolvers.Profile(f.profile), Set: f.set}
	config, err := evolvers.NewConfig(s, o.Profile)
	if err != nil {
		return o, err
	}
	for _, assignment := range f.set {
		if err := config.Set(assignment); err != nil {
			return o, err
		}
	}
	if f.only != nil && len(f.only) == 0 {
		return o, usage("--only names no evolver; ebb evolvers lists them")
	}
	for _, name := range f.only {
		name = strings.TrimSpace(name)
		if _, known := evolvers.Lookup(name); !known {
			return o, usage("--only: there is no evolver %q; %s", name, nearest(name, evolvers.Names()))
		}
		if !slices.Contains(o.Only, name) {
			o.Only = append(o.Only, name)
		}
	}
	return o, nil
}

// compares reports whether a cycle needs to know who is close to whom.
func (f *cycleFlags) compares() bool {
	return len(f.only) == 0 || slices.Contains(f.only, evolvers.InterferenceBasedConsolidation)
}

// cycleOn opens the store for a cycle, with everybody compared.
func (a *app) cycleOn(ctx context.Context, f *cycleFlags) (*engine.Engine, evolvers.Options, error) {
	if _, err := f.options(engine.DefaultSettings()); err != nil {
		return nil, evolvers.Options{}, badCycle(err) // also where there is no store yet
	}
	e, err := a.existing(ctx)
	if err != nil {
		return nil, evolvers.Options{}, err
	}
	o, err := f.options(e.Settings())
	if err != nil {
		return nil, o, badCycle(err)
	}
	o.Vectors = e
	if f.compares() {
		if err := a.settle(ctx, e); err != nil {
			return nil, o, fmt.Errorf("comparing texts: %w", err)
		}
		if o.Neighbours, err = evolvers.NeighboursOf(ctx, e); err != nil {
			return nil, o, err
		}
	}
	return e, o, nil
}

// settle compares the texts that wait for it.
func (a *app) settle(ctx context.Context, e *engine.Engine) error {
	bar := a.progress("comparing texts")
	defer bar.end()
	return e.SettleNeighbours(ctx, func(p engine.NeighbourProgress) { bar.set(progress{records: p.Done}) })
}

// badCycle turns a setting that is not accepted into a wrong command line.
func badCycle(err error) error {
	var option *evolvers.OptionError
	if errors.As(err, &option) {
		return &usageError{err}
	}
	return err
}

func (a *app) cycleUndoCmd() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:   "undo [CYCLE]",
		Short: "Take a cycle back, whole: the newest that stands, or the one named",
		Args:  args(cobra.MaximumNArgs(1), "one cycle at most"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.existing(c.Context())
			if err != nil {
				return err
			}
			id := ""
			if len(given) == 1 {
				if id, err = a.operation(c.Context(), e, given[0]); err != nil {
					return err
				}
			}
			found, err := findCycle(c.Context(), e, id)
			if err != nil {
				return err
			}
			op, err := e.Undo(c.Context(), found, a.how(reason))
			if err != nil {
				return err
			}
			return a.done(&op, clean(op.Summary))
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

// NoCycleError says that there is no cycle to take back.
type NoCycleError struct{ ID string } // an operation that is none; "" for any

func (e *NoCycleError) Error() string {
	if e.ID == "" {
		return "no cycle stands that could be taken back; ebb cycle log shows them"
	}
	return fmt.Sprintf("operation %q is not a cycle; ebb undo takes it back", e.ID)
}

// findCycle is the newest cycle that stands, or the one with this id.
func findCycle(ctx context.Context, e *engine.Engine, id string) (string, error) {
	for op, err := range operations(ctx, e) {
		switch {
		case err != nil:
			return "", err
		case id == "" && op.Kind == engine.KindCycle && op.UndoneBy == "", id == op.ID && op.Kind == engine.KindCycle:
			return op.ID, nil
		case id == op.ID:
			return "", &NoCycleError{ID: id}
		}
	}
	return "", &NoCycleError{}
}

func (a *app) cycleLogCmd() *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use:   "log",
		Short: "List the cycles that were run, the newest first",
		Args:  args(cobra.NoArgs, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if limit < 0 {
				return usage("--limit: %d is not a number of cycles", limit)
			}
			e, err := a.reading(c.Context())
			if err != nil {
				return a.nothingYet(err)
			}
			printed := 0
			for op, err := range operations(c.Context(), e) {
				if err != nil {
					return err
				}
				if op.Kind != engine.KindCycle {
					continue
				}
				if err := a.pastCycle(c.Context(), e, &op); err != nil {
					return err
				}
				if printed++; printed == limit {
					break
				}
			}
			return nil
		},
	}
	c.Flags().IntVar(&limit, "limit", 0, "at most this `NUMBER`; default all")
	return c
}

// pastCycle prints a cycle that was applied.
func (a *app) pastCycle(ctx context.Context, e *engine.Engine, op *engine.Operation) error {
	raw, err := e.CycleReport(ctx, op.ID)
	if err != nil {
		return err
	}
	r, err := evolvers.ParseReport(raw)
	if err != nil {
		return err
	}
	if a.flags.json {
		return a.out.json(shapePastCycle(op, &r))
	}
	what := cycleSum(r.Counts) + " · " + op.Outcome
	if op.UndoneBy != "" {
		what += " (undone)"
	}
	text := a.idColumn(op.ID) + "  " + a.date(op.At) + "  " + pad(clean(op.Actor.String()), 12) + "  "
	return a.out.line("%s", text+a.rest(text, what))
}
