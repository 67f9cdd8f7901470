package engine

import (
	"context"
	"errors"
	"fmt"
)

// Unsettled is a conflict that a bulk resolution would have to leave open, and
// why.
type Unsettled struct {
	ID  string
	Err error
}

// ResolveAll settles several open conflicts by one rule, as one operation with
// one entry in the journal: all of them, or none. They are settled in the
// order given, so that what an earlier one decides holds for a later one that
// shares a memory with it. The memories of what is returned come without
// their texts. Merge, and Manual without a pick, are refused: each conflict
// would need a text of its own. Errors are those of [Engine.ResolveConflict].
func (e *Engine) ResolveAll(ctx context.Context, ids []string, r Resolution, how How) (Operation, []Resolved, error) {
	all, err := e.settleAll(ids, r)
	if err != nil {
		return Operation{}, nil, err
	}
	op, err := e.operate(ctx, KindResolve, how, func(w *work) error {
		all.begin()
		for _, id := range all.ids {
			if err := all.settle(w, id); err != nil {
				return fmt.Errorf("conflict %s: %w", id, err)
			}
		}
		all.sum(w)
		return nil
	})
	if errors.Is(err, errRepeated) {
		return e.resolvedAllBefore(ctx, all.ids, op)
	}
	if err != nil {
		return Operation{}, nil, err
	}
	for i := range all.done {
		all.done[i].Applied = true
	}
	return op, all.done, nil
}

// PreviewResolveAll returns what ResolveAll would write, and the conflicts
// that it would refuse: without those it goes through. It writes nothing.
func (e *Engine) PreviewResolveAll(ctx context.Context, ids []string, r Resolution, how How) ([]Resolved, []Unsettled, error) {
	all, err := e.settleAll(ids, r)
	if err != nil {
		return nil, nil, err
	}
	how.OperationID = ""
	var left []Unsettled
	_, err = e.operate(ctx, KindResolve, how, func(w *work) error {
		all.begin()
		left = nil
		for _, id := range all.ids {
			before := w.op.Entries
			err := all.settle(w, id)
			switch {
			case err == nil:
			case ctx.Err() != nil, w.op.Entries > before:
				return err // broken off in the middle: no preview can be had
			default:
				left = append(left, Unsettled{ID: id, Err: err})
			}
		}
		return errWouldWrite
	})
	if err != nil && !errors.Is(err, errWouldWrite) {
		return nil, nil, err
	}
	return all.done, left, nil
}

// settlingAll is several conflicts being settled by one rule.
type settlingAll struct {
	ids  []string
	r    Resolution
	done []Resolved
}

func (e *Engine) settleAll(ids []string, r Resolution) (*settlingAll, error) {
	if r.Strategy == "" {
		r.Strategy = Strategy(e.settings.Load().ResolutionStrategy)
	}
	if len(ids) == 0 {
		return nil, &ValidationError{Field: "id", Want: "at least one"}
	}
	if err := r.validate(); err != nil {
		return nil, err
	}
	if r.Strategy == Merge || r.Synthesis != nil {
		return nil, &UnsupportedCapabilityError{Capability: string(r.Strategy), Hint: "each conflict needs a text of its own: settle them one by one"}
	}
	return &settlingAll{ids: unrepeated(ids), r: r}, nil
}

// unrepeated is [distinct] for lists too long to be searched.
func unrepeated(ids []string) []string {
	seen := make(map[string]struct{}, len(ids))
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		if _, again := seen[id]; !again {
			seen[id] = struct{}{}
			out = append(out, id)
		}
	}
	return out
}

func (a *settlingAll) begin() { a.done = make([]Resolved, 0, len(a.ids)) }

func (a *settlingAll) settle(w *work, id string) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	s := &settling{id: id, r: a.r}
	if err := s.settle(w); err != nil {
		return err
	}
	// Ten thousand conflicts may hold gigabytes of text.
	for _, m := range []*Memory{s.out.Winner, s.out.Loser} {
		if m != nil {
			m.Content = ""
		}
	}
	a.done = append(a.done, s.out)
	return nil
}

// sum says in the journal what the operation did as a whole.
func (a *settlingAll) sum(w *work) {
	w.op.Summary = fmt.Sprintf("settled %d conflicts: %s", len(a.done), a.r.Strategy)
	if len(a.done) == 1 {
		w.op.Summary = "settled 1 conflict: " + string(a.r.Strategy)
	}
}

// resolvedAllBefore answers a retry with what the first run did.
func (e *Engine) resolvedAllBefore(ctx context.Context, ids []string, op Operation) (Operation, []Resolved, error) {
	out := make([]Resolved, 0, len(ids))
	for _, id := range ids {
		one := op
		one.Result = id
		r, err := e.resolvedBefore(ctx, id, one)
		if err != nil {
			return op, nil, err
		}
		if r.Conflict.Status == ConflictOpen {
			return op, nil, &ValidationError{Field: "operationId", Got: op.ID + ", used for other conflicts", Want: "an id of its own for each operation"}
		}
		out = append(out, r)
	}
	return op, out, nil
}
