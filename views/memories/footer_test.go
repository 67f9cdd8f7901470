package memories

import (
	"strings"
	"testing"
)

// footer is what the shell's footer would say of the screen's keys.
func footer(d *driver) string {
	var out []string
	for _, b := range d.screen.Bindings() {
		if b.Short != "" && b.Off == "" {
			out = append(out, b.Keys[0]+" "+b.Short)
		}
	}
	return strings.Join(out, ", ")
}

func TestTheFooterSaysWhatIsTrue(t *testing.T) {
	d := drive(t, sample()).show("m00")
	d.text(140, 40)
	for _, step := range []struct{ keys, want string }{
		{"", "enter open, / filter, s sort,   select, d archive, x link, e edit, n new, tab detail"},
		{"tab", "esc to the list, up scroll, enter whole screen, y copy, d archive, e edit, tab list"},
		{"enter", "esc to the list, up scroll, y copy, d archive, e edit"},
		{"esc /", "enter keep, tab best first, up move, esc out"},
	} {
		d.keys(step.keys)
		if got := footer(d); got != step.want {
			t.Errorf("after %q the footer says\n%s, want\n%s", step.keys, got, step.want)
		}
		d.text(140, 40)
	}
	d = drive(t, sample()).show("m05").keys("enter")
	if got := footer(d); !strings.Contains(got, "enter settle") {
		t.Errorf("in a memory of an open conflict: %s", got)
	}
	for _, b := range d.screen.Bindings() {
		if b.ID == "memories.select" && !strings.Contains(b.Off, "back to the list first") {
			t.Errorf("rows that are not seen can be selected: %q", b.Off)
		}
	}
	d.keys("esc")
	d.text(80, 20)
	if got := footer(d); strings.Contains(got, "tab") {
		t.Errorf("there is one pane, and the footer says %s", got)
	}
}

func TestFocusOnTheDetailIsSeen(t *testing.T) {
	d := drive(t, sample()).show("m03")
	before := d.text(140, 40)
	inked := strings.Join(d.screen.Draw(140, 40), "\n")
	d.keys("tab")
	after := d.text(140, 40)
	if !strings.Contains(after, "│▸") || strings.Contains(before, "│▸") || !strings.Contains(after, "the keys move in the detail") {
		t.Errorf("the detail has the keys and does not say so:\n%s", after)
	}
	if strings.Join(d.screen.Draw(140, 40), "\n") == inked {
		t.Error("nothing changed its colour")
	}
	d.keys("tab")
	if d.text(140, 40) != before {
		t.Error("back on the list something stays")
	}
}
