package ui

import (
	"slices"
	"strings"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// hint is one key of the footer.
type hint struct{ key, word string }

func (s *shell) drawStatus() string {
	t := s.theme
	right := s.jobs.draw(t, s.o.ReducedMotion)
	left := s.asked()
	if left == "" {
		left = s.drawToast()
	}
	if left == "" {
		left = s.standing()
	}
	return ends(left, right, s.w)
}

// asked is the question that the screen waits with; it comes before everything
// else on the line.
func (s *shell) asked() string {
	v, ok := s.view().(views.Asker)
	if !ok || s.top() != nil || v.Asking() == "" {
		return ""
	}
	t := s.theme
	return t.Paint(themes.Warn, s.spoken(t.Glyphs.Sign, "question")+" "+widget.Clean(v.Asking()))
}

// standing is what the status line says while nothing has just happened.
func (s *shell) standing() string {
	t := s.theme
	switch {
	case s.top() != nil:
		return ""
	case s.lens.past(s.now):
		text := "As it was. Texts, states, ties and open conflicts of that moment."
		if s.lens.play {
			text += " Playing " + s.paceWord() + ", order held still."
		}
		return t.Paint(themes.Muted, text)
	case s.lens.away:
		text := "Today's texts with the retention they would have."
		if s.lens.play {
			text += " Time-lapse " + s.paceWord() + ", order held still."
		}
		return t.Paint(themes.Muted, text)
	case s.lens.open:
		return t.Paint(themes.Muted, "Step back to see what was, ahead to see what fades if nothing happens.")
	case s.o.Accessible:
		if v, ok := s.view().(views.Speaker); ok {
			return v.Say()
		}
	}
	return ""
}

func (s *shell) paceWord() string {
	days := s.lens.pace.Hours() / 24
	switch {
	case days < .9:
		return "1 h/s"
	default:
		return grouped(int(days+.5)) + " d/s"
	}
}

// drawFooter names the keys that fit, the way to all of them always last.
func (s *shell) drawFooter() string {
	hints, last := s.hints()
	t := s.theme
	paint := func(h hint) string {
		return t.Paint(themes.Key, s.spokenKeys(h.key)) + " " + t.Paint(themes.Muted, h.word)
	}
	end, endWidth := "", 0
	if last.key != "" {
		end = paint(last)
		endWidth = widget.Width(end)
	}
	var b strings.Builder
	used := 1
	b.WriteByte(' ')
	for _, h := range hints {
		p := paint(h)
		n := widget.Width(p) + 2
		if used+n+endWidth > s.w-1 {
			continue
		}
		b.WriteString(p + "  ")
		used += n
	}
	b.WriteString(end)
	return widget.Fit(b.String(), s.w)
}

// hints are the footer's keys in order of weight, and the one that stays.
func (s *shell) hints() (list []hint, last hint) {
	if top := s.top(); top != nil {
		return top.hints(), hint{"esc", "close"}
	}
	v := s.view()
	if v == nil {
		return nil, hint{"q", "quit"}
	}
	add := func(bs []views.Binding) {
		for i := range bs {
			b := &bs[i]
			if key := s.keys.hint(b); key != "" && b.Short != "" && b.Off == "" && b.ID != "help" {
				list = append(list, hint{key, b.Short})
			}
		}
	}
	globals := s.globals()
	if s.lens.open && !v.Typing() {
		list = append(list, hint{"← →", steps[s.lens.step].name}, hint{"- +", "step"}, hint{", .", "edit or cycle"})
		play := "play"
		if s.lens.play {
			play = "pause"
		}
		list = append(list, hint{"space", play}, hint{"enter", "stay here"})
		return list, hint{"esc", "now"}
	}
	if s.lens.away && !v.Typing() {
		list = append(list, hint{"esc", "now"})
	}
	add(v.Bindings())
	if v.Typing() {
		if slices.ContainsFunc(list, func(h hint) bool { return h.key == "esc" }) {
			return list, hint{}
		}
		return list, hint{"esc", "leave"}
	}
	add(globals)
	if b, ok := byID(globals, "help"); ok {
		last = hint{s.keys.first(&b), b.Short}
	}
	return list, last
}

func byID(table []views.Binding, id string) (views.Binding, bool) {
	for _, b := range table {
		if b.ID == id {
			return b, true
		}
	}
	return views.Binding{}, false
}
