package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// Options are what an engine needs besides a store. The zero value is right
// for everyday use.
type Options struct {
	Clock func() time.Time // what "now" is; nil: the machine's clock
	Wall  func() time.Time // the machine's clock, for the journal; nil: time.Now
	NewID func() string    // nil: UUID version 7

	Provider   IntelligenceProvider // nil: none; nothing is inferred
	Identity   IdentityResolver     // nil: the metadata name of the setting identity_key
	Duplicates DuplicateDetector    // nil: NormalizedDuplicates
	Conflicts  ConflictDetector     // nil: asks the provider
	Embedder   Embedder             // nil: the lexical one
}

// Engine drives a store. It is safe for concurrent use; writes run one after
// another.
type Engine struct {
	*core
	clock func() time.Time
}

// core is what engines of one store share, whatever their clocks.
type core struct {
	store    Store
	wall     func() time.Time
	newID    func() string
	settings atomic.Pointer[Settings]
	hub      hub

	provider   IntelligenceProvider
	identity   IdentityResolver
	duplicates DuplicateDetector
	conflicts  ConflictDetector
	near       *comparer
	identities keyedLock // one question about a memory at a time

	write  sync.Mutex // held over a commit and its event, so that events keep the order of commits
	closed atomic.Bool
}

// Open starts an engine on an open store, which it then owns.
func Open(ctx context.Context, s Store, o Options) (*Engine, error) {
	c := &core{
		store: s, wall: o.Wall, newID: o.NewID,
		provider: o.Provider, identity: o.Identity, duplicates: o.Duplicates, conflicts: o.Conflicts,
	}
	if c.identity == nil {
		c.identity = settingResolver{c}
	}
	if c.duplicates == nil {
		c.duplicates = NormalizedDuplicates{}
	}
	if c.conflicts == nil {
		c.conflicts = providerDetector{o.Provider}
	}
	if c.wall == nil {
		c.wall = time.Now
	}
	if c.newID == nil {
		c.newID = func() string { return uuid.Must(uuid.NewV7()).String() }
	}
	var err error
	if c.near, err = newComparer(c, o.Embedder); err != nil {
		return nil, err
	}
	e := &Engine{core: c, clock: o.Clock}
	if e.clock == nil {
		e.clock = func() time.Time { return time.Now() }
	}
	if err := e.loadSettings(ctx); err != nil {
		return nil, err
	}
	return e, nil
}

// judges reports whether anyone can be asked about a contradiction.
func (c *core) judges() bool {
	d, shipped := c.conflicts.(providerDetector)
	return !shipped || d.provider != nil
}

// Provider is the configured provider, nil without one.
func (e *Engine) Provider() IntelligenceProvider { return e.provider }

// Close ends the background work and the event hub and closes the store.
// Engines made by WithClock close with it. A second Close does nothing.
func (e *Engine) Close() error {
	if e.closed.Swap(true) {
		return nil
	}
	e.near.close()
	e.hub.close()
	return e.store.Close()
}

// WithClock is the same engine evaluated at another time: its reads and
// writes take "now" from clock.
func (e *Engine) WithClock(clock func() time.Time) *Engine {
	return &Engine{core: e.core, clock: clock}
}

// Now is the engine's present, in UTC.
func (e *Engine) Now() time.Time { return e.clock().UTC().Round(0) }

// Store is the store underneath.
func (e *Engine) Store() Store { return e.store }

// Notices are what the store has to tell people.
func (e *Engine) Notices() []string { return e.store.Notices() }

// View runs fn on a consistent snapshot of the store.
func (e *Engine) View(ctx context.Context, fn func(Tx) error) error {
	if e.closed.Load() {
		return ErrClosed
	}
	return e.store.View(ctx, fn)
}

// errNothing ends an operation that found nothing to change: no commit, no
// journal entry, no event.
var errNothing = errors.New("nothing to change")

// errRepeated ends an operation whose id has been seen: the caller answers
// with the first result.
var errRepeated = errors.New("operation repeated")

// operate runs fn as one journalled operation. The operation returned is the
// first one when how.OperationID was seen before (with errRepeated), and the
// zero Operation when fn had nothing to do.
func (e *Engine) operate(ctx context.Context, kind Kind, how How, fn func(*work) error) (Operation, error) {
	if err := how.validate(); err != nil {
		return Operation{}, err
	}
	return e.run(e.begin(ctx, kind, how), fn)
}

// run does one commit of an operation and announces it.
func (e *Engine) run(w *work, fn func(*work) error) (Operation, error) {
	if e.closed.Load() {
		return Operation{}, ErrClosed
	}
	e.near.gate.enter()
	defer e.near.gate.leave()
	e.write.Lock()
	defer e.write.Unlock()
	ctx, how := w.ctx, w.how
	var first Operation
	err := e.store.Update(ctx, func(tx Tx) error {
		if how.OperationID != "" && w.sofar == nil {
			op, found, err := tx.Operations().Get(how.OperationID)
			if err != nil {
				return err
			}
			if found {
				first = op
				return errRepeated
			}
		}
		w.attach(tx)
		if err := fn(w); err != nil {
			return err
		}
		return w.finish()
	})
	switch {
	case errors.Is(err, errRepeated):
		if first.Kind != w.op.Kind {
			return first, reusedID(how.OperationID, first.Kind)
		}
		return first, errRepeated
	case errors.Is(err, errNothing):
		return Operation{}, nil
	case err != nil:
		return Operation{}, err
	}
	if w.settings != nil {
		e.settings.Store(w.settings)
	}
	if w.restated || w.settings != nil {
		e.near.poke()
	}
	if len(w.kinds) > 0 || w.sofar != nil {
		e.hub.publish(w.event())
	}
	return w.op, nil
}

// unlessRepeated lets a repeated operation pass as done.
func unlessRepeated(err error) error {
	if errors.Is(err, errRepeated) {
		return nil
	}
	return err
}
