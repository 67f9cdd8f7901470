package widget

import (
	"strings"

	"ebb/themes"
)

// Cell is one column's part of a row: drawn text and the cells it gets. A
// width of 0 takes what the others leave; only one cell of a row may.
type Cell struct {
	Text  string
	W     int
	Right bool // at the right end of its cells
}

// Row sets cells beside each other, gap blanks between them, exactly w wide.
func Row(w, gap int, row ...Cell) string {
	if w <= 0 {
		return ""
	}
	rest, taken := w-gap*(len(row)-1), false
	for _, c := range row {
		rest -= c.W
	}
	var b strings.Builder
	b.Grow(2 * w)
	for i, c := range row {
		if i > 0 {
			b.WriteString(spaces(gap))
		}
		if c.W == 0 {
			c.W, taken = rest, true
		}
		if c.Right {
			b.WriteString(FitRight(c.Text, c.W))
		} else {
			b.WriteString(Fit(c.Text, c.W))
		}
	}
	if rest == 0 || taken && rest > 0 {
		return b.String()
	}
	return Fit(b.String(), w)
}

// Ends sets left at the left end and right at the right end of w cells; the
// left one is cut where both do not fit, and the right one where it alone does
// not.
func Ends(left, right string, w int) string {
	if w <= 0 {
		return ""
	}
	n := Width(right)
	if n >= w {
		return Fit(right, w)
	}
	return Fit(left, w-n) + right
}

// Hint is one key and what it does.
type Hint struct{ Key, Does string }

// Footer draws hints on one line of w cells. Hints that do not fit are left
// out whole, from the end; last (such as "? all keys") always stays.
func Footer(th *themes.Theme, w int, hints []Hint, last Hint) string {
	if w <= 0 {
		return ""
	}
	tail := drawHint(th, last)
	tailWidth := Width(tail)
	var b strings.Builder
	used := 1
	b.WriteByte(' ')
	for _, h := range hints {
		one := drawHint(th, h)
		n := Width(one) + 2
		if used+n+tailWidth > w {
			break
		}
		b.WriteString(one)
		b.WriteString("  ")
		used += n
	}
	b.WriteString(tail)
	return Fit(b.String(), w)
}

func drawHint(th *themes.Theme, h Hint) string {
	if h.Key == "" {
		return th.Paint(themes.Muted, h.Does)
	}
	if h.Does == "" {
		return th.Paint(themes.Key, h.Key)
	}
	return th.Paint(themes.Key, h.Key) + " " + th.Paint(themes.Muted, h.Does)
}

// Part is one line of a retention's explanation: learned 1.00, time −.307 …
type Part struct {
	Label string // a word: "time"
	Value string // drawn figure: "−.307"
	Why   string // words: "11 d on the curve"
	Cut   bool   // the words have one line, cut where they are longer
}

// partWords breaks a part's words into lines of w cells, at least one of them.
func partWords(th *themes.Theme, p *Part, w int) []string {
	most := partLines
	if p.Cut {
		most = 1
	}
	lines, more := WrapN(p.Why, w, most)
	if len(lines) == 0 {
		return []string{""}
	}
	if last := len(lines) - 1; more {
		lines[last] = Truncate(lines[last], w-1, "") + th.Glyphs.Ellipsis
	}
	return lines
}

// partLines bounds how far the words of a part go on below its figure.
const partLines = 2

// Waterfall draws parts as aligned lines of w cells; words that do not fit
// beside their figure go on below it.
func Waterfall(th *themes.Theme, parts []Part, w int) []string {
	label, value := 0, 0
	for _, p := range parts {
		label, value = max(label, Width(p.Label)), max(value, Width(p.Value))
	}
	out := make([]string, 0, len(parts))
	for _, p := range parts {
		for i, line := range partWords(th, &p, w-label-value-4) {
			if i > 0 {
				p.Label, p.Value = "", ""
			}
			out = append(out, Row(
				w, 2,
				Cell{Text: th.Paint(themes.Muted, p.Label), W: label},
				Cell{Text: p.Value, W: value, Right: true},
				Cell{Text: th.Paint(themes.Muted, Walled(line))},
			))
		}
	}
	return out
}
