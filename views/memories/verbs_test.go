package memories

import (
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/views"
)

func TestVerbs(t *testing.T) {
	tests := []struct {
		name, keys string
		pick       string
		want       string
		toast      string
	}{
		{"archive one", "j d", "", "archive m01", "archived “Canary first, then 10 %, then all”"},
		{"recall", "j j R", "", "recall m02", "recorded a recall of “Staging deploys need approval”"},
		{"recall together", "space space R", "", "recall m00 m01", "recorded a recall of 2 memories"},
		{"declare", "space j x", "contradicts", "declare m00 m02", "opened a conflict between the two"},
		{"relate", "space space x", "supports", "relate m00 supports m01", "linked the two: supports"},
		{"pin", "*", "", "pins [m00] filters []", "pinned “Deploy key rotates with the v…”: stays on top"},
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
	if toast := last[views.ToastMsg](d); !strings.Contains(toast.Text, "look back to now first (esc)") {
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

func TestBlankTextIsRefused(t *testing.T) {
	d := drive(t, sample()).show("m05")
	d.text(100, 30)
	d.keys("n").typed("  \n ").keys("ctrl+s")
	if d.screen.form == nil || !strings.Contains(d.screen.form.note, "no text yet") {
		t.Errorf("a blank memory was taken: %q", d.source.calls)
	}
	d.screen.form = nil
	d.keys("e")
	d.screen.form.text.SetValue(" \t ")
	d.keys("ctrl+s")
	if d.screen.form == nil || !strings.Contains(d.screen.form.note, "esc leaves it as it was") {
		t.Errorf("a memory was blanked: %q", d.source.calls)
	}
	d.screen.form = nil
	d.keys("E")
	d.run(last[views.EditorMsg](d).Done(" \n\n", nil))
	if toast := last[views.ToastMsg](d); !strings.Contains(toast.Text, "nothing was written") {
		t.Errorf("toast %q", toast.Text)
	}
	if len(d.source.calls) > 0 {
		t.Errorf("written: %v", d.source.calls)
	}
}

func TestUnsavedTextIsGuarded(t *testing.T) {
	d := drive(t, sample()).show("m05")
	d.keys("e").typed("!").keys("esc")
	if d.screen.form == nil || !strings.HasPrefix(d.screen.Asking(), "This text is not saved. esc lets it go") {
		t.Fatal("the first esc let unsaved text go")
	}
	if got := footer(d); got != "esc let the text go, ctrl+s save it" {
		t.Errorf("while asking the footer says %q", got)
	}
	if text := d.text(100, 30); strings.Contains(text, "ctrl+s") || strings.Contains(text, "esc") {
		t.Errorf("the keys are said twice:\n%s", text)
	}
	d.typed("!")
	if d.screen.Asking() != "" || footer(d) != "ctrl+s save, tab next field, esc leave" {
		t.Errorf("typing on is still asked about: %q, %q", d.screen.Asking(), footer(d))
	}
	d.keys("esc")
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
	d.keys("esc Y")
	d.pick("the command line that prints it")
	if got := last[views.CopyMsg](d).Text; got != "ebb show m02" {
		t.Errorf("copied %q", got)
	}
}
