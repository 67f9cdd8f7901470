package conflicts

import (
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/engine"
	"ebb/views"
)

// A conflict that is settled today is open on the day before, with the texts
// of then, and nothing can be decided there.
func TestConflictsShowWhatWas(t *testing.T) {
	ctx := t.Context()
	now := clock.AddDate(0, 0, -9)
	store, err := badgerstore.Open(ctx, t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	tell := func() time.Time { return now }
	e, err := engine.Open(ctx, store, engine.Options{Clock: tell, Wall: tell})
	if err != nil {
		t.Fatal(err)
	}
	check := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { check(nil, e.Close()) })
	add := func(text string) string {
		m, err := e.Add(ctx, engine.Input{Scope: engine.Scope{Namespace: "ops", Subject: "default"}, Type: engine.TypeFact, Content: text}, engine.How{})
		check(m, err)
		return m.ID
	}
	a, b := add("The freeze starts on the 18th."), add("The freeze starts on the 20th.")
	c, err := e.Declare(ctx, a, b, "different days", engine.How{})
	check(c, err)
	now = clock.AddDate(0, 0, -2)
	check(e.ResolveConflict(ctx, c.ID, engine.Resolution{Strategy: engine.Latest}, engine.How{}))
	now = clock

	d := drive(t, newFake())
	d.screen = New(d.screen.ctx, e)
	t.Cleanup(d.screen.Close)
	d.show("")
	if got := d.screen.Badge(); got != "" {
		t.Errorf("now the badge is %q", got)
	}
	to := func(mode views.LensMode, at time.Time) {
		d.lens = views.Lens{Mode: mode, At: at, Real: clock}
		d.send(views.LensMsg{Lens: d.lens})
		d.screen.Draw(d.w, d.h)
		d.send(nil)
	}
	to(views.Past, clock.AddDate(0, 0, -5))
	if got := d.screen.Badge(); got != "1" {
		t.Errorf("then the badge is %q", got)
	}
	text := strings.Join(d.screen.Draw(120, 31), "\n")
	for _, want := range []string{"18th", "20th", "the clock is back"} {
		if !strings.Contains(text, want) {
			t.Errorf("the screen does not show %q:\n%s", want, text)
		}
	}
	to(views.Past, clock.AddDate(0, 0, -30))
	if s := d.screen.Summary(); !strings.HasPrefix(s, "0 open · 0 settled") {
		t.Errorf("before it was raised: %q", s)
	}
	to(views.Live, clock)
	if s := d.screen.Summary(); !strings.HasPrefix(s, "0 open · 1 settled") {
		t.Errorf("now again: %q", s)
	}
}
