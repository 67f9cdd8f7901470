package conflicts

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
	"ebb/views/conflicts/mergetext"
	"ebb/views/field"
)

// mergeKeys are the bindings while the editor is open.
func (s *Screen) mergeKeys() []views.Binding {
	m := s.merge
	if m.field != nil {
		return []views.Binding{
			{ID: "conflicts.field.keep", Keys: []string{"ctrl+s"}, Short: "take it", Help: "take the text over into the merge; nothing is saved yet", Block: views.Local},
			{ID: "conflicts.field.out", Keys: []string{"esc"}, Help: "the same: ctrl+z in the merge takes it back", Block: views.Move},
		}
	}
	step := func(f func()) func() tea.Cmd {
		return s.act(func() {
			m.leaves, m.note = false, ""
			f()
		})
	}
	decide := func(f func()) func() tea.Cmd {
		return step(func() {
			m.preview = nil
			f()
		})
	}
	ahead := "preview"
	if m.preview != nil {
		ahead = "save"
	}
	return []views.Binding{
		{ID: "conflicts.merge.a", Keys: []string{"a"}, Short: "take A", Help: "take A's words here", Block: views.Local, Action: decide(func() { m.take(mergetext.TakeA) })},
		{ID: "conflicts.merge.b", Keys: []string{"b"}, Short: "take B", Help: "take B's words here", Block: views.Local, Action: decide(func() { m.take(mergetext.TakeB) })},
		{ID: "conflicts.merge.o", Keys: []string{"o"}, Short: "both", Help: "take both here, A's words first", Block: views.Local, Action: decide(func() { m.take(mergetext.TakeBoth) })},
		{ID: "conflicts.merge.e", Keys: []string{"e"}, Short: "edit", Help: "write your own words here", Block: views.Local, Action: s.do(m.edit)},
		{ID: "conflicts.merge.E", Keys: []string{"E"}, Help: "the same in $EDITOR", Block: views.Local, Action: s.do(m.editOutside)},
		{ID: "conflicts.merge.m", Keys: []string{"m"}, Help: "ask the provider for a text; what is sent is shown first", Block: views.Local, Action: s.do(s.askProvider)},
		{ID: "conflicts.merge.undo", Keys: []string{"ctrl+z"}, Short: "undo here", Help: "take the last decision in the editor back", Block: views.Local, Action: decide(func() {
			if !m.doc.Undo() {
				m.note = "nothing to take back here"
			}
		})},
		{ID: "conflicts.merge.p", Keys: []string{"p"}, Short: "preview", Help: "show the text and what saving would do", Block: views.Local, Action: s.do(s.previewMerge)},
		{ID: "conflicts.merge.save", Keys: []string{"enter"}, Short: ahead, Help: "show what would be saved; once it is shown, save it", Block: views.Local, Action: s.do(s.enterMerge)},
		{ID: "conflicts.merge.rest", Keys: []string{"V"}, Help: "select all differences that are open: a, b or o then decides about all of them", Block: views.Take, Action: step(func() {
			if m.rest = !m.rest && m.doc.Left() > 0; m.rest {
				m.note = fmt.Sprintf("%d differences selected: a, b or o decides about all of them", m.doc.Left())
			}
		})},
		{ID: "conflicts.merge.down", Keys: []string{"j", "down"}, Help: "next difference", Block: views.Move, Action: step(func() { m.move(1) })},
		{ID: "conflicts.merge.up", Keys: []string{"k", "up"}, Help: "previous difference", Block: views.Move, Action: step(func() { m.move(-1) })},
		{ID: "conflicts.merge.top", Keys: []string{"g", "home"}, Help: "first difference", Block: views.Move, Action: step(func() { m.move(-1 << 20) })},
		{ID: "conflicts.merge.end", Keys: []string{"G", "end"}, Help: "last difference", Block: views.Move, Action: step(func() { m.move(1 << 20) })},
		{ID: "conflicts.merge.halfdown", Keys: []string{"ctrl+d", "pgdown"}, Help: "half a page down", Block: views.Move, Action: step(func() { m.move(max(1, s.frame.h/4)) })},
		{ID: "conflicts.merge.halfup", Keys: []string{"ctrl+u", "pgup"}, Help: "half a page up", Block: views.Move, Action: step(func() { m.move(-max(1, s.frame.h/4)) })},
	}
}

// take decides about the current difference, or about all that are open.
func (m *merging) take(t mergetext.Take) {
	if m.rest {
		m.doc.TakeRest(t)
		m.rest = false
		return
	}
	m.doc.Take(t)
}

func (m *merging) move(n int) {
	if m.preview != nil {
		m.top = max(0, m.top+n)
		return
	}
	m.doc.Move(n)
}

// key takes the keys of the text field.
func (s *Screen) key(msg tea.KeyMsg) tea.Cmd {
	m := s.merge
	if m == nil || m.field == nil {
		return nil
	}
	s.frame.dirty()
	switch views.KeyName(msg) {
	case "ctrl+s", "esc":
		m.keep()
		return nil
	}
	if msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !field.Holds(m.field.Value()+string(msg.Runes)) {
		return toast(views.Warn, "this is too much for the field, or holds too many marks in a row: E opens an editor")
	}
	// The command only blinks a cursor that does not blink.
	next, _ := m.field.Update(views.Text(msg))
	m.field = &next
	return nil
}
