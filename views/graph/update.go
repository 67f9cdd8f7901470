package graph

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/views"
)

// patience is how long changes wait before the hubs of the whole store are
// looked for anew.
const patience = 10 * time.Second

type (
	pathMsg struct {
		gen  uint64
		path path
		err  error
	}
	pulseMsg struct {
		gen    uint64
		pulse  pulse
		titles map[string]string
		err    error
	}
	wroteMsg struct {
		text string
		err  error
	}
	doMsg struct{ do func() tea.Cmd }
)

// Update implements [views.View].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.TickMsg:
		s.frame.tick(s)
		if s.wanted || s.behind && !s.busy && s.ctx.Lens().Real.Sub(s.read) >= patience {
			return s.load()
		}
		return nil
	case views.LensMsg:
		s.frame.dirty()
		switch {
		case !s.begun:
			return nil
		case msg.Lens.Mode == views.Future && msg.Lens.Play:
			s.behind = true // the ties are today's, only their strength runs
			return nil
		}
		if msg.Lens.Mode != s.mode {
			s.rows = nil // another time is another order
		}
		s.mode = msg.Lens.Mode
		return s.load()
	case views.EventMsg:
		return s.event(msg.Event)
	case views.DoubleClickMsg:
		return s.doubleClick(msg)
	case tea.MouseMsg:
		s.frame.dirty()
		return s.mouse(msg)
	}
	s.frame.dirty()
	switch msg := msg.(type) {
	case sceneMsg:
		return s.take(msg)
	case pathMsg:
		return s.takePath(msg)
	case pulseMsg:
		return s.takePulse(msg)
	case doMsg:
		return msg.do()
	case wroteMsg:
		if msg.err != nil {
			return views.Send(views.ToastMsg{Text: msg.err.Error(), Level: views.Fail})
		}
		return views.Send(views.ToastMsg{Text: msg.text, Level: views.Done, Undo: true})
	}
	return nil
}

// event takes one committed operation, whoever asked for it.
func (s *Screen) event(ev engine.Event) tea.Cmd {
	if ev.Resync || slices.Contains(ev.Kinds, engine.SettingsChanged) {
		s.settings = s.src.Settings()
	}
	s.frame.dirty()
	if !s.begun {
		return nil
	}
	if s.centre == "" {
		s.behind = true
		return nil
	}
	about := ev.Resync || ev.Count > len(ev.IDs) || s.scene == nil
	for _, id := range ev.IDs {
		about = about || id == s.centre || s.node(id) != nil
	}
	if !about {
		return nil
	}
	return s.load()
}

// reload asks the store again, after a filter or the depth was changed.
func (s *Screen) reload() tea.Cmd {
	if s.centre == "" {
		return nil
	}
	return s.load()
}

func (s *Screen) findPath() tea.Cmd {
	s.path = path{from: s.selected[0], to: s.selected[1]}
	return s.seekPath()
}

// seekPath looks for the path between the two that are selected, again where
// the ties have changed; nil when there are not two.
func (s *Screen) seekPath() tea.Cmd {
	from, to := s.path.from, s.path.to
	if from == "" {
		return nil
	}
	ctx, src, gen, lens := s.closed, s.src, s.gen, s.ctx.Lens()
	return func() tea.Msg {
		msg := pathMsg{gen: gen, path: path{from: from, to: to, read: true}}
		reader, err := readerAt(ctx, src, lens)
		if err == nil {
			msg.path.steps, err = Path(ctx, reader, from, to, lens.Now())
		}
		msg.err = err
		return msg
	}
}

func (s *Screen) takePath(msg pathMsg) tea.Cmd {
	if msg.gen != s.gen || msg.path.from != s.path.from || msg.path.to != s.path.to {
		return nil
	}
	if msg.err != nil {
		s.path = path{}
		return views.Send(views.ToastMsg{Text: msg.err.Error(), Level: views.Fail})
	}
	s.path = msg.path
	for _, id := range s.onPath() {
		if s.node(id) == nil {
			return s.reload()
		}
	}
	return nil
}

// bring spreads activation from the memory in the middle; without one, from
// that under the cursor.
func (s *Screen) bring() tea.Cmd {
	id := s.centre
	if id == "" {
		id = s.cursor
	}
	if id == "" {
		return nil
	}
	if s.pulse.of == id {
		s.pulse = pulse{}
		return nil
	}
	s.pulse = pulse{of: id}
	return s.spread()
}

// spread lets activation spread from where the pulse is, again where the ties
// have changed; nil when there is none.
func (s *Screen) spread() tea.Cmd {
	id := s.pulse.of
	if id == "" {
		return nil
	}
	ctx, src, gen, lens := s.closed, s.src, s.gen, s.ctx.Lens()
	return func() tea.Msg {
		msg := pulseMsg{gen: gen, pulse: pulse{of: id, read: true}, titles: map[string]string{}}
		reader, err := readerAt(ctx, src, lens)
		if err != nil {
			msg.err = err
			return msg
		}
		if msg.pulse.fired, err = Pulse(ctx, reader, id, lens.Now()); err != nil {
			msg.err = err
			return msg
		}
		msg.pulse.fired = slices.DeleteFunc(msg.pulse.fired, func(a dynamics.Activation) bool { return a.ID == id })
		ids := make([]string, 0, mostFired)
		for _, a := range msg.pulse.fired[:min(len(msg.pulse.fired), mostFired)] {
			ids = append(ids, a.ID)
		}
		heads, err := reader.Heads(ctx, ids)
		for i := range heads {
			msg.titles[heads[i].ID] = heads[i].Title
		}
		msg.err = err
		return msg
	}
}

// mostFired is how many of what fired is shown at most.
const mostFired = 12

func (s *Screen) takePulse(msg pulseMsg) tea.Cmd {
	if msg.gen != s.gen || msg.pulse.of != s.pulse.of {
		return nil
	}
	if msg.err != nil {
		s.pulse = pulse{}
		return views.Send(views.ToastMsg{Text: msg.err.Error(), Level: views.Fail})
	}
	s.pulse, s.titles = msg.pulse, msg.titles
	return nil
}

// mouse selects the node or row that is clicked; the wheel scrolls the table.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	f := &s.frame
	switch {
	case tea.MouseEvent(msg).IsWheel():
		n := 3
		if msg.Button == tea.MouseButtonWheelUp {
			n = -3
		}
		s.moveRow(n)
	case msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft:
	case msg.X >= f.tableX:
		if i, ok := s.list.RowAt(msg.Y - f.rowsAt); ok {
			s.onTable = f.canvas > 0
			s.cursor = s.rows[i]
			s.follow()
		}
	default:
		if id := s.near(msg.X, msg.Y); id != "" {
			s.onTable, s.cursor = false, id
			s.follow()
		}
	}
	return nil
}

func abs(n int) int { return max(n, -n) }
