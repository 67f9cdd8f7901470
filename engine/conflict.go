package engine

import (
	"context"
	"errors"
	"slices"
)

// Declare records that two live memories contradict each other. A pair that
// has an open conflict keeps it: that one is returned.
func (e *Engine) Declare(ctx context.Context, a, b, explanation string, how How) (Conflict, error) {
	if a == b {
		return Conflict{}, &ValidationError{Field: "memoryB", Got: shorten(b), Want: "another memory"}
	}
	if err := checkLength("explanation", explanation, MaxReasonBytes); err != nil {
		return Conflict{}, err
	}
	var out Conflict
	op, err := e.operate(ctx, KindDeclare, how, func(w *work) error {
		for _, id := range []string{a, b} {
			h, err := w.head(id)
			if err != nil {
				return err
			}
			if !h.LiveAt(w.now) {
				return &InvalidTransitionError{ID: id, From: h.State, To: h.State}
			}
		}
		var err error
		if out, err = w.openConflict(Conflict{
			MemoryA: a, MemoryB: b, Type: ConflictDeclared, Confidence: 1, Explanation: explanation,
		}); err != nil {
			return err
		}
		w.op.Result = out.ID
		return nil
	})
	if errors.Is(err, errRepeated) {
		return e.Conflict(ctx, op.Result)
	}
	return out, err
}

// openConflict records a conflict and its contradicts relation, unless the
// pair has an open one already.
func (w *work) openConflict(c Conflict) (Conflict, error) {
	for have, err := range w.tx.Conflicts().Of(c.MemoryA) {
		if err != nil {
			return Conflict{}, err
		}
		if have.Status == ConflictOpen && have.joins(c.MemoryA, c.MemoryB) {
			return have, nil
		}
	}
	if c.ID == "" {
		c.ID = w.e.newID()
	}
	c.Status, c.DeclaredBy = ConflictOpen, w.op.Actor
	if c.CreatedAt.IsZero() {
		c.CreatedAt = w.now
	}
	w.kinds.add(ConflictDetected)
	if err := w.putConflict(nil, &c); err != nil {
		return Conflict{}, err
	}
	key := EdgeKey{From: c.MemoryA, Type: RelContradicts, To: c.MemoryB}.Canonical()
	if _, found, err := w.tx.Edges().Get(key); err != nil || found {
		return c, err
	}
	_, err := w.relate(key, c.Confidence, nil)
	return c, err
}

// joins reports whether the conflict is between these two, either way round.
func (c *Conflict) joins(a, b string) bool {
	return (c.MemoryA == a && c.MemoryB == b) || (c.MemoryA == b && c.MemoryB == a)
}

// Conflict returns one conflict.
func (e *Engine) Conflict(ctx context.Context, id string) (Conflict, error) {
	var c Conflict
	err := e.View(ctx, func(tx Tx) error {
		found := false
		var err error
		c, found, err = tx.Conflicts().Get(id)
		if err == nil && !found {
			err = &NotFoundError{Kind: "conflict", ID: id}
		}
		return err
	})
	return c, err
}

// ConflictList returns the conflicts of a status, newest first; status 0 means
// all of them, open ones first.
func (e *Engine) ConflictList(ctx context.Context, status ConflictStatus) ([]Conflict, error) {
	wanted := []ConflictStatus{status}
	if status == 0 {
		wanted = []ConflictStatus{ConflictOpen, ConflictResolved, ConflictDismissed}
	}
	var out []Conflict
	err := e.View(ctx, func(tx Tx) error {
		for _, s := range wanted {
			for c, err := range tx.Conflicts().ByStatus(s) {
				if err == nil {
					err = ctx.Err()
				}
				if err != nil {
					return err
				}
				out = append(out, c)
			}
		}
		return nil
	})
	return out, err
}

// ConflictsOf returns the conflicts that name a memory, open ones first, then
// newest first.
func (e *Engine) ConflictsOf(ctx context.Context, memory string) ([]Conflict, error) {
	var out []Conflict
	err := e.View(ctx, func(tx Tx) error {
		for c, err := range tx.Conflicts().Of(memory) {
			if err != nil {
				return err
			}
			out = append(out, c)
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b Conflict) int {
		if (a.Status == ConflictOpen) != (b.Status == ConflictOpen) {
			return int(a.Status) - int(b.Status)
		}
		return b.CreatedAt.Compare(a.CreatedAt)
	})
	return out, err
}
