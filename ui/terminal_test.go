package ui

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"
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

// What the terminal says is taken out wherever it stands, however often and
// however it is cut up, and every other byte comes through in order.
func TestSieveTakesAnswersOutOfTheKeys(t *testing.T) {
	words := map[string]string{
		"\x1b]11;rgb:ffff/ffff/ffff\x1b\\": "\x1b]11;rgb:ffff/ffff/ffff", "\x1b]11;rgb:1e1e/1e1e/1e1e\x07": "\x1b]11;rgb:1e1e/1e1e/1e1e",
		"\x1b[?997;1n": "\x1b[?997;1", "\x1b[?997;2n": "\x1b[?997;2",
	}
	rapid.Check(t, func(t *rapid.T) {
		var stream []byte
		var keys, want []string
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			k := rapid.StringMatching(`([a-z0-9 ;]|\x1b\[A|\x1b\[<0;3;4M|é)*`).Draw(t, "keys")
			w := rapid.SampledFrom(slices.Sorted(maps.Keys(words))).Draw(t, "word")
			keys, want = append(keys, k), append(want, words[w])
			stream = append(append(stream, k...), w...)
		}
		v := sieve{expects: true}
		var got []byte
		var said []string
		buf := make([]byte, 64)
		for len(stream) > 0 {
			n := min(rapid.IntRange(1, len(v.room(buf))).Draw(t, "read"), len(stream))
			// An escape at the very end of a read is a key that was pressed,
			// and so is one with a bracket.
			for n < len(stream) && (stream[n-1] == '\x1b' || stream[n-1] == '[' && n > 1 && stream[n-2] == '\x1b') {
				n++
			}
			if n > len(v.room(buf)) {
				n -= 3 // to before the escape
			}
			copy(buf, stream[:n])
			stream = stream[n:]
			left, words := v.pass(buf, n)
			got, said = append(got, buf[:left]...), append(said, words...)
		}
		if string(got) != strings.Join(keys, "") || !slices.Equal(said, want) {
			t.Fatalf("keys %q, want %q; said %q, want %q", got, keys, said, want)
		}
	})
}

// No input, in pieces of any size, is ever made longer or breaks the sieve.
func FuzzSieve(f *testing.F) {
	f.Add([]byte("abc\x1b]11;rgb:ffff/ffff/ffff\x1b\\def"), 5)
	f.Add([]byte("\x1b]11;\x1b]11;rgba:0/0/0/0\x07\x1b"), 1)
	f.Add([]byte("\x1b[?997;1n\x1b[?997;3n\x1b[?1u\x1b[?997"), 2)
	f.Fuzz(func(t *testing.T, in []byte, piece int) {
		piece = min(max(piece, 1), 200)
		v := sieve{expects: piece%2 == 0}
		buf := make([]byte, 256)
		total, taken := 0, 0
		for rest := in; len(rest) > 0; {
			n := copy(v.room(buf), rest[:min(piece, len(rest))])
			rest = rest[n:]
			left, said := v.pass(buf, n)
			total += left
			for _, s := range said {
				taken += len(s)
				lightColour(strings.TrimPrefix(s, answerHead))
			}
		}
		if total+taken+len(v.held) > len(in) || taken == 0 && total+len(v.held) != len(in) {
			t.Fatalf("%d bytes of %d came through, %d were taken, %d are held", total, len(in), taken, len(v.held))
		}
	})
}

func TestSieveHoldsNoKeyBack(t *testing.T) {
	var v sieve
	for _, in := range []string{"\x1b", "j", "\x1b[A", "]", "\x1bO", "11;", "\x1b[", "\x1b]", "\x1b[?1u", "\x1b[?997;3n", "\x1b[?997;0"} {
		buf := make([]byte, 64)
		n, said := v.pass(buf, copy(buf, in))
		if string(buf[:n]) != in || len(said) != 0 {
			t.Errorf("%q became %q, said %q", in, buf[:n], said)
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

func TestOnlyATerminalThatAnswersIsAskedAgain(t *testing.T) {
	quiet := &terminal{able: true, asks: true}
	if !quiet.ask() || quiet.ask() {
		t.Fatal("the first question is put once")
	}
	if quiet.wonder(); quiet.ask() {
		t.Error("a silent terminal was asked again")
	}
	quiet.answered() // late, but it does
	if quiet.wonder(); !quiet.ask() || !quiet.expects() {
		t.Error("one that answers was not asked again")
	}
	unable := &terminal{}
	if unable.wonder(); unable.ask() {
		t.Error("one that may not be asked was")
	}
	later := &terminal{able: true} // a theme that follows nothing, at first
	if later.wonder(); !later.ask() {
		t.Error("the first question cannot come later")
	}
}

// Whoever gets the terminal gets no reports; afterwards they come again.
func TestReportsEndWhileSomebodyElseHasTheTerminal(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(r)
	p := newPainter(w)
	p.hear = true
	frame := frameText{text: "x", w: 1, h: 1}
	p.draw(frame)
	p.draw(frame)
	p.pause()
	p.draw(frame)
	p.resume()
	p.draw(frame)
	p.stop()
	closeQuietly(w)
	var got bytes.Buffer
	if _, err := got.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	whole := "\x1b[?2026h\x1b[m\x1b[2J\x1b[1;1Hx\x1b[?2026l"
	if want := whole + hearBackground + muteBackground + whole + hearBackground + muteBackground; got.String() != want {
		t.Errorf("wrote %q, want %q", got.String(), want)
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
