package ui

import (
	"context"
	"runtime/debug"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
)

// shell is the root model. It routes; what it routes to is in the other files.
type shell struct {
	o     Options
	ctx   context.Context // ends with the program
	crew  *crew
	term  *terminal // nil in tests
	theme *themes.Theme
	light bool
	keys  keymap

	w, h    int
	blurred bool
	now     time.Time // the engine's clock, read once a message

	session *Session
	opening string // what is being opened; "" when nothing is
	card    *Card  // stands in for everything else
	failure error  // what the card is about
	retries bool   // the card is about opening, which can be tried again here
	screens []views.View
	active  int
	trail   trail
	lens    lens

	overlays  []overlay
	note      note // a few lines over the status line, until one step out
	status    status
	jobs      jobs
	board     board
	questions []Question // the session's, oldest first
	beat      beat
	after     func(time.Duration, beatMsg) tea.Cmd         // a beat in a while
	hear      func(*Session, *engine.Subscription) tea.Cmd // the next events
	frame     frame
	painter   *painter // nil in tests
	mouse     bool
	clicked   lastClick
	away      atomic.Bool // an editor is in front
	ended     atomic.Bool // the program has left the terminal

	result error       // what Run returns
	crash  *PanicError // set by the guard
}

func newShell(ctx context.Context, o Options) *shell {
	o = o.filled()
	s := &shell{o: o, ctx: ctx, crew: &crew{}, keys: o.Keys, lens: newLens(), mouse: !o.NoMouse, now: o.Now().UTC()}
	s.after, s.hear = s.later, next
	if s.light = o.Theme.Light; !o.Theme.Told {
		light, known := themes.LightFromEnv(o.Getenv)
		s.light = s.light || known && light
	}
	s.pickTheme()
	for _, n := range o.Notices {
		s.board.add(s.now, n)
	}
	return s
}

// Init opens the first store.
func (s *shell) Init() tea.Cmd {
	var cmd tea.Cmd
	if s.card == nil {
		cmd = s.guard(tea.Batch(s.open(s.o.Start), s.arm()))
	}
	return tea.Batch(cmd, func() tea.Msg { return paintMsg{} })
}

// Update guards and routes. Nothing in it waits.
func (s *shell) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	defer func() {
		if r := recover(); r != nil {
			s.crash = &PanicError{Value: r, Stack: debug.Stack()}
			m, cmd = s, tea.Quit
		}
	}()
	if s.crash != nil {
		return s, tea.Quit
	}
	if s.session != nil {
		s.now = s.session.Engine.Now()
	} else {
		s.now = s.o.Now().UTC()
	}
	if _, only := msg.(paintMsg); only {
		s.show()
		return s, nil
	}
	cmd = s.route(msg)
	s.frame.stale = true
	cmd = s.guard(tea.Batch(cmd, s.arm()))
	s.show()
	return s, cmd
}

// View is the frame, exactly h lines of exactly w cells, where there is no
// painter that draws it.
func (s *shell) View() (text string) {
	if s.painter != nil {
		return ""
	}
	defer func() {
		if r := recover(); r != nil {
			s.crash = &PanicError{Value: r, Stack: debug.Stack()}
			text = blank(s.w, s.h)
		}
	}()
	return s.frame.text(s)
}

// reply is work that came back: it runs on the UI goroutine.
type reply func(*shell) tea.Cmd

// crashMsg is a panic of a command.
type crashMsg struct{ err *PanicError }

func (s *shell) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return s.keyed(msg)
	case tea.MouseMsg:
		return s.moused(tea.MouseEvent(msg))
	case tea.WindowSizeMsg:
		s.w, s.h = max(msg.Width, 0), max(msg.Height, 0)
		if s.painter != nil {
			s.painter.redraw()
		}
		return s.tell(tea.WindowSizeMsg{Width: s.w, Height: s.bodyHeight()})
	case tea.FocusMsg:
		s.blurred = false
		s.wonder() // it may have turned light or dark meanwhile
		return s.ticked()
	case tea.BlurMsg:
		s.blurred = true
		return nil
	case tea.ResumeMsg:
		return s.resumed()
	case reply:
		return msg(s)
	case crashMsg:
		s.crash = msg.err
		return tea.Quit
	case beatMsg:
		return s.beaten(msg)
	case eventsMsg:
		return s.heard(msg)
	case backgroundMsg:
		return s.background(msg)
	}
	if cmd, ok := s.intent(msg); ok {
		return cmd
	}
	return s.tell(msg)
}

// intent does what a screen asked for.
func (s *shell) intent(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case views.OpenMsg:
		return s.goTo(place{screen: msg.Screen, id: msg.ID}), true
	case views.ToastMsg:
		text := msg.Text
		if msg.Undo {
			text += " · u to undo"
		}
		return s.say(msg.Level, text, msg.About...), true
	case views.ConfirmMsg:
		s.push(newConfirm(msg))
	case views.PickMsg:
		s.push(newPick(msg))
	case views.SetLensMsg:
		return s.setLens(msg), true
	case views.UndoMsg:
		if off := s.unwritable(); off != "" {
			return s.say(views.Warn, off), true
		}
		return s.undo(msg.Operation), true
	case views.AskMsg:
		s.push(newAsk(msg))
	case views.SaveMsg:
		s.push(newSave(msg))
	case views.CopyMsg:
		return s.copy(msg), true
	case views.EditorMsg:
		return s.edit(msg), true
	case views.BusyMsg:
		s.jobs.set(msg.Job, msg.Label, msg.Cancel)
	default:
		return nil, false
	}
	return nil, true
}

// view is the screen that is shown; nil while no store is open.
func (s *shell) view() views.View {
	if s.active >= len(s.screens) {
		return nil
	}
	return s.screens[s.active]
}

// tell gives a message to every screen: late answers find the one they belong
// to whatever is shown meanwhile.
func (s *shell) tell(msg tea.Msg) tea.Cmd {
	cmds := make([]tea.Cmd, 0, len(s.screens))
	for _, v := range s.screens {
		cmds = append(cmds, v.Update(msg))
	}
	return tea.Batch(cmds...)
}

// guard turns a panic in a command into a message, so that the terminal is
// restored before anything is printed.
func (s *shell) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = crashMsg{&PanicError{Value: r, Stack: debug.Stack()}}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = s.guard(batch[i])
			}
		}
		return msg
	}
}
