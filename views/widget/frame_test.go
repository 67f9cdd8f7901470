package widget

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"ebb/themes"
)

func checkFrame(t interface{ Fatalf(string, ...any) }, what string, lines []string, w, h int) {
	if len(lines) != h {
		t.Fatalf("%s: %d lines, want %d", what, len(lines), h)
	}
	for y, line := range lines {
		if got := ansi.StringWidth(line); got != w {
			t.Fatalf("%s: line %d, %+q, is %d cells wide, want %d", what, y, line, got, w)
		}
	}
}

func TestFramesAreExact(t *testing.T) {
	th := themes.Must("dark")
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(0, 60).Draw(t, "w"), rapid.IntRange(0, 12).Draw(t, "h")
		text := rapid.SliceOfN(inked(), 0, 14)
		base := Block(text.Draw(t, "base"), w, h)
		checkFrame(t, "Block", base, w, h)

		lw, rw := Split(w, .4, 6)
		both := Beside(h, th.Paint(themes.Border, "│"), Pane{text.Draw(t, "left"), lw}, Pane{text.Draw(t, "right"), rw})
		checkFrame(t, "Beside", both, lw+rw+1, h)

		bw, bh := rapid.IntRange(0, 30).Draw(t, "bw"), rapid.IntRange(0, 8).Draw(t, "bh")
		box := Box(th, themes.Accent, "title", text.Draw(t, "box"), bw, bh)
		checkFrame(t, "Box", box, bw, bh)

		x, y := rapid.IntRange(-9, 70).Draw(t, "x"), rapid.IntRange(-4, 15).Draw(t, "y")
		checkFrame(t, "Overlay", Overlay(base, box, x, y), w, h)
	})
}

func TestOverlayKeepsWhatItDoesNotCover(t *testing.T) {
	for _, c := range []struct {
		under, over string
		x           int
		want        string
	}{
		{"abcdefgh", "XY", 3, "abcXYfgh"},
		{"abcdefgh", "XY", 0, "XYcdefgh"},
		{"abcdefgh", "XY", 7, "abcdefgX"},
		{"abcdefgh", "XY", -1, "Ybcdefgh"},
		{"abcdefgh", "XY", 8, "abcdefgh"},
		{"日本語字", "XY", 1, " XY 語字"},
		{"\x1b[1mabcdef\x1b[0m", "XY", 2, "\x1b[1mab\x1b[0mXY\x1b[1mef\x1b[0m"},
		{"ab\x1b[1mcdef", "\x1b[2mXY", 1, "a\x1b[2mXY\x1b[0m\x1b[1mdef\x1b[0m"},
	} {
		if got := Overlay([]string{c.under}, []string{c.over}, c.x, 0)[0]; got != c.want {
			t.Errorf("%q under %q at %d = %q, want %q", c.under, c.over, c.x, got, c.want)
		}
	}
}

func TestBox(t *testing.T) {
	th := themes.Must("mono")
	got := strings.Join(Box(th, themes.Text, "A  existing", []string{"one", "日本語日本語"}, 17, 4), "\n")
	want := "╭─ A  existing ─╮\n│ one           │\n│ 日本語日本語  │\n╰───────────────╯"
	if got != want {
		t.Errorf("Box:\n%s\nwant\n%s", got, want)
	}
}
