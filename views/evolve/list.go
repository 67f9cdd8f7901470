package evolve

import (
	"fmt"
	"slices"
	"strings"

	"ebb/engine"
	"ebb/evolvers"
	"ebb/themes"
	"ebb/views/widget"
)

// spec is the evolver under the cursor, nil on a past cycle.
func (s *Screen) spec() *evolvers.Spec {
	if i := s.list.Cursor(); i >= 0 && i < len(s.specs) {
		return &s.specs[i]
	}
	return nil
}

// cycle is the past cycle under the cursor, nil on an evolver.
func (s *Screen) cycle() *PastCycle {
	if i := s.list.Cursor() - len(s.specs); i >= 0 && i < len(s.cycles) {
		return &s.cycles[i]
	}
	return nil
}

// listLine is one line of the list; row is -1 where the cursor cannot stand.
type listLine struct {
	text string
	row  int
}

// drawList draws the evolvers with their switches and, below them, the cycles
// of the past.
func (s *Screen) drawList(w, h int) []string {
	t := s.theme()
	var head []string
	if s.frame.tall {
		head = append(s.lifecycle(w-2), "")
		for i := range head {
			head[i] = " " + head[i]
		}
	}
	name, would := "evolver", "would change"
	if s.plan == nil {
		would = ""
	}
	head = append(head, widget.Fit("  "+t.Paint(themes.Muted, widget.Fit(name, s.nameCells(w)+2))+t.Paint(themes.Muted, would), w))
	lines := s.listLines(w)
	room := max(0, h-len(head))
	s.reveal(lines, room)
	s.frame.listRows = make([]int, len(head), h)
	for i := range s.frame.listRows {
		s.frame.listRows[i] = -1
	}
	for i := s.offset; i < len(lines) && i < s.offset+room; i++ {
		head = append(head, lines[i].text)
		s.frame.listRows = append(s.frame.listRows, lines[i].row)
	}
	return head
}

// reveal scrolls so that the row under the cursor is in sight.
func (s *Screen) reveal(lines []listLine, room int) {
	at := slices.IndexFunc(lines, func(l listLine) bool { return l.row == s.list.Cursor() })
	s.list.SetHeight(max(1, room))
	if at < s.offset {
		s.offset = at
		if at == 1 || at > 0 && lines[at-1].row < 0 {
			s.offset = at - 1
		}
	}
	if at >= s.offset+room {
		s.offset = at - room + 1
	}
	s.offset = max(0, min(s.offset, len(lines)-room))
}

func (s *Screen) listLines(w int) []listLine {
	t := s.theme()
	blank := !s.ctx.Accessible && s.frame.h >= leastSide
	var out []listLine
	for i := range s.specs {
		if i > 0 && blank && s.specs[i].Stage != s.specs[i-1].Stage {
			out = append(out, listLine{"", -1})
		}
		out = append(out, listLine{s.drawEvolver(i, w), i})
	}
	switch {
	case s.cycleErr != nil:
		out = append(out, listLine{" " + t.Paint(themes.Danger, "the past cycles could not be read: "+widget.Clean(s.cycleErr.Error())), -1})
	case len(s.cycles) > 0:
		rule := t.Paint(themes.Border, strings.Repeat(t.Glyphs.Rule, w))
		if s.ctx.Accessible {
			rule = "past cycles"
		}
		out = append(out, listLine{rule, -1})
	case s.known && blank:
		out = append(out, listLine{"", -1}, listLine{" " + t.Paint(themes.Faint, "no cycle yet: p shows what one would do"), -1})
	}
	for i := range s.cycles {
		out = append(out, listLine{s.drawPast(i, w), len(s.specs) + i})
	}
	return out
}

// nameCells is the width of an evolver's name in the list.
func (s *Screen) nameCells(w int) int { return min(27, max(8, w-6)) }

func (s *Screen) drawEvolver(i, w int) string {
	t, spec := s.theme(), &s.specs[i]
	under := i == s.list.Cursor()
	on := s.config.Enabled(spec.Name)
	sign, role := t.Paint(themes.Good, t.Glyphs.On), themes.Text
	if !on {
		sign, role = t.Paint(themes.Faint, t.Glyphs.Off), themes.Muted
	}
	if s.ctx.Accessible {
		sign = map[bool]string{true: "on ", false: "off"}[on]
	}
	mark := " "
	if under {
		mark = t.Paint(themes.Accent, s.cursorSign())
		if on {
			role = themes.Strong
		}
	}
	would, wouldRole := s.would(spec, on)
	line := widget.Fit(mark+" "+sign+" "+t.Paint(role, widget.Fit(spec.Title, s.nameCells(w)))+" "+t.Paint(wouldRole, would), w)
	return s.laid(line, under && s.focus == onList)
}

// would says in a few words what the plan on the screen would have an evolver
// do.
func (s *Screen) would(spec *evolvers.Spec, on bool) (string, themes.Role) {
	if s.plan == nil {
		if !on {
			return "off", themes.Faint
		}
		return "", themes.Text
	}
	f, part := s.figure(spec.Name)
	switch {
	case !part && !on:
		return "off", themes.Faint
	case !part:
		return s.theme().Glyphs.Nothing, themes.Faint
	}
	return f.text, f.role
}

// figure says in a few words what an evolver would do.
type figure struct {
	text string
	role themes.Role
}

// figure is an evolver's, with words in place of signs where those are wanted.
func (s *Screen) figure(name string) (f figure, part bool) {
	f, part = s.plan.figures[name]
	if s.ctx.Accessible {
		f.text = strings.ReplaceAll(f.text, " → ", " to ")
	}
	return f, part
}

func stepFigure(step *evolvers.Step) figure {
	n, merged, made := len(step.Changes), 0, 0
	for i := range step.Changes {
		if m := step.Changes[i].Make; m != nil {
			made++
			if m.Merge {
				merged += len(m.From)
			}
		}
	}
	switch {
	case step.Err != nil:
		return figure{"failed", themes.Danger}
	case merged > 0 && made == n:
		return figure{grouped(merged) + " → " + grouped(made), themes.Text}
	case n > 0:
		return figure{grouped(n), themes.Text}
	case step.Drift >= 10_000: // the longer words have no room
		return figure{grouped(step.Drift) + " drift", themes.Muted}
	case step.Drift > 0:
		return figure{grouped(step.Drift) + " drift, 0 to write", themes.Muted}
	case len(step.Moved) > 0:
		return figure{grouped(len(step.Moved)) + " moved by events", themes.Muted}
	case len(step.Candidates) > 0:
		return figure{"0, " + grouped(len(step.Candidates)) + " not yet", themes.Muted}
	case len(step.Offers) > 0:
		return figure{"0, " + grouped(len(step.Offers)) + " could come back", themes.Muted}
	}
	return figure{"0", themes.Muted}
}

func (s *Screen) drawPast(i, w int) string {
	t, c := s.theme(), &s.cycles[i]
	under := len(s.specs)+i == s.list.Cursor()
	mark := " "
	if under {
		mark = t.Paint(themes.Accent, s.cursorSign())
	}
	n := c.Report.Counts
	parts := []string{changesWord(n.Changes)}
	if n.Archived > 0 && c.Op.UndoneBy == "" {
		parts = append(parts, grouped(n.Archived)+" archived")
	}
	if c.Err != nil {
		parts = []string{"its report cannot be read"}
	}
	role := themes.Text
	if c.Op.UndoneBy != "" {
		parts, role = append(parts, "undone"), themes.Muted
	}
	who := themes.You
	switch c.Op.Actor.Kind {
	case engine.Agent:
		who = themes.Agent
	case engine.Schedule:
		who = themes.Schedule
	case engine.Person:
	}
	by := t.Paint(who, widget.Truncate(widget.Clean(c.Op.Actor.String()), 14, t.Glyphs.Ellipsis))
	line := widget.Ends(mark+t.Paint(role, widget.Fit(s.when(c.Op.At), 12)+" "+strings.Join(parts, "  ")), by+" ", w)
	return s.laid(line, under && s.focus == onList)
}

// lifecycle says where memories are on their way, with live counts.
func (s *Screen) lifecycle(w int) []string {
	t := s.theme()
	count := func(typ string) string {
		n := "…"
		if s.types != nil {
			n = grouped(s.types[typ])
		}
		return t.Paint(themes.Muted, typ+" ") + t.Paint(themes.Text, n)
	}
	arrow := t.Paint(themes.Faint, " "+t.Glyphs.Arrow+" ")
	if s.ctx.Accessible {
		arrow = " to "
	}
	first := count(engine.TypeWorking) + arrow + count(engine.TypeEpisodic) + arrow + count(engine.TypeSemantic)
	lead := strings.Repeat(" ", len(engine.TypeWorking)-1)
	second := lead + arrow + count(engine.TypeProcedural)
	third := []string{count(engine.TypeZettel), count(engine.TypeOpinion), count(engine.TypeObservation)}
	rest := strings.Join(third, t.Paint(themes.Faint, " "+t.Glyphs.Dot+" "))
	if widget.Width(second)+3+widget.Width(rest) <= w {
		return []string{widget.Fit(first, w), widget.Fit(second+"   "+rest, w)}
	}
	return []string{widget.Fit(first, w), widget.Fit(second, w), widget.Fit(lead+"   "+rest, w)}
}

// sayEvolver is an evolver's row in words.
func (s *Screen) sayEvolver(spec *evolvers.Spec) string {
	word := "off"
	if s.config.Enabled(spec.Name) {
		word = "on"
	}
	text := fmt.Sprintf("%s, %s", spec.Title, word)
	if s.plan != nil {
		if f, part := s.figure(spec.Name); part {
			text += ", would change " + f.text
		}
	}
	return text
}
