package graph

import (
	"cmp"
	"slices"
	"strings"

	"ebb/themes"
	"ebb/views/widget"
)

// picture is a grid of cells: dots, over them signs, over them labels.
type picture struct {
	w, h   int
	dots   *widget.Canvas
	roles  []themes.Role // of the dots
	inks   []ink
	taken  []bool // by a node or a label
	labels [][]label
}

func newPicture(w, h int) *picture {
	return &picture{
		w: w, h: h, dots: widget.NewCanvas(w, h), roles: make([]themes.Role, w*h),
		inks: make([]ink, w*h), taken: make([]bool, w*h), labels: make([][]label, h),
	}
}

func (p *picture) set(at cell, sign string, role themes.Role) {
	if at.x >= 0 && at.y >= 0 && at.x < p.w && at.y < p.h {
		p.inks[at.y*p.w+at.x] = ink{sign, role}
	}
}

// stroke draws a line of dots from the middle of a cell to that of another.
func (p *picture) stroke(a, b cell, how widget.Stroke, role themes.Role) {
	p.dots.Stroke(2*a.x, 4*a.y+1, 2*b.x, 4*b.y+1, how, func(x, y int) { p.roles[y*p.w+x] = role })
}

// line draws a sign into every cell between two.
func (p *picture) line(a, b cell, flat, steep string, role themes.Role) {
	dx, dy := abs(b.x-a.x), abs(b.y-a.y)
	sign := flat
	if 2*dx <= dy {
		sign = steep
	}
	n := max(dx, dy)
	for i := 1; i < n; i++ {
		p.set(cell{a.x + round(b.x-a.x, i, n), a.y + round(b.y-a.y, i, n)}, sign, role)
	}
}

// round is d·i/n, rounded away from nothing.
func round(d, i, n int) int {
	if d < 0 {
		return -round(-d, i, n)
	}
	return (2*d*i + n) / (2 * n)
}

// free reports whether nothing stands in cells of a line.
func (p *picture) free(x, y, w int) bool {
	if x < 0 || y < 0 || y >= p.h || x+w > p.w {
		return false
	}
	return !slices.Contains(p.taken[y*p.w+x:y*p.w+x+w], true)
}

func (p *picture) take(x, y, w int) {
	for i := max(x, 0); i < min(x+w, p.w); i++ {
		p.taken[y*p.w+i] = true
	}
}

// lines paints the picture, runs of one role at once.
func (p *picture) lines(t *themes.Theme) []string {
	out := make([]string, p.h)
	for y := range out {
		slices.SortFunc(p.labels[y], func(a, b label) int { return cmp.Compare(a.x, b.x) })
		next := p.labels[y]
		var b, run strings.Builder
		role := themes.Text
		flush := func() {
			if run.Len() > 0 {
				b.WriteString(t.Paint(role, run.String()))
				run.Reset()
			}
		}
		for x := 0; x < p.w; x++ {
			if len(next) > 0 && next[0].x == x {
				flush()
				b.WriteString(t.Paint(next[0].role, next[0].text))
				x += next[0].w - 1
				next = next[1:]
				continue
			}
			i := p.inks[y*p.w+x]
			if i.sign == "" {
				i = ink{p.dots.Glyph(&t.Glyphs, x, y), p.roles[y*p.w+x]}
			}
			if i.sign == "" {
				i = ink{" ", role}
			}
			if i.role != role {
				flush()
				role = i.role
			}
			run.WriteString(i.sign)
		}
		flush()
		out[y] = b.String()
	}
	return out
}
