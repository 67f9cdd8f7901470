package timeline

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// Bindings implements [views.View].
func (s *Screen) Bindings() []views.Binding {
	switch {
	case s.Typing():
		return fieldBindings
	case s.life != nil:
		return append(s.lifeKeys(), s.moveKeys("version")...)
	}
	return append(s.feedKeys(), s.moveKeys("entry")...)
}

// While text is typed the keys are its own; these say what they do.
var fieldBindings = []views.Binding{
	{ID: "timeline.filter.keep", Keys: []string{"enter"}, Short: "keep", Help: "keep the filter and go to the feed", Block: views.Find},
	{ID: "timeline.filter.move", Keys: []string{"up", "down"}, Short: "move", Help: "move in the feed while typing", Block: views.Move},
	{ID: "timeline.filter.out", Keys: []string{"esc"}, Short: "out", Help: "leave the field; once more clears the filter", Block: views.Move},
}

// do makes an action: the frame is stale after it, and what the new state
// needs is loaded.
func (s *Screen) do(do func() tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		s.frame.dirty()
		return tea.Batch(do(), s.want())
	}
}

func (s *Screen) act(do func()) func() tea.Cmd {
	return s.do(func() tea.Cmd {
		do()
		return nil
	})
}

func (s *Screen) lifeKeys() []views.Binding {
	l := s.life
	open := views.Binding{ID: "timeline.open", Keys: []string{"enter"}, Short: "read", Help: "give the differences the whole screen; from there, to a memory before or after this one", Block: views.Move, Action: s.do(s.enter)}
	if l.pane == textAlone {
		open.Short = "go to…"
	}
	return []views.Binding{
		{ID: "timeline.mark", Keys: []string{" "}, Short: "mark", Help: "mark the version to compare others with, or let it go", Block: views.Take, Action: s.act(l.mark)},
		{ID: "timeline.compare", Keys: []string{"c"}, Short: "compare", Help: "compare with the marked version, or again with the one before", Block: views.Local, Action: s.do(s.compareMarked)},
		{ID: "timeline.restore", Keys: []string{"r"}, Short: "restore…", Help: "write a new version that says what this one said", Block: views.Change, Off: s.offNow(), Action: s.do(s.restore)},
		open,
		{ID: "timeline.copy", Keys: []string{"y"}, Short: "copy", Help: "copy the version's text", Block: views.Take, Action: s.do(s.copyText)},
		{ID: "timeline.copyas", Keys: []string{"Y"}, Help: "copy the id, the differences, or the command line that prints the same", Block: views.Take, Action: s.do(s.copyOther)},
		{ID: "timeline.pane", Keys: []string{"tab", "shift+tab"}, Help: "other pane: scroll the differences", Block: views.Move, Action: s.act(s.otherPane)},
		{ID: "timeline.feed", Help: "esc: all changes of the whole store, live", Block: views.Local, Action: s.do(func() tea.Cmd {
			s.drop()
			return s.beginFeed()
		})},
	}
}

func (s *Screen) feedKeys() []views.Binding {
	return []views.Binding{
		{ID: "timeline.jump", Keys: []string{"enter"}, Short: "open", Help: "the life of the memory, or of one of several", Block: views.Move, Action: s.do(s.jump)},
		{ID: "timeline.filter", Keys: []string{"/"}, Short: "filter", Help: "filter by words and chips: who: kind:", Block: views.Find, Action: s.act(func() { s.feed.field.Focused = true })},
		{ID: "timeline.filters", Keys: []string{"f"}, Short: "filters", Help: "choose a filter: who did it, what was done", Block: views.Find, Action: s.do(s.chooseFilter)},
		{ID: "timeline.copy", Keys: []string{"y"}, Help: "copy the entry as a line", Block: views.Take, Action: s.do(s.copyEntry)},
		{ID: "timeline.copyas", Keys: []string{"Y"}, Help: "copy the operation's id, or the command line that takes it back", Block: views.Take, Action: s.do(s.copyEntryAs)},
	}
}

func (s *Screen) moveKeys(what string) []views.Binding {
	by := func(n int) func() tea.Cmd { return s.act(func() { s.move(n) }) }
	return []views.Binding{
		{ID: "timeline.down", Keys: []string{"j", "down"}, Help: "next " + what, Block: views.Move, Action: by(1)},
		{ID: "timeline.up", Keys: []string{"k", "up"}, Help: "previous " + what, Block: views.Move, Action: by(-1)},
		{ID: "timeline.top", Keys: []string{"g", "home"}, Help: "to the top", Block: views.Move, Action: s.act(func() { s.moveEnd(-1) })},
		{ID: "timeline.end", Keys: []string{"G", "end"}, Help: "to the end", Block: views.Move, Action: s.act(func() { s.moveEnd(1) })},
		{ID: "timeline.halfdown", Keys: []string{"ctrl+d", "pgdown"}, Help: "half a page down", Block: views.Move, Action: s.act(func() { s.moveHalf(1) })},
		{ID: "timeline.halfup", Keys: []string{"ctrl+u", "pgup"}, Help: "half a page up", Block: views.Move, Action: s.act(func() { s.moveHalf(-1) })},
	}
}

func (s *Screen) move(n int) {
	if s.life != nil {
		s.life.move(n)
		return
	}
	s.feed.move(n)
}

func (s *Screen) moveHalf(n int) {
	switch l := s.life; {
	case l == nil:
		s.feed.list.Half(n)
		s.feed.seen()
	case l.pane != onVersions:
		l.move(n * max(1, s.frame.h/2))
	default:
		l.list.Half(n)
		l.scroll = 0
	}
}

// farDown is further than any text goes; drawing finds the end.
const farDown = 1 << 20

func (s *Screen) moveEnd(n int) {
	switch l := s.life; {
	case l == nil && n < 0:
		s.feed.move(-s.feed.list.Len())
	case l == nil:
		s.feed.move(s.feed.list.Len())
	case l.pane != onVersions:
		l.scroll = max(0, n*farDown)
	default:
		l.move(n * l.list.Len())
	}
}

func (s *Screen) otherPane() {
	l := s.life
	switch {
	case l.pane == textAlone || s.frame.text == 0:
	case l.pane == onText:
		l.pane, l.scroll = onVersions, 0
	default:
		l.pane = onText
	}
}

func (s *Screen) compareMarked() tea.Cmd {
	l := s.life
	if l.marked == nil {
		return views.Send(views.ToastMsg{Text: "space marks the version to compare with", Level: views.Warn})
	}
	l.across, l.scroll = !l.across, 0
	return nil
}

// enter gives the differences the screen; from there it leads to the memories
// that this one came from or went into.
func (s *Screen) enter() tea.Cmd {
	l := s.life
	if l.current() == nil {
		return nil
	}
	if l.pane != textAlone {
		l.pane, l.scroll = textAlone, 0
		return nil
	}
	return s.chooseRelative()
}
