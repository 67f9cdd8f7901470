package demo

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"ebb/engine"
)

// span is how many days the demo covers.
const span = 90

// ErrNotEmpty is returned for a store that holds memories already.
var ErrNotEmpty = errors.New("the demo needs an empty store, and this one holds memories")

// Generate fills the store under e with the demo's ninety days, which end at
// now. The same now gives the same store, ids and all. progress, which may be
// nil, is called after each of some 750 operations.
//
// The writes run on an engine of their own over e's store, because the
// journal's wall clock and the ids belong to the past too: subscribers of e
// hear nothing of them, so read the store after Generate has returned. When
// it fails or ctx ends, what was written so far stays; make the store anew.
func Generate(ctx context.Context, e *engine.Engine, now time.Time, progress func(done, total int)) error {
	if totals, err := e.Totals(ctx); err != nil {
		return err
	} else if totals.Versions > 0 {
		return ErrNotEmpty
	}
	now = now.UTC().Truncate(time.Second)
	at := now
	clock := func() time.Time { return at }
	ids := pastIDs{clock: clock}
	past, err := engine.Open(ctx, e.Store(), engine.Options{Clock: clock, Wall: clock, NewID: ids.next})
	if err != nil {
		return err
	}
	steps := history(now)
	for i, s := range steps {
		at = s.at
		if err := s.do(ctx, past); err != nil {
			return fmt.Errorf("demo, %s: %w", s.what, err)
		}
		if progress != nil {
			progress(i+1, len(steps))
		}
	}
	return nil
}

// pastIDs makes UUIDs of version 7 whose time is the clock's and whose random
// part is a counter, so that two runs agree.
type pastIDs struct {
	clock func() time.Time
	n     uint64
}

func (p *pastIDs) next() string {
	p.n++
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:8], uint64(p.clock().UnixMilli())<<16)
	// An odd multiplier spreads the counter over all bits without repeating.
	binary.BigEndian.PutUint64(id[8:], p.n*0x9E3779B97F4A7C15)
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	return id.String()
}
