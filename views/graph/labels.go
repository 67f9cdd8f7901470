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
	// A name stands beside its sign and nowhere else, so that nobody takes it
	// for another's, and ends two blanks before the next thing in its line.
	for short := w; short >= min(w, shortestName); short-- {
		cut := name
		if short < w {
			cut = widget.Fit(widget.Truncate(name, short, t.Glyphs.Ellipsis), short)
		}
		switch right := min(short+3, p.w-at.x-1); {
		case right > short && p.free(at.x+1, at.y, right):
			put(at.x+1, at.y, right, widget.Fit(" "+cut, right))
			return
		case p.free(at.x-short-3, at.y, short+3):
			put(at.x-short-3, at.y, short+3, "  "+cut+" ")
			return
		}
	}
}
