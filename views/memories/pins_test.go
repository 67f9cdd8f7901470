package memories

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/views"
)

// settled announces what became of the settings.
func (d *driver) settled(actor engine.Actor) {
	d.send(views.EventMsg{Event: engine.Event{Seq: d.source.seq, Actor: actor, Kinds: []engine.EventKind{engine.SettingsChanged}}})
}

func (d *driver) pins(ids ...string) {
	d.source.mu.Lock()
	d.source.settings.Pins = ids
	d.source.seq++
	d.source.snap = nil
	d.source.mu.Unlock()
	d.settled(planner)
}

// However the catalogue, the pins and the first frame follow each other, the
// list stands at its top until the person moves.
func TestTheListBeginsAtItsTop(t *testing.T) {
	steps := map[string]func(*driver){
		"draw":      func(d *driver) { d.text(80, 18) },
		"catalogue": func(d *driver) { d.source.load(); d.tick(time.Second) },
		"pins":      func(d *driver) { d.pins("m15", "m20") },
	}
	names := []string{"draw", "catalogue", "pins"}
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		f := sample()
		f.loaded = false
		d := drive(t, f).show("")
		name := ""
		for _, i := range order {
			name += " " + names[i]
			steps[names[i]](d)
		}
		text := d.text(80, 18)
		if d.current() != "m15" || d.screen.list.window.Offset() != 0 || !strings.HasPrefix(d.screen.Say(), "row 1 of 22: ") {
			t.Errorf("%s: on %s, offset %d, %q\n%s", name, d.current(), d.screen.list.window.Offset(), d.screen.Say(), text)
		}
	}
}

func TestPinsDoNotMoveWhatTheyMoveUnder(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("j j j *")
	if toast := last[views.ToastMsg](d); !strings.Contains(toast.Text, "s s puts it on top") {
		t.Errorf("toast %q", toast.Text)
	}
	d.settled(engine.You)
	if d.current() != "m03" || d.screen.list.cursor() != 3 {
		t.Errorf("the pin moved the row under the cursor: %s at %d", d.current(), d.screen.list.cursor())
	}
	if text := d.text(100, 30); !strings.Contains(text, "* Blue/green") {
		t.Errorf("the pin's sign is not shown:\n%s", text)
	}
	d.keys("s")
	d.pick("sort again")
	if got := ids(d)[0]; got != "m03" || d.current() != "m03" {
		t.Errorf("sorted again: %s on top, cursor on %s", got, d.current())
	}
}

func TestAPinAtTheTopIsTrueAtOnce(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("j j * k k")
	d.settled(engine.You)
	d.keys("s")
	d.pick("sort again")
	d.keys("g j * g")
	d.settled(engine.You)
	if got := ids(d)[:2]; !slices.Equal(got, []string{"m00", "m02"}) && !slices.Equal(got, []string{"m02", "m00"}) {
		t.Errorf("pinned ones are not on top: %v", ids(d)[:4])
	}
}

func TestThePinnedListFollowsThePins(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.pins("m03", "m07", "m09")
	d.keys("/").typed("pinned:yes").keys("enter j")
	if got := fmt.Sprint(ids(d)); got != "[m03 m07 m09]" {
		t.Fatalf("pinned: %s", got)
	}
	d.keys("*")
	d.settled(engine.You)
	if got := fmt.Sprint(ids(d)); got != "[m03 m09]" {
		t.Errorf("after unpinning m07: %s", got)
	}
	d.pins("m03", "m07", "m09") // undone
	if got := fmt.Sprint(ids(d)); got != "[m03 m07 m09]" {
		t.Errorf("after the undo: %s", got)
	}
}

// The first page may be read only after the catalogue has come in: what that
// says stays.
func TestALatePageReplacesNothing(t *testing.T) {
	f := sample()
	f.loaded = false
	f.settings.Pins = []string{"m15"}
	d := drive(t, f)
	late := d.screen.Show("")
	d.text(100, 30)
	f.load()
	d.tick(time.Second)
	before := ids(d)
	d.run(late)
	if got := ids(d); !slices.Equal(got, before) || got[0] != "m15" || d.current() != "m15" {
		t.Errorf("a page that came late made %v of %v", got, before)
	}
}
