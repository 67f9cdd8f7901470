package timeline

import (
	"math"
	"strings"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

const (
	chartMargin = 5  // cells of labels at the left of the curve
	nowShare    = .7 // of the width that has been
	leastSpan   = 24 * time.Hour
	leastJump   = .04
	mostSpan    = 100 * 365 * 24 * time.Hour
)

// chart is the retention of a memory through time: what it was, from its
// evidence, and what it will be if nothing happens.
type chart struct {
	widget.Axis
	w, h   int // of the curve itself
	stages []stage
	cycles []time.Time
	set    *engine.Settings
	live   bool
}

// chartOf lays the memory's time out on w cells of which the labels take some.
func (s *Screen) chartOf(l *life, w, h int) chart {
	lens := s.ctx.Lens()
	c := chart{w: max(w-chartMargin, 1), h: h, stages: l.past.stages, cycles: l.past.cycles, set: &s.settings}
	if len(c.stages) == 0 {
		c.stages = stagesOf(&l.memory, l.versions)
	}
	c.live = l.memory.LiveAt(lens.Real)
	first := l.memory.CreatedAt
	if n := len(l.versions); n > 0 && l.versions[n-1].At.Before(first) {
		first = l.versions[n-1].At
	}
	span := min(max(lens.Real.Sub(first), leastSpan), mostSpan)
	if l.memory.CreatedAt.After(lens.Real) {
		span = leastSpan // a clock was set back
	}
	c.Axis = widget.Axis{
		From: lens.Real.Add(-span - span/40),
		To:   lens.Real.Add(time.Duration(float64(span) * (1 - nowShare) / nowShare)),
		Now:  lens.Real,
	}
	if lens.Mode != views.Live {
		c.Lens = lens.At
	}
	return c
}

// score is the retention at an instant of the past, NaN where there was none.
func (c *chart) score(t time.Time) float64 {
	s := at(c.stages, t)
	if s == nil || !s.head.State.Live() {
		return math.NaN()
	}
	return c.set.RetentionOf(&s.head, t).Score
}

// draw is h lines of curve and one of dates.
func (c *chart) draw(th *themes.Theme, l *life, date func(time.Time) string) []string {
	now := c.Column(c.Now, c.w)
	values := make([]float64, 2*(now+1))
	step := c.To.Sub(c.From) / time.Duration(2*c.w)
	for i := range values {
		values[i] = c.score(c.From.Add(time.Duration(i) * step))
		if i > 0 && values[i]-values[i-1] > leastJump {
			values[i-1] = math.NaN() // learned anew: two curves, no cliff between
		}
	}
	var ahead []float64
	if c.live && len(c.stages) > 0 {
		ahead = make([]float64, max(2*(c.w-now-1), 0))
		ev := c.set.Evidence(&l.memory.Head)
		c.set.Retention.Forecast(&ev, c.Now, step, ahead)
	}
	curve := widget.Curve{Past: values, Future: ahead, Threshold: c.set.Retention.ArchiveThreshold, Split: float64(now+1) / float64(c.w)}
	lines := curve.Draw(th, c.w+chartMargin, c.h)
	for y := range lines {
		lines = widget.Overlay(lines, []string{th.Paint(themes.Faint, th.Glyphs.AxisLow)}, chartMargin+now, y)
	}
	c.cyclesOn(th, lines)
	c.versionsOn(th, lines, l)
	if word := "archive below " + widget.Score(curve.Threshold); c.w-now > len(word)+6 {
		row := c.row(curve.Threshold)
		lines = widget.Overlay(lines, []string{" " + th.Paint(themes.Faint, word) + " "}, chartMargin+c.w-len(word)-3, row)
	}
	return append(lines, c.dates(th, l, now, date))
}

// row is the line of a score, as the curve has it.
func (c *chart) row(v float64) int {
	if c.h < 1 {
		return 0
	}
	return min(max(c.h-1-int(v*float64(c.h-1)+.5), 0), c.h-1)
}

// versionsOn puts each version's sign where it lies on the curve, one a cell.
func (c *chart) versionsOn(th *themes.Theme, lines []string, l *life) {
	taken := map[int]bool{}
	for i := range l.versions {
		v := &l.versions[i]
		x := c.Column(v.At, c.w)
		if taken[x] || v.At.Before(c.From) || v.At.After(c.To) {
			continue
		}
		taken[x] = true
		y := c.h - 1
		if score := c.score(v.At); !math.IsNaN(score) {
			y = c.row(score)
		}
		role := themes.Strong
		if l.marked != nil && *l.marked == v.Ref() {
			role = themes.Selection
		}
		if len(taken) > 1 && i > 0 && len(taken) > c.w/2 {
			break // a life of thousands: the newest are enough
		}
		lines = widget.Overlay(lines, []string{th.Paint(role, glyphOf(&th.Glyphs, v.Change))}, chartMargin+x, y)
	}
}

// cyclesOn ticks the cycles on the foot of the curve.
func (c *chart) cyclesOn(th *themes.Theme, lines []string) {
	if c.h < 4 {
		return
	}
	taken := map[int]bool{}
	for _, t := range c.cycles {
		x := c.Column(t, c.w)
		if t.Before(c.From) || t.After(c.To) || taken[x] || len(taken) > c.w/3 {
			continue
		}
		taken[x] = true
		lines = widget.Overlay(lines, []string{th.Paint(themes.Faint, th.Glyphs.Cycle)}, chartMargin+x, c.h-1)
	}
}

// dates are the days of the versions, now, and what lies ahead.
func (c *chart) dates(th *themes.Theme, l *life, now int, date func(time.Time) string) string {
	row := []string{strings.Repeat(" ", chartMargin+c.w)}
	free := make([]bool, c.w+1)
	for i := range free {
		free[i] = true
	}
	put := func(x int, text string, role themes.Role) {
		n := widget.Width(text)
		x = min(max(x, 0), c.w-n)
		if x < 0 {
			return
		}
		for i := max(x-1, 0); i < min(x+n+1, len(free)); i++ {
			if !free[i] {
				return
			}
		}
		for i := max(x-1, 0); i < min(x+n+1, len(free)); i++ {
			free[i] = false
		}
		row = widget.Overlay(row, []string{th.Paint(role, text)}, chartMargin+x, 0)
	}
	if !c.Lens.IsZero() {
		role := themes.Future
		if c.Lens.Before(c.Now) {
			role = themes.Past
		}
		put(c.Column(c.Lens, c.w), th.Glyphs.Lens, role)
	}
	put(now, "now", themes.Muted)
	if c.live {
		put(c.w-20, "if nothing happens", themes.Muted)
	}
	for i := range min(len(l.versions), 4*c.w) {
		v := &l.versions[len(l.versions)-1-i]
		put(c.Column(v.At, c.w), date(v.At), themes.Faint)
	}
	return row[0]
}
