package guest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"
)

const (
	dialWithin   = 2 * time.Second
	acceptWithin = 30 * time.Second // the holder may have sixty-four others
	cancelWithin = 3 * time.Second  // for a cancelled command to say how it ended
)

// Call has the holder of the store run a command and returns its exit code.
// When nobody holds it, the error is [ErrNoHolder] and nothing was run.
func Call(ctx context.Context, a Address, r Request, local Streams) (int, error) {
	c, _, err := greet(ctx, a, r)
	if err != nil {
		return 0, err
	}
	out := &frames{conn: c}
	d := newDesk(local, out)
	code, err := converse(ctx, c, out, d, local)
	closeQuietly(c)
	return code, errors.Join(err, d.close())
}

// Who asks who holds the store.
func Who(ctx context.Context, a Address) (Holder, error) {
	c, h, err := greet(ctx, a, Request{Ask: true})
	if err != nil {
		return Holder{}, err
	}
	closeQuietly(c)
	return h, nil
}

// greet connects, hands the request over and returns once it is accepted.
func greet(ctx context.Context, a Address, r Request) (*net.UnixConn, Holder, error) {
	r.Protocol = Protocol
	for _, path := range a.sockets() {
		c, h, err := try(ctx, path, r)
		if err == nil {
			return c, h, nil
		}
		if !errors.Is(err, ErrNoHolder) {
			return nil, Holder{}, err
		}
	}
	return nil, Holder{}, ErrNoHolder
}

func try(ctx context.Context, path string, r Request) (*net.UnixConn, Holder, error) {
	dialer := net.Dialer{Timeout: dialWithin}
	conn, err := dialer.DialContext(ctx, "unix", path)
	if err != nil {
		// Nobody listens: a holder that was killed left the file behind, and
		// the next holder removes it.
		return nil, Holder{}, ErrNoHolder
	}
	c := conn.(*net.UnixConn)
	h, err := ask(c, r)
	if err != nil {
		closeQuietly(c)
		return nil, Holder{}, err
	}
	return c, h, nil
}

func ask(c *net.UnixConn, r Request) (Holder, error) {
	uid, known, err := peer(c)
	if err != nil || known && uid != os.Getuid() {
		return Holder{}, fmt.Errorf("the store's socket is served by another user (%d): nothing was sent to it", uid)
	}
	if err := c.SetReadDeadline(time.Now().Add(acceptWithin)); err != nil {
		return Holder{}, err
	}
	out := &frames{conn: c}
	if err := out.sendJSON(kHello, r); err != nil {
		return Holder{}, ErrNoHolder
	}
	var buf []byte
	k, p, err := readFrame(c, maxFrame, &buf)
	var bad *FrameError
	switch {
	case errors.As(err, &bad):
		return Holder{}, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Holder{}, &RefusedError{"nothing; it does not answer. See whether it is stopped (fg) or hangs"}
	case err != nil:
		return Holder{}, ErrNoHolder // it is leaving, nothing was run
	case k == kRefuse:
		return Holder{}, &RefusedError{string(p)}
	case k != kAccept:
		return Holder{}, &FrameError{"the greeting was not answered"}
	}
	var h Holder
	if err := json.Unmarshal(p, &h); err != nil {
		return Holder{}, &FrameError{err.Error()}
	}
	return h, c.SetReadDeadline(time.Time{})
}

// converse carries a command's streams until it has ended.
func converse(ctx context.Context, c *net.UnixConn, out *frames, d *desk, local Streams) (int, error) {
	// A cancelled command may say how far it came; one that does not is left.
	var cancelled sync.WaitGroup
	cancelled.Add(1)
	stop := context.AfterFunc(ctx, func() {
		defer cancelled.Done()
		// Both fail only when the connection is gone, which the reader sees.
		_ = out.send(kCancel)
		_ = c.SetReadDeadline(time.Now().Add(cancelWithin))
	})
	defer func() {
		if stop() {
			return
		}
		cancelled.Wait()
	}()
	var buf []byte
	for {
		k, p, err := readFrame(c, maxFrame, &buf)
		if err != nil {
			if ctx.Err() != nil {
				return 0, ctx.Err()
			}
			return 0, &LostError{err}
		}
		switch k {
		case kStdout:
			_, err = local.Stdout.Write(p)
		case kStderr:
			_, err = local.Stderr.Write(p)
		case kQuery:
			err = d.query(p)
		case kWrite:
			err = d.write(p)
		case kExit:
			if len(p) != 1 {
				return 0, &FrameError{"an end without a code"}
			}
			return int(p[0]), nil
		default:
			err = &FrameError{fmt.Sprintf("an unknown frame %q", k)}
		}
		if err != nil {
			return 0, err
		}
	}
}
