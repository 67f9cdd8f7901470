package conflicts

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// doubleClick opens the conflict that was clicked twice. While a decision is
// shown it does nothing: what enter does then is written.
func (s *Screen) doubleClick(m views.DoubleClickMsg) tea.Cmd {
	f := &s.frame
	y := m.Y - f.firstRow
	if s.merge != nil || s.full || f.page > 0 && m.X >= f.queue || y < 0 || f.rowLines == 0 || s.chosen != noRule || s.queue.selecting() {
		return nil
	}
	if _, ok := s.queue.list().window.RowAt(y / f.rowLines); !ok {
		return nil
	}
	s.frame.dirty()
	return s.enter()
}
