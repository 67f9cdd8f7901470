package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// shownLens is the lens as screens see it.
func (s *shell) shownLens() views.Lens { return s.lens.shown(s.now) }

// setLens moves the lens for a screen.
func (s *shell) setLens(m views.SetLensMsg) tea.Cmd {
	switch m.Mode {
	case views.Future:
		s.lens.set(m.At, s.now)
	case views.Past:
		return s.say(views.Warn, pastWord)
	default:
		s.lens.toNow()
	}
	return s.lensMoved()
}

// pastWord says why the clock does not go back: that needs the rewound
// catalogue.
const pastWord = "the clock goes ahead of now only: what was before cannot be shown yet"

func (s *shell) openLens() tea.Cmd {
	s.lens.open = true
	return s.lensMoved()
}

// lensMoved tells the screens.
func (s *shell) lensMoved() tea.Cmd {
	if !s.lens.away && !s.lens.open && !s.lens.play {
		s.note = nil
	}
	s.status.moved()
	return s.tell(views.LensMsg{Lens: s.shownLens()})
}

func (s *shell) lensBack() tea.Cmd {
	if s.lens.back(s.now) {
		return s.lensMoved()
	}
	return s.say(views.Warn, pastWord)
}

func (s *shell) lensPlay() tea.Cmd {
	s.lens.toggle()
	return s.lensMoved()
}
