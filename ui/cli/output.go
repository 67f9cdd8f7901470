package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"ebb/views/widget"
)

// output prints a command's results. The first error sticks: once nobody
// reads any more, a command stops at its next line.
type output struct {
	w     *bufio.Writer
	err   error
	lines bool // each line is flushed: a person watches it come
	buf   bytes.Buffer
	enc   *json.Encoder
}

func newOutput(w io.Writer, lines bool) *output {
	o := &output{w: bufio.NewWriterSize(w, 32<<10), lines: lines}
	o.enc = json.NewEncoder(&o.buf)
	o.enc.SetEscapeHTML(false)
	return o
}

// json prints a value as one line of JSON.
func (o *output) json(v any) error {
	if o.err != nil {
		return o.err
	}
	o.buf.Reset()
	if err := o.enc.Encode(v); err != nil {
		return err
	}
	return o.put(quiet(o.buf.Bytes()))
}

// line prints one line for people. Its parts are the program's own words;
// whatever else is in them has been through [clean].
func (o *output) line(format string, args ...any) error {
	if o.err != nil {
		return o.err
	}
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	return o.put(append([]byte(strings.TrimRight(text, " ")), '\n'))
}

func (o *output) put(b []byte) error {
	if o.err == nil {
		_, o.err = o.w.Write(b)
	}
	if o.err == nil && o.lines {
		o.err = o.w.Flush()
	}
	return o.err
}

func (o *output) flush() error {
	if o.err == nil {
		o.err = o.w.Flush()
	}
	return o.err
}

// clean makes stored text safe to print on one line.
func clean(s string) string { return widget.Clean(s) }

// quiet escapes what encoding/json lets through and a terminal would act on
// or draw wrongly: DEL, the C1 controls and marks that turn the direction of
// text. They can only stand inside strings, where an escape means the same.
func quiet(b []byte) []byte {
	at := nextLoud(b)
	if at == len(b) {
		return b
	}
	out := make([]byte, 0, len(b)+16)
	for at < len(b) {
		r, n := utf8.DecodeRune(b[at:])
		out = append(out, b[:at]...)
		out = fmt.Appendf(out, `\u%04x`, r)
		b = b[at+n:]
		at = nextLoud(b)
	}
	return append(out, b...)
}

// nextLoud is where the first such character stands, len(b) when none does.
func nextLoud(b []byte) int {
	for i := 0; i < len(b); {
		c := b[i]
		if c < utf8.RuneSelf && c != 0x7f {
			i++
			continue
		}
		r, n := utf8.DecodeRune(b[i:])
		if loud(r) {
			return i
		}
		i += n
	}
	return len(b)
}

func loud(r rune) bool {
	switch {
	case r == 0x7f, r >= 0x80 && r <= 0x9f:
		return true
	case r == 0x061c, r >= 0x200e && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}
