package files

import (
	"errors"
	"io/fs"
	"os"
)

// appear gives a complete file its name, unless something has that name.
func appear(temporary, path string) error {
	err := os.Link(temporary, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// A file system without links: between look and copy somebody may come in.
	if _, err := os.Lstat(path); err == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	whole, err := os.Open(temporary)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return errors.Join(err, whole.Close())
	}
	_, err = f.ReadFrom(whole)
	if err = errors.Join(err, f.Sync(), f.Close(), whole.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
