package guest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"sync"
	"time"
)

// Handler runs a guest's command and returns its exit code. ctx ends when the
// guest goes away or cancels.
type Handler func(ctx context.Context, r *Request, s Streams) int

const (
	helloWithin = 5 * time.Second // for a guest to say what it wants
	farewell    = time.Second     // for a guest to take what a cancelled command says
	maxAtOnce   = 64              // commands of guests running at one time; others wait
)

// Server serves the guests of the store that this process holds.
type Server struct {
	holder  Holder
	handler Handler
	ln      *net.UnixListener
	ctx     context.Context
	cancel  context.CancelFunc
	slots   chan struct{}

	mu      sync.Mutex
	running int
	idle    chan struct{} // closed whenever running falls to 0, then replaced
	closed  bool
	wg      sync.WaitGroup
}

// Listen begins to serve. Only the process that holds the store's lock may
// call it: a socket file that is already there was left by one that died, and
// is removed.
func Listen(a Address, h Holder, handler Handler) (*Server, error) {
	path, err := a.prepare()
	if err != nil {
		return nil, fmt.Errorf("cannot make a socket for other commands: %w", err)
	}
	for _, old := range a.sockets() {
		if err := os.Remove(old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("cannot remove a socket left behind: %w", err)
		}
	}
	ln, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("cannot make a socket for other commands: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, ln.Close())
	}
	s := &Server{holder: h, handler: handler, ln: ln, slots: make(chan struct{}, maxAtOnce), idle: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.wg.Go(s.accept)
	return s, nil
}

// Running is how many guests' commands run now.
func (s *Server) Running() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.running
}

// Drain waits until no guest's command runs, or ctx ends. New ones are still
// taken while it waits.
func (s *Server) Drain(ctx context.Context) {
	for {
		s.mu.Lock()
		n, idle := s.running, s.idle
		s.mu.Unlock()
		if n == 0 {
			return
		}
		select {
		case <-idle:
		case <-ctx.Done():
			return
		}
	}
}

// Close takes no more guests, cancels the commands that run and returns when
// they have ended.
func (s *Server) Close() error {
	s.mu.Lock()
	closed := s.closed
	s.closed = true
	s.mu.Unlock()
	if closed {
		return nil
	}
	s.cancel()
	err := s.ln.Close() // removes the socket's file too
	s.wg.Wait()
	return err
}

func (s *Server) accept() {
	for {
		c, err := s.ln.AcceptUnix()
		if err != nil {
			if s.ctx.Err() != nil {
				return
			}
			// Out of file descriptors, most likely; it passes.
			select {
			case <-time.After(50 * time.Millisecond):
				continue
			case <-s.ctx.Done():
				return
			}
		}
		s.wg.Go(func() { s.serve(c) })
	}
}

// serve speaks with one guest until it is done.
func (s *Server) serve(c *net.UnixConn) {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	// When the holder leaves, nothing more is read from the guest, and the
	// cancelled command has a moment to say how far it came.
	stop := context.AfterFunc(s.ctx, func() {
		// They fail only on a connection that has ended anyway.
		_ = c.SetReadDeadline(time.Now())
		_ = c.SetWriteDeadline(time.Now().Add(farewell))
	})
	defer stop()
	defer closeQuietly(c)
	if uid, known, err := peer(c); err != nil || known && uid != os.Getuid() {
		return // another user's process gets no word
	}
	r, err := s.hello(c)
	if err != nil {
		return
	}
	out := &frames{conn: c}
	if r.Protocol != Protocol {
		// The guest may already be gone; nothing is lost either way.
		_ = out.send(kRefuse, fmt.Appendf(nil, "it speaks protocol %d, you speak %d: use the same version of ebb in both places, or close the other one", Protocol, r.Protocol))
		return
	}
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return
	}
	if !s.begin() {
		return // leaving: the guest tries again
	}
	defer s.finish()
	if err := out.sendJSON(kAccept, s.holder); err != nil || r.Ask {
		return
	}
	s.run(ctx, cancel, c, out, r)
}

func (s *Server) hello(c *net.UnixConn) (*Request, error) {
	if err := c.SetReadDeadline(time.Now().Add(helloWithin)); err != nil {
		return nil, err
	}
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	var buf []byte
	k, p, err := readFrame(c, maxHello, &buf)
	if err != nil {
		return nil, err
	}
	if k != kHello {
		return nil, &FrameError{"the first frame is no greeting"}
	}
	var r Request
	if err := json.Unmarshal(p, &r); err != nil {
		return nil, &FrameError{err.Error()}
	}
	return &r, c.SetReadDeadline(time.Time{})
}

func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.running++
	return true
}

func (s *Server) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running--
	if s.running == 0 {
		close(s.idle)
		s.idle = make(chan struct{})
	}
}

func (s *Server) run(ctx context.Context, cancel context.CancelFunc, c *net.UnixConn, out *frames, r *Request) {
	fsys := newRemote(out)
	var reading sync.WaitGroup
	reading.Go(func() {
		defer cancel()
		defer fsys.end()
		listen(c, fsys, cancel)
	})
	code := s.handler(ctx, r, Streams{
		Stdin:  &remoteReader{from: fsys},
		Stdout: output{out, kStdout},
		Stderr: output{out, kStderr},
		Files:  fsys,
	})
	// A guest that is gone cannot be told.
	_ = out.send(kExit, []byte{byte(code)})
	closeQuietly(c)
	reading.Wait()
}

// listen takes the guest's frames until it has no more.
func listen(c net.Conn, fsys *remote, cancel context.CancelFunc) {
	var buf []byte
	for {
		k, p, err := readFrame(c, maxFrame, &buf)
		if err != nil {
			return
		}
		switch k {
		case kReply:
			if fsys.deliver(p) != nil {
				return
			}
		case kCancel:
			cancel()
		default:
			return
		}
	}
}

// closeQuietly ends a connection of which nothing more is expected.
func closeQuietly(c net.Conn) {
	_ = c.Close() // nothing is lost: frames were written whole or the guest is gone
}
