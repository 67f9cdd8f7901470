package memories

import (
	"slices"
	"strings"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// frame is what was drawn last. The two panes go stale separately: the
// detail's seven digits run each second, the list's bars in hours.
type frame struct {
	w, h   int
	layout layout

	list, detail           []string
	listStale, detailStale bool

	at    time.Time   // the instant that the list was drawn at
	rows  []rowGlyphs // what of it moves
	whole []string
}

func (f *frame) dirty() { f.listStale, f.detailStale = true, true }

// tick marks as stale what a later instant draws differently.
func (f *frame) tick(s *Screen) {
	f.detailStale = true
	if f.listStale || f.layout.list == 0 {
		return
	}
	now := s.now()
	from, to := s.inSight()
	if to-from != len(f.rows) {
		f.listStale = true
		return
	}
	for i := from; i < to; i++ {
		r := s.row(i, now)
		if r.glyphs(&f.layout, now) != f.rows[i-from] {
			f.listStale = true
			return
		}
	}
}

// Draw implements [views.View].
func (s *Screen) Draw(w, h int) []string {
	f := &s.frame
	if w <= 0 || h <= 0 {
		return widget.Block(nil, w, h)
	}
	full := s.full || s.form != nil && (w < sideBySide || h < 8)
	l := layoutFor(w, h, full, s.ctx.Accessible)
	if f.w != w || f.h != h || l != f.layout {
		f.w, f.h, f.layout = w, h, l
		f.dirty()
	}
	s.list.window.SetHeight(l.rows)
	if !f.listStale && !f.detailStale && f.whole != nil {
		return slices.Clone(f.whole)
	}
	now := s.now()
	body := h
	if l.foot {
		body--
	}
	if f.listStale {
		f.list = s.drawList(now, body)
		f.listStale = false
	}
	if f.detailStale {
		f.detail = s.drawSide(now, l.detail, body)
		f.detailStale = false
	}
	switch {
	case l.list == 0:
		f.whole = widget.Block(slices.Clone(f.detail), w, body)
	case l.detail == 0:
		f.whole = widget.Block(slices.Clone(f.list), w, body)
	default:
		edge := themes.Border
		if s.sideHasKeys() {
			edge = themes.Accent
		}
		separator := s.theme().Paint(edge, s.theme().Glyphs.Separator)
		f.whole = widget.Beside(body, separator, widget.Pane{Lines: f.list, W: l.list}, widget.Pane{Lines: f.detail, W: l.detail})
	}
	if l.foot {
		f.whole = append(f.whole, widget.Fit(s.drawFoot(), w))
	}
	return slices.Clone(f.whole)
}

// drawList draws the list's pane: filter line, columns, rows.
func (s *Screen) drawList(now time.Time, h int) []string {
	l := &s.frame.layout
	s.frame.rows = s.frame.rows[:0]
	if l.list == 0 {
		return nil
	}
	lines := make([]string, 0, h)
	if l.filterLine {
		lines = append(lines, s.drawFilterLine(l.list))
	}
	if l.air {
		lines = append(lines, s.drawProblem(l.list))
	}
	if l.header {
		lines = append(lines, s.drawHeader())
	}
	if say := s.instead(); say != nil {
		return append(lines, s.drawInstead(say, l.list, l.rows)...)
	}
	s.frame.at = now
	from, to := s.inSight()
	for i := from; i < to; i++ {
		if over, ok := s.headingOver(i, from); ok {
			lines = append(lines, s.drawHeading(over, l.list))
		}
		r := s.row(i, now)
		s.frame.rows = append(s.frame.rows, r.glyphs(l, now))
		under := i == s.list.cursor()
		if s.ctx.Accessible {
			lines = append(lines, s.drawRowInWords(&r, i, under, now))
			continue
		}
		lines = append(lines, s.drawRow(&r, i, under, now))
	}
	return lines
}

// drawHeader names the columns.
func (s *Screen) drawHeader() string {
	l, t := &s.frame.layout, s.theme()
	if s.ctx.Accessible {
		return ""
	}
	cells := []widget.Cell{{Text: "", W: rowLead - 1}, {Text: "retention", W: l.bar + max(0, l.score) + 1}, {Text: "memory", W: l.title}}
	if s.hit(0) != nil {
		cells[1].Text = "fits"
	}
	if l.score == 0 {
		cells[1].Text = ""
	}
	if l.where > 0 {
		cells = append(cells, widget.Cell{Text: " where", W: l.where + 2})
	}
	if l.age > 0 {
		cells = append(cells, widget.Cell{Text: "age", W: l.age})
	}
	if l.fades > 0 {
		cells = append(cells, widget.Cell{Text: "fades", W: l.fades})
	}
	return t.Paint(themes.Faint, widget.Row(max(0, l.list-1), 1, cells...))
}

// drawSide draws what stands beside the list, or in its place: the form, else
// the detail.
func (s *Screen) drawSide(now time.Time, w, h int) []string {
	if w == 0 {
		return nil
	}
	inner := max(1, w-2)
	var lines []string
	if s.form != nil {
		lines = s.drawForm(inner, h)
	} else {
		lines = s.drawDetail(now, inner, h)
	}
	for i := range lines {
		lines[i] = " " + widget.Fit(lines[i], inner) + " "
	}
	if s.focus == onDetail && !s.full && s.form == nil && len(lines) > 0 {
		lines[0] = s.theme().Paint(themes.Accent, s.theme().Glyphs.Cursor) + lines[0][1:]
	}
	return lines
}

// drawDetail draws text and facts. Beside the list, a long text leaves the
// facts their room until the pane is scrolled or has the focus.
func (s *Screen) drawDetail(now time.Time, w, h int) []string {
	p, t := &s.detail, s.theme()
	d := p.shown
	switch {
	case d == nil && (p.busy || s.finding.paging):
		return []string{t.Paint(themes.Faint, "reading …")}
	case d == nil:
		return nil
	case d.err != nil:
		return s.troubled(d.err, w)
	}
	gap := 1
	if h >= 30 {
		gap = 2
	}
	p.wrapped.upTo(d, w, p.scroll+h+1)
	text, more := p.wrapped.lines, p.wrapped.more
	name := s.nameLines(d, w)
	facts := s.facts(d, now, w, 0)
	open := s.full || s.focus == onDetail || p.scroll > 0
	spare := h - len(name) - gap - len(facts)
	switch {
	case spare > len(text) && !more:
		facts = s.facts(d, now, w, spare-len(text))
	case !open && spare < min(len(text), leastText):
		facts = s.facts(d, now, w, spare-min(len(text), leastText))
	}
	if room := max(leastText, h-len(name)-gap-len(facts)); !open && (len(text) > room || more) {
		text = append(slices.Clone(text[:min(len(text), room-1)]), t.Paint(themes.Faint, "… tab reads on"))
		more = false
	}
	above := len(name) + len(text)
	total := above + gap + len(facts)
	if more {
		total = above
	}
	p.scroll = max(0, min(p.scroll, total-h))
	out := make([]string, 0, h)
	for i := p.scroll; i < min(total, p.scroll+h); i++ {
		switch {
		case i < len(name):
			out = append(out, name[i])
		case i < above:
			out = append(out, widget.Walled(text[i-len(name)]))
		case i < above+gap:
			out = append(out, "")
		default:
			out = append(out, facts[i-above-gap])
		}
	}
	return out
}

// leastText is how much of a text is shown beside the list, whatever the facts
// take.
const leastText = 3

// nameLines are what a memory is about, where its text does not say it: the
// name stands in its title then, and over its text.
func (s *Screen) nameLines(d *detail, w int) []string {
	name := nameOf(&d.memory)
	if name == "" {
		return nil
	}
	lines, _ := widget.WrapN(name, w, 2)
	for i := range lines {
		lines[i] = s.theme().Paint(themes.Strong, widget.Walled(lines[i]))
	}
	return lines
}

// nameOf is the name that a memory's title begins with and its text does not,
// "" where there is none.
func nameOf(m *engine.Memory) string {
	name := engine.Title(m.Identity.Value)
	if m.Identity.Kind != engine.TextIdentity || m.Identity.Value != m.Scope.Subject ||
		!strings.HasPrefix(m.Title, name) || strings.HasPrefix(engine.Title(m.Content), name) {
		return ""
	}
	return name
}

func (s *Screen) troubled(err error, w int) []string {
	t := s.theme()
	lines := []string{t.Paint(themes.Danger, "this memory could not be read"), ""}
	for _, line := range widget.Wrap(err.Error(), w) {
		lines = append(lines, t.Paint(themes.Muted, line))
	}
	return append(lines, "", t.Paint(themes.Muted, "s s reads again"))
}
