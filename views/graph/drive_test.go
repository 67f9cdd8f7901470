package graph

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"ebb/badgerstore"
	"ebb/engine"
	"ebb/themes"
	"ebb/views"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, []byte(got+"\n"), 0o644)); err != nil {
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

var noon = time.Date(2026, 11, 30, 14, 2, 0, 0, time.UTC)

// world is an engine on a fresh store with a clock that the test sets.
type world struct {
	*engine.Engine
	t   testing.TB
	now time.Time
	ids int
}

func newWorld(t testing.TB) *world {
	w := &world{t: t, now: noon.AddDate(0, -3, 0)}
	store, err := badgerstore.Open(t.Context(), t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return w.now }
	w.Engine, err = engine.Open(t.Context(), store, engine.Options{Clock: clock, Wall: clock, NewID: func() string {
		w.ids++
		return fmt.Sprintf("id-%04d", w.ids)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func agent(name string) engine.How {
	return engine.How{Actor: engine.Actor{Kind: engine.Agent, Name: name}}
}

func (w *world) add(text, place string) string {
	w.t.Helper()
	m, err := w.Add(w.t.Context(), engine.Input{
		Scope: engine.Scope{Namespace: place, Subject: "default"}, Type: engine.TypeEpisodic, Content: text,
	}, agent("planner"))
	w.check(err)
	return m.ID
}

// together recalls two memories so often, an hour and a half apart, up to an
// instant.
func (w *world) together(a, b string, times int, until time.Time) {
	w.t.Helper()
	for i := range times {
		w.now = until.Add(-90 * time.Minute * time.Duration(times-1-i))
		_, _, err := w.RecallTogether(w.t.Context(), []string{a, b}, agent("planner"))
		w.check(err)
	}
}

func (w *world) relate(a, b, typ string, weight float64) {
	w.t.Helper()
	_, err := w.Relate(w.t.Context(), a, b, typ, weight, nil, engine.How{})
	w.check(err)
}

func (w *world) check(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// driver plays the shell: it runs commands, hands messages back, keeps the
// intents, and sends keys by the key table.
type driver struct {
	t       testing.TB
	screen  *Screen
	lens    views.Lens
	intents []tea.Msg
	theme   *themes.Theme
}

func drive(t testing.TB, src Source, change ...func(*views.Context)) *driver {
	d := &driver{t: t, lens: views.Lens{At: noon, Real: noon}, theme: themes.Must("dark")}
	ctx := views.Context{
		Theme: func() *themes.Theme { return d.theme },
		Lens:  func() views.Lens { return d.lens },
	}
	for _, c := range change {
		c(&ctx)
	}
	d.screen = New(ctx, src)
	t.Cleanup(d.screen.Close)
	return d
}

func (d *driver) show(id string) *driver {
	d.run(d.screen.Show(id))
	return d
}

// run executes a command and all that follows from it. Commands of a batch may
// wait for each other.
func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		msgs := make(chan tea.Msg, len(msg))
		for _, c := range msg {
			go func() {
				if c == nil {
					msgs <- nil
					return
				}
				msgs <- c()
			}()
		}
		for range msg {
			d.run(views.Send(<-msgs))
		}
	case views.ToastMsg, views.PickMsg, views.ConfirmMsg, views.CopyMsg, views.OpenMsg:
		d.intents = append(d.intents, msg)
	default:
		d.send(msg)
	}
}

func (d *driver) send(msg tea.Msg) { d.run(d.screen.Update(msg)) }

// keys presses keys as Bubble Tea names them, in words split by blanks.
func (d *driver) keys(names string) *driver {
	for _, name := range strings.Fields(names) {
		d.press(name)
	}
	return d
}

func (d *driver) press(name string) {
	switch {
	case name == "esc":
		d.screen.Out()
		d.send(views.TickMsg{At: d.lens.Real})
		return
	case name == "space":
		name = " "
	}
	for _, b := range d.screen.Bindings() {
		if slices.Contains(b.Keys, name) {
			if b.Off == "" && b.Action != nil {
				d.run(b.Action())
			}
			return
		}
	}
}

// event is what the engine announces after a write.
func (d *driver) event(ids ...string) {
	d.send(views.EventMsg{Event: engine.Event{IDs: ids, Count: len(ids)}})
}

// text is the screen without colours, its lines not padded.
func (d *driver) text(w, h int) string {
	lines := d.screen.Draw(w, h)
	for i := range lines {
		lines[i] = strings.TrimRight(ansi.Strip(lines[i]), " ")
	}
	return strings.Join(lines, "\n")
}

// last returns the newest intent of a type.
func last[T any](d *driver) (out T) {
	d.t.Helper()
	for _, msg := range slices.Backward(d.intents) {
		if msg, ok := msg.(T); ok {
			return msg
		}
	}
	d.t.Fatalf("the screen asked for no %T; intents: %v", out, d.intents)
	return out
}

func (d *driver) has(want ...string) {
	d.t.Helper()
	text := d.text(120, 36)
	for _, w := range want {
		if !strings.Contains(text, w) {
			d.t.Errorf("the screen does not show %q:\n%s", w, text)
		}
	}
}
