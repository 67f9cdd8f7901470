package memories

import (
	"fmt"
	"strings"
	"time"

	"ebb/engine/catalogue"
	"ebb/themes"
	"ebb/views/widget"
)

// sorts are the orders that s offers, with their key and their words.
var sorts = []struct {
	key  string
	sort catalogue.Sort
	word string
	note string
}{
	{"n", catalogue.Newest, "newest first", "by when they last changed"},
	{"o", catalogue.Oldest, "oldest first", ""},
	{"r", catalogue.Strongest, "strongest first", "by retention now"},
	{"w", catalogue.Weakest, "weakest first", ""},
	{"f", catalogue.FadesSoonest, "fading soonest", "by when they fall below the archive threshold"},
	{"t", catalogue.Title, "by title", ""},
	{"p", catalogue.Place, "by place", "namespace, then subject"},
}

func sortWord(sort catalogue.Sort) string {
	for _, o := range sorts {
		if o.sort == sort {
			return o.word
		}
	}
	return ""
}

// drawFilterLine is the line over the list: what filters it, how many are
// left of how many, in which order, and what is new above.
func (s *Screen) drawFilterLine(w int) string {
	t := s.theme()
	right := s.status(w)
	room := max(0, w-widget.Width(right)-3)
	lead := t.Paint(themes.Key, " / ")
	var left string
	switch {
	case s.field.Focused:
		left = lead + s.field.Draw(t, max(0, room))
	case s.asked.filter.empty():
		left = lead + t.Paint(themes.Faint, widget.Truncate("filter", room, ""))
	default:
		left = lead + s.drawKept(room)
	}
	return widget.Ends(left, right+" ", w)
}

// drawProblem is the line under the filter, or the last one where there is no
// room: which chip there is not or cannot be read, or why there is no catalogue.
func (s *Screen) drawProblem(w int) string {
	t := s.theme()
	switch err := s.snap.Err(); {
	case s.asked.filter.problem != "":
		return "   " + t.Paint(themes.Warn, widget.Line(s.asked.filter.problem, max(0, w-4)))
	case s.finding.err != nil && s.list.order.len() > 0:
		return "   " + t.Paint(themes.Danger, widget.Line(s.finding.err.Error(), max(0, w-4)))
	case err != nil:
		return "   " + t.Paint(themes.Danger, widget.Line("the catalogue could not be loaded: "+err.Error(), max(0, w-4)))
	}
	return ""
}

// drawKept shows the filter that stays when its field is left.
func (s *Screen) drawKept(w int) string {
	t := s.theme()
	var parts []string
	text := s.asked.filter.text
	if s.asked.best {
		text = s.asked.filter.query // quotes mean something there
	}
	if text != "" {
		parts = append(parts, t.Paint(themes.Text, widget.Line(text, min(w, widthOf(text)))))
	}
	for _, chip := range s.asked.filter.chips {
		parts = append(parts, t.Paint(themes.Accent, widget.Line(chip, min(w, widthOf(chip)))))
	}
	parts = append(parts, t.Paint(themes.Faint, "kept"))
	return widget.Truncate(strings.Join(parts, "  "), w, t.Glyphs.Ellipsis)
}

// status is the right half of the line over the list, in as many words as
// there is room for.
func (s *Screen) status(w int) string {
	t := s.theme()
	f := &s.finding
	count := s.countWord()
	order := sortWord(s.asked.sort)
	if s.asked.group != catalogue.Ungrouped {
		order = groupWord(s.asked.group) + " · " + order
	}
	if s.asked.best {
		order = "best first"
	}
	switch {
	case f.err != nil && s.list.order.len() == 0:
		return ""
	case f.fresh > 0:
		order = grouped(f.fresh) + " new above"
		if w >= 56 {
			order += " · s s"
		}
	case !s.snap.Loaded() && s.snap.Err() == nil && f.begun:
		order += " · loading …"
	case f.texts:
		order = "searching texts …"
	}
	out := t.Paint(themes.Muted, count)
	if w >= 36 && order != "" {
		role := themes.Muted
		if f.fresh > 0 {
			role = themes.Accent
		}
		if count != "" {
			out += t.Paint(themes.Muted, " · ")
		}
		out += t.Paint(role, order)
	}
	return out
}

// countWord is "38 of 1,204", "50+ of 1,204" while more is looked for, "1,204"
// without a filter.
func (s *Screen) countWord() string {
	n := s.list.order.len()
	shown := grouped(n)
	total, known := s.counts.live()
	switch {
	case !s.finding.begun:
		return "…"
	case s.asked.filter.empty() && s.finding.partial && known:
		return grouped(total)
	case s.finding.partial || s.finding.texts:
		shown += "+"
	}
	if s.asked.filter.empty() {
		return shown
	}
	if s.hit(0) != nil {
		return plural(shown, "hit", "hits")
	}
	if !known {
		return shown + " of …"
	}
	return shown + " of " + grouped(total)
}

// drawFoot says what is selected and how much of the list is in sight.
func (s *Screen) drawFoot() string {
	t := s.theme()
	n := s.list.order.len()
	from, to := s.inSight()
	var parts []string
	if problem := s.drawProblem(s.frame.w); problem != "" && !s.frame.layout.air && s.frame.layout.list > 0 && n > 0 {
		return problem[2:]
	}
	if selected := s.list.selected(); selected > 0 {
		word := grouped(selected) + " selected"
		if s.list.anchor >= 0 {
			word += ", v ends the range"
		}
		parts = append(parts, t.Paint(themes.Selection, word))
	}
	switch hit := s.hit(s.list.cursor()); {
	case s.form != nil || s.full:
	case hit != nil && s.focus == onList:
		parts = append(parts, t.Paint(themes.Muted, "only a look, R records a recall"), t.Paint(themes.Muted, signalWords(hit)))
	case s.focus == onDetail:
		parts = append(parts, t.Paint(themes.Accent, "the keys move in the detail")+t.Paint(themes.Muted, " · tab goes back to the list"))
	case n > to-from && n > 0:
		parts = append(parts, t.Paint(themes.Muted, grouped(to-from)+" of "+grouped(n)+" shown"))
	}
	return " " + strings.Join(parts, t.Paint(themes.Muted, "   "))
}

// drawRowInWords is a row without bars and columns.
func (s *Screen) drawRowInWords(r *row, i int, under bool, now time.Time) string {
	lead := "  "
	if under {
		lead = "> "
	}
	w := s.frame.layout.list
	return widget.Fit(lead+fitWords(s.inWords(r, i, now), w-len(lead)), w)
}

// inWords is what a row shows, said: the title first.
func (s *Screen) inWords(r *row, i int, now time.Time) []string {
	words := []string{widget.Clean(r.head.Title)}
	if s.list.marked(i) {
		words = append(words, "selected")
	}
	if s.inConflict[r.head.ID] {
		words = append(words, "in conflict")
	}
	if s.pins[r.head.ID] {
		words = append(words, "pinned")
	}
	if r.hit != nil {
		words = append(words, "fits "+widget.Score(r.hit.Score))
	}
	words = append(words, "retention "+widget.Score(r.score))
	switch {
	case r.gone:
		words = append(words, "purged")
	case !r.head.State.Live():
		words = append(words, r.head.State.String())
	case r.head.ExpiredAt(now):
		words = append(words, "expired")
	default:
		words = append(words, widget.FadesIn(now, r.fades))
	}
	return append(words, "in "+widget.Clean(r.head.Scope.Namespace), "changed "+widget.Ago(now, r.head.UpdatedAt))
}

// Say implements [views.Speaker].
func (s *Screen) Say() string {
	n := s.list.order.len()
	switch {
	case s.form != nil:
		return s.form.say()
	case n == 0:
		if m := s.instead(); m != nil {
			return strings.Join(append([]string{m.title}, m.next...), ", ")
		}
		return ""
	}
	i, now := s.list.cursor(), s.now()
	r := s.row(i, now)
	lead, words := fmt.Sprintf("row %s of %s: ", grouped(i+1), grouped(n)), s.inWords(&r, i, now)
	if w := s.frame.w - 2 - len(lead); w > 0 {
		return lead + fitWords(words, w)
	}
	return lead + strings.Join(words, ", ")
}

// fitWords leaves words out at the end until the title, which comes first, has
// the cells it needs or most of the line.
func fitWords(words []string, w int) string {
	for n := len(words); n > 1; n-- {
		rest := ", " + strings.Join(words[1:n], ", ")
		if room := w - widget.Width(rest); room >= min(widget.Width(words[0]), w*3/5) {
			return widget.Truncate(words[0], room, "…") + rest
		}
	}
	return widget.Truncate(words[0], max(0, w), "…")
}
