package widget

import (
	"slices"

	"ebb/themes"
)

// Highlight makes raw text exactly w cells of one line like [Line], in the ink
// base, with the characters at the given byte offsets of s in the ink mark.
// Offsets are sorted and may fall inside a character, as fuzzy matchers report
// them; those outside s, or cut away, mark nothing.
func Highlight(th *themes.Theme, base, mark themes.Role, s string, offsets []int, w int) string {
	if w <= 0 {
		return ""
	}
	if len(offsets) == 0 {
		return th.Paint(base, Line(s, w))
	}
	whole, cut := CleanN(s, w)
	limit := w
	if cut {
		limit = w - 1
	}
	out := make([]byte, 0, len(whole)+32*len(offsets))
	run := make([]byte, 0, len(whole))
	role, used := base, 0
	flush := func(next themes.Role) {
		if next != role {
			out = th.Ink(role).Append(out, string(run))
			run, role = run[:0], next
		}
	}
	for c := (cleaner{rest: s}); ; {
		p, ok := c.next()
		if !ok || c.col > limit || c.exhausted(w) {
			break
		}
		if p.cells > 0 { // what takes no cell belongs to the character before
			next := base
			if i, _ := slices.BinarySearch(offsets, p.from); i < len(offsets) && offsets[i] < p.to {
				next = mark
			}
			flush(next)
		}
		run = append(run, p.text...)
		used += p.cells
	}
	flush(base)
	if cut {
		run = append(run, th.Glyphs.Ellipsis...)
		used++
	}
	run = append(run, spaces(w-used)...)
	return string(th.Ink(role).Append(out, string(run)))
}
