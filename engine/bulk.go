package engine

import (
	"context"
	"slices"
)

// EvolveAll makes one change of many memories: one operation, one undo. All of
// them, or none when one cannot be changed; those that are as the patch wants
// them already are left alone. It takes neither a text nor a version expected,
// which are about one memory. Errors are those of [Engine.Evolve].
func (e *Engine) EvolveAll(ctx context.Context, ids []string, p Patch, how How) (Operation, error) {
	switch {
	case p.Content != nil:
		return Operation{}, &ValidationError{Field: "content", Got: "one text for many memories", Want: "a change that many can share"}
	case how.Expected != nil:
		return Operation{}, &ValidationError{Field: "version", Got: "one version of many memories", Want: "none"}
	case p == Patch{}:
		return Operation{}, &ValidationError{Field: "patch", Want: "something to change"}
	}
	if err := p.validate(); err != nil {
		return Operation{}, err
	}
	return e.each(ctx, KindEdit, ids, how, func(w *work, before Memory) error {
		if err := p.Allowed(&before.Head); err != nil {
			return err
		}
		if p.restatesBody(&before.Body) && !p.Changes(&before.Head) {
			return nil
		}
		_, err := w.revise(before, p.change(&before.Head), how.Reason, func(m *Memory) { p.apply(m, w.now) })
		return err
	})
}

// Changes reports whether the patch makes a memory other than its head says.
func (p *Patch) Changes(h *Head) bool {
	return p.Type != nil && wellNamed(*p.Type) != h.Type ||
		p.Importance != nil && *p.Importance != h.Importance ||
		p.Confidence != nil && *p.Confidence != h.Confidence ||
		p.ExpiresAt != nil && !p.ExpiresAt.Equal(h.ExpiresAt) ||
		p.State != nil && *p.State != h.State
}

// restatesBody reports whether the patch leaves what heads do not hold.
func (p *Patch) restatesBody(b *Body) bool {
	return (p.Source == nil || *p.Source == b.Source) && (p.Metadata == nil || string(*p.Metadata) == string(b.Metadata))
}

// moveAll gives many memories another state.
func (e *Engine) moveAll(ctx context.Context, kind Kind, ids []string, to State, how How) (Operation, error) {
	return e.each(ctx, kind, ids, how, func(w *work, before Memory) error {
		if before.State == to && to != Active {
			return nil
		}
		return w.move(before, to)
	})
}

// each does one thing to many memories in one operation.
func (e *Engine) each(ctx context.Context, kind Kind, ids []string, how How, do func(*work, Memory) error) (Operation, error) {
	if len(ids) == 0 {
		return Operation{}, &ValidationError{Field: "id", Want: "at least one"}
	}
	// Past those that the journal names, order is free, and records lie in the
	// order of their ids: reading them so is three times as fast.
	if len(ids) > MaxOperationIDs {
		ids = slices.Clone(ids)
		slices.Sort(ids[MaxOperationIDs:])
	}
	op, err := e.operate(ctx, kind, how, func(w *work) error {
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			before, err := w.memory(id)
			if err != nil {
				return err
			}
			if err := do(w, before); err != nil {
				return err
			}
		}
		return nil
	})
	return op, unlessRepeated(err)
}
