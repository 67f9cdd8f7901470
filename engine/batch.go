package engine

import (
	"cmp"
	"context"

	"ebb/engine/nearest"
)

// batch is some memories on their way to a vector.
type batch struct {
	items []item
	last  string // the last memory looked at; "" when there was none
}

// item is one memory: as it was read, and what became of its text.
type item struct {
	id     string
	head   Head
	text   string
	stands bool
	entry  nearest.Entry
	vector []float32 // nil: no usable one
}

// gone lists those that have no neighbours any more.
func (b *batch) gone() []string {
	var out []string
	for i := range b.items {
		if b.items[i].vector == nil {
			out = append(out, b.items[i].id)
		}
	}
	return out
}

func (b *batch) entries() []nearest.Entry {
	var out []nearest.Entry
	for i := range b.items {
		if b.items[i].vector != nil {
			out = append(out, b.items[i].entry)
		}
	}
	return out
}

// marked reads the next marked memories.
func (c *comparer) marked(ctx context.Context, after string, most int) (*batch, error) {
	b := &batch{}
	err := c.core.store.View(ctx, func(tx Tx) error {
		bytes := 0
		for id, err := range tx.Embeddings().Marked(after) {
			if err != nil {
				return err
			}
			it := item{id: id}
			var found bool
			if it.head, found, err = tx.Heads().Get(id); err != nil {
				return err
			}
			if it.stands = found && TextStands(it.head.State); it.stands {
				m, err := withBody(tx, it.head)
				if err != nil {
					return err
				}
				it.text = m.Content
			}
			b.items = append(b.items, it)
			b.last = id
			if bytes += len(it.text); len(b.items) >= most || bytes >= batchBytes {
				break
			}
		}
		return nil
	})
	return b, err
}

// after reads the next standing memories in order of id.
func (c *comparer) after(ctx context.Context, cursor string) (*batch, error) {
	b := &batch{}
	err := c.core.store.View(ctx, func(tx Tx) error {
		bytes, looked := 0, 0
		for ht, err := range tx.Versions().Current(cursor) {
			if err != nil {
				return err
			}
			b.last = ht.Head.ID
			if TextStands(ht.Head.State) {
				b.items = append(b.items, item{id: ht.Head.ID, head: ht.Head, text: ht.Text, stands: true})
				bytes += len(ht.Text)
			}
			if looked++; len(b.items) >= batchTexts || bytes >= batchBytes || looked >= 16*batchTexts {
				break
			}
		}
		return nil
	})
	return b, err
}

// standing counts the texts that stand behind an id. From the start on, the
// totals tell.
func (c *comparer) standing(ctx context.Context, after string) (n int, err error) {
	err = c.core.store.View(ctx, func(tx Tx) error {
		if after == "" {
			totals, err := tx.Totals()
			for _, s := range States() {
				if TextStands(s) {
					n += totals.Memories[s]
				}
			}
			return err
		}
		for h, err := range tx.Heads().All(after) {
			if err != nil {
				return err
			}
			if TextStands(h.State) {
				n++
			}
		}
		return nil
	})
	return n, err
}

// embed makes vectors and signatures of a batch.
func (c *comparer) embed(ctx context.Context, b *batch) error {
	if err := c.pause(ctx); err != nil {
		return err
	}
	var texts []string
	var of []int
	for i := range b.items {
		if b.items[i].stands {
			texts, of = append(texts, b.items[i].text), append(of, i)
		}
	}
	made, err := embedAll(ctx, c.embedder, texts)
	if err != nil {
		return err
	}
	if c.hasher == nil {
		c.hasher = nearest.NewHasher(c.embedder.Dim())
	}
	for n, i := range of {
		it := &b.items[i]
		if made[n].err != nil {
			c.refuse(it.id, made[n].err)
			continue
		}
		it.vector = made[n].vector
		it.entry = nearest.Entry{ID: it.id, Group: compareGroup(&it.head), Bits: c.hasher.Sign(it.vector)}
		c.cache.put(it.id, nearest.Pack(it.vector))
	}
	return nil
}

// write commits a batch's vectors, unless somebody's write has overtaken it.
func (c *comparer) write(tx Tx, b *batch) error {
	t := tx.Embeddings()
	for i := range b.items {
		it := &b.items[i]
		h, found, err := tx.Heads().Get(it.id)
		if err != nil {
			return err
		}
		if stands := found && TextStands(h.State); stands != it.stands || stands && !sameStatement(&h, &it.head) {
			return errMoved
		}
		if err := t.Unmark(it.id); err != nil {
			return err
		}
		if it.vector == nil {
			if err := t.Forget(c.model, it.id); err != nil {
				return err
			}
			continue
		}
		if err := t.PutSignature(c.model, it.entry); err != nil {
			return err
		}
		if !c.lexical {
			if err := t.PutVector(c.model, it.id, it.vector); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeLists commits the lists of some memories as the index has them, unless
// the index may name somebody who has been purged.
func (c *comparer) writeLists(tx Tx, ids []string) error {
	if last, err := lastPurge(tx); err != nil || last != c.purge {
		return cmp.Or(err, errMoved)
	}
	for _, id := range ids {
		var near []Neighbour
		for _, n := range c.index.Neighbours(id) {
			near = append(near, Neighbour{ID: n.ID, Similarity: float64(n.Similarity)})
		}
		if err := tx.Embeddings().PutNeighbours(c.model, id, near); err != nil {
			return err
		}
	}
	return nil
}

// vector finds the vector of an entry of the index: at hand, stored, or made
// again of the text.
func (c *comparer) vector(ctx context.Context) nearest.Vectors {
	return func(id string) (nearest.Vector, error) {
		if v, ok := c.cache.get(id); ok {
			return v, nil
		}
		var v []float32
		err := c.core.store.View(ctx, func(tx Tx) (err error) {
			v, err = c.vectorIn(ctx, tx, id)
			return err
		})
		if err != nil {
			return nearest.Vector{}, err
		}
		// One that is gone, or has no words any more, is close to nothing until
		// that is noticed.
		packed := nearest.Pack(v)
		c.cache.put(id, packed)
		return packed, nil
	}
}

// vectorCache keeps vectors up to a size: what was used since the last change
// of generation stays.
type vectorCache struct {
	young, old map[string]nearest.Vector
	bytes      int // of the young
}

// mostCached bounds each generation, in bytes: 100,000 vectors of 384 float32.
const mostCached = 160 << 20

func (c *vectorCache) get(id string) (nearest.Vector, bool) {
	if v, ok := c.young[id]; ok {
		return v, true
	}
	v, ok := c.old[id]
	if ok {
		c.put(id, v)
	}
	return v, ok
}

func (c *vectorCache) put(id string, v nearest.Vector) {
	if c.young == nil {
		c.young = map[string]nearest.Vector{}
	}
	if was, ok := c.young[id]; ok {
		c.bytes -= was.Bytes()
	}
	delete(c.old, id)
	c.young[id] = v
	if c.bytes += v.Bytes(); c.bytes > mostCached {
		c.old, c.young, c.bytes = c.young, nil, 0
	}
}

func (c *vectorCache) clear() { *c = vectorCache{} }
