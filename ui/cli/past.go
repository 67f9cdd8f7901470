package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"ebb/engine"
)

// isPast reports whether now lies before something that has happened: then a
// list is that of another day.
func (a *app) isPast(ctx context.Context, e *engine.Engine, now time.Time) (bool, error) {
	if a.flags.now == "" {
		return false, nil
	}
	for entry, err := range e.LogBack(ctx, time.Time{}) {
		if err != nil {
			return false, err
		}
		return entry.At.After(now), nil
	}
	return false, nil
}

// listThen lists what was remembered at an earlier instant: the heads of
// today, with every record that changed since put back as it was.
func (a *app) listThen(ctx context.Context, e *engine.Engine, f engine.Filter) error {
	then := e.Now()
	heads, err := headsAt(ctx, e, then)
	if err != nil {
		return err
	}
	settings := e.Settings()
	printed := 0
	for i := range heads {
		h := &heads[i]
		if !f.Match(h, then, &settings) {
			continue
		}
		if a.flags.json {
			err = a.memoryThen(ctx, e, h, &settings, then)
		} else {
			err = a.out.line("%s", a.row(h, &settings, then))
		}
		if err != nil {
			return err
		}
		if printed++; printed == f.Limit {
			break
		}
	}
	return nil
}

// memoryThen prints a memory as JSON with the text that it had.
func (a *app) memoryThen(ctx context.Context, e *engine.Engine, h *engine.Head, s *engine.Settings, then time.Time) error {
	m, err := e.GetAt(ctx, h.ID, then)
	var purged *engine.NotFoundError
	if errors.As(err, &purged) {
		return nil // gone for good since the heads were read
	}
	if err != nil {
		return err
	}
	m.Head = *h
	return a.out.json(shapeMemory(&m, s, then))
}

// before is what changed after an instant, as it was then: nil for what did not
// exist.
type before struct {
	heads     map[string]*engine.Head
	edges     map[engine.EdgeKey]*engine.Edge
	conflicts map[string]*engine.Conflict
}

// rewind reads the log back to an instant.
func rewind(ctx context.Context, e *engine.Engine, then time.Time) (before, error) {
	b := before{map[string]*engine.Head{}, map[engine.EdgeKey]*engine.Edge{}, map[string]*engine.Conflict{}}
	for entry, err := range e.LogBack(ctx, time.Time{}) {
		if err != nil {
			return b, err
		}
		if !entry.At.After(then) {
			break
		}
		// The entry that comes last is the oldest one after then, and holds
		// the record as it stood.
		switch entry.Subject {
		case engine.SubjectHead, engine.SubjectEvidence:
			b.heads[entry.ID] = entry.Head
		case engine.SubjectEdge:
			b.edges[entry.Edge] = entry.EdgeWas
		case engine.SubjectConflict:
			b.conflicts[entry.ID] = entry.Conflict
		}
	}
	return b, nil
}

// replaced is today's records with those that changed since put back; what is
// gone today is added.
func replaced[K comparable, V any](today []V, key func(*V) K, was map[K]*V) []V {
	var out []V
	for i := range today {
		k := key(&today[i])
		old, changed := was[k]
		switch {
		case !changed:
			out = append(out, today[i])
		case old != nil:
			out = append(out, *old)
		}
		delete(was, k)
	}
	for _, old := range was {
		if old != nil {
			out = append(out, *old)
		}
	}
	return out
}

// headsAt is every head that existed at an instant, newest first.
func headsAt(ctx context.Context, e *engine.Engine, then time.Time) ([]engine.Head, error) {
	b, err := rewind(ctx, e, then)
	if err != nil {
		return nil, err
	}
	var today []engine.Head
	for h, err := range e.List(ctx, engine.Filter{States: engine.States(), IncludeExpired: true}, engine.Cursor{}) {
		if err != nil {
			return nil, err
		}
		today = append(today, h)
	}
	out := replaced(today, func(h *engine.Head) string { return h.ID }, b.heads)
	slices.SortFunc(out, func(x, y engine.Head) int {
		return cmp.Or(y.UpdatedAt.Compare(x.UpdatedAt), cmp.Compare(x.ID, y.ID))
	})
	return out, nil
}

// edgesAt is a memory's ties, every one for "", as they were if now is past.
func (a *app) edgesAt(ctx context.Context, e *engine.Engine, id string) ([]engine.Edge, error) {
	today, err := e.Edges(ctx, id)
	if err != nil {
		return nil, err
	}
	then := e.Now()
	if past, err := a.isPast(ctx, e, then); err != nil || !past {
		return today, err
	}
	b, err := rewind(ctx, e, then)
	if err != nil {
		return nil, err
	}
	for k := range b.edges {
		if id != "" && k.From != id && k.To != id {
			delete(b.edges, k)
		}
	}
	out := replaced(today, func(x *engine.Edge) engine.EdgeKey { return x.EdgeKey }, b.edges)
	slices.SortFunc(out, func(x, y engine.Edge) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Type, y.Type), cmp.Compare(x.To, y.To), cmp.Compare(x.Relation, y.Relation))
	})
	return out, nil
}

// conflictsAt is the conflicts with a status, as they were if now is past.
func (a *app) conflictsAt(ctx context.Context, e *engine.Engine, status engine.ConflictStatus) ([]engine.Conflict, error) {
	then := e.Now()
	past, err := a.isPast(ctx, e, then)
	if err != nil || !past {
		if err != nil {
			return nil, err
		}
		return e.ConflictList(ctx, status)
	}
	today, err := e.ConflictList(ctx, 0)
	if err != nil {
		return nil, err
	}
	b, err := rewind(ctx, e, then)
	if err != nil {
		return nil, err
	}
	out := replaced(today, func(k *engine.Conflict) string { return k.ID }, b.conflicts)
	out = slices.DeleteFunc(out, func(k engine.Conflict) bool { return status != 0 && k.Status != status })
	slices.SortFunc(out, func(x, y engine.Conflict) int {
		return cmp.Or(y.CreatedAt.Compare(x.CreatedAt), cmp.Compare(x.ID, y.ID))
	})
	return out, nil
}
