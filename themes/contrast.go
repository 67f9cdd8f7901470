package themes

import (
	"math"
	"strconv"
)

// rgb is a colour, 0…255 per channel.
type rgb struct{ r, g, b uint8 }

// parseHex reads "#rrggbb" or "#rgb".
func parseHex(s string) (rgb, bool) {
	if len(s) == 4 && s[0] == '#' {
		s = string([]byte{'#', s[1], s[1], s[2], s[2], s[3], s[3]})
	}
	if len(s) != 7 || s[0] != '#' {
		return rgb{}, false
	}
	n, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return rgb{}, false
	}
	return rgb{uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// luminance is WCAG 2.2's relative luminance, 0…1.
func (c rgb) luminance() float64 {
	channel := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= .04045 {
			return s / 12.92
		}
		return math.Pow((s+.055)/1.055, 2.4)
	}
	return .2126*channel(c.r) + .7152*channel(c.g) + .0722*channel(c.b)
}

// contrast is WCAG 2.2's contrast ratio of two colours, 1…21.
func contrast(a, b rgb) float64 {
	la, lb := a.luminance(), b.luminance()
	return (max(la, lb) + .05) / (min(la, lb) + .05)
}

// Contrasts that a role needs against the background: WCAG AA for text that is
// read, its figure for graphics for what only has to be seen.
const (
	readable = 4.5
	visible  = 3.0
)

// needs is the contrast a role must have; 0 for what only decorates.
func (r Role) needs() float64 {
	switch r {
	case Faint, BarFull, BarLow:
		return visible
	case Border, BarEmpty, Cursor:
		return 0
	}
	return readable
}
