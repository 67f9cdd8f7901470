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
