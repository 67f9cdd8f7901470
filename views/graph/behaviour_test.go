package graph

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/engine"
	"ebb/views"
)

func TestBadTiesAreNamed(t *testing.T) {
	f := newFake("m", "a")
	f.tie("m", "m", engine.RelRelatedTo, 1)
	f.tie("m", "a", engine.CoRetrieved, 2)
	f.tie("m", "a", engine.RelSupports, 1)
	f.tie("a", "m", engine.RelSupports, 1)
	f.tie("m", "nobody", engine.CoRetrieved, 1)
	d := drive(t, f).show("m")
	d.has("1 tie of a memory with itself", "1 of these memories is gone", "gone: nobody", "→ supports", "← supports")
	if n := len(d.screen.scene.Ties); n != 2 {
		t.Errorf("%d ties are shown, want 2: parallel ones are one", n)
	}
}

func TestAHubIsBoundedAndFolded(t *testing.T) {
	d := drive(t, manyTied(5000)).show("m")
	if n := len(d.screen.scene.Nodes); n != MostNodes+1 {
		t.Errorf("%d nodes", n)
	}
	d.has("more of m")
}

// What is shown is the nearest there is: no neighbour that is left out is tied
// more strongly to the middle than one that is shown for its tie alone.
func TestTheNearestAreShown(t *testing.T) {
	scene, err := Read(t.Context(), manyTied(500), Ask{Centre: "m", Depth: 1, Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	shown, _, _ := gather("m", manyTied(500).of["m"], &Ask{Now: noon})
	for _, tie := range shown[:MostNodes] {
		if scene.Node(tie.B) == nil {
			t.Errorf("%s of strength %.2f is left out", tie.B, tie.Strength(noon))
		}
	}
}

// The strongest path is as strong as that found by trying every way.
func TestPathIsTheStrongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := strings.Split("abcdef", "")
		f := newFake(names...)
		share := map[[2]string]float64{}
		for i, a := range names {
			for _, b := range names[:i] {
				if rapid.Bool().Draw(t, "tied") {
					f.tie(a, b, engine.CoRetrieved, rapid.Float64Range(.06, 5).Draw(t, "strength"))
					e := f.all[len(f.all)-1]
					share[[2]string{a, b}] = e.Connection.StrengthAt(noon) / 5
					share[[2]string{b, a}] = share[[2]string{a, b}]
				}
			}
		}
		best := 0.0
		var try func(at string, left float64, been string)
		try = func(at string, left float64, been string) {
			if at == "f" {
				best = max(best, left)
				return
			}
			for _, next := range names {
				if s := share[[2]string{at, next}]; s > 0 && !strings.Contains(been, next) {
					try(next, left*s, been+next)
				}
			}
		}
		try("a", 1, "a")
		steps, err := Path(t.Context(), f, "a", "f", noon)
		if err != nil {
			t.Fatal(err)
		}
		got := 0.0
		if len(steps) > 0 {
			got = 1
		}
		at := "a"
		for _, s := range steps {
			if s.From != at {
				t.Fatalf("the path is broken: %v", steps)
			}
			at = s.To
			got *= share[[2]string{s.From, s.To}]
		}
		if math.Abs(got-best) > 1e-12 {
			t.Fatalf("found %v, the best is %v", got, best)
		}
	})
}

func TestContradictionsLeadNowhere(t *testing.T) {
	f := newFake("a", "b")
	f.tie("a", "b", engine.RelContradicts, 5)
	if steps, err := Path(t.Context(), f, "a", "b", noon); err != nil || len(steps) > 0 {
		t.Errorf("found %v, %v", steps, err)
	}
	d := drive(t, f).show("a").keys("p")
	d.has("nothing: its ties are too weak by now")
	if d.screen.lit("b") {
		t.Error("the pulse went along a contradiction")
	}
}

func TestMovingAndCentring(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	d.text(120, 31)
	d.keys("g")
	if d.screen.cursor != id {
		t.Fatal("g does not go to the middle")
	}
	cells := d.screen.frame.cells
	for key, ahead := range map[string]func(a, b cell) bool{
		"left":  func(a, b cell) bool { return b.x < a.x },
		"right": func(a, b cell) bool { return b.x > a.x },
		"up":    func(a, b cell) bool { return b.y < a.y },
		"down":  func(a, b cell) bool { return b.y > a.y },
	} {
		d.keys("g " + key)
		if !ahead(cells[id], cells[d.screen.cursor]) {
			t.Errorf("%s went from %v to %v", key, cells[id], cells[d.screen.cursor])
		}
	}
	ana := w.named("Ana")
	d.screen.cursor = ana
	d.keys("enter")
	if got := last[views.OpenMsg](d); got != (views.OpenMsg{Screen: views.Graph, ID: ana}) {
		t.Errorf("enter asks for %v", got)
	}
	d.show(ana)
	d.has("◉ Ana", "On-call rota")
	d.keys("g enter")
	if got := last[views.OpenMsg](d); got != (views.OpenMsg{Screen: views.Memories, ID: ana}) {
		t.Errorf("enter in the middle asks for %v", got)
	}
}

// A tie made stronger before the eyes moves nobody far.
func TestATieGrowsAndThePictureStaysPut(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	before := d.screen.places
	form := w.named("Sign-off form")
	w.together(id, form, 3, noon)
	d.event(id, form)
	if tie := d.screen.scene.Between(id, form); tie == nil || tie.Strength(noon) < 1 {
		t.Fatalf("the new tie is %v", tie)
	}
	for node, was := range before {
		at, ok := d.screen.places[node]
		if ok && math.Hypot(at.X-was.X, at.Y-was.Y) > 20 {
			t.Errorf("%s went from %v to %v", node, was, at)
		}
	}
}

// Whoever comes back finds everything where it was.
func TestAPictureIsFoundAsItWasLeft(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	before := maps.Clone(d.screen.places)
	d.show(w.named("Release checklist")).show(id)
	if !maps.Equal(d.screen.places, before) {
		t.Error("after another memory was in the middle, the picture is another one")
	}
	d.keys("f")
	d.run(last[views.PickMsg](d).Pick(4))
	d.keys("f")
	d.run(last[views.PickMsg](d).Pick(0))
	if !maps.Equal(d.screen.places, before) {
		t.Error("after a filter, the picture is another one")
	}
}

// Before the memory in the middle was learned there is nothing to draw.
func TestBeforeItWasThere(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	d.lens = views.Lens{Mode: views.Past, At: noon.AddDate(-1, 0, 0), Real: noon}
	d.send(views.LensMsg{Lens: d.lens})
	d.has("It was not there yet")
	if got := d.text(120, 31); strings.Contains(got, "Release checklist") {
		t.Errorf("ties are drawn that were not there:\n%s", got)
	}
	d.lens = views.Lens{At: noon, Real: noon}
	d.send(views.LensMsg{Lens: d.lens})
	d.has("Release checklist")
}

// A tie that is made while a path is drawn may be the better way.
func TestThePathFollowsTheTies(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	a, b := w.named("Sign-off form"), w.named("On-call rota")
	d.screen.cursor = a
	d.keys("space")
	d.screen.cursor = b
	d.keys("space")
	if n := len(d.screen.path.steps); n < 2 {
		t.Fatalf("the path has %d steps", n)
	}
	w.relate(a, b, engine.RelSupports, 1)
	d.event(a, b)
	if n := len(d.screen.path.steps); n != 1 {
		t.Errorf("the path has %d steps beside a tie of both ends", n)
	}
}

// Where the picture has no room beside the table, tab changes between them.
func TestTheTableOrThePicture(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	if got := d.text(80, 21); !strings.Contains(got, "lasts") {
		t.Fatalf("no table:\n%s", got)
	}
	d.keys("tab")
	got := d.text(80, 21)
	if strings.Contains(got, "lasts") || !strings.Contains(got, "hallway") {
		t.Errorf("no picture:\n%s", got)
	}
	d.keys("tab")
	if got := d.text(80, 21); !strings.Contains(got, "lasts") {
		t.Errorf("the table does not come back:\n%s", got)
	}
}

func TestStrengthsDecayWithTheClock(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	d.has("1.49")
	d.lens.At = noon.Add(24 * time.Hour)
	d.lens.Mode = views.Future
	d.send(views.TickMsg{At: d.lens.At})
	d.has("1.16")
}

func TestDepthAndFilters(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id).keys("-")
	if d.screen.scene.Node(w.named("Sign-off form")) != nil {
		t.Error("depth 1 shows what is two steps away")
	}
	d.keys("=")
	pick := func(label string) {
		d.keys("f")
		m := last[views.PickMsg](d)
		i := slices.IndexFunc(m.Choices, func(c views.Choice) bool { return c.Label == label })
		if i < 0 {
			t.Fatalf("no choice %q in %v", label, m.Choices)
		}
		d.run(m.Pick(i))
	}
	pick(Tunnels.String())
	if n := d.screen.scene.Nodes; len(n) != 2 || n[1].Head.Title != "Ana" {
		t.Errorf("tunnels lead to %d memories", len(n)-1)
	}
	pick(Stated.String())
	d.has("Release checklist", "Freeze 20 Dec")
	pick(AnyTie.String())
	pick("stronger than .50")
	if d.screen.scene.Node(w.named("Old deploy script")) != nil {
		t.Error("a tie of .09 is stronger than .5")
	}
}

func TestRelationsFromTheScreen(t *testing.T) {
	f := newFake("m", "a")
	f.tie("m", "a", engine.RelSupports, 1)
	d := drive(t, f).show("m")
	choose := func(label string) {
		t.Helper()
		m := last[views.PickMsg](d)
		i := slices.IndexFunc(m.Choices, func(c views.Choice) bool { return strings.HasPrefix(c.Label, label) })
		if i < 0 {
			t.Fatalf("no choice %q in %v", label, m.Choices)
		}
		d.run(m.Pick(i))
	}
	d.keys("x")
	choose("depends on")
	d.keys("x")
	choose("contradicts")
	d.keys("e")
	choose("retype: m supports a")
	choose("caused by")
	d.keys("e")
	choose("untie: m supports a")
	want := []string{"relate m depends_on a", "declare m a", "retype m supports a caused_by", "unrelate m supports a"}
	if !slices.Equal(f.wrote, want) {
		t.Errorf("wrote %q, want %q", f.wrote, want)
	}
	if m := last[views.ToastMsg](d); !m.Undo || m.Level != views.Done {
		t.Errorf("said %v", m)
	}
	f.fail = errors.New("the disk is full")
	d.keys("e")
	choose("untie")
	if m := last[views.ToastMsg](d); m.Level != views.Fail || !strings.Contains(m.Text, "full") {
		t.Errorf("said %v", m)
	}
	d.lens.Mode = views.Past
	for _, b := range d.screen.Bindings() {
		if b.Block == views.Change && b.Off == "" {
			t.Errorf("%s can be used in the past", b.ID)
		}
	}
}

// One step out at a time, and at last to the whole store.
func TestOut(t *testing.T) {
	w, id := deploys(t)
	d := drive(t, w).show(id)
	d.text(120, 31)
	d.keys("tab space p esc")
	if len(d.screen.selected) > 0 || d.screen.pulse.of == "" {
		t.Error("esc does not let go of the selection alone")
	}
	d.keys("esc")
	if d.screen.pulse.of != "" || !d.screen.onTable {
		t.Error("esc does not end the pulse alone")
	}
	d.keys("esc esc")
	d.has("Strongest of the store", "Release checklist")
	if d.screen.Out() {
		t.Error("there is a step out of the whole store")
	}
}

// A scene that somebody asked for and left is not shown.
func TestWhatComesTooLateIsDropped(t *testing.T) {
	d := drive(t, manyTied(3))
	late := d.screen.Show("n00000")
	d.show("m")
	d.run(late)
	if d.screen.scene.Centre != "m" {
		t.Errorf("shows %q", d.screen.scene.Centre)
	}
}
