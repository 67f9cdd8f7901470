package conflicts

import (
	"slices"

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
	s.drawn = true
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
