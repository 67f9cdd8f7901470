package badgerstore

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/dgraph-io/badger/v4"
)

// errStalled marks a commit that neither succeeded nor failed in time.
var errStalled = errors.New("the disk does not answer")

// dirSyncEvery is how many commits share one fsync of the directory. Badger
// does not ask for it when it starts a new log file; the journals of the
// common file systems do it along with the file's own.
const dirSyncEvery = 512

// commit makes the writes of t durable, in one Badger transaction where they
// fit and through the redo journal where they do not.
func (s *Store) commit(t *tx) error {
	w := t.own()
	if w.count == 0 {
		return nil
	}
	if err := s.spaceFor(2 * w.bytes); err != nil {
		return err
	}
	if err := t.stampStore(); err != nil {
		return err
	}
	s.at(placeCommit)
	var err error
	if w.count <= s.maxCount && w.bytes <= s.maxBytes {
		err = s.commitSet(w)
	} else {
		err = s.commitRedo(t)
	}
	if err != nil {
		return err
	}
	s.at(placeUnacked)
	s.seq, s.totals = t.seq, t.totals
	s.acknowledge()
	return nil
}

// stampStore adds the sequence and the totals to the writes.
func (t *tx) stampStore() error {
	if err := t.set(keySeq, &seqRecord{Seq: t.seq, Wall: time.Now().UnixNano()}); err != nil {
		return err
	}
	if t.totals == t.store.totals {
		return nil
	}
	var r totalsRecord
	r.from(&t.totals)
	return t.set(keyTotals, &r)
}

// commitSet writes one set in one Badger transaction.
func (s *Store) commitSet(w *writeSet) error {
	return s.transact(func(txn *badger.Txn) error {
		return w.all(func(n *node) error { return writeNode(txn, n.key, n.val, n.deleted) })
	})
}

func writeNode(txn *badger.Txn, key, val []byte, deleted bool) error {
	if deleted {
		return txn.Delete(key)
	}
	return txn.Set(key, val)
}

// transact runs one Badger transaction to the disk.
func (s *Store) transact(fill func(*badger.Txn) error) error {
	err := s.attempt(fill)
	var failed *FailedError
	if errors.As(err, &failed) {
		s.mu.Lock()
		s.failed = failed
		s.mu.Unlock()
		s.notice(failed.Error())
	}
	return err
}

// attempt commits what fill writes. Badger waits for ever when it cannot
// flush; we do not. What fails once the commit has begun has an unknown
// outcome, because Badger writes to memory before it syncs: a FailedError.
func (s *Store) attempt(fill func(*badger.Txn) error) error {
	txn := s.db.NewTransaction(true)
	defer txn.Discard()
	if err := fill(txn); err != nil {
		return fmt.Errorf("write to %s: %w", s.dir, err)
	}
	done := make(chan error, 1)
	txn.CommitWith(func(err error) { done <- err })
	patience := time.NewTimer(s.patience)
	defer patience.Stop()
	select {
	case err := <-done:
		switch {
		case err == nil:
			return nil
		case errors.Is(err, badger.ErrConflict), errors.Is(err, badger.ErrTxnTooBig):
			return fmt.Errorf("commit to %s: %w", s.dir, err)
		}
		return &FailedError{Dir: s.dir, Cause: err}
	case <-patience.C:
		return &FailedError{Dir: s.dir, Cause: errStalled}
	}
}

// acknowledge leaves word outside Badger of what was committed, so that a log
// that was cut short is noticed when the store is opened.
func (s *Store) acknowledge() {
	if err := s.side.write(s.seq); err != nil {
		// The commit stands; only the check at the next open is weaker.
		s.notice(fmt.Sprintf("%s could not be written: %v", seqFileName, err))
	}
	if s.commits++; s.commits%dirSyncEvery == 0 && !s.opts.NoSync {
		if err := syncDir(s.dir); err != nil {
			s.notice(fmt.Sprintf("%s could not be synced: %v", s.dir, err))
		}
	}
}

// sealed is the value of key for rec, in memory of its own.
func sealed(key []byte, rec any) ([]byte, error) {
	var buf bytes.Buffer
	return seal(&buf, key, rec)
}
