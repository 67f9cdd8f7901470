package evolvers

import (
	"maps"
	"slices"
	"time"

	"ebb/engine"
)

// with lays changes over the layer. They are valid: a cycle checks them.
func (l *layer) with(changes []engine.Change, marks []engine.Mark) *layer {
	if len(changes) == 0 && len(marks) == 0 {
		return l
	}
	next := &overlay{layer: *l}
	for i := range changes {
		next.apply(&changes[i])
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

// overlay is a layer being built: what it changes it copies first, once.
type overlay struct {
	layer  layer
	own    []bool // pages that were copied
	bodies bool   // the bodies were
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
		for edge, err := range o.layer.EdgesOf(id) {
			if err != nil {
				break // the engine will meet it, and refuse
			}
			other := edge.Other(id)
			if edge.Type != engine.CoRetrieved || slices.Contains(from, other) {
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
