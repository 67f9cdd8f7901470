package timeline

import (
	"fmt"
	"testing"
	"time"

	"ebb/engine"
	"ebb/views"
)

// preference is the example that every part of ebb begins with: a preference
// that becomes more precise, in three versions.
func preference(t testing.TB) (*world, string) {
	w := newWorld(t)
	m := w.at(9, 2, 8, 55).add("The user writes TypeScript.", "language", agent("planner"))
	w.at(10, 12, 11, 3).edit(m.ID, "The user writes TypeScript for applications.", .8, agent("planner"))
	w.at(11, 19, 16, 40).edit(m.ID, "The user writes TypeScript for applications and Python for data.", .9, agent("planner"))
	w.now = noon
	return w, m.ID
}

// deploys is the example of the drawings: imported, edited twice, restored.
func deploys(t testing.TB) (*world, string) {
	w := newWorld(t)
	ctx := t.Context()
	imported := engine.How{Actor: engine.You, Reason: "memory.jsonl line 12"}
	m := w.at(9, 2, 8, 55).add("Deploys go out Monday; freeze from 18 December. Ask the release team before touching the release checklist.", "deploy-calendar", imported)
	other := w.add("Release checklist", "release-checklist", agent("planner"))
	w.at(10, 12, 11, 3).edit(m.ID, "Deploys go out Monday; freeze from 18 December. Ask Ana before touching the release checklist.", .8, agent("planner"))
	for day := range 6 {
		w.at(10, 20+day, 9, 0)
		_, _, err := w.RecallTogether(ctx, []string{m.ID, other.ID}, agent("planner"))
		w.check(err)
	}
	w.at(11, 19, 16, 40).edit(m.ID, "Deploys go out Tuesday; freeze from 18 December. Ask Ana before touching the release checklist.", .9, agent("planner"))
	w.at(11, 26, 9, 12)
	_, err := w.Restore(ctx, m.ID, 2, engine.How{Actor: engine.You, Reason: "v2 was right about Ana"})
	w.check(err)
	product := .95
	w.at(11, 29, 2, 0)
	_, err = w.Apply(ctx, engine.Batch{Source: "nightly", Changes: []engine.Change{{
		Evolver: "interference", Memory: m.ID, Weigh: &engine.Weighing{Interference: &product},
	}}}, engine.How{Actor: engine.Actor{Kind: engine.Schedule}})
	w.check(err)
	w.now = noon
	return w, m.ID
}

func TestGoldenCanonicalExample(t *testing.T) {
	w, id := preference(t)
	d := drive(t, w).show(id)
	golden(t, "canonical", d.text(100, 30))
	d.keys("j j")
	golden(t, "canonical-first", d.text(100, 30))
}

func TestGoldenSizes(t *testing.T) {
	w, id := deploys(t)
	for _, size := range sizes {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			d := drive(t, w).show(id).keys("G space g j")
			golden(t, "life-"+name, d.text(size[0], size[1]))
			d.keys("enter")
			golden(t, "read-"+name, d.text(size[0], size[1]))
			golden(t, "feed-"+name, drive(t, w).show("").text(size[0], size[1]))
		})
	}
}

func TestGoldenStates(t *testing.T) {
	w, id := deploys(t)
	for _, scene := range []struct {
		name string
		make func() *driver
	}{
		{"across", func() *driver { return drive(t, w).show(id).keys("G space g j c") }},
		{"then", func() *driver {
			d := drive(t, w)
			d.lens = views.Lens{Mode: views.Past, At: time.Date(2026, 11, 12, 18, 0, 0, 0, time.UTC), Real: noon}
			return d.show(id)
		}},
		{"ahead", func() *driver {
			d := drive(t, w)
			d.lens = views.Lens{Mode: views.Future, At: noon.AddDate(0, 0, 14), Real: noon}
			return d.show(id)
		}},
		{"missing", func() *driver { return drive(t, w).show("nobody") }},
		{"unread", func() *driver {
			d := drive(t, w)
			d.screen.Show(id)
			return d
		}},
		{"feed-then", func() *driver {
			d := drive(t, w).show("")
			d.lens = views.Lens{Mode: views.Past, At: time.Date(2026, 10, 21, 18, 0, 0, 0, time.UTC), Real: noon}
			d.send(views.LensMsg{Lens: d.lens})
			return d
		}},
		{"feed-filter", func() *driver { return drive(t, w).show("").keys("/").typed("who:you restored").keys("enter") }},
		{"feed-nothing", func() *driver { return drive(t, w).show("").keys("/").typed("kind:purge") }},
		{"feed-empty", func() *driver { return drive(t, newWorld(t)).show("") }},
		{"feed-unread", func() *driver {
			d := drive(t, w)
			d.screen.Show("")
			return d
		}},
		{"accessible", func() *driver {
			return drive(t, w, func(c *views.Context) { c.Accessible = true }).show(id).keys("j space")
		}},
		{"feed-accessible", func() *driver {
			return drive(t, w, func(c *views.Context) { c.Accessible = true }).show("").keys("j")
		}},
	} {
		t.Run(scene.name, func(t *testing.T) { golden(t, "state-"+scene.name, scene.make().text(100, 30)) })
	}
}
