package timeline

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// Whatever is shown, at every size, after every key: exactly h lines of exactly
// w cells, and nothing but colours in them.
func TestDrawIsExact(t *testing.T) {
	w, id := deploys(t)
	sources := map[string]struct {
		src Source
		id  string
	}{"deploys": {w, id}, "hostile": {hostile(), "m"}, "one instant": {oneInstant(), "m"}, "many": {newFake(700), "m"}, "feed": {w, ""}}
	keys := strings.Fields("j k g G ctrl+d ctrl+u space c enter tab esc y r / f x z who:you enter Y")
	looks := []*themes.Theme{themes.Must("dark"), themes.Must("light"), themes.Must("mono")}
	for name, from := range sources {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				d := drive(t, from.src, func(c *views.Context) { c.Accessible = rapid.IntRange(0, 4).Draw(rt, "accessible") == 0 })
				d.theme = rapid.SampledFrom(looks).Draw(rt, "theme")
				switch rapid.IntRange(0, 2).Draw(rt, "lens") {
				case 0:
					d.lens = views.Lens{Mode: views.Past, At: noon.AddDate(0, 0, -rapid.IntRange(1, 900).Draw(rt, "ago")), Real: noon}
				case 1:
					d.lens = views.Lens{Mode: views.Future, At: noon.AddDate(0, 0, rapid.IntRange(1, 900).Draw(rt, "in")), Real: noon}
				}
				d.show(from.id)
				for range rapid.IntRange(0, 12).Draw(rt, "keys") {
					d.press(rapid.SampledFrom(keys).Draw(rt, "key"))
					w, h := rapid.IntRange(0, 220).Draw(rt, "w"), rapid.IntRange(0, 60).Draw(rt, "h")
					exact(rt, d.screen.Draw(w, h), w, h)
				}
			})
		})
	}
}

func exact(t *rapid.T, lines []string, w, h int) {
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for y, line := range lines {
		if got := widget.Width(line); got != w {
			t.Fatalf("%dx%d line %d is %d cells: %q", w, h, y, got, line)
		}
		if widget.CleanDrawn(line) != line {
			t.Fatalf("%dx%d line %d would reach the terminal: %q", w, h, y, line)
		}
	}
}

func TestVersionsOfOneInstantAreTold(t *testing.T) {
	d := drive(t, oneInstant()).show("m")
	d.has("v9", "v8 → v9", "number [-8-]{+9+}")
	d.keys("j")
	d.has("v7 → v8", "number [-7-]{+8+}")
}

func TestALongLifeIsReadInParts(t *testing.T) {
	f := newFake(10_000)
	d := drive(t, f)
	first := d.screen.life
	cmd := d.screen.Show("m")
	if first != nil || d.screen.life.whole {
		t.Fatal("something was read before a command ran")
	}
	d.run(cmd)
	if n := len(d.screen.life.versions); n != 10_000 || !d.screen.life.whole {
		t.Fatalf("%d versions, whole %v", n, d.screen.life.whole)
	}
	d.keys("G")
	d.has("▸ v1  ", "v1, the first", "Version 1 says")
	d.keys("ctrl+u k")
	d.has("→ v")
}

// A key is drawn in well under a frame at 10,000 versions.
func BenchmarkKey(b *testing.B) {
	d := drive(b, newFake(10_000)).show("m")
	d.screen.Draw(120, 31)
	for b.Loop() {
		d.screen.life.move(1)
		d.screen.frame.dirty()
		d.screen.Draw(120, 31)
	}
}

// The chart is what costs most of a frame, and is drawn anew once a minute.
func BenchmarkChart(b *testing.B) {
	d := drive(b, newFake(10_000)).show("m")
	d.screen.Draw(120, 31)
	for b.Loop() {
		d.screen.frame.chart = nil
		d.screen.frame.dirty()
		d.screen.Draw(120, 31)
	}
}

func BenchmarkFeedKey(b *testing.B) {
	d := drive(b, newFake(10_000)).show("")
	d.screen.Draw(120, 31)
	for b.Loop() {
		d.screen.feed.move(1)
		d.screen.frame.dirty()
		d.screen.Draw(120, 31)
	}
}

func TestTheDetailTicksOncePerMinute(t *testing.T) {
	w, id := preference(t)
	d := drive(t, w).show(id)
	d.text(100, 30)
	d.lens.At, d.lens.Real = noon.Add(time.Second), noon.Add(time.Second)
	d.screen.frame.tick(d.screen)
	if d.screen.frame.stale {
		t.Error("a second later everything is drawn anew")
	}
	d.lens.At, d.lens.Real = noon.Add(time.Minute), noon.Add(time.Minute)
	d.screen.frame.tick(d.screen)
	if !d.screen.frame.stale {
		t.Error("a minute later nothing is drawn anew")
	}
}
