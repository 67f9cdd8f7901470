package graph

import (
	"errors"
	"math"
	"slices"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/graph/layout"
	"ebb/views/widget"
)

// The plane that memories are placed on, whatever the size of the screen.
const (
	planeW = 100.0
	planeH = 60.0
)

var nowhere = layout.Point{X: math.NaN(), Y: math.NaN()}

// frame is what was drawn last, and where on it things stand.
type frame struct {
	w, h  int
	stale bool
	lines []string
	at    time.Time // the instant it was drawn for

	either bool // there is room for the table or the picture
	canvas int  // width of the picture; 0 without one
	tableX int  // column of the table
	rowsAt int  // line of the first row
	cells  map[string]cell
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

// The sizes at which the picture is drawn beside the table; smaller screens
// have the table, or from leastAlone on, by tab, the picture.
const (
	leastWide  = 96
	leastHigh  = 14
	leastAlone = 40
)

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
	f.either, f.canvas, f.tableX, f.rowsAt, f.cells = false, 0, 0, 0, nil
	f.lines = widget.Block(s.draw(w, h), w, h)
	return slices.Clone(f.lines)
}

func (s *Screen) draw(w, h int) []string {
	switch {
	case s.err != nil:
		return s.failed(w, h)
	case s.scene == nil:
		return s.message(themes.Muted, w, h, "reading the ties …")
	case len(s.scene.Nodes) == 0:
		return s.message(themes.Text, w, h, "Nothing is tied yet", "Memories that are recalled together grow a tie; x in the list links two.")
	}
	f := &s.frame
	if f.either = !s.ctx.Accessible && (w < leastWide || h < leastHigh) && w >= leastAlone && h >= leastHigh/2; f.either && s.alone {
		f.canvas, f.tableX = w, w
		return s.drawCanvas(w, h)
	}
	if s.ctx.Accessible || w < leastWide || h < leastHigh {
		return s.drawPane(w, h)
	}
	side := min(max(w/3, 36), 44)
	f.canvas = w - side - 3
	f.tableX = f.canvas + 3
	sep := s.theme().Paint(themes.Border, s.theme().Glyphs.Separator) + " "
	return widget.Beside(h, sep, widget.Pane{Lines: s.drawCanvas(f.canvas, h), W: f.canvas + 1}, widget.Pane{Lines: s.drawPane(side, h), W: side})
}

// failed says why nothing is shown.
func (s *Screen) failed(w, h int) []string {
	var missing *engine.NotFoundError
	switch {
	case !errors.As(s.err, &missing):
		return s.message(themes.Danger, w, h, "This cannot be shown", s.err.Error(), "esc: the strongest memories of the store · 1: the list")
	case s.ctx.Lens().Mode == views.Past:
		return s.message(themes.Text, w, h, "It was not there yet", "The memory in the middle is younger than the moment you look at.", "t: another moment · esc: now")
	}
	return s.message(themes.Text, w, h, "It is gone", s.err.Error(), "esc: the strongest memories of the store · 1: the list")
}

// message stands in the middle when there is nothing to show.
func (s *Screen) message(role themes.Role, w, h int, title string, next ...string) []string {
	t := s.theme()
	lines := make([]string, 0, h)
	add := func(role themes.Role, text string) {
		wrapped, _ := widget.WrapN(text, max(1, w-4), 4)
		for _, line := range wrapped {
			x, _ := widget.Centered(w, 1, widget.Width(line), 1)
			lines = append(lines, spaces(x)+t.Paint(role, line))
		}
	}
	for range h / 3 {
		lines = append(lines, "")
	}
	add(role, title)
	lines = append(lines, "")
	for _, n := range next {
		add(themes.Muted, n)
	}
	return lines[:min(len(lines), h)]
}

func spaces(n int) string { return widget.Fit("", n) }
