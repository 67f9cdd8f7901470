package evolve

import (
	"fmt"
	"strings"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// drawPlan draws the plan: what it comes to, how retention would be spread,
// the changes of each evolver with their reasons, and what to do with it.
func (s *Screen) drawPlan(w, h int) []string {
	p := s.plan
	head := s.planHead(w, h)
	foot := s.planFoot(w, h)
	room := max(1, h-len(head)-len(foot))
	s.rows.SetHeight(room)
	s.frame.planTop = len(head)
	if len(p.rows) == 0 {
		return append(append(head, s.planEmpty(w, room)...), foot...)
	}
	from, to := s.rows.Visible()
	lines := head
	for i := from; i < to; i++ {
		lines = append(lines, s.drawLine(i, w))
	}
	for len(lines) < len(head)+room {
		lines = append(lines, "")
	}
	s.frame.below = len(p.rows) - to
	if s.frame.buttonsAt >= 0 {
		s.frame.buttonsAt += len(lines)
	}
	return append(lines, foot...)
}

// planEmpty is what stands there when no line does.
func (s *Screen) planEmpty(w, h int) []string {
	text := "Nothing would change: all is as it should be."
	if s.plan.filter != "" {
		text = "No change matches. esc takes the filter away."
	}
	lines := s.words(themes.Text, text, w, 2)
	for len(lines) < h {
		lines = append(lines, "")
	}
	return lines[:h]
}

func (s *Screen) planHead(w, h int) []string {
	t, p := s.theme(), s.plan
	n := p.counts
	parts := []string{changesWord(n.Changes)}
	if n.Archived > 0 {
		parts = append(parts, grouped(n.Archived)+" would archive")
	}
	if n.Made > 0 {
		word := " new memories"
		if n.Made == 1 {
			word = " new memory"
		}
		parts = append(parts, grouped(n.Made)+word)
	}
	if n.Expired > 0 {
		parts = append(parts, grouped(n.Expired)+" expired")
	}
	what := "plan"
	if p.ahead {
		what = "plan for " + s.moment(p.plan.At)
	}
	lines := []string{t.Paint(themes.Strong, what) + t.Paint(themes.Text, "  "+strings.Join(parts, " · "))}
	if h >= 12 {
		lines = append(lines, s.planSaid(w)...)
	}
	switch {
	case s.filter != nil:
		lines = append(lines, t.Paint(themes.Key, "/ ")+s.filter.Draw(t, max(1, w-14))+t.Paint(themes.Muted, "  "+grouped(p.matches)))
	case p.filter != "":
		lines = append(lines, t.Paint(themes.Muted, "/ "+widget.Truncate(widget.Clean(p.filter), max(1, w-20), t.Glyphs.Ellipsis)+"   "+changesWord(p.matches)+" of it"))
	}
	if h >= 20 {
		lines = append(lines, "")
		lines = append(lines, s.spread(&p.plan.Before, &p.plan.After, w)...)
		lines = append(lines, "")
	}
	return lines
}

// planSaid says of when the plan is and that nothing is written.
func (s *Screen) planSaid(w int) []string {
	p := s.plan
	now := s.now()
	switch {
	case s.writes:
		return s.words(themes.Accent, "applying …", w, 1)
	case p.moved:
		return s.words(themes.Warn, "memories have changed since: p plans again", w, 1)
	case p.ahead:
		return s.words(themes.Future, "what a cycle would do then, if nothing happens before; it cannot be applied", w, 1)
	}
	text := fmt.Sprintf("plan of %s, %d ms · nothing written yet", p.plan.At.In(now.Location()).Format("15:04:05"), p.plan.Took.Milliseconds())
	return s.words(themes.Muted, text, w, 1)
}

// planFoot is the two buttons, and what the first one means. Where they stand
// is counted from the foot's first line until drawPlan knows better.
func (s *Screen) planFoot(w, h int) []string {
	t := s.theme()
	names := [2]string{"Apply " + changesWord(s.plan.counts.Changes), "Leave it"}
	off := s.offApply()
	line, x := "  ", 2
	for i, name := range names {
		text := "[ " + name + " ]"
		role := themes.Key
		if i == 0 && off != "" {
			role = themes.Faint
		}
		under := s.focus == onButtons && s.button == i
		if under && s.ctx.Accessible {
			text = "> " + text
		}
		s.frame.buttonX[i] = [2]int{x + 1, x + 1 + widget.Width(text)}
		x += widget.Width(text) + 3
		drawn := t.Paint(role, text)
		if under {
			drawn = t.Ink(themes.Cursor).Lay(t.Paint(themes.Strong, text))
		}
		line += drawn + "   "
	}
	said := "one entry in the undo list; all or nothing"
	if off != "" {
		said = off
	}
	s.frame.buttonsAt = 0
	if h < 10 {
		return []string{widget.Fit(line, w)}
	}
	s.frame.buttonsAt = 1
	return []string{"", widget.Fit(line, w), t.Paint(themes.Muted, "  "+widget.Truncate(said, max(0, w-2), t.Glyphs.Ellipsis))}
}

// drawLine draws one line of the plan.
func (s *Screen) drawLine(i, w int) string {
	t, l := s.theme(), &s.plan.rows[i]
	under := s.focus == onPage && i == s.rows.Cursor()
	mark := "  "
	if under {
		mark = t.Paint(themes.Accent, s.cursorSign()) + " "
	}
	text := ""
	switch l.kind {
	case headLine:
		step := &s.plan.plan.Steps[l.step]
		f, _ := s.figure(step.Name)
		title := step.Title
		if title == "" {
			title = step.Name
		}
		text = t.Paint(themes.Strong, widget.Clean(title)) + "   " + t.Paint(f.role, f.text)
		if under {
			return s.laid(widget.Fit(mark+text, w), true)
		}
		return widget.Fit(text, w)
	case changeLine:
		text = s.drawChange(s.plan.change(l), w-2)
	case whyLine:
		text = t.Paint(themes.Muted, "  "+s.why(s.plan.change(l), max(0, w-4)))
	case moreLine:
		text = t.Paint(themes.Muted, grouped(l.count)+" more")
	case offerLine:
		o := s.plan.plan.Steps[l.step].Offers[l.i]
		right := t.Paint(themes.Good, "has recovered to "+widget.Score(o.Score)+", r restores it")
		if room := w - 2 - widget.Width(right) - 2; room >= 12 {
			text = t.Paint(themes.Text, widget.Line(s.nameOf(o.ID), room)) + "  " + right
		} else {
			text = t.Paint(themes.Text, widget.Line(s.nameOf(o.ID), max(1, w-6))) + " " + t.Paint(themes.Good, widget.Score(o.Score))
		}
	case noteLine:
		role := themes.Muted
		if s.plan.plan.Steps[l.step].Err != nil {
			role = themes.Danger
		}
		text = t.Paint(role, widget.Line(l.text, max(1, w-2)))
	case gapLine:
		return ""
	}
	return s.laid(widget.Fit(mark+text, w), under)
}

// nameOf is what a memory is called, its id until that is known.
func (s *Screen) nameOf(id string) string {
	if told, known := s.plan.told[id]; known && told.title != "" {
		return told.title
	}
	return id
}

// drawChange is a change on one line: which memory, from what to what.
func (s *Screen) drawChange(c *engine.Change, w int) string {
	t := s.theme()
	right := s.effect(c, max(8, w/2))
	room := w - widget.Width(right) - 2
	if room < 8 {
		return t.Paint(themes.Text, widget.Line(s.nameOf(c.Memory), max(1, w)))
	}
	return t.Paint(themes.Text, widget.Line(s.nameOf(c.Memory), room)) + "  " + t.Paint(themes.Text, right)
}

// effect says from what to what: ".713 → .681".
func (s *Screen) effect(c *engine.Change, w int) string {
	arrow := " " + s.theme().Glyphs.Arrow + " "
	if s.ctx.Accessible {
		arrow = " to "
	}
	fit := func(text string) string { return widget.Truncate(text, w, s.theme().Glyphs.Ellipsis) }
	switch {
	case c.Make != nil && c.Make.Merge:
		return fit(fmt.Sprintf("%s become one", grouped(len(c.Make.From))))
	case c.Make != nil:
		return fit("new, from " + grouped(len(c.Make.From)))
	case s.plan.told[c.Memory].weighed && c.Weigh != nil:
		told := s.plan.told[c.Memory]
		return score3(told.before) + arrow + score3(told.after)
	}
	half := max(4, (w-widget.Width(arrow))/2)
	part := func(text string) string {
		text, cut := widget.CleanN(text, half)
		if cut {
			text = widget.Truncate(text, max(1, half-1), "") + s.theme().Glyphs.Ellipsis
		}
		return text
	}
	before, after := part(strings.TrimPrefix(c.Before, "0")), part(strings.TrimPrefix(c.After, "0"))
	switch {
	case before == "":
		return fit(after)
	case after == "":
		return fit(before + arrow + "nothing")
	}
	return fit(before + arrow + after)
}

func score3(v float64) string { return strings.TrimPrefix(fmt.Sprintf("%.3f", v), "0") }

// why is a change's reason, with its evidence by name. Its work is bounded by
// the cells it has.
func (s *Screen) why(c *engine.Change, w int) string {
	var names []string
	for i, id := range c.Source {
		if i == 2 {
			names = append(names, grouped(len(c.Source)-i)+" more")
			break
		}
		if id != c.Memory {
			name, cut := widget.CleanN(s.nameOf(id), 28)
			if cut {
				name += s.theme().Glyphs.Ellipsis
			}
			names = append(names, name)
		}
	}
	text, reason := "", c.Why
	switch {
	case len(names) > 0 && c.Make != nil:
		text = "from " + strings.Join(names, ", ") + ": "
	case len(names) > 0:
		text = "with " + strings.Join(names, ", ") + ": "
	}
	if c.Weigh != nil { // from what to what stands in the line above
		if _, rest, found := strings.Cut(reason, ": "); found && s.plan.told[c.Memory].weighed {
			reason = rest
		}
	}
	reason, _ = widget.CleanN(reason, max(0, w)+1)
	return widget.Truncate(text+reason, w, s.theme().Glyphs.Ellipsis)
}

// planLine is the line under the cursor of the plan, nil for none.
func (s *Screen) planLine() *line {
	if s.plan == nil || s.page != planPage {
		return nil
	}
	if i := s.rows.Cursor(); i >= 0 && i < len(s.plan.rows) {
		return &s.plan.rows[i]
	}
	return nil
}
