package ui

import (
	"time"

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

const day = 24 * time.Hour

// nowShare is where now stands on the axis: more has been than can be foretold.
const nowShare = .7

// drawAxis draws line 3: solid behind, dashed ahead, what happened, now, and
// the lens. A cell is a day, or as many as it takes to keep the lens in sight.
func (s *shell) drawAxis() string {
	l := s.shownLens()
	if s.o.Accessible {
		return widget.Fit(" "+s.timeInWords(l), s.w)
	}
	behind := int(nowShare * float64(s.w))
	before := s.w - behind - 1
	scale := 1
	for before > 1 && l.At.Sub(l.Real) > time.Duration(scale*(before-1))*day {
		scale *= 2
	}
	cell := time.Duration(scale) * day
	line := widget.Axis{
		From: l.Real.Add(-time.Duration(behind) * cell), To: l.Real.Add(time.Duration(before) * cell),
		Now: l.Real,
	}
	if l.Mode != views.Live || s.lens.open {
		line.Lens = l.At
	}
	for _, m := range s.axisMarks(line.From, l.Real, behind, scale) {
		if m.Cell < 0 || m.Cell >= behind {
			continue
		}
		at := line.From.Add(time.Duration(m.Cell) * cell)
		if m.Cycle {
			line.Cycles = append(line.Cycles, at)
		} else {
			line.Edits = append(line.Edits, at)
		}
	}
	return line.Draw(s.theme, s.w)
}

func (s *shell) axisMarks(from, now time.Time, cells, scale int) []Mark {
	a := &s.frame.axis
	if s.session == nil || s.session.Axis == nil || cells <= 0 {
		return nil
	}
	today := now.Unix() / 86400
	if a.beenLooked && !a.changed && a.w == cells && a.scale == scale && a.day == today {
		return a.marks
	}
	*a = axis{marks: s.session.Axis(from, now, cells), w: cells, scale: scale, day: today, beenLooked: true}
	return a.marks
}

func (s *shell) timeInWords(l views.Lens) string {
	if l.Mode == views.Live {
		return "time: now"
	}
	return "time: " + ahead(l.At.Sub(l.Real)) + ", if nothing happens; read only"
}
