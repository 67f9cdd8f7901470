package guest

import (
	"encoding/binary"
	"io"
	"sync"

	"ebb/ui/cli/files"
)

// remote is the guest's file system as the holder sees it. Every call is a
// question that the guest answers; calls from several goroutines are fine,
// calls on one file run one after another.
type remote struct {
	out *frames

	mu      sync.Mutex
	next    uint32
	waiting map[uint32]chan reply
	ended   bool
}

type reply struct {
	answer answer
	data   []byte
}

func newRemote(out *frames) *remote {
	return &remote{out: out, waiting: map[uint32]chan reply{}}
}

// enter registers a question.
func (r *remote) enter() (uint32, chan reply, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return 0, nil, errEnded
	}
	r.next++
	ch := make(chan reply, 1)
	r.waiting[r.next] = ch
	return r.next, ch, nil
}

func (r *remote) wait(id uint32, ch chan reply, sent error) (reply, error) {
	if sent != nil {
		r.mu.Lock()
		delete(r.waiting, id)
		r.mu.Unlock()
		return reply{}, sent
	}
	got, ok := <-ch
	if !ok {
		return reply{}, errEnded
	}
	return got, got.answer.Err.unpack()
}

func (r *remote) ask(q query) (reply, error) {
	id, ch, err := r.enter()
	if err != nil {
		return reply{}, err
	}
	q.ID = id
	return r.wait(id, ch, r.out.sendJSON(kQuery, q))
}

// deliver hands a reply to who waits for it; one that nobody waits for is an
// error of the guest's.
func (r *remote) deliver(payload []byte) error {
	id, a, data, err := unpackReply(payload)
	if err != nil {
		return err
	}
	r.mu.Lock()
	ch, ok := r.waiting[id]
	delete(r.waiting, id)
	r.mu.Unlock()
	if !ok {
		return &FrameError{"a reply to no question"}
	}
	ch <- reply{answer: a, data: append([]byte(nil), data...)}
	return nil
}

// end wakes everyone who still waits.
func (r *remote) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
	for id, ch := range r.waiting {
		close(ch)
		delete(r.waiting, id)
	}
}

func (r *remote) Abs(path string) (string, error) {
	got, err := r.ask(query{Op: opAbs, Path: path})
	return got.answer.Path, err
}

func (r *remote) Stat(path string) (files.Info, error) {
	got, err := r.ask(query{Op: opStat, Path: path})
	return got.answer.info(), err
}

func (r *remote) List(path string) ([]files.Info, error) {
	got, err := r.ask(query{Op: opList, Path: path})
	return got.answer.List, err
}

func (r *remote) Open(path string) (files.File, error) {
	got, err := r.ask(query{Op: opOpen, Path: path})
	if err != nil {
		return nil, err
	}
	return &remoteReader{from: r, handle: got.answer.Handle, info: got.answer.info()}, nil
}

func (r *remote) Create(path string) (files.Pending, error) { return r.begin(opCreate, path) }

func (r *remote) CreateNew(path string) (files.Pending, error) { return r.begin(opNew, path) }

func (r *remote) begin(how op, path string) (files.Pending, error) {
	got, err := r.ask(query{Op: how, Path: path})
	if err != nil {
		return nil, err
	}
	return &remoteWriter{to: r, handle: got.answer.Handle}, nil
}

func (r *remote) MakeFolder(path string) error {
	_, err := r.ask(query{Op: opFolder, Path: path})
	return err
}

func (r *remote) Remove(path string) error {
	_, err := r.ask(query{Op: opRemove, Path: path})
	return err
}

func (a *answer) info() files.Info {
	if a.Info == nil {
		return files.Info{}
	}
	return *a.Info
}

// remoteReader reads a file of the guest's, or its standard input, by asking
// for one chunk at a time: nothing is sent that nobody reads.
type remoteReader struct {
	from   *remote
	handle uint32
	info   files.Info
	rest   []byte
	end    error
}

func (r *remoteReader) Info() files.Info { return r.info }

func (r *remoteReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.end != nil {
			return 0, r.end
		}
		if len(p) == 0 {
			return 0, nil
		}
		got, err := r.from.ask(query{Op: opRead, Handle: r.handle, N: chunk})
		r.rest = got.data
		switch {
		case err != nil:
			r.end = err
		case got.answer.EOF:
			r.end = io.EOF
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *remoteReader) Close() error {
	_, err := r.from.ask(query{Op: opClose, Handle: r.handle})
	return err
}

type remoteWriter struct {
	to     *remote
	handle uint32
	done   bool
}

func (w *remoteWriter) Write(p []byte) (int, error) {
	written := 0
	for len(p) > 0 {
		n := min(len(p), chunk)
		id, ch, err := w.to.enter()
		if err != nil {
			return written, err
		}
		var head [8]byte
		binary.BigEndian.PutUint32(head[:4], id)
		binary.BigEndian.PutUint32(head[4:], w.handle)
		if _, err := w.to.wait(id, ch, w.to.out.send(kWrite, head[:], p[:n])); err != nil {
			return written, err
		}
		written += n
		p = p[n:]
	}
	return written, nil
}

func (w *remoteWriter) Commit() error { return w.finish(opCommit) }
func (w *remoteWriter) Abort() error  { return w.finish(opAbort) }

func (w *remoteWriter) finish(how op) error {
	if w.done {
		return nil
	}
	w.done = true
	_, err := w.to.ask(query{Op: how, Handle: w.handle})
	return err
}
