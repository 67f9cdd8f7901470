package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/ui/cli/files"
)

func (a *app) backupCmd() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:   "backup FILE",
		Short: "Write the whole store to one file, while it is in use or not",
		Long: `Write the whole store, as it is at this instant, to one file: memories with all
their versions, ties, conflicts, the log, the journal, what was derived from
texts, settings and follows. Nobody who works on the store has to wait.

The file appears when it is complete. It carries checksums, so that a copy that
was cut off or changed is noticed; restore-backup brings it back. - writes to
standard output. A damaged store is not backed up: ebb doctor says what is
wrong, ebb export writes what can be read.`,
		Example: "  ebb backup ~/backups/memories-$(date +%F).ebb\n  ebb backup - | ssh host 'cat > memories.ebb'",
		Args:    args(cobra.ExactArgs(1), "one file, or - for standard output"),
		RunE:    func(c *cobra.Command, given []string) error { return a.backup(c.Context(), given[0], force) },
	}
	c.Flags().BoolVar(&force, "force", false, "replace a file that is there")
	return c
}

func (a *app) backup(ctx context.Context, file string, force bool) error {
	if file == "-" {
		switch {
		case a.flags.json:
			return usage("a backup on standard output leaves no room for --json")
		case a.OutTerminal:
			return usage("a backup is not for a terminal: ebb backup - > FILE")
		}
	} else if err := a.vacant(file, force); err != nil {
		return err
	}
	e, err := a.reading(ctx)
	if err != nil {
		return err
	}
	if file == "-" {
		// The results' buffer is small; a frame is not.
		w := bufio.NewWriter(a.Stdout)
		_, err := a.writeBackup(ctx, e, w, "standard output")
		return errors.Join(err, w.Flush())
	}
	info, err := a.backupTo(ctx, e, file, force)
	if err != nil {
		return err
	}
	if a.flags.json {
		return a.out.json(shapeBackup(file, &info))
	}
	return a.out.line("%s: %s, %s, as of %s; ebb restore-backup brings it back",
		clean(file), plural(info.Memories, "memory", "memories"), sizeText(info.Bytes), a.date(info.At))
}

// vacant makes sure that a file may be written.
func (a *app) vacant(file string, force bool) error {
	in, err := a.Files.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("backup to %s: %w", file, err)
	case in.Mode.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it", file)
	case !in.Mode.IsRegular():
		// Replacing a device by a file would be no favour.
		return fmt.Errorf("backup to %s: %w", file, &files.NotRegularError{Path: in.Path, Mode: in.Mode})
	case !force:
		return fmt.Errorf("%s is there already; --force replaces it", file)
	}
	return nil
}

// backupTo writes a backup to a file and remembers where it is.
func (a *app) backupTo(ctx context.Context, e *engine.Engine, file string, force bool) (engine.Backup, error) {
	abs, err := a.Files.Abs(file)
	if err != nil {
		return engine.Backup{}, err
	}
	if filepath.Dir(abs) == e.Store().Dir() {
		return engine.Backup{}, fmt.Errorf("%s lies inside the store: a backup belongs elsewhere, on another disk if there is one", file)
	}
	begin := a.Files.CreateNew
	if force {
		begin = a.Files.Create
	}
	f, err := begin(file)
	if err != nil {
		return engine.Backup{}, fmt.Errorf("backup to %s: %w", file, err)
	}
	info, err := a.writeBackup(ctx, e, f, filepath.Base(file))
	if err != nil {
		return info, errors.Join(err, f.Abort())
	}
	if err := f.Commit(); err != nil {
		return info, fmt.Errorf("backup to %s: %w", file, err)
	}
	if err := a.rememberBackup(e.Store().Dir(), abs, &info); err != nil {
		complain(a.Stderr, "the backup is complete, but a later ebb will not find it by itself: "+err.Error())
	}
	return info, nil
}

func (a *app) writeBackup(ctx context.Context, e *engine.Engine, w io.Writer, to string) (engine.Backup, error) {
	store, ok := e.Store().(backer)
	if !ok {
		return engine.Backup{}, errors.New("this store cannot be backed up; ebb export -o FILE writes what is in it")
	}
	bar := a.progress("backing up to " + to)
	defer bar.end()
	return store.Backup(ctx, w, func(entries int) { bar.set(progress{records: entries}) })
}

// backupJSON is a backup that was made or restored.
type backupJSON struct {
	File     string `json:"file"`
	Format   uint32 `json:"format"`
	Schema   uint32 `json:"schema"`
	At       stamp  `json:"at"` // when the snapshot was taken
	Sequence uint64 `json:"sequence"`
	Memories int    `json:"memories"` // in every state
	Entries  int    `json:"entries"`  // of every kind, indexes included
	Bytes    int64  `json:"bytes"`
}

func shapeBackup(file string, b *engine.Backup) backupJSON {
	return backupJSON{
		File: file, Format: b.Format, Schema: b.Schema, At: stamp(b.At), Sequence: b.Seq,
		Memories: b.Memories, Entries: b.Entries, Bytes: b.Bytes,
	}
}
