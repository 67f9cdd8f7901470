package memories

import (
	"strings"

	"ebb/themes"
	"ebb/views/widget"
)

// message stands in the list's place when there is nothing to list: what is
// the case and the next step.
type message struct {
	role  themes.Role
	title string
	next  []string
}

// instead returns what is to be said in place of rows, nil when there are some.
func (s *Screen) instead() *message {
	f := &s.finding
	switch {
	case s.list.order.len() > 0:
		return nil
	case f.err != nil:
		return &message{themes.Danger, "The memories could not be read", []string{f.err.Error(), "s s tries again"}}
	case !f.begun || f.paging:
		return &message{themes.Muted, "Reading the newest memories …", nil}
	case !s.asked.filter.empty():
		return s.nothingFound()
	case f.stale || f.renewing && f.partial:
		return &message{themes.Muted, "Sorting …", nil}
	}
	if s.then.today != nil {
		return &message{themes.Text, "Nothing was remembered here then", []string{"esc goes back to now"}}
	}
	return &message{themes.Text, "Nothing is remembered here yet", []string{
		"n writes the first memory",
		": import reads the file that an agent keeps",
	}}
}

func (s *Screen) nothingFound() *message {
	f := &s.finding
	text := strings.TrimSpace(s.asked.text)
	switch {
	case s.asked.searches() && f.jump:
		return &message{themes.Muted, "Searching for “" + text + "” …", []string{"esc goes back to the filter"}}
	case s.asked.searches():
		return &message{themes.Text, "No search finds “" + text + "”", []string{"what stands between quotes must be there as it is", "esc goes back to the filter"}}
	case f.texts:
		return &message{themes.Muted, "No title says “" + text + "”", []string{"still looking through the stored texts …", "esc stops"}}
	case f.partial:
		return &message{themes.Muted, "Looking for “" + text + "” …", nil}
	}
	m := &message{themes.Text, "No memory matches “" + text + "”", []string{"esc clears the filter"}}
	if s.asked.filter.problem != "" {
		m.next = append([]string{s.asked.filter.problem}, m.next...)
	}
	if len(s.asked.filter.states) == 0 {
		m.next = append(m.next, "state:all looks among archived and deleted ones too")
	}
	return m
}

// drawInstead centres a message in w × h cells.
func (s *Screen) drawInstead(m *message, w, h int) []string {
	t := s.theme()
	room := max(1, w-4)
	lines := make([]string, 0, h)
	add := func(role themes.Role, text string) {
		wrapped, _ := widget.WrapN(text, room, 4)
		for _, line := range wrapped {
			indent := max(0, (w-widget.Width(line))/2)
			lines = append(lines, strings.Repeat(" ", indent)+t.Paint(role, line))
		}
	}
	add(m.role, m.title)
	if len(m.next) > 0 && h > 4 {
		lines = append(lines, "")
	}
	for _, next := range m.next {
		add(themes.Muted, next)
	}
	if above := (h - len(lines)) / 3; above > 0 {
		lines = append(make([]string, above), lines...)
	}
	return lines[:min(len(lines), h)]
}
