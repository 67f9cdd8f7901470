package ui

import (
	"strings"
	"testing"

	"ebb/views"
	"ebb/views/widget"
)

func TestATerminalWithoutSignsGetsNone(t *testing.T) {
	h := start(t, func(_ *harness, o *Options) { o.Theme.Glyphs = "ascii" })
	check := func(what string) {
		t.Helper()
		for y, l := range strings.Split(h.screen(), "\n") {
			if widget.Width(l) != h.s.w {
				t.Errorf("%s: line %d is %d cells wide", what, y, widget.Width(l))
			}
			if strings.Contains(l, "row ") || strings.Contains(l, "デプロ") {
				continue // what others have written
			}
			for _, r := range l {
				if r > 0x7e {
					t.Errorf("%s: %q is in %q", what, r, l)
				}
			}
		}
	}
	check("live")
	for _, keys := range [][]string{{"?"}, {":"}, {":", "theme", "enter"}, {"U"}, {"!"}, {"t"}, {"t", "left"}} {
		h.press(keys...)
		check(strings.Join(keys, " "))
		h.press("esc", "esc", "esc")
	}
	h.send(views.PickMsg{Title: "Link …", Choices: []views.Choice{{Key: "x", Label: "contradicts → this"}}})
	check("a choice")
	h.shows("up down move")
	h.press("esc", "t")
	before := h.s.shownLens().At
	h.clickOn("right day", true)
	h.clickOn("left right day", true) // the first of the two names
	if h.s.shownLens().At.After(before) {
		t.Error("a click on left went ahead")
	}
}
