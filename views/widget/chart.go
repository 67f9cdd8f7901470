package widget

import (
	"math"
	"strings"

	"ebb/themes"
)

// Spark draws values as columns in w cells, lo at the foot and hi at the top.
// More values than cells are averaged, fewer are stretched. NaN is a blank.
func Spark(g *themes.Glyphs, values []float64, lo, hi float64, w int) string {
	var b strings.Builder
	b.Grow(3 * max(w, 0))
	for x := range max(w, 0) {
		v := resample(values, x, w)
		if math.IsNaN(v) {
			b.WriteByte(' ')
			continue
		}
		b.WriteString(g.Sparks[level(v, lo, hi, len(g.Sparks))])
	}
	return b.String()
}

// level maps v in [lo, hi] to 0 … n-1.
func level(v, lo, hi float64, n int) int {
	if hi <= lo {
		return 0
	}
	t := (math.Min(math.Max(v, lo), hi) - lo) / (hi - lo)
	return min(int(t*float64(n-1)+.5), n-1)
}

// resample is the mean of the values that fall on place x of w, or what lies
// on the line between them where there are fewer values than places. A NaN
// makes a gap.
func resample(values []float64, x, w int) float64 {
	n := len(values)
	switch {
	case n == 0:
		return math.NaN()
	case n == 1:
		return values[0]
	case n <= w:
		at := float64(x) * float64(n-1) / float64(w-1)
		i := min(int(at), n-2)
		switch t := at - float64(i); t {
		case 0:
			return values[i]
		case 1:
			return values[i+1]
		default:
			return values[i]*(1-t) + values[i+1]*t
		}
	}
	from, to := x*n/w, (x+1)*n/w
	sum := 0.0
	for _, v := range values[from:to] {
		sum += v
	}
	return sum / float64(to-from)
}

// Canvas is a field of dots, 2 × 4 to a cell, drawn in braille. Without braille
// it has the same dots and shows one sign per cell.
type Canvas struct {
	w, h int
	dots []uint8
}

// NewCanvas returns an empty canvas of w × h cells.
func NewCanvas(w, h int) *Canvas {
	w, h = max(w, 0), max(h, 0)
	return &Canvas{w: w, h: h, dots: make([]uint8, w*h)}
}

// brailleBit is the dot's bit at column x, row y of a cell (Unicode 2800).
var brailleBit = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// Set puts a dot at dot column x (0 … 2w-1) and dot row y (0 … 4h-1) from the
// upper left. Dots outside are not drawn.
func (c *Canvas) Set(x, y int) {
	if x < 0 || y < 0 || x >= 2*c.w || y >= 4*c.h {
		return
	}
	c.dots[y/4*c.w+x/2] |= brailleBit[y%4][x%2]
}

// Line draws a line of dots between two places, both included.
func (c *Canvas) Line(x0, y0, x1, y1 int) {
	c.Stroke(x0, y0, x1, y1, Stroke{On: 1}, nil)
}

// Stroke is how a line is drawn: On dots, then Off dots left out, and so on.
// On is at least 1. Wide lines are two dots wide.
type Stroke struct {
	On, Off int
	Wide    bool
}

// Stroke draws a line between two places, both included. touched, where there
// is one, is told of the cell of each dot.
func (c *Canvas) Stroke(x0, y0, x1, y1 int, how Stroke, touched func(x, y int)) {
	dx, dy := x1-x0, y1-y0
	n := max(abs(dx), abs(dy), 1)
	dot := func(x, y int) {
		c.Set(x, y)
		if touched != nil && x >= 0 && y >= 0 && x < 2*c.w && y < 4*c.h {
			touched(x/2, y/4)
		}
	}
	for i := 0; i <= n; i++ {
		if i%(how.On+how.Off) >= how.On {
			continue
		}
		x, y := x0+roundDiv(dx*i, n), y0+roundDiv(dy*i, n)
		dot(x, y)
		switch {
		case how.Wide && abs(dx) >= abs(dy):
			dot(x, y+1)
		case how.Wide:
			dot(x+1, y)
		}
	}
}

// Glyph is what a cell shows, "" where it has no dots.
func (c *Canvas) Glyph(g *themes.Glyphs, x, y int) string {
	if d := c.dots[y*c.w+x]; d != 0 {
		return dotGlyph(g, d)
	}
	return ""
}

// Clear takes the dots out of a cell.
func (c *Canvas) Clear(x, y int) {
	if x >= 0 && y >= 0 && x < c.w && y < c.h {
		c.dots[y*c.w+x] = 0
	}
}

func abs(a int) int { return max(a, -a) }

// roundDiv divides by a positive b, to the nearest.
func roundDiv(a, b int) int {
	if a < 0 {
		return -((-2*a + b) / (2 * b))
	}
	return (2*a + b) / (2 * b)
}

// Plot draws values as a line over dot columns [from, to), lo at the foot and
// hi at the top. NaN leaves a gap. A dotted line shows every third column.
func (c *Canvas) Plot(values []float64, lo, hi float64, from, to int, dotted bool) {
	px, py, have := 0, 0, false
	for x := from; x < to; x++ {
		v := resample(values, x-from, to-from)
		if math.IsNaN(v) || c.h == 0 {
			have = false
			continue
		}
		y := 4*c.h - 1 - level(v, lo, hi, 4*c.h)
		switch {
		case dotted:
			if (x-from)%3 == 0 {
				c.Set(x, y)
			}
		case have:
			c.Line(px, py, x, y)
		default:
			c.Set(x, y)
		}
		px, py, have = x, y, true
	}
}

// Lines draws the canvas without colour: h lines of w cells.
func (c *Canvas) Lines(g *themes.Glyphs) []string {
	out := make([]string, c.h)
	var b strings.Builder
	for y := range out {
		b.Reset()
		for _, d := range c.dots[y*c.w : (y+1)*c.w] {
			b.WriteString(dotGlyph(g, d))
		}
		out[y] = b.String()
	}
	return out
}

func dotGlyph(g *themes.Glyphs, d uint8) string {
	switch {
	case d == 0:
		return " "
	case g.Braille:
		return string(rune(0x2800 + int(d)))
	case d&0b00011011 != 0 && d&0b11100100 == 0: // only in the upper half
		return "'"
	case d&0b00011011 == 0:
		return "."
	}
	return ":"
}

// Curve is a line through time over a labelled axis: the past solid, the
// future dotted, a threshold dashed across.
type Curve struct {
	Past, Future []float64 // 0…1, evenly spaced; either may be empty
	Threshold    float64   // where the dashed line lies; below 0 is none
	Split        float64   // share of the width that belongs to the past, 0…1
}

// curveMargin is the width of the axis labels.
const curveMargin = 5

// Draw returns h lines of w cells: labels at the left, the line at the right.
func (c Curve) Draw(th *themes.Theme, w, h int) []string {
	if w <= curveMargin || h <= 0 {
		return Block(nil, w, h)
	}
	g := &th.Glyphs
	inner := w - curveMargin
	split := min(max(int(c.Split*float64(2*inner)+.5), 0), 2*inner)
	canvas := NewCanvas(inner, h)
	canvas.Plot(c.Past, 0, 1, 0, split, false)
	canvas.Plot(c.Future, 0, 1, split, 2*inner, true)
	lines := canvas.Lines(g)

	limit := -1
	if c.Threshold >= 0 {
		limit = h - 1 - level(c.Threshold, 0, 1, h)
	}
	for y, line := range lines {
		label, tick := "    ", g.Separator
		switch {
		case y == limit:
			label, tick = FitRight(strings.TrimSuffix(Score(c.Threshold), "0"), 3)+" ", g.AxisCross
			line = behind(line, g.Dash)
		case y == 0:
			label, tick = "1.0 ", g.AxisTick
		case y == h/2 && h > 4:
			label, tick = " .5 ", g.AxisTick
		}
		role := themes.Accent
		if y == limit {
			role = themes.BarLow
		}
		lines[y] = th.Paint(themes.Faint, label+tick) + th.Paint(role, line)
	}
	return lines
}

// behind fills the blanks of a line with fill.
func behind(line, fill string) string { return strings.ReplaceAll(line, " ", fill) }
