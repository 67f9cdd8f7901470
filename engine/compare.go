package engine

import (
	"cmp"
	"context"
	"errors"
	"runtime/debug"

	"ebb/engine/nearest"
)

// errMoved ends a piece of work that somebody's write has overtaken: it is
// done again.
var errMoved = errors.New("the memories have moved on")

// How much is embedded and committed at a time: some milliseconds of the
// writer's time.
const (
	batchTexts = 256
	batchBytes = 1 << 20
	// incrementTexts is smaller: each of them is compared with all others.
	incrementTexts = 64
)

// bulkBase and bulkShare say when comparing all with all is faster than
// comparing each that changed with all: above bulkBase and one in bulkShare.
const (
	bulkBase  = 1000
	bulkShare = 8
)

// settle does everything there is to do.
func (c *comparer) settle(ctx context.Context, yield bool, report func(NeighbourProgress)) (err error) {
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	c.yield, c.report = yield, report
	c.show(func(p *NeighbourProgress) { p.Running, p.Err = true, nil })
	defer func() {
		if c.cache.clear(); c.paired {
			// Comparing everything leaves several times what is kept.
			c.paired = false
			debug.FreeOSMemory()
		}
		if err != nil || c.index != nil && c.index.Len() > mostKept {
			c.index = nil
		}
		c.show(func(p *NeighbourProgress) {
			p.Running, p.Stage, p.Done, p.Total = false, "", 0, 0
			if p.Err = err; ctx.Err() != nil {
				p.Err = nil
			}
		})
		c.report = nil
	}()
	for {
		done, err := c.advance(ctx)
		switch {
		case errors.Is(err, errMoved):
			c.index = nil
		case err != nil:
			return err
		case done:
			return c.dropOthers(ctx)
		}
	}
}

// advance does the next piece of work; done means that there is none.
func (c *comparer) advance(ctx context.Context) (done bool, err error) {
	state, marks, err := c.look(ctx)
	if err != nil {
		return false, err
	}
	want := c.wanted()
	if state.Model != want.Model || state.Dim != want.Dim || state.Format != want.Format {
		c.index = nil
		state = want
		state.Stage = stageFill
		return false, c.update(ctx, func(tx Tx) error { return state.write(tx) })
	}
	if state.Stage == stageFill {
		return false, c.fill(ctx, state)
	}
	if c.index != nil && c.index.Threshold() != want.Threshold {
		c.index = nil
	}
	if c.index == nil && (marks > 0 || state != want) {
		if err := c.load(ctx); err != nil {
			return false, err
		}
	}
	switch {
	case state != want || c.index != nil && (c.ragged || marks > bulkBase+c.index.Len()/bulkShare):
		if marks > 0 {
			if err := c.absorb(ctx, state, marks); err != nil {
				return false, err
			}
		}
		return false, c.pair(ctx)
	case marks > 0:
		return false, c.increment(ctx, marks)
	}
	return true, nil
}

// look reads how far the work is and how many memories are marked.
func (c *comparer) look(ctx context.Context) (state compared, marks int, err error) {
	made, settled := c.marks.Load(), c.settled()
	err = c.core.store.View(ctx, func(tx Tx) error {
		if state, err = readCompared(tx); err != nil {
			return err
		}
		if settled {
			return nil
		}
		for _, err := range tx.Embeddings().Marked("") {
			if err != nil {
				return err
			}
			marks++
		}
		return nil
	})
	if err == nil && marks == 0 {
		c.unmarked.Store(made + 1)
	}
	return state, marks, err
}

// update writes, after those who write for somebody.
func (c *comparer) update(ctx context.Context, fn func(Tx) error) error {
	if err := c.pause(ctx); err != nil {
		return err
	}
	return c.core.store.Update(ctx, fn)
}

func (c *comparer) pause(ctx context.Context) error {
	if !c.yield {
		return ctx.Err()
	}
	return c.gate.wait(ctx, c.quiet)
}

// load reads the index from the store.
func (c *comparer) load(ctx context.Context) error {
	x := nearest.NewIndex(c.threshold())
	c.ragged, c.strays = false, nil
	err := c.core.store.View(ctx, func(tx Tx) (err error) {
		if c.purge, err = lastPurge(tx); err != nil {
			return err
		}
		for s, err := range tx.Embeddings().Signatures(c.model) {
			if err != nil {
				return err
			}
			x.Load(s)
		}
		var list []nearest.Neighbour
		for l, err := range tx.Embeddings().AllNeighbours(c.model) {
			if err != nil {
				return err
			}
			list = list[:0]
			for _, n := range l.Near {
				list = append(list, nearest.Neighbour{ID: n.ID, Similarity: float32(n.Similarity)})
			}
			if !x.LoadNeighbours(l.ID, list) {
				c.ragged = true
			}
			if !x.Has(l.ID) {
				c.strays = append(c.strays, l.ID)
			}
		}
		return nil
	})
	if err == nil {
		c.index = x
	}
	return err
}

// increment compares some marked memories with all others.
func (c *comparer) increment(ctx context.Context, marks int) error {
	b, err := c.marked(ctx, "", incrementTexts)
	if err != nil {
		return err
	}
	c.show(func(p *NeighbourProgress) {
		if p.Stage != stageFill || p.Total < marks {
			p.Stage, p.Total = stageFill, marks
		}
		p.Done = p.Total - marks
	})
	if err := c.embed(ctx, b); err != nil {
		return err
	}
	changed, err := c.index.Update(ctx, b.gone(), b.entries(), c.vector(ctx))
	if err != nil {
		return err
	}
	var seq uint64
	err = c.update(ctx, func(tx Tx) error {
		seq = tx.Seq()
		if err := c.write(tx, b); err != nil {
			return err
		}
		return c.writeLists(tx, changed)
	})
	if err == nil {
		c.resident.take(b, seq)
	}
	return err
}

// absorb embeds all marked memories without looking for their neighbours,
// which pair is then to do.
func (c *comparer) absorb(ctx context.Context, state compared, marks int) error {
	state.Stage = stagePair
	c.show(func(p *NeighbourProgress) { p.Stage, p.Done, p.Total = stageFill, 0, marks })
	for after := ""; ; {
		b, err := c.marked(ctx, after, batchTexts)
		if err != nil {
			return err
		}
		if len(b.items) == 0 {
			return nil
		}
		after = b.items[len(b.items)-1].id
		c.index = nil
		if err := c.take(ctx, b, &state); err != nil {
			return err
		}
	}
}

// fill embeds every text that stands, going on where it was interrupted.
func (c *comparer) fill(ctx context.Context, state compared) error {
	total, err := c.standing(ctx, state.Cursor)
	if err != nil {
		return err
	}
	c.show(func(p *NeighbourProgress) { p.Stage, p.Done, p.Total = stageFill, 0, total })
	for {
		b, err := c.after(ctx, state.Cursor)
		if err != nil {
			return err
		}
		if b.last == "" {
			state.Stage, state.Cursor = stagePair, ""
			return c.update(ctx, func(tx Tx) error { return state.write(tx) })
		}
		state.Cursor = b.last
		if err := c.take(ctx, b, &state); err != nil {
			return err
		}
	}
}

// take embeds a batch and commits it with the state that follows.
func (c *comparer) take(ctx context.Context, b *batch, state *compared) error {
	if err := c.embed(ctx, b); err != nil {
		return err
	}
	var seq uint64
	err := c.update(ctx, func(tx Tx) error {
		seq = tx.Seq()
		if err := c.write(tx, b); err != nil {
			return err
		}
		return state.write(tx)
	})
	if err != nil {
		return err
	}
	c.resident.take(b, seq)
	c.show(func(p *NeighbourProgress) { p.Done = min(p.Done+len(b.items), p.Total) })
	return nil
}

// pair compares everybody with everybody.
func (c *comparer) pair(ctx context.Context) error {
	c.paired = true
	if c.index == nil || c.ragged {
		if err := c.load(ctx); err != nil {
			return err
		}
	}
	want := c.wanted()
	want.Threshold = c.index.Threshold()
	total := c.index.Len()
	c.show(func(p *NeighbourProgress) { p.Stage, p.Done, p.Total = stagePair, 0, total })
	changed, err := c.index.All(ctx, c.vector(ctx), func(done float64) error {
		c.show(func(p *NeighbourProgress) { p.Done = int(done * float64(total)) })
		return c.pause(ctx)
	})
	if err != nil {
		return err
	}
	changed = append(changed, c.strays...)
	const chunk = 1000
	for len(changed) > 0 {
		n := min(chunk, len(changed))
		if err := c.update(ctx, func(tx Tx) error { return c.writeLists(tx, changed[:n]) }); err != nil {
			return err
		}
		changed = changed[n:]
	}
	err = c.update(ctx, func(tx Tx) error {
		if last, err := lastPurge(tx); err != nil || last != c.purge {
			return cmp.Or(err, errMoved)
		}
		return want.write(tx)
	})
	c.ragged, c.strays = false, nil
	return err
}

// dropOthers removes what other models left behind.
func (c *comparer) dropOthers(ctx context.Context) error {
	var models []string
	err := c.core.store.View(ctx, func(tx Tx) (err error) {
		models, err = tx.Embeddings().Models()
		return err
	})
	if err != nil {
		return err
	}
	const chunk = 2000
	for _, model := range models {
		for dropped := chunk; model != c.model && dropped == chunk; {
			if err := c.update(ctx, func(tx Tx) (err error) {
				dropped, err = tx.Embeddings().DropModel(model, chunk)
				return err
			}); err != nil {
				return err
			}
		}
	}
	return nil
}
