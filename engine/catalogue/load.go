package catalogue

import (
	"context"
	"iter"
	"slices"
	"time"

	"ebb/engine"
)

const (
	// batch is how many changed memories a reload holds at a time.
	batch = 4 * chunkRows
	// slice is how many texts are read before events get their turn.
	slice = 8 * chunkRows
)

// reload reads all heads. What is there already and did not change is kept,
// so that a reload needs little memory of its own.
func (o *owner) reload(ctx context.Context) error {
	begin := time.Now()
	o.stale = false
	clear(o.pending)
	next := *o.snap
	next.memo = &memo{}
	o.adopt(&next)
	err := o.src.View(ctx, func(tx engine.Tx) error {
		next.seq = tx.Seq()
		if next.n == 0 {
			return o.load(ctx, tx, &next)
		}
		return o.compare(ctx, tx, &next)
	})
	if err != nil {
		o.stale = true
		return err
	}
	next.loaded, next.err = true, nil
	o.limitTexts(&next)
	o.publish(&next)
	o.signal()
	// While a long import runs, every event asks for a reload: leave it most
	// of the machine, unless a reload is next to nothing.
	if took := time.Since(begin); took > turn {
		o.resume = time.Now().Add(3 * took)
	}
	return nil
}

// load fills an empty snapshot.
func (o *owner) load(ctx context.Context, tx engine.Tx, s *Snapshot) error {
	defer func() {
		if o.builder.len() > 0 {
			o.builder.finish()
		}
	}()
	for h, err := range tx.Heads().All("") {
		if err != nil {
			return err
		}
		o.builder.add(&h)
		if s.n++; s.n&chunkMask == 0 {
			s.chunks = append(s.chunks, o.builder.finish())
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	if o.builder.len() > 0 {
		s.chunks = append(s.chunks, o.builder.finish())
	}
	s.places, s.types = o.builder.names.places, o.builder.names.types
	s.withSettings(s.settings)
	s.texts, s.fades, s.filled = nil, nil, false
	o.cursor = ""
	s.sortOrders()
	return nil
}

// compare walks the store and the rows side by side, in order of id, and
// applies the differences in batches.
func (o *owner) compare(ctx context.Context, tx engine.Tx, s *Snapshot) error {
	before := *s
	next, stop := iter.Pull(before.byID.all())
	defer stop()
	row, more := next()
	var changes []change
	var gone []string
	flush := func() error {
		if err := o.readTexts(tx, s, changes); err != nil {
			return err
		}
		*s = *s.apply(&o.builder, changes, nil)
		changes = changes[:0]
		return ctx.Err()
	}
	seen := 0
	for h, err := range tx.Heads().All("") {
		if err != nil {
			return err
		}
		if seen++; seen&chunkMask == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for more && before.beforeID(h.ID)(row) < 0 {
			gone = append(gone, before.ID(row))
			row, more = next()
		}
		if more && before.beforeID(h.ID)(row) == 0 {
			same := before.Head(row) == canonical(h)
			if row, more = next(); same {
				continue
			}
		}
		if changes = append(changes, change{head: h}); len(changes) == batch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	for ; more; row, more = next() {
		gone = append(gone, before.ID(row))
	}
	if err := flush(); err != nil {
		return err
	}
	if len(gone) > 0 {
		*s = *s.apply(&o.builder, nil, gone)
	}
	return nil
}

// canonical is a head as Snapshot.Head gives it.
func canonical(h engine.Head) engine.Head {
	h.TextSum = [16]byte{}
	for _, t := range []*time.Time{
		&h.CreatedAt, &h.UpdatedAt, &h.ExpiresAt, &h.LastAccessedAt, &h.LearnedAt,
		&h.Text.At, &h.Profile.Last, &h.Archive.At,
	} {
		*t = instant(stamp(*t))
	}
	return h
}

// refresh reads the memories that events named.
func (o *owner) refresh(ctx context.Context) error {
	ids := make([]string, 0, len(o.pending))
	for id := range o.pending {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var next *Snapshot
	err := o.src.View(ctx, func(tx engine.Tx) error {
		var changes []change
		var gone []string
		for _, id := range ids {
			h, found, err := tx.Heads().Get(id)
			switch {
			case err != nil:
				return err
			case found:
				changes = append(changes, change{head: h})
			default:
				gone = append(gone, id)
			}
		}
		if err := o.readTexts(tx, o.snap, changes); err != nil {
			return err
		}
		next = o.snap.apply(&o.builder, changes, gone)
		return nil
	})
	if err != nil {
		return err
	}
	clear(o.pending)
	o.adopt(next)
	next.seq, next.err = max(next.seq, o.upTo), nil
	o.limitTexts(next)
	o.publish(next)
	o.signal()
	return nil
}
