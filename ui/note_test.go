package ui

import (
	"strings"
	"testing"

	"ebb/views/widget"
)

func TestTheWelcomeLeavesTheScreenItsRoom(t *testing.T) {
	for _, n := range []note{demoPlays, demoPlayed, demoStands} {
		for _, size := range []struct{ w, h, most int }{{120, 31, 3}, {80, 19, 2}, {60, 19, 3}, {40, 7, 1}} {
			lines := n.lines(size.w, size.h)
			if len(lines) == 0 || len(lines) > size.most {
				t.Errorf("%d lines at %d × %d: %q", len(lines), size.w, size.h, lines)
			}
			for _, l := range lines {
				if widget.Width(l) > size.w-2 {
					t.Errorf("%q is too wide for %d", l, size.w)
				}
			}
			if !strings.Contains(strings.Join(lines, " "), "esc") {
				t.Errorf("no way out in %q", lines)
			}
		}
	}
}

// The note stands below the screen, not on its last rows.
func TestTheNoteHidesNothing(t *testing.T) {
	h := start(t)
	h.s.note = demoPlayed
	h.s.frame.stale = true
	lines := strings.Split(h.screen(), "\n")
	if !strings.Contains(lines[35-2-3], "────") || !strings.Contains(lines[35-2-4], "row 23") {
		t.Errorf("the body ends with\n%s", strings.Join(lines[26:], "\n"))
	}
	if got := len(h.s.view().Draw(120, 31)); got != 31 {
		t.Fatalf("%d lines", got)
	}
}
