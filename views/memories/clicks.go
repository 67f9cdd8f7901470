package memories

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// doubleClick opens the row that was clicked twice.
func (s *Screen) doubleClick(m views.DoubleClickMsg) tea.Cmd {
	area := s.frame.layout
	if s.form != nil || s.full || area.detail > 0 && m.X > area.list {
		return nil
	}
	if _, ok := s.list.window.RowAt(m.Y - area.firstRow); !ok || s.detailID() == "" {
		return nil
	}
	s.full, s.focus = true, onDetail
	s.frame.dirty()
	return nil
}
