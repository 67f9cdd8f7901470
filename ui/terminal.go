package ui

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"time"
)

// Terminals that can hold their picture until a frame is whole do so between
// these two; the others pass over them.
const (
	frameOpen  = "\x1b[?2026h"
	frameClose = "\x1b[?2026l"
	// askBackground asks for the background colour (OSC 11).
	askBackground = "\x1b]11;?\x1b\\"
	// answerTime is how long a terminal that answers may take; one behind a
	// slow line answers later and is then simply not waited for.
	answerTime = 150 * time.Millisecond
)

// terminal is the pair of files the program talks through. It asks once for the
// background, behind the first frame, and takes the answer out of the input,
// where Bubble Tea would make keys of it.
type terminal struct {
	in  *input
	out *output

	mu    sync.Mutex
	asks  bool
	asked time.Time
	found bool
}

// output is what Bubble Tea's renderer writes to. The sequences that switch
// the terminal's modes come through the embedded file's WriteString; the
// frames, which come through Write, are the painter's business and go nowhere.
type output struct{ *os.File }

// Write takes a frame of the renderer, which draws nothing here.
func (o *output) Write(p []byte) (int, error) { return len(p), nil }

// ask reports, once, that the question is to be put now.
func (t *terminal) ask() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.asks {
		return false
	}
	t.asks, t.asked = false, time.Now()
	return true
}

// answerDue is how much longer an answer is worth waiting for.
func (t *terminal) answerDue() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.asked.IsZero() || t.found {
		return 0
	}
	return answerTime - time.Since(t.asked)
}

func (t *terminal) answered() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.found = true
}

// input is the keyboard without the terminal's answer.
type input struct {
	*os.File
	sieve sieve
	tell  func(light bool)
}

// Read may return nothing without an error when all it read was an answer.
func (i *input) Read(p []byte) (int, error) {
	n, err := i.File.Read(i.sieve.room(p))
	n, answer := i.sieve.pass(p, n)
	if answer != "" {
		if light, ok := lightColour(answer); ok && i.tell != nil {
			i.tell(light)
		}
	}
	return n, err
}

const (
	answerHead = "\x1b]11;"
	// longestAnswer is more than any terminal's: "rgba:" and four times four
	// digits. What goes on longer is not an answer.
	longestAnswer = 64
)

// sieve takes one OSC 11 answer out of a stream of bytes, also when it comes
// in pieces.
type sieve struct {
	held []byte // a piece that may be the start of one
	done bool
}

// room is the part of p to read into, so that what is held back still fits in
// front of it.
func (v *sieve) room(p []byte) []byte { return p[:max(len(p)-len(v.held), min(len(p), 1))] }

// pass filters p[:n], read into room, in place and returns how much of p is to
// be used. Held bytes go in front when they turn out to be something else.
func (v *sieve) pass(p []byte, n int) (int, string) {
	if v.done || n <= 0 {
		return n, ""
	}
	b := append(v.held, p[:n]...)
	v.held = nil
	at := bytes.Index(b, []byte(answerHead))
	if at < 0 {
		at = tailOf(b, answerHead)
		if at < 0 {
			return copy(p, b), ""
		}
		v.held = bytes.Clone(b[at:])
		return copy(p, b[:at]), ""
	}
	body := b[at+len(answerHead):]
	end := bytes.IndexAny(body, "\x07\x1b")
	if end < 0 || body[end] == '\x1b' && end+1 == len(body) {
		if len(body) > longestAnswer {
			v.done = true
			return copy(p, b), ""
		}
		v.held = bytes.Clone(b[at:])
		return copy(p, b[:at]), ""
	}
	answer := string(body[:end])
	rest := body[end+1:]
	if body[end] == '\x1b' {
		rest = rest[1:] // the backslash of ST
	}
	v.done = true
	return copy(p, append(b[:at:at], rest...)), answer
}

// tailOf finds where b ends in the beginning of head, at least "\x1b]" of it:
// a lone escape is a key and must not be held back.
func tailOf(b []byte, head string) int {
	for n := min(len(head)-1, len(b)); n >= 2; n-- {
		if bytes.HasSuffix(b, []byte(head[:n])) {
			return len(b) - n
		}
	}
	return -1
}

// lightColour reads "rgb:RRRR/GGGG/BBBB", one to four digits each, and tells
// whether dark text is needed on it.
func lightColour(answer string) (light, ok bool) {
	body, ok := strings.CutPrefix(answer, "rgb:")
	if !ok {
		if body, ok = strings.CutPrefix(answer, "rgba:"); !ok {
			return false, false
		}
	}
	parts := strings.Split(body, "/")
	if len(parts) < 3 {
		return false, false
	}
	var c [3]float64
	for i := range c {
		digits := strings.TrimSpace(parts[i])
		if digits == "" || len(digits) > 4 {
			return false, false
		}
		v, top := 0, 0
		for _, d := range []byte(digits) {
			h := strings.IndexByte("0123456789abcdef", d|0x20)
			if h < 0 {
				return false, false
			}
			v, top = v<<4|h, top<<4|15
		}
		c[i] = float64(v) / float64(top)
	}
	// Rec. 601 luma: near enough to tell paper from slate.
	return .299*c[0]+.587*c[1]+.114*c[2] > .5, true
}

// mayAsk tells whether the terminal can be asked: multiplexers answer for
// themselves or not at all, and simple terminals print the question.
func mayAsk(getenv func(string) string) bool {
	name := getenv("TERM")
	switch {
	case getenv("TMUX") != "", getenv("STY") != "":
		return false
	case strings.HasPrefix(name, "screen"), strings.HasPrefix(name, "tmux"):
		return false
	}
	return name != "" && name != "dumb" && name != "linux"
}
