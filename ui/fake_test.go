package ui

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

var noon = time.Date(2026, 11, 30, 12, 2, 0, 0, time.UTC)

// fakeEngine answers from memory.
type fakeEngine struct {
	now     time.Time
	events  chan engine.Event
	ops     []engine.Operation
	undone  []string
	redone  int
	totals  engine.Totals
	notices []string
	err     error
}

func newFakeEngine() *fakeEngine {
	e := &fakeEngine{now: noon, events: make(chan engine.Event, 8)}
	e.totals.Memories[engine.Active] = 3
	return e
}

func (e *fakeEngine) Now() time.Time { return e.now }
func (e *fakeEngine) Subscribe(int) *engine.Subscription {
	return &engine.Subscription{C: e.events}
}
func (e *fakeEngine) Totals(context.Context) (engine.Totals, error) { return e.totals, e.err }

// Operations are newest first, as the journal's are.
func (e *fakeEngine) Operations(_ context.Context, before uint64, limit int) ([]engine.Operation, error) {
	var out []engine.Operation
	for _, op := range e.ops {
		if (before == 0 || op.Seq < before) && len(out) < limit {
			out = append(out, op)
		}
	}
	return out, e.err
}

func (e *fakeEngine) Heads(_ context.Context, ids []string) ([]engine.Head, error) {
	var out []engine.Head
	for _, id := range ids {
		out = append(out, engine.Head{ID: id, Title: "Title of " + id})
	}
	return out, e.err
}

func (e *fakeEngine) Undo(_ context.Context, op string, how engine.How) (engine.Operation, error) {
	if e.err != nil {
		return engine.Operation{}, e.err
	}
	e.undone = append(e.undone, how.Actor.String()+":"+op)
	return engine.Operation{Summary: "undid: archived 3 memories"}, nil
}

func (e *fakeEngine) Redo(context.Context, engine.How) (engine.Operation, error) {
	e.redone++
	return engine.Operation{Summary: "redid: archived 3 memories"}, e.err
}

func (e *fakeEngine) Resolve(_ context.Context, prefix string) (string, error) {
	return prefix + "-whole", e.err
}
func (e *fakeEngine) Notices() []string { return e.notices }

// Two things have happened: a cycle and, a day later, an edit.
func (e *fakeEngine) StepBack(_ context.Context, from time.Time) (time.Time, engine.Kind, bool, error) {
	cycle := time.Date(2026, 11, 28, 2, 0, 0, 0, time.UTC)
	return cycle, engine.KindCycle, cycle.Before(from), e.err
}

func (e *fakeEngine) StepAhead(_ context.Context, from time.Time) (time.Time, engine.Kind, bool, error) {
	edit := time.Date(2026, 11, 29, 9, 30, 0, 0, time.UTC)
	return edit, engine.KindEdit, edit.After(from), e.err
}

// fakeView is a screen that writes down what happens to it.
type fakeView struct {
	id      views.ScreenID
	ctx     views.Context
	shown   []string
	msgs    []tea.Msg
	ran     []string
	text    string
	typing  bool
	outs    int // steps out that are there to take
	unsaved string
	off     string
	asking  string
	closed  bool
	panics  bool
	instant time.Time   // of what is under the cursor
	arm     atomic.Bool // panics, set from another goroutine
}

func (v *fakeView) Instant() time.Time { return v.instant }

func (v *fakeView) ID() views.ScreenID { return v.id }
func (v *fakeView) Title() string {
	return strings.ToUpper(string(v.id[:1])) + string(v.id[1:])
}
func (v *fakeView) Badge() string   { return "" }
func (v *fakeView) Summary() string { return "1,204 memories · 12 fade this week" }
func (v *fakeView) Show(id string) tea.Cmd {
	v.shown = append(v.shown, id)
	return nil
}
func (v *fakeView) Typing() bool    { return v.typing }
func (v *fakeView) Asking() string  { return v.asking }
func (v *fakeView) Unsaved() string { return v.unsaved }
func (v *fakeView) Say() string     { return "row 3 of 9, retention .68" }
func (v *fakeView) Close()          { v.closed = true }

func (v *fakeView) Out() bool {
	if v.typing {
		v.typing = false
		return true
	}
	if v.outs > 0 {
		v.outs--
		return true
	}
	return false
}

func (v *fakeView) Update(msg tea.Msg) tea.Cmd {
	if v.panics || v.arm.Load() {
		panic("the screen broke")
	}
	if k, ok := msg.(tea.KeyMsg); ok && v.typing {
		v.text += string(k.Runes)
	}
	v.msgs = append(v.msgs, msg)
	return nil
}

func (v *fakeView) Bindings() []views.Binding {
	run := func(id string) func() tea.Cmd {
		return func() tea.Cmd { v.ran = append(v.ran, id); return nil }
	}
	return []views.Binding{
		{ID: "fake.open", Keys: []string{"enter"}, Short: "open", Help: "open it", Block: views.Move, Action: run("open")},
		{ID: "fake.down", Keys: []string{"j", "down"}, Help: "down", Block: views.Move, Action: run("down")},
		{ID: "fake.right", Keys: []string{"l", "right"}, Help: "right", Block: views.Move, Action: run("right")},
		{ID: "fake.filter", Keys: []string{"/"}, Short: "filter", Help: "filter", Block: views.Find, Action: func() tea.Cmd { v.typing = true; return nil }},
		{ID: "fake.new", Keys: []string{"n"}, Short: "new", Help: "new memory", Block: views.Change, Action: run("new")},
		{ID: "fake.edit", Keys: []string{"e"}, Help: "edit it", Block: views.Change, Action: func() tea.Cmd {
			return views.Send(views.EditorMsg{Text: "the old text", Done: func(text string, err error) tea.Cmd {
				if err != nil {
					text = err.Error()
				}
				return views.Send(views.ToastMsg{Text: "edited: " + strings.TrimPrefix(text, "the ")})
			}})
		}},
		{ID: "fake.copy", Keys: []string{"y"}, Help: "copy it", Block: views.Take, Action: func() tea.Cmd {
			return views.Send(views.CopyMsg{Text: "デプロイ", Label: "the text"})
		}},
		{ID: "fake.archive", Keys: []string{"d"}, Short: "archive", Help: "archive it", Block: views.Change, Off: v.off, Action: run("archive")},
	}
}

func (v *fakeView) Draw(w, h int) []string {
	lines := []string{"  " + string(v.id) + " at " + v.ctx.Lens().Now().Format("2 Jan 15:04"), "", "  memory"}
	for i := range h {
		lines = append(lines, fmt.Sprintf("  %s %s row %d %s", widget.Clean("デプロイ\x1b[2J"), v.ctx.Theme().Paint(themes.BarFull, "███▋"), i, strings.Repeat("x", i*3)))
	}
	return widget.Block(lines, w, h)
}

// harness drives a shell without a program: commands that come back are run
// to their end; beats are written down and come only when a test sends them.
type harness struct {
	t     *testing.T
	s     *shell
	e     *fakeEngine
	views []*fakeView
	demo  *fakeEngine
	imp   Importer
	beats []beatMsg
	left  bool // the program would have ended
}

func (h *harness) options() Options {
	return Options{
		Theme:    themes.Options{Name: "dark", Glyphs: "unicode"},
		Getenv:   func(k string) string { return map[string]string{"COLORTERM": "truecolor", "HOME": "/home/ana"}[k] },
		Location: time.UTC, Now: func() time.Time { return noon },
		Open: func(_ context.Context, which Which) (*Session, error) {
			e, name := h.e, "work-agents"
			if which == DemoStore {
				e, name = h.demo, "demo"
			}
			return &Session{
				Name: name, Demo: which == DemoStore, Engine: e, Importer: h.imp,
				Axis: func(time.Time, time.Time, int) []Mark {
					return []Mark{{Cell: 9}, {Cell: 23}, {Cell: 24}, {Cell: 37, Cycle: true}, {Cell: 41}}
				},
				Screens: func(c views.Context) []views.View {
					h.views = []*fakeView{{id: "memories", ctx: c}, {id: "timeline", ctx: c}}
					return []views.View{h.views[0], h.views[1]}
				},
			}, nil
		},
	}
}

func start(t *testing.T, change ...func(*harness, *Options)) *harness {
	t.Helper()
	h := &harness{t: t, e: newFakeEngine(), demo: newFakeEngine()}
	o := h.options()
	for _, f := range change {
		f(h, &o)
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	h.s = newShell(ctx, o)
	h.s.after = func(_ time.Duration, b beatMsg) tea.Cmd {
		h.beats = append(h.beats, b)
		return nil
	}
	h.s.hear = func(*Session, *engine.Subscription) tea.Cmd { return nil }
	h.send(tea.WindowSizeMsg{Width: 120, Height: 36})
	h.run(h.s.Init())
	return h
}

func (h *harness) send(msg tea.Msg) {
	h.t.Helper()
	_, cmd := h.s.Update(msg)
	h.run(cmd)
}

// run executes a command and feeds its messages back.
func (h *harness) run(cmd tea.Cmd) {
	h.t.Helper()
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		h.left = true
	case tea.BatchMsg:
		for _, c := range msg {
			h.run(c)
		}
	default:
		h.send(msg)
	}
}

var named = map[string]tea.KeyType{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "tab": tea.KeyTab, "ctrl+c": tea.KeyCtrlC, "ctrl+r": tea.KeyCtrlR,
	"ctrl+p": tea.KeyCtrlP, "ctrl+u": tea.KeyCtrlU, "ctrl+z": tea.KeyCtrlZ, "home": tea.KeyHome, "end": tea.KeyEnd, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp,
}

func keyMsg(name string) tea.KeyMsg {
	if k, ok := named[name]; ok {
		return tea.KeyMsg{Type: k}
	}
	if name == "space" {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

func (h *harness) press(keys ...string) {
	h.t.Helper()
	for _, k := range keys {
		h.send(keyMsg(k))
	}
}

// screen is what is drawn, without colours.
func (h *harness) screen() string { return plain(h.s.View()) }

func (h *harness) shows(want string) {
	h.t.Helper()
	if got := h.screen(); !strings.Contains(got, want) {
		h.t.Errorf("the screen does not show %q:\n%s", want, got)
	}
}

func (h *harness) hides(not string) {
	h.t.Helper()
	if got := h.screen(); strings.Contains(got, not) {
		h.t.Errorf("the screen still shows %q:\n%s", not, got)
	}
}
