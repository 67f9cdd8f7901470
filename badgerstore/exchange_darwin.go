package badgerstore

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// exchange gives two folders each other's name in one step, where the file
// system can: errors.ErrUnsupported says that it cannot.
func exchange(a, b string) error {
	err := unix.RenamexNp(a, b, unix.RENAME_SWAP)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return fmt.Errorf("exchange %s and %s: %w", a, b, errors.ErrUnsupported)
	}
	return err
}
