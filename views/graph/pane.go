package graph

import (
	"fmt"
	"slices"
	"strings"

	"ebb/dynamics"
	"ebb/themes"
	"ebb/views/widget"
)

// drawPane draws the table with the middle above and the chosen tie below it;
// what does not fit is left out from the end.
func (s *Screen) drawPane(w, h int) []string {
	var top []string
	if h >= 10 {
		top = s.drawTop(w, h >= 16)
	}
	top = append(top, "") // the head, once it is known how many rows there are
	blocks := [][]string{}
	if h >= 10 && s.path.from != "" {
		blocks = append(blocks, s.drawPath(w))
	}
	if h >= 14 {
		blocks = append(blocks, s.drawTie(w))
		blocks = append(blocks, s.drawPulse(w, max(3, h/5)), s.drawOdd())
	}
	const fewest = 4
	rows, room := max(1, len(s.rows)), h-len(top)
	var below []string
	for _, b := range blocks {
		if len(b) > 0 && room-len(below)-len(b)-1 >= min(rows, fewest) {
			below = append(append(below, ""), b...)
		}
	}
	s.list.SetHeight(max(1, min(rows, room-len(below))))
	top[len(top)-1] = s.tableHead(w, s.list.Height())
	s.frame.rowsAt = len(top)
	lines := top
	if len(s.rows) == 0 {
		lines = append(lines, s.theme().Paint(themes.Muted, " "+s.nothing()))
	} else {
		s.follow()
		lines = s.list.Draw(lines, w, func(i int, _ bool) string { return s.row(s.rows[i], w) })
	}
	return append(lines, below...)
}

// nothing says why there is no row, and what to do.
func (s *Screen) nothing() string {
	if n := s.scene.Hidden; n > 0 {
		return ties(n) + " left out: f shows others"
	}
	return "nothing is tied to this yet"
}

// drawTop says what is in the middle.
func (s *Screen) drawTop(w int, airy bool) []string {
	t := s.theme()
	n := s.node(s.scene.Centre)
	if n == nil {
		return []string{t.Paint(themes.Strong, "Strongest of the store"), t.Paint(themes.Muted, "by all their ties · enter opens one"), ""}
	}
	g := s.sign(n) + " "
	if s.ctx.Accessible {
		g = ""
	}
	name := t.Paint(themes.Strong, g+widget.Truncate(widget.Clean(n.Name()), max(0, w-2), t.Glyphs.Ellipsis))
	if s.cursor == n.ID {
		name = t.Paint(themes.Accent, g+widget.Truncate(widget.Clean(n.Name()), max(0, w-2), t.Glyphs.Ellipsis))
	}
	facts := []string{widget.Clean(n.Head.Type), widget.Clean(n.Head.Scope.Namespace), widget.Score(s.settings.RetentionOf(&n.Head, s.now()).Score)}
	if !n.Head.State.Live() {
		facts = append(facts, n.Head.State.String())
	}
	facts = slices.DeleteFunc(facts, func(f string) bool { return f == "" })
	lines := []string{name, t.Paint(themes.Muted, strings.Join(facts, " · "))}
	if airy {
		lines = append(lines, "")
	}
	return lines
}

// The columns of the table.
const (
	nowCells   = 4
	lastsCells = 5
	countCells = 4
)

// tableHead names the columns, and how many of the rows are in sight.
func (s *Screen) tableHead(w, height int) string {
	t := s.theme()
	sight := ""
	if len(s.rows) > height {
		sight = fmt.Sprintf(" %d of %d", height, len(s.rows))
	}
	if s.ctx.Accessible {
		return t.Paint(themes.Muted, "ties, by their strength now of 5"+sight)
	}
	if s.scene.Centre == "" {
		return t.Paint(themes.Muted, widget.Row(w, 1, widget.Cell{Text: "memory" + sight}, widget.Cell{Text: "sum", W: 7, Right: true}, widget.Cell{Text: "ties", W: 6, Right: true}))
	}
	if w < 30 {
		return t.Paint(themes.Muted, widget.Row(w, 1, widget.Cell{Text: "  tie" + sight}, widget.Cell{Text: "now", W: nowCells, Right: true}))
	}
	return t.Paint(themes.Muted, widget.Row(w, 1, widget.Cell{Text: "    tie" + sight}, widget.Cell{Text: "now", W: nowCells, Right: true},
		widget.Cell{Text: "lasts", W: lastsCells, Right: true}, widget.Cell{Text: "×", W: countCells, Right: true}))
}

// row draws a memory of the table.
func (s *Screen) row(id string, w int) string {
	t := s.theme()
	n := s.node(id)
	if n == nil {
		return ""
	}
	if s.ctx.Accessible {
		return s.mark(id) + widget.Clean(strings.Join(s.words(n), ", "))
	}
	name := t.Paint(s.rowRole(n), widget.Truncate(widget.Clean(n.Name()), max(0, w), t.Glyphs.Ellipsis))
	lead := s.mark(id) + t.Paint(s.rowRole(n), s.sign(n)) + " "
	if s.scene.Centre == "" {
		return widget.Row(w, 1, widget.Cell{Text: lead + name}, widget.Cell{Text: fmt.Sprintf("%.1f", n.Reach), W: 7, Right: true}, widget.Cell{Text: t.Paint(themes.Muted, grouped(n.Degree)), W: 6, Right: true})
	}
	tie := s.scene.Between(s.scene.Centre, id)
	direct := tie != nil
	if !direct {
		tie = s.scene.Between(n.Via, id)
	}
	if tie == nil {
		return lead + name
	}
	if s.open(tie) {
		lead = s.mark(id) + t.Paint(themes.Danger, t.Glyphs.Sign) + " "
	}
	role := themes.Text
	if !direct {
		role = themes.Faint
	}
	now := widget.Cell{Text: t.Paint(role, figure(tie.Strength(s.now()))), W: nowCells, Right: true}
	if w < 30 {
		return widget.Row(w, 1, widget.Cell{Text: lead + name}, now)
	}
	count := ""
	if c := tie.Count(); c > 0 {
		count = short(c)
	}
	return widget.Row(w, 1, widget.Cell{Text: lead + name}, now,
		widget.Cell{Text: t.Paint(themes.Muted, days(tie.Strongest(s.now()).Connection.Stability)), W: lastsCells, Right: true},
		widget.Cell{Text: t.Paint(themes.Muted, count), W: countCells, Right: true})
}

func short(n int64) string {
	switch {
	case n >= 1e6:
		return "lots"
	case n >= 10_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}

func days(v float64) string {
	switch {
	case !(v > 0):
		v = dynamics.DefaultStability
	case v >= 9999:
		return "long"
	case v >= 100:
		return fmt.Sprintf("%.0fd", v)
	}
	return fmt.Sprintf("%.1fd", v)
}

func (s *Screen) mark(id string) string {
	t := s.theme()
	cursor, selected := " ", " "
	if id == s.cursor {
		cursor = t.Paint(themes.Accent, t.Glyphs.Cursor)
	}
	if slices.Contains(s.selected, id) {
		selected = t.Paint(themes.Selection, t.Glyphs.Selected)
	}
	return cursor + selected
}

func (s *Screen) rowRole(n *Node) themes.Role {
	if role := s.nodeRole(n); role != themes.Match {
		return role
	}
	return themes.Text
}

// words is a memory of the table, said.
func (s *Screen) words(n *Node) []string {
	words := []string{n.Name()}
	if s.scene.Centre == "" {
		return append(words, fmt.Sprintf("%.1f over %s", n.Reach, ties(n.Degree)))
	}
	if n.ID == s.scene.Centre {
		return append(words, "in the middle")
	}
	tie := s.scene.Between(s.scene.Centre, n.ID)
	where := "in the same place"
	if s.scene.Tunnel(n) {
		where = "in another place"
	}
	if tie == nil {
		if tie = s.scene.Between(n.Via, n.ID); tie == nil {
			return words
		}
		where = "by " + s.name(n.Via)
	}
	strength := tie.Strength(s.now())
	words = append(words, figure(strength)+" "+weightWord(strength), where)
	for _, e := range tie.Said() {
		words = append(words, word(e.Type))
	}
	if slices.Contains(s.selected, n.ID) {
		words = append(words, "selected")
	}
	return words
}

// Say implements [views.Speaker].
func (s *Screen) Say() string {
	n := s.node(s.cursor)
	if n == nil {
		return "reading"
	}
	text := widget.Clean(strings.Join(s.words(n), ", "))
	if i := slices.Index(s.rows, n.ID); i >= 0 {
		return fmt.Sprintf("row %d of %d: %s", i+1, len(s.rows), text)
	}
	return text
}
