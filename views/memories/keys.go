package memories

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// Bindings implements [views.View].
func (s *Screen) Bindings() []views.Binding {
	switch {
	case s.form != nil && s.form.leaves:
		return leavingBindings
	case s.form != nil:
		return formBindings
	case s.field.Focused:
		return s.fieldKeys()
	}
	off := s.offNow()
	all := make([]views.Binding, 0, 40)
	all = append(all, s.readKeys()...)
	all = append(all, s.takeKeys()...)
	all = append(all, s.changeKeys(off)...)
	return append(all, s.moveKeys()...)
}

// While text is typed the keys are its own; these say what they do.
var (
	fieldBindings = []views.Binding{
		{ID: "memories.filter.keep", Keys: []string{"enter"}, Short: "keep", Help: "keep the filter and go to the list", Block: views.Find},
		{ID: "memories.filter.best", Keys: []string{"tab"}, Short: "best first", Help: "search for the words, the best first, and back to the filter; only a look: nothing is strengthened", Block: views.Find},
		{ID: "memories.filter.move", Keys: []string{"up", "down"}, Short: "move", Help: "move in the list while typing", Block: views.Move},
		{ID: "memories.filter.out", Keys: []string{"esc"}, Short: "out", Help: "leave the field; once more clears the filter", Block: views.Move},
	}
	formBindings = []views.Binding{
		{ID: "memories.form.save", Keys: []string{"ctrl+s"}, Short: "save", Help: "write what the form says", Block: views.Change},
		{ID: "memories.form.next", Keys: []string{"tab", "shift+tab"}, Short: "next field", Help: "next or previous field", Block: views.Move},
		{ID: "memories.form.out", Keys: []string{"esc"}, Short: "leave", Help: "leave the form; unsaved text is let go with the second one", Block: views.Move},
	}
	leavingBindings = []views.Binding{
		{ID: "memories.form.out", Keys: []string{"esc"}, Short: "let the text go", Help: "leave the form without writing it", Block: views.Move},
		{ID: "memories.form.save", Keys: []string{"ctrl+s"}, Short: "save it", Help: "write what the form says", Block: views.Change},
	}
)

// fieldKeys are the field's, tab's word being where it leads.
func (s *Screen) fieldKeys() []views.Binding {
	if !s.asked.best {
		return fieldBindings
	}
	keys := slices.Clone(fieldBindings)
	keys[1].Short = "filter"
	return keys
}

// readKeys say what the keys do while the detail is read.
func (s *Screen) readKeys() []views.Binding {
	if !s.reading() {
		return nil
	}
	return []views.Binding{
		{ID: "memories.detail.out", Keys: []string{"esc"}, Short: "to the list", Help: "back to the list", Block: views.Move},
		{ID: "memories.detail.scroll", Keys: []string{"up", "down"}, Short: "scroll", Help: "scroll the detail", Block: views.Move},
	}
}

// where chooses a word by what the keys are about: the list, or the detail.
func (s *Screen) where(list, detail string) string {
	if s.reading() {
		return detail
	}
	return list
}

// act makes an action out of what changes only the state.
func (s *Screen) act(do func()) func() tea.Cmd {
	return s.do(func() tea.Cmd {
		do()
		return nil
	})
}

// do makes an action: the frame is stale after it, and what the new state
// needs is loaded.
func (s *Screen) do(do func() tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		s.frame.dirty()
		cmd := do()
		return tea.Batch(cmd, s.more(), s.want())
	}
}

func (s *Screen) takeKeys() []views.Binding {
	open, opens := s.where("open", "whole screen"), "show the memory on the whole screen"
	if s.reading() && s.openConflict() != "" {
		open, opens = "settle", "go to the open conflict"
	}
	onRows := "" // why rows cannot be taken
	if s.full {
		onRows = "back to the list first (esc): rows are selected there"
		if open != "settle" {
			open, opens = "", "the memory has the whole screen already"
		}
	}
	return []views.Binding{
		{ID: "memories.open", Keys: []string{"enter"}, Short: open, Help: opens, Words: "show read detail view", Block: views.Move, Action: s.do(s.enter)},
		{ID: "memories.filter", Keys: []string{"/"}, Short: s.where("filter", ""), Help: "filter by text and chips: type: ns: state: key: conflict: fading: since: pinned:; tab in it searches, the best first", Words: "search find look chips ranked best", Block: views.Find, Action: s.act(s.beginFilter)},
		{ID: "memories.sort", Keys: []string{"s"}, Short: s.where("sort", ""), Help: "choose the order, or groups; s s sorts again", Words: "order group by", Block: views.Find, Action: s.do(s.chooseSort)},
		{ID: "memories.filters", Keys: []string{"f"}, Help: "choose a filter: types, places, states, saved ones", Words: "saved type place state pinned", Block: views.Find, Action: s.do(s.chooseFilter)},
		{ID: "memories.select", Keys: []string{" "}, Short: s.where("select", ""), Help: "select the memory, or let it go", Off: onRows, Words: "mark choose tick", Block: views.Take, Action: s.act(s.list.toggle)},
		{ID: "memories.range", Keys: []string{"v"}, Help: "select from here to there", Off: onRows, Words: "mark choose", Block: views.Take, Action: s.act(s.list.toggleRange)},
		{ID: "memories.all", Keys: []string{"V"}, Help: "select all that the filter shows", Off: onRows, Words: "mark choose everything", Block: views.Take, Action: s.act(s.list.takeAll)},
		{ID: "memories.copy", Keys: []string{"y"}, Short: s.where("", "copy"), Help: "copy the text", Words: "clipboard yank", Block: views.Take, Action: s.do(s.copyText)},
		{ID: "memories.write", Keys: []string{"w"}, Help: "write what is selected to a file, as text or JSON Lines", Words: "save export file", Block: views.Take, Action: s.do(s.writeOut)},
		{ID: "memories.copyas", Keys: []string{"Y"}, Help: "copy the id, JSON, or the command line that prints the same", Words: "clipboard yank", Block: views.Take, Action: s.do(s.copyOther)},
	}
}

func (s *Screen) changeKeys(off string) []views.Binding {
	external := func() tea.Cmd { return s.beginEdit(true) }
	inPlace := func() tea.Cmd { return s.beginEdit(false) }
	return []views.Binding{
		{ID: "memories.archive", Keys: []string{"d"}, Short: "archive", Help: s.where("archive what is selected, several after a preview", "archive the memory"), Words: "delete remove trash hide forget discard", Block: views.Change, Off: off, Action: s.do(s.archive)},
		{ID: "memories.link", Keys: []string{"x"}, Short: s.where("link", ""), Help: "link two: contradicts, supports, supersedes …", Words: "conflict contradiction contradict settle relate tie connect", Block: views.Change, Off: off, Action: s.do(s.link)},
		{ID: "memories.edit", Keys: []string{"e"}, Short: "edit", Help: "edit text, type, importance and confidence in place; of several, what they can have in common", Words: "change update rewrite correct rename", Block: views.Change, Off: off, Action: s.do(inPlace)},
		{ID: "memories.editor", Keys: []string{"E"}, Help: "edit the text in $EDITOR", Words: "change update rewrite vim", Block: views.Change, Off: off, Action: s.do(external)},
		{ID: "memories.new", Keys: []string{"n"}, Short: s.where("new", ""), Help: "write a new memory", Words: "add create write remember", Block: views.Change, Off: off, Action: s.do(s.beginNew)},
		{ID: "memories.restore", Keys: []string{"r"}, Help: "bring archived memories back, several after a preview", Words: "unarchive undelete recover trash", Block: views.Change, Off: off, Action: s.do(s.restore)},
		{ID: "memories.recall", Keys: []string{"R"}, Help: "record that it was used: a recall", Words: "use used remember strengthen reinforce", Block: views.Change, Off: off, Action: s.do(s.recall)},
		{ID: "memories.pin", Keys: []string{"*"}, Help: "pin: it stays on top; or let it go", Words: "star favourite favorite keep unpin", Block: views.Change, Off: off, Action: s.do(s.pin)},
		{ID: "memories.purge", Keys: []string{"D"}, Help: "remove for good: asks for the count, cannot be undone", Words: "delete remove erase destroy forever trash", Block: views.Change, Off: off, Action: s.do(s.purge)},
	}
}

func (s *Screen) moveKeys() []views.Binding {
	return []views.Binding{
		{ID: "memories.down", Keys: []string{"j", "down"}, Help: "next memory", Words: "goto move next", Block: views.Move, Action: s.act(func() { s.move(1) })},
		{ID: "memories.up", Keys: []string{"k", "up"}, Help: "previous memory", Words: "goto move", Block: views.Move, Action: s.act(func() { s.move(-1) })},
		{ID: "memories.top", Keys: []string{"g", "home"}, Help: "first memory", Words: "goto move jump start", Block: views.Move, Action: s.act(func() { s.moveEnd(-1) })},
		{ID: "memories.end", Keys: []string{"G", "end"}, Help: "last memory", Words: "goto move jump bottom", Block: views.Move, Action: s.act(func() { s.moveEnd(1) })},
		{ID: "memories.halfdown", Keys: []string{"ctrl+d", "pgdown"}, Help: "half a page down", Words: "goto move scroll page", Block: views.Move, Action: s.act(func() { s.moveHalf(1) })},
		{ID: "memories.halfup", Keys: []string{"ctrl+u", "pgup"}, Help: "half a page up", Words: "goto move scroll page", Block: views.Move, Action: s.act(func() { s.moveHalf(-1) })},
		{ID: "memories.pane", Keys: []string{"tab", "shift+tab"}, Short: s.pane(), Help: "other pane: the list, or the detail to scroll it", Words: "goto move focus switch", Block: views.Move, Action: s.act(s.otherPane)},
	}
}

// pane is the footer's word for the other pane, where there are two.
func (s *Screen) pane() string {
	switch {
	case s.full || s.frame.layout.detail == 0:
		return ""
	case s.reading():
		return "list"
	}
	return "detail"
}

// reading reports whether the moving keys scroll the detail.
func (s *Screen) reading() bool { return s.full || s.focus == onDetail }

func (s *Screen) move(n int) {
	if s.reading() {
		s.detail.scroll = max(0, s.detail.scroll+n)
		return
	}
	s.detail.fixed = ""
	s.list.move(n)
}

func (s *Screen) moveHalf(n int) {
	if s.reading() {
		s.detail.scroll = max(0, s.detail.scroll+n*max(1, s.frame.h/2))
		return
	}
	s.detail.fixed = ""
	s.list.half(n)
}

// moveEnd goes to the top or the end; the end of a long text is found by
// drawing it.
func (s *Screen) moveEnd(n int) {
	switch {
	case s.reading() && n < 0:
		s.detail.scroll = 0
	case s.reading():
		s.detail.scroll = 1 << 20
	case n < 0:
		s.detail.fixed = ""
		s.list.moveTo(0)
	default:
		s.detail.fixed = ""
		s.list.moveTo(s.list.order.len() - 1)
	}
}

func (s *Screen) otherPane() {
	switch {
	case s.full || s.frame.layout.detail == 0:
	case s.focus == onDetail:
		s.focus, s.detail.scroll = onList, 0
	default:
		s.focus = onDetail
	}
}

// enter opens the memory; from its detail it goes on to the open conflict.
func (s *Screen) enter() tea.Cmd {
	if c := s.openConflict(); c != "" && s.reading() {
		return views.Send(views.OpenMsg{Screen: views.Conflicts, ID: c})
	}
	if s.detailID() != "" && !s.full {
		s.full, s.focus = true, onDetail
	}
	return nil
}

// openConflict is the first open conflict of the memory that is shown, "" when
// it has none.
func (s *Screen) openConflict() string {
	d := s.detail.shown
	if d == nil || d.id != s.detailID() || len(d.against) == 0 {
		return ""
	}
	return d.against[0].conflict
}

func (s *Screen) beginFilter() {
	s.full, s.focus = false, onList
	s.field.Focused = true
	s.field.Set(s.asked.text)
}

// key takes the keys of a text field.
func (s *Screen) key(msg tea.KeyMsg) tea.Cmd {
	s.frame.dirty()
	switch {
	case s.form != nil && msg.Type == tea.KeyEsc, s.field.Focused && msg.Type == tea.KeyEsc:
		s.Out()
		return nil
	case s.form != nil && !s.form.holds(msg):
		return toast(views.Warn, "this is too much for the field, or holds too many marks in a row: E opens an editor")
	case s.form != nil:
		if s.form.update(msg) {
			return s.save()
		}
		return nil
	case !s.field.Focused:
		return nil
	}
	switch msg.Type {
	case tea.KeyEnter:
		s.field.Focused = false
	case tea.KeyTab:
		return s.toggleBest()
	case tea.KeyUp:
		s.list.move(-1)
	case tea.KeyDown:
		s.list.move(1)
	case tea.KeyPgUp:
		s.list.half(-1)
	case tea.KeyPgDown:
		s.list.half(1)
	default:
		if s.field.Update(msg) {
			return s.setFilter(s.field.Value())
		}
	}
	return nil
}
