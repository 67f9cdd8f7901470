package badgerstore

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

var errHeld = errors.New("held by another process")

// lockRange lies far behind the pid, which others must be able to read.
var lockRange = windows.Overlapped{OffsetHigh: math.MaxInt32}

func lockFile(f *os.File, shared bool) error {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if !shared {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	at := lockRange
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errHeld
	}
	return err
}

func unlockFile(f *os.File) error {
	at := lockRange
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}
