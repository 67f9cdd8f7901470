package evolve

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/evolvers"
	"ebb/views"
)

func TestAPlanIsShownAndNothingIsWritten(t *testing.T) {
	d := drive(t, sample()).show("").keys("p")
	d.shows("plan  11 changes · 5 would archive · 2 new memories", "nothing written yet", "Freeze starts 20 December", "[ Apply 11 changes ]", "mean .61", "mean .62")
	if o := d.source.asked[0]; !o.Full || o.Only != nil || !d.source.at[0].IsZero() {
		t.Errorf("asked for %+v at %v", o, d.source.at)
	}
	if d.screen.focus == onButtons || len(d.source.calls) > 0 {
		t.Errorf("something that writes is under the cursor, or was done: %v", d.source.calls)
	}
	d.keys("enter enter enter j enter")
	if len(d.source.calls) > 0 {
		t.Errorf("enter on the list and the plan wrote: %v", d.source.calls)
	}
	d.keys("esc esc esc")
	d.hides("Apply")
}

func TestOneEvolverIsPlannedAlone(t *testing.T) {
	f := sample()
	d := drive(t, f).show("")
	for range 18 {
		d.keys("j")
	}
	d.keys("o")
	if o := f.asked[0]; o.Full || !slices.Equal(o.Only, []string{evolvers.ArchiveDecision}) {
		t.Fatalf("asked for %+v", o)
	}
	d.shows("plan  5 changes", "Deploy took 41 min")
	d.hides("Interference   3")
	d.keys("Y")
	if c := last[views.CopyMsg](d); c.Text != "ebb cycle plan --only archive_decision" {
		t.Errorf("copied %q", c.Text)
	}
}

func TestApplyWritesOnceAndGoesToTheCycle(t *testing.T) {
	d := drive(t, sample()).show("").keys("p tab tab")
	d.shows("Apply 11 changes")
	d.keys("enter")
	if !slices.Equal(d.source.calls, []string{"apply 11"}) {
		t.Fatalf("calls %v", d.source.calls)
	}
	if toast := last[views.ToastMsg](d); !toast.Undo || toast.Text != "applied 11 changes, 5 archived" {
		t.Errorf("toast %+v", toast)
	}
	if c := d.screen.cycle(); c == nil || c.Op.ID != "cycle2" {
		t.Errorf("the cursor is not on the new cycle: %+v", c)
	}
	d.shows("cycle of 30 Nov 14:02, by you")
	if busy := last[views.BusyMsg](d); busy.Label != "" {
		t.Errorf("the job has not ended: %+v", busy)
	}
}

func TestLeaveItDropsThePlan(t *testing.T) {
	d := drive(t, sample()).show("").keys("p tab tab l enter")
	d.hides("Apply")
	if len(d.source.calls) > 0 || d.screen.plan != nil {
		t.Errorf("calls %v", d.source.calls)
	}
}

func TestAStalePlanIsMadeAgainAndSaysSo(t *testing.T) {
	f := sample()
	d := drive(t, f).show("").keys("p")
	f.refuses = fmt.Errorf("apply: %w", &engine.VersionConflictError{ID: "d1", Expected: 1, Actual: 2})
	d.keys("tab tab enter")
	if len(f.asked) != 2 || len(f.calls) > 0 {
		t.Fatalf("planned %d times, wrote %v", len(f.asked), f.calls)
	}
	if toast := last[views.ToastMsg](d); toast.Level != views.Warn || !strings.Contains(toast.Text, "nothing was written, this is a new plan") {
		t.Errorf("toast %+v", toast)
	}
	if d.screen.focus == onButtons {
		t.Error("the new plan has its button under the cursor")
	}
	d.shows("Apply 11 changes")
}

func TestAFailureIsSaidAndThePlanStays(t *testing.T) {
	f := sample()
	d := drive(t, f).show("").keys("p")
	f.refuses = &engine.DiskFullError{Dir: "x"}
	d.keys("tab tab enter")
	if toast := last[views.ToastMsg](d); toast.Level != views.Fail || !strings.Contains(toast.Text, "not applied: the disk") {
		t.Errorf("toast %+v", toast)
	}
	d.shows("Apply 11 changes")
}

func TestWhatOthersWriteIsSaidOverThePlan(t *testing.T) {
	d := drive(t, sample()).show("").keys("p")
	d.event(engine.KindEdit, engine.MemoryUpdated, "d1")
	d.shows("memories have changed since: p plans again")
	d.keys("p")
	d.hides("have changed since")
}

func TestAPlanOfTheFutureIsShownAndCannotBeApplied(t *testing.T) {
	d := drive(t, sample()).show("")
	then := clock.AddDate(0, 0, 14)
	d.lens.Mode, d.lens.At = views.Future, then
	d.keys("p")
	if !d.source.at[0].Equal(then) {
		t.Fatalf("planned at %v", d.source.at[0])
	}
	d.shows("plan for 14 Dec 14:02", "if nothing happens before")
	d.keys("tab tab enter")
	if len(d.source.calls) > 0 || last[views.ToastMsg](d).Level != views.Warn {
		t.Errorf("calls %v", d.source.calls)
	}
	d.lens.Mode, d.lens.At = views.Live, clock
	d.send(views.LensMsg{Lens: d.lens})
	d.keys("enter")
	if len(d.source.calls) > 0 || !strings.Contains(last[views.ToastMsg](d).Text, "has not come") {
		t.Errorf("calls %v, %+v", d.source.calls, last[views.ToastMsg](d))
	}
	d.lens.Mode, d.lens.At = views.Past, clock.AddDate(0, 0, -3)
	asked := len(d.source.asked)
	d.keys("p space e S")
	if len(d.source.asked) != asked || len(d.source.calls) > 0 {
		t.Error("something was done in the past")
	}
}

func TestPlanningIsLetGoByEsc(t *testing.T) {
	f := sample()
	f.blocked = true
	d := drive(t, f).show("")
	batch := d.screen.makePlan("")().(tea.BatchMsg)
	d.screen.frame.dirty()
	answer := make(chan tea.Msg, 1)
	go func() { answer <- batch[1]() }()
	d.shows("planning what is switched on …", "esc lets it go")
	d.press("esc")
	d.hides("planning")
	select {
	case msg := <-answer:
		d.send(msg)
	case <-time.After(10 * time.Second):
		t.Fatal("planning goes on")
	}
	d.hides("Apply")
	for _, i := range d.intents {
		if _, said := i.(views.ToastMsg); said {
			t.Errorf("a plan that was let go failed aloud: %+v", i)
		}
	}
}

func TestSwitchesAreTheStoresAndUndoable(t *testing.T) {
	d := drive(t, sample()).show("").keys("j space")
	c, err := evolvers.NewConfig(d.source.settings, evolvers.WholeStore)
	if err != nil || !c.Enabled(evolvers.WorkingToEpisodic) || c.Enabled(evolvers.EnhancedWorkingToEpisodic) {
		t.Errorf("of the two roll-ups one is on: %v, %v", d.source.settings.Evolvers, err)
	}
	if toast := last[views.ToastMsg](d); !toast.Undo || toast.Text != "Working to episodic, plain is on" {
		t.Errorf("toast %+v", toast)
	}
	d.keys("space")
	if toast := last[views.ToastMsg](d); toast.Text != "Working to episodic, plain is off" {
		t.Errorf("toast %+v", toast)
	}
}

func TestSettingsAreCheckedBeforeTheyAreWritten(t *testing.T) {
	d := drive(t, sample()).show("").keys("j e")
	d.shows("settings of Working to episodic, plain", "threshold", "a whole number from 2 to")
	d.typed("x")
	d.shows(`got "40x", want a whole number`)
	d.press("ctrl+s")
	if len(d.source.calls) > 0 {
		t.Fatalf("it was written: %v", d.source.calls)
	}
	if d.screen.Unsaved() == "" {
		t.Error("what is not saved is not said")
	}
	d.press("esc")
	d.shows("not saved: esc again")
	d.press("backspace")
	d.typed("0").press("ctrl+s")
	if d.source.settings.Evolvers["working_to_episodic.threshold"] != 400 || d.screen.form != nil {
		t.Errorf("settings %v", d.source.settings.Evolvers)
	}
	d.keys("e")
	d.typed("9")
	d.press("esc")
	d.press("esc")
	if d.screen.form != nil || d.source.settings.Evolvers["working_to_episodic.threshold"] != 400 {
		t.Error("esc esc does not let it go")
	}
}

func TestTheScheduleIsOffUntilItIsChosen(t *testing.T) {
	d := drive(t, sample()).show("")
	d.shows("while this screen is open: never (S)")
	d.keys("S")
	pick := last[views.PickMsg](d)
	if len(pick.Choices) != len(intervals) {
		t.Fatalf("choices %+v", pick.Choices)
	}
	d.run(pick.Pick(3))
	if d.source.settings.CycleEvery != 24 {
		t.Errorf("every %d h", d.source.settings.CycleEvery)
	}
	d.shows("while this screen is open: every day (S)")
}

func TestFilterFindsByTitleAndReason(t *testing.T) {
	d := drive(t, sample()).show("").keys("p /").typed("FREEZE starts")
	d.shows("Freeze starts 20 December")
	d.hides("Canary first")
	for range len("FREEZE starts") {
		d.press("backspace")
	}
	d.typed("speaks")
	d.shows("short answers")
	d.hides("20 December    ")
	d.press("enter")
	d.shows("1 change of it")
	d.press("esc")
	d.shows("Stale memory")
}

func TestChangesUnfoldAndOpenTheirMemory(t *testing.T) {
	d := drive(t, sample()).show("")
	for range 18 {
		d.keys("j")
	}
	d.keys("p enter")
	d.hides("41 min")
	d.keys("enter")
	d.shows("Deploy took 41 min on 9 Sep")
	d.keys("j enter")
	if o := last[views.OpenMsg](d); o.Screen != views.Memories || o.ID != "o1" {
		t.Errorf("opened %+v", o)
	}
	d.keys("G r")
	if !slices.Equal(d.source.calls, []string{"unarchive a1"}) {
		t.Errorf("calls %v", d.source.calls)
	}
}

func TestAPastCycleIsOpenedAndTakenBack(t *testing.T) {
	d := drive(t, sample()).show("").keys("G k enter")
	d.shows("cycle of 29 Nov 02:02, by schedule", "[ Take it back ]", "Interference")
	d.keys("enter")
	for _, i := range d.intents {
		if _, undone := i.(views.UndoMsg); undone {
			t.Fatal("it was taken back without its button")
		}
	}
	d.keys("tab enter")
	if u := last[views.UndoMsg](d); u.Operation != "c2" {
		t.Errorf("took back %+v", u)
	}
}

func TestABrokenReportDoesNotHideTheOthers(t *testing.T) {
	f := sample()
	f.cycles[0].Err = errors.New("damaged record in cycle")
	d := drive(t, f).show("").keys("G k")
	d.shows("its report cannot be read", "Sat 02:02    11 changes")
}

// A plan over a large store is walked as fast as a small one, and only what is
// in sight is drawn.
func TestAHundredThousandChanges(t *testing.T) {
	f := large(100_000)
	d := drive(t, f).show("").keys("p")
	d.shows("plan  100,000 changes", "99,997 more")
	d.keys("tab enter")
	start := time.Now()
	d.keys("G k ctrl+u g ctrl+d j j j")
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("eight keys took %v", took)
	}
}

func large(n int) *fake {
	f := newFake()
	step := evolvers.Step{Name: evolvers.InterferenceBasedConsolidation, Title: "Interference", Stage: evolvers.Enhanced}
	for i := range n {
		id := fmt.Sprintf("m%06d", i)
		f.put(id, fmt.Sprintf("memory number %d of a large store", i), 10)
		step.Changes = append(step.Changes, weigh(id, .95, fmt.Sprintf("m%06d", (i+1)%n)))
	}
	f.plan = evolvers.Plan{Steps: []evolvers.Step{step}}
	return f
}

func BenchmarkCursorIn100k(b *testing.B) {
	d := drive(b, large(100_000)).show("").keys("p tab enter")
	key := map[string]func() tea.Cmd{}
	for _, binding := range d.screen.Bindings() {
		key[binding.ID] = binding.Action
	}
	b.ReportAllocs()
	for b.Loop() {
		key["evolve.down"]()
		d.screen.Draw(120, 31)
	}
}

func BenchmarkFilter100k(b *testing.B) {
	d := drive(b, large(100_000)).show("").keys("p")
	for b.Loop() {
		d.screen.filterBy("number 99")
		d.screen.Draw(120, 31)
	}
}
