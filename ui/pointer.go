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
	if s.card != nil || s.tooSmall() || !s.mouse {
		return nil
	}
	press := m.Action == tea.MouseActionPress && m.Button == tea.MouseButtonLeft
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
	return v.Update(tea.MouseMsg(m))
}

func (s *shell) clickTab(x int) tea.Cmd {
	_, places := s.tabs()
	for i, p := range places {
		if x >= p.from && x < p.to {
			id := s.screens[i].ID()
			return s.goTo(place{screen: id, id: s.pointed(id)})
		}
	}
	if s.board.fresh() && x >= s.w-3 {
		return s.openNotices()
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
		return top.click(s, y)
	case press:
		return top.click(s, y-s.boxTop(top)-1)
	}
	return nil
}

// boxTop is the body's line on which an overlay's box begins.
func (s *shell) boxTop(top overlay) int {
	w, h := s.w, s.bodyHeight()
	if s.o.Accessible {
		return 0
	}
	bw := s.dialogWidth(top)
	bh := min(len(top.draw(s.theme, bw-4, h-2))+2, h)
	_, y := widget.Centered(w, h, bw, bh)
	return y
}
