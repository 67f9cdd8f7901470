package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// cell is a place on the picture.
type cell struct{ x, y int }

// ink is what one cell shows.
type ink struct {
	sign string
	role themes.Role
}

// label is a text that stands in the cells from x on.
type label struct {
	x, w int
	text string
	role themes.Role
}

// drawCanvas draws the memories where they are placed, what ties them, and
// below it what the signs mean.
func (s *Screen) drawCanvas(w, h int) []string {
	legend := s.legend(w)
	high := max(h-len(legend), 3)
	p := newPicture(w, high)
	s.frame.cells = s.seats(p)
	s.drawTies(p)
	s.drawNodes(p)
	s.drawLabels(p)
	return append(p.lines(s.theme()), legend...)
}

// labelRoom is kept free at the right for the names.
const labelRoom = 16

// seats gives every node a cell of its own, its place on the plane or one near
// it, with room for names between two on one line where there is some.
func (s *Screen) seats(p *picture) map[string]cell {
	seats := make(map[string]cell, len(s.scene.Nodes))
	rows := make([][]int, p.h)
	crowded := func(at cell, room int) bool {
		return slices.ContainsFunc(rows[at.y], func(x int) bool { return abs(x-at.x) < room })
	}
	right := max(p.w-labelRoom, 4)
	for i := range s.scene.Nodes {
		place, ok := s.places[s.scene.Nodes[i].ID]
		if !ok {
			continue
		}
		want := cell{2 + int(place.X/planeW*float64(right-3)), 1 + int(place.Y/planeH*float64(p.h-2))}
		want.x, want.y = min(max(want.x, 0), p.w-1), min(max(want.y, 0), p.h-1)
		at, found := want, false
		for _, room := range []int{labelRoom, 6, 1} {
			for d := 0; d <= max(p.h, 8) && !found; d++ {
				for _, try := range []cell{{want.x, want.y + d}, {want.x, want.y - d}} {
					if room > 1 && d > 2 || found || try.y < 0 || try.y >= p.h || crowded(try, room) {
						continue
					}
					at, found = try, true
				}
			}
		}
		seats[s.scene.Nodes[i].ID] = at
		rows[at.y] = append(rows[at.y], at.x)
	}
	return seats
}

// drawTies draws the weak ones first, so that the strong ones stay whole.
func (s *Screen) drawTies(p *picture) {
	now := s.now()
	order := make([]*Tie, 0, len(s.scene.Ties))
	for i := range s.scene.Ties {
		order = append(order, &s.scene.Ties[i])
	}
	slices.SortStableFunc(order, func(a, b *Tie) int { return cmp.Compare(a.share(now), b.share(now)) })
	for _, t := range order {
		a, ok := s.frame.cells[t.A]
		b, too := s.frame.cells[t.B]
		if !ok || !too {
			continue
		}
		role := themes.Border
		switch {
		case s.stepOf(t):
			role = themes.Accent
		case s.open(t):
			role = themes.Danger
		case t == s.chosenTie():
			role = themes.Accent
		case t.Strength(now) >= firm:
			role = themes.Muted
		}
		switch {
		case s.open(t):
			p.line(a, b, s.theme().Glyphs.Sign, s.theme().Glyphs.Sign, role)
		case s.theme().Glyphs.Braille:
			p.stroke(a, b, tieStroke(t.Strength(now)), role)
		default:
			flat, steep := s.tieSign(t.Strength(now))
			p.line(a, b, flat, steep, role)
		}
		if from := t.supersedes(); from != "" {
			newer, older := a, b
			if from == t.B {
				newer, older = b, a
			}
			p.set(between(newer, older), arrowhead(&s.theme().Glyphs, newer, older), themes.Warn)
		}
	}
}

// arrowhead points from one cell to another. A cell is twice as high as wide.
func arrowhead(g *themes.Glyphs, from, to cell) string {
	dx, dy := to.x-from.x, to.y-from.y
	switch {
	case abs(dx) >= 2*abs(dy) && dx >= 0:
		return g.Arrow
	case abs(dx) >= 2*abs(dy):
		return g.Back
	case dy > 0:
		return g.Down
	}
	return g.Up
}

// between is the cell in the middle of two.
func between(a, b cell) cell { return cell{(a.x + b.x) / 2, (a.y + b.y) / 2} }

// open reports whether a tie is a contradiction that still stands: both say
// what they say.
func (s *Screen) open(t *Tie) bool {
	a, b := s.node(t.A), s.node(t.B)
	return t.Contradicts() && a != nil && b != nil && a.Head.State.Live() && b.Head.State.Live()
}

// stepOf reports whether a tie is part of the path that is drawn.
func (s *Screen) stepOf(t *Tie) bool {
	return slices.ContainsFunc(s.path.steps, func(step Step) bool {
		return step.From == t.A && step.To == t.B || step.From == t.B && step.To == t.A
	})
}

// The strengths from which a tie is drawn heavier.
const (
	strong = 2.0
	firm   = .5
	quiet  = .051
)

// tieStroke is a tie's line in dots: its weight is its strength.
func tieStroke(strength float64) widget.Stroke {
	switch {
	case strength >= strong:
		return widget.Stroke{On: 1, Wide: true}
	case strength >= firm:
		return widget.Stroke{On: 1}
	case strength > quiet:
		return widget.Stroke{On: 3, Off: 2}
	}
	return widget.Stroke{On: 1, Off: 3}
}

// tieSign is a cell of a tie's line where there are no dots.
func (s *Screen) tieSign(strength float64) (flat, steep string) {
	g := &s.theme().Glyphs
	switch {
	case strength >= strong && g.ASCII:
		return "=", "#"
	case strength >= strong:
		return "━", "┃"
	case strength >= firm:
		return g.Rule, g.Vertical
	case strength > quiet && g.ASCII:
		return ":", ":"
	case strength > quiet:
		return "╌", "╎"
	}
	return g.AxisDot, g.AxisDot
}

// sign is a node's, by where it lies from the middle.
func (s *Screen) sign(n *Node) string {
	ascii := s.theme().Glyphs.ASCII
	pick := func(sign, plain string) string {
		if ascii {
			return plain
		}
		return sign
	}
	switch {
	case n.Gone:
		return pick("×", "x")
	case !n.Head.State.Live() && n.ID != s.scene.Centre:
		return widget.StateSign(&s.theme().Glyphs, n.Head.State)
	case n.ID == s.scene.Centre:
		return pick("◉", "@")
	case s.scene.Centre == "":
		return pick("●", "*")
	case s.scene.Between(s.scene.Centre, n.ID) == nil:
		return pick("○", "o")
	case s.scene.Tunnel(n):
		return pick("◇", "&")
	}
	return pick("●", "*")
}

func (s *Screen) nodeRole(n *Node) themes.Role {
	switch {
	case n.ID == s.cursor:
		return themes.Accent
	case slices.Contains(s.selected, n.ID):
		return themes.Selection
	case n.ID == s.scene.Centre:
		return themes.Strong
	case n.Gone || !n.Head.State.Live():
		return themes.Faint
	case s.lit(n.ID):
		return themes.Match
	}
	return themes.Text
}

// lit reports whether the pulse reached a node.
func (s *Screen) lit(id string) bool {
	for i := range s.pulse.fired {
		if s.pulse.fired[i].ID == id {
			return true
		}
	}
	return false
}

func (s *Screen) drawNodes(p *picture) {
	for i := range s.scene.Nodes {
		n := &s.scene.Nodes[i]
		if at, ok := s.frame.cells[n.ID]; ok {
			p.set(at, s.sign(n), s.nodeRole(n))
			p.take(at.x, at.y, 1)
		}
	}
}

// legend says what is folded and what the signs mean.
func (s *Screen) legend(w int) []string {
	t := s.theme()
	g := &t.Glyphs
	var lines []string
	if len(s.scene.Folded) > 0 {
		var parts []string
		for _, f := range s.scene.Folded[:min(len(s.scene.Folded), 2)] {
			parts = append(parts, fmt.Sprintf("+%s more of %s", grouped(f.N), widget.Truncate(widget.Clean(s.name(f.ID)), 28, g.Ellipsis)))
		}
		fold := "⊕ "
		if g.ASCII {
			fold = ""
		}
		lines = append(lines, t.Paint(themes.Muted, "  "+fold+strings.Join(parts, " · ")))
	}
	centre, tunnel, far := "●", "◇", "○"
	if g.ASCII {
		centre, tunnel, far = "*", "&", "o"
	}
	weights := fmt.Sprintf(" %s strong  %s firm  %s weak  %s almost gone  %s contradicts",
		s.sample(strong), s.sample(firm), s.sample(firm-.1), s.sample(0), g.Sign)
	if slices.ContainsFunc(s.scene.Ties, func(t Tie) bool { return t.supersedes() != "" }) {
		weights += "  " + g.Arrow + " supersedes"
	}
	lines = append(lines, t.Paint(themes.Faint, weights))
	if s.scene.Centre != "" {
		lines = append(lines, t.Paint(themes.Faint, fmt.Sprintf(" %s same place (hallway)  %s other place (tunnel)  %s further", centre, tunnel, far)))
	}
	for i := range lines {
		lines[i] = widget.Truncate(lines[i], w, g.Ellipsis)
	}
	return append([]string{""}, lines...)
}

// sample is a piece of the line of a tie that strong.
func (s *Screen) sample(strength float64) string {
	if !s.theme().Glyphs.Braille {
		sign, _ := s.tieSign(strength)
		return sign
	}
	const cells = 2
	c := widget.NewCanvas(cells, 1)
	c.Stroke(0, 1, 2*cells-1, 1, tieStroke(strength), nil)
	return c.Lines(&s.theme().Glyphs)[0]
}

// name is what a node is called, by its id.
func (s *Screen) name(id string) string {
	if n := s.node(id); n != nil {
		return n.Name()
	}
	if title := s.titles[id]; title != "" {
		return title
	}
	return id
}

// relationSign tells the direction of what somebody said.
func relationSign(t *themes.Theme, e *engine.Edge, from string) string {
	switch {
	case e.Type == engine.RelContradicts:
		return t.Glyphs.Sign
	case engine.Undirected(e.Type):
		return t.Glyphs.Rule
	case e.From == from:
		return t.Glyphs.Arrow
	}
	return t.Glyphs.Back
}
