package timeline

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ebb/themes"
	"ebb/views/widget"
)

func (s *Screen) drawFeed(w, h int) []string {
	f, t := &s.feed, s.theme()
	var lines []string
	if h >= 12 && !s.ctx.Accessible {
		lines = append(lines, s.drawStrip(w)...)
		lines = append(lines, s.rule("", "", w))
	}
	if h >= 4 {
		s.frame.filterAt = len(lines)
		lines = append(lines, s.drawFilter(w))
	}
	foot := h >= 8
	room := h - len(lines) - b2i(foot)
	s.frame.rowsAt = len(lines)
	f.list.SetHeight(max(room, 0))
	switch {
	case f.err != nil && len(f.ops) == 0:
		lines = append(lines, s.message(themes.Danger, w, room, "The journal could not be read", f.err.Error())...)
	case !f.begun:
		lines = append(lines, s.message(themes.Muted, w, room, "Reading the journal …")...)
	case len(f.ops) == 0 && f.more:
		lines = append(lines, s.message(themes.Muted, w, room, "Looking …")...)
	case len(f.ops) == 0 && !f.filter.empty():
		lines = append(lines, s.message(themes.Text, w, room, "No change matches “"+strings.TrimSpace(f.filter.text)+"”", "esc clears the filter")...)
	case len(f.ops) == 0 && !f.until.IsZero():
		lines = append(lines, s.message(themes.Text, w, room, "Nothing had happened yet", "esc goes back to now")...)
	case len(f.ops) == 0:
		lines = append(lines, s.message(themes.Text, w, room, "Nothing has happened yet", "what you and your agents change shows here as it happens")...)
	default:
		lines = f.list.Draw(lines, w, func(i int, under bool) string { return s.drawEntry(i, under, w) })
	}
	if foot {
		lines = widget.Block(lines, w, h-1)
		lines = append(lines, " "+t.Paint(themes.Muted, s.entryFoot(w-2)))
	}
	return lines
}

const stripLabel = 9

// drawStrip draws writes and recalls by the hour, the newest at the right.
func (s *Screen) drawStrip(w int) []string {
	st, t := &s.feed.strip, s.theme()
	cells := min(stripHours, max(w-stripLabel-2, 0))
	out := make([]string, 0, 3)
	for _, row := range []struct {
		word   string
		counts []float64
		role   themes.Role
	}{{"writes", st.writes, themes.Accent}, {"recalls", st.recalls, themes.BarFull}} {
		line := " " + t.Paint(themes.Muted, widget.Fit(row.word, stripLabel))
		if st.read && cells > 0 {
			line += t.Paint(row.role, bars(&t.Glyphs, row.counts[stripHours-cells:]))
		}
		out = append(out, line)
	}
	if cells == 0 {
		return out
	}
	return append(out, s.stripDays(cells))
}

// bars are columns for the hours, blank where nothing happened.
func bars(g *themes.Glyphs, counts []float64) string {
	top := max(slices.Max(counts), 1)
	var b strings.Builder
	for _, n := range counts {
		if n == 0 {
			b.WriteByte(' ')
			continue
		}
		b.WriteString(g.Sparks[min(int(n/top*float64(len(g.Sparks))), len(g.Sparks)-1)])
	}
	return b.String()
}

// stripDays names the days under the strip.
func (s *Screen) stripDays(cells int) string {
	t := s.theme()
	line := []rune(strings.Repeat(" ", cells))
	put := func(at int, text string) {
		for i, r := range text {
			if at+i >= 0 && at+i < len(line) {
				line[at+i] = r
			}
		}
	}
	end := s.feed.strip.from.Add(stripHours * time.Hour)
	if s.feed.strip.read {
		for i := range cells {
			at := s.local(end.Add(time.Duration(i-cells) * time.Hour))
			if at.Hour() == 0 && i < cells-12 {
				put(i, at.Format("Mon 2"))
			}
		}
		put(cells-3, "now")
	}
	return strings.Repeat(" ", 1+stripLabel) + t.Paint(themes.Faint, string(line))
}

// drawFilter is the line over the feed.
func (s *Screen) drawFilter(w int) string {
	f, t := &s.feed, s.theme()
	word := "newest first, by the hour"
	role := themes.Muted
	switch {
	case f.fresh > 0:
		word, role = grouped(f.fresh)+" new above · g", themes.Accent
	case !f.until.IsZero():
		word = "what had happened by then"
	case f.busy && f.begun && !f.filter.empty() && len(f.ops) == 0:
		word = "looking …"
	}
	right := t.Paint(themes.Muted, f.countWord()+" · ") + t.Paint(role, word) + " "
	if w < 60 {
		right = t.Paint(role, word) + " "
		if f.fresh == 0 {
			right = t.Paint(themes.Muted, f.countWord()) + " "
		}
	}
	room := max(0, w-widget.Width(right)-4)
	lead := t.Paint(themes.Key, " / ")
	switch {
	case f.field.Focused:
		lead += f.field.Draw(t, room)
	case f.filter.empty():
		lead += t.Paint(themes.Faint, widget.Truncate("filter   f  who, what", room, ""))
	default:
		lead += t.Paint(themes.Text, short(f.filter.text, room))
	}
	return widget.Ends(lead, right, w)
}

// drawEntry draws one operation. Day and hour stand where they begin.
func (s *Screen) drawEntry(i int, under bool, w int) string {
	f, t := &s.feed, s.theme()
	op := &f.ops[i]
	if s.ctx.Accessible {
		lead := "  "
		if under {
			lead = "> "
		}
		return lead + widget.Truncate(strings.Join(s.entryWords(i), ", "), max(0, w-2), t.Glyphs.Ellipsis)
	}
	cursor := " "
	if under {
		cursor = t.Paint(themes.Accent, t.Glyphs.Cursor)
	}
	at := s.local(op.At)
	day, clock := at.Format("Mon 2 Jan"), at.Format("15:04")
	if now := s.local(s.now()); now.Sub(at).Abs() > 330*24*time.Hour {
		day = at.Format("2 Jan 06")
	}
	clockInk := themes.Faint
	if i == 0 || i == f.list.Offset() || !sameHour(s.local(f.ops[i-1].At), at) {
		clockInk = themes.Text // an hour begins
	}
	if i > 0 && i != f.list.Offset() && sameDay(s.local(f.ops[i-1].At), at) {
		day = ""
	}
	name, role := who(op.Actor, op.Kind)
	ink := themes.Text
	what := f.summaryOf(op)
	if op.UndoneBy != "" {
		ink, what = themes.Faint, "taken back: "+what
	}
	cells := []widget.Cell{{Text: cursor, W: 1}}
	if w >= narrowWord {
		cells = append(cells, widget.Cell{Text: t.Paint(themes.Strong, day), W: 10})
	}
	switch {
	case w >= narrowWord:
		cells = append(cells, widget.Cell{Text: t.Paint(clockInk, clock), W: 5})
	case day != "":
		cells = append(cells, widget.Cell{Text: t.Paint(themes.Strong, at.Format("2 Jan")), W: 6})
	default:
		cells = append(cells, widget.Cell{Text: t.Paint(clockInk, clock), W: 6})
	}
	nameCells := 10
	if w >= wideRow {
		nameCells = 18
	}
	cells = append(cells, widget.Cell{Text: t.Paint(role, short(name, nameCells)), W: nameCells})
	cells = append(cells, widget.Cell{Text: t.Paint(ink, short(what, max(w-18, 0)))})
	return widget.Row(w, 1, cells...)
}

func sameDay(a, b time.Time) bool { return a.YearDay() == b.YearDay() && a.Year() == b.Year() }

func sameHour(a, b time.Time) bool { return sameDay(a, b) && a.Hour() == b.Hour() }

// entryFoot says more of the entry under the cursor.
func (s *Screen) entryFoot(w int) string {
	op := s.feed.current()
	if op == nil {
		return ""
	}
	parts := []string{string(op.Kind)}
	if op.Count > 0 {
		parts = append(parts, counted(op.Count, " memory", " memories"))
	}
	if op.Source != "" {
		parts = append(parts, "from "+widget.Clean(op.Source))
	}
	if op.Reason != "" {
		parts = append(parts, "“"+widget.Clean(op.Reason)+"”")
	}
	if op.Open {
		parts = append(parts, "not finished")
	}
	return widget.Truncate(strings.Join(parts, " · "), max(w, 0), s.theme().Glyphs.Ellipsis)
}

func (s *Screen) entryWords(i int) []string {
	op := &s.feed.ops[i]
	name, _ := who(op.Actor, op.Kind)
	words := []string{s.when(op.At), widget.Clean(name), widget.Clean(s.feed.summaryOf(op))}
	if op.UndoneBy != "" {
		words = append(words, "taken back")
	}
	return words
}

func (s *Screen) sayEntry() string {
	f := &s.feed
	if f.current() == nil {
		return "nothing has happened yet"
	}
	i := f.list.Cursor()
	return fmt.Sprintf("entry %s of %s: %s", grouped(i+1), f.countWord(), strings.Join(s.entryWords(i), ", "))
}
