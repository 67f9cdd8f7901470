package ui

import (
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
)

func TestAToastDoesNotOutliveWhatItIsAbout(t *testing.T) {
	said := views.ToastMsg{Text: "saved as version 2", Undo: true, About: []string{"m1"}}
	changed := func(by engine.Actor, kind engine.EventKind, ids ...string) func(h *harness) {
		return func(h *harness) {
			ev := engine.Event{Seq: 9, Actor: by, Kinds: []engine.EventKind{kind}, IDs: ids, Count: len(ids)}
			h.send(eventsMsg{session: h.s.session, events: []engine.Event{ev}})
		}
	}
	bot := engine.Actor{Kind: engine.Agent, Name: "planner"}
	press := func(keys ...string) func(*harness) { return func(h *harness) { h.press(keys...) } }
	beat := func(after time.Duration) func(*harness) {
		return func(h *harness) { h.send(beatMsg{of: second, at: noon.Add(after)}) }
	}
	warned := views.ToastMsg{Text: "only live memories", Level: views.Warn}
	failed := views.ToastMsg{Text: "disk full", Level: views.Fail}
	for name, c := range map[string]struct {
		toast views.ToastMsg
		then  func(*harness)
		stays bool
	}{
		"you change it yourself":   {said, changed(engine.You, engine.MemoryUpdated, "m1"), true},
		"an agent changes another": {said, changed(bot, engine.MemoryUpdated, "m2"), true},
		"an agent recalls it":      {said, changed(bot, engine.MemoryAccessed, "m1"), true},
		"an agent changes it":      {said, changed(bot, engine.MemoryUpdated, "m2", "m1"), false},
		"a key moves":              {said, press("j"), true},
		"a key acts":               {said, press("n"), false},
		"the clock moves":          {said, press("t", "right"), false},
		"a few seconds":            {said, beat(7 * time.Second), true},
		"some more":                {said, beat(8 * time.Second), false},
		"a warning, a key":         {warned, press("j"), false},
		"a warning, the clock":     {warned, func(h *harness) { h.run(h.s.lensMoved()) }, false},
		"a failure, the clock":     {failed, func(h *harness) { h.run(h.s.lensMoved()) }, true},
		"a failure, a while":       {failed, beat(time.Minute), false},
	} {
		h := start(t)
		h.send(c.toast)
		h.shows(c.toast.Text)
		c.then(h)
		if got := h.s.status.text != ""; got != c.stays {
			t.Errorf("%s: stays %v, want %v", name, got, c.stays)
		}
	}
}

// A toast ends by the beat that the clock runs on, also where that has
// stopped.
func TestAToastEndsWhileTheClockIsAhead(t *testing.T) {
	h := start(t)
	h.press("t", "right", "enter", "d")
	h.shows("look back to now first (esc)")
	h.press("esc")
	h.hides("look back")

	h.press("t", "right", "enter", "d")
	h.s.beat.due[second] = false
	h.s.arm()
	if !h.s.beat.due[second] {
		t.Fatal("nothing will end the toast")
	}
	ticks := count[views.TickMsg](h.views[0].msgs)
	h.send(beatMsg{of: second, at: noon.Add(toastTime)})
	h.hides("look back")
	if h.s.beat.due[second] || count[views.TickMsg](h.views[0].msgs) != ticks {
		t.Error("the clock goes on ticking while nobody looks at now")
	}
}

func TestAQuestionStandsOnTheStatusLine(t *testing.T) {
	h := start(t)
	h.send(views.ToastMsg{Text: "saved"})
	h.views[0].asking = "This text is not saved."
	h.press("j")
	lines := strings.Split(h.screen(), "\n")
	if got := strings.TrimSpace(lines[len(lines)-2]); got != "! This text is not saved." {
		t.Errorf("the status line says %q", got)
	}
	if want := h.s.theme.Paint(themes.Warn, "! This text is not saved."); !strings.Contains(h.s.View(), want) {
		t.Error("it is not in the ink of a warning")
	}
	h.press("?")
	h.hides("This text")
}

func TestTheFooterShowsBothArrows(t *testing.T) {
	for want, keys := range map[string][]string{"↑ ↓": {"up", "down"}, "← →": {"left", "right"}, "j": {"j", "down"}, "tab": {"tab", "shift+tab"}, "↑": {"up"}} {
		if got := (keymap{}).hint(&views.Binding{Keys: keys}); got != want {
			t.Errorf("%v is shown as %q, want %q", keys, got, want)
		}
	}
}
