// Command ebb shows what AI agents remember, how it fades and binds, and lets
// people settle what contradicts.
package main

import (
	"context"
	"io"
	"os"

	"ebb/badgerstore"
	"ebb/engine"
	_ "ebb/themes/background" // before Bubble Tea asks the terminal anything
	"ebb/ui/cli"
)

func main() {
	os.Exit(cli.Main(open, cli.Care{Restore: restore, Surroundings: badgerstore.Surroundings}))
}

// open opens a store on this machine's disk.
func open(ctx context.Context, dir string, o cli.StoreOptions) (engine.Store, error) {
	s, err := badgerstore.Open(ctx, dir, badgerstore.Options{
		ReadOnly: o.ReadOnly,
		NoSync:   o.Demo,
		Ballast:  o.Screen && !o.Demo && !o.ReadOnly,
		Log:      o.Log,
		OnFatal:  o.OnFatal,

		Migrating: o.Migrating,
	})
	if err != nil {
		return nil, err // a nil *Store would not be a nil engine.Store
	}
	return s, nil
}

// restore makes a store on this machine's disk from a backup.
func restore(ctx context.Context, dir string, backup io.Reader, o cli.RestoreOptions) (engine.Restoration, error) {
	defer badgerstore.LimitMemory()()
	return badgerstore.Restore(ctx, dir, backup, badgerstore.RestoreOptions{
		Options: badgerstore.Options{Log: o.Log}, Replace: o.Replace, Progress: o.Progress,
	})
}
