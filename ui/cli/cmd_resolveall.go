package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ebb/engine"
)

// whereNames are what --where can ask for.
var whereNames = []string{"type", "namespace", "subject", "key", "by", "since", "before"}

// condition is one NAME=VALUE of --where.
type condition struct {
	name, value string
	at          time.Time // since, before
}

// conditions reads --where: several may stand in one, with spaces between; a
// word without a name belongs to the value before it.
func (a *app) conditions(where []string) ([]condition, error) {
	var out []condition
	for _, w := range where {
		first := true
		for _, word := range strings.Fields(w) {
			at := strings.IndexAny(word, "=:")
			name := ""
			if at > 0 {
				name = strings.ToLower(word[:at])
			}
			switch {
			case name == "ns":
				name = "namespace"
			case name == "":
				if first {
					return nil, usage("--where: %q is not NAME=VALUE; NAME is one of %s", word, strings.Join(whereNames, ", "))
				}
				out[len(out)-1].value += " " + word
				continue
			}
			if !slices.Contains(whereNames, name) {
				return nil, usage("--where: there is no %q; %s", name, nearest(name, whereNames))
			}
			first = false
			out = append(out, condition{name: name, value: word[at+1:]})
		}
	}
	for i := range out {
		c := &out[i]
		if c.name != "since" && c.name != "before" {
			continue
		}
		var err error
		if c.at, err = parseTime(c.value, a.clock(), a.Location, backward); err != nil {
			return nil, usage("--where %s: %w", c.name, err)
		}
	}
	return out, nil
}

// admits reports whether a conflict between two memories is meant: it, or a
// memory on either side, has what is asked for.
func (c *condition) admits(k *engine.Conflict, ends []engine.Head) bool {
	either := func(of func(*engine.Head) string) bool {
		return slices.ContainsFunc(ends, func(h engine.Head) bool { return of(&h) == c.value })
	}
	switch c.name {
	case "type":
		return k.Type == c.value
	case "by":
		return k.DeclaredBy.String() == c.value
	case "since":
		return !k.CreatedAt.Before(c.at)
	case "before":
		return k.CreatedAt.Before(c.at)
	case "namespace":
		return either(func(h *engine.Head) string { return h.Scope.Namespace })
	case "subject":
		return either(func(h *engine.Head) string { return h.Scope.Subject })
	case "key":
		return either(func(h *engine.Head) string { return h.Identity.Value })
	}
	return false
}

// open lists the open conflicts that are meant, the oldest first: what was
// contradicted first is settled first.
func (a *app) open(ctx context.Context, e *engine.Engine, where []condition) ([]string, error) {
	all, err := e.ConflictList(ctx, engine.ConflictOpen)
	if err != nil {
		return nil, err
	}
	var out []string
	for i := range all {
		k := &all[i]
		var ends []engine.Head
		if len(where) > 0 {
			if ends, err = e.Heads(ctx, []string{k.MemoryA, k.MemoryB}); err != nil {
				return nil, err
			}
		}
		if !slices.ContainsFunc(where, func(c condition) bool { return !c.admits(k, ends) }) {
			out = append(out, k.ID)
		}
	}
	slices.Reverse(out)
	return out, nil
}

func (a *app) resolveAll(ctx context.Context, r engine.Resolution, f resolveFlags) error {
	where, err := a.conditions(f.where)
	if err != nil {
		return err
	}
	e, err := a.existing(ctx)
	if err != nil {
		return err
	}
	ids, err := a.open(ctx, e, where)
	if err != nil {
		return err
	}
	if len(ids) == 0 {
		complain(a.Stderr, "no open conflict is meant; ebb conflicts shows them")
		return nil
	}
	how := a.how(f.reason)
	how.OperationID = f.operation
	done, left, err := e.PreviewResolveAll(ctx, ids, r, how)
	if err != nil {
		return bulkResolving(err)
	}
	if !f.dryRun && len(done) > 0 {
		ids = ids[:0]
		for i := range done {
			ids = append(ids, done[i].Conflict.ID)
		}
		if _, done, err = e.ResolveAll(ctx, ids, r, how); err != nil {
			return err
		}
	}
	if err := a.resolvedAll(ctx, e, done, f.dryRun); err != nil {
		return err
	}
	for _, l := range left {
		complain(a.Stderr, "left open: "+l.Err.Error())
	}
	switch {
	case len(left) > 0 && len(done) == 0:
		return exitError(exitFailed)
	case len(left) > 0:
		return exitError(exitPart)
	}
	return nil
}

// bulkResolving says what many can be settled by.
func bulkResolving(err error) error {
	return fmt.Errorf("%w; by one rule: latest, supersede, highest-confidence, highest-importance, keep-both, or --pick A or B", err)
}

// resolvedAll prints what was settled.
func (a *app) resolvedAll(ctx context.Context, e *engine.Engine, done []engine.Resolved, dryRun bool) error {
	s := e.Settings()
	for i := range done {
		r := &done[i]
		if !a.flags.json {
			if err := a.settledLines(r); err != nil {
				return err
			}
			continue
		}
		// They come without their texts, which settling does not change.
		for _, m := range []*engine.Memory{r.Winner, r.Loser} {
			if m == nil {
				continue
			}
			now, err := e.Get(ctx, m.ID)
			if err != nil {
				return err
			}
			m.Content = now.Content
		}
		if err := a.out.json(shapeResolved(r, &s, e.Now())); err != nil {
			return err
		}
	}
	if a.flags.json {
		return nil
	}
	what := plural(len(done), "conflict", "conflicts")
	if dryRun {
		return a.out.line("%s would be settled; nothing was written (--dry-run)", what)
	}
	if len(done) == 0 {
		return a.out.line("no conflict was settled")
	}
	return a.out.line("%s settled; ebb undo takes it back", what)
}
