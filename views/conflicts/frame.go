package conflicts

import (
	"slices"
	"strings"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// frame is what was drawn last and where things are on it.
type frame struct {
	w, h  int
	stale bool
	whole []string

	queue, page int  // widths; 0: not shown
	alone       bool // one pane at a time
	firstRow    int  // line of the queue's first row
	rowLines    int  // lines of one row

	// Where the rows of choices are on the page: ruleRows[i] is the row drawn
	// on line rulesAt+i, or -1.
	rulesAt  int
	ruleRows []int

	stacked bool // the page is one scrolled column
	below   int  // its lines below what is in sight
	reveal  bool // the row under the cursor is to be brought into sight
	minute  int64
}

func (f *frame) dirty() { f.stale = true }

// tick marks the frame as stale when a later instant draws it differently:
// ages and bars move by the minute at most.
func (f *frame) tick(s *Screen) {
	if m := s.now().Unix() / 60; m != f.minute || s.ctx.Lens().Mode != views.Live {
		f.minute = m
		f.stale = true
	}
}

// rowSeen reports whether a row of choices is in sight.
func (f *frame) rowSeen(row int) bool {
	return slices.Contains(f.ruleRows, row)
}

// Sizes from which something fits beside something else, in cells and lines.
const (
	sideBySide = 100
	leastSide  = 16
	fullQueue  = 27
	smallQueue = 23
)

// Draw implements [views.View].
func (s *Screen) Draw(w, h int) []string {
	f := &s.frame
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if f.w != w || f.h != h {
		f.w, f.h = w, h
		f.stale = true
	}
	if !f.stale && f.whole != nil {
		return slices.Clone(f.whole)
	}
	s.lay(w, h)
	switch {
	case s.merge != nil:
		f.whole = widget.Block(s.drawMerge(w, h), w, h)
	case f.queue == 0:
		f.whole = widget.Block(s.padded(s.drawPage(max(1, w-2), h)), w, h)
	case f.page == 0:
		f.whole = widget.Block(s.drawQueue(w, h), w, h)
	default:
		t := s.theme()
		f.whole = widget.Beside(h, t.Paint(themes.Border, t.Glyphs.Separator),
			widget.Pane{Lines: s.drawQueue(f.queue, h), W: f.queue},
			widget.Pane{Lines: s.padded(s.drawPage(f.page-2, h)), W: f.page})
	}
	f.stale = false
	return slices.Clone(f.whole)
}

// lay divides the screen.
func (s *Screen) lay(w, h int) {
	f := &s.frame
	f.alone = w < sideBySide || h < leastSide || s.ctx.Accessible
	f.ruleRows, f.rulesAt, f.stacked = nil, -1, false
	switch {
	case f.alone && s.full:
		f.queue, f.page = 0, w
	case f.alone:
		f.queue, f.page = w, 0
	default:
		s.full = false
		f.queue = fullQueue
		if w < 120 {
			f.queue = smallQueue
		}
		f.page = w - 1 - f.queue
	}
	f.firstRow, f.rowLines = 2, 3
	switch {
	case h < 8:
		f.firstRow, f.rowLines = 1, 1
	case f.page == 0 && w >= 56, s.ctx.Accessible:
		f.rowLines = 1
	case f.page == 0:
		f.rowLines = 2
	}
	foot := 1
	for t := range s.queue.lists {
		s.queue.lists[t].window.SetHeight(max(0, (h-f.firstRow-foot)/f.rowLines))
	}
}

func (s *Screen) padded(lines []string) []string {
	for i := range lines {
		lines[i] = " " + lines[i]
	}
	return lines
}

// message stands where there is nothing to show: what is the case, and the
// next step.
type message struct {
	role  themes.Role
	title string
	next  []string
}

// instead is what is said in place of rows; nil when there are some.
func (s *Screen) instead() *message {
	q := &s.queue
	switch {
	case len(q.list().conflicts) > 0:
		return nil
	case q.err != nil:
		return &message{themes.Danger, "The conflicts could not be read", []string{q.err.Error()}}
	case !q.loaded:
		return &message{themes.Muted, "Reading the conflicts …", nil}
	case q.tab == settledOnes:
		return &message{themes.Text, "Nothing has been settled yet", []string{"← the open ones"}}
	case len(q.lists[settledOnes].conflicts) > 0:
		return &message{themes.Good, "Nothing contradicts: all is settled", []string{"→ what was decided", "x on Memories declares a contradiction"}}
	}
	return &message{themes.Text, "Nothing contradicts", []string{"x on Memories declares that two memories do", "a provider finds them by itself, when one is configured"}}
}

func (s *Screen) drawMessage(m *message, w, h int) []string {
	t := s.theme()
	var lines []string
	add := func(role themes.Role, text string) {
		wrapped, _ := widget.WrapN(text, max(1, w-2), 4)
		for _, line := range wrapped {
			lines = append(lines, " "+t.Paint(role, line))
		}
	}
	add(m.role, m.title)
	for _, next := range m.next {
		add(themes.Muted, next)
	}
	return lines[:min(len(lines), h)]
}

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
	name, known := s.names[c.ID]
	if !known {
		name, title = "…", themes.Faint
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
