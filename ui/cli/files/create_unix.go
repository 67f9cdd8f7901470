//go:build !windows

package files

import "github.com/google/renameio/v2"

func create(abs string) (Pending, error) {
	f, err := renameio.NewPendingFile(abs, renameio.WithPermissions(0o600))
	if err != nil {
		return nil, err
	}
	return pending{f}, nil
}

type pending struct{ *renameio.PendingFile }

func (p pending) Commit() error { return p.CloseAtomicallyReplace() }
func (p pending) Abort() error  { return p.Cleanup() }
