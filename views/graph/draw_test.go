package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// fake is a store of ties and nothing else.
type fake struct {
	heads map[string]engine.Head
	of    map[string][]engine.Edge
	all   []engine.Edge
	fail  error
	wrote []string
}

func newFake(ids ...string) *fake {
	f := &fake{heads: map[string]engine.Head{}, of: map[string][]engine.Edge{}}
	for _, id := range ids {
		f.memory(id, id)
	}
	return f
}

func (f *fake) memory(id, title string) {
	f.heads[id] = engine.Head{
		ID: id, Version: 1, State: engine.Active, Type: engine.TypeEpisodic, Title: title, Base: 1,
		Scope: engine.Scope{Namespace: "n", Subject: "s"}, CreatedAt: noon.AddDate(0, 0, -2), LearnedAt: noon.AddDate(0, 0, -2),
	}
}

func (f *fake) tie(a, b, typ string, strength float64) {
	e := engine.Edge{
		EdgeKey:    engine.EdgeKey{From: a, Type: typ, To: b, Relation: fmt.Sprint(len(f.all))},
		Connection: dynamics.Connection{Strength: strength, Stability: 5, LastActivated: noon.Add(-time.Minute), AccessCount: 3},
		Count:      3, LastAt: noon.Add(-time.Minute), CreatedAt: noon.AddDate(0, 0, -1),
	}
	f.all = append(f.all, e)
	f.of[a] = append(f.of[a], e)
	if a != b {
		f.of[b] = append(f.of[b], e)
	}
}

func (f *fake) Settings() engine.Settings { return engine.DefaultSettings() }

func (f *fake) Edges(_ context.Context, id string) ([]engine.Edge, error) {
	if id == "" {
		return slices.Clone(f.all), f.fail
	}
	if _, found := f.heads[id]; !found {
		return nil, &engine.NotFoundError{Kind: "memory", ID: id}
	}
	return slices.Clone(f.of[id]), f.fail
}

func (f *fake) Heads(_ context.Context, ids []string) ([]engine.Head, error) {
	var out []engine.Head
	for _, id := range ids {
		if h, found := f.heads[id]; found {
			out = append(out, h)
		}
	}
	return out, f.fail
}

func (f *fake) Past(context.Context, time.Time) (*engine.Past, error) { return nil, f.fail }

func (f *fake) EdgesIn(ctx context.Context, _ *engine.Past, id string) ([]engine.Edge, error) {
	return f.Edges(ctx, id)
}

func (f *fake) HeadsIn(ctx context.Context, _ *engine.Past, ids []string) ([]engine.Head, error) {
	return f.Heads(ctx, ids)
}

func (f *fake) Relate(_ context.Context, from, to, typ string, _ float64, _ engine.Metadata, _ engine.How) (engine.Edge, error) {
	f.wrote = append(f.wrote, "relate "+from+" "+typ+" "+to)
	return engine.Edge{}, f.fail
}

func (f *fake) Retype(_ context.Context, k engine.EdgeKey, typ string, _ engine.How) (engine.Edge, error) {
	f.wrote = append(f.wrote, "retype "+k.From+" "+k.Type+" "+k.To+" "+typ)
	return engine.Edge{}, f.fail
}

func (f *fake) Unrelate(_ context.Context, k engine.EdgeKey, _ engine.How) (engine.Operation, error) {
	f.wrote = append(f.wrote, "unrelate "+k.From+" "+k.Type+" "+k.To)
	return engine.Operation{}, f.fail
}

func (f *fake) Declare(_ context.Context, a, b, _ string, _ engine.How) (engine.Conflict, error) {
	f.wrote = append(f.wrote, "declare "+a+" "+b)
	return engine.Conflict{}, f.fail
}

// manyTied is a memory with many ties, some of them to each other.
func manyTied(n int) *fake {
	f := newFake("m")
	for i := range n {
		id := fmt.Sprintf("n%05d", i)
		f.memory(id, fmt.Sprintf("Neighbour %d of many", i))
		f.tie("m", id, engine.CoRetrieved, .1+5*float64(i%97)/97)
		if i > 0 {
			f.tie(id, fmt.Sprintf("n%05d", i/2), engine.RelSupports, .1)
		}
	}
	return f
}

// hostile is everything that can be wrong with ties and names at once.
func hostile() *fake {
	f := newFake()
	texts := []string{
		"", "\x1b[2J\x1b]0;gone\x07", strings.Repeat("x", 1<<16), "デプロイ手順は Confluence にある", "مرحبا بالعالم",
		"👩‍👩‍👧‍👦 é\u0301\u0301\u0301 \u202e reversed", strings.Repeat("日本語 ", 400), "a\tb\x00c\u2028d", "🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪",
	}
	f.memory("m", texts[5])
	f.tie("m", "m", engine.RelRelatedTo, 1)
	for i, text := range texts {
		id := fmt.Sprint("h", i)
		f.memory(id, text)
		h := f.heads[id]
		h.Scope.Namespace = text
		f.heads[id] = h
		for _, typ := range []string{engine.CoRetrieved, engine.RelContradicts, text, engine.RelTunnel}[i%3:] {
			f.tie("m", id, typ, []float64{1, 0, -3, 9e300, .05, 5}[i%6])
			f.tie(id, "m", typ, 1)
			f.tie(id, fmt.Sprint("h", (i+4)%9), typ, 2)
		}
		f.tie("m", "gone\x1b[0m"+fmt.Sprint(i), engine.CoRetrieved, 3)
	}
	return f
}

// Whatever is shown, at every size, after every key: exactly h lines of exactly
// w cells, and nothing but colours in them.
func TestDrawIsExact(t *testing.T) {
	w, id := deploys(t)
	sources := map[string]struct {
		src Source
		id  string
	}{
		"deploys": {w, id}, "hostile": {hostile(), "m"}, "hostile hubs": {hostile(), ""}, "many": {manyTied(700), "m"},
		"hubs": {w, ""}, "no ties": {newFake("m"), "m"}, "nothing": {newFake(), ""}, "missing": {newFake(), "m"},
	}
	keys := strings.Fields("j k h l g G ctrl+d ctrl+u space space enter tab esc + - p x e f y Y")
	ascii := *themes.Must("mono")
	ascii.Glyphs = themes.ASCII()
	looks := []*themes.Theme{themes.Must("dark"), themes.Must("light"), themes.Must("mono"), &ascii}
	for name, from := range sources {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				d := drive(t, from.src, func(c *views.Context) { c.Accessible = rapid.IntRange(0, 4).Draw(rt, "accessible") == 0 })
				d.theme = rapid.SampledFrom(looks).Draw(rt, "theme")
				switch rapid.IntRange(0, 3).Draw(rt, "lens") {
				case 0:
					d.lens = views.Lens{Mode: views.Past, At: noon.Add(-time.Duration(rapid.IntRange(1, 90).Draw(rt, "ago")) * time.Hour), Real: noon}
				case 1:
					d.lens = views.Lens{Mode: views.Future, At: noon.AddDate(0, 0, rapid.IntRange(1, 900).Draw(rt, "in")), Real: noon}
				}
				d.show(from.id)
				for range rapid.IntRange(0, 8).Draw(rt, "keys") {
					w, h := rapid.IntRange(0, 200).Draw(rt, "w"), rapid.IntRange(0, 50).Draw(rt, "h")
					exact(rt, d.screen.Draw(w, h), w, h)
					d.press(rapid.SampledFrom(keys).Draw(rt, "key"))
					exact(rt, d.screen.Draw(w, h), w, h)
					if say := d.screen.Say() + d.screen.Summary(); widget.Clean(say) != say {
						rt.Fatalf("said as it came: %q", say)
					}
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

// A key on a hub of 5,000 ties is drawn within a frame.
func BenchmarkKeyOnAHub(b *testing.B) {
	d := drive(b, manyTied(5000)).show("m")
	d.screen.Draw(120, 31)
	for b.Loop() {
		d.press("l")
		d.screen.frame.dirty()
		d.screen.Draw(120, 31)
	}
}

func BenchmarkOverview100000Ties(b *testing.B) {
	f := manyTied(50_000)
	for b.Loop() {
		scene, err := Overview(b.Context(), f, noon)
		if err != nil || len(scene.Nodes) != MostNodes {
			b.Fatal(err, len(scene.Nodes))
		}
		arrange(&scene, nil, nil, noon)
	}
}
