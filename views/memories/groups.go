package memories

import (
	"sort"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine/catalogue"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// groups are what s offers to put memories together by.
var groups = []struct {
	key   string
	group catalogue.Group
	word  string
	note  string
}{
	{"n", catalogue.ByNamespace, "by namespace", ""},
	{"t", catalogue.ByType, "by type", ""},
	{"s", catalogue.BySubject, "by subject", "whom or what they are about"},
	{"a", catalogue.ByAge, "by age", "since they last changed"},
	{"x", catalogue.Ungrouped, "not at all", ""},
}

func groupWord(group catalogue.Group) string {
	for _, g := range groups {
		if g.group == group {
			return g.word
		}
	}
	return ""
}

// groupMsg asks for other groups.
type groupMsg struct{ group catalogue.Group }

// chooseGroup offers the groups.
func (s *Screen) chooseGroup() tea.Cmd {
	var options []option
	for _, g := range groups {
		options = append(options, option{
			Choice: views.Choice{Key: g.key, Label: g.word, Note: g.note},
			pick:   func() tea.Cmd { return views.Send(groupMsg{g.group}) },
		})
	}
	return pickFrom("Group", options)
}

func (s *Screen) groupBy(msg groupMsg) tea.Cmd {
	if !s.snap.Loaded() {
		return toast(views.Warn, "the catalogue is still loading: groups can be made when it is in")
	}
	s.asked.group, s.asked.best, s.finding.before = msg.group, false, nil
	return s.ask(true)
}

// The names of what stands outside of the groups: over them, and behind them.
const (
	pinnedGroup = "pinned"
	textGroup   = "found in texts"
)

// groupOf is the group of row i, "" where there are none.
func (m matched) groupOf(i int) string {
	switch {
	case m.group == catalogue.Ungrouped || i < 0 || i >= m.len():
		return ""
	case i >= m.arranged:
		return textGroup // came in after the rest was put in order
	case len(m.pins) > 0 && m.pins[m.id(i)]:
		return pinnedGroup
	}
	h := m.snap.Head(m.row(i))
	return m.group.Of(&h, m.at)
}

// groupSize counts the rows of the group of row i. A group's rows stand
// together, so that its ends can be searched for.
func (m matched) groupSize(i int) int {
	name := m.groupOf(i)
	from := i - reach(i, func(n int) bool { return m.groupOf(i-n) == name })
	to := i + reach(m.len()-1-i, func(n int) bool { return m.groupOf(i+n) == name })
	return to - from + 1
}

// reach is the largest n up to most for which same holds, as it does for all
// smaller ones: looked for in growing steps, since most groups are small.
func reach(most int, same func(n int) bool) int {
	step := 1
	for step <= most && same(step) {
		step *= 2
	}
	low := step / 2
	return low + sort.Search(min(step, most+1)-low-1, func(n int) bool { return !same(low + 1 + n) })
}

// heading is a group's line over its first row in sight.
type heading struct {
	name string
	n    int
}

// inGroups reports whether the rows stand under headings: where there is room.
func (s *Screen) inGroups() (matched, bool) {
	o, ok := s.list.order.(matched)
	return o, ok && o.group != catalogue.Ungrouped && s.frame.layout.rows >= 4
}

// inSight are the rows that are drawn. Headings take lines from them; the
// cursor's row is always among them.
func (s *Screen) inSight() (from, to int) {
	from, to = s.list.window.Visible()
	o, ok := s.inGroups()
	if !ok {
		return from, to
	}
	for {
		to = s.fill(o, from)
		if cursor := s.list.cursor(); cursor < to || from >= cursor {
			return from, to
		}
		from++
	}
}

// fill is the end of the rows that fit from one on.
func (s *Screen) fill(o matched, from int) (to int) {
	lines, last := s.frame.layout.rows, ""
	for to = from; to < o.len(); to++ {
		need := 1
		if name := o.groupOf(to); to == from || name != last {
			need, last = 2, name
		}
		if lines -= need; lines < 0 {
			break
		}
	}
	return to
}

// headingOver is the heading that is drawn over row i; ok is false where none
// is.
func (s *Screen) headingOver(i, first int) (h heading, ok bool) {
	o, grouped := s.inGroups()
	if !grouped {
		return h, false
	}
	name := o.groupOf(i)
	if i > first && o.groupOf(i-1) == name {
		return h, false
	}
	return heading{name, o.groupSize(i)}, true
}

func (s *Screen) drawHeading(h heading, w int) string {
	t := s.theme()
	count := grouped(h.n)
	if h.name == textGroup && s.finding.texts {
		count += "+"
	}
	name := widget.Truncate(widget.Clean(h.name), max(0, w-len(count)-5), t.Glyphs.Ellipsis)
	if s.ctx.Accessible {
		return widget.Fit("group "+name+", "+count, w)
	}
	return widget.Fit(" "+t.Paint(themes.Strong, name)+"  "+t.Paint(themes.Muted, count), w)
}

// rowAt is the row on a line of the list; ok is false on a heading and under
// the last row.
func (s *Screen) rowAt(y int) (i int, ok bool) {
	if _, grouped := s.inGroups(); !grouped {
		return s.list.window.RowAt(y)
	}
	from, to := s.inSight()
	for i = from; i < to; i++ {
		if _, heads := s.headingOver(i, from); heads {
			y--
		}
		if y == 0 {
			return i, true
		}
		if y < 0 {
			return 0, false
		}
		y--
	}
	return 0, false
}

// inGroupsOf notes what an answer is grouped by.
func (m matched) inGroupsOf(group catalogue.Group, at time.Time) matched {
	m.group, m.at, m.arranged = group, at, m.len()
	return m
}
