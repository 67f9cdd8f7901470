package guest

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"ebb/ui/cli/files"
)

// desk answers, in the guest, the holder's questions about files. Each is
// answered in a goroutine of its own: a read of a terminal may take for ever
// and must not hold up what is to be printed.
type desk struct {
	local Streams
	out   *frames

	mu      sync.Mutex
	next    uint32
	readers map[uint32]io.Reader // 0 is standard input
	writers map[uint32]files.Pending
}

func newDesk(local Streams, out *frames) *desk {
	d := &desk{local: local, out: out, readers: map[uint32]io.Reader{}, writers: map[uint32]files.Pending{}}
	if local.Stdin != nil {
		d.readers[0] = local.Stdin
	}
	return d
}

func (d *desk) query(payload []byte) error {
	var q query
	if err := json.Unmarshal(payload, &q); err != nil {
		return &FrameError{"a question that cannot be read: " + err.Error()}
	}
	d.answer(q.ID, func() (*answer, []byte) { return d.look(q) })
	return nil
}

func (d *desk) write(payload []byte) error {
	if len(payload) < 8 {
		return &FrameError{"a write too short for its head"}
	}
	id, handle := binary.BigEndian.Uint32(payload), binary.BigEndian.Uint32(payload[4:])
	data := append([]byte(nil), payload[8:]...)
	d.answer(id, func() (*answer, []byte) {
		w := d.writer(handle)
		if w == nil {
			return failed(unknownHandle(handle))
		}
		_, err := w.Write(data)
		return &answer{Err: pack(err)}, nil
	})
	return nil
}

// answer is not waited for when the command ends: a read of a terminal cannot
// be called off. The guest's process ends then, and the read with it.
func (d *desk) answer(id uint32, f func() (*answer, []byte)) {
	go func() {
		a, data := f()
		parts, err := packReply(id, a, data)
		if err != nil {
			parts, err = packReply(id, &answer{Err: pack(err)}, nil)
		}
		if err == nil {
			err = d.out.send(kReply, parts...)
		}
		if err != nil {
			// The reading side of the connection notices and says so.
			return
		}
	}()
}

func failed(err error) (*answer, []byte) { return &answer{Err: pack(err)}, nil }

func unknownHandle(h uint32) error { return fmt.Errorf("no open file has number %d", h) }

func (d *desk) look(q query) (*answer, []byte) {
	fsys := d.local.Files
	switch q.Op {
	case opRead:
		return d.read(q.Handle, q.N)
	case opAbs:
		p, err := fsys.Abs(q.Path)
		return &answer{Path: p, Err: pack(err)}, nil
	case opStat:
		in, err := fsys.Stat(q.Path)
		return &answer{Info: &in, Err: pack(err)}, nil
	case opList:
		l, err := fsys.List(q.Path)
		return &answer{List: l, Err: pack(err)}, nil
	case opOpen:
		f, err := fsys.Open(q.Path)
		if err != nil {
			return failed(err)
		}
		in := f.Info()
		return &answer{Handle: d.keep(f, nil), Info: &in}, nil
	case opCreate, opNew:
		begin := fsys.Create
		if q.Op == opNew {
			begin = fsys.CreateNew
		}
		f, err := begin(q.Path)
		if err != nil {
			return failed(err)
		}
		return &answer{Handle: d.keep(nil, f)}, nil
	case opFolder:
		return failed(fsys.MakeFolder(q.Path))
	case opRemove:
		return failed(fsys.Remove(q.Path))
	case opClose, opCommit, opAbort:
		return &answer{Err: pack(d.finish(q.Op, q.Handle))}, nil
	}
	return failed(fmt.Errorf("unknown question %q", q.Op))
}

func (d *desk) read(handle uint32, n int) (*answer, []byte) {
	d.mu.Lock()
	r := d.readers[handle]
	d.mu.Unlock()
	if r == nil {
		if handle == 0 {
			return &answer{EOF: true}, nil
		}
		return failed(unknownHandle(handle))
	}
	buf := make([]byte, min(max(n, 1), chunk))
	// A pipe gives what it has; waiting to fill the buffer would delay lines.
	got, err := r.Read(buf)
	if errors.Is(err, io.EOF) {
		return &answer{EOF: true}, buf[:got]
	}
	return &answer{Err: pack(err)}, buf[:got]
}

func (d *desk) keep(r io.Reader, w files.Pending) uint32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.next++
	if r != nil {
		d.readers[d.next] = r
	} else {
		d.writers[d.next] = w
	}
	return d.next
}

func (d *desk) writer(handle uint32) files.Pending {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.writers[handle]
}

func (d *desk) finish(how op, handle uint32) error {
	d.mu.Lock()
	r, w := d.readers[handle], d.writers[handle]
	delete(d.readers, handle)
	delete(d.writers, handle)
	d.mu.Unlock()
	switch {
	case how == opCommit && w != nil:
		return w.Commit()
	case how == opAbort && w != nil:
		return w.Abort()
	case how == opClose && r != nil:
		if c, ok := r.(io.Closer); ok && handle != 0 {
			return c.Close()
		}
		return nil
	}
	return unknownHandle(handle)
}

// close drops what the holder left open: unfinished files do not appear.
func (d *desk) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var errs []error
	for h, r := range d.readers {
		if c, ok := r.(io.Closer); ok && h != 0 {
			errs = append(errs, c.Close())
		}
	}
	for _, w := range d.writers {
		errs = append(errs, w.Abort())
	}
	clear(d.readers)
	clear(d.writers)
	return errors.Join(errs...)
}
