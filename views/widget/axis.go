package widget

import (
	"time"

	"ebb/themes"
)

// Axis is the rule under the tabs, which is also the store's history: solid
// behind the present, dashed ahead of it, with the edits and cycles on it.
type Axis struct {
	From, To time.Time // the ends of the line
	Now      time.Time // the present
	Lens     time.Time // where the lens stands; zero while it is live
	Edits    []time.Time
	Cycles   []time.Time
}

// NewAxis spans the time from the first thing known to the horizon, so that
// the present stands at 70 % of the line as long as there is a past at all.
func NewAxis(first, now time.Time) Axis {
	const century = 100 * 365 * 24 * time.Hour // a zero first must not overflow
	past := min(max(now.Sub(first), 24*time.Hour), century)
	return Axis{From: now.Add(-past), To: now.Add(past / 7 * 3), Now: now}
}

// Column is the cell of w on which t falls, clamped to the ends.
func (a Axis) Column(t time.Time, w int) int {
	span := a.To.Sub(a.From)
	if w <= 1 || span <= 0 {
		return 0
	}
	x := float64(t.Sub(a.From)) / float64(span) * float64(w-1)
	return min(max(int(x+.5), 0), w-1)
}

// At is the instant in the middle of cell x of w, for the mouse.
func (a Axis) At(x, w int) time.Time {
	if w <= 1 {
		return a.From
	}
	span := a.To.Sub(a.From)
	return a.From.Add(time.Duration(float64(span) * float64(x) / float64(w-1)))
}

// mark is what stands on one cell of the axis; a higher one wins.
type mark uint8

const (
	ruleMark mark = iota
	editMark
	cycleMark
	nowMark
	lensMark
)

// Draw returns the line, w cells wide.
func (a Axis) Draw(th *themes.Theme, w int) string {
	if w <= 0 {
		return ""
	}
	marks := make([]mark, w)
	put := func(t time.Time, m mark) {
		if t.Before(a.From) || t.After(a.To) {
			return
		}
		if x := a.Column(t, w); marks[x] < m {
			marks[x] = m
		}
	}
	for _, t := range a.Edits {
		put(t, editMark)
	}
	for _, t := range a.Cycles {
		put(t, cycleMark)
	}
	now := a.Column(a.Now, w)
	marks[now] = nowMark
	if !a.Lens.IsZero() {
		marks[a.Column(a.Lens, w)] = lensMark
	}
	return a.paint(th, marks, now)
}

// accent is the ink of what belongs to the lens, and of the present while it
// is live.
func (a Axis) accent() themes.Role {
	switch {
	case a.Lens.IsZero():
		return themes.Accent
	case a.Lens.After(a.Now):
		return themes.Future
	default:
		return themes.Past
	}
}

func (a Axis) paint(th *themes.Theme, marks []mark, now int) string {
	g := &th.Glyphs
	rule := themes.Border
	if !a.Lens.IsZero() {
		rule = a.accent()
	}
	nowGlyph := g.Now
	if !a.Lens.IsZero() {
		nowGlyph = g.NowAway
	}
	line := make([]byte, 0, 4*len(marks)+64)
	run := make([]byte, 0, 3*len(marks))
	role := rule
	flush := func(next themes.Role) {
		if next != role {
			line = th.Ink(role).Append(line, string(run))
			run, role = run[:0], next
		}
	}
	for x, m := range marks {
		sign, as := g.Rule, rule
		switch m {
		case editMark:
			sign = g.Edit
		case cycleMark:
			sign = g.Cycle
		case nowMark:
			sign, as = nowGlyph, a.accent()
		case lensMark:
			sign, as = g.Lens, themes.Strong
		default:
			if x > now {
				sign = g.Dash
			}
		}
		flush(as)
		run = append(run, sign...)
	}
	return string(th.Ink(role).Append(line, string(run)))
}
