package timeline

import (
	"slices"
	"strings"
	"time"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// frame is what was drawn last, and where on it things stand.
type frame struct {
	w, h  int
	stale bool
	lines []string
	at    time.Time // the instant it was drawn for

	rowsAt   int // line of the first row
	filterAt int // line of the filter; -1 without one
	textAt   int // line of the comparison
	text     int // its lines

	chart    []string
	chartKey chartKey
}

// chartKey is what the drawn chart depends on.
type chartKey struct {
	gen       uint64
	w, h      int
	versions  int
	read      bool
	marked    uint32
	now, lens int64
	theme     *themes.Theme
	version   uint32
}

func (f *frame) dirty() { f.stale = true }

// tick marks as stale what a later instant draws differently: minutes, and
// everything while the lens is elsewhere.
func (f *frame) tick(s *Screen) {
	lens := s.ctx.Lens()
	if lens.Mode != views.Live || lens.At.Truncate(time.Minute) != f.at.Truncate(time.Minute) {
		f.dirty()
	}
}

// Draw implements [views.View].
func (s *Screen) Draw(w, h int) []string {
	f := &s.frame
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	if f.w != w || f.h != h {
		f.w, f.h = w, h
		f.dirty()
	}
	if !f.stale && f.lines != nil {
		return slices.Clone(f.lines)
	}
	f.stale, f.at = false, s.now()
	f.rowsAt, f.filterAt, f.textAt, f.text = 0, -1, h, 0
	if s.life != nil {
		f.lines = s.drawLife(w, h)
	} else {
		f.lines = s.drawFeed(w, h)
	}
	f.lines = widget.Block(f.lines, w, h)
	return slices.Clone(f.lines)
}

// message stands in the middle when there is nothing to list.
func (s *Screen) message(role themes.Role, w, h int, title string, next ...string) []string {
	t := s.theme()
	var lines []string
	add := func(role themes.Role, text string) {
		wrapped, _ := widget.WrapN(text, max(1, w-4), 4)
		for _, line := range wrapped {
			lines = append(lines, strings.Repeat(" ", max(0, (w-widget.Width(line))/2))+t.Paint(role, line))
		}
	}
	add(role, title)
	if len(next) > 0 && h > 4 {
		lines = append(lines, "")
	}
	for _, n := range next {
		add(themes.Muted, n)
	}
	if above := (h - len(lines)) / 3; above > 0 {
		lines = append(make([]string, above), lines...)
	}
	return lines[:min(len(lines), max(h, 0))]
}

// rule is a line across with words at its left and right.
func (s *Screen) rule(left, right string, w int) string {
	t := s.theme()
	sign := t.Glyphs.Rule
	if s.ctx.Accessible {
		sign = " "
	}
	out := ""
	if left != "" {
		out = t.Paint(themes.Border, strings.Repeat(sign, 2)) + " " + left + " "
	}
	end := ""
	if right != "" && widget.Width(out)+widget.Width(right)+8 <= w {
		end = " " + right + " " + t.Paint(themes.Border, strings.Repeat(sign, 2))
	}
	fill := max(0, w-widget.Width(out)-widget.Width(end))
	return out + t.Paint(themes.Border, strings.Repeat(sign, fill)) + end
}
