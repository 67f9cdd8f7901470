package ui

import "ebb/views/widget"

// fits makes lines exactly as wide as the frame. Nearly all lines are those of
// the frame before: they are compared, which is much cheaper than measured.
type fits struct {
	w         int
	raw, done []string
}

func (f *fits) lines(lines []string, w, h int) []string {
	if f.w != w {
		f.w, f.raw, f.done = w, nil, nil
	}
	raw, done := make([]string, h), make([]string, h)
	copy(raw, lines)
	for i, line := range raw {
		if i < len(f.raw) && f.raw[i] == line {
			done[i] = f.done[i]
		} else {
			done[i] = widget.Fit(line, w)
		}
	}
	f.raw, f.done = raw, done
	return done
}
