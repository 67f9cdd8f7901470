package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"ebb/views/widget"
)

// Whatever a memory says, a line of JSON holds nothing that a terminal would
// act on, and reads back as it was.
func TestJSONIsQuietAndWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.String(),
			rapid.StringOf(rapid.SampledFrom([]rune("a\x1b\x07\x7f\u0080\u009b\u009f\u00a0\u202e\u2066\u200f\u061c\u2028\u2029é日😀\\\"\n\t<&>"))),
		).Draw(t, "text")
		var buf bytes.Buffer
		o := newOutput(&buf, false)
		if err := errors.Join(o.json(map[string]string{"t": text}), o.flush()); err != nil {
			t.Fatal(err)
		}
		line := buf.String()
		if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") {
			t.Fatalf("not one line: %q", line)
		}
		for _, r := range strings.TrimSuffix(line, "\n") {
			if unicode.IsControl(r) || loud(r) || r == '\u2028' || r == '\u2029' {
				t.Fatalf("%U in %q", r, line)
			}
		}
		var back map[string]string
		if err := json.Unmarshal(buf.Bytes(), &back); err != nil || back["t"] != text {
			t.Fatalf("%q came back as %q, %v", text, back["t"], err)
		}
	})
}

type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, syscall.EPIPE
	}
	return len(p), nil
}

func TestOutputStopsAtTheFirstError(t *testing.T) {
	o := newOutput(&full{left: 100_000}, false)
	lines := 0
	var err error
	for err == nil && lines < 1_000_000 {
		err = o.line("%s", "a line of text")
		lines++
	}
	if !errors.Is(err, syscall.EPIPE) || lines > 20_000 {
		t.Errorf("after %d lines: %v", lines, err)
	}
	if again := o.line("more"); !errors.Is(again, syscall.EPIPE) {
		t.Errorf("the error does not stick: %v", again)
	}
	if code := report(io.Discard, err); code != exitDone {
		t.Errorf("a reader that has enough gives code %d", code)
	}
}

func TestProgressFitsItsLine(t *testing.T) {
	for _, p := range []progress{{}, {records: 3}, {records: 12345, bytes: 4 << 20, size: 9 << 20}, {bytes: 9 << 40, size: 1}, {records: 1, bytes: 500}} {
		for _, w := range []int{0, 1, 20, 79, 200} {
			got := p.draw("reading a\x1b[2Jfile 日本語.jsonl", 90*time.Second, w)
			if widget.Width(got) > w || strings.ContainsRune(got, 0x1b) {
				t.Errorf("%+v in %d cells: %q", p, w, got)
			}
		}
	}
	got := progress{records: 500, bytes: 5e6, size: 10e6}.draw("reading x", 10*time.Second, 200)
	for _, want := range []string{"50 %", "500 records", "5.0 MB of 10.0 MB", "500.0 kB/s", "10s left"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}

func TestShortIDsAreOurs(t *testing.T) {
	for id, want := range map[string]string{
		"0199a1b2-c3d4-7e56-af8e-d4fa12c0f6d1": "0199a1b2-c3d4-7e56",
		"0199a1b2-c3d4-4e56-af8e-d4fa12c0f6d1": "0199a1b2-c3d4-4e56-af8e-d4fa12c0f6d1", // not by time
		"bd-349":                               "bd-349",
		"":                                     "",
	} {
		if got := shortID(id); got != want {
			t.Errorf("%q: %q", id, got)
		}
	}
}

func TestErrorsReachTheTerminalHarmless(t *testing.T) {
	var buf bytes.Buffer
	complain(&buf, "no memory \"\x1b]0;x\x07\"\nsecond \x9b31m")
	if strings.ContainsAny(buf.String(), "\x1b\x07") || strings.Count(buf.String(), "\n") != 2 {
		t.Errorf("%q", buf.String())
	}
}
