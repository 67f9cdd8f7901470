package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dgraph-io/badger/v4"

	"ebb/engine"
)

// UncleanError says that a store cannot be opened for reading only, because
// the last writer did not close it and its log has to be replayed.
type UncleanError struct{ Dir string }

func (e *UncleanError) Error() string {
	return fmt.Sprintf("the store %s was not closed: open it once for writing, which repairs it, then for reading", e.Dir)
}

// Open opens the store in dir and creates one where there is nothing yet. Its
// errors are *engine.StoreLockedError, *engine.NotAStoreError,
// *engine.StoreDamagedError, *engine.StoreVersionError,
// *engine.DiskFullError, *UncleanError and what the system answers. What was
// repaired on the way is in Notices.
func Open(ctx context.Context, dir string, o Options) (*Store, error) {
	if strconv.IntSize != 64 {
		return nil, errors.New("the store needs a 64-bit system")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := enter(dir, o.ReadOnly); err != nil {
		return nil, err
	}
	if err := notForeign(dir); err != nil {
		return nil, err
	}
	lock, err := acquireLock(dir, o.ReadOnly)
	if err != nil {
		return nil, err
	}
	s := &Store{
		dir: dir, opts: o, lock: lock, log: &capture{out: o.Log},
		writer: make(chan struct{}, 1), gone: make(chan struct{}), patience: o.patience,
	}
	if s.patience == 0 {
		s.patience = commitPatience
	}
	s.fatal = listenForFatal(o.OnFatal)
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(err, s.release())
	}
	return s, nil
}

// enter makes sure that dir is a directory.
func enter(dir string, readOnly bool) error {
	fi, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if readOnly {
			return &engine.NotAStoreError{Dir: dir, Why: "there is no such directory"}
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("create store: %w", err)
		}
		return nil
	case err != nil:
		return fmt.Errorf("open store: %w", err)
	case !fi.IsDir():
		return &engine.NotAStoreError{Dir: dir, Why: "it is a file"}
	}
	return nil
}

// notForeign refuses somebody else's folder before anything is written there,
// the lock included.
func notForeign(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, lockFileName)); err == nil {
		return nil // it has been ours before; others may be at work in it
	}
	in, err := takeInventory(dir)
	if err != nil {
		return nil // files come and go while somebody else opens it
	}
	_, err = in.isStore(dir)
	var foreign *engine.NotAStoreError
	if errors.As(err, &foreign) {
		return err
	}
	return nil // what else may be wrong is judged behind the lock
}

// open does everything behind the lock.
func (s *Store) open(ctx context.Context) error {
	in, err := takeInventory(s.dir)
	if err != nil {
		return fmt.Errorf("open store %s: %w", s.dir, err)
	}
	exists, err := in.isStore(s.dir)
	if err != nil {
		return err
	}
	if !exists && s.opts.ReadOnly {
		return &engine.NotAStoreError{Dir: s.dir, Why: "it is empty"}
	}
	memTable, err := chooseMemTable(s.dir, s.opts.memTable(), in)
	if err != nil {
		return err
	}
	s.minFree = uint64(s.opts.minFree(memTable))
	if !s.opts.ReadOnly {
		if err := s.prepare(in, memTable, exists); err != nil {
			return err
		}
	}
	flight := preflight{dir: s.dir, in: in, opts: s.opts.badger(s.dir, memTable, s.log)}
	if exists {
		if err := flight.run(); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var kept []string
	if !s.opts.ReadOnly {
		if kept, err = flight.quarantine(); err != nil {
			return err
		}
		if s.logs, err = keepLogs(s.dir, in); err != nil {
			return err
		}
	}
	s.at(placePrepared)
	if s.db, err = s.openBadger(flight.opts); err != nil {
		return err
	}
	s.at(placeOpened)
	if err := s.takeOver(ctx, exists, flight.torn, kept); err != nil {
		return errors.Join(err, s.closeBadger())
	}
	return nil
}

// prepare puts the directory in order for a writer.
func (s *Store) prepare(in *inventory, memTable int64, exists bool) error {
	if s.minFree > 0 {
		gaveUp, err := roomToOpen(s.dir, in, memTable)
		if gaveUp {
			s.notice("the disk is full: the reserve was given up to open the store")
		}
		if err != nil {
			return err
		}
	}
	if !exists {
		// Whoever may read the directory can read every memory in it.
		if err := os.Chmod(s.dir, 0o700); err != nil {
			return fmt.Errorf("create store: %w", err)
		}
	}
	swept, err := in.sweep(s.dir)
	if err != nil {
		return err
	}
	if len(swept) > 0 {
		s.notice("empty files that a crash had left were removed: " + strings.Join(swept, ", "))
	}
	if f, err := readFormatFile(s.dir); err == nil && f.Format > schemaVersion {
		return &engine.StoreVersionError{Dir: s.dir, Have: uint32(f.Format), Supported: schemaVersion}
	}
	want := formatFile{Format: schemaVersion, MemTable: memTable}
	if have, err := readFormatFile(s.dir); err == nil && have == want {
		return nil
	}
	if err := writeFormatFile(s.dir, want); err != nil {
		return fmt.Errorf("write %s: %w", formatFileName, err)
	}
	return nil
}

// openBadger opens Badger; an empty file that it met was swept too early and
// is worth a second try.
func (s *Store) openBadger(o badger.Options) (*badger.DB, error) {
	db, err := tryBadger(o)
	if err != nil && !s.opts.ReadOnly && strings.Contains(err.Error(), "Create a new file") {
		in, inErr := takeInventory(s.dir)
		if inErr != nil {
			return nil, inErr
		}
		if _, sweepErr := in.sweep(s.dir); sweepErr != nil {
			return nil, sweepErr
		}
		db, err = tryBadger(o)
	}
	if err != nil {
		return nil, s.explain(err)
	}
	return db, nil
}

func tryBadger(o badger.Options) (db *badger.DB, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("badger panicked: %.300v", p)
		}
	}()
	return badger.Open(o)
}

// explain gives Badger's errors, which are texts, their kind.
func (s *Store) explain(err error) error {
	text := err.Error()
	says := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(text, part) {
				return true
			}
		}
		return false
	}
	switch {
	case says("Cannot acquire directory lock"):
		return &engine.StoreLockedError{Dir: s.dir, PID: holderOf(s.dir)}
	case says("Log truncate required"):
		return &UncleanError{Dir: s.dir}
	case says("no space left on device"):
		free, _ := freeSpace(s.dir) // 0 is as good an answer then
		return &engine.DiskFullError{Dir: s.dir, Free: free, Need: s.minFree}
	case says("permission denied", "read-only file system", "too many open files", "file too large",
		"cannot allocate memory", "Cannot write pid file", "operation not permitted", "not supported"):
		return fmt.Errorf("open store %s: %w", s.dir, err)
	}
	return &engine.StoreDamagedError{Dir: s.dir, What: text, Hint: hintRestore}
}
