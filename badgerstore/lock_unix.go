//go:build unix

package badgerstore

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

var errHeld = errors.New("held by another process")

// lockFile takes the lock without waiting; the kernel releases it with the
// process.
func lockFile(f *os.File, shared bool) error {
	how := unix.LOCK_EX
	if shared {
		how = unix.LOCK_SH
	}
	err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return errHeld
	}
	return err
}

func unlockFile(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }
