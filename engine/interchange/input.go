package interchange

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
)

// input gives a file's bytes as often as they are needed.
type input struct {
	reading *Reading
	stream  *bufio.Reader // the bytes, once
	spool   *os.File      // a copy, when they are needed again and cannot be had
}

// head is the start of the file; reading goes on as if it had not been taken.
func (in *input) head() ([]byte, error) {
	head, err := in.stream.Peek(headBytes)
	if errors.Is(err, io.EOF) || errors.Is(err, bufio.ErrBufferFull) {
		err = nil
	}
	return head, err
}

// once reads the file a single time.
func (in *input) once() io.Reader { return &counted{in.stream, in.reading} }

// again reads the file from its start, at each call. A file that grows while
// it is read counts as it was at first.
func (in *input) again() (io.Reader, error) {
	if in.reading.file != nil {
		return &counted{io.NewSectionReader(in.reading.file, 0, in.reading.size), in.reading}, nil
	}
	if in.spool == nil {
		if err := in.copy(); err != nil {
			return nil, err
		}
	}
	if _, err := in.spool.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("rewinding the temporary copy: %w", err)
	}
	return &counted{in.spool, in.reading}, nil
}

// copy keeps a stream in a file that has no name any more where the system
// allows it, so that no crash leaves it behind.
func (in *input) copy() error {
	f, err := os.CreateTemp("", "ebb-import-*") // mode 0600
	if err != nil {
		return fmt.Errorf("keeping a temporary copy: %w", err)
	}
	in.spool = f
	os.Remove(f.Name()) //nolint:errcheck // Windows refuses; close removes it there
	n, err := io.Copy(f, in.stream)
	if err != nil {
		return fmt.Errorf("keeping a temporary copy: %w", err)
	}
	in.reading.size = max(in.reading.size, n)
	return nil
}

// close drops the copy.
func (in *input) close() {
	if in.spool == nil {
		return
	}
	in.spool.Close()           //nolint:errcheck // only read from
	os.Remove(in.spool.Name()) //nolint:errcheck // gone already where a file may be removed while open
}

// counted tells the reading how far it is.
type counted struct {
	io.Reader
	reading *Reading
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.reading.read.Add(int64(n))
	return n, err
}

// records prepares the file's records; done gives back what that took.
func (r *run) records() (recs records, done func(), err error) {
	if r.shape.document {
		b, err := io.ReadAll(io.LimitReader(r.in.once(), MaxDocumentBytes+1))
		if err != nil {
			return nil, nil, err
		}
		if len(b) > MaxDocumentBytes {
			return nil, nil, fmt.Errorf("the file is one JSON document of more than %s: write one record a line", sizeText(MaxDocumentBytes))
		}
		return splitDocument(b, r.shape.groups), func() {}, nil
	}
	if r.shape.Format == MCP {
		return &lineRecords{open: r.in.again}, r.in.close, nil
	}
	return &lineRecords{open: func() (io.Reader, error) { return r.in.once(), nil }}, r.in.close, nil
}
