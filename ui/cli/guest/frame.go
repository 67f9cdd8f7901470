package guest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"sync"
)

// kind tells frames apart. A frame is its kind, the length of its payload in
// four bytes, big end first, and the payload.
type kind byte

const (
	kHello  kind = 'H' // guest: JSON Request, first frame
	kAccept kind = 'A' // holder: JSON Holder
	kRefuse kind = 'N' // holder: a reason in words
	kStdout kind = '1' // holder: bytes
	kStderr kind = '2' // holder: bytes
	kQuery  kind = 'Q' // holder: JSON query about the guest's files
	kWrite  kind = 'W' // holder: eight bytes of id and handle, then data
	kReply  kind = 'R' // guest: reply
	kCancel kind = 'C' // guest: empty
	kExit   kind = 'X' // holder: one byte of exit code, last frame
)

const (
	maxHello = 8 << 20   // arguments may carry a whole text, escaped
	maxFrame = 8 << 20   // a long folder listing is the largest of the others
	chunk    = 256 << 10 // bytes of data in a frame at most
)

// FrameError says that the other end does not keep to the protocol.
type FrameError struct{ What string }

func (e *FrameError) Error() string { return "guest protocol: " + e.What }

// readFrame reads a frame into buf, growing it as needed; the payload is
// valid until the next call with the same buf.
func readFrame(r io.Reader, limit int, buf *[]byte) (kind, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.BigEndian.Uint32(head[1:])
	if uint64(n) > uint64(limit) {
		return 0, nil, &FrameError{fmt.Sprintf("a frame of %d bytes, at most %d are allowed", n, limit)}
	}
	if cap(*buf) < int(n) {
		*buf = make([]byte, n)
	}
	payload := (*buf)[:n]
	if _, err := io.ReadFull(r, payload); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return 0, nil, err
	}
	return kind(head[0]), payload, nil
}

// frames writes whole frames from several goroutines.
type frames struct {
	mu   sync.Mutex
	conn net.Conn
	buf  []byte
}

func (f *frames) send(k kind, parts ...[]byte) error {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	// One write per frame: a frame is then rarely seen half.
	f.buf = append(f.buf[:0], byte(k))
	f.buf = binary.BigEndian.AppendUint32(f.buf, uint32(n))
	for _, p := range parts {
		f.buf = append(f.buf, p...)
	}
	_, err := f.conn.Write(f.buf)
	return err
}

func (f *frames) sendJSON(k kind, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return f.send(k, b)
}

// output is an io.Writer whose bytes arrive at the guest as frames.
type output struct {
	to *frames
	k  kind
}

func (o output) Write(p []byte) (int, error) {
	written := 0
	for len(p) > 0 {
		n := min(len(p), chunk)
		if err := o.to.send(o.k, p[:n]); err != nil {
			return written, err
		}
		written += n
		p = p[n:]
	}
	return written, nil
}
