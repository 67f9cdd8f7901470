package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views/widget"
)

// wheelStep is how many rows a notch of the wheel moves.
const wheelStep = 3

// moused routes the mouse: tabs and overlays are the shell's, the body is the
// screen's, with its own line 0 on top.
func (s *shell) moused(m tea.MouseEvent) tea.Cmd {
	if s.tooSmall() || !s.mouse {
		return nil
	}
	press := m.Action == tea.MouseActionPress && m.Button == tea.MouseButtonLeft
	if s.card != nil {
		var cmd tea.Cmd
		if press {
			cmd, _ = s.clickKey(m.X, m.Y, s.card.hints())
		}
		return cmd
	}
	if press && m.Y == s.footerAt() {
		return s.clickFooter(m.X)
	}
	y := m.Y - linesAbove
	if top := s.top(); top != nil {
		return s.mousedOver(top, m, press, y)
	}
	if press && m.Y == 1 {
		return s.clickTab(m.X)
	}
	v := s.view()
	if v == nil || y < 0 || y >= s.bodyHeight() {
		return nil
	}
	m.Y = y
	cmd := v.Update(tea.MouseMsg(m))
	if press {
		cmd = tea.Batch(cmd, s.doubled(v, m))
	}
	return cmd
}

func (s *shell) clickTab(x int) tea.Cmd {
	_, places := s.tabs()
	for i, p := range places {
		if x >= p.from && x < p.to {
			id := s.screens[i].ID()
			return s.goTo(place{screen: id, id: s.pointed(id)})
		}
	}
	if sign := widget.Width(s.sign()); sign > 0 && x >= s.w-sign-2 {
		return s.lookAtSign()
	}
	return nil
}

func (s *shell) mousedOver(top overlay, m tea.MouseEvent, press bool, y int) tea.Cmd {
	switch {
	case m.IsWheel():
		by := wheelStep
		if m.Button == tea.MouseButtonWheelUp {
			by = -wheelStep
		}
		top.wheel(by)
		switch o := top.(type) {
		case *chooser:
			return o.reach(s)
		case *themeList:
			return s.showTheme(o.name())
		}
	case press && top.full():
		if _, greets := top.(*welcome); greets {
			cmd, _ := s.clickKey(m.X, m.Y, top.hints())
			return cmd
		}
		return top.click(s, y)
	case press:
		from, to := s.boxRows(top)
		if y == to-1 {
			// Above it stands what others have written.
			if cmd, hit := s.clickKey(m.X, m.Y, append(top.hints(), leaveIt)); hit {
				return cmd
			}
		}
		return top.click(s, y-from)
	}
	return nil
}

// boxRows are the body's lines that hold what is in an overlay's box.
func (s *shell) boxRows(top overlay) (from, to int) {
	w, h := s.w, s.bodyHeight()
	if s.o.Accessible { // the title stands over it, and no border around it
		return 1, min(1+len(top.draw(s.theme, s.dialogWidth(top)-4, h-2)), h)
	}
	bw := s.dialogWidth(top)
	bh := min(len(top.draw(s.theme, bw-4, h-2))+2, h)
	_, y := widget.Centered(w, h, bw, bh)
	return y + 1, y + bh - 1
}
