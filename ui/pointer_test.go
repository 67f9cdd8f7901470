package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

func click(x, y int) tea.MouseMsg {
	return tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress}
}

func TestMouse(t *testing.T) {
	h := start(t)
	h.send(click(17, 1))
	if h.s.active != 1 {
		t.Fatalf("a click on the second tab shows %d:\n%s", h.s.active, h.screen())
	}
	h.send(click(5, 7))
	last := h.views[1].msgs[len(h.views[1].msgs)-1]
	if m, ok := last.(tea.MouseMsg); !ok || m.Y != 4 || m.X != 5 {
		t.Errorf("the screen got %+v", last)
	}
	h.send(click(110, 35)) // the footer is not the screen's
	if got := h.views[1].msgs; got[len(got)-1] != last {
		t.Errorf("a click on the footer reached the screen")
	}
	h.press("?")
	row := -1
	for y, l := range strings.Split(h.screen(), "\n") {
		if strings.Contains(l, "archive it") {
			row = y
		}
	}
	h.send(click(9, row))
	h.send(click(9, row))
	if got := strings.Join(h.views[1].ran, " "); got != "archive" {
		t.Errorf("a second click ran %q", got)
	}
	picked := -1
	h.send(views.PickMsg{Title: "P", Choices: []views.Choice{{Label: "first one"}, {Label: "second one"}}, Pick: func(i int) tea.Cmd { picked = i; return nil }})
	for y, l := range strings.Split(h.screen(), "\n") {
		if strings.Contains(l, "second one") {
			h.send(click(60, y))
			break
		}
	}
	if picked != 1 {
		t.Errorf("a click picked %d", picked)
	}
	h.press(":", "mouse off", "enter")
	h.send(click(5, 1))
	if h.s.active != 1 {
		t.Error("the mouse works while it is off")
	}
}
