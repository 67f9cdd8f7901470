package cli

import (
	"context"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/views/widget"
)

func (a *app) conflictsCmd() *cobra.Command {
	var status string
	c := &cobra.Command{
		Use:     "conflicts",
		Short:   "List memories that contradict each other",
		Example: "  ebb conflicts\n  ebb conflicts --status all --json",
		Args:    args(cobra.NoArgs, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			var want engine.ConflictStatus
			if status != "all" {
				var ok bool
				if want, ok = engine.ParseConflictStatus(status); !ok {
					return usage("--status: %q is none of open, resolved, dismissed, all", status)
				}
			}
			e, err := a.reading(c.Context())
			if err != nil {
				return a.nothingYet(err)
			}
			return a.conflicts(c.Context(), e, want)
		},
	}
	c.Flags().StringVar(&status, "status", engine.ConflictOpen.String(), "open, resolved, dismissed or all")
	fixed(c, "status", "open", "resolved", "dismissed", "all")
	return c
}

func (a *app) conflicts(ctx context.Context, e *engine.Engine, status engine.ConflictStatus) error {
	list, err := a.conflictsAt(ctx, e, status)
	if err != nil {
		return err
	}
	for i := range list {
		if err := a.conflict(ctx, e, &list[i]); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) conflict(ctx context.Context, e *engine.Engine, k *engine.Conflict) error {
	if a.flags.json {
		return a.out.json(shapeConflict(k))
	}
	text := a.idColumn(k.ID) + "  " + pad(k.Status.String(), 9) + "  " + pad(clean(k.Type), 14) + "  " + padLeft(widget.Age(e.Now(), k.CreatedAt), 4) + "  "
	if !k.ResolvedAt.IsZero() {
		text += clean(k.Resolution) + " by " + clean(k.ResolvedBy.String()) + "  "
	}
	if err := a.out.line("%s", text+a.rest(text, k.Explanation)); err != nil {
		return err
	}
	fate := fates(k)
	ends, err := e.Heads(ctx, []string{k.MemoryA, k.MemoryB})
	if err != nil {
		return err
	}
	for i := range ends {
		side := "   " + sideOf(k, ends[i].ID) + "  " + a.idColumn(ends[i].ID) + "  "
		if fate[ends[i].ID] != "" {
			side += pad(fate[ends[i].ID], 10) + "  "
		}
		if err := a.out.line("%s", side+a.rest(side, ends[i].Title)); err != nil {
			return err
		}
	}
	return nil
}

// sideOf is what a conflict's commands call one of its memories.
func sideOf(k *engine.Conflict, id string) string {
	if id == k.MemoryA {
		return "A"
	}
	return "B"
}

// fates say in a word what became of each side of a settled conflict.
func fates(k *engine.Conflict) map[string]string {
	switch k.ResolvedMemoryID {
	case "":
		if k.Status == engine.ConflictDismissed {
			return map[string]string{k.MemoryA: "kept", k.MemoryB: "kept"}
		}
		return nil
	case k.MemoryA:
		return map[string]string{k.MemoryA: "won", k.MemoryB: "superseded"}
	case k.MemoryB:
		return map[string]string{k.MemoryA: "superseded", k.MemoryB: "won"}
	}
	into := "merged into " + clean(shortID(k.ResolvedMemoryID))
	return map[string]string{k.MemoryA: into, k.MemoryB: into}
}

func (a *app) declareCmd() *cobra.Command {
	var why string
	c := &cobra.Command{
		Use:     "declare A B",
		Short:   "Say that two memories contradict each other",
		Example: "  ebb declare 0199a1b2 0199c3d4 --why \"two freeze dates\"",
		Args:    args(cobra.ExactArgs(2), "two ids"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.existing(c.Context())
			if err != nil {
				return err
			}
			ids, err := a.pair(c.Context(), e, given)
			if err != nil {
				return err
			}
			k, err := e.Declare(c.Context(), ids[0], ids[1], why, a.how(why))
			if err != nil {
				return err
			}
			return a.conflict(c.Context(), e, &k)
		},
	}
	c.Flags().StringVar(&why, "why", "", "what they disagree about")
	return c
}

// pair completes two ids, which may be the same one.
func (a *app) pair(ctx context.Context, e *engine.Engine, given []string) (ids [2]string, err error) {
	for i := range ids {
		if ids[i], err = e.Resolve(ctx, given[i]); err != nil {
			return ids, err
		}
	}
	return ids, nil
}
