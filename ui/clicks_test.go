package ui

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/widget"
)

// clickOn clicks on the first place where a text stands, or on the last.
func (h *harness) clickOn(text string, last ...bool) {
	h.t.Helper()
	lines := strings.Split(h.screen(), "\n")
	for i := range lines {
		y := i
		if len(last) > 0 {
			y = len(lines) - 1 - i
		}
		if at := strings.Index(lines[y], text); at >= 0 {
			h.send(click(widget.Width(lines[y][:at]), y))
			return
		}
	}
	h.t.Fatalf("%q is not on the screen:\n%s", text, h.screen())
}

func TestTheFootersKeysCanBeClicked(t *testing.T) {
	h := start(t)
	h.clickOn("d archive", true)
	h.clickOn("archive", true) // its word is as good
	h.clickOn("all keys", true)
	if _, ok := h.s.top().(*chooser); !ok || strings.Join(h.views[0].ran, " ") != "archive archive" {
		t.Fatalf("ran %q, on top %v", h.views[0].ran, h.s.top())
	}
	h.clickOn("esc close", true)
	if h.s.top() != nil {
		t.Error("a click on esc does not close")
	}
	h.clickOn("t time", true)
	before := h.s.shownLens().At
	h.clickOn("→ ", true)
	if !h.s.shownLens().At.After(before) {
		t.Errorf("a click on the arrow did not move the clock:\n%s", h.screen())
	}
	h.clickOn("← ", true)
	h.clickOn("esc now", true)
	if h.s.lens.away || h.s.lens.open {
		t.Error("a click on esc did not come back to now")
	}
}

func TestTheAnswersOfADialogCanBeClicked(t *testing.T) {
	h := start(t)
	done := 0
	ask := views.ConfirmMsg{Title: "Sure?", Body: "One line says\ny yes, do it\nand is no answer.", Yes: "yes, do it", Do: func() tea.Cmd { done++; return nil }}
	h.send(ask)
	h.clickOn("y yes, do it") // what somebody has written
	if done != 0 || h.s.top() == nil {
		t.Fatal("a text was taken for the answer")
	}
	h.clickOn("leave it")
	if done != 0 || h.s.top() != nil {
		t.Fatalf("esc: done %d", done)
	}
	h.send(ask)
	for y, l := range strings.Split(h.screen(), "\n") {
		if strings.Contains(l, "leave it") {
			h.send(click(widget.Width(l[:strings.Index(l, "yes, do it")]), y))
			break
		}
	}
	if done != 1 {
		t.Errorf("yes: done %d", done)
	}
}

func TestTheWelcomeAndCardsCanBeClicked(t *testing.T) {
	h := start(t, func(h *harness, _ *Options) { h.e.totals = engine.Totals{} })
	h.shows("This store is still empty")
	h.clickOn("demo: step into")
	if !h.s.session.Demo {
		t.Error("a click does not step into the demo")
	}
	h.s.card = &Card{Title: "Broken", Choices: []CardChoice{{"x", "export what can be read", CardExport}, quitChoice}}
	h.s.frame.stale = true
	h.clickOn("export what")
	if shown, ok := h.s.result.(*ShownError); !ok || shown.Action != CardExport {
		t.Errorf("the card was left with %v", h.s.result)
	}
}

func TestTheSignCanBeClicked(t *testing.T) {
	for _, accessible := range []bool{false, true} {
		h := start(t, func(_ *harness, o *Options) { o.Accessible = accessible })
		h.s.board.add(noon, "the disk hums")
		h.s.frame.stale = true
		line := strings.Split(h.screen(), "\n")[1]
		h.send(click(widget.Width(line[:strings.LastIndex(line, "!")]), 1))
		h.shows("the disk hums")
	}
}

func TestTwoClicksSoonAfterEachOtherOpen(t *testing.T) {
	now := noon
	h := start(t, func(_ *harness, o *Options) { o.Now = func() time.Time { return now } })
	doubles := func() int { return count[views.DoubleClickMsg](h.views[0].msgs) }
	h.send(click(5, 9))
	now = now.Add(clickTime + time.Millisecond)
	h.send(click(5, 9))
	if doubles() != 0 {
		t.Fatal("two slow clicks are one double click")
	}
	now = now.Add(clickTime)
	h.send(click(5, 10))
	h.send(click(5, 9))
	if doubles() != 0 {
		t.Fatal("clicks on two places are a double click")
	}
	h.send(click(5, 9))
	h.send(click(5, 9)) // the third begins anew
	if doubles() != 1 {
		t.Fatalf("%d double clicks", doubles())
	}
	if m := h.views[0].msgs[len(h.views[0].msgs)-2]; m != (views.DoubleClickMsg{X: 5, Y: 9 - linesAbove}) {
		t.Errorf("the screen got %+v", m)
	}
}

func TestEveryPrintedKeyCanBePressed(t *testing.T) {
	for _, name := range []string{"enter", "esc", "tab", "shift+tab", "space", "backspace", "up", "↑", "→", "pgup", "home", "ctrl+p", "ctrl+c", "ctrl+z", "alt+x", "f1", "d", "?", "é", "+"} {
		k, ok := keyOf(name)
		want := name
		for key, sign := range signs {
			if name == sign {
				want = key
			}
		}
		if got := keyName(k); !ok || got != want {
			t.Errorf("%s is pressed as %q", name, got)
		}
	}
	if k, ok := keyOf("type"); ok {
		t.Errorf("a word is pressed as %v", k)
	}
}
