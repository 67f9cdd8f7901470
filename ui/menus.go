package ui

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
	"ebb/views/widget"
)

// refuse says why something cannot be done; nothing to say is nothing done.
func (s *shell) refuse(why string) tea.Cmd {
	if why == "" {
		return nil
	}
	return s.say(views.Warn, why)
}

var blockNames = []struct {
	block views.Block
	name  string
}{
	{views.Local, "on this screen"},
	{views.Move, "move"},
	{views.Find, "find"},
	{views.Time, "time"},
	{views.Take, "take"},
	{views.Change, "change"},
	{views.Leave, "leave"},
}

// table is every binding that can be reached now, the screen's first.
func (s *shell) table() []views.Binding {
	var all []views.Binding
	if v := s.view(); v != nil {
		all = append(all, v.Bindings()...)
	}
	return append(all, s.globals()...)
}

func (s *shell) bindingRow(b views.Binding) row {
	r := row{key: s.spokenKeys(s.keys.all(&b)), text: b.Help, off: b.Off, find: b.ID + " " + b.Help + " " + b.Short + " " + b.Words + " " + s.keys.all(&b)}
	if r.text == "" {
		r.text = b.Short
	}
	if b.Action != nil {
		r.do = func(s *shell) tea.Cmd { return s.press(b) }
	}
	return r
}

// openHelp lists all keys by block; typing searches, enter runs one.
func (s *shell) openHelp() tea.Cmd {
	all := s.table()
	if s.lens.open {
		all = append(s.lensTable(), all...)
	}
	var rows []row
	for _, part := range blockNames {
		var of []row
		for _, b := range all {
			if b.Block == part.block && b.ID != "help" && len(s.keys.keys(&b)) > 0 {
				r := s.bindingRow(b)
				r.id = b.ID
				of = append(of, r)
			}
		}
		if len(of) > 0 {
			rows = append(append(rows, row{text: part.name, head: true}), of...)
		}
	}
	if !s.tooNarrow() {
		rows = append(rows, row{text: "each can have other keys: [keys] in the configuration file, by the name at the right", head: true})
	}
	s.push(newChooser("All keys", rows, true))
	return nil
}

// tooNarrow tells that there is no room for the bindings' names.
func (s *shell) tooNarrow() bool { return s.w < 72 }

// openPalette lists everything that can be done, also what has no key.
func (s *shell) openPalette() tea.Cmd {
	var rows []row
	for _, b := range s.table() {
		if b.Action != nil && b.ID != "palette" {
			rows = append(rows, s.bindingRow(b))
		}
	}
	c := newChooser("Do", rows, true)
	c.extra = s.idRow
	s.push(c)
	return nil
}

// shortestID is how much of an id names a memory.
const shortestID = 4

// idRow offers to open what looks like an id.
func (s *shell) idRow(query string) (row, bool) {
	if len(query) < shortestID || strings.ContainsAny(query, " \t") || !strings.ContainsAny(query, "0123456789-") {
		return row{}, false
	}
	return row{text: "Open the memory " + widget.Clean(query), do: func(s *shell) tea.Cmd {
		session := s.session
		if session == nil {
			return nil
		}
		return s.work(func(ctx context.Context) reply {
			id, err := session.Engine.Resolve(ctx, query)
			return func(s *shell) tea.Cmd {
				if err != nil {
					return s.fail(err)
				}
				return s.goTo(place{screen: views.Memories, id: id})
			}
		})
	}}, true
}

// openNotices is the error log, newest first; looking at it is having read it.
func (s *shell) openNotices() tea.Cmd {
	s.gather()
	s.board.seen = len(s.board.list)
	rows := make([]row, 0, len(s.board.list))
	for i := len(s.board.list) - 1; i >= 0; i-- {
		n := s.board.list[i]
		for j, l := range widget.Wrap(n.text, max(s.w-14, 20)) {
			when := n.at.In(s.o.Location).Format("15:04:05")
			if j > 0 {
				when = "        "
			}
			rows = append(rows, row{text: when + "  " + l, goesOn: j > 0})
		}
	}
	c := newChooser("What went wrong", rows, false)
	c.empty, c.action, c.stays = "nothing has", "", true
	s.push(c)
	return nil
}
