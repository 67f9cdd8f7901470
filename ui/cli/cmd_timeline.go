package cli

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/views/timeline"
	"ebb/views/widget"
	"ebb/views/widget/diff"
)

// kinds are those of changes.
var kinds = []engine.Kind{
	engine.KindAdd, engine.KindEdit, engine.KindRestore, engine.KindRecall, engine.KindSearch, engine.KindArchive,
	engine.KindDelete, engine.KindForget, engine.KindPurge, engine.KindImport, engine.KindRelate, engine.KindDeclare,
	engine.KindSetting, engine.KindUndo, engine.KindIngest, engine.KindResolve, engine.KindConsolidate, engine.KindCycle,
}

func kindList() string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	return strings.Join(names, ", ")
}

// timelineFlags say which part of the timeline is meant.
type timelineFlags struct {
	follow    bool
	who, kind []string
	since     string
	limit     int
}

func (a *app) timelineCmd() *cobra.Command {
	var t timelineFlags
	c := &cobra.Command{
		Use:   "timeline [ID]",
		Short: "Show a memory's life by what each version changed, or all changes",
		Long: `Show the life of a memory: each version, who wrote it and why, and what it
changed, word by word ([-removed-]{+added+}). Without an id: all changes of the
store, the newest first; with --follow the last ones in the order in which they
happened, and then those to come, until ctrl+c.`,
		Example: `  ebb timeline 0195a1
  ebb timeline --who agent --since 7d
  ebb timeline --follow --json | jq .summary`,
		Args: args(cobra.MaximumNArgs(1), "one id, or the beginning of one, or none"),
		RunE: func(c *cobra.Command, given []string) error {
			for _, kind := range t.kind {
				if !slices.Contains(kinds, engine.Kind(kind)) {
					return usage("--kind: there is no kind of change %q; there are %s", kind, kindList())
				}
			}
			if len(given) == 1 && len(t.who)+len(t.kind) > 0 {
				return usage("--who and --kind are for the feed of all changes: leave out the id")
			}
			s := scopeFlags{since: t.since, limit: t.limit}
			f, err := a.filter(c, &s)
			if err != nil {
				return err
			}
			e, err := a.reading(c.Context())
			if err != nil {
				return a.nothingYet(err)
			}
			if len(given) == 1 {
				return a.life(c.Context(), e, given[0], f, t.follow)
			}
			return a.feed(c.Context(), e, f, &t)
		},
	}
	c.Flags().BoolVar(&t.follow, "follow", false, "go on with what happens from now")
	c.Flags().StringArrayVar(&t.who, "who", nil, "only what `THEY` did: you, agent, import, schedule, or an agent's name")
	c.Flags().StringSliceVar(&t.kind, "kind", nil, "only these `KINDS` of changes: add, edit, archive, import, cycle …")
	fixed(c, "kind", strings.Split(kindList(), ", ")...)
	c.Flags().StringVar(&t.since, "since", "", "only those since this `TIME` (7d, yesterday, 2026-11-30)")
	c.Flags().IntVar(&t.limit, "limit", 0, "at most this `NUMBER`; default all, or the last 10 with --follow")
	return c
}

// followed is how many entries are shown before those to come.
const followed = 10

// feed prints the journal as the screen's feed shows it.
func (a *app) feed(ctx context.Context, e *engine.Engine, f engine.Filter, t *timelineFlags) error {
	keep := timeline.NewFilter(t.who, t.kind)
	limit := f.Limit
	if t.follow && limit == 0 {
		limit = followed
	}
	var sub *engine.Subscription
	if t.follow {
		sub = e.Subscribe(1024) // before the first look, so that nothing falls between
		defer sub.Close()
	}
	var last []engine.Operation
	top, printed := uint64(0), 0
	for op, err := range a.operations(ctx, e, &f) {
		if err != nil {
			return err
		}
		top = max(top, op.Seq)
		if !keep.Match(&op) {
			continue
		}
		if t.follow {
			last = append(last, op)
		} else if err := a.entry(ctx, e, &op); err != nil {
			return err
		}
		if printed++; printed == limit {
			break
		}
	}
	if !t.follow {
		return nil
	}
	for i := len(last) - 1; i >= 0; i-- {
		if err := a.entry(ctx, e, &last[i]); err != nil {
			return err
		}
	}
	return a.tail(ctx, e, sub, top, &keep)
}

// operations yields the journal, newest first, as of now.
func (a *app) operations(ctx context.Context, e *engine.Engine, f *engine.Filter) func(func(engine.Operation, error) bool) {
	const page = 500
	then := a.flags.now != ""
	return func(yield func(engine.Operation, error) bool) {
		for before := uint64(0); ; {
			ops, err := e.Operations(ctx, before, page)
			if err != nil {
				yield(engine.Operation{}, err)
				return
			}
			for i := range ops {
				at := ops[i].At
				if !f.Since.IsZero() && at.Before(f.Since) || then && at.After(e.Now()) {
					continue // a clock may have been set back: the order is that of writing
				}
				if !yield(ops[i], nil) {
					return
				}
			}
			if len(ops) < page {
				return
			}
			before = ops[len(ops)-1].Seq
		}
	}
}

// tail prints what is committed after an operation, until ctx ends.
func (a *app) tail(ctx context.Context, e *engine.Engine, sub *engine.Subscription, top uint64, keep *timeline.Filter) error {
	for {
		if err := a.out.flush(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case _, open := <-sub.C:
			if !open {
				return nil
			}
		}
		var fresh []engine.Operation
		for op, err := range a.operations(ctx, e, &engine.Filter{}) {
			if err != nil {
				return err
			}
			if op.Seq <= top {
				break
			}
			fresh = append(fresh, op)
		}
		for i := len(fresh) - 1; i >= 0; i-- {
			top = max(top, fresh[i].Seq)
			if keep.Match(&fresh[i]) {
				if err := a.entry(ctx, e, &fresh[i]); err != nil {
					return err
				}
			}
		}
	}
}

// life prints a memory's versions, oldest first, by what each changed.
func (a *app) life(ctx context.Context, e *engine.Engine, prefix string, f engine.Filter, follow bool) error {
	id, err := e.Resolve(ctx, prefix)
	if err != nil {
		return err
	}
	var sub *engine.Subscription
	if follow {
		sub = e.Subscribe(1024)
		defer sub.Close()
	}
	var last *engine.Version
	for {
		versions, err := a.since(ctx, e, id, last)
		if err == nil && len(versions) == 0 && last == nil {
			err = a.stood(ctx, e, id)
		}
		if err != nil {
			return err
		}
		if last == nil && f.Limit > 0 && len(versions) > f.Limit {
			last = &versions[len(versions)-f.Limit-1]
			versions = versions[len(versions)-f.Limit:]
		}
		for i := range versions {
			v := &versions[i]
			if f.Since.IsZero() || !v.At.Before(f.Since) {
				if err := a.step(ctx, last, v); err != nil {
					return err
				}
			}
			last = v
		}
		if !follow {
			return nil
		}
		if err := a.out.flush(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case _, open := <-sub.C:
			if !open {
				return nil
			}
		}
	}
}

// since is a memory's versions after one, oldest first, as of now.
func (a *app) since(ctx context.Context, e *engine.Engine, id string, last *engine.Version) ([]engine.Version, error) {
	var out []engine.Version
	until := e.Now()
	if a.flags.now == "" {
		until = until.AddDate(1000, 0, 0) // versions may be a little ahead of the clock
	}
	err := e.VersionsBack(ctx, id, until, func(v *engine.Version) bool {
		if last != nil && v.Number <= last.Number {
			return false
		}
		out = append(out, *v)
		return true
	})
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out, err
}

// stepJSON is one version by what it changed.
type stepJSON struct {
	MemoryID   string      `json:"memoryId"`
	Version    uint32      `json:"version"`
	ChangeType string      `json:"changeType"`
	CreatedAt  stamp       `json:"createdAt"`
	Reason     string      `json:"reason,omitempty"`
	Actor      string      `json:"actor"`
	Operation  string      `json:"operation,omitempty"`
	Difference string      `json:"difference,omitempty"` // [-removed-]{+added+}; the text of a first version
	Fields     []fieldJSON `json:"fields,omitempty"`     // that changed
}

type fieldJSON struct {
	Field  string `json:"field"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// step prints a version by what it changed; before is nil for the first.
func (a *app) step(ctx context.Context, before, v *engine.Version) error {
	j := stepJSON{
		MemoryID: v.MemoryID, Version: v.Number, ChangeType: v.Change.String(), CreatedAt: stamp(v.At),
		Reason: v.Reason, Actor: v.Actor.String(), Operation: v.Operation, Difference: v.Memory.Content,
	}
	if before != nil {
		r, err := diff.Texts(ctx, before.Memory.Content, v.Memory.Content)
		if err != nil {
			return err
		}
		j.Difference = ""
		if !r.Equal() {
			j.Difference = r.String()
		}
		for _, f := range timeline.Fields(&before.Memory, &v.Memory) {
			if f.Changed() {
				j.Fields = append(j.Fields, fieldJSON{f.Name, f.Was, f.Is})
			}
		}
	}
	if a.flags.json {
		return a.out.json(j)
	}
	head := "v" + pad(strconv.Itoa(int(v.Number)), 4) + pad(v.Change.String(), 11) + a.date(v.At) + "  " + pad(clean(v.Actor.String()), 12)
	if v.Reason != "" {
		head += "  “" + clean(v.Reason) + "”"
	}
	if err := a.out.line("%s", head); err != nil {
		return err
	}
	if j.Difference != "" {
		for _, l := range widget.Lines(j.Difference) {
			if err := a.out.line("     %s", l); err != nil {
				return err
			}
		}
	}
	for _, f := range j.Fields {
		if err := a.out.line("     %s", clean(f.Field)+" "+clean(f.Before)+" → "+clean(f.After)); err != nil {
			return err
		}
	}
	return nil
}
