package badgerstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"ebb/engine"
)

// dirLock keeps other processes out from before the first look at Badger's
// files: Badger takes its own lock only when it opens.
type dirLock struct {
	f        *os.File
	readOnly bool
}

func acquireLock(dir string, readOnly bool) (*dirLock, error) {
	path := filepath.Join(dir, lockFileName)
	flags := os.O_RDWR | os.O_CREATE
	if readOnly {
		flags = os.O_RDONLY
	}
	f, err := os.OpenFile(path, flags, 0o600)
	if readOnly && errors.Is(err, fs.ErrNotExist) {
		return &dirLock{}, nil // Badger's own lock has to do
	}
	if err != nil {
		return nil, &engine.UnwritableError{Dir: dir, Err: err}
	}
	if err := lockFile(f, readOnly); err != nil {
		closeErr := f.Close()
		if errors.Is(err, errHeld) {
			return nil, &engine.StoreLockedError{Dir: dir, PID: holderOf(dir)}
		}
		return nil, errors.Join(fmt.Errorf("lock store %s: %w", dir, err), closeErr)
	}
	if !readOnly {
		// On a full disk nobody learns who holds it; it is held all the same.
		_ = writePID(f)
	}
	return &dirLock{f, readOnly}, nil
}

func writePID(f *os.File) error {
	// As long as any pid, so that no other one's tail is left behind.
	_, err := fmt.Fprintf(f, "%-20d\n", os.Getpid())
	return err
}

// holderOf is the process that says it holds the store, 0 when none says so.
func holderOf(dir string) int {
	for _, name := range []string{lockFileName, "LOCK"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		if pid, err := strconv.Atoi(strings.TrimSpace(string(b))); err == nil {
			return pid
		}
	}
	return 0
}

func (l *dirLock) release() error {
	if l == nil || l.f == nil {
		return nil
	}
	// Whoever holds the store next for reading has no pid to write.
	return errors.Join(l.clear(), unlockFile(l.f), l.f.Close())
}

func (l *dirLock) clear() error {
	if l.readOnly {
		return nil
	}
	return l.f.Truncate(0)
}
