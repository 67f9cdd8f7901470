package evolve

import (
	tea "github.com/charmbracelet/bubbletea"
)

// mouse selects what is clicked and scrolls what the wheel is over. A second
// click on a button that is chosen goes ahead.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	s.frame.dirty()
	f := &s.frame
	overList := f.left > 0 && (f.right == 0 || msg.X < f.left) && s.form == nil
	switch {
	case s.form != nil:
	case tea.MouseEvent(msg).IsWheel():
		n := 3
		if msg.Button == tea.MouseButtonWheelUp {
			n = -3
		}
		switch {
		case overList:
			s.list.Move(n / 3)
		case s.page == planPage && s.plan != nil:
			s.rows.Scroll(n)
			s.settleRow(n / 3)
		default:
			s.scroll = max(0, s.scroll+n)
		}
	case msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft:
	case overList:
		if msg.Y >= 0 && msg.Y < len(f.listRows) && f.listRows[msg.Y] >= 0 {
			s.list.MoveTo(f.listRows[msg.Y])
			s.focus = onList
		}
	default:
		return s.clickPage(msg.X-s.pageX(), msg.Y)
	}
	return nil
}

// pageX is the column on which the page begins.
func (s *Screen) pageX() int {
	if s.frame.left == 0 {
		return 0
	}
	return s.frame.left + 1
}

func (s *Screen) clickPage(x, y int) tea.Cmd {
	f := &s.frame
	if y == f.buttonsAt {
		for i, span := range f.buttonX {
			if x < span[0] || x >= span[1] {
				continue
			}
			if s.focus == onButtons && s.button == i {
				return s.enter()
			}
			s.focus, s.button = onButtons, i
		}
		return nil
	}
	if s.page != planPage || s.plan == nil || s.job.cancel != nil {
		return nil
	}
	if i, ok := s.rows.RowAt(y - f.planTop); ok && i < len(s.plan.rows) && s.plan.rows[i].stops() {
		s.focus = onPage
		s.rows.MoveTo(i)
	}
	return nil
}
