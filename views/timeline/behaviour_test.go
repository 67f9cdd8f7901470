package timeline

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

func TestComparesNeighboursAndAnyTwo(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id).keys("j")
	d.has("v2 → v3, by word", "[-Monday-]{+Tuesday+}", "confidence .80 → .90")
	d.keys("c")
	if toast := last[views.ToastMsg](d); !strings.Contains(toast.Text, "space marks") {
		t.Errorf("comparing with nothing says %q", toast.Text)
	}
	d.keys("G space g j")
	d.has("c  v1 → v3 instead")
	d.keys("c")
	d.has("v1 → v3, by word", "Ask[- the-]", "state active → updated")
	d.keys("c")
	d.has("v2 → v3, by word")
	d.keys("G")
	d.has("v1, the first", "Deploys go out Monday")
	d.keys("space g")
	if strings.Contains(d.text(120, 36), "instead") {
		t.Error("the mark was not let go of")
	}
}

func TestRestoreAsksFirstAndSaysWhatItDid(t *testing.T) {
	w, id := preference(t)
	d := drive(t, w).show(id).keys("r")
	if toast := last[views.ToastMsg](d); toast.Text != "this is what it says now" {
		t.Errorf("restoring the newest says %q", toast.Text)
	}
	d.keys("G r")
	pick := last[views.PickMsg](d)
	if len(pick.Choices) != 1 || pick.Choices[0].Label != "write v4, which says what v1 said" {
		t.Fatalf("asks %+v", pick)
	}
	if m, err := w.Get(t.Context(), id); err != nil || m.Version != 3 {
		t.Fatalf("written before it was confirmed: v%d, %v", m.Version, err)
	}
	d.run(pick.Pick(0))
	if toast := last[views.ToastMsg](d); toast.Text != "restored v1 as v4" || !toast.Undo {
		t.Errorf("says %+v", toast)
	}
	d.event(id)
	d.has("v4 ↺ restored", "“as v1 said”", "as v1 said")
	if got := d.screen.Summary(); !strings.HasPrefix(got, "4 versions · ") {
		t.Errorf("summary %q", got)
	}
	// Somebody else was faster.
	d.keys("g j j r")
	pick = last[views.PickMsg](d)
	w.edit(id, "Something else.", .5, agent("planner"))
	d.run(pick.Pick(0))
	if toast := last[views.ToastMsg](d); toast.Level != views.Fail {
		t.Errorf("a memory that moved on was restored: %+v", toast)
	}
}

func TestRestoreOfWhatCannotBeEdited(t *testing.T) {
	w, id := preference(t)
	_, err := w.Archive(t.Context(), []string{id}, engine.How{})
	w.check(err)
	d := drive(t, w).show(id).keys("r")
	if pick := last[views.PickMsg](d); !strings.Contains(pick.Choices[0].Label, "out of the archive") {
		t.Errorf("asks %+v", pick.Choices)
	}
	_, err = w.Delete(t.Context(), []string{id}, engine.How{})
	w.check(err)
	d = drive(t, w).show(id).keys("G r")
	if toast := last[views.ToastMsg](d); !strings.Contains(toast.Text, "deleted memory cannot be edited") {
		t.Errorf("says %q", toast.Text)
	}
}

func TestNothingIsWrittenWhileTheClockIsElsewhere(t *testing.T) {
	w, id := preference(t)
	d := drive(t, w)
	d.lens = views.Lens{Mode: views.Past, At: noon.AddDate(0, -1, 0), Real: noon}
	d.show(id)
	for _, b := range d.screen.Bindings() {
		if b.Block == views.Change && b.Off == "" {
			t.Errorf("%s can be pressed in the past", b.ID)
		}
	}
}

func TestCopies(t *testing.T) {
	w, id := preference(t)
	d := drive(t, w).show(id).keys("j y")
	if got := last[views.CopyMsg](d); got.Text != "The user writes TypeScript for applications." || got.Label != "the text of v2" {
		t.Errorf("copied %+v", got)
	}
	d.keys("Y")
	pick := last[views.PickMsg](d)
	d.run(pick.Pick(1))
	if got := last[views.CopyMsg](d).Text; got != "ebb at "+id+" 2026-10-12T11:03:00Z" {
		t.Errorf("copied %q", got)
	}
	d.run(pick.Pick(3))
	if got := last[views.CopyMsg](d).Text; got != "The user writes TypeScript{+ for applications+}." {
		t.Errorf("copied %q", got)
	}
}

func TestTheLensOpensAtTheVersion(t *testing.T) {
	w, id := preference(t)
	d := drive(t, w).show(id).keys("j")
	if got, want := d.screen.Instant(), time.Date(2026, 10, 12, 11, 3, 0, 0, time.UTC); !got.Equal(want) {
		t.Errorf("the lens opens at %v, want %v", got, want)
	}
	d = drive(t, w).show("").keys("G")
	if got, want := d.screen.Instant(), time.Date(2026, 9, 2, 8, 55, 0, 0, time.UTC); !got.Equal(want) {
		t.Errorf("in the feed the lens opens at %v, want %v", got, want)
	}
}

func TestLineageBothWays(t *testing.T) {
	w := newWorld(t)
	old := w.at(9, 2, 8, 0).add("The freeze starts on the 18th.", "freeze", agent("planner"))
	newer := w.at(9, 3, 8, 0).add("The freeze starts on the 20th.", "freeze-2", agent("planner"))
	c, err := w.Declare(t.Context(), old.ID, newer.ID, "they differ", engine.How{})
	w.check(err)
	_, err = w.ResolveConflict(t.Context(), c.ID, engine.Resolution{Strategy: "latest"}, engine.How{})
	w.check(err)
	d := drive(t, w).show(old.ID)
	d.has("superseded by  The freeze starts on the 20th.", "⊘ superseded")
	d.keys("enter enter")
	d.run(last[views.PickMsg](d).Pick(0))
	if open := last[views.OpenMsg](d); open.ID != newer.ID || open.Screen != views.Timeline {
		t.Errorf("goes to %+v", open)
	}
	drive(t, w).show(newer.ID).has("supersedes  The freeze starts on the 18th.")
	_, err = w.Purge(t.Context(), []string{newer.ID}, engine.How{})
	w.check(err)
	drive(t, w).show(old.ID).has("a memory that is gone")
}

func TestEscLeadsFromTheMemoryToTheFeed(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id).keys("space j c enter")
	for _, left := range []string{"the differences", "comparing", "the mark", "the memory"} {
		if d.screen.life == nil {
			t.Fatalf("the memory was dropped before %s", left)
		}
		if !d.screen.Out() {
			t.Fatalf("no step out of %s", left)
		}
	}
	d.has("newest first, by the hour", "cycle              evolved")
	if d.screen.Out() {
		t.Error("there is nothing to leave the feed for")
	}
	d.keys("j enter")
	if l := d.screen.life; l == nil || l.id != id {
		t.Fatal("enter does not open the entry's memory")
	}
	d.show("")
	if d.screen.life != nil {
		t.Error("asked for by itself, the screen does not show the feed again")
	}
}

func TestTheFeedIsLive(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show("")
	w.now = noon.Add(-time.Minute)
	m := w.add("Rollback is one command.", "rollback", agent("release-bot"))
	d.event(m.ID)
	d.has("▸ Mon 30 Nov 14:01 agent release-bot  added: Rollback is one command.")
	d.keys("j j")
	before := d.screen.feed.current().ID
	w.edit(id, "Deploys go out Friday.", .7, agent("planner"))
	d.event(id)
	if d.screen.feed.current().ID != before {
		t.Error("a new entry moved the cursor off its entry")
	}
	d.has("1 new above · g")
	d.keys("g")
	d.has("newest first", "edited: Deploys go out Friday.")
	op, what := d.screen.Entry()
	if op == "" || !strings.Contains(what, "agent planner") {
		t.Errorf("the entry to take back is %q, %q", op, what)
	}
	_, err := w.Undo(t.Context(), op, engine.How{Actor: engine.You})
	w.check(err)
	d.event(id)
	d.has("taken back: edited", "undid: edited")
	if _, what = d.screen.Entry(); !strings.Contains(what, "undid") {
		t.Errorf("an undo cannot be taken back itself: %q", what)
	}
}

func TestTheFeedIsFiltered(t *testing.T) {
	w, _ := deploys(t)
	d := drive(t, w).show("")
	all := d.screen.feed.list.Len()
	d.keys("f")
	pick := last[views.PickMsg](d)
	for i, p := range presets {
		if p.text == "who:schedule" {
			d.run(pick.Pick(i))
		}
	}
	if n := d.screen.feed.list.Len(); n != 1 {
		t.Errorf("%d cycles", n)
	}
	d.keys("esc")
	if n := d.screen.feed.list.Len(); n != all {
		t.Errorf("%d entries without the filter, %d before it", n, all)
	}
	d.keys("/").typed("who:planner kind:edit")
	if n := d.screen.feed.list.Len(); n != 2 {
		t.Errorf("%d edits of the planner", n)
	}
	d.keys("esc esc")
	if n := d.screen.feed.list.Len(); n != all {
		t.Errorf("%d entries after esc", n)
	}
}

func TestSeveralMemoriesAreAskedFor(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show("").keys("j j j enter")
	pick := last[views.PickMsg](d)
	if len(pick.Choices) != 2 || !strings.Contains(pick.Choices[1].Label+pick.Choices[0].Label, "Release checklist") {
		t.Fatalf("choices %+v", pick.Choices)
	}
	d.run(pick.Pick(0))
	if l := d.screen.life; l == nil || l.id != id {
		t.Error("the first memory was not opened")
	}
}

func TestErrorsAreSaid(t *testing.T) {
	f := newFake(3)
	f.fail = errors.New("damaged record in versions")
	d := drive(t, f).show("m")
	d.has("damaged record in versions")
	d.show("").keys("esc")
	d.has("damaged record in versions")
}

func TestMouse(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	d.text(100, 30)
	y := d.screen.frame.rowsAt + 2
	d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, X: 5, Y: y})
	d.has("▸ v2")
	d.text(100, 30)
	d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, X: 5, Y: d.screen.frame.textAt + 2})
	if d.screen.life.pane != onText {
		t.Error("a click on the differences does not go there")
	}
	d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown, X: 5, Y: y})
	d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, X: 5, Y: y})
	d.send(views.DoubleClickMsg{X: 5, Y: y})
	if d.screen.life.pane != textAlone {
		t.Error("a double click on a version does not open its differences")
	}
	d = drive(t, w).show("")
	d.text(100, 30)
	d.send(tea.MouseMsg{Action: tea.MouseActionPress, Button: tea.MouseButtonLeft, X: 5, Y: d.screen.frame.rowsAt + 1})
	d.send(views.DoubleClickMsg{X: 5, Y: d.screen.frame.rowsAt + 200})
	if d.screen.life != nil {
		t.Error("a double click on nothing opened something")
	}
	d.send(views.DoubleClickMsg{X: 5, Y: d.screen.frame.rowsAt + 1})
	if d.screen.life == nil {
		t.Error("a double click on a line of the feed does not open its memory")
	}
}

// What changes while older versions are still being read neither doubles them
// nor has them read again.
func TestALongLifeThatChangesWhileItIsRead(t *testing.T) {
	f := newFake(2500)
	d := drive(t, f)
	d.show("m")
	d.event("m")
	d.event("m")
	if n := len(d.screen.life.versions); n != 2500 {
		t.Fatalf("%d versions after recalls, want 2500", n)
	}
	newer := newFake(2503)
	f.mu.Lock()
	f.versions, f.ops = newer.versions, newer.ops
	f.mu.Unlock()
	d.event("m")
	l := d.screen.life
	if !l.whole {
		t.Error("the life is not whole")
	}
	for i := range l.versions {
		if want := uint32(len(l.versions) - i); l.versions[i].Number != want {
			t.Fatalf("row %d is version %d, want %d", i, l.versions[i].Number, want)
		}
	}
	// An answer of a reading that was given up counts for nothing.
	late := versionsMsg{gen: l.gen, round: l.round - 1, versions: newer.versions[:5]}
	d.send(late)
	if n := len(d.screen.life.versions); n != len(l.versions) {
		t.Errorf("a late answer was taken: %d versions", n)
	}
}

// What was removed for good leaves the screen too.
func TestALifeThatIsGone(t *testing.T) {
	f := newFake(3)
	d := drive(t, f).show("m")
	d.has("says that the deploy")
	f.fail = &engine.NotFoundError{Kind: "memory", ID: "m"}
	d.event("m")
	d.has("This memory is gone")
	if got := d.text(120, 36); strings.Contains(got, "says that") {
		t.Errorf("its words are still there:\n%s", got)
	}
}

// In the past the cursor stands on what held then.
func TestThePastOfALife(t *testing.T) {
	f := newFake(5) // a minute apart
	d := drive(t, f).show("m")
	d.lens = views.Lens{Mode: views.Past, At: noon.Add(-150 * time.Second), Real: noon}
	d.send(views.LensMsg{Lens: d.lens})
	d.has("held then")
	if v := d.screen.life.current(); v == nil || v.Number != 2 {
		t.Errorf("the cursor is on %v, want version 2", v)
	}
	if got := d.screen.Summary(); !strings.Contains(got, "v2 of 5 versions") {
		t.Errorf("summary %q", got)
	}
	d.lens.At = noon.AddDate(0, -1, 0)
	d.send(views.LensMsg{Lens: d.lens})
	if got := d.screen.Summary(); !strings.Contains(got, "not there yet") {
		t.Errorf("summary %q", got)
	}
}
