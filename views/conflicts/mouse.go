package conflicts

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views/widget"
)

// mouse selects what is clicked and scrolls what the wheel is over. It shows
// outcomes; going ahead is a key's.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	s.frame.dirty()
	f := &s.frame
	overQueue := !s.full && (f.page == 0 || msg.X < f.queue) && s.merge == nil
	switch {
	case tea.MouseEvent(msg).IsWheel():
		n := 3
		if msg.Button == tea.MouseButtonWheelUp {
			n = -3
		}
		switch {
		case s.merge != nil:
			s.merge.doc.Move(n / 3)
		case overQueue:
			s.queue.list().window.Scroll(n / 3)
		default:
			s.scroll = max(0, s.scroll+n)
		}
	case msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft || s.merge != nil:
	case overQueue && msg.Y == 0:
		s.queue.tab = openOnes
		if msg.X >= widget.Width(" open "+s.openWord())+3 {
			s.queue.tab = settledOnes
		}
		s.focus, s.chosen = onQueue, noRule
	case overQueue:
		if y := msg.Y - f.firstRow; y >= 0 && f.rowLines > 0 {
			if i, ok := s.queue.list().window.RowAt(y / f.rowLines); ok {
				s.queue.list().window.MoveTo(i)
				s.focus = onQueue
			}
		}
	default:
		if i := msg.Y - f.rulesAt; f.rulesAt >= 0 && i >= 0 && i < len(f.ruleRows) && f.ruleRows[i] >= 0 {
			if s.focus == onRules && s.row == f.ruleRows[i] {
				return s.choose(choices[s.row].rule) // a second click on it
			}
			s.focus, s.row = onRules, f.ruleRows[i]
		}
	}
	return nil
}
