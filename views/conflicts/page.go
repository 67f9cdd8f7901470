package conflicts

import (
	"fmt"
	"strings"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// drawPage draws what stands beside the queue, or in its place: the pair and
// what would happen, the selection, or a message.
func (s *Screen) drawPage(w, h int) []string {
	t := s.theme()
	c := s.queue.current()
	switch {
	case c == nil:
		if m := s.instead(); m != nil && s.frame.page > 0 && s.frame.queue == 0 {
			return s.drawMessage(m, w, h)
		}
		return nil
	case s.queue.selecting():
		return s.drawBulk(w, h)
	}
	p := s.pair.shown
	switch {
	case p == nil:
		return []string{t.Paint(themes.Faint, "reading …")}
	case p.err != nil:
		lines := []string{t.Paint(themes.Danger, "the two memories could not be read"), ""}
		wrapped, _ := widget.WrapN(p.err.Error(), w, 6)
		for _, line := range wrapped {
			lines = append(lines, t.Paint(themes.Muted, line))
		}
		return lines
	case s.focus == onTexts:
		return s.drawReading(p, w, h)
	}
	if !s.frame.alone {
		if lines, ok := s.drawBeside(p, w, h); ok {
			return lines
		}
	}
	return s.drawStacked(p, w, h)
}

// part is a piece of the page below the two memories; row is the row of
// choices that a line is, -1 for none.
type line struct {
	text string
	row  int
}

func plain(texts ...string) []line {
	out := make([]line, len(texts))
	for i, text := range texts {
		out[i] = line{text, -1}
	}
	return out
}

const leastBox = 9 // lines of a box in which a text can be read

// drawBeside sets A and B side by side with everything else below; ok is false
// where that does not fit.
func (s *Screen) drawBeside(p *pair, w, h int) (lines []string, ok bool) {
	left := (w - 1) / 2
	lower, boxed := []line(nil), 0
	for air := 2; air >= 0; air-- {
		lower = s.lower(p, w, air)
		boxed = h - len(lower)
		// The last blank lines are given up for a text that does not fit.
		if boxed >= leastBox+2 && (air < 2 || s.fits(p, left-4, boxed-9)) {
			break
		}
	}
	if boxed < leastBox {
		return nil, false
	}
	boxes := widget.Beside(boxed, " ",
		widget.Pane{Lines: s.box(p, 0, left, boxed), W: left},
		widget.Pane{Lines: s.box(p, 1, w-1-left, boxed), W: w - 1 - left})
	s.frame.rulesAt = boxed
	s.frame.ruleRows = s.frame.ruleRows[:0]
	for _, l := range lower {
		boxes = append(boxes, l.text)
		s.frame.ruleRows = append(s.frame.ruleRows, l.row)
	}
	return boxes, true
}

// fits reports whether both texts fit in n lines.
func (s *Screen) fits(p *pair, w, n int) bool {
	for i := range p.sides {
		if wr := p.sides[i].upTo(max(1, w), n+1); len(wr.lines) > n {
			return false
		}
	}
	return true
}

// lower is everything below the boxes; air is how generous it is with blank
// lines, from 0 to 2.
func (s *Screen) lower(p *pair, w, air int) []line {
	var out []line
	if air > 1 {
		out = plain("")
	}
	out = append(out, plain(s.why(p, w, air > 0)...)...)
	if air > 0 {
		out = append(out, plain("")...)
	}
	return append(out, s.decide(p, w, air)...)
}

// decide is the choices with what each would do, or why there are none.
func (s *Screen) decide(p *pair, w, air int) []line {
	switch {
	case p.conflict.Status != engine.ConflictOpen:
		return s.decided(p, w, air > 1)
	case !p.live(s.now()):
		return s.dead(p, w, air > 1)
	}
	out := plain(s.heading("what would happen", w))
	for i := range choices {
		if air > 1 && i == 0 || air > 0 && choices[i].rule == newest {
			out = append(out, plain("")...)
		}
		out = append(out, line{s.drawChoice(i, s.effect(p, choices[i].rule), w), i})
	}
	if air > 0 {
		out = append(out, plain("")...)
	}
	return append(out, plain(s.foot(s.told(p), w)...)...)
}

// told is what the chosen rule would do, "" while nothing is chosen.
func (s *Screen) told(p *pair) string {
	if s.chosen == noRule {
		return ""
	}
	o, known := p.outcomes[s.chosen]
	if !known {
		return "working out what would happen …"
	}
	return o.told()
}

// footLines is what the outcome of a choice may take; it is kept free before
// there is one, so that nothing moves.
const footLines = 3

// foot says what was chosen and what goes ahead, in exactly footLines lines.
func (s *Screen) foot(told string, w int) []string {
	t := s.theme()
	if told == "" {
		hint := "choose first; then  enter: go ahead   ·   next open conflict follows, nothing preselected"
		if why := s.offNow(); why != "" {
			hint = why
		}
		wrapped, _ := widget.WrapN(hint, w, footLines)
		for i := range wrapped {
			wrapped[i] = t.Paint(themes.Muted, wrapped[i])
		}
		for len(wrapped) < footLines {
			wrapped = append(wrapped, "")
		}
		return wrapped
	}
	wrapped, more := widget.WrapN(s.chosen.String()+": "+told, w, footLines-1)
	out := make([]string, 0, footLines)
	for i, text := range wrapped {
		if more && i == len(wrapped)-1 {
			text = widget.Truncate(text+" …", w, t.Glyphs.Ellipsis)
		}
		out = append(out, t.Paint(themes.Text, text))
	}
	keys := t.Paint(themes.Key, "enter") + t.Paint(themes.Strong, " go ahead") + t.Paint(themes.Muted, "   ·   ") + t.Paint(themes.Key, "esc") + t.Paint(themes.Muted, " let go of the choice")
	if s.writing {
		keys = t.Paint(themes.Muted, "writing …")
	}
	out = append(out, keys)
	for len(out) < footLines {
		out = append(out, "")
	}
	return out
}

func (s *Screen) heading(text string, w int) string {
	t := s.theme()
	if s.ctx.Accessible {
		return t.Paint(themes.Strong, text)
	}
	g := &t.Glyphs
	lead := strings.Repeat(g.Rule, 2) + " "
	rest := w - widget.Width(lead) - widget.Width(text) - 1
	return t.Paint(themes.Border, lead) + t.Paint(themes.Muted, text) + " " + t.Paint(themes.Border, strings.Repeat(g.Rule, max(0, rest)))
}

// choiceCells is the width of a choice before its effect.
const choiceCells = 27

func (s *Screen) drawChoice(i int, effect string, w int) string {
	t, c := s.theme(), &choices[i]
	g := &t.Glyphs
	sign, name := g.NowAway, themes.Text
	if c.rule == s.chosen {
		sign, name = t.Paint(themes.Accent, g.Live), themes.Strong
	} else {
		sign = t.Paint(themes.Faint, sign)
	}
	if s.ctx.Accessible {
		sign = "( )"
		if c.rule == s.chosen {
			sign = "(x)"
		}
	}
	under := s.focus == onRules && s.row == i
	if under {
		sign = t.Paint(themes.Accent, s.cursorSign()) + sign
	} else {
		sign = " " + sign
	}
	key := " "
	if c.key != "" {
		key = t.Paint(themes.Key, c.key)
	}
	role := themes.Muted
	if c.rule == s.chosen {
		role = themes.Text
	}
	lead := widget.Fit(sign+" "+key+"  "+t.Paint(name, c.name), min(choiceCells, w))
	line := widget.Fit(lead+t.Paint(role, effect), w)
	if under {
		line = t.Ink(themes.Cursor).Lay(line)
	}
	return line
}

// why says where the conflict comes from and how much the two share.
func (s *Screen) why(p *pair, w int, airy bool) []string {
	t, c := s.theme(), &p.conflict
	const label = 8
	row := func(name, text, more string) string {
		room := max(0, w-label-2-widget.Width(more))
		if room < 16 {
			more, room = "", max(0, w-label)
		}
		return t.Paint(themes.Muted, widget.Fit(name, label)) + t.Paint(themes.Text, widget.Truncate(text, room, t.Glyphs.Ellipsis)) + t.Paint(themes.Muted, more)
	}
	by := "   " + widget.Clean(c.DeclaredBy.String())
	if c.Confidence > 0 && c.Type != engine.ConflictDeclared {
		by += ", sure " + widget.Score(c.Confidence)
	}
	reason, cut := widget.CleanN(c.Explanation, max(0, 2*w))
	switch {
	case cut:
		reason = "“" + reason + t.Glyphs.Ellipsis
	case reason != "":
		reason = "“" + reason + "”"
	case c.Type == engine.ConflictDeclared:
		reason, by = "declared by "+widget.Clean(c.DeclaredBy.String())+" without a reason", ""
	case c.Type == engine.ConflictImported:
		reason, by = "the same id twice in one file, with different words", ""
	default:
		reason = "no reason was given"
	}
	out := []string{row("why", reason, by)}
	if long := widget.Width(reason) + widget.Width(by); airy && long > w-label-2 {
		wrapped, more := widget.WrapN(reason+by, max(1, w-label), 2)
		out = out[:0]
		for i, l := range wrapped {
			if more && i == 1 {
				l = widget.Truncate(l, max(0, w-label-3-widget.Width(by)), "") + t.Glyphs.Ellipsis + by
			}
			out = append(out, row([2]string{"why"}[i], l, ""))
		}
	}
	out = append(out, row("same", s.shared(p), ""))
	if len(p.fields) > 0 {
		out = append(out, row("differ", inWords(p.fields), ""))
	}
	return out
}

// shared says how much of the texts is the same.
func (s *Screen) shared(p *pair) string {
	switch {
	case p.sides[0].gone || p.sides[1].gone:
		return "one of the two is gone"
	case p.diff == nil:
		return "comparing …"
	case p.diff.Equal() && len(p.fields) == 0:
		return "every word and every field"
	case p.diff.Equal():
		return "every word: only fields differ"
	}
	d := p.diff
	if d.WordsSame == 0 {
		return "no words that could be paired"
	}
	text := fmt.Sprintf("%s words, of %s in A and %s in B", grouped(d.WordsSame), grouped(d.WordsA), grouped(d.WordsB))
	if d.Grain != 0 {
		text += " · too different to pair all of them"
	}
	return text
}
