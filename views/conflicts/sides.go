package conflicts

import (
	"fmt"
	"strings"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// box draws one side in a box of w × h cells: its text, then where it comes
// from and how it stands.
func (s *Screen) box(p *pair, i, w, h int) []string {
	t := s.theme()
	g := &t.Glyphs
	inner := max(1, w-4)
	facts := s.facts(&p.sides[i], inner)
	head := " " + s.sideTitle(p, i) + " "
	edge := func(text string) string { return t.Paint(themes.Border, text) }
	rest := max(0, w-3-widget.Width(head))
	lines := []string{edge(g.TopLeft+g.Horizontal) + t.Paint(themes.Strong, widget.Truncate(head, max(0, w-3), g.Ellipsis)) + edge(strings.Repeat(g.Horizontal, rest)+g.TopRight)}
	bottom := edge(g.BottomLeft + strings.Repeat(g.Horizontal, max(0, w-2)) + g.BottomRight)
	row := func(text string) {
		lines = append(lines, edge(g.Vertical)+" "+widget.Fit(text, inner)+" "+edge(g.Vertical))
	}
	room := h - 2
	airy := room >= 11
	if airy {
		row("")
		room -= 3 // above, between, below
	}
	if room-len(facts) < 3 {
		facts = facts[:max(0, min(len(facts), room-3))]
	}
	room -= len(facts)
	text := s.text(&p.sides[i], inner, room, 0)
	for k := range room {
		if k < len(text) {
			row(text[k])
		} else {
			row("")
		}
	}
	if airy {
		row("")
	}
	for _, f := range facts {
		row(f)
	}
	if airy {
		row("")
	}
	return append(lines, bottom)
}

// sideTitle is "A  existing · v3", with its state when that is not live.
func (s *Screen) sideTitle(p *pair, i int) string {
	side := &p.sides[i]
	word := [2]string{"existing", "incoming"}[i]
	if side.gone {
		return string("AB"[i]) + "  " + word + " · gone"
	}
	title := fmt.Sprintf("%s  %s · v%d", string("AB"[i]), word, side.memory.Version)
	switch m := &side.memory; {
	case !m.State.Live():
		title += " · " + m.State.String()
	case m.ExpiredAt(s.now()):
		title += " · expired"
	}
	return title
}

// text is the side's text from line scroll on, at most n lines; the last one
// says so when there is more.
func (s *Screen) text(side *side, w, n, scroll int) []string {
	t := s.theme()
	if n <= 0 {
		return nil
	}
	if side.gone {
		return []string{t.Paint(themes.Faint, "this memory was purged")}
	}
	wr := side.upTo(w, scroll+n+1)
	out := make([]string, 0, n)
	for i := scroll; i < min(len(wr.lines), scroll+n); i++ {
		out = append(out, wr.lines[i].Paint(t, themes.Text, s.markRole()))
	}
	if scroll == 0 && (wr.more || len(wr.lines) > n) && n > 1 && s.focus != onTexts {
		out[n-1] = t.Paint(themes.Faint, "… tab reads on")
	}
	return out
}

// markRole is the ink of what differs.
func (s *Screen) markRole() themes.Role { return themes.Match }

// facts are who said it and how it stands.
func (s *Screen) facts(side *side, w int) []string {
	t := s.theme()
	if side.gone {
		return nil
	}
	m, now := &side.memory, s.now()
	learned := m.LearnedAt
	if learned.IsZero() {
		learned = m.CreatedAt
	}
	from := []string{s.date(learned)}
	if m.Source != "" {
		from = append(from, widget.Truncate(widget.Clean(m.Source), 40, t.Glyphs.Ellipsis))
	}
	if actor := widget.Clean(side.actor.String()); actor != m.Source {
		from = append(from, actor)
	}
	from = append(from, widget.Truncate(widget.Clean(m.Type), 16, t.Glyphs.Ellipsis))
	score := s.settings.RetentionOf(&m.Head, now).Score
	bar := ""
	if !s.ctx.Accessible {
		bar = widget.RetentionBar(t, score, s.settings.Retention.ArchiveThreshold, min(12, max(4, w-10))) + " "
	} else {
		bar = "retention "
	}
	return []string{
		t.Paint(themes.Muted, widget.Truncate(strings.Join(from, " · "), w, t.Glyphs.Ellipsis)),
		t.Paint(themes.Muted, "importance ") + widget.Score(m.Importance) + t.Paint(themes.Muted, "   confidence ") + widget.Score(m.Confidence),
		bar + widget.Score(score),
		t.Paint(themes.Muted, recalls(m)+" · "+ties(side.ties)),
	}
}

func recalls(m *engine.Memory) string {
	if n := int(m.Profile.Total); n != 1 {
		return grouped(n) + " recalls"
	}
	return "1 recall"
}

func ties(n int) string {
	if n == 1 {
		return "1 tie"
	}
	return grouped(n) + " ties"
}

// drawReading gives the whole page to the two texts.
func (s *Screen) drawReading(p *pair, w, h int) []string {
	t := s.theme()
	foot := t.Paint(themes.Muted, "j k scrolls both texts · tab goes on · esc back to the choices")
	if h < 6 {
		foot = ""
	}
	room := h
	if foot != "" {
		room--
	}
	var lines []string
	if s.frame.alone {
		each := room / 2
		s.bound(p, w, each-1)
		for i := range p.sides {
			n := each
			if i == 1 {
				n = room - each
			}
			lines = append(lines, s.heading(s.sideTitle(p, i), w))
			text := s.text(&p.sides[i], w, n-1, s.scroll)
			for k := range n - 1 {
				if k < len(text) {
					lines = append(lines, text[k])
				} else {
					lines = append(lines, "")
				}
			}
		}
	} else {
		left := (w - 3) / 2
		s.bound(p, left, room-1)
		panes := [2]widget.Pane{}
		for i := range p.sides {
			pw := left
			if i == 1 {
				pw = w - 3 - left
			}
			panes[i] = widget.Pane{W: pw, Lines: append([]string{s.heading(s.sideTitle(p, i), pw)}, s.text(&p.sides[i], pw, room-1, s.scroll)...)}
		}
		lines = widget.Beside(room, " "+t.Paint(themes.Border, t.Glyphs.Separator)+" ", panes[0], panes[1])
	}
	if foot != "" {
		lines = append(lines, foot)
	}
	return lines
}

// bound keeps the texts' scrolling within the longer one.
func (s *Screen) bound(p *pair, w, n int) {
	most := 0
	for i := range p.sides {
		wr := p.sides[i].upTo(w, s.scroll+n+1)
		most = max(most, len(wr.lines)-n)
	}
	s.scroll = max(0, min(s.scroll, most))
}

// drawStacked draws A over B, then the rest, as one scrolled column; what was
// chosen and what goes ahead stay in sight below it.
func (s *Screen) drawStacked(p *pair, w, h int) []string {
	f := &s.frame
	f.stacked = true
	open := p.conflict.Status == engine.ConflictOpen && p.live(s.now())
	var foot []string
	if open {
		told := s.told(p)
		if foot = s.foot(told, w); told == "" {
			foot = foot[:1]
		}
		if h < 9 && len(foot) > 1 {
			foot = s.tightFoot(told, w, max(2, h-3))
		}
	}
	room := max(1, h-len(foot))
	var doc []line
	each := max(3, (room-8)/2)
	for i := range p.sides {
		doc = append(doc, plain(s.heading(s.sideTitle(p, i), w))...)
		doc = append(doc, plain(s.text(&p.sides[i], w, each, 0)...)...)
		doc = append(doc, plain(s.brief(&p.sides[i], w))...)
	}
	doc = append(doc, plain(s.why(p, w, true)...)...)
	rest := s.decide(p, w, 0)
	if open {
		rest = rest[:len(rest)-footLines]
	}
	doc = append(doc, rest...)
	return append(s.window(doc, room), foot...)
}

// window shows room lines of a column, and sees to it that the row under the
// cursor is among them when it was moved there.
func (s *Screen) window(doc []line, room int) []string {
	f := &s.frame
	if f.reveal && s.focus == onRules && s.row >= 0 {
		for i, l := range doc {
			if l.row != s.row {
				continue
			}
			if i < s.scroll {
				s.scroll = i
			}
			if i >= s.scroll+room {
				s.scroll = i - room + 1
			}
		}
	}
	f.reveal = false
	s.scroll = max(0, min(s.scroll, len(doc)-room))
	end := min(len(doc), s.scroll+room)
	f.below = len(doc) - end
	f.rulesAt = 0
	f.ruleRows = f.ruleRows[:0]
	out := make([]string, 0, room)
	for _, l := range doc[s.scroll:end] {
		out = append(out, l.text)
		f.ruleRows = append(f.ruleRows, l.row)
	}
	for len(out) < room {
		out = append(out, "")
	}
	return out
}

// tightFoot says what was chosen in at most n lines.
func (s *Screen) tightFoot(told string, w, n int) []string {
	t := s.theme()
	wrapped, _ := widget.WrapN(s.chosen.String()+": "+told, w, n-1)
	for i := range wrapped {
		wrapped[i] = t.Paint(themes.Text, wrapped[i])
	}
	return append(wrapped, t.Paint(themes.Key, "enter")+t.Paint(themes.Strong, " go ahead")+t.Paint(themes.Muted, " · ")+t.Paint(themes.Key, "esc")+t.Paint(themes.Muted, " let go"))
}

// brief is a side's facts on one line.
func (s *Screen) brief(side *side, w int) string {
	t := s.theme()
	if side.gone {
		return ""
	}
	m := &side.memory
	score := s.settings.RetentionOf(&m.Head, s.now()).Score
	parts := []string{widget.Score(score)}
	if !s.ctx.Accessible {
		parts[0] = widget.RetentionBar(t, score, s.settings.Retention.ArchiveThreshold, 4) + " " + parts[0]
	}
	learned := m.LearnedAt
	if learned.IsZero() {
		learned = m.CreatedAt
	}
	from := widget.Clean(m.Source)
	if from == "" {
		from = widget.Clean(side.actor.String())
	}
	rest := s.date(learned) + " · " + widget.Truncate(from, 20, t.Glyphs.Ellipsis) + " · imp " + widget.Score(m.Importance) + " conf " + widget.Score(m.Confidence) + " · " + recalls(m) + " · " + ties(side.ties)
	if s.ctx.Accessible {
		parts[0] = "retention " + parts[0]
		rest = s.date(learned) + ", said by " + from + ", importance " + widget.Score(m.Importance) + ", confidence " + widget.Score(m.Confidence) + ", " + recalls(m) + ", " + ties(side.ties)
	}
	return parts[0] + t.Paint(themes.Muted, " · "+widget.Truncate(rest, max(0, w-10), t.Glyphs.Ellipsis))
}

// drawBulk is the page while several are selected: one rule for all of them.
func (s *Screen) drawBulk(w, h int) []string {
	t := s.theme()
	n := s.queue.count()
	doc := plain(t.Paint(themes.Strong, counted(n)+" selected"), "")
	names := s.selectedNames(max(2, h-len(choices)-footLines-6))
	for _, name := range names {
		doc = append(doc, line{"  " + t.Paint(themes.Text, widget.Line(name, max(0, w-4))), -1})
	}
	if rest := n - len(names); rest > 0 {
		doc = append(doc, line{t.Paint(themes.Muted, "  and "+grouped(rest)+" more"), -1})
	}
	doc = append(doc, plain("", s.heading("one decision about all of them", w))...)
	for i := range choices {
		doc = append(doc, line{s.drawChoice(i, bulkEffect(choices[i].rule), w), i})
	}
	told := ""
	if s.chosen != noRule {
		told = s.toldAll()
	}
	foot := s.foot(told, w)
	if h < 9 && told != "" {
		foot = s.tightFoot(told, w, max(2, h-3))
	}
	if told == "" {
		foot = []string{t.Paint(themes.Muted, widget.Truncate("choose first: what would happen to all of them is shown before anything is written", w, t.Glyphs.Ellipsis))}
	}
	s.frame.stacked = true
	return append(s.window(doc, max(1, h-len(foot))), foot...)
}

func bulkEffect(r rule) string {
	switch r {
	case keepA:
		return "A stays in all of them"
	case keepB:
		return "B stays in all of them"
	case keepBoth:
		return "both stay in all of them"
	case mergeBoth:
		return "one by one only: each needs a text of its own"
	case newest:
		return "the later one of each"
	case incoming:
		return "B of each"
	case surest:
		return "the surer one of each"
	}
	return "the more important one of each"
}

// selectedNames names the first of the selection.
func (s *Screen) selectedNames(n int) []string {
	l := &s.queue.lists[openOnes]
	var out []string
	for i := range l.conflicts {
		if len(out) == n {
			break
		}
		if s.queue.marked(i) {
			out = append(out, s.title(&l.conflicts[i]))
		}
	}
	return out
}
