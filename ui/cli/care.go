package cli

import (
	"context"
	"io"

	"ebb/engine"
)

// Care is what can be done to a store that nobody has open.
type Care struct {
	// Restore puts what a backup holds into a folder.
	Restore func(ctx context.Context, dir string, backup io.Reader, o RestoreOptions) (engine.Restoration, error)
	// Surroundings looks at the folder of a store and the disk under it.
	Surroundings func(dir string) []engine.Finding
}

// RestoreOptions are how a backup is restored.
type RestoreOptions struct {
	Replace  bool      // a store that is there is kept beside
	Log      io.Writer // receives what the store logs; nil: nothing
	Progress func(entries int, bytes int64)
}

// backer is a store that can be backed up while it is in use.
type backer interface {
	Backup(ctx context.Context, w io.Writer, done func(entries int)) (engine.Backup, error)
}

// patient is a store that a doctor can look at and mend.
type patient interface {
	Examine(ctx context.Context, done func(entries int)) ([]engine.Finding, int, error)
	Repair(ctx context.Context, done func(entries int)) ([]engine.Finding, error)
}
