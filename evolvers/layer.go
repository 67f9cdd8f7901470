package evolvers

import (
	"context"
	"iter"

	"ebb/engine"
)

// layer is a snapshot with changes laid over it. It is immutable: an evolver
// that is still busy when the cycle has given up on it goes on reading the
// layer it was given.
type layer struct {
	*base
	ctx    context.Context
	pages  [][]*engine.Head
	made   []*engine.Head // by the plan
	place  map[string]int // of those in made
	bodies map[string]*engine.Body
	ties   []engine.Edge // added by the plan
	tiesOf func() map[string][]int32
	marks  map[string][]byte
}

func newLayer(ctx context.Context, b *base) *layer {
	return &layer{base: b, ctx: ctx, pages: b.heads}
}

// under is the same layer with reads that end with ctx.
func (l *layer) under(ctx context.Context) *layer {
	next := *l
	next.ctx = ctx
	return &next
}

// Settings implements View.
func (l *layer) Settings() *engine.Settings { return &l.settings }

// Heads implements View.
func (l *layer) Heads() iter.Seq[*engine.Head] {
	return func(yield func(*engine.Head) bool) {
		for _, page := range l.pages {
			if l.ctx.Err() != nil {
				return
			}
			for _, h := range page {
				if stands(h.State) && !yield(h) {
					return
				}
			}
		}
		for _, h := range l.made {
			if stands(h.State) && !yield(h) {
				return
			}
		}
	}
}

// Live implements View.
func (l *layer) Live() iter.Seq[*engine.Head] {
	return func(yield func(*engine.Head) bool) {
		for h := range l.Heads() {
			if h.LiveAt(l.now) && !yield(h) {
				return
			}
		}
	}
}

// at finds the current state of a head, whatever it is.
func (l *layer) at(id string) *engine.Head {
	if i, known := l.Place(id); known {
		return l.head(i)
	}
	return nil
}

// Get implements View.
func (l *layer) Get(id string) (*engine.Head, bool) {
	h := l.at(id)
	if h == nil || !stands(h.State) {
		return nil, false
	}
	return h, true
}

// Place implements View.
func (l *layer) Place(id string) (int, bool) {
	if i, known := l.index[id]; known {
		return int(i), true
	}
	i, made := l.place[id]
	return len(l.index) + i, made
}

// Places implements View.
func (l *layer) Places() int { return len(l.index) + len(l.made) }

// head finds the current state of what has a place.
func (l *layer) head(place int) *engine.Head {
	if place < len(l.index) {
		return l.pages[place/pageSize][place%pageSize]
	}
	return l.made[place-len(l.index)]
}

// Exists implements View.
func (l *layer) Exists(id string) bool { return l.taken(id) || l.at(id) != nil }

// Facets implements View.
func (l *layer) Facets(id string) (*Facets, error) {
	if err := l.ctx.Err(); err != nil {
		return nil, err
	}
	if body, changed := l.bodies[id]; changed {
		return readFacets(body.Metadata)
	}
	return l.facetsOf(id)
}

// Memory implements View.
func (l *layer) Memory(id string) (engine.Memory, error) {
	if err := l.ctx.Err(); err != nil {
		return engine.Memory{}, err
	}
	h := l.at(id)
	if h == nil {
		return engine.Memory{}, &engine.NotFoundError{Kind: "memory", ID: id}
	}
	body, changed := l.bodies[id]
	if !changed {
		var err error
		if body, err = l.body(id); err != nil {
			return engine.Memory{}, err
		}
	}
	return engine.Memory{Head: *h, Body: *body}, nil
}

// Edges implements View.
func (l *layer) Edges() iter.Seq2[engine.Edge, error] {
	return func(yield func(engine.Edge, error) bool) {
		edges, err := l.allEdges(l.ctx)
		if err != nil {
			yield(engine.Edge{}, err)
			return
		}
		for i := range edges {
			if l.ctx.Err() != nil || !yield(edges[i], nil) {
				return
			}
		}
		for i := range l.ties {
			if !yield(l.ties[i], nil) {
				return
			}
		}
	}
}

// EdgesOf implements View.
func (l *layer) EdgesOf(id string) iter.Seq2[engine.Edge, error] {
	return func(yield func(engine.Edge, error) bool) {
		edges, err := l.edgesOf(id)
		if err != nil {
			yield(engine.Edge{}, err)
			return
		}
		if l.tiesOf != nil {
			for _, i := range l.tiesOf()[id] {
				edges = append(edges, l.ties[i])
			}
		}
		for i := range edges {
			if l.ctx.Err() != nil || !yield(edges[i], nil) {
				return
			}
		}
	}
}

// Neighbours implements View.
func (l *layer) Neighbours() Neighbours { return l.source }

// Vectors implements View.
func (l *layer) Vectors(ids []string) (map[string][]float32, error) {
	if l.vectors == nil || len(ids) == 0 {
		return nil, nil
	}
	return l.vectors.Vectors(l.ctx, ids)
}

// Mark implements View.
func (l *layer) Mark(name string) ([]byte, error) {
	if value, changed := l.marks[name]; changed {
		return value, nil
	}
	return l.mark(name)
}

// NewID implements View.
func (l *layer) NewID(parts ...string) string {
	for salt := 0; ; salt++ {
		if id := madeID(l.now, salt, parts); !l.Exists(id) {
			return id
		}
	}
}

// Write implements View.
func (l *layer) Write(ids []string) (engine.Synthesis, Writing, error) {
	if l.writer == nil {
		return engine.Synthesis{}, Unwritten, nil
	}
	return l.writer.ask(l, ids)
}
