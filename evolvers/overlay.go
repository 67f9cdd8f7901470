package evolvers

import (
	"maps"
	"slices"
	"sync"
	"time"

	"ebb/engine"
)

// with lays changes over the layer. They are valid: a cycle checks them.
func (l *layer) with(changes []engine.Change, marks []engine.Mark) *layer {
	if len(changes) == 0 && len(marks) == 0 {
		return l
	}
	next := &overlay{layer: *l, before: l, fresh: map[string][]int32{}}
	for i := range changes {
		next.apply(&changes[i])
	}
	if next.ties {
		added := next.layer.ties
		next.layer.tiesOf = sync.OnceValue(func() map[string][]int32 { return byEnd(added) })
	}
	if len(marks) > 0 {
		next.layer.marks = maps.Clone(l.marks)
		if next.layer.marks == nil {
			next.layer.marks = map[string][]byte{}
		}
		for _, m := range marks {
			next.layer.marks[m.Name] = m.Value
		}
	}
	return &next.layer
}

// byEnd finds ties by the memories that they tie.
func byEnd(ties []engine.Edge) map[string][]int32 {
	out := map[string][]int32{}
	for i := range ties {
		out[ties[i].From] = append(out[ties[i].From], int32(i))
		if ties[i].To != ties[i].From {
			out[ties[i].To] = append(out[ties[i].To], int32(i))
		}
	}
	return out
}

// overlay is a layer being built: what it changes it copies first, once.
type overlay struct {
	layer  layer
	before *layer
	fresh  map[string][]int32 // co-retrieval ties added here, by their ends
	own    []bool             // pages that were copied
	bodies bool               // the bodies were
	made   bool
	ties   bool
}

// edit gives the head under an id to be changed; nil when there is none.
func (o *overlay) edit(id string) *engine.Head {
	i, known := o.layer.index[id]
	if !known {
		return o.editMade(id)
	}
	if o.own == nil {
		o.layer.pages = slices.Clone(o.layer.pages)
		o.own = make([]bool, len(o.layer.pages))
	}
	if page := i / pageSize; !o.own[page] {
		o.layer.pages[page] = slices.Clone(o.layer.pages[page])
		o.own[page] = true
	}
	place := &o.layer.pages[i/pageSize][i%pageSize]
	h := **place
	*place = &h
	return &h
}

func (o *overlay) editMade(id string) *engine.Head {
	i, made := o.layer.place[id]
	if !made {
		return nil
	}
	o.ownMade()
	h := *o.layer.made[i]
	o.layer.made[i] = &h
	return &h
}

func (o *overlay) ownMade() {
	if o.made {
		return
	}
	o.layer.made, o.layer.place, o.made = slices.Clone(o.layer.made), maps.Clone(o.layer.place), true
	if o.layer.place == nil {
		o.layer.place = map[string]int{}
	}
}

func (o *overlay) setBody(id string, b *engine.Body) {
	if !o.bodies {
		o.layer.bodies, o.bodies = maps.Clone(o.layer.bodies), true
		if o.layer.bodies == nil {
			o.layer.bodies = map[string]*engine.Body{}
		}
	}
	o.layer.bodies[id] = b
}

// apply shows a change as the engine will make it.
func (o *overlay) apply(c *engine.Change) {
	switch {
	case c.Make != nil:
		o.make(c.Make)
	case c.Revise != nil:
		o.revise(c.Memory, c.Revise)
	case c.Weigh != nil:
		if h := o.edit(c.Memory); h != nil {
			if c.Weigh.Interference != nil {
				h.Interference = *c.Weigh.Interference
			}
			if c.Weigh.Tie != nil {
				h.TieCount, h.TieID = c.Weigh.Tie.Count, c.Weigh.Tie.ID
			}
		}
	case c.Tie != nil:
		o.tie(*c.Tie)
	}
}

func (o *overlay) tie(e engine.Edge) {
	if !o.ties {
		o.layer.ties, o.ties = slices.Clone(o.layer.ties), true
	}
	e.EdgeKey = e.Canonical()
	if e.Type == engine.CoRetrieved {
		i := int32(len(o.layer.ties))
		o.fresh[e.From], o.fresh[e.To] = append(o.fresh[e.From], i), append(o.fresh[e.To], i)
	}
	o.layer.ties = append(o.layer.ties, e)
}

func (o *overlay) make(m *engine.Making) {
	h := m.Memory.Head
	now := o.layer.now
	h.State, h.Version = engine.Active, 1
	h.CreatedAt, h.UpdatedAt, h.LearnedAt = now, now, now
	if h.Base == 0 {
		h.Base = 1
	}
	body := m.Memory.Body
	for _, id := range m.From {
		o.tie(engine.Edge{EdgeKey: engine.EdgeKey{From: h.ID, Type: engine.RelDerivedFrom, To: id}, CreatedAt: now})
		if !m.Merge {
			continue
		}
		if source := o.edit(id); source != nil {
			source.State = engine.Merged
		}
	}
	if m.Merge {
		o.takeOver(&h, m.From)
	}
	o.ownMade()
	o.layer.place[h.ID] = len(o.layer.made)
	o.layer.made = append(o.layer.made, &h)
	o.setBody(h.ID, &body)
}

// takeOver gives a product the co-retrieval ties of its sources, as the engine
// does: of several to the same memory the strongest.
func (o *overlay) takeOver(product *engine.Head, from []string) {
	best := map[string]engine.Edge{}
	var order []string
	for _, id := range from {
		for _, edge := range o.coRetrieved(id) {
			other := edge.Other(id)
			if slices.Contains(from, other) {
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
	for _, other := range order {
		edge := best[other]
		edge.EdgeKey = engine.EdgeKey{From: product.ID, Type: engine.CoRetrieved, To: other}
		o.tie(edge)
		if edge.Count > product.TieCount {
			product.TieCount, product.TieID = edge.Count, other
		}
	}
}

// coRetrieved are the co-retrieval ties of a memory as they stand by now.
func (o *overlay) coRetrieved(id string) []engine.Edge {
	var out []engine.Edge
	for edge, err := range o.before.EdgesOf(id) {
		if err != nil {
			break // the engine will meet it, and refuse
		}
		if edge.Type == engine.CoRetrieved {
			out = append(out, edge)
		}
	}
	for _, i := range o.fresh[id] {
		out = append(out, o.layer.ties[i])
	}
	return out
}

func (o *overlay) revise(id string, r *engine.Revision) {
	h := o.edit(id)
	if h == nil {
		return
	}
	h.UpdatedAt = rising(o.layer.now, h.UpdatedAt)
	enters := r.Type != nil && o.layer.settings.UnderCurve(*r.Type) && !o.layer.settings.UnderCurve(h.Type)
	if enters || r.Content != nil {
		h.LearnedAt = h.UpdatedAt
	}
	if r.Type != nil {
		h.Type = *r.Type
	}
	if r.Confidence != nil {
		h.Confidence = *r.Confidence
	}
	if h.State == engine.Active {
		h.State = engine.Updated
	}
	if r.State != nil {
		h.State = *r.State
		if r.Archive != nil && h.State == engine.Archived {
			h.Archive = *r.Archive
		}
	}
	if r.Content == nil && r.Metadata == nil {
		return
	}
	m, err := o.layer.Memory(id)
	if err != nil {
		return // the evolver that wrote the change had read it
	}
	body := m.Body
	if r.Content != nil {
		body.Content = *r.Content
	}
	if r.Metadata != nil {
		body.Metadata = *r.Metadata
	}
	o.setBody(id, &body)
}

// rising is the instant of a memory's next version, as the engine stamps it.
func rising(now, previous time.Time) time.Time {
	if now.After(previous) {
		return now
	}
	return previous.Add(time.Nanosecond)
}
