//go:build !windows

package files

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

func create(abs string) (Pending, error) {
	f, err := begin(abs)
	if err != nil {
		return nil, err
	}
	return pending{f, abs}, nil
}

func createNew(abs string) (Pending, error) {
	f, err := begin(abs)
	if err != nil {
		return nil, err
	}
	return pendingNew{pending{f, abs}}, nil
}

// begin makes the file beside its place, so that it is on the same disk.
func begin(abs string) (*renameio.PendingFile, error) {
	return renameio.NewPendingFile(abs, renameio.WithPermissions(0o600), renameio.WithTempDir(filepath.Dir(abs)))
}

type pending struct {
	*renameio.PendingFile
	path string
}

func (p pending) Commit() error {
	if err := p.CloseAtomicallyReplace(); err != nil {
		return errors.Join(err, p.Cleanup())
	}
	return syncFolder(p.path)
}

func (p pending) Abort() error { return p.Cleanup() }

// pendingNew never replaces a file.
type pendingNew struct{ pending }

func (p pendingNew) Commit() error {
	err := p.Sync()
	if err == nil {
		err = appear(p.Name(), p.path)
	}
	// Under its own name it stays; the other one goes.
	if err = errors.Join(err, p.Cleanup()); err != nil {
		return err
	}
	return syncFolder(p.path)
}

// syncFolder waits until a file's name is on the disk.
func syncFolder(path string) error {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
