package evolvers

import (
	"context"
	"errors"
	"slices"

	"ebb/engine"
)

// stage are the evolvers that look at what an ingest or import has touched:
// promotion, and interference with the neighbours. Never a full cycle.
var stage = []string{
	WorkingToEpisodic, WorkingToProcedural, EpisodicToSemantic, EnhancedWorkingToEpisodic, InterferenceBasedConsolidation,
}

// PlanTouched is the evolve stage: what promotion and interference would
// change about these memories and those around them. Only the evolvers of the
// stage that are switched on run; Full and Only are not looked at.
//
// It reads the touched memories and their neighbours alone, unless one of them
// is a working memory: then the heads of all are read once, to find its buffer.
func PlanTouched(ctx context.Context, e *engine.Engine, ids []string, o Options) (Plan, error) {
	o.Full, o.Only, o.Also = false, nil, nil
	if o.Source == "" {
		o.Source = "evolve stage"
	}
	c, err := newCycle(e, o)
	if err != nil {
		return Plan{}, err
	}
	c.steps = nil
	for _, s := range registry {
		if slices.Contains(stage, s.Name) && c.config.Enabled(s.Name) {
			c.steps = append(c.steps, s)
		}
	}
	return c.plan(ctx, &touched{ids: ids})
}

// touched says which memories a stage is about.
type touched struct{ ids []string }

// load reads the touched memories, what interferes with them, and the buffers
// that they are in.
func (t *touched) load(ctx context.Context, tx engine.Tx, b *base) error {
	b.begin(tx, len(t.ids))
	heads := map[string]engine.Head{}
	buffers := map[engine.Scope]bool{}
	for _, id := range t.ids {
		h, err := t.get(tx, heads, id)
		if err != nil {
			return err
		}
		if h != nil && h.Type == engine.TypeWorking && h.State.Live() {
			buffers[h.Scope] = true
		}
	}
	if err := t.around(tx, b.source, heads); err != nil {
		return err
	}
	if len(buffers) > 0 {
		if err := t.fill(ctx, tx, heads, buffers); err != nil {
			return err
		}
	}
	order := make([]string, 0, len(heads))
	for id := range heads {
		order = append(order, id)
	}
	slices.Sort(order)
	for _, id := range order {
		h := heads[id]
		b.sort(&h)
	}
	b.exists = func(id string) bool {
		_, found, err := tx.Heads().Get(id)
		return err != nil || found // what cannot be read is taken for there
	}
	return nil
}

// get reads a head once; nil when there is none, or a damaged one.
func (t *touched) get(tx engine.Tx, heads map[string]engine.Head, id string) (*engine.Head, error) {
	if h, known := heads[id]; known {
		return &h, nil
	}
	h, found, err := tx.Heads().Get(id)
	var damaged *engine.CorruptRecordError
	if errors.As(err, &damaged) {
		return nil, nil
	}
	if err != nil || !found {
		return nil, err
	}
	heads[id] = h
	return &h, nil
}

// around reads two rings of neighbours: those that a touched memory makes pay,
// and those that make them pay.
func (t *touched) around(tx engine.Tx, n Neighbours, heads map[string]engine.Head) error {
	if n == nil {
		return nil
	}
	inverse, _ := n.(Inverse)
	ring := t.ids
	for range 2 {
		var next []string
		for _, id := range ring {
			lists := [][]Neighbour{n.Neighbours(id)}
			if inverse != nil {
				lists = append(lists, inverse.ListedBy(id))
			}
			for _, near := range slices.Concat(lists...) {
				if _, known := heads[near.ID]; known {
					continue
				}
				h, err := t.get(tx, heads, near.ID)
				if err != nil {
					return err
				}
				if h != nil {
					next = append(next, near.ID)
				}
			}
		}
		ring = next
	}
	return nil
}

// fill reads the buffers of scopes, and the procedures that they may refine.
func (t *touched) fill(ctx context.Context, tx engine.Tx, heads map[string]engine.Head, buffers map[engine.Scope]bool) error {
	n := 0
	for h, err := range tx.Heads().All("") {
		if n++; err == nil && n%4096 == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if buffers[h.Scope] && (h.Type == engine.TypeWorking || h.Type == engine.TypeProcedural) {
			heads[h.ID] = h
		}
	}
	return nil
}
