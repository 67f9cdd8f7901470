package ui

import (
	"context"
	"maps"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
	"ebb/views/widget"
)

// axis is what the time axis shows of the past. It is asked for in the
// background, anew when something was committed and when the day, the width or
// the scale is another; until the answer is there the old one stays.
type axis struct {
	asked, shown axisSpan
	marks        []Mark
	changed      bool
	asking       bool
}

// axisSpan is what an answer depends on.
type axisSpan struct {
	session *Session
	today   int64 // days since 1970
	behind  int   // cells of the past
	scale   int   // days a cell
}

func (s *shell) axisChanged() { s.frame.axis.changed = true }

const day = 24 * time.Hour

// nowShare is where now stands on the axis: more has been than can be foretold.
const nowShare = .7

// axisSpan is the span to be shown. A cell is a day, or as many as it takes to
// keep the lens in sight.
func (s *shell) axisSpan(l views.Lens) axisSpan {
	behind := int(nowShare * float64(s.w))
	ahead := s.w - behind - 1
	scale := 1
	for behind > 1 && l.Real.Sub(l.At) > time.Duration(scale*(behind-1))*day {
		scale *= 2
	}
	for ahead > 1 && l.At.Sub(l.Real) > time.Duration(scale*(ahead-1))*day {
		scale *= 2
	}
	return axisSpan{session: s.session, today: l.Real.Unix() / 86400, behind: behind, scale: scale}
}

// lookBack asks for the marks where the last answer is out of date.
func (s *shell) lookBack() tea.Cmd {
	a := &s.frame.axis
	if a.asking || s.session == nil || s.session.Axis == nil || s.tooSmall() || s.o.Accessible {
		return nil
	}
	l := s.shownLens()
	span := s.axisSpan(l)
	if span == a.asked && !a.changed {
		return nil
	}
	a.asking, a.changed, a.asked = true, false, span
	from := l.Real.Add(-time.Duration(span.behind*span.scale) * day)
	return s.work(func(context.Context) reply {
		marks := span.session.Axis(from, l.Real, span.behind)
		return func(s *shell) tea.Cmd {
			a := &s.frame.axis
			a.asking = false
			if span.session == s.session {
				a.shown, a.marks = span, marks
			}
			return nil
		}
	})
}

// drawAxis draws line 3: solid behind, dashed ahead, what happened, now, and
// the lens.
func (s *shell) drawAxis() string {
	l := s.shownLens()
	if s.o.Accessible {
		return widget.Fit(" "+s.timeInWords(l), s.w)
	}
	span := s.axisSpan(l)
	cell := time.Duration(span.scale) * day
	line := widget.Axis{
		From: l.Real.Add(-time.Duration(span.behind) * cell),
		To:   l.Real.Add(time.Duration(s.w-span.behind-1) * cell),
		Now:  l.Real,
	}
	if l.Mode != views.Live || s.lens.open {
		line.Lens = l.At
	}
	marks := s.frame.axis.marks
	if shown := s.frame.axis.shown; shown.session != span.session || shown.behind != span.behind || shown.scale != span.scale {
		marks = nil // they belong to other cells
	}
	for _, m := range notable(marks, span.behind) {
		if m.Cell < 0 || m.Cell >= span.behind {
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

// notable keeps a busy past readable: where more than a third of the cells
// have something to show, only the busiest of them are ticked.
func notable(marks []Mark, cells int) []Mark {
	perCell := make(map[int]int, len(marks))
	for _, m := range marks {
		if !m.Cycle {
			perCell[m.Cell] += m.Count
		}
	}
	room := cells / 3
	if len(perCell) <= room {
		return marks
	}
	counts := slices.Sorted(maps.Values(perCell))
	least := counts[len(counts)-max(room*2/3, 1)]
	return slices.DeleteFunc(slices.Clone(marks), func(m Mark) bool { return !m.Cycle && perCell[m.Cell] < least })
}

func (s *shell) timeInWords(l views.Lens) string {
	switch l.Mode {
	case views.Live:
		return "time: now"
	case views.Past:
		return "time: " + behind(l.Real.Sub(l.At)) + ", as it was; read only"
	case views.Future:
	}
	return "time: " + ahead(l.At.Sub(l.Real)) + ", if nothing happens; read only"
}
