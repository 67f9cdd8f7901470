package engine

import (
	"context"
	"errors"
	"slices"

	"ebb/dynamics"
)

// Relate records a typed relation. Relating the same two memories in the same
// way again changes the relation's weight and metadata.
func (e *Engine) Relate(ctx context.Context, from, to, typ string, weight float64, metadata Metadata, how How) (Edge, error) {
	if err := checkText("type", typ, MaxRelTypeBytes); err != nil {
		return Edge{}, err
	}
	if err := checkUnit("weight", weight); err != nil {
		return Edge{}, err
	}
	if typ == CoRetrieved {
		return Edge{}, &ValidationError{Field: "type", Got: shorten(typ), Want: "a relation; co-retrieval is only ever observed"}
	}
	if from == to {
		return Edge{}, &ValidationError{Field: "to", Got: shorten(to), Want: "another memory"}
	}
	var after Edge
	op, err := e.operate(ctx, KindRelate, how, func(w *work) error {
		for _, id := range []string{from, to} {
			h, err := w.head(id)
			if err != nil {
				return err
			}
			if h.State == Deleted {
				return &InvalidTransitionError{ID: id, From: h.State, To: h.State}
			}
		}
		var err error
		after, err = w.relate(EdgeKey{From: from, Type: typ, To: to}, weight, metadata)
		w.op.Result = from
		return err
	})
	if errors.Is(err, errRepeated) {
		err = e.View(ctx, func(tx Tx) error {
			edge, found, err := tx.Edges().Get(EdgeKey{From: from, Type: typ, To: to}.Canonical())
			if err == nil && !found {
				err = &NotFoundError{Kind: "relation", ID: op.ID}
			}
			after = edge
			return err
		})
	}
	return after, err
}

// relate writes a typed edge that is not a co-retrieval.
func (w *work) relate(key EdgeKey, weight float64, metadata Metadata) (Edge, error) {
	key = key.Canonical()
	edge, found, err := w.tx.Edges().Get(key)
	if err != nil {
		return Edge{}, err
	}
	var before *Edge
	after := edge
	if found {
		before = &edge
	} else {
		after = Edge{EdgeKey: key, Connection: dynamics.NewConnection(w.now), CreatedAt: w.now}
	}
	after.Weight, after.Metadata = weight, metadata
	w.kinds.add(RelationCreated)
	return after, w.putEdge(before, &after, true)
}

// Retype says by another word how two memories are related. What the tie has
// become since it was made stays: its strength, its weight, its age.
func (e *Engine) Retype(ctx context.Context, key EdgeKey, typ string, how How) (Edge, error) {
	if err := checkText("type", typ, MaxRelTypeBytes); err != nil {
		return Edge{}, err
	}
	key = key.Canonical()
	if key.Type == CoRetrieved || typ == CoRetrieved {
		return Edge{}, &ValidationError{Field: "type", Got: shorten(typ), Want: "a relation; co-retrieval is only ever observed"}
	}
	var after Edge
	_, err := e.operate(ctx, KindRelate, how, func(w *work) error {
		before, found, err := w.tx.Edges().Get(key)
		if err != nil {
			return err
		}
		if !found {
			return &NotFoundError{Kind: "relation", ID: key.From + " " + key.Type + " " + key.To}
		}
		after = before
		after.EdgeKey = EdgeKey{From: key.From, Type: typ, To: key.To, Relation: key.Relation}.Canonical()
		if _, taken, err := w.tx.Edges().Get(after.EdgeKey); err != nil || taken {
			if err == nil {
				err = &ValidationError{Field: "type", Got: shorten(typ), Want: "a word by which the two are not related yet"}
			}
			return err
		}
		if err := w.deleteEdge(&before); err != nil {
			return err
		}
		w.kinds.add(RelationCreated)
		w.op.Result = key.From
		w.op.Summary = "said anew how 2 memories are linked"
		return w.putEdge(nil, &after, true)
	})
	return after, unlessRepeated(err)
}

// Unrelate removes an edge.
func (e *Engine) Unrelate(ctx context.Context, key EdgeKey, how How) (Operation, error) {
	key = key.Canonical()
	op, err := e.operate(ctx, KindRelate, how, func(w *work) error {
		edge, found, err := w.tx.Edges().Get(key)
		if err != nil {
			return err
		}
		if !found {
			return &NotFoundError{Kind: "relation", ID: key.From + " " + key.Type + " " + key.To}
		}
		w.op.Summary = "unlinked 2 memories"
		return w.deleteEdge(&edge)
	})
	return op, unlessRepeated(err)
}

// Edges returns the edges of a memory, all edges for "".
func (e *Engine) Edges(ctx context.Context, id string) ([]Edge, error) {
	var out []Edge
	err := e.View(ctx, func(tx Tx) error {
		edges := tx.Edges().All()
		if id != "" {
			if _, found, err := tx.Heads().Get(id); err != nil {
				return err
			} else if !found {
				return &NotFoundError{Kind: "memory", ID: id}
			}
			edges = tx.Edges().Of(id)
		}
		for edge, err := range edges {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			out = append(out, edge)
		}
		return nil
	})
	return out, err
}

// Direction says which way edges are followed.
type Direction uint8

// The directions of a walk.
const (
	Both Direction = iota
	Outbound
	Inbound
)

// Related returns the edges of a memory in one direction, of the given types
// (nil: all) and at least the given weight. Undirected edges go both ways.
func (e *Engine) Related(ctx context.Context, id string, d Direction, types []string, minWeight float64) ([]Edge, error) {
	edges, err := e.Edges(ctx, id)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(edges, func(edge Edge) bool { return !edge.follows(id, d, types, minWeight) }), nil
}

func (edge *Edge) follows(id string, d Direction, types []string, minWeight float64) bool {
	if edge.Weight < minWeight || (types != nil && !slices.Contains(types, edge.Type)) {
		return false
	}
	switch {
	case d == Both || Undirected(edge.Type):
		return true
	case d == Outbound:
		return edge.From == id
	}
	return edge.To == id
}

// Traverse returns the ids reachable from a memory within depth steps,
// nearest first, each once; the memory itself is not among them.
func (e *Engine) Traverse(ctx context.Context, id string, depth int, d Direction, types []string) ([]string, error) {
	seen := map[string]bool{id: true}
	frontier, out := []string{id}, []string(nil)
	for ; depth > 0 && len(frontier) > 0; depth-- {
		var next []string
		for _, at := range frontier {
			edges, err := e.Related(ctx, at, d, types, 0)
			var missing *NotFoundError
			if errors.As(err, &missing) && at != id {
				continue // a tie that outlived its end
			}
			if err != nil {
				return nil, err
			}
			for _, edge := range edges {
				if other := edge.Other(at); !seen[other] {
					seen[other] = true
					next = append(next, other)
				}
			}
		}
		out = append(out, next...)
		frontier = next
	}
	return out, nil
}
