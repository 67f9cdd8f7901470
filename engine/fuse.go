package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// DeadSideError says that a conflict cannot be settled because a side is not
// live. It counts as an InvalidTransitionError.
type DeadSideError struct {
	Conflict string
	A, B     State
}

func (e *DeadSideError) Error() string {
	return "conflict " + e.Conflict + " cannot be settled: A is " + e.A.String() + ", B is " + e.B.String()
}

// As lets callers find the class of refusal.
func (e *DeadSideError) As(target any) bool {
	if t, ok := target.(**InvalidTransitionError); ok {
		from := e.A
		if from.Live() {
			from = e.B
		}
		*t = &InvalidTransitionError{ID: e.Conflict, From: from, To: Superseded}
		return true
	}
	return false
}

// Consolidate folds two or more live memories of one scope into a new one and
// marks them merged. The text is the person's, or the provider's when it is
// nil.
func (e *Engine) Consolidate(ctx context.Context, ids []string, text *Synthesis, how How) (Memory, error) {
	if text == nil && e.provider == nil {
		return Memory{}, &UnsupportedCapabilityError{Capability: "consolidate", Hint: "write the text, or configure a provider that does"}
	}
	if text != nil {
		if err := text.validate(); err != nil {
			return Memory{}, err
		}
	}
	if len(ids) < 2 || len(distinct(ids)) != len(ids) {
		return Memory{}, &ValidationError{Field: "ids", Got: strings.Join(ids, " "), Want: "two or more different memories"}
	}
	var written []VersionRef
	var product Memory
	for try := 0; ; try++ {
		op, err := e.operate(ctx, KindConsolidate, how, func(w *work) error {
			sources, err := w.mergeable(ids)
			if err != nil {
				return err
			}
			if text == nil || (written != nil && !slices.Equal(written, refsOf(sources))) {
				return &needsSynthesis{sources: sources}
			}
			product = productOf(sources, text, w)
			w.kinds.add(Consolidated)
			_, _, err = w.fuse(&product, sources, w.reason("consolidated"))
			w.result(&product)
			return err
		})
		var need *needsSynthesis
		if errors.As(err, &need) && try < ingestTries {
			t, err := synthesize(ctx, e.provider, need.sources)
			if err != nil {
				return Memory{}, err
			}
			text, written = &t, refsOf(need.sources)
			continue
		}
		if need != nil {
			return Memory{}, &VersionConflictError{ID: need.sources[0].ID, Expected: written[0].Number, Actual: need.sources[0].Version}
		}
		return e.outcome(ctx, product, op, err)
	}
}

// mergeable reads memories that are live and share a scope.
func (w *work) mergeable(ids []string) ([]Memory, error) {
	out := make([]Memory, 0, len(ids))
	for _, id := range ids {
		m, err := w.memory(id)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	for i := range out {
		if !out[i].LiveAt(w.now) {
			return nil, &InvalidTransitionError{ID: out[i].ID, From: out[i].stateAt(w.now), To: Merged}
		}
	}
	for i := range out {
		if out[i].Scope != out[0].Scope {
			return nil, &ValidationError{Field: "ids", Got: shorten(out[i].ID) + " of another scope", Want: "memories of one tenant, namespace and subject"}
		}
	}
	return out, nil
}

// productOf is the memory that several become: scope and type of the first,
// scores and metadata as the text's author says, else the greatest and the
// first's.
func productOf(sources []Memory, text *Synthesis, w *work) Memory {
	first := sources[0]
	in := Input{Scope: first.Scope, Type: first.Type, Content: text.Content, Metadata: first.Metadata}
	if text.Metadata != nil {
		in.Metadata = *text.Metadata
	}
	m := in.memory(w.now)
	m.ID = w.e.newID()
	m.Importance, m.Confidence = first.Importance, first.Confidence
	for i := range sources {
		m.Importance = max(m.Importance, sources[i].Importance)
		m.Confidence = max(m.Confidence, sources[i].Confidence)
		m.MergedFrom = append(m.MergedFrom, sources[i].ID)
	}
	set(&m.Importance, text.Importance)
	set(&m.Confidence, text.Confidence)
	return m
}

// fuse writes the product, marks its sources merged with a pointer to it, and
// hands their ties over.
func (w *work) fuse(product *Memory, sources []Memory, reason string) (merged []Memory, ties []EdgeKey, err error) {
	if err := w.create(product, reason); err != nil {
		return nil, nil, err
	}
	w.kinds.add(MemoryMerged)
	for i := range sources {
		m, err := w.revise(sources[i], ChangeMerged, reason, func(m *Memory) { m.State, m.SupersededBy = Merged, product.ID })
		if err != nil {
			return nil, nil, err
		}
		merged = append(merged, m)
		if _, err := w.relate(EdgeKey{From: product.ID, Type: RelDerivedFrom, To: m.ID}, 0, nil); err != nil {
			return nil, nil, err
		}
	}
	ids := make([]string, len(sources))
	for i := range sources {
		ids[i] = sources[i].ID
	}
	if ties, err = w.takeOverTies(product.ID, ids...); err != nil {
		return nil, nil, err
	}
	product.Head, err = w.head(product.ID)
	return merged, ties, err
}

// takeOverTies gives an heir those co-retrieval ties of its predecessors that
// it has none of its own for, counts kept; of two predecessors tied to the
// same memory the stronger tie counts. The old ties stay where they are.
func (w *work) takeOverTies(heir string, from ...string) ([]EdgeKey, error) {
	best := map[string]Edge{}
	var order []string
	for _, id := range from {
		for edge, err := range w.tx.Edges().Of(id) {
			if err != nil {
				return nil, err
			}
			other := edge.Other(id)
			if edge.Type != CoRetrieved || other == heir || slices.Contains(from, other) {
				continue
			}
			have, seen := best[other]
			if !seen {
				order = append(order, other)
			}
			if !seen || edge.Count > have.Count {
				best[other] = edge
			}
		}
	}
	var taken []EdgeKey
	for _, other := range order {
		key, err := w.takeOver(heir, other, best[other])
		if err != nil {
			return nil, err
		}
		if key != (EdgeKey{}) {
			taken = append(taken, key)
		}
	}
	return taken, nil
}

// takeOver copies one tie; the zero key says that there was no need.
func (w *work) takeOver(heir, other string, edge Edge) (EdgeKey, error) {
	edge.EdgeKey = EdgeKey{From: heir, Type: CoRetrieved, To: other}.Canonical()
	if _, found, err := w.tx.Edges().Get(edge.EdgeKey); err != nil || found {
		return EdgeKey{}, err
	}
	if err := w.putEdge(nil, &edge, true); err != nil {
		return EdgeKey{}, err
	}
	for _, end := range [2][2]string{{heir, other}, {other, heir}} {
		before, err := w.head(end[0])
		var missing *NotFoundError
		if errors.As(err, &missing) {
			continue // a tie that outlived its end
		}
		if err != nil {
			return EdgeKey{}, err
		}
		if edge.Count <= before.TieCount {
			continue
		}
		after := before
		after.TieCount, after.TieID = edge.Count, end[1]
		if err := w.evidence(&before, &after, true); err != nil {
			return EdgeKey{}, err
		}
	}
	return edge.EdgeKey, nil
}
