package evolve

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// doubleClick opens the evolver, the cycle or the memory of the plan that was
// clicked twice. A button is pressed by its second click already.
func (s *Screen) doubleClick(m views.DoubleClickMsg) tea.Cmd {
	f := &s.frame
	switch {
	case s.form != nil, s.job.cancel != nil:
		return nil
	case f.left > 0 && (f.right == 0 || m.X < f.left):
		if m.Y < 0 || m.Y >= len(f.listRows) || f.listRows[m.Y] < 0 {
			return nil
		}
		s.frame.dirty()
		s.openRow()
	case s.page == planPage && s.plan != nil && m.Y != f.buttonsAt:
		if i, ok := s.rows.RowAt(m.Y - f.planTop); ok && i == s.rows.Cursor() && s.focus == onPage {
			return s.openLine()
		}
	}
	return nil
}
