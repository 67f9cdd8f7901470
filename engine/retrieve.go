package engine

import (
	"context"
	"fmt"
	"maps"

	"ebb/dynamics"
)

// Recall says that a memory was used: one get-retrieval, counted in its
// access figures and its retrieval profile. It makes no version.
func (e *Engine) Recall(ctx context.Context, id string, how How) (Memory, error) {
	ms, _, err := e.RecallTogether(ctx, []string{id}, how)
	if err != nil {
		return Memory{}, err
	}
	return ms[0], nil
}

// RecallTogether recalls several memories as one event: each is recalled, and
// every pair of the first few (settings, co_retrieve_top) is tied closer.
func (e *Engine) RecallTogether(ctx context.Context, ids []string, how How) ([]Memory, Operation, error) {
	if len(ids) == 0 {
		return nil, Operation{}, &ValidationError{Field: "id", Want: "at least one"}
	}
	ids = distinct(ids)
	op, err := e.operate(ctx, KindRecall, how, func(w *work) error {
		w.kinds.add(MemoryAccessed)
		w.op.Result = ids[0]
		return w.retrieve(ids, false, "", how.Actor.Name)
	})
	if err = unlessRepeated(err); err != nil {
		return nil, Operation{}, err
	}
	out := make([]Memory, 0, len(ids))
	for _, id := range ids {
		m, err := e.Get(ctx, id)
		if err != nil {
			return nil, op, err
		}
		out = append(out, m)
	}
	return out, op, nil
}

// distinct drops repeats and keeps the order.
func distinct(ids []string) []string {
	out := make([]string, 0, len(ids))
	seen := make(map[string]struct{}, len(ids))
	for _, id := range ids {
		if _, twice := seen[id]; !twice {
			seen[id] = struct{}{}
			out = append(out, id)
		}
	}
	return out
}

// retrieve counts one retrieval of each id, in order of rank for a search,
// and ties the pairs of the first few together. Unlike a search's, a recall's
// records before are always logged, so that it can be taken back.
func (w *work) retrieve(ids []string, search bool, query, source string) error {
	if err := w.tx.Profiles().AddEvent(&Retrieval{At: w.now, Search: search, IDs: ids, Query: query, Source: source}); err != nil {
		return err
	}
	ties, err := w.tieTogether(ids, !search)
	if err != nil {
		return err
	}
	for i, id := range ids {
		before, err := w.head(id)
		if err != nil {
			return err
		}
		if !search && !before.LiveAt(w.now) && before.State != Archived {
			return &InvalidTransitionError{ID: id, From: before.State, To: before.State}
		}
		rec, _, err := w.tx.Profiles().Get(id)
		if err != nil {
			return err
		}
		after := before
		rank := uint32(0)
		if search {
			rank = uint32(i + 1)
		} else {
			after.AccessCount++
			if w.now.After(after.LastAccessedAt) {
				after.LastAccessedAt = w.now
			}
		}
		after.Profile, rec.Window = before.Profile.Record(rec.Window, w.now, rank)
		if t := ties[id]; t.count > after.TieCount {
			after.TieCount, after.TieID = t.count, t.other
		}
		rec.Sources = maps.Clone(rec.Sources)
		if rec.Sources == nil {
			rec.Sources = make(map[string]uint32)
		}
		if name := sourceName(source, search); len(rec.Sources) < maxSources || rec.Sources[name] > 0 {
			rec.Sources[name]++
		}
		if err := w.tx.Profiles().Put(id, &rec); err != nil {
			return err
		}
		if err := w.evidence(&before, &after, !search); err != nil {
			return err
		}
	}
	return nil
}

// maxSources bounds how many sources a profile tells apart.
const maxSources = 64

func sourceName(source string, search bool) string {
	verb := "recall"
	if search {
		verb = "search"
	}
	if source == "" {
		return verb
	}
	return source + " " + verb
}

// tie is the strongest co-retrieval of a memory seen so far.
type tie struct {
	count uint32
	other string
}

// tieTogether potentiates the tie of every unordered pair among the first few.
func (w *work) tieTogether(ids []string, keep bool) (map[string]tie, error) {
	ties := make(map[string]tie)
	top := ids[:min(len(ids), w.e.settings.Load().CoRetrieveTop)]
	for i, a := range top {
		for _, b := range top[i+1:] {
			if a == b {
				continue
			}
			count, err := w.coactivate(a, b, keep)
			if err != nil {
				return nil, err
			}
			for _, end := range [2][2]string{{a, b}, {b, a}} {
				if count > ties[end[0]].count {
					ties[end[0]] = tie{count: count, other: end[1]}
				}
			}
		}
	}
	if len(ties) > 0 {
		w.kinds.add(EdgeStrengthened)
	}
	return ties, nil
}

// coactivate settles a tie's neglect, then rewards it.
func (w *work) coactivate(a, b string, keep bool) (uint32, error) {
	key := EdgeKey{From: a, Type: CoRetrieved, To: b}.Canonical()
	edge, found, err := w.tx.Edges().Get(key)
	if err != nil {
		return 0, err
	}
	var before *Edge
	after := edge
	if found {
		before = &edge
	} else {
		after = Edge{EdgeKey: key, Connection: dynamics.NewConnection(w.now), CreatedAt: w.now}
	}
	if after.Connection, err = dynamics.Coactivate(after.Connection, w.now); err != nil {
		return 0, fmt.Errorf("tie of %q and %q: %w", a, b, err)
	}
	after.Count++
	if w.now.After(after.LastAt) {
		after.LastAt = w.now
	}
	return after.Count, w.putEdge(before, &after, keep)
}
