package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/engine/interchange"
	"ebb/ui/cli/files"
)

type importFlags struct {
	format, namespace, subject string
	follow, dryRun, strict     bool
	archiveVanished            bool
}

func (a *app) importCmd() *cobra.Command {
	var f importFlags
	c := &cobra.Command{
		Use:   "import FILE|DIR…",
		Short: "Read memory files that agents and other tools write",
		Long: `Read memory files. The format is recognised by content, be it the MCP memory
server's, another tool's or ebb's own; --format names those that are read. - is
standard input; of a folder, its .json and .jsonl files are read, and its
Markdown notes with those in its folders.

Reading a file again takes over what has changed in it, as new versions, and
never reverts what was changed here. Records that cannot be taken are named,
kept in a file, and the exit code is 3. --follow goes on watching the file.`,
		Example: "  ebb import ~/.claude/memory.jsonl --follow\n  ebb import export.jsonl --dry-run\n  curl … | ebb import - --namespace notes",
		Args:    args(cobra.MinimumNArgs(1), "files or folders, or - for standard input"),
		RunE:    func(c *cobra.Command, given []string) error { return a.importAll(c.Context(), given, f) },
	}
	s := c.Flags()
	s.StringVar(&f.format, "format", "", "what the files are: "+strings.Join(interchange.Formats(), ", ")+"; default: look")
	s.StringVar(&f.namespace, "namespace", "", "for memories that bring none; default: the file's name")
	s.StringVar(&f.subject, "subject", "", "for memories that bring none; default: "+engine.DefaultSubject)
	s.BoolVar(&f.follow, "follow", false, "go on: read it again whenever it changes")
	s.BoolVar(&f.dryRun, "dry-run", false, "say what would happen, write nothing")
	s.BoolVar(&f.strict, "strict", false, "write nothing unless every record can be taken")
	s.BoolVar(&f.archiveVanished, "archive-vanished", false, "archive memories whose record has left the file")
	fixed(c, "format", interchange.Formats()...)
	return c
}

func (a *app) importAll(ctx context.Context, given []string, f importFlags) error {
	if f.format != "" && !slices.Contains(interchange.Formats(), f.format) {
		return usage("--format: %q is none of %s", f.format, strings.Join(interchange.Formats(), ", "))
	}
	switch {
	case f.follow && slices.Contains(given, "-"):
		return usage("standard input cannot be followed; name the file")
	case f.follow && f.dryRun:
		return usage("--follow and --dry-run do not go together")
	}
	e, err := a.engine(ctx)
	if err != nil {
		return err
	}
	if a.held == nil {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(importMemory))
	}
	in := &intake{engine: e, files: a.Files, stdin: a.Stdin, state: a.Places.State}
	t := tally{}
	var paths []string
	for _, g := range given {
		found, err := a.expandFolder(ctx, g, f.format)
		if err != nil {
			t.fail(a, err)
			continue
		}
		for _, p := range found {
			done, err := a.importOne(ctx, in, p, f)
			if err == nil && done.report.Refused > 0 {
				t.part = true
			}
			if err != nil {
				t.fail(a, err)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				continue
			}
			t.good++
			paths = append(paths, done.source)
		}
	}
	if f.follow && len(paths) > 0 {
		if err := a.followAll(ctx, e, in, paths, f); err != nil {
			return err
		}
	}
	return t.code()
}

// importMemory bounds the heap in bytes while a command imports: without it,
// what a large import has written lies around until the collector comes by
// (389 MB resident instead of 214 for 100,000 memories). A screen sets no bound: with a
// million rows in memory it would collect without end.
const importMemory = 160 << 20

// tally adds up how several files went.
type tally struct {
	good, bad int
	part      bool
}

func (t *tally) fail(a *app, err error) {
	t.bad++
	var refused *engine.RefusedError
	if errors.As(err, &refused) {
		complain(a.Stderr, err.Error()+" (--strict)")
		return
	}
	if err := a.out.flush(); err != nil {
		return // nobody reads: the next line ends the command
	}
	complain(a.Stderr, advise(err))
}

func (t *tally) code() error {
	switch {
	case t.bad > 0 && t.good == 0:
		return exitError(exitFailed)
	case t.bad > 0 || t.part:
		return exitError(exitPart)
	}
	return nil
}

// expandFolder is a path itself or, for a folder, the memory files in it, and
// the folder where it holds notes.
func (a *app) expandFolder(ctx context.Context, path, format string) ([]string, error) {
	if path == "-" {
		return []string{path}, nil
	}
	info, err := a.Files.Stat(path)
	if err != nil {
		return nil, opening(path, err)
	}
	if !info.Mode.IsDir() {
		return []string{path}, nil
	}
	entries, err := a.Files.List(path)
	if err != nil {
		return nil, err
	}
	var out []string
	if format != interchange.Markdown {
		for _, e := range entries {
			if isLines(e.Path) && e.Mode.IsRegular() {
				out = append(out, e.Path)
			}
		}
	}
	if format == "" || format == interchange.Markdown {
		w, err := walkNotes(ctx, a.Files, path)
		if err != nil {
			return nil, err
		}
		if len(w.notes) > 0 {
			out = append(out, path)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s is a folder without .json, .jsonl or .md files: name the file to import", path)
	}
	return out, nil
}

// opening says what to do about a file that cannot be opened.
func opening(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s", path)
	}
	return err
}

func (a *app) importOne(ctx context.Context, in *intake, path string, f importFlags) (receipt, error) {
	bar := a.progress("reading " + filepath.Base(path))
	done, err := in.take(ctx, order{
		path: path, format: f.format, namespace: f.namespace, subject: f.subject, dryRun: f.dryRun, strict: f.strict,
		how: a.how(""), watched: f.follow || f.archiveVanished,
		begin: func(r *interchange.Reading) { bar.follow(r.Progress) },
		step:  func(n int) { bar.set(progress{records: n}) },
	})
	bar.end()
	var strict *engine.RefusedError
	if err != nil && !errors.As(err, &strict) {
		return done, err
	}
	gone, archived := done.vanished, 0
	if f.archiveVanished && !f.dryRun && err == nil {
		if archived, err = a.archiveGone(ctx, in.engine, done); err != nil {
			return done, err
		}
		gone = nil
	}
	done.report.Archived += archived
	if printed := a.imported(path, &done, gone, f.dryRun, strict != nil); printed != nil {
		return done, printed
	}
	if err == nil && done.report.Operation != "" && !exact(done.report.Format) {
		a.evolveImported(ctx, in.engine, done.report.Operation)
	}
	return done, err
}

// exact reports whether a format states memories as they are, down to their
// versions: taken over, they are what they were.
func exact(format string) bool { return format == interchange.Ebb || format == interchange.Memorie }

// archiveGone archives memories whose record has left the file.
func (a *app) archiveGone(ctx context.Context, e *engine.Engine, done receipt) (int, error) {
	if len(done.vanished) == 0 {
		return 0, nil
	}
	op, err := e.Archive(ctx, done.vanished, a.how("no longer in "+done.source))
	return op.Count, err
}

// imported prints what came of a file.
func (a *app) imported(path string, done *receipt, gone []string, dryRun, strict bool) error {
	r := &done.report
	for i := range r.Refusals {
		x := &r.Refusals[i]
		where := path
		if x.File != "" && x.File != done.source {
			where = x.File // a note of a folder
		} else if x.Line > 0 {
			where = fmt.Sprintf("%s:%d", path, x.Line)
		}
		complain(a.Stderr, where+": "+x.Reason)
	}
	if more := r.Refused - len(r.Refusals); more > 0 {
		complain(a.Stderr, fmt.Sprintf("%s: %d more were refused", path, more))
	}
	if a.flags.json {
		j := shapeImport(done.source, r)
		j.Rejects, j.NoLongerIn, j.DryRun = done.rejects, gone, dryRun
		return a.out.json(j)
	}
	for _, w := range r.Warnings {
		complain(a.Stderr, path+": "+w)
	}
	if strict {
		return nil // the error says it
	}
	if err := a.out.line("%s: %s", clean(path), summary(r, dryRun)); err != nil {
		return err
	}
	if done.rejects != "" {
		complain(a.Stderr, "refused records are kept in "+done.rejects)
	}
	if len(gone) > 0 {
		complain(a.Stderr, fmt.Sprintf("%s: %s; --archive-vanished archives them", path, plural(len(gone), "memory is no longer in it", "memories are no longer in it")))
	}
	return nil
}

// summary is an import in a few words: what there was none of is left out.
func summary(r *engine.ImportReport, dryRun bool) string {
	var parts []string
	add := func(n int, word string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, word))
		}
	}
	add(r.Created, "new")
	add(r.Updated, "updated")
	add(r.Conflict, "in conflict")
	add(r.Duplicate, "known already")
	add(r.Unchanged, "unchanged")
	add(r.Archived, "archived")
	relations := func(n int) string { return strings.TrimPrefix(plural(n, "relation", "relations"), fmt.Sprint(n)+" ") }
	add(r.Relations, relations(r.Relations))
	add(r.Dangling, relations(r.Dangling)+" to nothing")
	add(r.Refused, "refused")
	text := strings.Join(parts, ", ")
	if text == "" {
		text = "nothing in it"
	}
	if dryRun {
		text += "; nothing was written (--dry-run)"
	}
	return r.Format + ", " + text
}

func (a *app) exportCmd() *cobra.Command {
	var format, to string
	c := &cobra.Command{
		Use:   "export",
		Short: "Write everything to a file that ebb or another tool reads",
		Long: `Write what is remembered. ebb loses nothing: versions, ties, conflicts and the
log. mcp is the graph of live memories, as the MCP memory server keeps it.
memorie is every memory with its versions, relations and conflicts. markdown is
a folder with a note for each live memory; written into its folder again, it
takes away the notes of memories that are gone.`,
		Example: "  ebb export -o memories.jsonl\n  ebb export --format mcp > memory.jsonl\n  ebb export --format markdown -o notes",
		Args:    args(cobra.NoArgs, "no arguments; -o FILE names the file"),
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case !slices.Contains(exportFormats(), format):
				return usage("--format: %q is none of %s", format, strings.Join(exportFormats(), ", "))
			case format == interchange.Markdown && to == "-":
				return usage("--format markdown writes a folder of notes: name it with -o")
			}
			e, err := a.reading(c.Context())
			if err != nil {
				return err
			}
			return a.export(c.Context(), e, format, to)
		},
	}
	c.Flags().StringVar(&format, "format", interchange.Ebb, strings.Join(exportFormats(), ", "))
	c.Flags().StringVarP(&to, "output", "o", "-", "`FILE` to write, which appears when it is complete; for markdown a folder")
	fixed(c, "format", exportFormats()...)
	return c
}

// exportFormats are those that are written, one of them into a folder.
func exportFormats() []string { return append(interchange.ExportFormats(), interchange.Markdown) }

func (a *app) export(ctx context.Context, e *engine.Engine, format, to string) error {
	if format == interchange.Markdown {
		return a.exportNotes(ctx, e, to)
	}
	if to == "-" {
		return interchange.Export(ctx, a.out.w, format, e)
	}
	bar := a.progress("writing " + filepath.Base(to))
	w, err := writeFile(ctx, a.Files, e, format, to, bar)
	bar.end()
	if w == nil {
		return err
	}
	said := a.out.line
	if a.flags.json {
		said = func(string, ...any) error {
			return a.out.json(exportedJSON{File: to, Format: format, Bytes: w.bytes, Lines: w.lines})
		}
	}
	if failed := said("%s: %s, %s", clean(to), plural(w.lines, "line", "lines"), sizeText(w.bytes)); failed != nil {
		return failed
	}
	return err // what could be read is in the file all the same
}

func (a *app) exportNotes(ctx context.Context, e *engine.Engine, to string) error {
	bar := a.progress("writing " + filepath.Base(to))
	done, err := writeNotes(ctx, a.Files, e, to, bar)
	bar.end()
	var incomplete *interchange.IncompleteError
	if err != nil && !errors.As(err, &incomplete) {
		return err
	}
	said := fmt.Sprintf("%s: %s, %s", clean(to), plural(done.notes, "note", "notes"), sizeText(done.bytes))
	if done.removed > 0 {
		said += ", " + plural(done.removed, "note of a memory that is gone taken away", "notes of memories that are gone taken away")
	}
	if a.flags.json {
		if failed := a.out.json(exportedJSON{File: to, Format: interchange.Markdown, Lines: done.notes, Bytes: done.bytes}); failed != nil {
			return failed
		}
		return err
	}
	if failed := a.out.line("%s", said); failed != nil {
		return failed
	}
	return err // what could be read is in the folder all the same
}

// writeFile exports to a file, which appears when it is complete.
func writeFile(ctx context.Context, fsys files.Files, e *engine.Engine, format, to string, bar *bar) (*measured, error) {
	f, err := fsys.Create(to)
	if err != nil {
		return nil, err
	}
	w := &measured{to: f, bar: bar}
	err = interchange.Export(ctx, w, format, e)
	var incomplete *interchange.IncompleteError
	if err != nil && !errors.As(err, &incomplete) {
		return nil, errors.Join(err, f.Abort())
	}
	if failed := f.Commit(); failed != nil {
		return nil, fmt.Errorf("writing %s: %w", to, failed)
	}
	return w, err
}

// exportedJSON is an export to a file.
type exportedJSON struct {
	File   string `json:"file"`
	Format string `json:"format"`
	Lines  int    `json:"lines"` // notes, in a folder
	Bytes  int64  `json:"bytes"`
}

// measured counts what goes through it.
type measured struct {
	to    io.Writer
	bar   *bar
	lines int
	bytes int64
}

func (m *measured) Write(p []byte) (int, error) {
	n, err := m.to.Write(p)
	m.bytes += int64(n)
	m.lines += strings.Count(string(p[:n]), "\n")
	m.bar.set(progress{records: m.lines, bytes: m.bytes})
	return n, err
}
