package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

func TestUndoListGoesBackToTheBeginning(t *testing.T) {
	h := start(t)
	for i := 250; i > 0; i-- {
		op := engine.Operation{ID: fmt.Sprint("op", i), Seq: uint64(i), Kind: engine.KindArchive, At: noon, Summary: fmt.Sprint("archived number ", i), IDs: []string{fmt.Sprint("m", i)}, Count: 1}
		if i == 249 {
			op.UndoneBy, op.Reason = "op250", "by mistake"
		}
		h.e.ops = append(h.e.ops, op)
	}
	h.press("U")
	h.shows("100+")
	h.shows("archived number 250  “Title of m250”")
	h.shows("already taken back · “Title of m249” · by mistake")
	h.press("end")
	h.shows("200+")
	h.press("end", "end")
	h.shows("archived number 1  “Title of m1”")
	h.hides("+\n")
	h.press("enter")
	if got := strings.Join(h.e.undone, " "); got != "you:op1" {
		t.Errorf("undone %q", got)
	}
	h.press("U")
	h.shows("100+")
	for range 30 {
		h.send(tea.MouseMsg{Y: 10, Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	}
	h.shows("200+")
}

func TestHelpNamesTheBindings(t *testing.T) {
	h := start(t)
	h.press("?")
	h.shows("fake.archive")
	h.typed("configuration")
	h.press("esc")
	h.press("end")
	h.shows("[keys] in the configuration file")
	h.press("esc")
	h.send(tea.WindowSizeMsg{Width: 40, Height: 12})
	h.press("?")
	h.typed("the screen to the l")
	h.hides("screen.previous")
	h.shows("the screen to the left")
}

func TestSearchKnowsOtherWords(t *testing.T) {
	h := start(t)
	for word, want := range map[string]string{
		"contradiction": "go to Conflicts", "settle": "go to Conflicts", "follow": "import a file", "future": "move the clock", "exit": "quit",
		"journal": "who changed what", "colour": "theme:", "goto": "go to Timeline",
	} {
		h.s.screens[0] = &fakeView{id: views.Conflicts}
		h.s.session.Importer = &fakeImporter{}
		h.press(":")
		h.typed(word)
		h.shows(want)
		h.press("ctrl+u")
		if q := h.s.top().(*chooser).query.Value(); q != "" {
			t.Errorf("ctrl+u left %q", q)
		}
		h.press("esc")
	}
}

func TestOneScreenHasNoWayToOthers(t *testing.T) {
	h := start(t)
	h.s.screens = h.s.screens[:1]
	for _, open := range []string{"?", ":"} {
		h.press(open)
		h.typed("screen to the")
		h.shows("nothing matches")
		h.press("ctrl+u")
		h.typed("go to Mem")
		h.shows("nothing matches")
		h.press("esc", "esc")
	}
	h.press("1", "L", "H")
	if h.s.active != 0 {
		t.Errorf("went to %d", h.s.active)
	}
}

// A notice of several lines is one notice.
func TestNoticesAreCountedWhole(t *testing.T) {
	h := start(t)
	h.e.notices = []string{"short", strings.Repeat("a long complaint ", 12)}
	h.press("!")
	line := strings.Split(h.screen(), "\n")[3]
	if !strings.HasSuffix(strings.TrimRight(line, " "), "  2") {
		t.Errorf("two notices: %q", line)
	}
	h.shows("↑ ↓ scroll")
	h.hides("enter")
}
