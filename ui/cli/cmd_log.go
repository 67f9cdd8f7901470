package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ebb/engine"
)

func (a *app) undoCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "undo [OPERATION]",
		Short:   "Take back your newest operation, or the one named",
		Example: "  ebb undo\n  ebb undo 0199e5f6",
		Long: `Take back an operation: your own newest, or any that ebb log shows. An undo can
be undone. What an agent did is taken back by naming it.`,
		Args: args(cobra.MaximumNArgs(1), "one operation at most"),
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
			op, err := e.Undo(c.Context(), id, a.how(""))
			if err != nil {
				return err
			}
			return a.done(&op, clean(op.Summary))
		},
	}
}

// leastPrefix is the shortest beginning of an operation's id that stands for it.
const leastPrefix = 4

// operation completes an operation's id from its beginning.
func (a *app) operation(ctx context.Context, e *engine.Engine, prefix string) (string, error) {
	found := ""
	for before := uint64(0); ; {
		ops, err := e.Operations(ctx, before, 1000)
		if err != nil {
			return "", err
		}
		for i := range ops {
			id := ops[i].ID
			if id == prefix {
				return id, nil
			}
			if len(prefix) < leastPrefix || len(id) < len(prefix) || id[:len(prefix)] != prefix {
				continue
			}
			if found != "" {
				return "", &engine.ValidationError{Field: "operation", Got: fmt.Sprintf("%q, which begins several ids", prefix), Want: "more of it"}
			}
			found = id
		}
		if len(ops) == 0 {
			break
		}
		before = ops[len(ops)-1].Seq
	}
	if found == "" {
		return "", &engine.NotFoundError{Kind: "operation", ID: prefix}
	}
	return found, nil
}

func (a *app) logCmd() *cobra.Command {
	var (
		limit int
		since string
	)
	c := &cobra.Command{
		Use:     "log",
		Short:   "List what was done, by whom and when, the newest first",
		Example: "  ebb log\n  ebb log --json | jq .summary",
		Args:    args(cobra.NoArgs, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			if limit < 0 {
				return usage("--limit: %d is not a number of operations", limit)
			}
			s := scopeFlags{since: since}
			f, err := a.filter(c, &s)
			if err != nil {
				return err
			}
			e, err := a.reading(c.Context())
			if err != nil {
				return a.nothingYet(err)
			}
			return a.log(c.Context(), e, f, limit)
		},
	}
	c.Flags().IntVar(&limit, "limit", 0, "at most this `NUMBER`; default all")
	c.Flags().StringVar(&since, "since", "", "only those since this `TIME` (7d, yesterday, 2026-11-30)")
	return c
}

func (a *app) log(ctx context.Context, e *engine.Engine, f engine.Filter, limit int) error {
	const page = 500
	printed := 0
	for before := uint64(0); ; {
		ops, err := e.Operations(ctx, before, page)
		if err != nil || len(ops) == 0 {
			return err
		}
		for i := range ops {
			op := &ops[i]
			if !f.Since.IsZero() && op.At.Before(f.Since) {
				continue // a clock may have been set back: the order is that of writing
			}
			if err := a.entry(ctx, e, op); err != nil {
				return err
			}
			if printed++; printed == limit {
				return nil
			}
		}
		before = ops[len(ops)-1].Seq
	}
}

// entry prints an operation; that on one memory names it.
func (a *app) entry(ctx context.Context, e *engine.Engine, op *engine.Operation) error {
	if a.flags.json {
		return a.out.json(shapeEntry(op))
	}
	text := a.idColumn(op.ID) + "  " + a.date(op.At) + "  " + pad(clean(op.Actor.String()), 12) + "  "
	what := op.Summary
	if op.UndoneBy != "" {
		what += " (undone)"
	}
	if op.Open {
		what += " (not finished: import the file again, or undo it)"
	}
	if op.Reason != "" {
		what += " “" + op.Reason + "”"
	}
	if len(op.IDs) == 1 && op.Count == 1 {
		heads, err := e.Heads(ctx, op.IDs)
		if err != nil {
			return err
		}
		if len(heads) == 1 && heads[0].Title != "" {
			what += ": " + heads[0].Title
		}
	}
	return a.out.line("%s", text+a.rest(text, what))
}
