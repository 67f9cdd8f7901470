package timeline

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// Update implements [views.View].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	cmd := s.route(msg)
	return tea.Batch(cmd, s.want())
}

// want loads what is shown and not there yet.
func (s *Screen) want() tea.Cmd {
	if s.life != nil {
		return s.life.want(s.src)
	}
	return s.wantFeed()
}

func (s *Screen) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.TickMsg:
		s.frame.tick(s)
		return nil
	case views.LensMsg:
		s.frame.dirty()
		return s.lensMoved(msg.Lens)
	case views.EventMsg:
		return s.event(msg.Event)
	case tea.KeyMsg:
		s.frame.dirty()
		return s.key(msg)
	case views.DoubleClickMsg:
		return s.doubleClick(msg)
	case tea.MouseMsg:
		s.frame.dirty()
		return s.mouse(msg)
	}
	s.frame.dirty()
	return s.answer(msg)
}

// answer takes what a command of ours found out or did. What is about a life
// that was left is dropped.
func (s *Screen) answer(msg tea.Msg) tea.Cmd {
	l := s.life
	if l == nil {
		l = &life{}
	}
	switch msg := msg.(type) {
	case lifeMsg:
		if msg.gen == l.gen {
			return l.take(msg, s.src)
		}
	case versionsMsg:
		if msg.gen == l.gen {
			return l.takeMore(msg)
		}
	case pastMsg:
		if msg.gen == l.gen && msg.err == nil {
			l.past = msg.past
		}
	case textsMsg:
		if msg.gen == l.gen {
			l.takeTexts(msg)
		}
	case marksMsg:
		if msg.gen == l.gen {
			l.takeMarks(msg)
		}
	case wroteMsg:
		return s.wrote(msg)
	case pageMsg:
		return s.takePage(msg)
	case newerMsg:
		return s.takeNewer(msg)
	case stripMsg:
		s.takeStrip(msg)
	case doMsg:
		return msg.do()
	case filterMsg:
		return s.setFilter(msg.text)
	}
	return nil
}

// event takes one committed operation, whoever asked for it.
func (s *Screen) event(ev engine.Event) tea.Cmd {
	if ev.Resync || slices.Contains(ev.Kinds, engine.SettingsChanged) {
		s.settings = s.src.Settings()
	}
	s.frame.dirty()
	cmd := s.newer()
	if l := s.life; l != nil && (ev.Resync || ev.Count > len(ev.IDs) || slices.Contains(ev.IDs, l.id)) {
		return tea.Batch(cmd, l.read(s.src), l.readLog(s.src))
	}
	return cmd
}

// key takes the keys of the filter's field.
func (s *Screen) key(msg tea.KeyMsg) tea.Cmd {
	f := &s.feed
	if !s.Typing() {
		return nil
	}
	switch msg.Type {
	case tea.KeyEsc:
		s.Out()
	case tea.KeyEnter:
		f.field.Focused = false
	case tea.KeyUp:
		f.move(-1)
	case tea.KeyDown:
		f.move(1)
	default:
		if f.field.Update(msg) {
			return s.setFilter(f.field.Value())
		}
	}
	return nil
}

// mouse selects what is clicked and scrolls what the wheel is over.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	l, f := s.life, &s.frame
	onDiff := l != nil && (l.pane == textAlone || f.text > 0 && msg.Y >= f.textAt)
	switch {
	case tea.MouseEvent(msg).IsWheel():
		n := 3
		if msg.Button == tea.MouseButtonWheelUp {
			n = -3
		}
		switch {
		case onDiff:
			l.scroll = max(0, l.scroll+n)
		case l != nil:
			l.list.Scroll(n)
		default:
			s.feed.list.Scroll(n)
			s.feed.seen()
		}
	case msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft:
	case l == nil:
		s.feed.field.Focused = f.filterAt >= 0 && msg.Y == f.filterAt
		if i, ok := s.feed.list.RowAt(msg.Y - f.rowsAt); ok {
			s.feed.list.MoveTo(i)
			s.feed.seen()
		}
	case onDiff && l.pane == onVersions:
		l.pane = onText
	case !onDiff:
		if l.pane == onText {
			l.pane, l.scroll = onVersions, 0
		}
		if i, ok := l.list.RowAt(msg.Y - f.rowsAt); ok {
			l.list.MoveTo(i)
			l.scroll = 0
		}
	}
	return nil
}
