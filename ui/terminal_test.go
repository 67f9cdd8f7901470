package ui

import (
	"bytes"
	"os"
	"testing"

	"pgregory.net/rapid"
)

func TestColours(t *testing.T) {
	for in, want := range map[string][2]bool{
		"rgb:1e1e/1e1e/1e1e": {false, true}, "rgb:ffff/ffff/ffff": {true, true}, "rgb:ff/ff/f0": {true, true},
		"rgba:fdf6/e3e3/0000/ffff": {true, true}, "rgb:0/0/f": {false, true},
		"rgb:12345/0/0": {false, false}, "rgb:gg/00/00": {false, false}, "rgb:": {}, "": {}, "#ffffff": {}, "rgb:f/f": {},
	} {
		light, ok := lightColour(in)
		if light != want[0] || ok != want[1] {
			t.Errorf("%q: light %v ok %v, want %v", in, light, ok, want)
		}
	}
}

// The answer is taken out wherever it stands and however it is cut up, and
// every other byte comes through in order.
func TestSieveTakesTheAnswerOutOfTheKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := func(label string) []byte {
			return []byte(rapid.StringMatching(`([a-z0-9 ;]|\x1b\[A|\x1b\[<0;3;4M|é)*`).Draw(t, label))
		}
		before, after := keys("before"), keys("after")
		answer := rapid.SampledFrom([]string{"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b]11;rgb:1e1e/1e1e/1e1e\x07"}).Draw(t, "answer")
		stream := bytes.Join([][]byte{before, []byte(answer), after}, nil)
		var v sieve
		var got []byte
		answers := 0
		buf := make([]byte, 64)
		for len(stream) > 0 {
			n := min(rapid.IntRange(1, len(v.room(buf))).Draw(t, "read"), len(stream))
			// An escape at the very end of a read is a key that was pressed.
			if stream[n-1] == '\x1b' && n < len(stream) {
				n++
			}
			n = min(n, len(v.room(buf)), len(stream))
			copy(buf, stream[:n])
			stream = stream[n:]
			left, a := v.pass(buf, n)
			got = append(got, buf[:left]...)
			if a != "" {
				answers++
			}
		}
		if want := string(before) + string(after); string(got) != want || answers != 1 {
			t.Fatalf("keys %q, want %q; %d answers", got, want, answers)
		}
	})
}

// No input, in pieces of any size, is ever made longer or breaks the sieve.
func FuzzSieve(f *testing.F) {
	f.Add([]byte("abc\x1b]11;rgb:ffff/ffff/ffff\x1b\\def"), 5)
	f.Add([]byte("\x1b]11;\x1b]11;rgba:0/0/0/0\x07\x1b"), 1)
	f.Fuzz(func(t *testing.T, in []byte, piece int) {
		piece = min(max(piece, 1), 200)
		var v sieve
		buf := make([]byte, 256)
		total, answers := 0, 0
		for rest := in; len(rest) > 0; {
			n := copy(v.room(buf), rest[:min(piece, len(rest))])
			rest = rest[n:]
			left, answer := v.pass(buf, n)
			total += left
			if answer != "" {
				answers++
				lightColour(answer)
			}
		}
		if total > len(in) || answers > 1 || answers == 0 && v.held == nil && !v.done && total != len(in) {
			t.Fatalf("%d bytes of %d came through, %d answers", total, len(in), answers)
		}
	})
}

func TestSieveHoldsNoKeyBack(t *testing.T) {
	var v sieve
	for _, in := range []string{"\x1b", "j", "\x1b[A", "]", "\x1bO", "11;"} {
		buf := make([]byte, 64)
		n, _ := v.pass(buf, copy(buf, in))
		if string(buf[:n]) != in {
			t.Errorf("%q became %q", in, buf[:n])
		}
	}
	// What begins like an answer and is none comes through late, but whole.
	long := "\x1b]11;" + string(bytes.Repeat([]byte("a"), 100))
	var got []byte
	for len(long) > 0 {
		buf := make([]byte, 256)
		n := copy(buf, long[:min(7, len(long))])
		long = long[n:]
		n, _ = v.pass(buf, n)
		got = append(got, buf[:n]...)
	}
	if len(got) != 105 {
		t.Errorf("%d of 105 bytes came through", len(got))
	}
}

func TestFramesAreBracketedAndTheQuestionIsPutOnce(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(r)
	term := &terminal{asks: true}
	p := newPainter(w)
	p.ask = term.ask
	for _, frame := range []string{"one", "two", "two"} { // the last changes nothing
		p.draw(frameText{text: frame, w: 3, h: 1})
	}
	closeQuietly(w)
	var got bytes.Buffer
	if _, err := got.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	want := "\x1b[?2026h\x1b[m\x1b[2J\x1b[1;1Hone\x1b[?2026l\x1b]11;?\x1b\\" + "\x1b[?2026h\x1b[1;1Htwo\x1b[?2026l"
	if got.String() != want {
		t.Errorf("wrote %q, want %q", got.String(), want)
	}
	if due := term.answerDue(); due <= 0 || due > answerTime {
		t.Errorf("the answer is due in %v", due)
	}
	term.answered()
	if due := term.answerDue(); due != 0 {
		t.Errorf("an answer that came is due in %v", due)
	}
}

func TestWhoMayBeAsked(t *testing.T) {
	for name, env := range map[string]map[string]string{
		"tmux":   {"TERM": "tmux-256color", "TMUX": "/tmp/x"},
		"screen": {"TERM": "screen"},
		"dumb":   {"TERM": "dumb"},
		"linux":  {"TERM": "linux"},
		"none":   {},
	} {
		if mayAsk(func(k string) string { return env[k] }) {
			t.Errorf("%s is asked", name)
		}
	}
	if !mayAsk(func(k string) string { return map[string]string{"TERM": "xterm-256color"}[k] }) {
		t.Error("xterm is not asked")
	}
}
