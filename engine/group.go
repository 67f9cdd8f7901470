package engine

import (
	"context"
	"errors"
)

// runGroup runs several operations in one commit. An operation that fails
// before it has written anything leaves the others alone; its error stands at
// its place. A failure after that, or of the store, ends the whole group.
func (e *Engine) runGroup(ctx context.Context, works []*work, steps []func(*work) error) ([]error, error) {
	if e.closed.Load() {
		return nil, ErrClosed
	}
	errs := make([]error, len(works))
	e.near.gate.enter()
	defer e.near.gate.leave()
	e.write.Lock()
	defer e.write.Unlock()
	err := e.store.Update(ctx, func(tx Tx) error {
		written := false
		for i, w := range works {
			errs[i] = e.runOne(tx, w, steps[i])
			switch {
			case errs[i] == nil:
				written = true
			case len(w.touched) > 0:
				return errs[i] // in the middle of its writes
			}
		}
		if !written {
			return errNothing
		}
		return nil
	})
	if err != nil && !errors.Is(err, errNothing) {
		return nil, err
	}
	for i, w := range works {
		if errs[i] == nil && w.restated {
			e.near.poke()
		}
		if errors.Is(errs[i], errNothing) {
			errs[i] = nil
			continue
		}
		if errs[i] == nil && len(w.kinds) > 0 {
			e.hub.publish(w.event())
		}
	}
	return errs, nil
}

// runOne is one operation of a group.
func (e *Engine) runOne(tx Tx, w *work, step func(*work) error) error {
	if id := w.how.OperationID; id != "" {
		op, found, err := tx.Operations().Get(id)
		if err != nil {
			return err
		}
		if found {
			if op.Kind != w.op.Kind {
				return reusedID(id, op.Kind)
			}
			w.op = op
			return errRepeated
		}
	}
	w.attach(tx)
	if err := step(w); err != nil {
		return err
	}
	return w.finish()
}

func reusedID(id string, kind Kind) error {
	return &ValidationError{Field: "operationId", Got: id + ", used by an earlier " + string(kind), Want: "an id of its own for each operation"}
}
