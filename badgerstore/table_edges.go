package badgerstore

import (
	"iter"

	"ebb/engine"
)

type edges struct{ *tx }

func (t edges) Get(k engine.EdgeKey) (engine.Edge, bool, error) {
	k = k.Canonical()
	t.key = keyEdge(t.key[:0], k)
	val, err := t.get(t.key)
	if val == nil || err != nil {
		return engine.Edge{}, false, err
	}
	e, err := t.decodeEdge(t.key, val, k)
	return e, err == nil, err
}

func (t edges) decodeEdge(key, val []byte, k engine.EdgeKey) (engine.Edge, error) {
	t.edge = edgeRecord{}
	if err := decode(key, val, &t.edge); err != nil {
		return engine.Edge{}, err
	}
	return t.edge.edge(k), nil
}

func (t edges) Put(e *engine.Edge) error {
	if err := t.writable(); err != nil {
		return err
	}
	k := e.Canonical()
	t.key = keyEdge(t.key[:0], k)
	known, err := t.has(t.key)
	if err != nil {
		return err
	}
	t.edge.from(e)
	if err := t.set(t.key, &t.edge); err != nil {
		return err
	}
	if known {
		return nil // the mirror says nothing that could have changed
	}
	t.totals.Edges++
	t.key = keyMirror(t.key[:0], k)
	return t.put(t.key, nil)
}

func (t edges) Delete(k engine.EdgeKey) error {
	if err := t.writable(); err != nil {
		return err
	}
	k = k.Canonical()
	t.key = keyEdge(t.key[:0], k)
	known, err := t.has(t.key)
	if err != nil || !known {
		return err
	}
	t.del(t.key)
	t.key = keyMirror(t.key[:0], k)
	t.del(t.key)
	t.totals.Edges--
	return nil
}

func (t edges) Of(id string) iter.Seq2[engine.Edge, error] {
	return func(yield func(engine.Edge, error) bool) {
		out := appendStr([]byte{tabEdge}, id)
		if !each(t.tx, out, nil, t.read, yield) {
			return
		}
		in := appendStr([]byte{tabMirror}, id)
		c := t.scan(in, nil)
		defer c.close()
		for c.next() {
			k, err := cutEdgeKey(c.key())
			if err != nil {
				err = corrupt(c.key(), err)
			}
			if err == nil && k.From == k.To {
				continue // already among the outgoing
			}
			e := engine.Edge{}
			if err == nil {
				e, err = t.mirrored(c.key(), k)
			}
			if !yield(e, err) || err != nil && !passable(err) {
				return
			}
		}
		if c.err != nil {
			yield(engine.Edge{}, c.err)
		}
	}
}

func (t edges) mirrored(key []byte, k engine.EdgeKey) (engine.Edge, error) {
	e, ok, err := t.Get(k)
	if err == nil && !ok {
		err = corrupt(key, errDangling)
	}
	return e, err
}

func (t edges) read(c *cursor) (engine.Edge, error) {
	k, err := cutEdgeKey(c.key())
	if err != nil {
		return engine.Edge{}, corrupt(c.key(), err)
	}
	val, err := c.value()
	if err != nil {
		return engine.Edge{}, err
	}
	return t.decodeEdge(c.key(), val, k)
}

func (t edges) All() iter.Seq2[engine.Edge, error] {
	return func(yield func(engine.Edge, error) bool) {
		each(t.tx, []byte{tabEdge}, nil, t.read, yield)
	}
}
