package interchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ebb/engine"
)

// MaxNoteBytes bounds one Markdown note: a memory's text is at most 512 KiB.
const MaxNoteBytes = 1 << 20

// MaxFolderBytes bounds the notes of a folder together: they are held while
// the links between them are followed.
const MaxFolderBytes = 64 << 20

// Note is a file of a folder of notes.
type Note struct {
	Path    string // inside the folder, with slashes: sub/name.md
	Size    int64  // bytes
	ModTime time.Time
	Open    func() (io.ReadCloser, error)
}

// IsNote reports whether a file of this name in a folder counts as a note.
func IsNote(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown":
		return true
	}
	return false
}

// ReadFolder prepares to read a folder of Markdown notes, each a memory; links
// between them are ties. The notes are read in the order of their paths,
// whatever order they come in. left names what else lies in the folder; it is
// said, and left out. Refusals and warnings name the file.
func ReadFolder(ctx context.Context, src Source, notes []Note, left []string, s Settings) (*Reading, error) {
	notes = slices.Clone(notes)
	slices.SortFunc(notes, func(a, b Note) int { return strings.Compare(a.Path, b.Path) })
	out := &Reading{Format: Markdown, Dialect: "a folder of notes", passes: 1}
	for _, n := range notes {
		out.size += n.Size
	}
	if out.size > MaxFolderBytes {
		return nil, fmt.Errorf("%s holds %s of notes, at most %s are read at once: import its folders one by one", src.Name, sizeText(out.size), sizeText(MaxFolderBytes))
	}
	f := &folder{ctx: ctx, src: src, set: s.complete(src), notes: notes, left: left, reading: out, seen: newSightings(), names: map[string][]*folderNote{}}
	out.Items = f.items
	return out, nil
}

// folder is one going-through of a folder.
type folder struct {
	ctx     context.Context
	src     Source
	set     Settings
	notes   []Note
	left    []string
	reading *Reading
	seen    *sightings
	warn    warnings
	out     *sink
	found   []*folderNote
	names   map[string][]*folderNote // by the names that links use
}

type folderNote struct {
	*note
	path string
}

func (f *folder) items(yield func(engine.Item, error) bool) {
	f.out = &sink{yield: yield, warn: &f.warn}
	for _, n := range f.notes {
		if err := f.ctx.Err(); err != nil {
			yield(engine.Item{}, fmt.Errorf("reading %s: %w", f.src.Name, err))
			return
		}
		if !f.read(n) {
			return
		}
	}
	for _, n := range f.found {
		item := engine.Item{Memory: &n.in}
		if len(n.odd) > 0 {
			item.Warning = n.path + ": " + strings.Join(n.odd, "; ")
		}
		if !f.out.put(item) {
			return
		}
	}
	for _, n := range f.found {
		if !f.ties(n) {
			return
		}
	}
	if len(f.left) > 0 {
		f.out.rest([]string{fmt.Sprintf("no notes, left out (%d): %s", len(f.left), some(f.left))})
	}
	f.out.rest(f.warn.left())
}

// read reads one note; false says that no more are wanted.
func (f *folder) read(n Note) bool {
	file := filepath.Join(f.src.Name, filepath.FromSlash(n.Path))
	b, err := noteBytes(n)
	f.reading.read.Add(int64(len(b)))
	reason := ""
	switch {
	case err != nil:
		reason = err.Error()
	case len(b) > MaxNoteBytes:
		reason = fmt.Sprintf("the note has more than %s", sizeText(MaxNoteBytes))
	case len(bytes.TrimSpace(bytes.TrimPrefix(b, bom))) == 0:
		f.left = append(f.left, n.Path+" (empty)")
		f.reading.unsure = true // it may be about to be written
		return true
	}
	name := strings.TrimSuffix(n.Path, path.Ext(n.Path))
	var got *note
	if reason == "" {
		got, reason = readNote(b, name, Source{Name: file, ModTime: n.ModTime}, f.set)
	}
	if reason != "" {
		f.reading.unsure = true
		rec := record{line: 1, raw: b}
		return f.out.put(engine.Item{Refused: rec.refusal(file, n.Path, reason)})
	}
	got.in.Line = 1
	switch f.seen.see(got.in.Record, got.in.Sum) {
	case saidBefore:
		f.left = append(f.left, n.Path+" (a copy)")
		return true
	case saidOtherwise:
		got.in.Twin = true
		got.in.Record = otherName(got.in.Record, got.in.Sum)
	}
	note := &folderNote{got, n.Path}
	f.found = append(f.found, note)
	for _, called := range got.names {
		f.names[called] = append(f.names[called], note)
	}
	return true
}

func noteBytes(n Note) ([]byte, error) {
	r, err := n.Open()
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(r, MaxNoteBytes+1))
	return b, errors.Join(err, r.Close())
}

// ties hands on what a note links to. A link to nothing keeps its name.
func (f *folder) ties(n *folderNote) bool {
	stated := map[string]bool{}
	for _, l := range n.links {
		edge := l.edge(n.in.Record, f.target(n, l))
		key := edge.Type + "\x00" + edge.To + "\x00" + edge.Relation
		if edge.To == edge.From || stated[key] {
			continue
		}
		stated[key] = true
		if len(edge.Type) > engine.MaxRelTypeBytes {
			continue // prose in front of a link, no type
		}
		if !f.out.put(engine.Item{Edge: edge}) {
			return false
		}
	}
	return true
}

func (l *link) edge(from, to string) *engine.IncomingEdge {
	return &engine.IncomingEdge{
		From: from, To: to, Type: l.typ, Relation: l.relation, Line: 1,
		Weight: min(max(l.weight, 0), 1), CreatedAt: l.created, Metadata: l.metadata,
	}
}

// target is the record that a link means: of several notes of a name the one
// in the same folder, else the first.
func (f *folder) target(from *folderNote, l link) string {
	names := []string{foldName(l.to)}
	if here := foldName(path.Join(path.Dir(from.path), l.to)); l.beside {
		names = []string{here}
	} else {
		names = append([]string{here}, names...)
	}
	for _, name := range names {
		all := f.names[name]
		for _, n := range all {
			if path.Dir(n.path) == path.Dir(from.path) {
				return n.in.Record
			}
		}
		if len(all) > 0 {
			return all[0].in.Record
		}
	}
	return l.to
}

// readMarkdown reads a file that is one note.
func (r *run) readMarkdown(out *sink) error {
	b, err := io.ReadAll(io.LimitReader(r.in.once(), MaxNoteBytes+1))
	if err != nil {
		return err
	}
	file := filepath.Base(r.src.Name)
	f := &folder{
		ctx: r.ctx, src: Source{Name: filepath.Dir(r.src.Name), ModTime: r.src.ModTime}, set: r.set, reading: r.in.reading,
		seen: newSightings(), out: out, names: map[string][]*folderNote{},
	}
	if !f.read(Note{Path: file, ModTime: r.src.ModTime, Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }}) {
		return nil
	}
	for _, n := range f.found {
		item := engine.Item{Memory: &n.in}
		if len(n.odd) > 0 {
			item.Warning = strings.Join(n.odd, "; ")
		}
		if !out.put(item) || !f.ties(n) {
			return nil
		}
	}
	return nil
}
