package interchange

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"ebb/engine"
)

// The names of the formats.
const (
	MCP         = "mcp"
	MemPalace   = "mempalace"
	SmartMemory = "smartmemory"
	Engram      = "engram"
	Memorie     = "memorie"
	Markdown    = "markdown"
	Plain       = "plain"
	Ebb         = "ebb"
	Empty       = "empty" // what detection calls a file in which nothing is written yet
)

// Formats lists the formats that can be read, as --format takes them.
func Formats() []string {
	return []string{Ebb, Engram, Markdown, MCP, Memorie, MemPalace, Plain, SmartMemory}
}

// Source is the file that is read.
type Source struct {
	Name    string    // as people should see it: the path as given, "-" for standard input
	Size    int64     // bytes; 0: not known
	ModTime time.Time // the time of memories that bring none; zero: not known
}

// Settings shape what a reader makes of a file.
type Settings struct {
	Format    string // "": detect
	Namespace string // of memories that bring none; "": from the file's name, see [Namespace]
	Subject   string // of memories that bring none; "": [engine.DefaultSubject]
}

func (s Settings) complete(src Source) Settings {
	if strings.TrimSpace(s.Namespace) == "" {
		s.Namespace = Namespace(src.Name)
	}
	if strings.TrimSpace(s.Subject) == "" {
		s.Subject = engine.DefaultSubject
	}
	return s
}

// Reading is a file about to be read.
type Reading struct {
	Format  string // what the file was taken for
	Dialect string // how it differs from the format's plain form, in a few words; ""
	// Items are what is in the file: memories first, then edges and conflicts
	// between them. An error ends them. They can be gone through once.
	Items iter.Seq2[engine.Item, error]

	size   int64
	passes int64
	read   atomic.Int64 // bytes, over all passes
	unsure bool         // something could not be read: what is missing may only seem so
	file   *os.File     // nil when the bytes do not come from a file
	before os.FileInfo
}

// Progress is how many bytes of how many have been read; total is 0 when that
// is not known. It may be called from any goroutine.
func (r *Reading) Progress() (done, total int64) {
	done = r.read.Load() / max(r.passes, 1)
	if r.size > 0 {
		done = min(done, r.size)
	}
	return done, r.size
}

// Changed reports whether the file was written to since reading began, or a
// folder holds notes that could not be read: what was read may be a mixture
// then, and what is missing may be about to come.
func (r *Reading) Changed() bool {
	if r.file == nil || r.unsure {
		return r.unsure
	}
	now, err := r.file.Stat()
	return err != nil || now.Size() != r.before.Size() || !now.ModTime().Equal(r.before.ModTime())
}

// headBytes is how much of a file detection looks at.
const headBytes = 256 << 10

// Read finds out what a file is and prepares to read it. The file stays open
// until Items has been gone through; closing it is the caller's. A regular
// file may be read several times over; of anything else that needs to be, a
// temporary copy is made that only this user can read and that is gone when
// Items ends. An [*UnknownFormatError] says that the file is none of Formats.
func Read(ctx context.Context, r io.Reader, src Source, s Settings) (*Reading, error) {
	out := &Reading{size: src.Size, passes: 1}
	if f, ok := r.(*os.File); ok && src.Name != "-" {
		info, err := f.Stat()
		if err == nil && info.Mode().IsRegular() {
			out.file, out.before, out.size = f, info, info.Size()
		}
	}
	in := &input{reading: out, stream: bufio.NewReaderSize(r, headBytes)}
	head, err := in.head()
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", src.Name, err)
	}
	shape, err := Detect(head)
	if s.Format != "" {
		shape, err = shape.as(s.Format)
	}
	if err != nil {
		var unknown *UnknownFormatError
		if errors.As(err, &unknown) {
			unknown.File = src.Name
		}
		return nil, err
	}
	out.Format, out.Dialect = shape.Format, shape.Dialect
	run := &run{ctx: ctx, src: src, set: s.complete(src), in: in, shape: shape}
	out.Items = run.items
	switch {
	case shape.Format == MCP && !shape.document:
		out.passes = 3
	case shape.Format == Empty:
		out.Items = func(func(engine.Item, error) bool) {}
	}
	return out, nil
}

// as is the shape read under a format that the caller names.
func (sh Shape) as(format string) (Shape, error) {
	for _, f := range Formats() {
		if f != format {
			continue
		}
		if sh.Format != f && sh.Format != Empty {
			sh.groups, sh.Dialect = nil, ""
		}
		sh.Format = f
		return sh, nil
	}
	return Shape{}, &engine.ValidationError{Field: "format", Got: excerpt([]byte(format)), Want: "one of " + strings.Join(Formats(), ", ")}
}

// run is one going-through of a file.
type run struct {
	ctx   context.Context
	src   Source
	set   Settings
	in    *input
	shape Shape
	warn  warnings
}

func (r *run) items(yield func(engine.Item, error) bool) {
	if r.shape.Format == Markdown {
		out := &sink{yield: yield, warn: &r.warn}
		if err := r.readMarkdown(out); err != nil && !out.stopped {
			yield(engine.Item{}, fmt.Errorf("reading %s: %w", r.src.Name, err))
		}
		return
	}
	records, done, err := r.records()
	if err == nil {
		defer done()
		out := &sink{yield: yield, warn: &r.warn}
		switch r.shape.Format {
		case MCP:
			err = newMCPReader(r, records).read(out)
		case Ebb:
			err = newEbbReader(r, records).read(out)
		case Engram:
			err = r.readEngram(records, out)
		case Memorie:
			err = r.readMemorie(records, out)
		case MemPalace:
			err = r.readPalace(records, out)
		case SmartMemory:
			err = r.readSmart(records, out)
		default:
			err = r.readPlain(records, out)
		}
		if out.stopped {
			return
		}
		if err == nil {
			out.rest(append(records.warnings(), r.warn.left()...))
			return
		}
	}
	yield(engine.Item{}, fmt.Errorf("reading %s: %w", r.src.Name, err))
}

func (r *run) readPlain(records records, out *sink) error {
	p := plainReader{src: r.src, set: r.set, seen: newSightings()}
	return records.each(r.ctx, nil, func(rec *record) bool {
		if rec.refused != "" {
			return out.put(engine.Item{Refused: rec.refusal(r.src.Name, "", rec.refused)})
		}
		item, ok := p.read(rec)
		return !ok || out.put(item)
	})
}

// sink hands items on and remembers whether anyone still wants them.
type sink struct {
	yield   func(engine.Item, error) bool
	warn    *warnings
	stopped bool
}

// put hands on one item; false says that no more are wanted.
func (s *sink) put(item engine.Item) bool {
	if item.Warning != "" && !s.warn.room() {
		item.Warning = ""
	}
	if !s.stopped {
		s.stopped = !s.yield(item, nil)
	}
	return !s.stopped
}

// rest hands on what concerns the file as a whole.
func (s *sink) rest(sentences []string) {
	for _, w := range sentences {
		if !s.stopped {
			s.stopped = !s.yield(engine.Item{Warning: w}, nil)
		}
	}
}

// mostWarnings bounds the warnings about single records of one file: past it
// they are counted, not said.
const mostWarnings = 50

type warnings struct{ said int }

func (w *warnings) room() bool {
	w.said++
	return w.said <= mostWarnings
}

func (w *warnings) left() []string {
	if w.said <= mostWarnings {
		return nil
	}
	return []string{fmt.Sprintf("%d more records have warnings like these", w.said-mostWarnings)}
}
