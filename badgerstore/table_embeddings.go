package badgerstore

import (
	"bytes"
	"iter"
	"maps"
	"slices"

	"ebb/engine"
)

type embeddings struct{ *tx }

func (t embeddings) Mark(id string) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.key = keyID(t.key[:0], tabMark, id)
	return t.put(t.key, nil)
}

func (t embeddings) Unmark(id string) error { return t.remove(keyID(nil, tabMark, id)) }

// remove deletes a key that is there: a deletion costs a tombstone.
func (t embeddings) remove(key []byte) error {
	if err := t.writable(); err != nil {
		return err
	}
	there, err := t.has(key)
	if err != nil || !there {
		return err
	}
	t.del(key)
	return nil
}

func (t embeddings) Marked(after string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		start := keyID(nil, tabMark, after)
		if after != "" {
			start = append(start, 0) // no id lies between
		}
		each(t.tx, []byte{tabMark}, start, func(c *cursor) (string, error) {
			return string(c.key()[1:]), nil
		}, yield)
	}
}

// Models seeks from one model to the next.
func (t embeddings) Models() ([]string, error) {
	seen := map[string]bool{}
	for _, table := range []byte{tabVector, tabSignature, tabNear} {
		c := t.scan([]byte{table}, nil)
		for c.next() {
			model, _, err := cutModelKey(c.key())
			if err != nil {
				c.close()
				return nil, corrupt(c.key(), err)
			}
			seen[model] = true
			c.seek(past(keyModel(nil, table, model)))
		}
		err := c.err
		c.close()
		if err != nil {
			return nil, err
		}
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// past is the first key behind all that start with prefix, which ends in a
// terminator and so never in 0xFF.
func past(prefix []byte) []byte {
	prefix[len(prefix)-1]++
	return prefix
}

// putRaw writes a value of plain bytes.
func (t embeddings) putRaw(raw []byte) error { return t.put(t.key, sealRaw(&t.buf, t.key, raw)) }

func (t embeddings) PutSignature(model string, s engine.Signature) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.key = keyModelID(t.key[:0], tabSignature, model, s.ID)
	return t.putRaw(appendSignature(nil, &s))
}

func (t embeddings) Signatures(model string) iter.Seq2[engine.Signature, error] {
	return eachOf(t, tabSignature, model, func(id string, body []byte) (engine.Signature, error) {
		s := engine.Signature{ID: id}
		return s, readSignature(body, &s)
	})
}

// eachOf reads what a model made of each memory.
func eachOf[T any](t embeddings, table byte, model string, read func(id string, body []byte) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		prefix := keyModel(nil, table, model)
		each(t.tx, prefix, nil, func(c *cursor) (T, error) {
			var none T
			val, err := c.value()
			if err != nil {
				return none, err
			}
			body, err := unseal(c.key(), val)
			if err != nil {
				return none, corrupt(c.key(), err)
			}
			rec, err := read(string(c.key()[len(prefix):]), body)
			if err != nil {
				return none, corrupt(c.key(), err)
			}
			return rec, nil
		}, yield)
	}
}

// raw reads a value of plain bytes; nil when there is none.
func (t embeddings) raw(table byte, model, id string) ([]byte, error) {
	t.key = keyModelID(t.key[:0], table, model, id)
	val, err := t.get(t.key)
	if val == nil || err != nil {
		return nil, err
	}
	body, err := unseal(t.key, val)
	if err != nil {
		return nil, corrupt(t.key, err)
	}
	return body, nil
}

func (t embeddings) PutVector(model, id string, v []float32) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.key = keyModelID(t.key[:0], tabVector, model, id)
	raw, err := appendVector(make([]byte, 0, 4*len(v)), v)
	if err != nil {
		return corrupt(t.key, err)
	}
	return t.putRaw(raw)
}

func (t embeddings) Vector(model, id string) ([]float32, bool, error) {
	body, err := t.raw(tabVector, model, id)
	if body == nil || err != nil {
		return nil, false, err
	}
	v, err := readVector(body)
	if err != nil {
		return nil, false, corrupt(t.key, err)
	}
	return v, true, nil
}

func (t embeddings) Vectors(model string) iter.Seq2[engine.IDVector, error] {
	return eachOf(t, tabVector, model, func(id string, body []byte) (engine.IDVector, error) {
		v, err := readVector(body)
		return engine.IDVector{ID: id, Vector: v}, err
	})
}

func (t embeddings) PutNeighbours(model, id string, near []engine.Neighbour) error {
	if len(near) == 0 {
		return t.remove(keyModelID(nil, tabNear, model, id))
	}
	if err := t.writable(); err != nil {
		return err
	}
	t.key = keyModelID(t.key[:0], tabNear, model, id)
	raw, err := appendNear(nil, near)
	if err != nil {
		return corrupt(t.key, err)
	}
	return t.putRaw(raw)
}

func (t embeddings) Neighbours(model, id string) ([]engine.Neighbour, error) {
	body, err := t.raw(tabNear, model, id)
	if body == nil || err != nil {
		return nil, err
	}
	near, err := readNear(body)
	if err != nil {
		return nil, corrupt(t.key, err)
	}
	return near, nil
}

func (t embeddings) AllNeighbours(model string) iter.Seq2[engine.NeighbourList, error] {
	return eachOf(t, tabNear, model, func(id string, body []byte) (engine.NeighbourList, error) {
		near, err := readNear(body)
		return engine.NeighbourList{ID: id, Near: near}, err
	})
}

func (t embeddings) Forget(model, id string) error {
	for _, table := range []byte{tabVector, tabSignature, tabNear} {
		if err := t.remove(keyModelID(nil, table, model, id)); err != nil {
			return err
		}
	}
	return nil
}

func (t embeddings) Purge(ids map[string]bool) error {
	models, err := t.Models()
	if err != nil {
		return err
	}
	for id := range ids {
		if err := t.Unmark(id); err != nil {
			return err
		}
		for _, model := range models {
			if err := t.Forget(model, id); err != nil {
				return err
			}
		}
	}
	for _, model := range models {
		for list, err := range t.AllNeighbours(model) {
			if err != nil {
				return err
			}
			left := list.Near[:0:0]
			for _, n := range list.Near {
				if !ids[n.ID] {
					left = append(left, n)
				}
			}
			if len(left) == len(list.Near) {
				continue
			}
			if err := t.PutNeighbours(model, list.ID, left); err != nil {
				return err
			}
			if err := t.Mark(list.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t embeddings) DropModel(model string, n int) (int, error) {
	if err := t.writable(); err != nil {
		return 0, err
	}
	dropped := 0
	for _, table := range []byte{tabNear, tabSignature, tabVector} {
		c := t.scan(keyModel(nil, table, model), nil)
		for dropped < n && c.next() {
			t.del(bytes.Clone(c.key()))
			dropped++
		}
		err := c.err
		c.close()
		if err != nil {
			return dropped, err
		}
	}
	return dropped, nil
}
