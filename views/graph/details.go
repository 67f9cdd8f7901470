package graph

import (
	"fmt"
	"slices"
	"time"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// drawTie says all about the tie to the memory under the cursor.
func (s *Screen) drawTie(w int) []string {
	t, now := s.theme(), s.now()
	n, tie := s.node(s.cursor), s.chosenTie()
	if n == nil || tie == nil || n.ID == s.scene.Centre {
		return nil
	}
	name := widget.Clean(n.Name())
	if !slices.Contains([]string{tie.A, tie.B}, s.scene.Centre) {
		name += ", by " + widget.Clean(s.name(n.Via))
	}
	lines := []string{t.Paint(themes.Strong, widget.Truncate(name, w, t.Glyphs.Ellipsis))}
	strength := tie.Strength(now)
	c := &tie.Strongest(now).Connection
	if s.ctx.Accessible {
		lines = append(lines, figure(strength)+" of 5, "+weightWord(strength))
	} else {
		bar := widget.Bar(&t.Glyphs, strength/dynamics.MaxStrength, max(8, w-18))
		lines = append(lines, t.Paint(themes.BarFull, bar)+" "+t.Paint(themes.Text, figure(strength))+t.Paint(themes.Muted, " of 5"))
	}
	for _, e := range tie.Said() {
		role := themes.Muted
		if e.Type == engine.RelContradicts {
			role = themes.Danger
		}
		lines = append(lines, t.Paint(role, widget.Truncate(s.relation(&e, tie.A), w, t.Glyphs.Ellipsis)))
		if len(lines) > 5 {
			lines = append(lines, t.Paint(themes.Faint, "and more ways"))
			break
		}
	}
	if together := s.lastTogether(tie); together != "" {
		lines = append(lines, t.Paint(themes.Muted, "last together    ")+together)
	}
	if tie.Count() > 0 {
		lines = append(lines, t.Paint(themes.Muted, s.nextOne(c)))
	}
	if at, ok := c.QuietAt(); ok {
		text := t.Paint(themes.Muted, "gone quiet by    ") + widget.Date(s.local(now), s.local(at))
		if !at.After(now) {
			text = t.Paint(themes.Muted, "gone quiet       ") + widget.Date(s.local(now), s.local(at))
		}
		lines = append(lines, text)
	}
	for i := range lines {
		lines[i] = widget.Truncate(lines[i], w, t.Glyphs.Ellipsis)
	}
	return lines
}

// relation says what somebody said of two memories, seen from one of them.
func (s *Screen) relation(e *engine.Edge, from string) string {
	t := s.theme()
	switch {
	case !s.ctx.Accessible:
		return relationSign(t, e, from) + " " + word(e.Type)
	case engine.Undirected(e.Type):
		return "the two: " + word(e.Type)
	case e.From == from:
		return "it is said: " + widget.Clean(s.name(from)) + " " + word(e.Type) + " this"
	}
	return "it is said: this " + word(e.Type) + " " + widget.Clean(s.name(from))
}

func (s *Screen) lastTogether(tie *Tie) string {
	var last time.Time
	for i := range tie.Edges {
		if e := &tie.Edges[i]; !isSaid(e) && e.LastAt.After(last) {
			last = e.LastAt
		}
	}
	if last.IsZero() {
		return ""
	}
	return widget.Ago(s.now(), last)
}

// nextOne says from when being recalled together makes the tie last longer.
func (s *Screen) nextOne(c *dynamics.Connection) string {
	from := c.SpacedAfter()
	if !from.After(s.now()) {
		return "a next one makes it last longer"
	}
	return "a next one after " + s.local(from).Format("15:04") + " lasts longer"
}

func weightWord(strength float64) string {
	switch {
	case strength >= strong:
		return "strong"
	case strength >= firm:
		return "firm"
	case strength > quiet:
		return "weak"
	}
	return "almost gone"
}

// drawPulse shows what fired, the strongest first.
func (s *Screen) drawPulse(w, most int) []string {
	t := s.theme()
	p := &s.pulse
	switch {
	case p.of == "":
		if s.scene.Centre == "" {
			return nil
		}
		return []string{t.Paint(themes.Key, "p") + t.Paint(themes.Muted, "  what does this bring to mind?")}
	case !p.read:
		return []string{t.Paint(themes.Muted, "activation spreads …")}
	}
	lines := []string{t.Paint(themes.Key, "p") + t.Paint(themes.Muted, "  what this brings to mind")}
	if len(p.fired) == 0 {
		return append(lines, t.Paint(themes.Faint, "nothing: its ties are too weak by now"))
	}
	top := p.fired[0].Level
	most = min(most, mostFired)
	for _, a := range p.fired[:min(len(p.fired), most)] {
		name := widget.Clean(s.name(a.ID))
		if s.ctx.Accessible {
			lines = append(lines, widget.Truncate(figure(a.Level)+" "+name, w, t.Glyphs.Ellipsis))
			continue
		}
		lines = append(lines, widget.Truncate(t.Paint(themes.BarFull, widget.Bar(&t.Glyphs, a.Level/top, 10))+" "+t.Paint(themes.Text, name), w, t.Glyphs.Ellipsis))
	}
	if more := len(p.fired) - most; more > 0 {
		lines = append(lines, t.Paint(themes.Faint, grouped(more)+" more"))
	}
	return lines
}

// drawPath lists the strongest way between the two that are selected.
func (s *Screen) drawPath(w int) []string {
	t, p := s.theme(), &s.path
	fit := func(role themes.Role, text string) string {
		return t.Paint(role, widget.Truncate(text, w, t.Glyphs.Ellipsis))
	}
	switch {
	case !p.read:
		return []string{fit(themes.Muted, "looking for the strongest path …")}
	case len(p.steps) == 0:
		return []string{fit(themes.Warn, "no tie leads from one to the other")}
	}
	now := s.now()
	lines := []string{fit(themes.Muted, "the strongest path"), fit(themes.Accent, widget.Clean(s.name(p.from)))}
	left := 1.0
	for i, step := range p.steps {
		strength := step.Tie.Strength(now)
		left *= min(strength/dynamics.MaxStrength, 1)
		if i < 6 || i == len(p.steps)-1 {
			lines = append(lines, fit(themes.Accent, padded(figure(strength), 5)+widget.Clean(s.name(step.To))))
		} else if i == 6 {
			lines = append(lines, fit(themes.Faint, fmt.Sprintf("     … %d more", len(p.steps)-7)))
		}
	}
	return append(lines, fit(themes.Muted, fmt.Sprintf("passes on %.1f %%", 100*left)))
}

func padded(text string, w int) string { return widget.Fit(text, w) }

// drawOdd names what is wrong with the ties.
func (s *Screen) drawOdd() []string {
	t := s.theme()
	var lines []string
	if n := s.scene.Loops; n > 0 {
		lines = append(lines, t.Paint(themes.Warn, t.Glyphs.Sign+" "+ties(n)+" of a memory with itself"))
	}
	if n := s.scene.Gone; n > 0 {
		text := "1 of these memories is gone"
		if n > 1 {
			text = fmt.Sprintf("%d of these memories are gone", n)
		}
		lines = append(lines, t.Paint(themes.Warn, t.Glyphs.Sign+" "+text))
	}
	return lines
}
