package conflicts

import (
	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

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
