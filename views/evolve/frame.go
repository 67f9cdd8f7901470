package evolve

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

	left, right int  // widths; 0: not shown
	alone       bool // one pane at a time
	tall        bool // there is room for the lifecycle over the list

	listRows  []int // row on each line of the list, -1 for none
	planTop   int   // line of the plan's first row
	buttonsAt int   // line of the buttons, -1 for none
	buttonX   [2][2]int
	below     int // lines of the page below what is in sight
	minute    int64
}

func (f *frame) dirty() { f.stale = true }

// tick marks the frame as stale when a later instant draws it differently:
// nothing here moves faster than by the minute, but work under way.
func (f *frame) tick(s *Screen) {
	if m := s.now().Unix() / 60; m != f.minute || s.job.cancel != nil || s.src.Comparing().Running {
		f.minute = m
		f.stale = true
	}
}

// Sizes from which something fits beside something else, in cells and lines.
const (
	sideBySide = 100
	leastSide  = 16
	leftCells  = 55
	leftSmall  = 46
	tallList   = 28
)

// Draw implements [views.View].
func (s *Screen) Draw(w, h int) []string {
	f := &s.frame
	s.drawn = true
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if f.w != w || f.h != h {
		whys := f.w >= 56
		f.w, f.h = w, h
		f.stale = true
		if whys != (w >= 56) {
			s.arrange()
		}
	}
	if !f.stale && f.whole != nil {
		return slices.Clone(f.whole)
	}
	s.lay(w, h)
	switch {
	case f.left == 0:
		f.whole = widget.Block(s.padded(s.drawPage(max(1, w-2), h)), w, h)
	case f.right == 0:
		f.whole = widget.Block(s.drawList(w, h), w, h)
	default:
		t := s.theme()
		f.whole = widget.Beside(h, t.Paint(themes.Border, t.Glyphs.Separator),
			widget.Pane{Lines: s.drawList(f.left, h), W: f.left},
			widget.Pane{Lines: s.padded(s.drawPage(f.right-2, h)), W: f.right})
	}
	f.stale = false
	return slices.Clone(f.whole)
}

// lay divides the screen.
func (s *Screen) lay(w, h int) {
	f := &s.frame
	f.alone = w < sideBySide || h < leastSide || s.ctx.Accessible
	f.listRows, f.buttonsAt, f.planTop, f.below = nil, -1, 0, 0
	f.tall = h >= tallList
	switch {
	case f.alone && (s.full || s.form != nil):
		f.left, f.right = 0, w
	case f.alone:
		f.left, f.right = w, 0
	default:
		s.full = false
		f.left = leftCells
		if w < 120 {
			f.left = leftSmall
		}
		f.right = w - 1 - f.left
	}
}

func (s *Screen) padded(lines []string) []string {
	for i := range lines {
		lines[i] = " " + lines[i]
	}
	return lines
}

func (s *Screen) cursorSign() string {
	if s.ctx.Accessible {
		return ">"
	}
	return s.theme().Glyphs.Cursor
}

// laid lays the cursor under a line.
func (s *Screen) laid(drawn string, under bool) string {
	if !under {
		return drawn
	}
	return s.theme().Ink(themes.Cursor).Lay(drawn)
}

// lensMode is that of the lens.
func (s *Screen) lensMode() views.LensMode { return s.ctx.Lens().Mode }
