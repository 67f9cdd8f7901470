package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/ristretto/v2/z"

	"ebb/engine"
)

// restoring is the way of one backup into a folder.
type restoring struct {
	ctx  context.Context
	dir  string
	from *backupReader
	o    RestoreOptions
}

// load writes every entry of the backup into a fresh Badger. The entries come
// in order, so its tables are written straight away and once.
func (r *restoring) load() (err error) {
	memTable := r.o.memTable()
	if err := r.room(memTable, r.from.head.Disk); err != nil {
		return err
	}
	if err := writeFormatFile(r.dir, formatFile{Format: int(r.from.head.Schema), MemTable: memTable}); err != nil {
		return err
	}
	opts := r.o.Options
	opts.ReadOnly, opts.NoSync = false, true // all is synced at the end
	b := opts.badger(r.dir, memTable, &capture{out: opts.Log})
	// Tables as compactions make them: one of the bottom level's largest, 64
	// MB, is held in memory twice while it is written.
	b.TableSizeMultiplier = 1
	db, err := tryBadger(b)
	if err != nil {
		return fmt.Errorf("restore in %s: %w", r.dir, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	w := db.NewStreamWriter()
	if err := w.Prepare(); err != nil {
		return err
	}
	if err := r.stream(w, memTable); err != nil {
		w.Cancel()
		return err
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("restore in %s: %w", r.dir, err)
	}
	r.o.at(placeLoaded)
	return r.acknowledge()
}

// stream passes the backup's frames on, to its end.
func (r *restoring) stream(w *badger.StreamWriter, memTable int64) error {
	buf := z.NewBuffer(2*frameBytes, "restore")
	defer func() {
		// It is memory: Release cannot fail in a way that matters.
		_ = buf.Release()
	}()
	for {
		buf.Reset()
		err := r.from.next(func(key, val []byte) error {
			badger.KVToBuffer(&pb.KV{Key: key, Value: val, Version: 1}, buf)
			return nil
		})
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = r.ctx.Err()
		}
		if err == nil {
			err = r.room(memTable, 0)
		}
		if err == nil {
			err = w.Write(buf)
		}
		if err != nil {
			return err
		}
		r.o.at(placeFrame)
		r.o.Progress(r.from.tally.entries, r.from.at)
	}
}

// room refuses to go on where so many bytes more could fill the disk.
func (r *restoring) room(memTable, bytes int64) error {
	least := r.o.minFree(memTable)
	if least == 0 {
		return nil
	}
	free, err := freeSpace(r.dir)
	if err != nil {
		return fmt.Errorf("ask for the free space of %s: %w", r.dir, err)
	}
	if need := uint64(least + max(bytes, 0)); free < need {
		return &engine.DiskFullError{Dir: filepath.Dir(r.dir), Free: free, Need: need}
	}
	return nil
}

// acknowledge writes beside Badger which operation was the last.
func (r *restoring) acknowledge() error {
	side, err := openSeqFile(r.dir)
	if err != nil {
		return err
	}
	return errors.Join(side.write(r.from.head.Seq), side.close())
}

// examine opens the store that came of it and reads everything in it. What
// can be derived is derived anew, anything else that is wrong is an error.
func (r *restoring) examine() (rebuilt []engine.Finding, err error) {
	opts := r.o.Options
	opts.ReadOnly, opts.NoSync, opts.Ballast, opts.OnFatal = false, true, false, nil
	s, err := Open(r.ctx, r.dir, opts)
	if err != nil {
		return nil, fmt.Errorf("open what was restored: %w", err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if r.from.head.Schema == schemaVersion && (s.seq != r.from.head.Seq || s.totals != r.from.head.Totals) {
		return nil, r.from.damaged("what it holds is not what its header says")
	}
	done := func(entries int) { r.o.Progress(entries, r.from.at) }
	t, err := s.begin(r.ctx)
	if err != nil {
		return nil, err
	}
	var first error
	derived := false
	_, err = t.audit(func(f fault) {
		switch {
		case f.kind.Derived():
			derived = true
		case f.kind != engine.FoundOrphan && first == nil:
			first = f.err
		}
	}, done, false)
	t.end()
	s.readers.Done()
	switch {
	case err != nil:
		return nil, err
	case first != nil:
		return nil, fmt.Errorf("what was restored is not whole: %w", first)
	case !derived:
		return nil, nil
	}
	return s.Repair(r.ctx, done)
}

// keptName is the folder that a replaced store is moved to.
func keptName(dir string) (string, error) {
	parent, base := filepath.Split(dir)
	return freeName(parent, base+replacedMark+time.Now().UTC().Format("20060102T150405"))
}
