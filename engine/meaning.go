package engine

import (
	"context"
	"iter"
	"strings"
	"sync"
	"sync/atomic"

	"ebb/engine/nearest"
)

// weightSemantic is the weight of a similarity of meaning among the signals of
// a search (Memorie's).
const weightSemantic = 0.40

// maxResident is the number of vectors up to which a process that stays keeps
// them in memory for searches: 1.5 KB each at 384 dimensions.
const maxResident = 100_000

// meaning is a query's vector; nil where similarity is no signal.
type meaning struct {
	vector []float32
	bits   nearest.Signature
}

// meant embeds a query. With the lexical embedder there is nothing to embed
// unless the settings say so: the words themselves are a signal already. An
// embedder that fails leaves the search without this signal; the progress of
// the neighbours says why.
func (e *Engine) meant(ctx context.Context, text string) *meaning {
	c := e.near
	if strings.TrimSpace(text) == "" || c.lexical && !e.settings.Load().SearchLexical {
		return nil
	}
	made, err := embedAll(ctx, c.embedder, []string{text})
	if err == nil {
		err = made[0].err
	}
	if err != nil {
		if ctx.Err() == nil {
			c.show(func(p *NeighbourProgress) { p.Err = err })
		}
		return nil
	}
	m := &meaning{vector: made[0].vector}
	if c.lexical {
		m.bits = nearest.NewHasher(len(m.vector)).Sign(m.vector)
	}
	return m
}

// similarities tells, for ids asked for in rising order, how similar each
// memory is to a query; ok is false for those that have no vector. A lexical
// similarity is the estimate that the signatures give. stop ends it.
func (c *comparer) similarities(ctx context.Context, tx Tx, m *meaning) (of func(id string) (value float64, ok bool, err error), stop func()) {
	switch {
	case m == nil:
		return func(string) (float64, bool, error) { return 0, false, nil }, func() {}
	case c.lexical:
		return alongside(tx.Embeddings().Signatures(c.model), func(s Signature) string { return s.ID }, func(s Signature) float64 {
			return nearest.Estimate(&m.bits, &s.Bits)
		})
	}
	if held := c.resident.held(ctx, tx, c); held != nil {
		return func(id string) (float64, bool, error) {
			v, ok := held.of(id)
			return max(0, Cosine(m.vector, v)), ok, nil
		}, func() {}
	}
	return alongside(tx.Embeddings().Vectors(c.model), func(v IDVector) string { return v.ID }, func(v IDVector) float64 {
		return Cosine(m.vector, v.Vector)
	})
}

// alongside walks a sequence that is in order of id along with the ids asked for.
func alongside[T any](all iter.Seq2[T, error], name func(T) string, value func(T) float64) (of func(string) (float64, bool, error), stop func()) {
	next, stop := iter.Pull2(all)
	at, err, more := next()
	return func(id string) (float64, bool, error) {
		for more && err == nil && name(at) < id {
			at, err, more = next()
		}
		if err != nil || !more || name(at) != id {
			return 0, false, err
		}
		return max(0, value(at)), true, nil
	}, stop
}

// resident is the vectors kept in memory for searches.
type resident struct {
	allowed atomic.Bool
	mu      sync.RWMutex
	vectors map[string][]float32
	seq     uint64 // of the last commit of vectors
	tooMany bool
}

// held reads the vectors at the first search; nil when they are too many or
// the process does not stay.
func (r *resident) held(ctx context.Context, tx Tx, c *comparer) *resident {
	if !r.allowed.Load() {
		return nil
	}
	r.mu.RLock()
	ready, never := r.vectors != nil, r.tooMany
	r.mu.RUnlock()
	if ready || never {
		if never {
			return nil
		}
		return r
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.vectors != nil {
		return r
	}
	if tx.Seq() < r.seq {
		return nil // what was committed since this snapshot would be missing
	}
	vectors := map[string][]float32{}
	for v, err := range tx.Embeddings().Vectors(c.model) {
		if err != nil || ctx.Err() != nil {
			return nil // the search itself meets the same error
		}
		if vectors[v.ID] = v.Vector; len(vectors) > maxResident {
			r.tooMany = true
			return nil
		}
	}
	r.vectors = vectors
	return r
}

func (r *resident) of(id string) ([]float32, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	v, ok := r.vectors[id]
	return v, ok
}

// take follows a committed batch.
func (r *resident) take(b *batch, seq uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seq = seq
	if r.vectors == nil {
		return
	}
	for i := range b.items {
		if it := &b.items[i]; it.vector == nil {
			delete(r.vectors, it.id)
		} else {
			r.vectors[it.id] = it.vector
		}
	}
	if len(r.vectors) > maxResident {
		r.vectors, r.tooMany = nil, true
	}
}
