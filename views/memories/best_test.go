package memories

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ebb/engine"
	"ebb/views"
)

func TestTheFilterTurnsIntoASearchAndBack(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(120, 30)
	d.keys("/").typed(`deploy "go out" ns:team/ops`)
	filtered := ids(d)
	d.keys("tab")
	if want := `search deploy "go out", limit 100, look true`; !slices.Contains(d.source.calls, want) {
		t.Fatalf("calls %q, want %q", d.source.calls, want)
	}
	if d.current() != "m05" {
		t.Errorf("the best hit is %s, want the one with all the words", d.current())
	}
	for _, id := range ids(d) {
		if ns := d.source.memories[id].Scope.Namespace; ns != "team/ops" {
			t.Errorf("%s is in %s: the chips are forgotten", id, ns)
		}
	}
	golden(t, "best-field", d.text(120, 30))
	d.keys("enter j")
	golden(t, "best-120x30", d.text(120, 30))
	golden(t, "best-80x24", d.text(80, 24))
	d.keys("k esc")
	if got := ids(d); !slices.Equal(got, filtered) || d.screen.asked.text == "" {
		t.Errorf("esc goes to %v (%q), want the filter's %v", got, d.screen.asked.text, filtered)
	}
	d.keys("esc")
	if d.screen.asked.text != "" || len(ids(d)) != 22 {
		t.Errorf("a second esc leaves %q", d.screen.asked.text)
	}
}

func TestASearchGoesOnWithTheTyping(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("/ tab")
	if d.screen.asked.searches() || len(ids(d)) != 22 {
		t.Error("it searches for nothing")
	}
	d.typed("canary")
	if got := ids(d); !slices.Equal(got, []string{"m01"}) {
		t.Errorf("found %v", got)
	}
	d.keys("tab")
	if _, is := d.screen.list.order.(matched); !is || d.screen.asked.best {
		t.Errorf("tab leads to %T", d.screen.list.order)
	}
}

// A search reads on when its hits have been looked through, and no hit moves.
func TestASearchPages(t *testing.T) {
	f := newFake()
	for i := range 700 {
		f.store(engine.Memory{
			Head: engine.Head{ID: fmt.Sprintf("p%03d", i), Type: "fact", CreatedAt: ago(float64(i)), UpdatedAt: ago(float64(i)), Scope: engine.Scope{Namespace: "n"}},
			Body: engine.Body{Content: fmt.Sprintf("page %d", i)},
		})
	}
	d := drive(t, f).show("")
	d.text(80, 24)
	d.keys("/").typed("page").keys("tab enter")
	if n := d.screen.list.order.len(); n != firstHits {
		t.Fatalf("%d hits at first, want %d", n, firstHits)
	}
	first := ids(d)
	d.keys("G")
	if n := d.screen.list.order.len(); n != firstHits*moreHits || d.screen.list.cursor() != firstHits-1 {
		t.Errorf("%d hits, cursor on %d", n, d.screen.list.cursor())
	}
	if got := ids(d); !slices.Equal(got[:firstHits], first) {
		t.Error("hits that were shown have moved")
	}
	d.keys("G")
	if n := d.screen.list.order.len(); n != 700 || d.screen.finding.partial {
		t.Errorf("%d hits of 700, more to come: %v", n, d.screen.finding.partial)
	}
	if line := strings.Split(d.text(80, 24), "\n")[0]; !strings.Contains(line, "700 hits · best first") {
		t.Errorf("the line over the list says %q", line)
	}
}

func TestASearchShowsWhatYouDidAndNobodyElse(t *testing.T) {
	d := drive(t, sample()).show("")
	d.text(100, 30)
	d.keys("/").typed("deploy").keys("tab enter j d")
	gone := d.source.calls[len(d.source.calls)-1]
	d.event(engine.You, strings.TrimPrefix(gone, "archive "))
	if n := len(ids(d)); n != 15 {
		t.Errorf("%d hits after %s, want 15", n, gone)
	}
	before := ids(d)
	d.source.put(engine.Memory{Head: engine.Head{ID: "zz", Type: "fact", Scope: engine.Scope{Namespace: "n"}, CreatedAt: clock, UpdatedAt: clock}, Body: engine.Body{Content: "deploy by an agent"}})
	d.event(planner, "zz")
	if got := ids(d); !slices.Equal(got, before) {
		t.Errorf("an agent's write moved the hits: %v", got)
	}
	d.screen.sortBy(sortMsg{same: true})
	d.run(d.screen.ask(false))
	if !slices.Contains(ids(d), "zz") {
		t.Error("searching again does not find what is new")
	}
}

func TestASearchSaysWhatWentWrong(t *testing.T) {
	d := drive(t, sample()).show("")
	d.keys("/").typed("deploy")
	d.source.broken = errors.New("damaged record in versions")
	d.keys("tab")
	if text := d.text(100, 30); !strings.Contains(text, "damaged record in versions") {
		t.Errorf("nothing of the error in\n%s", text)
	}
}

func TestNoSearchOfAnotherDay(t *testing.T) {
	d := drive(t, sample())
	d.lens.Mode, d.lens.At = views.Future, clock.AddDate(0, 0, 14)
	d.show("").keys("/").typed("deploy").keys("tab")
	if toast := last[views.ToastMsg](d); toast.Level != views.Warn || d.screen.asked.best {
		t.Errorf("toast %+v", toast)
	}
	d.lens.Mode, d.lens.At = views.Live, clock
	d.send(views.LensMsg{Lens: d.lens})
	d.keys("tab")
	if !d.screen.asked.searches() {
		t.Fatal("it does not search now either")
	}
	d.lens.Mode, d.lens.At = views.Future, clock.AddDate(0, 0, 14)
	d.send(views.LensMsg{Lens: d.lens})
	if _, is := d.screen.list.order.(matched); !is {
		t.Errorf("a fortnight ahead the list is a %T", d.screen.list.order)
	}
}
