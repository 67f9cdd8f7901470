package cli

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"ebb/engine"
)

func (a *app) restoreBackupCmd() *cobra.Command {
	var replace bool
	c := &cobra.Command{
		Use:   "restore-backup FILE",
		Short: "Make a store from a backup",
		Long: `Make a store from what ebb backup has written. The whole file is read and
checked, and what comes of it is examined, in a folder beside the store; only
then it takes its place, in one step. After an error everything is as it was.

A store that is there is not touched, unless --replace is given: then it is
kept beside, under a name that is printed. - reads standard input.`,
		Example: "  ebb restore-backup memories.ebb --store ~/looking-back\n  ebb restore-backup memories.ebb --replace",
		Args:    args(cobra.ExactArgs(1), "one file, or - for standard input"),
		RunE: func(c *cobra.Command, given []string) error {
			return a.restoreBackup(c.Context(), given[0], a.storeDir(), replace)
		},
	}
	c.Flags().BoolVar(&replace, "replace", false, "keep the store that is there beside, and take its place")
	return c
}

// restoreBackup works on the folder itself: nobody holds the store meanwhile.
func (a *app) restoreBackup(ctx context.Context, file, dir string, replace bool) (err error) {
	if a.Care.Restore == nil {
		return errors.New("stores cannot be restored here")
	}
	var from io.Reader = a.Stdin
	var size int64
	if file == "-" {
		if a.InTerminal {
			return usage("a backup is not typed: ebb restore-backup - < FILE")
		}
	} else {
		f, err := a.Files.Open(file)
		if err != nil {
			return opening(file, err)
		}
		// It was only read.
		defer func() { _ = f.Close() }()
		from, size = f, f.Info().Size
	}
	label := "restoring"
	if file != "-" {
		label += " " + filepath.Base(file)
	}
	bar := a.progress(label)
	got, err := a.Care.Restore(ctx, dir, from, RestoreOptions{
		Replace:  replace,
		Progress: func(entries int, bytes int64) { bar.set(progress{records: entries, bytes: bytes, size: size}) },
	})
	bar.end()
	if err != nil {
		return err
	}
	for _, f := range got.Rebuilt {
		complain(a.Stderr, "derived anew: "+f.What)
	}
	return a.restored(file, dir, &got)
}

func (a *app) restored(file, dir string, r *engine.Restoration) error {
	if a.flags.json {
		return a.out.json(restoredJSON{backupJSON: shapeBackup(file, &r.Backup), Store: dir, Kept: r.Kept, Rebuilt: len(r.Rebuilt)})
	}
	if err := a.out.line("%s: %s as of %s are in %s", clean(file), plural(r.Memories, "memory", "memories"), a.date(r.At), clean(dir)); err != nil {
		return err
	}
	if r.Kept == "" {
		return nil
	}
	return a.out.line("the store before it is kept in %s", clean(r.Kept))
}

// restoredJSON is what a restoration has put in place.
type restoredJSON struct {
	backupJSON
	Store   string `json:"store"`             // the folder
	Kept    string `json:"kept,omitempty"`    // where the store before it is
	Rebuilt int    `json:"rebuilt,omitempty"` // indexes that were derived anew
}
