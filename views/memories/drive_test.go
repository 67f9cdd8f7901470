package memories

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

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
	intents []tea.Msg
	theme   *themes.Theme
}

func drive(t testing.TB, f *fake, change ...func(*views.Context)) *driver {
	d := &driver{t: t, source: f, lens: views.Lens{At: clock, Real: clock}, theme: themes.Must("dark")}
	ctx := views.Context{
		Theme: func() *themes.Theme { return d.theme },
		Lens:  func() views.Lens { return d.lens },
	}
	for _, c := range change {
		c(&ctx)
	}
	d.screen = New(ctx, f)
	return d.unpaced()
}

// unpaced lets the detail come to rest at once.
func (d *driver) unpaced() *driver {
	d.screen.detail.pace.tick = func(_ time.Duration, then func(time.Time) tea.Msg) tea.Cmd {
		return func() tea.Msg { return then(time.Time{}) }
	}
	return d
}

func (d *driver) show(id string) *driver {
	d.run(d.screen.Show(id))
	return d
}

// run executes a command and all that follows from it.
func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		d.batch(msg)
	case views.ToastMsg, views.PickMsg, views.ConfirmMsg, views.CopyMsg, views.SaveMsg, views.AskMsg, views.EditorMsg, views.BusyMsg, views.OpenMsg:
		d.intents = append(d.intents, msg)
	default:
		if cmds, ok := sequence(msg); ok {
			for _, c := range cmds {
				d.run(c)
			}
			return
		}
		d.send(msg)
	}
}

// batch runs commands beside each other, as some wait for others.
func (d *driver) batch(cmds []tea.Cmd) {
	msgs := make(chan tea.Msg)
	for _, c := range cmds {
		go func() {
			if c == nil {
				msgs <- nil
				return
			}
			msgs <- c()
		}()
	}
	got := make([]tea.Msg, 0, len(cmds))
	for range cmds {
		got = append(got, <-msgs)
	}
	for _, msg := range got {
		d.run(views.Send(msg))
	}
}

// sequence takes apart what tea.Sequence makes, whose type has no name.
func sequence(msg tea.Msg) ([]tea.Cmd, bool) {
	if fmt.Sprintf("%T", msg) != "tea.sequenceMsg" {
		return nil, false
	}
	return sequenceCmds(msg), true
}

func (d *driver) send(msg tea.Msg) { d.run(d.screen.Update(msg)) }

// keys presses keys as Bubble Tea names them, in words split by blanks.
func (d *driver) keys(names string) *driver {
	for _, name := range strings.Fields(names) {
		if name == "space" {
			name = " "
		}
		d.press(name)
	}
	return d
}

func (d *driver) press(name string) {
	if name == "esc" {
		d.screen.Out()
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
	special := map[string]tea.KeyType{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "shift+tab": tea.KeyShiftTab, "up": tea.KeyUp, "down": tea.KeyDown,
		"ctrl+s": tea.KeyCtrlS, "backspace": tea.KeyBackspace, "left": tea.KeyLeft, "home": tea.KeyHome,
		"ctrl+u": tea.KeyCtrlU, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "end": tea.KeyEnd,
	}
	if k, ok := special[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// tick moves the clock and tells the screen.
func (d *driver) tick(by time.Duration) {
	d.lens.At, d.lens.Real = d.lens.At.Add(by), d.lens.Real.Add(by)
	d.send(views.TickMsg{At: d.lens.Real})
}

// event is what the engine announces after a write.
func (d *driver) event(actor engine.Actor, ids ...string) {
	d.send(views.EventMsg{Event: engine.Event{Seq: d.source.seq, Actor: actor, IDs: ids, Count: len(ids)}})
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
	for i := len(d.intents) - 1; i >= 0; i-- {
		if msg, ok := d.intents[i].(T); ok {
			return msg
		}
	}
	d.t.Fatalf("the screen asked for no %T; intents: %v", out, d.intents)
	return out
}

// pick chooses a row of the newest menu by its label.
func (d *driver) pick(label string) {
	d.t.Helper()
	menu := last[views.PickMsg](d)
	for i, c := range menu.Choices {
		if c.Label == label {
			d.run(menu.Pick(i))
			return
		}
	}
	d.t.Fatalf("no %q in the menu %+v", label, menu.Choices)
}

func (d *driver) current() string { return d.screen.list.current() }
