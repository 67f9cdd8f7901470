package graph

import (
	"slices"

	"ebb/views/widget"
)

// drawLabels writes the names where there is room: that under the cursor and
// that in the middle first, then the nearest.
func (s *Screen) drawLabels(p *picture) {
	order := make([]*Node, 0, len(s.scene.Nodes))
	for i := range s.scene.Nodes {
		order = append(order, &s.scene.Nodes[i])
	}
	rank := func(n *Node) int {
		switch {
		case n.ID == s.cursor:
			return 0
		case n.ID == s.scene.Centre:
			return 1
		case slices.Contains(s.selected, n.ID):
			return 2
		}
		return 3
	}
	slices.SortStableFunc(order, func(a, b *Node) int { return rank(a) - rank(b) })
	for _, n := range order {
		if at, ok := s.frame.cells[n.ID]; ok {
			s.drawLabel(p, n, at)
		}
	}
}

// The longest name in the picture, and the shortest piece of one.
const (
	longestName  = 24
	shortestName = 5
)

func (s *Screen) drawLabel(p *picture, n *Node, at cell) {
	t := s.theme()
	name := widget.Truncate(widget.Clean(n.Name()), longestName, t.Glyphs.Ellipsis)
	if n.ID == s.cursor {
		name = t.Glyphs.Cursor + " " + name
	}
	if slices.Contains(s.selected, n.ID) {
		name = t.Glyphs.Selected + " " + name
	}
	w := widget.Width(name)
	put := func(x, y, w int, text string) {
		p.labels[y] = append(p.labels[y], label{x: x, w: w, text: text, role: s.nodeRole(n)})
		p.take(x, y, w)
	}
	// One blank at each side keeps a name off lines and other names.
	for _, try := range []cell{{at.x + 1, at.y}, {at.x - w - 2, at.y}, {at.x - w/2, at.y - 1}, {at.x - w/2, at.y + 1}} {
		if p.free(try.x, try.y, w+2) {
			put(try.x, try.y, w+2, " "+name+" ")
			return
		}
	}
	for short := w - 1; short >= shortestName; short-- {
		cut := widget.Fit(widget.Truncate(name, short, t.Glyphs.Ellipsis), short)
		switch {
		case p.free(at.x+1, at.y, short+1):
			put(at.x+1, at.y, short+1, " "+cut)
			return
		case p.free(at.x-short-1, at.y, short+1):
			put(at.x-short-1, at.y, short+1, cut+" ")
			return
		}
	}
}
