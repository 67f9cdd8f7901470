package timeline

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// doubleClick opens what was clicked twice: the life behind a line of the
// feed, the differences of a version.
func (s *Screen) doubleClick(m views.DoubleClickMsg) tea.Cmd {
	l, f := s.life, &s.frame
	if l == nil {
		if _, ok := s.feed.list.RowAt(m.Y - f.rowsAt); ok {
			return s.jump()
		}
		return nil
	}
	if _, ok := l.list.RowAt(m.Y - f.rowsAt); !ok || l.pane != onVersions {
		return nil
	}
	return s.enter()
}
