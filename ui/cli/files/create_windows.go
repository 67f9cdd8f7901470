package files

import (
	"errors"
	"os"
	"path/filepath"
)

// create does without renameio, which refuses Windows because a rename is not
// promised to be atomic there; it is the best there is.
func create(abs string) (Pending, error) {
	f, err := os.CreateTemp(filepath.Dir(abs), "."+filepath.Base(abs)+"-*")
	if err != nil {
		return nil, err
	}
	return &pending{File: f, path: abs}, nil
}

func createNew(abs string) (Pending, error) {
	p, err := create(abs)
	if err != nil {
		return nil, err
	}
	return pendingNew{p.(*pending)}, nil
}

// pendingNew never replaces a file.
type pendingNew struct{ *pending }

func (p pendingNew) Commit() error {
	p.done = true
	err := errors.Join(p.Sync(), p.Close())
	if err == nil {
		err = appear(p.Name(), p.path)
	}
	return errors.Join(err, os.Remove(p.Name()))
}

type pending struct {
	*os.File
	path string
	done bool
}

func (p *pending) Commit() error {
	p.done = true
	err := errors.Join(p.Sync(), p.Close())
	if err == nil {
		err = os.Rename(p.Name(), p.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(p.Name()))
	}
	return nil
}

func (p *pending) Abort() error {
	if p.done {
		return nil
	}
	p.done = true
	return errors.Join(p.Close(), os.Remove(p.Name()))
}
