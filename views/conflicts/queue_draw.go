package conflicts

import (
	"strings"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// drawQueue draws the two tabs, the rows and what is selected.
func (s *Screen) drawQueue(w, h int) []string {
	f, t, q := &s.frame, s.theme(), &s.queue
	lines := make([]string, 0, h)
	lines = append(lines, s.drawTabs(w))
	if f.firstRow > 1 {
		lines = append(lines, "")
	}
	if m := s.instead(); m != nil {
		return append(lines, s.drawMessage(m, w, h-len(lines))...)
	}
	l := q.list()
	from, to := l.window.Visible()
	for i := from; i < to; i++ {
		lines = append(lines, s.drawRow(i, w)...)
	}
	for len(lines) < h-1 {
		lines = append(lines, "")
	}
	foot := ""
	switch n := len(l.conflicts); {
	case q.selecting():
		word := grouped(q.count()) + " selected"
		if q.anchor >= 0 {
			word += " · v ends"
		}
		foot = t.Paint(themes.Selection, word)
	case n > to-from:
		foot = t.Paint(themes.Muted, grouped(from+1)+"–"+grouped(to)+" of "+grouped(n))
	}
	return append(lines, " "+foot)
}

func (s *Screen) openWord() string { return grouped(len(s.queue.lists[openOnes].conflicts)) }

func (s *Screen) drawTabs(w int) string {
	t, q := s.theme(), &s.queue
	words := [2]string{"open " + s.openWord(), "settled " + grouped(len(q.lists[settledOnes].conflicts))}
	if !q.loaded {
		words = [2]string{"open …", "settled …"}
	}
	line := " "
	for i, word := range words {
		role := themes.Muted
		if tab(i) == q.tab {
			role = themes.Tab
			if s.ctx.Accessible || t.Colourless() {
				word = "[" + word + "]"
			}
		}
		line += t.Paint(role, word) + "   "
	}
	return widget.Fit(line, w)
}

// drawRow draws one conflict on as many lines as rows have.
func (s *Screen) drawRow(i, w int) []string {
	f, t, q := &s.frame, s.theme(), &s.queue
	l := q.list()
	c := &l.conflicts[i]
	under := i == l.window.Cursor()
	mark, title := " ", themes.Text
	if under {
		mark, title = t.Paint(themes.Accent, s.cursorSign()), themes.Strong
	}
	chosen := " "
	if q.marked(i) {
		chosen = t.Paint(themes.Selection, t.Glyphs.Selected)
		if s.ctx.Accessible {
			chosen = t.Paint(themes.Selection, "+")
		}
	}
	lead := mark + chosen + " "
	name := "…"
	if n, known := s.names[c.ID]; known {
		name = n.text
	} else {
		title = themes.Faint
	}
	if f.rowLines == 1 {
		right := t.Paint(themes.Muted, s.under(c))
		room := w - 4 - widget.Width(right) - 2
		if room < 14 {
			right, room = "", w-4
		}
		line := widget.Ends(lead+t.Paint(title, widget.Line(name, max(0, room))), right+" ", w)
		return []string{s.laid(line, under)}
	}
	out := []string{
		s.laid(widget.Fit(lead+t.Paint(title, widget.Line(name, max(0, w-4))), w), under),
		widget.Fit("   "+t.Paint(themes.Muted, s.underIn(c, max(0, w-4))), w),
	}
	for len(out) < f.rowLines {
		out = append(out, "")
	}
	return out
}

func (s *Screen) laid(line string, under bool) string {
	if !under || s.focus != onQueue {
		return line
	}
	return s.theme().Ink(themes.Cursor).Lay(line)
}

func (s *Screen) cursorSign() string {
	if s.ctx.Accessible {
		return ">"
	}
	return s.theme().Glyphs.Cursor
}

// under is what a row says besides its name: "value · .93 · 2 h".
func (s *Screen) under(c *engine.Conflict) string { return strings.Join(s.parts(c), " · ") }

// underIn is the same in w cells: where it does not fit, what matters least
// goes.
func (s *Screen) underIn(c *engine.Conflict, w int) string {
	parts := s.parts(c)
	for len(parts) > 2 && widget.Width(strings.Join(parts, " · ")) > w {
		if c.Status == engine.ConflictOpen {
			parts = parts[1:]
		} else {
			parts = parts[:len(parts)-1]
		}
	}
	return widget.Truncate(strings.Join(parts, " · "), w, s.theme().Glyphs.Ellipsis)
}

func (s *Screen) parts(c *engine.Conflict) []string {
	if c.Status != engine.ConflictOpen {
		return []string{s.decision(c), widget.Clean(c.ResolvedBy.String()), s.date(c.ResolvedAt)}
	}
	age := spell(s.now().Sub(c.CreatedAt))
	switch c.Type {
	case engine.ConflictDeclared:
		return []string{"declared", widget.Clean(c.DeclaredBy.String()), age}
	case engine.ConflictImported:
		return []string{"imported", age}
	case engine.ConflictValueMismatch:
		return []string{"value", widget.Score(c.Confidence), age}
	}
	return []string{widget.Clean(c.Type), widget.Score(c.Confidence), age}
}

// decision says in a word or two how a settled conflict was decided.
func (s *Screen) decision(c *engine.Conflict) string {
	switch {
	case c.Status == engine.ConflictDismissed:
		return "both kept"
	case c.ResolvedMemoryID == c.MemoryA:
		return "A kept"
	case c.ResolvedMemoryID == c.MemoryB:
		return "B kept"
	}
	return "merged"
}
