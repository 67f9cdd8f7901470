package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"ebb/engine"
	"ebb/engine/interchange"
	"ebb/ui/cli/files"
)

// The bounds of a folder of notes: past them it is not a folder of notes but
// somebody's home.
const (
	deepestNote  = 16
	mostInFolder = 50_000 // files and folders
)

// walk is a folder being looked through for notes.
type walk struct {
	files files.Files
	root  string // absolute
	notes []interchange.Note
	left  []string // what is no note, as paths inside the folder
	seen  int
}

// walkNotes finds the notes of a folder and of its folders. It follows no
// links and stays out of what is hidden; both are among what is left.
func walkNotes(ctx context.Context, fsys files.Files, dir string) (*walk, error) {
	root, err := fsys.Abs(dir)
	if err != nil {
		return nil, err
	}
	w := &walk{files: fsys, root: root}
	return w, w.folder(ctx, "", 0)
}

func (w *walk) folder(ctx context.Context, inside string, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := w.files.List(filepath.Join(w.root, filepath.FromSlash(inside)))
	if err != nil {
		if inside == "" {
			return err
		}
		w.left = append(w.left, inside+" ("+reasonOf(err)+")")
		return nil
	}
	if w.seen += len(entries); w.seen > mostInFolder {
		return fmt.Errorf("%s holds more than %d files: name a smaller folder", w.root, mostInFolder)
	}
	for _, e := range entries {
		name := filepath.Base(e.Path)
		at := path.Join(inside, name)
		switch {
		case strings.HasPrefix(name, "."):
			w.left = append(w.left, at+" (hidden)")
		case e.Link:
			w.left = append(w.left, at+" (a link)")
		case e.Mode.IsDir() && depth >= deepestNote:
			w.left = append(w.left, at+" (too deep)")
		case e.Mode.IsDir():
			if err := w.folder(ctx, at, depth+1); err != nil {
				return err
			}
		case e.Mode.IsRegular() && interchange.IsNote(name):
			w.notes = append(w.notes, interchange.Note{
				Path: at, Size: e.Size, ModTime: e.ModTime.UTC(), Open: func() (io.ReadCloser, error) { return w.files.Open(e.Path) },
			})
		case inside == "" && isLines(name) && e.Mode.IsRegular(): // read as a file of its own
		default:
			w.left = append(w.left, at)
		}
	}
	return nil
}

func reasonOf(err error) string {
	if errors.Is(err, fs.ErrPermission) {
		return "permission denied"
	}
	return err.Error()
}

// isLines reports whether a file of this name is read when its folder is named.
func isLines(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".jsonl", ".ndjson":
		return true
	}
	return false
}

// readingNotes prepares to read a folder of notes.
func readingNotes(ctx context.Context, fsys files.Files, dir string, s interchange.Settings) (*interchange.Reading, interchange.Source, error) {
	w, err := walkNotes(ctx, fsys, dir)
	if err != nil {
		return nil, interchange.Source{}, err
	}
	source := interchange.Source{Name: w.root}
	for _, n := range w.notes {
		source.Size += n.Size
	}
	if s.Format != "" && s.Format != interchange.Markdown {
		return nil, source, fmt.Errorf("%s is a folder: of those, only %s is read; name a file", w.root, interchange.Markdown)
	}
	if len(w.notes) == 0 {
		return nil, source, fmt.Errorf("%s is a folder without notes (.md): name the file to import", w.root)
	}
	r, err := interchange.ReadFolder(ctx, source, w.notes, w.left, s)
	return r, source, err
}

// writtenNotes is what an export to a folder did.
type writtenNotes struct {
	notes, removed int
	bytes          int64
}

// writeNotes exports into a folder of its own: one that is new, empty, or an
// earlier export that nobody has changed since. Notes of memories that are
// gone go too.
func writeNotes(ctx context.Context, fsys files.Files, e *engine.Engine, to string, bar *bar) (writtenNotes, error) {
	var done writtenNotes
	dir, err := fsys.Abs(to)
	if err != nil {
		return done, err
	}
	before, err := ownNotes(ctx, fsys, dir)
	if err != nil {
		return done, err
	}
	if err := fsys.MakeFolder(dir); err != nil {
		return done, err
	}
	err = interchange.ExportNotes(ctx, e, func(name string, note []byte) error {
		done.notes++
		done.bytes += int64(len(note))
		bar.set(progress{records: done.notes, bytes: done.bytes})
		had, known := before[name]
		delete(before, name)
		if known && had == string(note) {
			return nil // as it is there: whoever watches the folder is left alone
		}
		return writeNote(fsys, filepath.Join(dir, name), note)
	})
	if err != nil {
		return done, err // also where some are damaged: their earlier notes stay
	}
	for name := range before {
		if err := fsys.Remove(filepath.Join(dir, name)); err != nil {
			return done, err
		}
		done.removed++
	}
	return done, nil
}

func writeNote(fsys files.Files, path string, note []byte) error {
	f, err := fsys.Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(note); err != nil {
		return errors.Join(fmt.Errorf("writing %s: %w", path, err), f.Abort())
	}
	if err := f.Commit(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

// ownNotes are the notes of an earlier export in a folder, by name. Anything
// else in it is refused: it would be mixed up with the export, or lost.
func ownNotes(ctx context.Context, fsys files.Files, dir string) (map[string]string, error) {
	own := map[string]string{}
	info, err := fsys.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return own, nil
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode.IsDir() {
		return nil, fmt.Errorf("%s is a file: notes are written into a folder", dir)
	}
	entries, err := fsys.List(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := filepath.Base(e.Path)
		if e.Link || !e.Mode.IsRegular() || !interchange.IsNote(name) || e.Size > 2*interchange.MaxNoteBytes {
			return nil, foreignFile(dir, name)
		}
		b, err := noteAt(fsys, e.Path)
		if err != nil {
			return nil, err
		}
		ours, untouched := interchange.IsOwnNote(b)
		switch {
		case !ours:
			return nil, foreignFile(dir, name)
		case !untouched:
			return nil, fmt.Errorf("%s was changed since it was exported: import the folder first, or name another one", filepath.Join(dir, name))
		}
		own[name] = string(b)
	}
	return own, nil
}

func foreignFile(dir, name string) error {
	return fmt.Errorf("%s holds %s, which no export of ebb's has written: name a new or an empty folder", dir, name)
}

func noteAt(fsys files.Files, path string) ([]byte, error) {
	f, err := fsys.Open(path)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(f, 2*interchange.MaxNoteBytes))
	return b, errors.Join(err, f.Close())
}
