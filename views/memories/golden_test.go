package memories

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ebb/views"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got+"\n" != string(want) {
		t.Errorf("%s differs; got\n%s", path, got)
	}
}

var sizes = [][2]int{{140, 40}, {100, 30}, {80, 24}, {60, 20}, {40, 12}}

func TestGoldenSizes(t *testing.T) {
	for _, size := range sizes {
		w, h := size[0], size[1]
		t.Run(fmt.Sprintf("%dx%d", w, h), func(t *testing.T) {
			d := drive(t, sample()).show("m05")
			golden(t, fmt.Sprintf("list-%dx%d", w, h), d.text(w, h))
			d.keys("enter")
			golden(t, fmt.Sprintf("detail-%dx%d", w, h), d.text(w, h))
		})
	}
}

func TestGoldenStates(t *testing.T) {
	empty := newFake()
	loading := sample()
	loading.loaded = false
	broken := newFake()
	broken.loaded, broken.broken = false, errors.New("damaged record in heads")
	scenes := []struct {
		name string
		make func(t *testing.T) *driver
	}{
		{"empty", func(t *testing.T) *driver { return drive(t, empty).show("") }},
		{"unread", func(t *testing.T) *driver { return drive(t, sample()) }},
		{"loading", func(t *testing.T) *driver { return drive(t, loading).show("") }},
		{"error", func(t *testing.T) *driver { return drive(t, broken).show("") }},
		{"nothing", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("/").typed("quantum ns:team/ops") }},
		{"problem", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("/").typed("since:someday") }},
		{"nochip", func(t *testing.T) *driver { return drive(t, sample()).show("").keys("/").typed("deploy bogus:x") }},
		{"filter", func(t *testing.T) *driver {
			return drive(t, sample()).show("").keys("/").typed("deploy ns:team/ops").keys("enter space space j")
		}},
		{"future", func(t *testing.T) *driver {
			d := drive(t, sample())
			d.lens.Mode, d.lens.At = views.Future, clock.Add(14*24*time.Hour)
			return d.show("")
		}},
		{"edit", func(t *testing.T) *driver { return drive(t, sample()).show("m05").keys("e").typed("Hm. ") }},
		{"new", func(t *testing.T) *driver { return drive(t, sample()).show("m05").keys("n") }},
	}
	for _, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			golden(t, "state-"+scene.name, scene.make(t).text(100, 30))
		})
	}
}

func TestGoldenAccessible(t *testing.T) {
	d := drive(t, sample(), func(c *views.Context) { c.Accessible = true }).show("m05").keys("j space")
	golden(t, "accessible-list", d.text(100, 30))
	d.keys("enter")
	golden(t, "accessible-detail", d.text(100, 40))
}
