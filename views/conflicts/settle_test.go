package conflicts

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

func TestTheQueueAndTheTab(t *testing.T) {
	d := drive(t, sample()).show("")
	if d.screen.Badge() != "3" || d.screen.Summary() != "3 open · 0 settled · oldest 9 days" {
		t.Errorf("badge %q, summary %q", d.screen.Badge(), d.screen.Summary())
	}
	d.shows("open 3   settled 0", "▸  freeze-date", "value · .93 · 2 h", "declared · you · 1 day", "Alice works at Globex.",
		"freeze from [18] │", "freeze from [20]  │", "checklist[, always].", "“the freeze starts on different days”", "release-bot, sure .93",
		"14 recalls · 2 ties", "confidence .90 / .80")
}

func TestNothingIsPreselectedAndTheNextFollows(t *testing.T) {
	d := drive(t, sample()).show("")
	if d.screen.chosen != noRule {
		t.Fatal("something is preselected")
	}
	d.keys("b")
	d.shows("keep B: B stays, its text as it is, as v2", "2 ties follow: Release checklist, Canary first, then 10 %", "enter go ahead")
	if len(d.source.calls) > 0 {
		t.Fatalf("written before enter: %v", d.source.calls)
	}
	d.keys("enter")
	if want := []string{"resolve c1 manualB"}; !slices.Equal(d.source.calls, want) {
		t.Fatalf("calls %v, want %v", d.source.calls, want)
	}
	if toast := last[views.ToastMsg](d); !toast.Undo || toast.Text != "settled: B stays, A is superseded" {
		t.Errorf("toast %+v", toast)
	}
	if d.current() != "c2" || d.screen.chosen != noRule || d.screen.Badge() != "2" {
		t.Errorf("at %s with %v chosen, badge %s", d.current(), d.screen.chosen, d.screen.Badge())
	}
	d.event(engine.KindResolve, engine.ConflictSettled, "a1", "b1")
	if d.current() != "c2" {
		t.Errorf("at %s after the event", d.current())
	}
	d.keys("enter")
	if len(d.source.calls) != 1 {
		t.Errorf("a second enter wrote: %v", d.source.calls)
	}
}

func TestRulesAreRows(t *testing.T) {
	d := drive(t, sample()).show("")
	d.shows("→ B  (30 Nov after 19 Nov)", "→ A  (.90 over .80)", "→ B  (tie at .50, incoming wins ties)", "→ B  (always the incoming one)")
	d.keys("tab j j j j j j space")
	if d.screen.chosen != surest {
		t.Fatalf("chosen %v", d.screen.chosen)
	}
	d.shows("most confident: A stays, its text as it is, as v4")
	d.keys("j enter") // the cursor is on another row: enter chooses that one
	if d.screen.chosen != weightiest || len(d.source.calls) > 0 {
		t.Fatalf("chosen %v, calls %v", d.screen.chosen, d.source.calls)
	}
	d.keys("enter")
	if want := []string{"resolve c1 highest-importance"}; !slices.Equal(d.source.calls, want) {
		t.Errorf("calls %v", d.source.calls)
	}
	if d.screen.row != 0 || d.screen.chosen != noRule {
		t.Errorf("row %d, chosen %v", d.screen.row, d.screen.chosen)
	}
}

func TestOutIsOneStep(t *testing.T) {
	d := drive(t, sample()).show("")
	d.keys("space tab a")
	for _, want := range []string{"choice", "pane", "selection"} {
		if !d.screen.Out() {
			t.Fatalf("no step out of the %s", want)
		}
	}
	if d.screen.Out() || d.screen.queue.selecting() || d.screen.focus != onQueue {
		t.Error("there is more to step out of")
	}
}

func TestMovingLetsGoOfTheChoice(t *testing.T) {
	d := drive(t, sample()).show("")
	d.keys("a j")
	if d.screen.chosen != noRule || d.current() != "c2" {
		t.Errorf("chosen %v at %s", d.screen.chosen, d.current())
	}
	d.keys("enter enter")
	if len(d.source.calls) > 0 && d.source.calls[0] == "resolve c1 manualA" {
		t.Errorf("the decision about another one was written: %v", d.source.calls)
	}
}

// A decision is about the texts that were seen.
func TestAChangedSideIsNotSettled(t *testing.T) {
	d := drive(t, sample()).show("").keys("a")
	m := d.source.memories["b1"]
	m.Version = 7
	d.source.memories["b1"] = m
	d.keys("enter")
	if toast := last[views.ToastMsg](d); len(d.source.calls) > 0 || !strings.Contains(toast.Text, "B has changed meanwhile, it is at v7") {
		t.Errorf("calls %v, toast %q", d.source.calls, toast.Text)
	}
	d.shows("incoming · v7")
}

func TestRefusalsAreSaid(t *testing.T) {
	d := drive(t, sample()).show("")
	d.source.refuses = &engine.ConflictResolvedError{ID: "c1"}
	d.keys("o enter")
	if toast := last[views.ToastMsg](d); toast.Level != views.Fail || toast.Text != "not settled: it has been settled meanwhile" {
		t.Errorf("toast %+v", toast)
	}
	d.source.refuses = errors.New("disk\x1b[2J full")
	d.keys("o enter")
	if toast := last[views.ToastMsg](d); strings.ContainsRune(toast.Text, '\x1b') {
		t.Errorf("an escape reached the status line: %q", toast.Text)
	}
	if d.screen.writing {
		t.Error("still said to be writing")
	}
}

func TestDeadSidesSayWhatToDo(t *testing.T) {
	f := sample()
	change := func(id string, state engine.State) {
		m := f.memories[id]
		m.State, m.Head.Archive.At = state, ago(3)
		f.memories[id] = m
	}
	change("a1", engine.Archived)
	d := drive(t, f).show("")
	d.shows("cannot be settled now", "A was archived 27 Nov: r brings it back", "existing · v3 · archived")
	d.keys("a enter b enter")
	if len(f.calls) > 0 {
		t.Fatalf("calls %v", f.calls)
	}
	d.keys("r")
	if want := []string{"unarchive a1"}; !slices.Equal(f.calls, want) {
		t.Fatalf("calls %v", f.calls)
	}
	d.event(engine.KindRestore, engine.MemoryRestored, "a1")
	d.shows("what would happen")
	for state, want := range map[engine.State]string{
		engine.Superseded: "B was superseded", engine.Merged: "B was merged", engine.Deleted: "B was deleted", engine.Expired: "B expired",
	} {
		change("b1", state)
		d.event(engine.KindEdit, engine.MemoryUpdated, "b1")
		d.shows(want)
	}
	delete(f.memories, "b1")
	d.event(engine.KindPurge, engine.MemoryDeleted, "b1")
	d.shows("B was purged", "this memory was purged")
}

func TestIdenticalTextsShowTheirFields(t *testing.T) {
	f := sample()
	m := f.memories["b1"]
	m.Content = f.memories["a1"].Content
	f.memories["b1"] = m
	d := drive(t, f).show("")
	d.shows("every word: only fields differ", "confidence .90 / .80")
	d.hides("[18]")
}

func TestSettledOnesAreReadOnly(t *testing.T) {
	d := drive(t, sample()).show("").keys("a enter o enter l")
	d.shows("settled 2", "what was decided", "both kept · you", "▸  freeze-date", "A kept · you · 30 Nov")
	d.keys("a")
	if toast := last[views.ToastMsg](d); len(d.source.calls) != 2 || !strings.Contains(toast.Text, "settled") {
		t.Errorf("calls %v, toast %q", d.source.calls, toast.Text)
	}
	d.keys("enter")
	if open := last[views.OpenMsg](d); open.Screen != views.Memories || open.ID != "a1" {
		t.Errorf("opened %+v", open)
	}
	d.keys("h")
	d.shows("▸  Alice works at Globex.")
}

func TestUndoComesBackToWhatItOpened(t *testing.T) {
	f := sample()
	d := drive(t, f).show("").keys("a enter j")
	f.conflicts[0].Status = engine.ConflictOpen
	for _, id := range []string{"a1", "b1"} {
		m := f.memories[id]
		m.State = engine.Active
		f.memories[id] = m
	}
	d.event(engine.KindUndo, engine.ConflictDetected, "a1", "b1")
	if d.current() != "c1" || d.screen.Badge() != "3" {
		t.Errorf("at %s, badge %s", d.current(), d.screen.Badge())
	}
}

func TestArrivalsDoNotMoveTheCursor(t *testing.T) {
	f := sample()
	d := drive(t, f).show("").keys("j")
	f.put(engine.Memory{Head: engine.Head{ID: "a9", CreatedAt: clock}, Body: engine.Body{Content: "new one"}})
	f.put(engine.Memory{Head: engine.Head{ID: "b9", CreatedAt: clock}, Body: engine.Body{Content: "new two"}})
	f.dispute(engine.Conflict{ID: "c9", MemoryA: "a9", MemoryB: "b9", CreatedAt: clock.Add(-time.Minute)})
	d.event(engine.KindIngest, engine.ConflictDetected, "a9", "b9")
	if d.current() != "c2" || d.screen.Badge() != "4" {
		t.Errorf("at %s, badge %s", d.current(), d.screen.Badge())
	}
	d.shows("new two")
}

func TestShowGoesToAConflict(t *testing.T) {
	d := drive(t, sample()).show("c3")
	if d.current() != "c3" {
		t.Errorf("at %s", d.current())
	}
	narrow := drive(t, sample()).show("c2", 80, 19)
	narrow.shows("A  existing", "B  incoming", "Staging deploys")
	if narrow.screen.Out(); narrow.screen.full {
		t.Error("esc does not lead to the queue")
	}
}

func TestNothingIsDecidedAwayFromNow(t *testing.T) {
	d := drive(t, sample()).show("")
	d.lens.Mode, d.lens.At = views.Future, clock.Add(time.Hour)
	d.send(views.LensMsg{Lens: d.lens})
	d.keys("a enter tab space enter m space V o enter enter")
	if len(d.source.calls) > 0 || d.screen.merge != nil {
		t.Errorf("calls %v", d.source.calls)
	}
}

func TestSeveralAtOnce(t *testing.T) {
	f := sample()
	m := f.memories["b3"]
	m.State = engine.Superseded
	f.memories["b3"] = m
	d := drive(t, f).show("").keys("V")
	d.shows("3 conflicts selected", "one decision about all of them", "3 selected")
	d.keys("m")
	if d.screen.merge != nil {
		t.Error("a merge of several at once")
	}
	d.keys("a")
	d.shows("2 × A stays, B superseded", "1 stay open: A is active, B is superseded: both", "one operation, one u takes all of it back")
	if len(f.calls) > 0 {
		t.Fatalf("written before enter: %v", f.calls)
	}
	d.keys("enter")
	if want := []string{"resolve all c1 c2 manualA"}; !slices.Equal(f.calls, want) {
		t.Fatalf("calls %v, want %v", f.calls, want)
	}
	if toast := last[views.ToastMsg](d); !toast.Undo || toast.Text != "settled 2 conflicts: keep A" {
		t.Errorf("toast %+v", toast)
	}
	if d.screen.queue.selecting() || d.current() != "c3" {
		t.Errorf("selecting %t, at %s", d.screen.queue.selecting(), d.current())
	}
}

func TestTheSelectionThatWasShownIsWhatIsSettled(t *testing.T) {
	d := drive(t, sample()).show("").keys("space space a")
	d.shows("2 × A stays")
	d.keys("k k space") // lets go of the first one
	d.shows("1 × A stays")
	d.keys("enter")
	if want := []string{"resolve all c2 manualA"}; !slices.Equal(d.source.calls, want) {
		t.Errorf("calls %v, want %v", d.source.calls, want)
	}
}

func TestRangesSelect(t *testing.T) {
	d := drive(t, sample()).show("").keys("v j")
	d.shows("2 selected · v ends")
	d.keys("v")
	if got := d.screen.queue.selected(); !slices.Equal(got, []string{"c1", "c2"}) {
		t.Errorf("selected %v", got)
	}
	d.keys("V")
	if n := d.screen.queue.count(); n != 3 {
		t.Errorf("%d selected", n)
	}
	d.keys("V")
	if d.screen.queue.selecting() {
		t.Error("V does not let go of all")
	}
}

func TestKeysAreThoseOfTheTable(t *testing.T) {
	d := drive(t, sample()).show("")
	seen := map[string]string{}
	tables := [][]views.Binding{d.screen.Bindings()}
	d.keys("m")
	tables = append(tables, d.screen.Bindings())
	for _, table := range tables {
		for k := range seen {
			delete(seen, k)
		}
		for _, b := range table {
			if b.Help == "" || b.ID == "" {
				t.Errorf("%+v has no words", b)
			}
			for _, k := range b.Keys {
				if other, taken := seen[k]; taken {
					t.Errorf("%s is both %s and %s", k, other, b.ID)
				}
				seen[k] = b.ID
			}
		}
	}
}

// Behind another screen only the tab's number is kept up.
func TestOutOfSightNothingIsWorkedOut(t *testing.T) {
	f := sample()
	d := drive(t, f)
	d.send(tea.WindowSizeMsg{Width: 120, Height: 31})
	if d.screen.Badge() != "3" || f.got+f.looked > 0 {
		t.Errorf("badge %q, %d texts and %d outcomes were read", d.screen.Badge(), f.got, f.looked)
	}
	d.show("")
	if f.got != 2 || f.looked != len(choices)-1 {
		t.Errorf("%d texts and %d outcomes were read", f.got, f.looked)
	}
	d.send(views.TickMsg{})
	d.send(views.TickMsg{})
	d.event(engine.KindEdit, engine.MemoryUpdated, "a1")
	if f.got != 2 {
		t.Errorf("read again behind another screen: %d", f.got)
	}
	d.run(d.screen.Show(""))
	if f.got != 4 {
		t.Errorf("what has changed is not read again: %d", f.got)
	}
}

func TestTitlesFollowEdits(t *testing.T) {
	f := sample()
	d := drive(t, f).show("")
	m := f.memories["b3"]
	m.Title = "Alice left"
	f.memories["b3"] = m
	d.event(engine.KindEdit, engine.MemoryUpdated, "b3")
	d.shows("Alice left")
}

func TestTheMouseShowsAndNeverWrites(t *testing.T) {
	d := drive(t, sample()).show("")
	line := func(text string) int {
		return strings.Count(strings.SplitN(d.text(), text, 2)[0], "\n")
	}
	click := func(x, y int) {
		d.send(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	}
	click(4, line("staging-approval"))
	if d.current() != "c2" {
		t.Errorf("at %s", d.current())
	}
	y := line("most confident")
	click(60, y)
	click(60, y)
	d.shows("most confident: B stays")
	click(60, y)
	if len(d.source.calls) > 0 {
		t.Errorf("a click wrote: %v", d.source.calls)
	}
	// A double click while a decision is shown would write it with enter.
	twice := func(x, y int) {
		click(x, y)
		click(x, y)
		d.send(views.DoubleClickMsg{X: x, Y: y})
	}
	twice(4, line("staging-approval"))
	if len(d.source.calls) > 0 {
		t.Errorf("a double click wrote: %v", d.source.calls)
	}
	d.keys("esc esc")
	twice(4, line("staging-approval"))
	if d.screen.focus != onRules || len(d.source.calls) > 0 {
		t.Errorf("a double click on a conflict does not go to its rules, or wrote %v", d.source.calls)
	}
	click(14, 0)
	d.shows("← the open ones")
}
