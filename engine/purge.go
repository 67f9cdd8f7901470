package engine

import (
	"context"
	"slices"
)

// Purge removes memories for good, with their versions, ties, conflicts,
// retrievals and log entries, and clears the pointers that others hold to
// them. It is the one operation that undo cannot bring back. All of them, or
// none when one does not exist.
func (e *Engine) Purge(ctx context.Context, ids []string, how How) (Operation, error) {
	if len(ids) == 0 {
		return Operation{}, &ValidationError{Field: "id", Want: "at least one"}
	}
	op, err := e.operate(ctx, KindPurge, how, func(w *work) error {
		gone := make(map[string]bool, len(ids))
		for _, id := range ids {
			gone[id] = true
		}
		w.kinds.add(MemoryDeleted)
		for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
			if err := ctx.Err(); err != nil {
				return err
			}
			m, err := w.memory(id)
			if err != nil {
				return err
			}
			if err := w.purge(&m, gone); err != nil {
				return err
			}
		}
		if err := w.purgeNeighbours(gone); err != nil {
			return err
		}
		return w.tx.Log().Scrub(gone)
	})
	return op, unlessRepeated(err)
}

func (w *work) purge(m *Memory, gone map[string]bool) error {
	w.touch(m.ID)
	if err := w.purgeTies(m.ID); err != nil {
		return err
	}
	for _, other := range append([]string{m.Supersedes, m.SupersededBy}, m.MergedFrom...) {
		if other == "" || gone[other] {
			continue
		}
		if err := w.unpoint(other, m.ID); err != nil {
			return err
		}
	}
	if err := w.tx.Versions().DeleteAll(m.ID); err != nil {
		return err
	}
	if err := w.tx.Profiles().Delete(m.ID); err != nil {
		return err
	}
	return w.tx.Heads().Delete(&m.Head)
}

// purgeTies removes the edges and conflicts that name a memory. They are
// gathered before the first is removed: an iteration ends where it began.
func (w *work) purgeTies(id string) error {
	var edges []EdgeKey
	for edge, err := range w.tx.Edges().Of(id) {
		if err != nil {
			return err
		}
		edges = append(edges, edge.EdgeKey)
	}
	for _, key := range edges {
		w.kinds.add(RelationDeleted)
		if err := w.loosen(key.Other(id), id); err != nil {
			return err
		}
		if err := w.tx.Edges().Delete(key); err != nil {
			return err
		}
	}
	var conflicts []Conflict
	for c, err := range w.tx.Conflicts().Of(id) {
		if err != nil {
			return err
		}
		conflicts = append(conflicts, c)
	}
	for i := range conflicts {
		w.kinds.add(ConflictSettled)
		if err := w.tx.Conflicts().Delete(&conflicts[i]); err != nil {
			return err
		}
	}
	return nil
}

// loosen finds the strongest tie that remains to a memory whose strongest one
// is about to go.
func (w *work) loosen(id, gone string) error {
	h, found, err := w.tx.Heads().Get(id)
	if err != nil || !found || h.TieID != gone {
		return err
	}
	after := h
	after.TieCount, after.TieID = 0, ""
	for edge, err := range w.tx.Edges().Of(id) {
		if err != nil {
			return err
		}
		if other := edge.Other(id); edge.Type == CoRetrieved && other != gone && edge.Count > after.TieCount {
			after.TieCount, after.TieID = edge.Count, other
		}
	}
	w.touch(id)
	return w.tx.Heads().Put(&h, &after)
}

// unpoint writes a version of a memory without its pointers to a purged one.
func (w *work) unpoint(id, gone string) error {
	h, found, err := w.tx.Heads().Get(id)
	if err != nil || !found {
		return err
	}
	m, err := withBody(w.tx, h)
	if err != nil {
		return err
	}
	if m.Supersedes != gone && m.SupersededBy != gone && !slices.Contains(m.MergedFrom, gone) {
		return nil
	}
	_, err = w.revise(m, ChangeUpdated, "a memory it pointed to was purged", func(m *Memory) {
		if m.Supersedes == gone {
			m.Supersedes = ""
		}
		if m.SupersededBy == gone {
			m.SupersededBy = ""
		}
		m.MergedFrom = slices.DeleteFunc(m.MergedFrom, func(from string) bool { return from == gone })
	})
	return err
}
