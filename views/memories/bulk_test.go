package memories

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// agree says yes to what was asked last.
func (d *driver) agree() {
	d.t.Helper()
	d.run(last[views.ConfirmMsg](d).Do())
}

func TestSeveralAreAskedAboutFirst(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("space space space d")
	ask := last[views.ConfirmMsg](d)
	if ask.Title != "Archive 3 memories?" || ask.Word != "" || !strings.Contains(ask.Body, "All of them: “Deploy key rotates with the vau…”, “Canary first") {
		t.Errorf("asked %+v", ask)
	}
	if len(d.source.calls) > 0 || !d.screen.list.selecting() {
		t.Errorf("before the answer: calls %v, selecting %v", d.source.calls, d.screen.list.selecting())
	}
	d.agree()
	if toast := last[views.ToastMsg](d); toast.Text != "archived 3 memories" || !toast.Undo {
		t.Errorf("toast %+v", toast)
	}
	if !slices.Equal(d.source.calls, []string{"archive m00 m01 m02"}) || d.screen.list.selecting() {
		t.Errorf("calls %v, selecting %v", d.source.calls, d.screen.list.selecting())
	}
}

// mixed has one memory of each state on top of the list.
func mixed(t *testing.T) *driver {
	f := sample()
	for i, state := range []engine.State{engine.Archived, engine.Superseded, engine.Deleted, engine.Expired} {
		m := f.memories[fmt.Sprintf("m%02d", i)]
		m.State = state
		f.put(m)
	}
	d := drive(t, f).show("")
	d.text(100, 30)
	d.keys("/").typed("state:all").keys("enter")
	return d
}

func TestThePreviewSaysWhatIsLeftOut(t *testing.T) {
	tests := []struct{ keys, title, body, call string }{
		{
			"V d", "Archive 19 memories?",
			"19 of 22: “Blue/green for the API, rolling…”, “Rollback is one command: make b…”, “Deploys go out Tuesday; freeze …”, 16 more.\n" +
				"1 stays as it is: 1 archived already (“Deploy key rotates with the vau…”).\n" +
				"2 cannot be changed: 1 deleted (“Staging deploys need approval”), 1 superseded (“Canary first, then 10 %, then a…”).\n\n" +
				"One operation, all or nothing: u takes it back.",
			"archive m03 ",
		},
		{
			"V r", "Restore 1 memory?",
			"1 of 22: “Deploy key rotates with the vau…”.\n" +
				"18 stay as they are: 18 not archived (“Rollback is one command: make b…”).\n" +
				"3 cannot be changed: 1 deleted (“Staging deploys need approval”), 1 expired (“Blue/green for the API, rolling…”), 1 superseded (“Canary first, then 10 %, then a…”).\n\n" +
				"One operation, all or nothing: u takes it back.",
			"unarchive m00",
		},
	}
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			d := mixed(t)
			d.keys(test.keys)
			ask := last[views.ConfirmMsg](d)
			if ask.Title != test.title || ask.Body != test.body {
				t.Errorf("asked %q\n%s\nwant\n%s", ask.Title, ask.Body, test.body)
			}
			d.agree()
			if !slices.ContainsFunc(d.source.calls, func(c string) bool { return strings.HasPrefix(c, test.call) }) {
				t.Errorf("calls %v", d.source.calls)
			}
		})
	}
}

func TestNothingToDoIsSaidAndNotAsked(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("space space r")
	toast := last[views.ToastMsg](d)
	if toast.Level != views.Warn || toast.Text != "nothing to restore: 2 not archived (“Deploy key rotates with the vau…”)" {
		t.Errorf("toast %+v", toast)
	}
	if slices.ContainsFunc(d.intents, func(msg tea.Msg) bool { _, asks := msg.(views.ConfirmMsg); return asks }) {
		t.Error("it asks all the same")
	}
}

func TestOneChangeOfSeveral(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("space space space e")
	golden(t, "state-bulk", d.text(100, 30))
	if d.screen.Unsaved() != "" {
		t.Errorf("an empty form is unsaved: %q", d.screen.Unsaved())
	}
	d.typed("decision").keys("tab").typed("2").keys("ctrl+s")
	if note := d.screen.form.note; note != "importance takes a number from 0 to 1" {
		t.Errorf("the form says %q", note)
	}
	d.keys("backspace").typed(".9").keys("ctrl+s")
	if ask := last[views.ConfirmMsg](d); ask.Title != "Change 3 memories?" {
		t.Errorf("asked %+v", ask)
	}
	if d.screen.form == nil || d.screen.Unsaved() != "the edit of 3 memories" {
		t.Error("the form is gone before the answer")
	}
	d.agree()
	for _, id := range []string{"m00", "m01", "m02"} {
		if m := d.source.memories[id]; m.Type != "decision" || m.Importance != .9 || m.Confidence != .5 {
			t.Errorf("%s is %s, importance %g, confidence %g", id, m.Type, m.Importance, m.Confidence)
		}
	}
	if !slices.Contains(d.source.calls, "evolve all m00 m01 m02") || d.screen.form != nil {
		t.Errorf("calls %v", d.source.calls)
	}
}

// The form of several has no text to go to.
func TestTheBulkFormGoesRound(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("space space e")
	var seen []int
	for range 5 {
		seen = append(seen, d.screen.form.at)
		d.keys("tab")
	}
	d.keys("shift+tab shift+tab")
	if !slices.Equal(append(seen, d.screen.form.at), []int{1, 2, 3, 4, 1, 4}) {
		t.Errorf("went to %v, then %d", seen, d.screen.form.at)
	}
}

// What only its text was found by leaves the filter's list as well once it is
// archived.
func TestWhatWasFoundInTextsLeavesToo(t *testing.T) {
	f := sample()
	arrive(f, "long", "Something else first. "+strings.Repeat("And more of it. ", 12)+"The word at last: zeitgeber")
	d := drive(t, f).show("")
	d.text(100, 30)
	d.keys("/").typed("zeitgeber").keys("enter")
	if got := ids(d); !slices.Equal(got, []string{"long"}) {
		t.Fatalf("the filter finds %v", got)
	}
	d.keys("d")
	d.event(engine.You, "long")
	if got := ids(d); len(got) != 0 {
		t.Errorf("archived, the list still has %v", got)
	}
}

// What would be written is said before it is.
func TestAChangeSaysWhatBecomesWhat(t *testing.T) {
	typ, important := "x1", .5
	if got, want := becomes(&engine.Patch{Type: &typ, Importance: &important}), "Type becomes “x1”, importance becomes .50."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := becomes(&engine.Patch{}); got != "" {
		t.Errorf("nothing becomes %q", got)
	}
}
