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
	d.pick("save this filter")
	if got := d.source.settings.SavedFilters["ns:research"]; got != "ns:research" {
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
}

func TestVerbs(t *testing.T) {
	tests := []struct {
		name, keys string
		pick       string
		want       string
		toast      string
	}{
		{"archive one", "j d", "", "archive m01", "archived “Canary first, then 10 %, then all”"},
		{"archive several", "space space space d", "", "archive m00 m01 m02", "archived 3 memories"},
		{"recall", "j j R", "", "recall m02", "recorded a recall of “Staging deploys need approval”"},
		{"recall together", "space space R", "", "recall m00 m01", "recorded a recall of 2 memories"},
		{"declare", "space j x", "contradicts", "declare m00 m02", "opened a conflict between the two"},
		{"relate", "space space x", "supports", "relate m00 supports m01", "linked the two: supports"},
		{"pin", "*", "", "pins [m00] filters []", "pinned “Deploy key rotates with the vault, ever…”"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := drive(t, sample()).show("")
			d.text(100, 30)
			d.keys(test.keys)
			if test.pick != "" {
				if first := last[views.PickMsg](d).Choices[0].Label; first != engine.RelContradicts {
					t.Errorf("the first relation offered is %s", first)
				}
				d.pick(test.pick)
			}
			if !slices.Contains(d.source.calls, test.want) {
				t.Errorf("calls %q, want %q among them", d.source.calls, test.want)
			}
			toast := last[views.ToastMsg](d)
			if toast.Text != test.toast || !toast.Undo || toast.Level != views.Done {
				t.Errorf("toast %+v, want %q", toast, test.toast)
			}
			if d.screen.list.selecting() {
				t.Error("the selection is still there")
			}
		})
	}
}

func TestArchivedRowsLeaveAtOnceWhenYouDidIt(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("j j d")
	d.event(engine.You, "m02")
	if slices.Contains(ids(d), "m02") || d.current() != "m03" {
		t.Errorf("cursor on %s in %v", d.current(), ids(d))
	}
	d.keys("/").typed("state:archived").keys("enter r")
	if !slices.Contains(d.source.calls, "unarchive m02") {
		t.Errorf("calls %q", d.source.calls)
	}
}

func TestPurgeAsksForTheCount(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("space space D")
	confirm := last[views.ConfirmMsg](d)
	if confirm.Word != "2" || !strings.Contains(confirm.Title, "2 memories") {
		t.Errorf("%+v", confirm)
	}
	if len(d.source.calls) > 0 {
		t.Fatalf("written before it was confirmed: %v", d.source.calls)
	}
	d.run(confirm.Do())
	if !slices.Contains(d.source.calls, "purge m00 m01") || last[views.ToastMsg](d).Undo {
		t.Errorf("calls %v, toast %+v", d.source.calls, last[views.ToastMsg](d))
	}
}

func TestNothingIsWrittenAwayFromNow(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.lens.Mode, d.lens.At = views.Future, clock.Add(time.Hour)
	for _, b := range d.screen.Bindings() {
		if b.Block != views.Change {
			continue
		}
		if b.Off == "" {
			t.Errorf("%s does not say why it is off", b.ID)
		}
		d.run(b.Action()) // a shell that asks all the same is refused
	}
	if len(d.source.calls) > 0 || d.screen.form != nil {
		t.Errorf("written in the future: %v", d.source.calls)
	}
	if toast := last[views.ToastMsg](d); !strings.Contains(toast.Text, "esc brings back now") {
		t.Errorf("toast %q", toast.Text)
	}
}

func TestNewMemory(t *testing.T) {
	d := drive(t, sample()).show("m11")
	d.text(100, 30)
	d.keys("n").typed("Deploys stop at noon").keys("ctrl+s")
	if !slices.Contains(d.source.calls, "add Deploys stop at noon in research") {
		t.Fatalf("calls %q", d.source.calls)
	}
	d.event(engine.You, "new-1")
	if d.current() != "new-1" || d.screen.form != nil {
		t.Errorf("cursor on %s, form %v", d.current(), d.screen.form)
	}
}

func TestEditChangesOnlyWhatWasChanged(t *testing.T) {
	d := drive(t, sample()).show("m05")
	d.text(100, 30)
	d.keys("e tab tab").typed("9").keys("ctrl+s")
	if got := d.source.memories["m05"]; got.Importance != .59 || got.Version != 4 || !strings.HasPrefix(got.Content, "Deploys go out") {
		t.Errorf("importance %v, version %d", got.Importance, got.Version)
	}
	d.keys("e tab tab").typed("x").keys("ctrl+s")
	if note := d.screen.form.note; !strings.Contains(note, "importance takes a number from 0 to 1") {
		t.Errorf("note %q", note)
	}
}

func TestUnsavedTextIsGuarded(t *testing.T) {
	d := drive(t, sample()).show("m05")
	d.keys("e").typed("!").keys("esc")
	if d.screen.form == nil || !strings.Contains(d.text(100, 30), "unsaved text") {
		t.Fatal("the first esc let unsaved text go")
	}
	d.keys("esc")
	if d.screen.form != nil {
		t.Error("the second esc did not leave")
	}
	d.keys("e esc")
	if d.screen.form != nil {
		t.Error("a form without changes wants two escs")
	}
}

func TestConcurrentEditKeepsTheText(t *testing.T) {
	d := drive(t, sample()).show("m05")
	d.keys("e").typed(" Really.")
	other := "Deploys go out Wednesday."
	if _, err := d.source.Evolve(t.Context(), "m05", engine.Patch{Content: &other}, engine.How{}); err != nil {
		t.Fatal(err)
	}
	d.keys("ctrl+s")
	if d.screen.form == nil || !strings.HasSuffix(d.screen.form.text.Value(), "Really.") || !strings.Contains(d.text(100, 30), "version 4 was written") {
		t.Fatalf("the typed text or the word about it is gone:\n%s", d.text(100, 30))
	}
	d.keys("ctrl+s")
	if got := d.source.memories["m05"]; !strings.HasSuffix(got.Content, "Really.") || got.Version != 5 {
		t.Errorf("version %d says %q", got.Version, got.Content)
	}
}

func TestEditorRoundTrip(t *testing.T) {
	d := drive(t, sample()).show("m05")
	d.keys("E")
	editor := last[views.EditorMsg](d)
	d.run(editor.Done(editor.Text+"\n", nil))
	if d.source.memories["m05"].Version != 3 {
		t.Error("the line end that editors add made a version")
	}
	d.run(editor.Done("Deploys go out Thursday.\n", nil))
	if got := d.source.memories["m05"]; got.Content != "Deploys go out Thursday." {
		t.Errorf("content %q", got.Content)
	}
	d.run(editor.Done("Deploys go out Friday.", nil)) // about version 3 still
	if d.screen.form == nil || d.screen.form.text.Value() != "Deploys go out Friday." {
		t.Error("an edit over a newer version lost its text")
	}
}

func TestTextTheFieldCannotHoldGoesToTheEditor(t *testing.T) {
	f := sample()
	arrive(f, "odd", "bell \a and tab\tinside")
	d := drive(t, f).show("odd")
	d.keys("e")
	if d.screen.form != nil || !strings.Contains(last[views.ToastMsg](d).Text, "E edits it exactly") {
		t.Error("the form would have changed the text by opening it")
	}
}

func TestCopy(t *testing.T) {
	d := drive(t, sample()).show("")
	d.keys("space space y")
	if got := last[views.CopyMsg](d).Text; got != "Deploy key rotates with the vault, every Monday at 06:00\n\nCanary first, then 10 %, then all" {
		t.Errorf("copied %q", got)
	}
	d.keys("Y")
	d.pick("the command line that prints it")
	if got := last[views.CopyMsg](d).Text; got != "ebb show m02" {
		t.Errorf("copied %q", got)
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
}

func TestSortWords(t *testing.T) {
	for s := catalogue.Newest; s <= catalogue.Place; s++ {
		if sortWord(s) == "" {
			t.Errorf("order %v has no words", s)
		}
	}
}
