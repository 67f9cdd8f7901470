package graph

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// doubleClick puts the memory that was clicked twice in the middle.
func (s *Screen) doubleClick(m views.DoubleClickMsg) tea.Cmd {
	f := &s.frame
	hit := s.near(m.X, m.Y) != ""
	if m.X >= f.tableX {
		_, hit = s.list.RowAt(m.Y - f.rowsAt)
	}
	if !hit {
		return nil
	}
	return s.enter()
}

// nearEnough is how far a click may miss a node: twelve cells to its sides, six
// lines up and down.
const nearEnough = 12

// near is the node that was meant by a click on the picture, "" for none.
func (s *Screen) near(x, y int) string {
	best, least := "", nearEnough
	for id, at := range s.frame.cells {
		if d := abs(at.x-x) + 2*abs(at.y-y); d < least || d == least && id < best {
			best, least = id, d
		}
	}
	return best
}
