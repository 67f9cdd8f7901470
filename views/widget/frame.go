package widget

import (
	"strings"

	"ebb/themes"
)

// Block makes lines exactly h lines of exactly w cells: cut, padded, filled up.
// It writes into lines where it can.
func Block(lines []string, w, h int) []string {
	w, h = max(w, 0), max(h, 0)
	if len(lines) > h {
		lines = lines[:h]
	}
	for i, line := range lines {
		lines[i] = Fit(line, w)
	}
	for len(lines) < h {
		lines = append(lines, spaces(w))
	}
	return lines
}

// Pane is a column of drawn lines and its width in cells.
type Pane struct {
	Lines []string
	W     int
}

// Beside sets panes side by side with sep (drawn text) between them. The
// result has h lines of exactly the panes' widths and the separators'.
func Beside(h int, sep string, panes ...Pane) []string {
	out := make([]string, max(h, 0))
	var b strings.Builder
	for y := range out {
		b.Reset()
		for i, p := range panes {
			if i > 0 {
				b.WriteString(sep)
			}
			if y < len(p.Lines) {
				b.WriteString(Fit(p.Lines[y], p.W))
			} else {
				b.WriteString(spaces(p.W))
			}
		}
		out[y] = b.String()
	}
	return out
}

// Split shares w cells between two panes and a separator of one cell: the
// right one gets share (0…1) of them, but at least least and not more than
// leaves the left one least.
func Split(w int, share float64, least int) (left, right int) {
	w = max(w-1, 0)
	right = int(share*float64(w) + .5)
	right = min(max(right, least), max(w-least, 0))
	return w - right, right
}

// Overlay lays box over base with its corner at column x, line y. What does
// not fit is cut off; base keeps its size. base is changed.
func Overlay(base, box []string, x, y int) []string {
	for i, line := range box {
		at := y + i
		if at < 0 || at >= len(base) {
			continue
		}
		base[at] = overlayLine(base[at], line, x)
	}
	return base
}

func overlayLine(under, over string, x int) string {
	w, n := Width(under), Width(over)
	if x < 0 {
		over, n, x = cells(over, -x, n), n+x, 0
	}
	if x+n > w {
		n = w - x
		over = FitTail(over, n, "")
	}
	if n <= 0 {
		return under
	}
	return cells(under, 0, x) + closeOpen(over) + cells(under, x+n, w)
}

// Centered is where a box of bw × bh cells stands in the middle of w × h.
func Centered(w, h, bw, bh int) (x, y int) { return max((w-bw)/2, 0), max((h-bh)/2, 0) }

// cells cuts the cells [from, to) out of a drawn line. A wide character that
// is cut through becomes a blank; colours that were on at from are on again,
// and the result closes its own.
func cells(s string, from, to int) string {
	if from >= to {
		return ""
	}
	if isPlain(s) {
		if from >= len(s) {
			return spaces(to - from)
		}
		return s[from:min(to, len(s))] + spaces(to-max(len(s), from))
	}
	var b strings.Builder
	inks := make([]byte, 0, 64) // what is on at the current place
	started := false            // whether anything was drawn
	col := 0
	for i := 0; i < len(s) && col < to; {
		n, c, k := step(s[i:])
		part := s[i : i+n]
		i += n
		switch {
		case k == other:
		case k == style:
			if inks = append(inks, part...); isReset(part) {
				inks = inks[:0]
			}
			if started {
				b.WriteString(part)
			}
		case c == 0: // a wall is needed in front too; a mark there has lost its letter
			if started || part == wall && col == from {
				b.WriteString(part)
			}
		case col+c <= from:
			col += c
		default:
			if !started {
				b.Write(inks)
				started = true
			}
			if col < from || col+c > to {
				part = spaces(min(col+c, to) - max(col, from))
			}
			b.WriteString(part)
			col += c
		}
	}
	if len(inks) > 0 && started {
		b.WriteString(reset)
	}
	b.WriteString(spaces(to - max(col, from)))
	return b.String()
}

// closeOpen ends a colour that a line leaves on.
func closeOpen(s string) string {
	i := strings.LastIndexByte(s, esc)
	if i < 0 {
		return s
	}
	n, _, k := step(s[i:])
	return s + closing(k == style && !isReset(s[i:i+n]))
}

// Box draws a border around lines, w × h cells in all, with a title (drawn
// text) in its upper edge.
func Box(th *themes.Theme, border themes.Role, title string, lines []string, w, h int) []string {
	if w < 4 || h < 2 {
		return Block(nil, w, h)
	}
	g, ink := &th.Glyphs, th.Ink(border)
	inner := w - 4
	out := make([]string, 0, h)
	top := strings.Repeat(g.Horizontal, w-2)
	if title != "" {
		title = Truncate(title, inner-2, g.Ellipsis)
		top = g.Horizontal + " \x00 " + strings.Repeat(g.Horizontal, max(inner-1-Width(title), 0))
	}
	before, after, _ := strings.Cut(g.TopLeft+top+g.TopRight, "\x00")
	out = append(out, Fit(ink.Paint(before)+title+ink.Paint(after), w))
	left, right := ink.Paint(g.Vertical)+" ", " "+ink.Paint(g.Vertical)
	for i := range h - 2 {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out = append(out, left+Fit(line, inner)+right)
	}
	return append(out, ink.Paint(g.BottomLeft+strings.Repeat(g.Horizontal, w-2)+g.BottomRight))
}
