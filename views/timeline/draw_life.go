package timeline

import (
	"errors"
	"fmt"
	"strings"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
	"ebb/views/widget/diff"
)

// Sizes from which something fits, in cells and lines.
const (
	chartWide  = 56
	chartHigh  = 18
	textHigh   = 8 // list and comparison beside each other
	leastRows  = 3
	wideRow    = 76
	middleRow  = 52
	narrowWord = 44
)

// chartLines is how many lines the curve gets.
func chartLines(w, h int) int {
	switch {
	case w < chartWide || h < chartHigh:
		return 0
	case h < 24:
		return 4
	case h < 30:
		return 6
	}
	return 8
}

func (s *Screen) drawLife(w, h int) []string {
	l := s.life
	switch {
	case l.err != nil && len(l.versions) == 0:
		var missing *engine.NotFoundError
		if errors.As(l.err, &missing) {
			return s.message(themes.Text, w, h, "This memory is gone", l.err.Error(), "esc shows all changes of the store")
		}
		return s.message(themes.Danger, w, h, "This memory's life could not be read", l.err.Error(), "esc shows all changes of the store")
	case !l.begun:
		return s.message(themes.Muted, w, h, "Reading …")
	case l.pane == textAlone:
		s.frame.textAt, s.frame.text = 0, h
		return s.drawComparison(w, h)
	}
	var lines []string
	if n := chartLines(w, h); n > 0 && !s.ctx.Accessible {
		lines = append(lines, s.drawChart(w, n)...)
		lines = append(lines, s.rule("", "", w))
	}
	room := h - len(lines)
	rows := min(max(len(l.versions), 1), max(leastRows, room*2/5))
	if room < textHigh {
		rows = room
	}
	s.frame.rowsAt = len(lines)
	l.list.SetHeight(rows)
	lines = l.list.Draw(lines, w, func(i int, under bool) string { return s.drawVersion(i, under, w) })
	if text := room - rows; text > 0 {
		s.frame.textAt, s.frame.text = len(lines), text
		lines = append(lines, s.drawComparison(w, text)...)
	}
	return lines
}

// drawChart draws the curve, or takes it from the last frame.
func (s *Screen) drawChart(w, n int) []string {
	l, t, lens := s.life, s.theme(), s.ctx.Lens()
	key := chartKey{
		gen: l.gen, w: w, h: n, versions: len(l.versions), read: l.past.read, theme: t,
		now: lens.Real.Unix() / 60, version: l.memory.Version,
	}
	if lens.Mode != views.Live {
		key.lens = lens.At.Unix()
	}
	if l.marked != nil {
		key.marked = l.marked.Number
	}
	if s.frame.chart == nil || s.frame.chartKey != key {
		c := s.chartOf(l, w-2, n)
		s.frame.chart, s.frame.chartKey = append([]string{t.Paint(themes.Muted, " retention")}, c.draw(t, l, s.date)...), key
	}
	return s.frame.chart
}

// drawVersion draws one row of the list.
func (s *Screen) drawVersion(i int, under bool, w int) string {
	l, t := s.life, s.theme()
	v := &l.versions[i]
	if s.ctx.Accessible {
		lead := "  "
		if under {
			lead = "> "
		}
		return lead + widget.Truncate(strings.Join(s.versionWords(i), ", "), max(0, w-2), t.Glyphs.Ellipsis)
	}
	cursor, mark := " ", " "
	if under {
		cursor = t.Paint(themes.Accent, t.Glyphs.Cursor)
	}
	if l.marked != nil && *l.marked == v.Ref() {
		mark = t.Paint(themes.Selection, t.Glyphs.Selected)
	}
	ink := themes.Text
	if lens := s.ctx.Lens(); lens.Mode == views.Past && v.At.After(lens.At) {
		ink = themes.Faint // it was not written yet
	}
	name, role := who(v.Actor, l.past.kinds[v.Operation])
	cells := []widget.Cell{
		{Text: cursor + mark + t.Paint(ink, fmt.Sprintf("v%d", v.Number)), W: 3 + len(fmt.Sprint(max(l.memory.Version, v.Number)))},
		{Text: t.Paint(ink, glyphOf(&t.Glyphs, v.Change)), W: 1},
	}
	if w >= narrowWord {
		cells = append(cells, widget.Cell{Text: t.Paint(ink, v.Change.String()), W: 10})
	}
	if w >= middleRow {
		cells = append(cells, widget.Cell{Text: t.Paint(themes.Muted, s.when(v.At)), W: 18 - 6*b2i(w < wideRow)})
	} else {
		cells = append(cells, widget.Cell{Text: t.Paint(themes.Muted, s.date(v.At)), W: 6})
	}
	if w >= wideRow {
		cells = append(cells, widget.Cell{Text: t.Paint(role, short(name, 18)), W: 18})
	} else {
		cells = append(cells, widget.Cell{Text: t.Paint(role, short(name, 10)), W: 10})
	}
	last := t.Paint(themes.Muted, short(reasonOf(v), max(w-20, 0)))
	if lens := s.ctx.Lens(); lens.Mode == views.Past && i == l.inForce(lens.At) {
		last = t.Paint(themes.Past, t.Glyphs.Then+" held then") + "  " + last
	}
	cells = append(cells, widget.Cell{Text: last})
	return widget.Row(w, 1, cells...)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// reasonOf is why a version was written; without a reason, by what it was
// recognised.
func reasonOf(v *engine.Version) string {
	switch {
	case v.Reason != "" && v.Actor.Kind == engine.Person:
		return "“" + v.Reason + "”"
	case v.Reason != "":
		return v.Reason
	case v.Memory.Identity.Kind != engine.NoIdentity:
		return "key " + v.Memory.Identity.Value
	}
	return ""
}

// drawComparison draws what two versions differ in, and what stood beside
// their texts, in h lines.
func (s *Screen) drawComparison(w, h int) []string {
	l, t := s.life, s.theme()
	p := &l.pair
	inner := max(1, w-4)
	lines := []string{s.comparisonHead(w)}
	room := h - 1
	if room <= 0 {
		return lines
	}
	if p.err != nil {
		for _, line := range widget.Wrap(p.err.Error(), inner) {
			lines = append(lines, "  "+t.Paint(themes.Danger, line))
		}
		return lines
	}
	if !p.ready && p.marked == nil {
		return append(lines, "  "+t.Paint(themes.Faint, "reading …"))
	}
	tail := s.drawFacts(inner)
	gap := b2i(room >= 8)
	head := gap
	if l.pane == onVersions {
		l.scroll = 0
	}
	wr := p.upTo(inner, l.scroll+room+1)
	text := len(wr.lines)
	if left := max(room-len(tail)-gap-head, min(3, room)); l.pane == onVersions && (text > left || wr.more) {
		lines = append(lines, make([]string, head)...)
		for i := range min(left-1, text) {
			lines = append(lines, "  "+s.drawLine(&wr.lines[i]))
		}
		lines = append(lines, "  "+t.Paint(themes.Faint, "… tab reads on"))
		lines = append(lines, make([]string, gap)...)
		return append(lines, indented(tail)...)
	}
	total := head + text + gap + len(tail)
	if wr.more {
		total = head + text
	}
	l.scroll = max(0, min(l.scroll, total-room))
	for i := l.scroll; i < min(total, l.scroll+room); i++ {
		switch at := i - head; {
		case at < 0 || at >= text && at < text+gap:
			lines = append(lines, "")
		case at < text:
			lines = append(lines, "  "+s.drawLine(&wr.lines[at]))
		default:
			lines = append(lines, "  "+tail[at-text-gap])
		}
	}
	return lines
}

func indented(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		if line != "" {
			out[i] = "  " + line
		}
	}
	return out
}

// to stands between what was and what is.
func (s *Screen) to() string {
	if s.ctx.Accessible {
		return " to "
	}
	return " " + s.theme().Glyphs.Arrow + " "
}

// comparisonHead is "── v2 → v3, by word ── c  v1 → v3 instead ──".
func (s *Screen) comparisonHead(w int) string {
	l, t := s.life, s.theme()
	p := &l.pair
	arrow := s.to()
	left := fmt.Sprintf("v%d%sv%d", p.sides.a.Number, arrow, p.sides.b.Number)
	switch {
	case p.sides.alone:
		left = fmt.Sprintf("v%d", p.sides.b.Number)
		if l.whole {
			left += ", the first"
		}
	case p.marked == nil:
		left += ", comparing …"
	case p.marked.equal:
		left += ", the same text"
	case p.marked.grain == diff.ByWord:
		left += ", by word"
	case p.marked.grain == diff.ByLine:
		left += ", by word and line"
	default:
		left += ", little in common"
	}
	right := ""
	if v := l.current(); v != nil && l.marked != nil && *l.marked != v.Ref() {
		right = t.Paint(themes.Key, "c") + t.Paint(themes.Muted, "  with the one before instead")
		if !l.across {
			a, b := l.marked.Number, v.Number
			right = t.Paint(themes.Key, "c") + t.Paint(themes.Muted, fmt.Sprintf("  v%d%sv%d instead", min(a, b), arrow, max(a, b)))
		}
	}
	role := themes.Muted
	if l.pane == onText {
		role = themes.Accent
	}
	return s.rule(t.Paint(role, left), right, w)
}

// drawLine paints what was removed and what was added.
func (s *Screen) drawLine(x *line) string {
	t := s.theme()
	if len(x.added.Marks) == 0 {
		return x.removed.Paint(t, themes.Text, themes.Removed)
	}
	if len(x.removed.Marks) == 0 {
		return x.added.Paint(t, themes.Text, themes.Added)
	}
	out := make([]byte, 0, 2*len(x.added.Text))
	text, at := x.added.Text, 0
	minus, plus := x.removed.Marks, x.added.Marks
	for len(minus)+len(plus) > 0 {
		next, role := plus, themes.Added
		if len(plus) == 0 || len(minus) > 0 && minus[0].From < plus[0].From {
			next, role = minus, themes.Removed
		}
		m := next[0]
		out = t.Ink(themes.Text).Append(out, text[at:m.From])
		out = t.Ink(role).Append(out, text[m.From:m.To])
		at = m.To
		if role == themes.Added {
			plus = plus[1:]
		} else {
			minus = minus[1:]
		}
	}
	return string(t.Ink(themes.Text).Append(out, text[at:]))
}

// versionWords is a row, said.
func (s *Screen) versionWords(i int) []string {
	l := s.life
	v := &l.versions[i]
	name, _ := who(v.Actor, l.past.kinds[v.Operation])
	words := []string{fmt.Sprintf("version %d", v.Number), v.Change.String(), s.when(v.At), "by " + widget.Clean(name)}
	if l.marked != nil && *l.marked == v.Ref() {
		words = append(words, "marked")
	}
	if reason := reasonOf(v); reason != "" {
		words = append(words, widget.Clean(reason))
	}
	return words
}

func (s *Screen) sayVersion() string {
	l := s.life
	if l.current() == nil {
		return "reading"
	}
	i := l.list.Cursor()
	return fmt.Sprintf("row %d of %s: %s", i+1, l.countWord(), strings.Join(s.versionWords(i), ", "))
}
