package conflicts

import (
	"ebb/themes"
	"ebb/views/widget"
)

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
