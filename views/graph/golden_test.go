package graph

import (
	"fmt"
	"testing"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
)

// deploys is the example of the drawing.
func deploys(t testing.TB) (*world, string) {
	w := newWorld(t)
	centre := w.add("Deploys go out Tuesday", "team/ops")
	list := w.add("Release checklist", "team/ops")
	canary := w.add("Canary first", "team/ops")
	bot := w.add("Deploy bot", "team/ops")
	ana := w.add("Ana", "people")
	rollback := w.add("Rollback", "team/ops")
	old := w.add("Old deploy script", "team/ops")
	freeze := w.add("Freeze 20 Dec", "team/ops")
	form := w.add("Sign-off form", "team/ops")
	flags := w.add("Feature flags", "team/ops")
	rota := w.add("On-call rota", "people")
	w.together(centre, list, 31, noon.Add(-3*time.Hour))
	w.together(centre, canary, 12, noon.Add(-5*time.Hour))
	w.together(centre, bot, 9, noon.Add(-20*time.Hour))
	w.together(centre, ana, 7, noon.Add(-12*time.Hour))
	w.together(centre, rollback, 4, noon.Add(-28*time.Hour))
	w.together(centre, old, 2, noon.Add(-65*time.Hour))
	w.together(list, form, 6, noon.Add(-4*time.Hour))
	w.together(canary, flags, 3, noon.Add(-9*time.Hour))
	w.together(ana, rota, 3, noon.Add(-24*time.Hour))
	w.now = noon.Add(-2 * time.Hour)
	w.relate(centre, list, engine.RelDependsOn, 1)
	_, err := w.Declare(t.Context(), centre, freeze, "two different days", engine.How{})
	w.check(err)
	for i := range 12 {
		w.now = noon.Add(-40 * time.Hour)
		w.relate(freeze, w.add(fmt.Sprintf("Frozen thing %d", i), "team/ops"), engine.RelSupports, .1)
	}
	w.now = noon
	return w, centre
}

func TestGoldenSizes(t *testing.T) {
	w, id := deploys(t)
	for _, size := range sizes {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			d := drive(t, w).show(id)
			d.text(size[0], size[1])
			d.keys("p")
			golden(t, "graph-"+name, d.text(size[0], size[1]))
			golden(t, "hubs-"+name, drive(t, w).show("").text(size[0], size[1]))
		})
	}
}

func TestGoldenStates(t *testing.T) {
	w, id := deploys(t)
	plain := func(d *driver) {
		th := *themes.Must("mono")
		th.Glyphs = themes.ASCII()
		d.theme = &th
	}
	for _, scene := range []struct {
		name string
		make func() *driver
	}{
		{"drawn", func() *driver { return drive(t, w).show(id).keys("p") }},
		{"path", func() *driver {
			d := drive(t, w).show(id)
			d.text(120, 31)
			d.screen.cursor = w.named("Sign-off form")
			d.keys("space")
			d.screen.cursor = w.named("On-call rota")
			return d.keys("space")
		}},
		{"ascii", func() *driver {
			d := drive(t, w)
			plain(d)
			return d.show(id)
		}},
		{"lines", func() *driver {
			d := drive(t, w)
			th := *themes.Must("dark")
			th.Glyphs.Braille = false
			d.theme = &th
			return d.show(id)
		}},
		{"succession", func() *driver {
			w := newWorld(t)
			newer, older := w.add("The door code is 4711", "team/ops"), w.add("The door code is 1234", "team/ops")
			w.relate(newer, older, engine.RelSupersedes, 0)
			return drive(t, w).show(newer)
		}},
		{"then", func() *driver {
			d := drive(t, w)
			d.lens = views.Lens{Mode: views.Past, At: noon.Add(-48 * time.Hour), Real: noon}
			return d.show(id)
		}},
		{"ahead", func() *driver {
			d := drive(t, w)
			d.lens = views.Lens{Mode: views.Future, At: noon.AddDate(0, 0, 7), Real: noon}
			return d.show(id)
		}},
		{"missing", func() *driver { return drive(t, w).show("nobody") }},
		{"alone", func() *driver { return drive(t, w).show(w.alone()) }},
		{"empty", func() *driver { return drive(t, newWorld(t)).show("") }},
		{"unread", func() *driver {
			d := drive(t, w)
			d.screen.Show(id)
			return d
		}},
		{"accessible", func() *driver {
			return drive(t, w, func(c *views.Context) { c.Accessible = true }).show(id).keys("j space p")
		}},
	} {
		t.Run(scene.name, func(t *testing.T) { golden(t, "state-"+scene.name, scene.make().text(120, 31)) })
	}
}

// named is a memory by its title.
func (w *world) named(title string) string {
	for h, err := range w.List(w.t.Context(), engine.Filter{}, engine.Cursor{}) {
		w.check(err)
		if h.Title == title {
			return h.ID
		}
	}
	w.t.Fatalf("there is no memory %q", title)
	return ""
}

func (w *world) alone() string { return w.add("Nothing to do with anything", "team/ops") }
