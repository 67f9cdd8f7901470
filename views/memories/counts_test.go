package memories

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"ebb/views"
)

// The header, the menu and what the menu's row lists say the same number, now
// and ahead.
func TestFadingIsCountedOnce(t *testing.T) {
	number := regexp.MustCompile(`([0-9,]+) (fades?|will have)`)
	for _, days := range []int{0, 14, 40} {
		d := drive(t, sample())
		header := "fading within a week"
		if days > 0 {
			d.lens.Mode, d.lens.At = views.Future, clock.AddDate(0, 0, days)
			header = "faded by now"
		}
		d.show("")
		d.text(120, 30)
		d.send(views.LensMsg{Lens: d.lens})
		said := number.FindStringSubmatch(d.screen.Summary())
		if said == nil {
			t.Fatalf("summary %q", d.screen.Summary())
		}
		for _, label := range []string{"fading within a week", "fading within a month", "faded by now"} {
			d.keys("f")
			note := ""
			for _, c := range last[views.PickMsg](d).Choices {
				if c.Label == label {
					note = c.Note
				}
			}
			d.pick(label)
			if got := fmt.Sprint(d.screen.list.order.len()); got != note {
				t.Errorf("in %d days, %s: the menu says %q, the list has %s", days, label, note, got)
			}
			if label == header && said[1] != note {
				t.Errorf("in %d days: the header says %q, the menu %s", days, d.screen.Summary(), note)
			}
			if label == "faded by now" && days > 0 && note == "0" {
				t.Error("nothing fades in this store: the test shows nothing")
			}
			d.keys("esc")
		}
	}
}

// What a chip finds belongs to the time that is shown, also when the clock has
// moved since it was typed.
func TestChipsFollowTheClock(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(120, 30)
	d.keys("/").typed("fading:now").keys("enter")
	before := d.screen.list.order.len()
	d.lens.Mode, d.lens.At = views.Future, clock.Add(40*24*time.Hour)
	d.send(views.LensMsg{Lens: d.lens})
	d.keys("s")
	d.pick("sort again")
	if after := d.screen.list.order.len(); after <= before || !strings.HasPrefix(d.screen.Summary(), "22 memories · "+fmt.Sprint(after)) {
		t.Errorf("%d then %d, summary %q", before, after, d.screen.Summary())
	}
}

// What was looked for ahead of now is looked for again when the clock comes
// back: it may have expired only there.
func TestTheListComesBackWithTheClock(t *testing.T) {
	f := sample()
	m := f.memories["m02"]
	m.ExpiresAt = clock.AddDate(0, 0, 10)
	f.put(m)
	d := drive(t, f)
	d.lens.Mode, d.lens.At = views.Future, clock.AddDate(0, 0, 30)
	d.show("")
	d.text(120, 30)
	d.keys("j j j")
	if n := d.screen.list.order.len(); n != 21 {
		t.Fatalf("%d are live then, want 21", n)
	}
	at := d.current()
	d.lens = views.Lens{At: clock, Real: clock}
	d.send(views.LensMsg{Lens: d.lens})
	if n := d.screen.list.order.len(); n != 22 || d.current() != at {
		t.Errorf("back at now there are %d, cursor on %s, want 22 and %s", n, d.current(), at)
	}
}
