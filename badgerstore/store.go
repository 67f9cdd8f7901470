package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/dgraph-io/badger/v4"

	"ebb/engine"
)

var _ engine.Store = (*Store)(nil)

// Store is an engine.Store in one directory. It is safe for concurrent use.
type Store struct {
	dir      string
	opts     Options
	db       *badger.DB
	log      *capture
	lock     *dirLock
	side     *seqFile
	minFree  uint64
	maxCount int // of one Badger transaction, with a margin
	maxBytes int
	maxEntry int // key and value of one record
	patience time.Duration
	fatal    func()   // puts the standard logger back
	logs     []string // copies of the logs as they were found, until it is known that nothing is missing

	// writer is held by the one Update that runs.
	writer chan struct{}
	// gone is closed when the store begins to close.
	gone chan struct{}
	// What the writer knows of the last commit.
	seq     uint64
	totals  engine.Totals
	commits int

	mu      sync.RWMutex
	overlay *writeSet // committed, not yet rolled forward
	failed  error     // a write whose outcome is not known: nothing is served
	closing bool
	readers sync.WaitGroup

	noticeMu sync.Mutex
	notices  []string
}

// FailedError says that a write failed in a way that leaves its outcome
// unknown. The store serves nothing more; opening it again finds out, and
// loses nothing that was acknowledged.
type FailedError struct {
	Dir   string
	Cause error
}

func (e *FailedError) Error() string {
	return fmt.Sprintf("the store %s stopped after a failed write (%v): close ebb and start it again", e.Dir, e.Cause)
}

func (e *FailedError) Unwrap() error { return e.Cause }

// Dir is where the store lives.
func (s *Store) Dir() string { return s.dir }

// View runs fn on a consistent snapshot.
func (s *Store) View(ctx context.Context, fn func(engine.Tx) error) error {
	t, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer s.readers.Done()
	defer t.end()
	return fn(t)
}

// begin opens a reading transaction: overlay and snapshot belong together.
func (s *Store) begin(ctx context.Context) (*tx, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closing {
		return nil, engine.ErrClosed
	}
	if s.failed != nil {
		return nil, s.failed
	}
	s.readers.Add(1)
	t := &tx{store: s}
	t.ctx = ctx
	t.layers[1] = s.overlay
	t.txn = s.db.NewTransaction(false)
	return t, nil
}

// Update runs fn and commits what it wrote as one atomic durable operation.
func (s *Store) Update(ctx context.Context, fn func(engine.Tx) error) error {
	if s.opts.ReadOnly {
		return engine.ErrReadOnly
	}
	select {
	case s.writer <- struct{}{}:
		defer func() { <-s.writer }()
	case <-ctx.Done():
		return ctx.Err()
	case <-s.gone:
		return engine.ErrClosed
	}
	if err := s.settle(); err != nil {
		return err
	}
	t, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer s.readers.Done()
	defer t.end()
	t.write, t.layers[0] = true, newWriteSet()
	t.seq, t.totals = s.seq+1, s.totals
	if err := fn(t); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return s.commit(t)
}

// settle finishes a roll-forward that a full disk interrupted.
func (s *Store) settle() error {
	s.mu.RLock()
	pending := s.overlay != nil
	s.mu.RUnlock()
	if !pending {
		return nil
	}
	return s.rollForward()
}

// Close waits for running transactions and closes the store.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closing {
		s.mu.Unlock()
		return engine.ErrClosed
	}
	s.closing = true
	close(s.gone)
	failed := s.failed
	s.mu.Unlock()
	s.writer <- struct{}{} // for good
	s.readers.Wait()

	s.at(placeClosing)
	s.dropBallast()
	var err error
	if failed == nil || !errors.Is(failed, errStalled) {
		err = s.closeBadger()
	}
	// A stalled Badger would never return: the log is replayed instead.
	return errors.Join(err, s.release())
}

// closeTroubles is how many errors Badger may log while it closes. It writes
// out what its log holds, and tries again every second for as long as that
// fails: on a full disk, or in a folder that was taken away, for ever.
const closeTroubles = 2

// closeBadger closes Badger, or leaves it when it cannot get done. Nothing is
// lost then: what it did not write out is in its log, which is replayed when
// the store is opened again, and its own lock stays until the process ends.
func (s *Store) closeBadger() error {
	before, _ := s.log.trouble()
	done := make(chan error, 1)
	go func() { done <- s.db.Close() }()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-look.C:
			if n, last := s.log.trouble(); n-before >= closeTroubles {
				return &UnfinishedError{Dir: s.dir, Reason: last}
			}
		}
	}
}

// UnfinishedError says that a store could not be closed in good order. What
// was acknowledged is in its log as long as the log is.
type UnfinishedError struct {
	Dir    string
	Reason string // in Badger's words
}

func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("the store %s could not be closed in good order (%s): its log is replayed when it is opened again", e.Dir, e.Reason)
}

// release gives back everything that is not Badger's.
func (s *Store) release() error {
	var err error
	if s.side != nil {
		err = s.side.close()
	}
	if s.fatal != nil {
		s.fatal()
	}
	return errors.Join(err, s.lock.release())
}
