package interchange

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxLineBytes bounds one line of a file. A memory's text is at most 512 KiB;
// with every byte escaped and metadata beside it that stays below this.
const MaxLineBytes = 10 << 20

var bom = []byte("\xef\xbb\xbf")

// lines reads a file line by line in bounded memory.
type lines struct {
	r   *bufio.Reader
	n   int // lines read
	buf []byte
}

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, 128<<10)} }

// line is one line without its end, byte order mark and surrounding space.
type line struct {
	n    int    // from 1
	text []byte // valid until the next call; its start only when size is over MaxLineBytes
	size int64  // bytes of the whole line
	last bool   // nothing follows
}

func (l *line) tooLong() bool { return l.size > MaxLineBytes }

// next returns io.EOF behind the last line.
func (l *lines) next() (line, error) {
	chunk, err := l.r.ReadSlice('\n')
	out := line{size: int64(len(chunk))}
	if errors.Is(err, bufio.ErrBufferFull) {
		l.buf = append(l.buf[:0], chunk...)
		for errors.Is(err, bufio.ErrBufferFull) {
			chunk, err = l.r.ReadSlice('\n')
			out.size += int64(len(chunk))
			if keep := MaxLineBytes - len(l.buf); keep > 0 {
				l.buf = append(l.buf, chunk[:min(keep, len(chunk))]...)
			}
		}
		chunk = l.buf
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return line{}, err
	}
	if out.size == 0 {
		return line{}, io.EOF
	}
	l.n++
	out.n = l.n
	out.text = bytes.TrimSpace(bytes.TrimPrefix(chunk, bom))
	out.last = errors.Is(err, io.EOF) || l.r.Buffered() == 0 && l.atEnd(&out)
	return out, nil
}

// atEnd looks whether the file ends here. The look refills the buffer that the
// line's text lies in, so the text moves out of it first.
func (l *lines) atEnd(out *line) bool {
	l.buf = append(l.buf[:0], out.text...)
	out.text = l.buf
	_, err := l.r.Peek(1)
	return err != nil
}
