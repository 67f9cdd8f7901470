package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"ebb/engine/lexical"
	"ebb/engine/nearest"
)

// Refused is a memory whose text got no usable vector.
type Refused struct {
	ID  string
	Why string
}

// NeighbourProgress is how far the comparing of texts is.
type NeighbourProgress struct {
	Model   string
	Lexical bool
	Running bool   // in the background or for a caller
	Stage   string // "embedding", "comparing" or, with nothing left to do, ""
	Done    int    // of Total, in texts
	Total   int
	Skipped int       // texts that got no usable vector since the engine was opened
	Refused []Refused // the last of them
	Err     error     // what stopped the work; it is tried again
}

// maxRefused is how many refused texts are named.
const maxRefused = 20

// defaultQuiet is how long nobody must have written before background work
// goes on: an import is a row of commits with short breaks.
const defaultQuiet = 250 * time.Millisecond

// The background waits after a failure, twice as long after each further one.
const (
	firstRetry   = 15 * time.Second
	longestRetry = 10 * time.Minute
)

// mostKept is the number of memories up to which their signatures stay in
// memory between two pieces of work: 64 bytes each and as much for the names.
const mostKept = 200_000

// comparer embeds texts and finds neighbours. One piece of work runs at a
// time: in the background, or for a caller who waits.
type comparer struct {
	core     *core
	embedder Embedder
	model    string
	lexical  bool
	quiet    time.Duration

	wake chan struct{} // something was marked
	turn chan struct{} // held by the one who works
	gate foreground

	// A look that found no mark stands until the next one is made. Marks that
	// are gone still cost a read until the store has been compacted.
	marks    atomic.Uint64 // commits that made some, since the engine was opened
	unmarked atomic.Uint64 // one more than marks at the last look that found none

	life    sync.Mutex
	stop    context.CancelFunc
	stopped chan struct{}

	shown    sync.Mutex
	progress NeighbourProgress
	onIdle   func() // in tests: told when the background has nothing left to do

	resident resident

	// Of the one who works.
	index  *nearest.Index
	purge  uint64 // the last one when the index was loaded
	ragged bool   // the index was loaded from lists that do not fit it
	strays []string
	hasher *nearest.Hasher
	cache  vectorCache
	paired bool // everything was compared since the last rest
	yield  bool // to whoever writes
	report func(NeighbourProgress)
}

func newComparer(c *core, m Embedder) (*comparer, error) {
	if m == nil {
		m = lexical.New()
	}
	if err := checkEmbedder(m); err != nil {
		return nil, err
	}
	n := &comparer{
		core: c, embedder: m, model: m.ID(), lexical: isLexical(m), quiet: defaultQuiet,
		wake: make(chan struct{}, 1), turn: make(chan struct{}, 1),
	}
	n.progress.Model, n.progress.Lexical = n.model, n.lexical
	return n, nil
}

func (c *comparer) threshold() float64 { return c.core.settings.Load().ThresholdFor(c.lexical) }

// wanted is the state in which only marks are left to do.
func (c *comparer) wanted() compared {
	return compared{Model: c.model, Dim: c.embedder.Dim(), Format: comparedFormat, Threshold: c.threshold(), Stage: stageDone}
}

// settled reports whether no memory has been marked since a look that found
// none marked.
func (c *comparer) settled() bool { return c.unmarked.Load() == c.marks.Load()+1 }

// poke tells the background that there may be something to do.
func (c *comparer) poke() {
	c.marks.Add(1)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// StartNeighbours keeps neighbours up to date in the background until Close.
// It is for a process that stays, such as one with a screen; a second call
// does nothing.
func (e *Engine) StartNeighbours() {
	c := e.near
	c.life.Lock()
	defer c.life.Unlock()
	if c.stop != nil || e.closed.Load() {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.stop, c.stopped = cancel, make(chan struct{})
	c.resident.allowed.Store(true)
	go c.background(ctx, c.stopped)
}

// close ends the background and waits for it.
func (c *comparer) close() {
	c.life.Lock()
	defer c.life.Unlock()
	if c.stop == nil {
		c.stop = func() {} // none is started any more
		return
	}
	c.stop()
	if c.stopped != nil {
		<-c.stopped
	}
}

func (c *comparer) background(ctx context.Context, stopped chan<- struct{}) {
	defer close(stopped)
	retry := time.Duration(0)
	for {
		err := c.gate.wait(ctx, c.quiet)
		if err == nil {
			err = c.settle(ctx, true, nil)
		}
		switch {
		case ctx.Err() != nil || errors.Is(err, ErrClosed) || errors.Is(err, ErrReadOnly):
			return
		case err != nil:
			retry = min(max(2*retry, firstRetry), longestRetry)
		default:
			retry = 0
			if c.onIdle != nil {
				c.onIdle()
			}
		}
		if !c.rest(ctx, retry) {
			return
		}
	}
}

// rest waits for something to do, or with a duration for so long; false means
// that the background is to end.
func (c *comparer) rest(ctx context.Context, retry time.Duration) bool {
	var again <-chan time.Time
	wake := c.wake
	if retry > 0 {
		// New marks would only fail as well: a provider is down, a disk full.
		timer := time.NewTimer(retry)
		defer timer.Stop()
		again, wake = timer.C, nil
	}
	select {
	case <-ctx.Done():
		return false
	case <-wake:
	case <-again:
	}
	return true
}

// SettleNeighbours embeds and compares whatever waits for it, now. show, which
// may be nil, is told how far it is. It waits its turn when the background is
// at work.
func (e *Engine) SettleNeighbours(ctx context.Context, show func(NeighbourProgress)) error {
	if e.closed.Load() {
		return ErrClosed
	}
	return e.near.settle(ctx, false, show)
}

// NeighbourProgress is how far the comparing of texts is.
func (e *Engine) NeighbourProgress() NeighbourProgress { return e.near.snapshot() }

func (c *comparer) snapshot() NeighbourProgress {
	c.shown.Lock()
	defer c.shown.Unlock()
	p := c.progress
	p.Refused = append([]Refused(nil), p.Refused...)
	return p
}

// show changes the progress and tells who waits for it.
func (c *comparer) show(change func(*NeighbourProgress)) {
	c.shown.Lock()
	change(&c.progress)
	c.shown.Unlock()
	if c.report != nil {
		c.report(c.snapshot())
	}
}

// refuse notes a text that got no usable vector.
func (c *comparer) refuse(id string, why error) {
	c.show(func(p *NeighbourProgress) {
		p.Skipped++
		p.Refused = append(p.Refused, Refused{ID: id, Why: why.Error()})
		p.Refused = p.Refused[max(0, len(p.Refused)-maxRefused):]
	})
}

// foreground knows whether somebody writes.
type foreground struct {
	mu   sync.Mutex
	busy int
	last time.Time     // when the last one ended
	free chan struct{} // closed when nobody writes any more
}

func (g *foreground) enter() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy++; g.busy == 1 {
		g.free = make(chan struct{})
	}
}

func (g *foreground) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.busy--; g.busy == 0 {
		close(g.free)
		g.last = time.Now() // the machine's own: the engine's clock may stand still
	}
}

// wait returns when nobody has written for a while.
func (g *foreground) wait(ctx context.Context, quiet time.Duration) error {
	for {
		g.mu.Lock()
		busy, free, rest := g.busy > 0, g.free, quiet-time.Since(g.last)
		g.mu.Unlock()
		if !busy && rest <= 0 {
			return ctx.Err()
		}
		var after <-chan time.Time
		if !busy {
			timer := time.NewTimer(rest)
			defer timer.Stop()
			after, free = timer.C, nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-free:
		case <-after:
		}
	}
}
