package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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

// headsAt is every head that existed at an instant, newest first.
func headsAt(ctx context.Context, e *engine.Engine, then time.Time) ([]engine.Head, error) {
	p, err := e.Past(ctx, then)
	if err != nil {
		return nil, err
	}
	var out []engine.Head
	for h, err := range e.List(ctx, engine.Filter{States: engine.States(), IncludeExpired: true}, engine.Cursor{}) {
		if err != nil {
			return nil, err
		}
		switch was, changed := p.Heads[h.ID]; {
		case !changed:
			out = append(out, h)
		case was != nil:
			out = append(out, *was)
		}
		delete(p.Heads, h.ID)
	}
	for _, was := range p.Heads { // gone today
		if was != nil {
			out = append(out, *was)
		}
	}
	slices.SortFunc(out, func(x, y engine.Head) int {
		return cmp.Or(y.UpdatedAt.Compare(x.UpdatedAt), cmp.Compare(x.ID, y.ID))
	})
	return out, nil
}

// edgesAt is a memory's ties, every one for "", as they were if now is past.
func (a *app) edgesAt(ctx context.Context, e *engine.Engine, id string) ([]engine.Edge, error) {
	then := e.Now()
	past, err := a.isPast(ctx, e, then)
	if err != nil {
		return nil, err
	}
	if !past {
		return e.Edges(ctx, id)
	}
	p, err := e.Past(ctx, then)
	if err != nil {
		return nil, err
	}
	return e.EdgesIn(ctx, p, id)
}

// NotYetError says that a memory is younger than the moment that is looked at.
type NotYetError struct {
	ID string
	At time.Time
}

func (e *NotYetError) Error() string {
	return fmt.Sprintf("memory %q was not there yet at %s", e.ID, e.At.UTC().Format(time.RFC3339))
}

// stood says why nothing is known of memories that exist now: they were not
// there yet. It is asked when there is nothing to show.
func (a *app) stood(ctx context.Context, e *engine.Engine, ids ...string) error {
	then := e.Now()
	past, err := a.isPast(ctx, e, then)
	if err != nil || !past {
		return err
	}
	p, err := e.Past(ctx, then)
	if err != nil {
		return err
	}
	for _, id := range ids {
		heads, err := e.HeadsIn(ctx, p, []string{id})
		if err != nil {
			return err
		}
		if len(heads) == 0 {
			return &NotYetError{ID: id, At: then}
		}
	}
	return nil
}

// conflictsAt is the conflicts with a status, as they were if now is past.
func (a *app) conflictsAt(ctx context.Context, e *engine.Engine, status engine.ConflictStatus) ([]engine.Conflict, error) {
	then := e.Now()
	past, err := a.isPast(ctx, e, then)
	if err != nil {
		return nil, err
	}
	if !past {
		return e.ConflictList(ctx, status)
	}
	p, err := e.Past(ctx, then)
	if err != nil {
		return nil, err
	}
	return e.ConflictsIn(ctx, p, status, "")
}
