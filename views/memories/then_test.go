package memories

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/engine"
	"ebb/engine/catalogue"
	"ebb/views"
)

// past is a store with a history: by day 3 a first memory was edited, a second
// archived, a third added; they are tied and in conflict since day 2.
func past(t *testing.T) (src Source, ids [3]string, day func(int) time.Time) {
	ctx := t.Context()
	day = func(n int) time.Time { return clock.AddDate(0, 0, n-10) }
	now := day(1)
	store, err := badgerstore.Open(ctx, t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	e, err := engine.Open(ctx, store, engine.Options{
		Clock: func() time.Time { return now }, Wall: func() time.Time { return now },
		NewID: func() string { n++; return fmt.Sprintf("id-%02d", n) },
	})
	if err != nil {
		t.Fatal(err)
	}
	add := func(text string) string {
		m, err := e.Add(ctx, engine.Input{Scope: engine.Scope{Namespace: "ops", Subject: "default"}, Type: engine.TypeEpisodic, Content: text}, engine.How{})
		if err != nil {
			t.Fatal(err)
		}
		return m.ID
	}
	check := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	first, second := add("Deploys go out Monday."), add("Old deploy script lives in ~/bin.")
	now = day(2)
	check(e.Declare(ctx, first, second, "they differ", engine.How{}))
	check(e.Relate(ctx, first, second, engine.RelDependsOn, 1, nil, engine.How{}))
	now = day(3)
	text := "Deploys go out Tuesday."
	check(e.Evolve(ctx, first, engine.Patch{Content: &text}, engine.How{}))
	conflicts, err := e.ConflictList(ctx, engine.ConflictOpen)
	check(nil, err)
	check(e.ResolveConflict(ctx, conflicts[0].ID, engine.Resolution{Strategy: "keep-both"}, engine.How{}))
	check(e.Archive(ctx, []string{second}, engine.How{}))
	third := add("Canary first, then the rest.")
	now = clock
	c := catalogue.Open(ctx, e)
	t.Cleanup(func() {
		check(nil, c.Close())
		check(nil, e.Close())
	})
	for !c.Snapshot().Loaded() {
		<-c.Changes()
	}
	return still{Live(e, c, nil).(live)}, [3]string{first, second, third}, day
}

// still is a source whose catalogue does not change: the driver runs commands
// to their end, and one that waits for a change has none.
type still struct{ live }

func (still) Changes() <-chan struct{} { return nil }

func TestTheListShowsWhatWas(t *testing.T) {
	src, ids, day := past(t)
	d := drive(t, newFake())
	d.screen = New(d.screen.ctx, src)
	d.unpaced().show("")
	has := func(when string, want, not []string) {
		t.Helper()
		text := d.text(140, 40)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: the screen does not show %q:\n%s", when, w, text)
			}
		}
		for _, w := range not {
			if strings.Contains(text, w) {
				t.Errorf("%s: the screen shows %q:\n%s", when, w, text)
			}
		}
	}
	to := func(mode views.LensMode, at time.Time, open bool) {
		d.lens = views.Lens{Mode: mode, At: at, Real: clock, Open: open}
		d.send(views.LensMsg{Lens: d.lens})
	}
	has("now", []string{"Deploys go out Tuesday.", "Canary first"}, []string{"Old deploy script lives in ~/bin."})

	to(views.Past, day(2).Add(time.Hour), true)
	has("then", []string{"Deploys go out Monday.", "Old deploy script"}, []string{"Canary first", "Tuesday"})
	if got := d.screen.Summary(); got != "2 memories then" {
		t.Errorf("summary %q", got)
	}
	if !d.screen.inConflict[ids[0]] {
		t.Error("the open conflict of then is not shown")
	}
	d.keys("g")
	id := d.current()
	has("the detail", []string{"v1", "depends on", "contradicts"}, nil)
	for _, b := range d.screen.Bindings() {
		if b.Block == views.Change && b.Off == "" {
			t.Errorf("%s can be pressed in the past", b.ID)
		}
	}

	to(views.Past, day(1).Add(time.Hour), true)
	if d.current() != id {
		t.Error("the cursor left its memory")
	}
	if len(d.screen.inConflict) != 0 {
		t.Error("a conflict is shown before it was raised")
	}
	d.keys("/").typed("monday").keys("enter")
	has("filtered then", []string{"Deploys go out Monday."}, []string{"Old deploy script lives"})

	to(views.Past, day(0), true)
	has("before everything", []string{"No memory matches"}, nil)
	d.keys("esc")
	d.send(views.LensMsg{Lens: d.lens})
	has("before everything", []string{"Nothing was remembered here then"}, nil)
	if got := d.screen.Summary(); got != "0 memories then" {
		t.Errorf("before everything: summary %q", got)
	}

	to(views.Live, clock, false)
	has("now again", []string{"Deploys go out Tuesday.", "Canary first"}, []string{"Old deploy script lives in ~/bin."})
	if got := d.screen.Summary(); !strings.HasPrefix(got, "2 memories · ") {
		t.Errorf("summary %q", got)
	}
}

// While the clock moves, rows keep the places that they have.
func TestOrderHoldsStillInThePast(t *testing.T) {
	src, ids, day := past(t)
	then, err := src.(Rewinder).Then(t.Context(), day(2), nil)
	if err != nil {
		t.Fatal(err)
	}
	today := matched{snap: src.Snapshot()}
	for _, id := range []string{ids[2], ids[1], ids[0]} {
		row, ok := today.snap.Row(id)
		if !ok {
			t.Fatal("a memory of today is missing")
		}
		today.rows = append(today.rows, row)
	}
	was := matched{snap: then.Snapshot()}
	for _, id := range ids[:2] {
		row, ok := was.snap.Row(id)
		if !ok {
			t.Fatal("a memory of then is missing")
		}
		was.rows = append(was.rows, row)
	}
	held := was.held(today)
	if held.len() != 2 || held.id(0) != ids[1] || held.id(1) != ids[0] {
		t.Errorf("held %v", []string{held.id(0), held.id(1)})
	}
}
