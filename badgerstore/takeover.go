package badgerstore

import (
	"context"
	"fmt"
	"os"

	"github.com/dgraph-io/badger/v4"

	"ebb/engine"
)

// takeOver reads what the store says of itself and finishes what its last
// holder could not.
func (s *Store) takeOver(ctx context.Context, existed, torn bool, kept []string) error {
	s.maxCount = int(s.db.MaxBatchCount() * 8 / 10)
	s.maxBytes = int(s.db.MaxBatchSize() * 8 / 10)
	s.maxEntry = min(maxValue, s.maxBytes) - 256

	if err := s.checkSchema(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.recover(); err != nil {
		return err
	}
	cut, err := s.readState()
	if err != nil {
		return err
	}
	if !s.opts.ReadOnly {
		if err := s.settleFiles(existed, torn || cut, kept); err != nil {
			return err
		}
		if err := s.settleLogs(cut); err != nil {
			return err
		}
		if err := s.migrate(ctx); err != nil {
			return err
		}
	}
	s.warnOfLostLogs()
	s.warnOfPlace()
	return nil
}

// checkSchema refuses what a newer ebb wrote and marks a new store.
func (s *Store) checkSchema() error {
	var have schemaRecord
	marked, empty := false, false
	err := s.raw(func(r *snapshot) (err error) {
		if marked, err = r.record(keySchema, &have); marked || err != nil {
			return err
		}
		c := r.scan(nil, nil)
		defer c.close()
		empty = !c.next()
		return c.err
	})
	switch {
	case err != nil:
		return err
	case marked && have.Version > schemaVersion && (!s.opts.ReadOnly || have.MinReader > schemaVersion):
		return &engine.StoreVersionError{Dir: s.dir, Have: have.Version, Supported: schemaVersion}
	case marked:
		return nil
	case !empty:
		return &engine.StoreDamagedError{Dir: s.dir, What: "it does not say which format it has", Hint: hintRestore}
	case s.opts.ReadOnly:
		return &engine.NotAStoreError{Dir: s.dir, Why: "it is empty"}
	}
	val, err := sealed(keySchema, &schemaRecord{Version: schemaVersion, MinReader: minReader})
	if err != nil {
		return err
	}
	return s.transact(func(txn *badger.Txn) error { return txn.Set(keySchema, val) })
}

// readState loads sequence and totals, and reports whether acknowledged
// operations are missing.
func (s *Store) readState() (cut bool, err error) {
	t := snapshot{ctx: context.Background(), txn: s.db.NewTransaction(false)}
	t.layers[1] = s.overlay
	defer t.end()
	if s.seq, err = readSeq(&t); err != nil {
		return false, err
	}
	if s.totals, err = readTotals(&t); err != nil {
		return false, err
	}
	acknowledged, err := readSeqFile(s.dir)
	if err != nil {
		return false, fmt.Errorf("read %s: %w", seqFileName, err)
	}
	if acknowledged <= s.seq {
		return false, nil
	}
	s.notice(fmt.Sprintf(
		"the log was cut: the last %d operations (%d to %d) are missing; what is there is consistent, a backup may hold more",
		acknowledged-s.seq, s.seq+1, acknowledged))
	s.seq = acknowledged // numbers are not used twice
	return true, nil
}

// settleFiles leaves the directory as the next crash should find it.
func (s *Store) settleFiles(existed, missing bool, kept []string) error {
	if missing && len(kept) > 0 {
		s.notice(fmt.Sprintf("%d tables that the store no longer names were kept in %s", len(kept), quarantineName))
	} else if err := release(kept); err != nil {
		return fmt.Errorf("empty %s: %w", quarantineName, err)
	}
	var err error
	if s.side, err = openSeqFile(s.dir); err != nil {
		return fmt.Errorf("open %s: %w", seqFileName, err)
	}
	if err := syncDir(s.dir); err != nil {
		return fmt.Errorf("sync %s: %w", s.dir, err)
	}
	return nil
}

// warnOfPlace tells what about the place may go wrong later.
func (s *Store) warnOfPlace() {
	if name := remoteName(s.dir); name != "" {
		s.notice("the store is on " + name + ", where locks and mapped files cannot be relied on: keep it on a local disk")
	}
	if text := fileLimitNotice(); text != "" {
		s.notice(text)
	}
	if fi, err := os.Stat(s.dir); err == nil && fi.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		s.notice(fmt.Sprintf("others on this machine may look into %s (chmod 700 keeps them out)", s.dir))
	}
}
