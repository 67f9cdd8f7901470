package ui

import (
	"strings"
	"time"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// axis is the time axis as it was last asked for: the marks of the past change
// with commits, with the day and with the scale only.
type axis struct {
	marks      []Mark
	w, scale   int
	day        int64
	changed    bool
	beenLooked bool
}

func (s *shell) axisChanged() { s.frame.axis.changed = true }

// nowShare is where now stands on the axis: more has been than can be foretold.
const nowShare = .7

// drawAxis draws line 3: solid behind, dashed ahead, what happened, now, and
// the lens. A cell is a day, or as many as it takes to keep the lens in sight.
func (s *shell) drawAxis() string {
	t, l := s.theme, s.shownLens()
	if s.o.Accessible {
		return widget.Fit(" "+s.timeInWords(l), s.w)
	}
	g := &t.Glyphs
	at := int(nowShare * float64(s.w))
	aheadCells := s.w - at - 1
	days := int(l.At.Sub(l.Real).Hours()/24 + .5)
	scale := 1
	for days/scale > aheadCells-1 && aheadCells > 1 {
		scale *= 2
	}
	past := make([]string, at)
	for i := range past {
		past[i] = g.Rule
	}
	for _, m := range s.axisMarks(l.Real, at, scale) {
		if m.Cell < 0 || m.Cell >= at {
			continue
		}
		if m.Cycle {
			past[m.Cell] = g.Cycle
		} else if past[m.Cell] == g.Rule {
			past[m.Cell] = g.Edit
		}
	}
	now, accent := g.Now, s.accent()
	if l.Mode != views.Live {
		now = g.NowAway
	}
	if s.lens.open && l.Mode == views.Live {
		now = g.Lens
	}
	line := t.Paint(themes.Border, strings.Join(past, "")) + t.Paint(accent, now)
	rest := strings.Repeat(g.Dash, aheadCells)
	if l.Mode == views.Live || aheadCells <= 0 {
		return line + t.Paint(themes.Border, rest)
	}
	cell := min(max(days/scale-1, 0), aheadCells-1)
	return line + t.Paint(themes.Future, strings.Repeat(g.Dash, cell)) + t.Paint(themes.Future, g.Lens) +
		t.Paint(themes.Border, strings.Repeat(g.Dash, aheadCells-cell-1))
}

func (s *shell) axisMarks(now time.Time, cells, scale int) []Mark {
	a := &s.frame.axis
	if s.session == nil || s.session.Axis == nil || cells <= 0 {
		return nil
	}
	day := now.Unix() / 86400
	if a.beenLooked && !a.changed && a.w == cells && a.scale == scale && a.day == day {
		return a.marks
	}
	from := now.Add(-time.Duration(cells*scale) * 24 * time.Hour)
	*a = axis{marks: s.session.Axis(from, now, cells), w: cells, scale: scale, day: day, beenLooked: true}
	return a.marks
}

func (s *shell) timeInWords(l views.Lens) string {
	if l.Mode == views.Live {
		return "time: now"
	}
	return "time: " + ahead(l.At.Sub(l.Real)) + ", if nothing happens; read only"
}
