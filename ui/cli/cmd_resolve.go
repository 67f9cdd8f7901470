package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
)

type resolveFlags struct {
	pick, content, metadata string
	confidence              float64
	where                   []string
	all, dryRun             bool
	operation, reason       string
}

func strategyNames() []string {
	var out []string
	for _, s := range engine.Strategies() {
		out = append(out, string(s))
	}
	return out
}

func (a *app) resolveCmd() *cobra.Command {
	var f resolveFlags
	c := &cobra.Command{
		Use:   "resolve ID [STRATEGY]",
		Short: "Settle a contradiction",
		Long: `Settle a contradiction. STRATEGY is one of

  latest              the later one wins
  supersede           the incoming one, B, wins
  highest-confidence  the more confident one wins; B when equal
  highest-importance  the more important one wins; B when equal
  merge               one new memory of both, with --content or by the provider
  manual              --pick A or B, or --content
  keep-both           neither wins; the pair is not raised again

Without one the setting resolution_strategy applies; with --pick or --content,
manual. The loser is superseded, what is tied to it is tied to the winner.
--all settles every open contradiction by one rule, as one operation.`,
		Example: `  ebb conflicts
  ebb resolve 0199a1b2 --pick B
  ebb resolve 0199a1b2 merge --content - < merged.txt
  ebb resolve --all latest --where 'type=imported namespace=notes' --dry-run`,
		Args: args(cobra.MaximumNArgs(2), "the id of a conflict and a strategy"),
		ValidArgsFunction: func(_ *cobra.Command, given []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(given) == 1 || f.all && len(given) == 0 {
				return strategyNames(), cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, given []string) error {
			id, r, err := f.decision(c, given)
			if err != nil {
				return err
			}
			if f.all {
				return a.resolveAll(c.Context(), r, f)
			}
			return a.resolve(c.Context(), c, id, r, f)
		},
	}
	s := c.Flags()
	s.StringVar(&f.pick, "pick", "", "`A|B`: the side that wins")
	s.StringVar(&f.content, "content", "", "the `TEXT` that replaces both; - reads standard input")
	s.Float64Var(&f.confidence, "confidence", 0, "of that text, `0..1`; default the greater of both")
	s.StringVar(&f.metadata, "metadata", "", "of that text, a `JSON` object; default A's")
	s.BoolVar(&f.all, "all", false, "every open one, by one rule; all of them or none")
	s.StringArrayVar(&f.where, "where", nil, "with --all, only those with `NAME=VALUE …`: "+strings.Join(whereNames, ", "))
	s.BoolVar(&f.dryRun, "dry-run", false, "say what would be written, write nothing")
	s.StringVar(&f.operation, "operation-id", "", "a name for this operation: repeating it returns the first result")
	s.StringVar(&f.reason, "reason", "", "why, for the history")
	fixed(c, "pick", "A", "B")
	return c
}

// decision is what the command line says about how to settle, and which.
func (f *resolveFlags) decision(c *cobra.Command, given []string) (id string, r engine.Resolution, err error) {
	if !f.all {
		if len(given) == 0 {
			return "", r, usage("ebb resolve takes the id of a conflict, or --all; ebb conflicts shows them")
		}
		id, given = given[0], given[1:]
	}
	written := c.Flags().Changed("content")
	switch {
	case len(given) > 1:
		return "", r, usage("--all takes a strategy and no id")
	case len(f.where) > 0 && !f.all:
		return "", r, usage("--where goes with --all")
	case written && f.all:
		return "", r, usage("--content and --all do not go together: each contradiction needs a text of its own")
	case written && f.pick != "":
		return "", r, usage("--pick and --content do not go together: one side wins, or a text replaces both")
	case !written && (c.Flags().Changed("confidence") || c.Flags().Changed("metadata")):
		return "", r, usage("--confidence and --metadata go with --content")
	}
	switch r.Pick = strings.ToUpper(f.pick); r.Pick {
	case "", "A", "B":
	default:
		return "", r, usage("--pick: %q is neither A nor B", f.pick)
	}
	if len(given) == 1 {
		r.Strategy = engine.Strategy(given[0])
		if names := strategyNames(); !slices.Contains(names, given[0]) {
			return "", r, usage("%q is no strategy; %s", given[0], nearest(given[0], names))
		}
	} else if written || r.Pick != "" {
		r.Strategy = engine.Manual
	}
	return id, r, nil
}

func (a *app) resolve(ctx context.Context, c *cobra.Command, which string, r engine.Resolution, f resolveFlags) error {
	e, err := a.existing(ctx)
	if err != nil {
		return err
	}
	id, err := conflictID(ctx, e, which)
	if err != nil {
		return err
	}
	if c.Flags().Changed("content") {
		if r.Synthesis, err = a.synthesis(f.content, given64(c, "confidence", f.confidence), nil, given(c, "metadata", f.metadata)); err != nil {
			return err
		}
	}
	how := a.how(f.reason)
	how.OperationID = f.operation
	counted, tell := a.counting(ctx, e)
	settle := e.ResolveConflict
	if f.dryRun {
		settle = e.PreviewResolve
	}
	done, err := settle(counted, id, r, how)
	tell()
	if err != nil {
		return resolving(which, err)
	}
	return a.resolved(e, &done)
}

// resolving says what to do about a conflict that cannot be settled so.
func resolving(id string, err error) error {
	var (
		dead    *engine.DeadSideError
		needed  *engine.UnsupportedCapabilityError
		settled *engine.ConflictResolvedError
	)
	switch {
	case errors.As(err, &settled):
		return fmt.Errorf("%w; ebb conflicts --status all shows how, ebb undo takes it back", err)
	case errors.As(err, &dead):
		return &plainError{err.Error() + "; a side that is not live can neither win nor be merged: bring it back (ebb restore, ebb undo), or ebb resolve " + id + " once it is"}
	case errors.As(err, &needed):
		return fmt.Errorf("%w: ebb resolve %s --pick A, --pick B, or merge --content TEXT", err, id)
	}
	return err
}

// plainError has nothing to be advised about.
type plainError struct{ text string }

func (e *plainError) Error() string { return e.text }

// synthesis is the text that a person wrote, with what they say about it.
func (a *app) synthesis(content string, confidence, importance *float64, metadata *string) (*engine.Synthesis, error) {
	text, err := a.text(content)
	if err != nil {
		return nil, err
	}
	s := &engine.Synthesis{Content: text, Importance: importance, Confidence: confidence}
	if metadata != nil {
		m, err := engine.ParseMetadata([]byte(*metadata))
		if err != nil {
			return nil, err
		}
		s.Metadata = &m
	}
	return s, nil
}

// minConflictPrefix is how much of a conflict's id has to be given.
const minConflictPrefix = 4

// conflictID completes a conflict's id from its beginning.
func conflictID(ctx context.Context, e *engine.Engine, given string) (string, error) {
	_, err := e.Conflict(ctx, given)
	var absent *engine.NotFoundError
	if !errors.As(err, &absent) || len(given) < minConflictPrefix {
		return given, err
	}
	all, listed := e.ConflictList(ctx, 0)
	if listed != nil {
		return "", listed
	}
	found := ""
	for i := range all {
		switch {
		case !strings.HasPrefix(all[i].ID, given):
		case found != "":
			return "", fmt.Errorf("%q begins the ids of several conflicts: give more of it", given)
		default:
			found = all[i].ID
		}
	}
	if found == "" {
		return "", err
	}
	return found, nil
}

// resolved prints what was settled, or would be.
func (a *app) resolved(e *engine.Engine, r *engine.Resolved) error {
	if a.flags.json {
		s := e.Settings()
		return a.out.json(shapeResolved(r, &s, e.Now()))
	}
	if err := a.settledLines(r); err != nil {
		return err
	}
	if !r.Applied {
		return a.out.line("nothing was written (--dry-run)")
	}
	return a.out.line("ebb undo takes it back")
}

// settledLines say who wins, who loses and what becomes of both.
func (a *app) settledLines(r *engine.Resolved) error {
	verb := "settled"
	if !r.Applied {
		verb = "would settle"
	}
	if err := a.out.line("%s %s: %s", verb, clean(r.Conflict.ID), r.Strategy); err != nil {
		return err
	}
	row := func(what, id string, m *engine.Memory) error {
		text := "   " + pad(what, 10) + "  " + id + "  "
		title := m.Title
		if title == "" {
			title = m.Content
		}
		return a.out.line("%s", text+a.rest(text, title))
	}
	side := func(m *engine.Memory) string { return sideOf(&r.Conflict, m.ID) + "  " + a.idColumn(m.ID) }
	if r.Winner != nil {
		if err := row("wins", side(r.Winner), r.Winner); err != nil {
			return err
		}
	}
	if r.Loser != nil {
		if err := row("superseded", side(r.Loser), r.Loser); err != nil {
			return err
		}
	}
	if p := r.Product; p != nil {
		id := "a new one"
		if r.Applied {
			id = p.ID
		}
		if err := row("merged", "   "+a.idColumn(id), p); err != nil {
			return err
		}
	}
	if r.Strategy == engine.KeepBoth {
		if err := a.out.line("   both stay as they are"); err != nil {
			return err
		}
	}
	if n := len(r.Ties); n > 0 {
		return a.out.line("   %s taken over", plural(n, "tie", "ties"))
	}
	return nil
}
