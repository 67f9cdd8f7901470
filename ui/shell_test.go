package ui

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
)

func plain(s string) string { return ansi.Strip(s) }

func TestKeysReachTheScreen(t *testing.T) {
	h := start(t)
	h.press("j", "enter", "d")
	if got := strings.Join(h.views[0].ran, " "); got != "down open archive" {
		t.Errorf("ran %q", got)
	}
}

func TestTypedAheadRunesAreAllKeys(t *testing.T) {
	h := start(t)
	h.press(strings.Repeat("j", 200))
	if got := len(h.views[0].ran); got != 200 {
		t.Errorf("200 typed-ahead j ran %d times", got)
	}
	h.press("jj/deploy")
	if got := len(h.views[0].ran); got != 202 {
		t.Errorf("%d keys before the filter, want 202", got)
	}
	if h.views[0].text != "deploy" {
		t.Errorf("the filter got %q", h.views[0].text)
	}
	h.press("qt?")
	if h.views[0].text != "deployqt?" || h.s.top() != nil || h.s.lens.open {
		t.Errorf("keys were taken from a text field: %q", h.views[0].text)
	}
}

func TestPasteIsNoCommand(t *testing.T) {
	h := start(t)
	h.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("dd"), Paste: true})
	if len(h.views[0].ran) != 0 {
		t.Errorf("a paste ran %v", h.views[0].ran)
	}
	h.shows("a paste needs a text field")
}

func TestEscGoesOneStepOutAndNeverQuits(t *testing.T) {
	h := start(t)
	v := h.views[0]
	h.press("t", "right", "enter") // away, keys handed back
	v.outs, v.typing = 2, true
	h.press("?")
	h.press("esc") // leaves the field: ? was text
	if v.typing || v.outs != 2 {
		t.Fatalf("first: typing %v outs %d", v.typing, v.outs)
	}
	h.press("?", "esc")
	if h.s.top() != nil || v.outs != 2 {
		t.Fatal("esc in the help must only close it")
	}
	h.press("esc", "esc")
	if v.outs != 0 || !h.s.lens.away {
		t.Fatalf("outs %d, away %v", v.outs, h.s.lens.away)
	}
	h.press("esc")
	if h.s.lens.away {
		t.Fatal("the last step is back to now")
	}
	if _, cmd := h.s.Update(keyMsg("esc")); quits(cmd) {
		t.Fatal("esc quit")
	}
}

// quits reports whether a command ends the program.
func quits(cmd tea.Cmd) bool {
	if cmd == nil {
		return false
	}
	switch msg := cmd().(type) {
	case tea.QuitMsg:
		return true
	case tea.BatchMsg:
		return slices.ContainsFunc(msg, quits)
	}
	return false
}

func TestQuitAsksOnlyWhereSomethingWouldBeLost(t *testing.T) {
	h := start(t)
	if _, cmd := h.s.Update(keyMsg("q")); !quits(cmd) {
		t.Fatal("q did not quit")
	}
	h.views[0].unsaved = "a new memory"
	if _, cmd := h.s.Update(keyMsg("q")); quits(cmd) {
		t.Fatal("q quit over unsaved text")
	}
	h.shows("Unsaved text would be lost: a new memory")
	h.press("enter")
	if h.s.top() == nil {
		t.Fatal("enter answered a question that has no preselected answer")
	}
	h.press("n")
	if h.s.top() != nil {
		t.Fatal("n did not close the question")
	}
	h.press("q")
	if _, cmd := h.s.Update(keyMsg("ctrl+c")); !quits(cmd) {
		t.Fatal("a second ctrl+c must leave")
	}
}

func TestInterruptCancelsTheJobFirst(t *testing.T) {
	h := start(t)
	cancelled := 0
	h.send(views.BusyMsg{Job: "search", Label: "searching", Cancel: func() { cancelled++ }})
	h.shows("searching…")
	if _, cmd := h.s.Update(keyMsg("ctrl+c")); quits(cmd) || cancelled != 1 {
		t.Fatalf("ctrl+c: cancelled %d times", cancelled)
	}
	if _, cmd := h.s.Update(keyMsg("ctrl+c")); !quits(cmd) {
		t.Fatal("nothing left to cancel: ctrl+c quits")
	}
	h.send(views.BusyMsg{Job: "search"})
	h.hides("searching")
}

func TestTrailGoesBackAcrossScreens(t *testing.T) {
	h := start(t)
	h.press("2")
	h.send(views.OpenMsg{Screen: "memories", ID: "m7"})
	h.press("L", "H", "H") // the row of tabs has an end
	if h.s.active != 0 {
		t.Fatalf("on screen %d", h.s.active)
	}
	h.press("backspace", "backspace")
	if h.s.active != 0 || h.views[0].shown[len(h.views[0].shown)-1] != "m7" {
		t.Fatalf("back on %d, shown %v", h.s.active, h.views[0].shown)
	}
	h.press("backspace", "backspace")
	if h.s.active != 0 {
		t.Fatalf("started on %d", h.s.active)
	}
	h.press("backspace")
	h.shows("this is where you started")
	h.send(views.OpenMsg{Screen: "graph"})
	h.shows("there is no screen called graph")
}

func TestLensTakesItsKeysAndHandsThemBack(t *testing.T) {
	h := start(t)
	v := h.views[0]
	h.press("t")
	h.shows("space play")
	h.press("right", "right", "j")
	if got := strings.Join(v.ran, " "); got != "down" {
		t.Errorf("the screen ran %q", got)
	}
	h.shows("IF NOTHING HAPPENS  Wed 2 Dec 2026 · in 2 days · read only")
	h.shows("memories at 2 Dec 12:02")
	h.press("+", "l")
	h.shows("Wed 9 Dec 2026 · in 9 days")
	h.press("left")
	h.shows("Wed 2 Dec 2026")
	h.press("enter", "right")
	if got := strings.Join(v.ran, " "); got != "down right" {
		t.Errorf("after enter the screen ran %q", got)
	}
	h.press("d")
	if len(v.ran) != 2 {
		t.Error("a change was made while the clock is ahead")
	}
	h.shows("look back to now first (esc)")
	h.press("u")
	if len(h.e.undone) != 0 {
		t.Error("undo ran while the clock is ahead")
	}
	h.press("esc")
	h.shows("● live   Mon 30 Nov 2026  12:02")
}

func TestLensShowsWhatWas(t *testing.T) {
	h := start(t)
	v := h.views[0]
	h.press("t", "left")
	h.shows("◀ THEN  Sun 29 Nov 2026  12:02 · 24 hours ago · read only")
	h.shows("memories at 29 Nov 12:02")
	h.press("d", "u")
	if len(v.ran) != 0 || len(h.e.undone) != 0 {
		t.Error("the past was changed")
	}
	h.shows("look back to now first (esc): what was is read only")
	h.press(",")
	h.shows("at a cycle: 28 Nov 2026 02:00:00")
	h.shows("memories at 28 Nov 02:00")
	h.press(",")
	h.shows("nothing happened before")
	h.press(".")
	h.shows("at an edit: 29 Nov 2026 09:30:00")
	h.press("right", "right")
	h.shows("● live   Mon 30 Nov 2026  12:02")
	h.press("left", "esc")
	h.shows("● live   Mon 30 Nov 2026  12:02")
	v.instant = noon.AddDate(0, 0, -18)
	h.press("t")
	h.shows("◀ THEN  Thu 12 Nov 2026  12:02 · 18 days ago · read only")
}

func TestUndoAndRedo(t *testing.T) {
	h := start(t)
	h.press("u")
	h.shows("✓ undid: archived 3 memories · ctrl+r to redo")
	h.press("ctrl+r")
	h.shows("redid: archived 3 memories · u to undo")
	if h.e.redone != 1 || !slices.Equal(h.e.undone, []string{"you:"}) {
		t.Errorf("undone %v, redone %d", h.e.undone, h.e.redone)
	}
	h.e.err = engine.ErrNothingToUndo
	h.press("u")
	h.shows("nothing of yours to take back")
	if h.s.board.fresh() {
		t.Error("having nothing to undo is no failure")
	}
	h.e.err = engine.ErrClosed
	h.press("u")
	h.shows("✕ the store is closed")
	h.press("!")
	h.shows("What went wrong")
	h.shows("12:02:00  the store is closed")
	h.press("esc")
	if h.s.board.fresh() {
		t.Error("what was read is still marked")
	}
}

func TestUndoListTakesBackAnyones(t *testing.T) {
	h := start(t)
	h.e.ops = []engine.Operation{
		{ID: "op3", Seq: 3, IDs: []string{"m1", "m2", "m3"}, Count: 3, Kind: engine.KindArchive, Actor: engine.You, At: noon, Summary: "archived 3 memories"},
		{ID: "op2", Seq: 2, Kind: engine.KindAdd, Actor: engine.Actor{Kind: engine.Agent, Name: "planner\x1b[2J"}, At: noon, Count: 1},
		{ID: "op1", Seq: 1, Kind: engine.KindPurge, Actor: engine.You, At: noon, Summary: "purged 1 memory"},
	}
	h.press("U")
	h.shows("planner␛[2J")
	h.shows("add, 1 memory")
	h.press("end", "enter")
	h.shows("cannot be taken back")
	if h.s.top() == nil {
		t.Fatal("the list closed over something that cannot be done")
	}
	h.press("k", "enter")
	if !slices.Equal(h.e.undone, []string{"you:op2"}) {
		t.Errorf("undone %v", h.e.undone)
	}
}

func TestHelpSearchesAndRuns(t *testing.T) {
	h := start(t)
	h.press("?")
	h.shows("All keys")
	h.press("archive it", "enter")
	if got := strings.Join(h.views[0].ran, " "); got != "archive" {
		t.Errorf("ran %q", got)
	}
	h.press("?", "zzzz")
	h.shows("nothing matches; esc clears the search")
	h.press("esc")
	h.shows("archive it")
	h.press("esc")
	if h.s.top() != nil {
		t.Error("the help is still open")
	}
}

func TestPaletteGoesToAnID(t *testing.T) {
	h := start(t)
	h.press("2", ":", "0190-ab", "enter")
	if h.s.active != 0 || h.views[0].shown[len(h.views[0].shown)-1] != "0190-ab-whole" {
		t.Errorf("on %d, shown %v", h.s.active, h.views[0].shown)
	}
}

func TestSearchPutsWholeWordsFirst(t *testing.T) {
	c := newChooser("Do", []row{
		{text: "edit text, importance, confidence"}, {text: "reimport"}, {text: "import a file"}, {text: "head", head: true},
	}, true)
	c.query.SetValue("import")
	c.narrow()
	var got []string
	for i := range c.shown {
		got = append(got, strings.Fields(c.at(i).text)[0])
	}
	if want := []string{"import", "edit", "reimport"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestConfirmWantsTheWord(t *testing.T) {
	h := start(t)
	did := 0
	ask := views.ConfirmMsg{Title: "Purge", Body: "3 memories are gone for good.", Word: "3", Yes: "purge", Do: func() tea.Cmd { did++; return nil }}
	h.send(ask)
	h.shows("type 3 to go ahead")
	h.press("y", "enter")
	if did != 0 {
		t.Fatal("purged without the word")
	}
	h.press("backspace", "3", "enter")
	if did != 1 || h.s.top() != nil {
		t.Fatalf("did %d", did)
	}
}

func TestPickHasNothingPreselected(t *testing.T) {
	h := start(t)
	picked := -1
	ask := views.PickMsg{Title: "Link as", Choices: []views.Choice{{Key: "x", Label: "contradicts"}, {Label: "mentions"}}, Pick: func(i int) tea.Cmd { picked = i; return nil }}
	h.send(ask)
	h.hides("▸ x")
	h.press("enter")
	if picked != -1 {
		t.Fatal("enter picked what was not chosen")
	}
	h.shows("▸ x")
	h.press("j", "enter")
	if picked != 1 {
		t.Fatalf("picked %d", picked)
	}
	h.send(ask)
	h.press("x")
	if picked != 0 {
		t.Fatalf("picked %d", picked)
	}
}

func TestOffSaysWhy(t *testing.T) {
	h := start(t)
	h.views[0].off = "nothing is selected"
	h.press("d")
	h.shows("! nothing is selected")
}

func TestEventsReachScreensOncePerFrame(t *testing.T) {
	h := start(t)
	for i := range 3 {
		h.e.events <- engine.Event{Seq: uint64(i + 1)}
	}
	msg := next(h.s.session, h.e.Subscribe(8))().(eventsMsg)
	if len(msg.events) != 3 {
		t.Fatalf("%d events in the frame", len(msg.events))
	}
	h.send(msg)
	if got := count[views.EventMsg](h.views[0].msgs); got != 3 {
		t.Errorf("the screen heard %d", got)
	}
	msg.events = make([]engine.Event, manyEvents+1)
	h.send(msg)
	last := h.views[1].msgs[len(h.views[1].msgs)-1].(views.EventMsg)
	if !last.Event.Resync || count[views.EventMsg](h.views[1].msgs) != 4 {
		t.Error("many events must become one request to read again")
	}
	msg.session = &Session{}
	h.send(msg)
	if got := count[views.EventMsg](h.views[0].msgs); got != 4 {
		t.Error("events of a store that was left are heard")
	}
}

func count[T any](msgs []tea.Msg) int {
	n := 0
	for _, m := range msgs {
		if _, ok := m.(T); ok {
			n++
		}
	}
	return n
}

func TestTicksOnlyWhileSomeoneLooksAtNow(t *testing.T) {
	h := start(t)
	armed := func() bool {
		h.s.beat.due[second] = false
		h.s.arm()
		return h.s.beat.due[second]
	}
	if !armed() {
		t.Fatal("a live screen does not tick")
	}
	for name, keys := range map[string][]string{"help": {"?"}, "lens": {"t", "right"}} {
		h.press(keys...)
		if armed() {
			t.Errorf("ticks under %s", name)
		}
		h.press("esc", "esc")
	}
	h.send(tea.BlurMsg{})
	if armed() {
		t.Error("ticks without focus")
	}
	h.send(tea.FocusMsg{})
	if !armed() {
		t.Error("does not tick again")
	}
}

func TestAPanicIsAnError(t *testing.T) {
	h := start(t)
	h.views[0].panics = true
	_, cmd := h.s.Update(struct{}{})
	if !quits(cmd) || h.s.crash == nil || h.s.crash.Error() != "ebb has crashed: the screen broke" {
		t.Fatalf("crash %v", h.s.crash)
	}
	h = start(t)
	h.send(h.s.guard(tea.Batch(nil, func() tea.Msg { panic("a command broke") }))())
	if h.s.crash == nil || h.s.crash.Error() != "ebb has crashed: a command broke" {
		t.Fatalf("crash %v", h.s.crash)
	}
}

func TestBackgroundRecolours(t *testing.T) {
	h := start(t, func(_ *harness, o *Options) { o.Theme.Name = "auto" })
	if !h.s.theme.Dark {
		t.Fatal("starts dark")
	}
	h.send(backgroundMsg{light: true})
	if h.s.theme.Dark || count[views.ThemeMsg](h.views[0].msgs) != 1 {
		t.Error("the answer did not recolour")
	}
	h.send(backgroundMsg{said: report})
	if !h.s.theme.Dark {
		t.Error("the report did not recolour")
	}
	h = start(t, func(_ *harness, o *Options) { o.Theme = themes.Options{Name: "auto", Light: true, Told: true} })
	h.send(backgroundMsg{})
	if h.s.theme.Dark || h.s.asksBackground() {
		t.Error("the terminal knows better than the person")
	}
	h = start(t, func(_ *harness, o *Options) { o.Theme.Name = "deutan" })
	if h.send(backgroundMsg{light: true}); h.s.theme.Name != "deutan-light" {
		t.Errorf("deutan became %s", h.s.theme.Name)
	}
	h = start(t)
	if h.send(backgroundMsg{light: true}); !h.s.theme.Dark || h.s.asksBackground() {
		t.Error("a theme that was named was changed")
	}
}
