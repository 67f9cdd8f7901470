package memories

import (
	"strings"
	"time"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// row is one line of the list, evaluated at an instant.
type row struct {
	head    engine.Head
	gone    bool  // it is not among the memories any more
	matched []int // offsets of the title that the filter matched
	score   float64
	fades   time.Time // zero: not in sight
	hit     *engine.Hit
}

// rowHead is the newest head of the memory in row i.
func (s *Screen) rowHead(i int) (h engine.Head, offsets []int, gone bool) {
	switch o := s.list.order.(type) {
	case matched:
		at := o.row(i)
		if o.snap == s.snap {
			return o.snap.Head(at), o.marks(i), false
		}
		if newer, ok := s.snap.Row(o.snap.ID(at)); ok && s.snap.Loaded() {
			h = s.snap.Head(newer)
			if h.Title == o.snap.Title(at) {
				offsets = o.marks(i)
			}
			return h, offsets, false
		}
		return o.snap.Head(at), o.marks(i), true
	case paged:
		return o.heads[i], nil, false
	case best:
		h = o.hits[i].Memory.Head
		if !s.snap.Loaded() {
			return h, nil, false
		}
		at, ok := s.snap.Row(h.ID)
		if ok {
			h = s.snap.Head(at)
		}
		return h, nil, !ok
	}
	return engine.Head{}, nil, true
}

// head is the newest head of a memory, where it is resident.
func (s *Screen) head(id string) (engine.Head, bool) {
	if id == "" {
		return engine.Head{}, false
	}
	if s.snap.Loaded() {
		if at, ok := s.snap.Row(id); ok {
			return s.snap.Head(at), true
		}
	} else if p, ok := s.list.order.(paged); ok {
		if at := p.find(id); at >= 0 {
			return p.heads[at], true
		}
	}
	if d := s.detail.cached(id); d != nil && d.err == nil {
		return d.memory.Head, true
	}
	return engine.Head{}, false
}

// row evaluates row i at now.
func (s *Screen) row(i int, now time.Time) row {
	h, offsets, gone := s.rowHead(i)
	r := row{head: h, gone: gone, matched: offsets, hit: s.hit(i)}
	ev := s.settings.Evidence(&h)
	r.score, r.fades = s.evaluate(&ev, now)
	return r
}

func (s *Screen) evaluate(ev *dynamics.Evidence, now time.Time) (score float64, fades time.Time) {
	set := &s.settings.Retention
	score = set.Score(ev, now)
	if at, ok := set.CrossesAt(ev, set.ArchiveThreshold, now); ok {
		fades = at
	}
	return score, fades
}

// rowGlyphs is what of a row moves with time: when it is the same, so is what
// was drawn.
type rowGlyphs struct {
	id         string
	bar, score int
	age, fades string
	live       bool
}

func (r *row) glyphs(l *layout, now time.Time) rowGlyphs {
	return rowGlyphs{
		id:    r.head.ID,
		bar:   widget.BarStep(r.score, l.bar),
		score: int(r.score*100 + .5),
		age:   widget.Age(now, r.head.UpdatedAt),
		fades: widget.Fades(now, r.fades),
		live:  r.head.LiveAt(now),
	}
}

// sign is the one sign that a row may carry, and its role.
func (s *Screen) sign(r *row, now time.Time) (string, themes.Role) {
	g := &s.theme().Glyphs
	switch {
	case r.gone:
		return g.Deleted, themes.Faint
	case !r.head.LiveAt(now):
		return widget.StateSign(g, r.head.State), themes.Faint
	case s.inConflict[r.head.ID]:
		return g.Sign, themes.Warn
	case s.pins[r.head.ID]:
		return g.Pin, themes.Accent
	}
	return "", themes.Text
}

// drawRow draws row i in exactly the list's width.
func (s *Screen) drawRow(r *row, i int, under bool, now time.Time) string {
	l, t := &s.frame.layout, s.theme()
	if l.title < 4 {
		return s.drawTitle(r, now, l.list)
	}
	g := &t.Glyphs
	cursor, mark := " ", " "
	if under {
		cursor = t.Paint(s.cursorInk(), g.Cursor)
	}
	if s.list.marked(i) {
		mark = t.Paint(themes.Selection, g.Selected)
	}
	threshold := s.settings.Retention.ArchiveThreshold
	value, least := r.score, threshold
	if r.hit != nil {
		value, least = r.hit.Score, 0
	}
	var b strings.Builder
	b.Grow(4 * l.list)
	b.WriteString(cursor)
	b.WriteString(mark)
	b.WriteByte(' ')
	b.WriteString(widget.RetentionBar(t, value, least, l.bar))
	b.WriteByte(' ')
	if l.score > 0 {
		role := themes.Text
		if value < least {
			role = themes.BarLow
		}
		b.WriteString(t.Paint(role, widget.Fit(widget.Score(value), l.score)))
		b.WriteByte(' ')
	}
	b.WriteString(s.drawTitle(r, now, l.title))
	if l.where > 0 {
		b.WriteString("  ")
		b.WriteString(t.Paint(themes.Muted, widget.Line(r.head.Scope.Namespace, l.where)))
		b.WriteByte(' ')
	}
	if l.age > 0 {
		b.WriteByte(' ')
		b.WriteString(t.Paint(themes.Muted, widget.Fit(widget.Age(now, r.head.UpdatedAt), l.age)))
	}
	if l.fades > 0 {
		b.WriteByte(' ')
		role, fades := themes.Muted, widget.Fades(now, r.fades)
		switch {
		case !r.head.LiveAt(now):
			fades = g.Nothing
		case r.score < threshold:
			role = themes.BarLow
		case r.fades.IsZero():
			fades = g.Nothing
		}
		b.WriteString(t.Paint(role, widget.Fit(fades, l.fades)))
	}
	line := widget.Fit(b.String(), l.list)
	if under {
		line = t.Ink(themes.Cursor).Lay(line)
	}
	return line
}

// cursorInk is bright while the keys are about the list.
func (s *Screen) cursorInk() themes.Role {
	if s.sideHasKeys() {
		return themes.Faint
	}
	return themes.Accent
}

// sideHasKeys reports whether the keys are about what stands beside the list:
// the detail being read, or a form.
func (s *Screen) sideHasKeys() bool { return s.focus == onDetail || s.form != nil }

// drawTitle draws a row's title in exactly w cells, its sign before it.
func (s *Screen) drawTitle(r *row, now time.Time, w int) string {
	t := s.theme()
	role := themes.Text
	if r.gone || !r.head.LiveAt(now) || r.score < s.settings.Retention.ArchiveThreshold {
		role = themes.Faint
	}
	sign, ink := s.sign(r, now)
	lead := ""
	if sign != "" && w > 2 {
		lead = t.Paint(ink, sign) + " "
		w -= 2
	}
	return lead + widget.Highlight(t, role, themes.Match, r.head.Title, r.matched, w)
}
