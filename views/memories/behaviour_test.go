package memories

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/engine/catalogue"
	"ebb/views"
)

func arrive(f *fake, id, text string) {
	f.put(engine.Memory{
		Head: engine.Head{ID: id, Scope: engine.Scope{Namespace: "team/ops", Subject: "default"}, Type: "episodic", CreatedAt: clock, UpdatedAt: clock.Add(time.Duration(f.seq) * time.Second)},
		Body: engine.Body{Content: text},
	})
}

var planner = engine.Actor{Kind: engine.Agent, Name: "planner"}

func TestNewRowSlidesInAboveARestingCursor(t *testing.T) {
	f := sample()
	d := drive(t, f).show("")
	d.text(100, 30)
	if d.current() != "m00" {
		t.Fatalf("starts on %s", d.current())
	}
	for i := range 3 {
		arrive(f, fmt.Sprintf("x%d", i), fmt.Sprintf("Arrival %d", i))
		d.event(planner, fmt.Sprintf("x%d", i))
	}
	if d.current() != "m00" || d.screen.list.cursor() != 3 {
		t.Errorf("cursor on %s at %d, want m00 at 3", d.current(), d.screen.list.cursor())
	}
	if text := d.text(100, 30); !strings.Contains(text, "Arrival 2") || strings.Contains(text, "new above") {
		t.Errorf("the arrivals are not shown:\n%s", text)
	}
	if !strings.Contains(d.screen.Summary(), "agent writing") {
		t.Errorf("summary %q does not say that an agent writes", d.screen.Summary())
	}
	d.tick(time.Minute)
	if strings.Contains(d.screen.Summary(), "agent writing") {
		t.Errorf("summary %q still says so a minute later", d.screen.Summary())
	}
}

func TestOrderHoldsStillUnderAMovedCursor(t *testing.T) {
	for name, prepare := range map[string]string{"moved": "j j j", "selected": "space k"} {
		t.Run(name, func(t *testing.T) {
			f := sample()
			d := drive(t, f).show("")
			d.text(100, 30)
			d.keys(prepare)
			before, at := d.current(), d.screen.list.cursor()
			for i := range 4 {
				arrive(f, fmt.Sprintf("x%d", i), "Arrival")
				d.event(planner, fmt.Sprintf("x%d", i))
			}
			if d.current() != before || d.screen.list.cursor() != at {
				t.Errorf("the cursor's row moved: %s at %d", d.current(), d.screen.list.cursor())
			}
			text := d.text(100, 30)
			if !strings.Contains(text, "4 new above") || strings.Contains(text, "Arrival") {
				t.Errorf("want 4 new above and no arrival in the list:\n%s", text)
			}
			d.keys("s")
			d.pick("sort again")
			if text := d.text(100, 30); strings.Contains(text, "new above") || d.current() != before || d.screen.list.cursor() != at+4 {
				t.Errorf("after sorting again: cursor on %s at %d\n%s", d.current(), d.screen.list.cursor(), text)
			}
		})
	}
}

func TestOrderHoldsStillInTimeLapse(t *testing.T) {
	d := drive(t, sample()).show("")
	d.keys("s")
	d.pick("weakest first")
	d.text(100, 30)
	order := ids(d)
	d.lens.Mode, d.lens.Play = views.Future, true
	for range 30 {
		d.lens.At = d.lens.At.Add(24 * time.Hour)
		d.send(views.TickMsg{At: d.lens.Real})
		if d.text(100, 30); !slices.Equal(ids(d), order) {
			t.Fatal("rows moved while the lens played")
		}
	}
	if text := d.text(100, 30); !strings.Contains(text, "faded") {
		t.Errorf("a month ahead nothing has faded:\n%s", text)
	}
	if s := d.screen.Summary(); !strings.Contains(s, "will have faded") {
		t.Errorf("summary %q", s)
	}
}

func ids(d *driver) []string {
	var out []string
	for i := range d.screen.list.order.len() {
		out = append(out, d.screen.list.order.id(i))
	}
	return out
}

func TestPagesAreReadOnDemandAndTheCatalogueTakesOver(t *testing.T) {
	f := newFake()
	f.loaded = false
	for i := range 1000 {
		f.memories[fmt.Sprintf("p%04d", i)] = engine.Memory{Head: engine.Head{
			ID: fmt.Sprintf("p%04d", i), Title: fmt.Sprintf("Memory %d", i), State: engine.Active, Version: 1, UpdatedAt: ago(float64(i)), CreatedAt: ago(float64(i)),
		}}
	}
	d := drive(t, f).show("")
	d.text(100, 30)
	if n := d.screen.list.order.len(); n != pageRows {
		t.Fatalf("%d rows read for the first frame, want one page of %d", n, pageRows)
	}
	if s := d.screen.Summary(); !strings.HasPrefix(s, "1,000 memories · … fade") {
		t.Errorf("summary before the catalogue: %q", s)
	}
	d.keys("s")
	d.pick("strongest first")
	if toast := last[views.ToastMsg](d); !strings.Contains(toast.Text, "still loading") {
		t.Errorf("sorting before the catalogue is in said %q", toast.Text)
	}
	d.keys("G G")
	if n := d.screen.list.order.len(); n != 3*pageRows {
		t.Errorf("after two ends %d rows are read, want %d", n, 3*pageRows)
	}
	at := d.current()
	f.load()
	d.tick(time.Second)
	if _, ok := d.screen.list.order.(matched); !ok || d.screen.list.order.len() != 1000 || d.current() != at {
		t.Errorf("catalogue: %d rows, cursor on %s, want 1000 and %s", d.screen.list.order.len(), d.current(), at)
	}
}

func TestFilterFindsAndLetsGo(t *testing.T) {
	d := drive(t, sample()).show("m10")
	d.text(100, 30)
	d.keys("/").typed("roll")
	if got := ids(d); !slices.Equal(got, []string{"m03", "m04", "m10"}) {
		t.Errorf("titles and streamed texts give %v", got)
	}
	if d.current() != "m03" {
		t.Errorf("the best hit is not under the cursor: %s", d.current())
	}
	d.keys("down enter")
	if d.screen.Typing() || d.current() != "m04" {
		t.Errorf("typing %v, cursor on %s", d.screen.Typing(), d.current())
	}
	d.keys("esc")
	if d.screen.list.order.len() != 22 || d.current() != "m04" {
		t.Errorf("without the filter: %d rows, cursor on %s", d.screen.list.order.len(), d.current())
	}
	if d.screen.Out() {
		t.Error("there was nothing left to step out of")
	}
}

func TestEscStepsOutOneAtATime(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("/").typed("deploy").keys("enter space enter")
	steps := []func() bool{
		func() bool { return !d.screen.full },
		func() bool { return !d.screen.list.selecting() },
		func() bool { return d.screen.asked.filter.empty() },
	}
	for i, done := range steps {
		if done() {
			t.Fatalf("step %d was taken already", i)
		}
		if !d.screen.Out() || !done() {
			t.Fatalf("step %d was not taken", i)
		}
	}
	if d.screen.Out() {
		t.Error("a step too many")
	}
}

func TestLateAnswersAreDropped(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	late := d.screen.setFilter("freeze")
	d.run(d.screen.setFilter("canary"))
	d.run(late)
	if got := ids(d); !slices.Equal(got, []string{"m01"}) {
		t.Errorf("a late answer replaced the current one: %v", got)
	}
}

// A filter may be left before the list behind it was all there, and a search
// through the texts may end after the list has moved on.
func TestAnswersThatCross(t *testing.T) {
	f := sample()
	d := drive(t, f).show("")
	d.text(100, 30)
	d.keys("j j j")
	d.screen.finding.partial = true
	d.screen.list.grow(matched{snap: d.screen.snap, rows: []int32{0, 1, 2, 3}})
	d.keys("/").typed("canary").keys("enter esc")
	d.tick(time.Second)
	if n := d.screen.list.order.len(); n != 22 {
		t.Errorf("%d rows after a filter was left early, want all 22", n)
	}

	o := matched{snap: d.screen.snap}
	row, _ := o.snap.Row("m10")
	late := restMsg{gen: d.screen.finding.gen, snap: o.snap, found: []catalogue.Match{{Row: row, InText: true}}, done: true}
	arrive(f, "x", "Arrival")
	d.tick(time.Second)
	d.run(d.screen.ask(false))
	late.gen = d.screen.finding.gen
	d.screen.list.start(matched{snap: f.Snapshot()})
	d.send(late)
	if got := ids(d); !slices.Equal(got, []string{"m10"}) {
		t.Errorf("a late hit became %v", got)
	}
}

func TestMenuFilters(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("f")
	d.pick("place …")
	d.pick("research")
	if got := d.screen.list.order.len(); got != 5 {
		t.Errorf("%d in research, want 5", got)
	}
	d.keys("f")
	d.pick("save this filter …")
	ask := last[views.AskMsg](d)
	for name, fine := range map[string]bool{" ": false, strings.Repeat("n", 41): false, "asked about": true} {
		if (ask.Wrong(name) == "") != fine {
			t.Errorf("%q: %q", name, ask.Wrong(name))
		}
	}
	d.run(ask.Do(" asked about "))
	if got := d.source.settings.SavedFilters["asked about"]; got != "ns:research" {
		t.Errorf("saved filters: %v", d.source.settings.SavedFilters)
	}
	d.send(views.EventMsg{Event: engine.Event{Kinds: []engine.EventKind{engine.SettingsChanged}}})
	d.keys("f")
	d.pick("in an open conflict")
	d.keys("f")
	d.pick("clear")
	if d.screen.list.order.len() != 22 {
		t.Errorf("cleared filter shows %d", d.screen.list.order.len())
	}
	d.keys("f")
	d.pick("in an open conflict")
	if got := ids(d); !slices.Equal(got, []string{"m05", "m08"}) {
		t.Errorf("in conflict: %v", got)
	}
	d.keys("f")
	d.pick("asked about")
	if got := d.screen.list.order.len(); got != 5 || d.screen.asked.text != "ns:research" {
		t.Errorf("%d under the saved filter, %q", got, d.screen.asked.text)
	}
	if wrong := last[views.AskMsg](d).Wrong; wrong("other") != "" {
		t.Error("no other name can be given")
	}
	d.keys("f")
	d.pick("forget this saved filter")
	if left := d.source.settings.SavedFilters; len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestOpenByID(t *testing.T) {
	f := sample()
	gone := f.memories["m09"]
	gone.State = engine.Archived
	f.put(gone)
	d := drive(t, f).show("")
	d.keys("/").typed("canary").keys("enter")
	d.run(d.screen.Show("m04"))
	if d.current() != "m04" || !d.screen.asked.filter.empty() {
		t.Errorf("cursor on %s with filter %q", d.current(), d.screen.asked.text)
	}
	d.run(d.screen.Show("m09"))
	if got := d.screen.detail.shown; got == nil || got.id != "m09" {
		t.Errorf("an archived memory asked for is not shown: %+v", got)
	}
}

func TestDetailStaysUntilTheAnswerComes(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	var loads []tea.Cmd
	for range 5 {
		d.screen.list.move(1)
		if cmd := d.screen.want(); cmd != nil {
			loads = append(loads, cmd)
		}
	}
	if len(loads) != 1 {
		t.Fatalf("%d loads for five moves, want one at a time", len(loads))
	}
	if text := d.text(100, 30); !strings.Contains(text, "Monday at 06:00") {
		t.Errorf("the old detail is gone before the new one came:\n%s", text)
	}
	d.run(loads[0])
	if got := d.screen.detail.shown.id; got != d.current() {
		t.Errorf("shows %s under a cursor on %s", got, d.current())
	}
}

func TestQuickMovesLoadTheDetailWhereTheyEnd(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	first := d.screen.detail.shown.id
	var waiting tea.Cmd
	d.screen.detail.pace.tick = func(_ time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
		waiting = func() tea.Msg { return then(time.Time{}) }
		return nil
	}
	for range 4 { // the first move loads, the others wait
		d.screen.list.move(1)
		d.run(d.screen.want())
	}
	if got := d.screen.detail.shown.id; got == first || got == d.current() {
		t.Fatalf("while moving it shows %s", got)
	}
	for range 2 { // once for the moves that came in, once for the rest
		d.run(d.screen.Update(waiting()))
	}
	if got := d.screen.detail.shown.id; got != d.current() {
		t.Errorf("at rest it shows %s under a cursor on %s", got, d.current())
	}
}

func TestTickRedrawsOnlyWhatIsSeenToChange(t *testing.T) {
	d := drive(t, sample()).show("m05")
	first := d.text(140, 40)
	d.tick(time.Second)
	if d.screen.frame.listStale {
		t.Error("a second moved nothing in the list, yet it is drawn again")
	}
	if second := d.text(140, 40); second == first {
		t.Error("the seven digits did not run")
	}
	d.tick(24 * time.Hour)
	if !d.screen.frame.listStale {
		t.Error("a day moved ages and bars, yet the list is not drawn again")
	}
}

func TestMouse(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.send(tea.MouseMsg{X: 20, Y: 6, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	if d.current() != "m03" {
		t.Errorf("a click on the fourth row chose %s", d.current())
	}
	d.text(80, 12)
	d.send(tea.MouseMsg{X: 20, Y: 5, Action: tea.MouseActionPress, Button: tea.MouseButtonWheelDown})
	if d.screen.list.window.Offset() != 3 {
		t.Errorf("the wheel scrolled to %d", d.screen.list.window.Offset())
	}
	for _, x := range []int{20, 90} { // the row, the detail beside it
		d.text(100, 30)
		d.send(views.DoubleClickMsg{X: x, Y: 6})
		if d.screen.full != (x == 20) {
			t.Errorf("a double click at %d: full %v", x, d.screen.full)
		}
		d.screen.full = false
	}
}

func TestSortWords(t *testing.T) {
	for s := catalogue.Newest; s <= catalogue.Place; s++ {
		if sortWord(s) == "" {
			t.Errorf("order %v has no words", s)
		}
	}
}

// The detail of a memory in an open conflict leads to that conflict.
func TestEnterGoesOnToTheConflict(t *testing.T) {
	d := drive(t, sample()).show("m05")
	d.text(100, 30)
	if text := d.text(100, 30); !strings.Contains(text, "tab enter settles") {
		t.Fatalf("no way to the conflict:\n%s", text)
	}
	d.keys("enter")
	if text := d.text(100, 30); !strings.Contains(text, "· enter settles it") {
		t.Errorf("no way to the conflict:\n%s", text)
	}
	d.keys("enter")
	if open := last[views.OpenMsg](d); open.Screen != views.Conflicts || open.ID != d.source.conflicts[0].ID {
		t.Errorf("opened %+v", open)
	}
}
