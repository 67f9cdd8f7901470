package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"ebb/engine"
	"ebb/engine/interchange"
	"ebb/ui/cli/files"
)

// intake reads a file into a store: for the command line, for the screen and
// for what follows files.
type intake struct {
	engine *engine.Engine
	files  files.Files
	stdin  io.Reader // what "-" is
	state  string    // folder under which refused records are kept
}

// order says which file, and how.
type order struct {
	path                       string
	format, namespace, subject string
	dryRun, strict             bool
	how                        engine.How
	watched                    bool // find out which records have left the file
	// begin is told what the file is, and how to ask how far reading has come.
	begin func(r *interchange.Reading)
	// step is told how many records are done, now and then.
	step func(records int)
}

// receipt is what came of it.
type receipt struct {
	report   engine.ImportReport
	source   string   // absolute path, or "-"
	rejects  string   // file of refused records; "" for none
	vanished []string // ids of memories whose record has left the file
}

// take imports one file, or one folder of notes.
func (in *intake) take(ctx context.Context, o order) (receipt, error) {
	reading, source, closer, err := in.reading(ctx, o.path, interchange.Settings{Format: o.format, Namespace: o.namespace, Subject: o.subject})
	if err != nil {
		return receipt{source: source.Name}, err
	}
	out, err := in.read(ctx, reading, source, o)
	if closer != nil {
		err = errors.Join(err, closer.Close())
	}
	return out, err
}

// reading prepares to read what stands at a path.
func (in *intake) reading(ctx context.Context, path string, s interchange.Settings) (*interchange.Reading, interchange.Source, io.Closer, error) {
	r, source, closer, err := in.open(path)
	var odd *files.NotRegularError
	if errors.As(err, &odd) && odd.Mode.IsDir() {
		reading, source, err := readingNotes(ctx, in.files, path, s)
		return reading, source, nil, err
	}
	if err != nil {
		return nil, source, nil, err
	}
	reading, err := interchange.Read(ctx, r, source, s)
	if err != nil && closer != nil {
		err = errors.Join(err, closer.Close())
	}
	return reading, source, closer, err
}

func (in *intake) open(path string) (io.Reader, interchange.Source, io.Closer, error) {
	if path == "-" {
		return in.stdin, interchange.Source{Name: "-"}, nil, nil
	}
	f, err := in.files.Open(path)
	if err != nil {
		return nil, interchange.Source{}, nil, err
	}
	info := f.Info()
	return files.Raw(f), interchange.Source{Name: info.Path, Size: info.Size, ModTime: info.ModTime.UTC()}, f, nil
}

func (in *intake) read(ctx context.Context, reading *interchange.Reading, source interchange.Source, o order) (receipt, error) {
	out := receipt{source: source.Name}
	if o.begin != nil {
		o.begin(reading)
	}
	var read atomic.Int64
	var seen map[string]bool
	if o.watched {
		seen = map[string]bool{}
	}
	keep := &rejects{dir: filepath.Join(in.state, "rejects"), name: interchange.Namespace(source.Name)}
	im := engine.Import{
		Source: source.Name, Format: reading.Format, How: o.how, DryRun: o.dryRun, Strict: o.strict,
		Progress: func(engine.ImportReport) {
			if o.step != nil {
				o.step(int(read.Load()))
			}
		},
	}
	if !o.dryRun && !o.strict {
		im.Rejects = keep
	}
	var err error
	out.report, err = in.engine.Import(ctx, im, counted(reading.Items, &read, seen, o.step))
	err = errors.Join(err, keep.close())
	out.rejects = keep.path
	if err != nil {
		return out, err
	}
	if o.watched && !reading.Changed() {
		// A file that is being written now only looks as if something had left it.
		out.vanished, err = in.engine.Vanished(ctx, source.Name, seen)
	}
	return out, err
}

// counted counts records on their way, and notes their names.
func counted(items iter.Seq2[engine.Item, error], n *atomic.Int64, seen map[string]bool, step func(int)) iter.Seq2[engine.Item, error] {
	return func(yield func(engine.Item, error) bool) {
		for item, err := range items {
			if item.Memory != nil || item.Refused != nil {
				if k := n.Add(1); step != nil && k%256 == 0 {
					step(int(k))
				}
			}
			if seen != nil && item.Memory != nil {
				seen[item.Memory.Record] = true
			}
			if !yield(item, err) {
				return
			}
		}
	}
}

// rejects is a file that begins to exist with the first record refused. Its
// name is made of what is in it, so that a file which is read again and again
// does not leave one each time.
type rejects struct {
	dir, name string
	file      *os.File
	sum       hash.Hash
	path      string // set by close
}

func (r *rejects) Write(p []byte) (int, error) {
	if r.file == nil {
		if err := os.MkdirAll(r.dir, 0o700); err != nil {
			return 0, err
		}
		f, err := os.CreateTemp(r.dir, ".new-*") // mode 0600
		if err != nil {
			return 0, err
		}
		r.file, r.sum = f, sha256.New()
	}
	r.sum.Write(p) // never fails
	return r.file.Write(p)
}

func (r *rejects) close() error {
	if r.file == nil {
		return nil
	}
	path := filepath.Join(r.dir, plainName(r.name)+"-"+hex.EncodeToString(r.sum.Sum(nil)[:4])+".rejects")
	err := r.file.Close()
	if err == nil {
		err = os.Rename(r.file.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("keeping the refused records: %w", err)
	}
	r.path = path
	return nil
}

// plainName is a name that every file system takes.
func plainName(name string) string {
	name = strings.Map(func(c rune) rune {
		if c < ' ' || strings.ContainsRune(`/\:*?"<>|`, c) {
			return '_'
		}
		return c
	}, name)
	return strings.ToValidUTF8(name[:min(len(name), 64)], "")
}
