package ui

import "ebb/views"

// place is where a person was: a screen, and the memory it was asked to open.
type place struct {
	screen views.ScreenID
	id     string
}

// trailLength bounds the way back; nobody remembers more turns than that.
const trailLength = 64

// trail is the one way back across all screens.
type trail struct {
	here place
	past []place
}

// visit goes somewhere and remembers where from.
func (t *trail) visit(p place) {
	if p == t.here {
		return
	}
	if t.here.screen != "" {
		t.past = append(t.past, t.here)
		if len(t.past) > trailLength {
			t.past = append(t.past[:0], t.past[1:]...)
		}
	}
	t.here = p
}

// back returns to the last place and reports whether there was one.
func (t *trail) back() (place, bool) {
	n := len(t.past)
	if n == 0 {
		return place{}, false
	}
	t.here, t.past = t.past[n-1], t.past[:n-1]
	return t.here, true
}
