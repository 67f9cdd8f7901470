// Package catalogue keeps the heads of all memories in memory, for lists,
// filters, sorts and counts that answer at once.
//
// The rows lie in immutable chunks of columns. One goroutine owns them: it
// loads them from the store, re-reads the memories that events name, and
// publishes each state as a [Snapshot] that shares with the one before what
// did not change. Everyone else only reads snapshots.
package catalogue

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"ebb/engine"
)

// Source is what the catalogue needs of an engine.
type Source interface {
	View(ctx context.Context, fn func(engine.Tx) error) error
	Subscribe(buffer int) *engine.Subscription
	Settings() engine.Settings
}

// queued is how many events may wait while the catalogue is at work. More
// cost nothing but one reload.
const queued = 1024

// Catalogue is a store's heads in memory, kept up to date.
type Catalogue struct {
	current atomic.Pointer[Snapshot]
	changes chan struct{}
	cancel  context.CancelFunc
	done    sync.WaitGroup
}

// Open starts loading in the background. It returns at once, with an empty
// snapshot that is not Loaded. Cancelling ctx stops the catalogue like Close.
func Open(ctx context.Context, src Source) *Catalogue {
	sub := src.Subscribe(queued)
	return open(ctx, src, sub.C, sub.Close)
}

// store is a Source without its events.
type store interface {
	View(ctx context.Context, fn func(engine.Tx) error) error
	Settings() engine.Settings
}

func open(ctx context.Context, src store, events <-chan engine.Event, unsubscribe func()) *Catalogue {
	ctx, cancel := context.WithCancel(ctx)
	c := &Catalogue{changes: make(chan struct{}, 1), cancel: cancel}
	o := &owner{
		catalogue: c, src: src, events: events,
		builder: builder{names: newNames()},
		snap:    &Snapshot{memo: &memo{}},
		stale:   true,
		pending: map[string]bool{},
	}
	o.snap.withSettings(src.Settings())
	c.current.Store(o.snap)
	c.done.Go(func() {
		defer unsubscribe()
		o.run(ctx)
	})
	return c
}

// Snapshot is the catalogue as it is now. It is never nil and costs nothing.
func (c *Catalogue) Snapshot() *Snapshot { return c.current.Load() }

// Changes receives when there is a new snapshot. Changes that are not waited
// for become one.
func (c *Catalogue) Changes() <-chan struct{} { return c.changes }

// Close stops the catalogue and waits for its goroutine. The last snapshot
// stays readable.
func (c *Catalogue) Close() error {
	c.cancel()
	c.done.Wait()
	return nil
}

// owner is the goroutine behind a catalogue: the only one that makes
// snapshots.
type owner struct {
	catalogue *Catalogue
	src       store
	events    <-chan engine.Event

	builder builder
	snap    *Snapshot
	fold    []byte // scratch

	pending map[string]bool // memories that events named
	upTo    uint64          // the latest event's commit
	stale   bool            // everything has to be read again
	resume  time.Time       // not before this: reads of everything keep a distance
	cursor  string          // how far texts are in, by id
	ahead   []ahead         // fades of chunks, until there are all of them
	untidy  bool            // everything was read since tidy ran
}

// run does one piece of work after the other, the most urgent first, and
// takes in events between them.
func (o *owner) run(ctx context.Context) {
	for ctx.Err() == nil {
		o.drain()
		var err error
		switch wait := time.Until(o.resume); {
		case wait > 0 && (o.stale || o.snap.err != nil):
			o.wait(ctx, wait)
		case o.stale:
			o.untidy = true
			err = o.reload(ctx)
		case len(o.pending) > 0:
			err = o.refresh(ctx)
		case !o.snap.filled:
			err = o.fill(ctx)
		case o.snap.fades == nil:
			o.forecast(ctx)
		default:
			o.tidy()
			o.wait(ctx, 0)
		}
		if err != nil && ctx.Err() == nil {
			o.failed(err)
		}
		if errors.Is(err, engine.ErrClosed) {
			<-ctx.Done()
		}
	}
}

// largeRows is from how many memories on reading everything leaves enough
// behind to give it back to the system.
const largeRows = 20_000

// tidy gives back what a large read left: decoded records are several times
// the size of the columns they became.
func (o *owner) tidy() {
	if o.untidy && o.snap.Len() >= largeRows {
		debug.FreeOSMemory()
	}
	o.untidy = false
}

// retry is how long after a failure the store is read again.
const retry = 250 * time.Millisecond

func (o *owner) failed(err error) {
	next := *o.snap
	next.err, next.memo = err, &memo{}
	o.resume = time.Now().Add(retry)
	o.publish(&next)
	o.signal()
}

// wait takes in the next event, at most for as long as given; 0 is forever.
func (o *owner) wait(ctx context.Context, atMost time.Duration) {
	var end <-chan time.Time
	if atMost > 0 {
		t := time.NewTimer(atMost)
		defer t.Stop()
		end = t.C
	}
	select {
	case <-ctx.Done():
	case <-end:
	case ev, open := <-o.events:
		o.take(ev, open)
	}
}

// drain takes in the events that are there.
func (o *owner) drain() {
	for {
		select {
		case ev, open := <-o.events:
			o.take(ev, open)
		default:
			return
		}
	}
}

func (o *owner) take(ev engine.Event, open bool) {
	if !open {
		o.events = nil // the engine has closed: nothing changes any more
		return
	}
	if ev.Seq <= o.snap.seq && !ev.Resync {
		return
	}
	o.upTo = max(o.upTo, ev.Seq)
	if ev.Resync || ev.Count > len(ev.IDs) {
		o.stale = true
		return
	}
	for _, id := range ev.IDs {
		o.pending[id] = true
	}
	if len(ev.IDs) == 0 {
		o.settle()
	}
}

// settle takes up settings that an event without memories may have changed.
func (o *owner) settle() {
	next := *o.snap
	next.seq, next.memo = max(next.seq, o.upTo), &memo{}
	o.adopt(&next)
	o.publish(&next)
	o.signal()
}

// adopt takes up the current settings.
func (o *owner) adopt(s *Snapshot) {
	settings := o.src.Settings()
	if !sameRetention(&settings, &s.settings) {
		s.fades, o.ahead = nil, nil
	}
	s.withSettings(settings)
}

func (o *owner) publish(s *Snapshot) {
	o.snap = s
	o.catalogue.current.Store(s)
}

func (o *owner) signal() {
	select {
	case o.catalogue.changes <- struct{}{}:
	default:
	}
}
