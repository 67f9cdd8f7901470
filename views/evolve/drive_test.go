package evolve

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
)

// driver plays the shell: it runs commands, hands messages back, keeps the
// intents, and sends keys by the key table.
type driver struct {
	t       testing.TB
	screen  *Screen
	source  *fake
	lens    views.Lens
	theme   *themes.Theme
	intents []tea.Msg
	w, h    int
}

func drive(t testing.TB, f *fake, change ...func(*views.Context)) *driver {
	d := &driver{t: t, source: f, lens: views.Lens{At: clock, Real: clock}, theme: themes.Must("dark"), w: 120, h: 31}
	ctx := views.Context{Theme: func() *themes.Theme { return d.theme }, Lens: func() views.Lens { return d.lens }}
	for _, c := range change {
		c(&ctx)
	}
	d.screen = New(ctx, f)
	return d
}

// show opens the screen at a size.
func (d *driver) show(id string, size ...int) *driver {
	if len(size) == 2 {
		d.w, d.h = size[0], size[1]
	}
	d.send(tea.WindowSizeMsg{Width: d.w, Height: d.h})
	d.screen.Draw(d.w, d.h)
	d.run(d.screen.Show(id))
	d.screen.Draw(d.w, d.h)
	d.send(nil)
	return d
}

func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case views.UndoMsg, views.ToastMsg, views.PickMsg, views.ConfirmMsg, views.CopyMsg, views.EditorMsg, views.BusyMsg, views.OpenMsg:
		d.intents = append(d.intents, msg)
	default:
		if fmt.Sprintf("%T", msg) == "tea.sequenceMsg" {
			for _, c := range sequenceCmds(msg) {
				d.run(c)
			}
			return
		}
		d.send(msg)
	}
}

func (d *driver) send(msg tea.Msg) { d.run(d.screen.Update(msg)) }

// keys presses keys as Bubble Tea names them, in words split by blanks.
func (d *driver) keys(names string) *driver {
	for _, name := range strings.Fields(names) {
		if name == "space" {
			name = " "
		}
		d.press(name)
		d.screen.Draw(d.w, d.h)
	}
	return d
}

func (d *driver) press(name string) {
	if name == "esc" {
		d.screen.Out()
		d.send(nil)
		return
	}
	if d.screen.Typing() {
		d.send(keyMsg(name))
		return
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

func (d *driver) typed(text string) *driver {
	for _, r := range text {
		d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	return d
}

func keyMsg(name string) tea.KeyMsg {
	special := map[string]tea.KeyType{"enter": tea.KeyEnter, "ctrl+s": tea.KeyCtrlS, "backspace": tea.KeyBackspace, "tab": tea.KeyTab}
	if k, ok := special[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// event is what the engine announces after a write.
func (d *driver) event(kind engine.Kind, what engine.EventKind, ids ...string) {
	d.send(views.EventMsg{Event: engine.Event{Kind: kind, Kinds: []engine.EventKind{what}, IDs: ids, Count: len(ids)}})
}

// text is the screen without colours, its lines not padded.
func (d *driver) text() string {
	lines := d.screen.Draw(d.w, d.h)
	for i := range lines {
		lines[i] = strings.TrimRight(ansi.Strip(lines[i]), " ")
	}
	return strings.Join(lines, "\n")
}

func (d *driver) shows(want ...string) {
	d.t.Helper()
	text := d.text()
	for _, w := range want {
		if !strings.Contains(text, w) {
			d.t.Errorf("the screen does not show %q:\n%s", w, text)
		}
	}
}

func (d *driver) hides(not string) {
	d.t.Helper()
	if text := d.text(); strings.Contains(text, not) {
		d.t.Errorf("the screen shows %q:\n%s", not, text)
	}
}

// last returns the newest intent of a type.
func last[T any](d *driver) (out T) {
	d.t.Helper()
	for i := len(d.intents) - 1; i >= 0; i-- {
		if msg, ok := d.intents[i].(T); ok {
			return msg
		}
	}
	d.t.Fatalf("the screen asked for no %T; intents: %v", out, d.intents)
	return out
}
