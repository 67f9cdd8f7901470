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
	// hearBackground has a terminal that can say when it turns light or dark
	// (mode 2031) do so; the others pass over it and send nothing.
	hearBackground = "\x1b[?2031h"
	muteBackground = "\x1b[?2031l"
	// answerTime is how long a terminal that answers may take; one behind a
	// slow line answers later and is then simply not waited for.
	answerTime = 150 * time.Millisecond
)

// terminal is the pair of files the program talks through. It asks for the
// background, behind a frame, and takes the answers out of the input, where
// Bubble Tea would make keys of them.
type terminal struct {
	in  *input
	out *output

	mu      sync.Mutex
	able    bool // it may be asked
	asks    bool // a question is to be put
	waiting bool // for an answer
	asked   time.Time
	found   bool // it has answered once
}

// output is what Bubble Tea's renderer writes to. The sequences that switch
// the terminal's modes come through the embedded file's WriteString; the
// frames, which come through Write, are the painter's business and go nowhere.
type output struct{ *os.File }

// Write takes a frame of the renderer, which draws nothing here.
func (o *output) Write(p []byte) (int, error) { return len(p), nil }

// ask reports, once for each question, that it is to be put now.
func (t *terminal) ask() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.asks {
		return false
	}
	t.asks, t.waiting, t.asked = false, true, time.Now()
	return true
}

// wonder has the question put with the next frame: for the first time, or again
// to a terminal that has answered. One that kept silent is left alone: it may
// be one that answers when nobody listens any more.
func (t *terminal) wonder() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.able && (t.asked.IsZero() || t.found) {
		t.asks = true
	}
}

// answerDue is how much longer an answer is worth waiting for.
func (t *terminal) answerDue() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.waiting {
		return 0
	}
	return answerTime - time.Since(t.asked)
}

func (t *terminal) answered() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting, t.found = false, true
}

// answers reports whether the terminal is known to answer.
func (t *terminal) answers() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.found
}

func (t *terminal) expects() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.waiting
}

// input is the keyboard without what the terminal says of itself.
type input struct {
	*os.File
	sieve   sieve
	expects func() bool               // an answer is on its way
	tell    func(said word, yes bool) // yes is light
}

// word is how the terminal tells about its background.
type word uint8

const (
	answer word = iota // to our question: the colour
	report             // by itself: light or dark
)

// Read may return nothing without an error when all it read was an answer.
func (i *input) Read(p []byte) (int, error) {
	n, err := i.File.Read(i.sieve.room(p))
	i.sieve.expects = i.expects != nil && i.expects()
	n, said := i.sieve.pass(p, n)
	for _, s := range said {
		if i.tell == nil {
			continue
		}
		if dark, ok := strings.CutPrefix(s, reportHead); ok {
			i.tell(report, dark == "2")
		} else if light, ok := lightColour(strings.TrimPrefix(s, answerHead)); ok {
			i.tell(answer, light)
		}
	}
	return n, err
}

const (
	answerHead = "\x1b]11;"
	// reportHead begins a report of mode 2031; "1n" follows for dark and "2n"
	// for light.
	reportHead = "\x1b[?997;"
	// longestAnswer is more than any terminal's: "rgba:" and four times four
	// digits. What goes on longer is not an answer.
	longestAnswer = 64
)

// sieve takes OSC 11 answers and mode 2031 reports out of a stream of bytes,
// also when they come in pieces.
type sieve struct {
	held    []byte // a piece that may be the start of one
	expects bool   // an answer is on its way
}

// room is the part of p to read into, so that what is held back still fits in
// front of it.
func (v *sieve) room(p []byte) []byte { return p[:max(len(p)-len(v.held), min(len(p), 1))] }

// pass filters p[:n], read into room, in place and returns how much of p is to
// be used and what was taken out, each with its head and without its end. Held
// bytes go in front when they turn out to be something else.
func (v *sieve) pass(p []byte, n int) (int, []string) {
	if n <= 0 || len(v.held) == 0 && bytes.IndexByte(p[:n], '\x1b') < 0 {
		return n, nil
	}
	b := append(v.held, p[:n]...)
	v.held = nil
	var said []string
	out := p[:0]
	for {
		at := bytes.IndexByte(b, '\x1b')
		if at < 0 {
			return len(append(out, b...)), said
		}
		out, b = append(out, b[:at]...), b[at:]
		length, whole := v.taken(b)
		switch {
		case length == 0:
			out, b = append(out, b[0]), b[1:]
		case !whole:
			v.held = bytes.Clone(b)
			return len(out), said
		default:
			end := bytes.LastIndexAny(b[:length], "n\x07\x1b")
			said, b = append(said, string(b[:end])), b[length:]
		}
	}
}

// taken is how many of the bytes, which begin with an escape, are not keys: 0
// for none, and not whole while the rest of them has not come.
func (v *sieve) taken(b []byte) (length int, whole bool) {
	if n, whole := v.answer(b); n > 0 {
		return n, whole
	}
	if bytes.HasPrefix(b, []byte(reportHead)) {
		switch rest := b[len(reportHead):]; {
		case len(rest) == 0, len(rest) == 1 && (rest[0] == '1' || rest[0] == '2'):
			return len(b), false
		case len(rest) > 1 && rest[1] == 'n' && (rest[0] == '1' || rest[0] == '2'):
			return len(reportHead) + 2, true
		}
		return 0, false
	}
	// Shorter than "\x1b[?" it may be the whole of a key.
	if len(b) > 2 && strings.HasPrefix(reportHead, string(b)) {
		return len(b), false
	}
	return 0, false
}

// answer is the length of an answer to our question.
func (v *sieve) answer(b []byte) (length int, whole bool) {
	if body, ok := bytes.CutPrefix(b, []byte(answerHead)); ok {
		end := bytes.IndexAny(body, "\x07\x1b")
		switch {
		case end >= 0 && body[end] == '\x07':
			return len(answerHead) + end + 1, true
		case end >= 0 && end+1 < len(body): // the backslash of ST
			return len(answerHead) + end + 2, true
		case len(body) > longestAnswer:
			return 0, false
		}
		return len(b), false
	}
	// A lone escape is a key and must not be held back, and so is alt with a
	// bracket while no answer is due.
	least := 3
	if v.expects {
		least = 2
	}
	if len(b) >= least && strings.HasPrefix(answerHead, string(b)) {
		return len(b), false
	}
	return 0, false
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

// mayHear tells whether the terminal may be told to report changes. Nothing is
// answered to that, so it is kept from those only that print what they do not
// know.
func mayHear(getenv func(string) string) bool {
	name := getenv("TERM")
	return name != "" && name != "dumb" && name != "linux"
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
	return mayHear(getenv)
}
