package ui

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
	"pgregory.net/rapid"

	"ebb/views/widget"
)

var (
	paintInks  = []string{"", "\x1b[0m", "\x1b[1m", "\x1b[22m", "\x1b[31m", "\x1b[39m", "\x1b[38;2;10;20;30m", "\x1b[48;5;8m", "\x1b[49m", "\x1b[7m", "\x1b[4m"}
	paintTexts = []string{"a", "memory ", "        ", "漢字", "é", "ﷺ", "🎉", "│", "▌▍", "が", "x\x1b[31my", "–"}
)

// drawnLine is a line as screens draw it: text and colours, w cells wide.
func drawnLine(t *rapid.T, w int) string {
	var b strings.Builder
	for range rapid.IntRange(0, 6).Draw(t, "parts") {
		b.WriteString(rapid.SampledFrom(paintInks).Draw(t, "ink"))
		b.WriteString(widget.Fit(rapid.SampledFrom(paintTexts).Draw(t, "text"), rapid.IntRange(0, 12).Draw(t, "room")))
	}
	return widget.Fit(b.String(), w)
}

// TestRepaintingEqualsPaintingAnew draws one frame after the other on one
// terminal and each on an empty one: both show the same.
func TestRepaintingEqualsPaintingAnew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 40).Draw(t, "w"), rapid.IntRange(1, 5).Draw(t, "h")
		one := vt.NewEmulator(w, h)
		p := newPainter(nil)
		var lines []string
		for range h {
			lines = append(lines, drawnLine(t, w))
		}
		for n := range rapid.IntRange(1, 5).Draw(t, "frames") {
			for y := range lines {
				if rapid.Bool().Draw(t, "changes") {
					lines[y] = drawnLine(t, w)
				}
			}
			f := frameText{text: strings.Join(lines, "\n"), w: w, h: h}
			show(t, one, p.frame(nil, f, n == 0))
			anew := vt.NewEmulator(w, h)
			show(t, anew, newPainter(nil).frame(nil, f, true))
			for y := range h {
				for x := range w {
					got, want := one.CellAt(x, y).Clone(), anew.CellAt(x, y).Clone()
					for _, c := range []*uv.Cell{got, want} {
						if c.Content == " " && c.Style.Underline == uv.UnderlineNone && c.Style.Attrs&^(uv.AttrBold|uv.AttrFaint|uv.AttrItalic) == 0 {
							c.Style = uv.Style{Bg: c.Style.Bg} // all that is seen of a blank
						}
					}
					if got.Content != want.Content || !got.Style.Equal(&want.Style) {
						t.Fatalf("frame %d at %d,%d: %q %v, want %q %v\n%q", n, x, y, got.Content, got.Style, want.Content, want.Style, f.text)
					}
				}
			}
		}
	})
}

func show(t *rapid.T, e *vt.Emulator, b []byte) {
	if _, err := e.Write(b); err != nil {
		t.Fatal(err)
	}
}

// TestPaintingAnewShowsTheFrame compares what is painted with what was drawn.
func TestPaintingAnewShowsTheFrame(t *testing.T) {
	lines := []string{widget.Fit("\x1b[31mred\x1b[0m 漢字 plain", 20), widget.Fit("second", 20), widget.Fit("", 20)}
	e := vt.NewEmulator(20, 3)
	if _, err := e.Write(newPainter(nil).frame(nil, frameText{text: strings.Join(lines, "\n"), w: 20, h: 3}, true)); err != nil {
		t.Fatal(err)
	}
	want := "red 漢字 plain\nsecond\n"
	var got []string
	for _, l := range strings.Split(e.String(), "\n") {
		got = append(got, strings.TrimRight(l, " "))
	}
	if strings.Join(got, "\n") != want {
		t.Errorf("shows %q, want %q", strings.Join(got, "\n"), want)
	}
}

func TestASmallChangeIsASmallWrite(t *testing.T) {
	p := newPainter(nil)
	line := func(n int) string {
		return widget.Fit(fmt.Sprintf("\x1b[38;2;1;2;3mretention .68310%02d\x1b[39m of a memory", n), 120)
	}
	text := func(n int) frameText {
		return frameText{text: strings.Repeat(line(0)+"\n", 35) + line(n), w: 120, h: 36}
	}
	p.frame(nil, text(1), true)
	if b := p.frame(nil, text(2), false); len(b) > 40 {
		t.Errorf("one digit took %d bytes: %q", len(b), b)
	}
	if b := p.frame(nil, text(2), false); len(b) != 0 {
		t.Errorf("nothing changed and %q was written", b)
	}
}

// TestAPausedPainterOwesTheFrame: what came up while somebody else had the
// terminal is asked for afterwards, and drawn whole.
func TestAPausedPainterOwesTheFrame(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closeQuietly(r)
	p := newPainter(w)
	asked := make(chan struct{}, 1)
	p.due = func() { asked <- struct{}{} }
	p.wait = func(time.Duration) <-chan time.Time {
		now := make(chan time.Time, 1)
		now <- time.Time{}
		return now
	}
	p.start()
	if !p.ready() {
		t.Fatal("a new painter is not ready")
	}
	if p.ready() {
		t.Fatal("it is ready for two frames at once")
	}
	p.paint(frameText{text: "a", w: 1, h: 1})
	<-asked // the second frame
	p.pause()
	if p.ready() {
		t.Fatal("a paused painter is ready")
	}
	p.resume()
	for !p.ready() {
		<-asked
	}
	p.paint(frameText{text: "a", w: 1, h: 1})
	p.stop()
	closeQuietly(w)
	var b strings.Builder
	buf := make([]byte, 256)
	for {
		n, err := r.Read(buf)
		b.Write(buf[:n])
		if err != nil {
			break
		}
	}
	if n := strings.Count(b.String(), "\x1b[2J"); n != 2 {
		t.Errorf("%d whole frames, want 2: %q", n, b.String())
	}
}

func BenchmarkPaintCursorMove(b *testing.B) {
	p := newPainter(nil)
	frames := [2]frameText{}
	for n := range frames {
		var lines []string
		for y := range 36 {
			ink := ""
			if y == 5+n {
				ink = "\x1b[48;2;40;50;60m"
			}
			lines = append(lines, widget.Fit(ink+"\x1b[38;2;105;165;201m████████\x1b[39m 1.00 a memory with a title of some length\x1b[0m", 120))
		}
		frames[n] = frameText{text: strings.Join(lines, "\n"), w: 120, h: 36}
	}
	buf := make([]byte, 0, 1<<16)
	b.ReportAllocs()
	size := 0
	for n := 0; b.Loop(); n++ {
		out := p.frame(buf[:0], frames[n&1], false)
		size = len(out)
	}
	b.ReportMetric(float64(size), "B/frame")
}
