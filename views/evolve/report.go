package evolve

import (
	"fmt"
	"strings"

	"ebb/evolvers"
	"ebb/themes"
	"ebb/views/widget"
)

// drawReport draws the cycle that was opened, with the way to take it back.
func (s *Screen) drawReport(w, h int) []string {
	t := s.theme()
	foot := []string{""}
	text, role := "[ Take it back ]", themes.Key
	said := "all of it, as new versions; U lists everything that was done"
	if why := s.offUndo(); why != "" {
		said, role = why, themes.Faint
	}
	if s.focus == onButtons {
		if s.ctx.Accessible {
			text = "> " + text
		}
		foot = append(foot, "  "+t.Ink(themes.Cursor).Lay(t.Paint(themes.Strong, text)))
	} else {
		foot = append(foot, "  "+t.Paint(role, text))
	}
	foot = append(foot, "  "+t.Paint(themes.Muted, widget.Truncate(said, max(0, w-2), t.Glyphs.Ellipsis)))
	if h < 8 {
		foot = foot[1:2]
	}
	room := max(1, h-len(foot))
	lines := s.scrolled(s.reportLines(s.report, w), room)
	for len(lines) < room {
		lines = append(lines, "")
	}
	s.frame.buttonsAt = len(lines) + len(foot) - 2
	if len(foot) == 1 {
		s.frame.buttonsAt = len(lines)
	}
	s.frame.buttonX = [2][2]int{{3, 3 + widget.Width(text)}, {-1, -1}}
	return append(lines, foot...)
}

// offUndo says why the cycle that is shown cannot be taken back.
func (s *Screen) offUndo() string {
	switch {
	case s.report == nil:
		return "no cycle is open"
	case s.report.Op.UndoneBy != "":
		return "it has been taken back"
	}
	return s.offNow()
}

// reportLines tell a past cycle.
func (s *Screen) reportLines(c *PastCycle, w int) []string {
	t, r := s.theme(), &c.Report
	state := ""
	if c.Op.UndoneBy != "" {
		state = " · undone"
	}
	lines := s.words(themes.Strong, "cycle of "+s.moment(c.Op.At)+", by "+c.Op.Actor.String()+state, w, 2)
	if c.Err != nil {
		lines = append(lines, "", t.Paint(themes.Danger, "its report cannot be read"))
		return append(lines, s.words(themes.Muted, c.Err.Error(), w, 4)...)
	}
	what := countsWord(r.Counts)
	if c.Op.Outcome != "" {
		what += " · " + c.Op.Outcome
	}
	lines = append(lines, s.words(themes.Text, what, w, 2)...)
	if c.Op.Reason != "" {
		lines = append(lines, s.words(themes.Muted, "“"+c.Op.Reason+"”", w, 2)...)
	}
	lines = append(lines, "")
	if r.Before.N+r.After.N > 0 {
		lines = append(append(lines, s.spread(&r.Before, &r.After, w)...), "")
	}
	for i := range r.Evolvers {
		lines = append(lines, s.reportEvolver(&r.Evolvers[i], w)...)
	}
	return lines
}

// countsWord is what a cycle came to, in a few words.
func countsWord(n evolvers.Counts) string {
	parts := []string{changesWord(n.Changes)}
	add := func(n int, word string) {
		if n > 0 {
			parts = append(parts, grouped(n)+" "+word)
		}
	}
	add(n.Archived, "archived")
	add(n.Expired, "expired")
	add(n.Made, "made")
	add(n.Merged, "merged")
	return strings.Join(parts, " · ")
}

func (s *Screen) reportEvolver(e *evolvers.EvolverReport, w int) []string {
	t := s.theme()
	const name, figure = 30, 8
	role := themes.Text
	if e.Changed == 0 {
		role = themes.Muted
	}
	words := []string{grouped(e.Looked) + " looked at"}
	if e.Drift > 0 {
		words = append(words, grouped(e.Drift)+" drift")
	}
	if e.Left > 0 {
		words = append(words, grouped(e.Left)+" left for later")
	}
	if e.Troubled > 0 {
		words = append(words, grouped(e.Troubled)+" not usable")
	}
	line := t.Paint(role, widget.Fit(titleOf(widget.Clean(e.Name)), min(name, max(8, w-figure))))
	line += t.Paint(role, fmt.Sprintf("%*s", figure-2, grouped(e.Changed))) + "  "
	if room := w - name - figure; room >= 12 {
		line += t.Paint(themes.Muted, widget.Truncate(strings.Join(words, " · "), room, t.Glyphs.Ellipsis))
	}
	lines := []string{widget.Fit(line, w)}
	if e.Error != "" {
		lines = append(lines, s.words(themes.Danger, "  failed: "+e.Error, w, 2)...)
	}
	for i, p := range e.Problems {
		if i == mostNotes {
			break
		}
		lines = append(lines, s.words(themes.Muted, "  "+strings.TrimPrefix(p.ID+": ", ": ")+p.Why, w, 1)...)
	}
	return lines
}
