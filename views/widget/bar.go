package widget

import (
	"math"
	"strconv"
	"strings"

	"ebb/themes"
)

// Bar draws v (0…1) in w cells without colour, to an eighth of a cell. What is
// more than nothing shows at least an eighth. NaN draws nothing.
func Bar(g *themes.Glyphs, v float64, w int) string {
	if w <= 0 {
		return ""
	}
	full, part := barEighths(v, w)
	var b strings.Builder
	b.Grow(3 * w)
	for range full {
		b.WriteString(g.Eighths[8])
	}
	used := full
	if part > 0 {
		b.WriteString(g.Eighths[part])
		used++
	}
	b.WriteString(spaces(w - used))
	return b.String()
}

// RetentionBar draws v (0…1) in w cells in the theme's bar colour, or in the
// other one while v is below threshold.
func RetentionBar(th *themes.Theme, v, threshold float64, w int) string {
	role := themes.BarFull
	if v < threshold {
		role = themes.BarLow
	}
	return th.Paint(role, Bar(&th.Glyphs, v, w))
}

// BarStep is the state of a bar of w cells as one number: what is drawn
// changes only when it does, so that a screen can tell whether to draw again.
func BarStep(v float64, w int) int {
	full, part := barEighths(v, w)
	return full*8 + part
}

func barEighths(v float64, w int) (full, part int) {
	if w <= 0 || !(v > 0) { // NaN too
		return 0, 0
	}
	eighths := max(int(math.Min(v, 1)*float64(w)*8+.5), 1)
	return eighths / 8, eighths % 8
}

// Score writes a share of one as lists do: ".68", "1.00". Never more than four
// cells; NaN is "—".
func Score(v float64) string { return share(v, 2) }

// ScoreLong writes it as the detail does, in nine cells at most: ".6831072".
func ScoreLong(v float64) string { return share(v, 7) }

func share(v float64, digits int) string {
	if math.IsNaN(v) {
		return "—"
	}
	v = math.Min(math.Max(v, 0), 1)
	return strings.TrimPrefix(strconv.FormatFloat(v, 'f', digits, 64), "0")
}

// Signed writes a difference with its sign, as in "−.307" and "+.030"; what
// rounds to nothing is " .000".
func Signed(g *themes.Glyphs, v float64, digits int) string {
	if math.IsNaN(v) {
		return "—"
	}
	s := strconv.FormatFloat(math.Abs(v), 'f', digits, 64)
	sign := "+"
	switch {
	case strings.Trim(s, "0.") == "":
		sign = " "
	case v < 0:
		sign = g.Minus
	}
	return sign + strings.TrimPrefix(s, "0")
}
