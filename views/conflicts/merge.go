package conflicts

import (
	"context"
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/conflicts/mergetext"
	"ebb/views/widget"
)

// merging is the editor that makes one text of two. What is decided is the
// pure state of mergetext; here is what keys, drawing and saving need.
type merging struct {
	pair *pair
	doc  *mergetext.Doc

	field *textarea.Model // in-place editing; nil while hunks are decided
	whole bool            // the field is about the whole text

	preview *previewed // on the screen, with the text that it is about
	asking  bool       // the provider is being asked
	saving  bool
	written *engine.Synthesis // what the provider said besides its text
	note    string            // what the person must know
	rest    bool              // the next decision is about all that are open
	leaves  bool              // esc was pressed over decisions

	top int // lines of the preview scrolled away
}

type previewed struct {
	text    string
	outcome outcome
}

type (
	// previewMsg brings what saving would do.
	previewMsg struct {
		of      *merging
		preview previewed
	}
	// suggestedMsg brings the provider's text.
	suggestedMsg struct {
		of   *merging
		by   string
		text engine.Synthesis
		err  error
	}
	// editedMsg brings what $EDITOR saved.
	editedMsg struct {
		of    *merging
		whole bool
		text  string
		err   error
	}
	// mergedMsg is the outcome of saving.
	mergedMsg struct {
		of   *merging
		done engine.Resolved
		err  error
	}
)

// Texts longer than this are edited in $EDITOR: the field lays out all of its
// lines at each key.
const (
	maxFieldBytes = 64 << 10
	maxFieldLines = 2000
)

func (s *Screen) beginMerge() tea.Cmd {
	if s.queue.selecting() {
		return toast(views.Warn, "a merge needs a text of its own for each: esc lets go of the selection")
	}
	p := s.pair.shown
	s.merge = &merging{pair: p, doc: mergetext.New(p.sides[0].memory.Content, p.sides[1].memory.Content)}
	s.chosen = noRule
	return nil
}

// dirty reports whether leaving would lose something.
func (m *merging) dirty() bool { return m.doc.Decided() || m.field != nil }

// out takes one step out; true means that the editor may close.
func (m *merging) out() bool {
	switch {
	case m.field != nil:
		m.keep()
	case m.preview != nil:
		m.preview, m.top = nil, 0
	case m.rest:
		m.rest, m.note = false, ""
	case m.dirty() && !m.leaves:
		m.leaves = true
		m.note = "decisions would be lost: esc again lets them go, p goes on to saving"
	default:
		return true
	}
	return false
}

// keep takes the field's text over into the merge.
func (m *merging) keep() {
	text := m.field.Value()
	if m.whole {
		if w := m.doc.Whole(); w == nil || w.Text != text {
			m.doc.Rewrite(text, "")
		}
	} else {
		m.doc.Edit(text)
	}
	m.field, m.note = nil, ""
}

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
	switch msg.String() {
	case "ctrl+s", "esc":
		m.keep()
		return nil
	}
	// The command only blinks a cursor that does not blink.
	field, _ := m.field.Update(msg)
	m.field = &field
	return nil
}

// subject is the text that an edit begins with, and whether that is all of it.
func (m *merging) subject() (text string, whole bool) {
	if w := m.doc.Whole(); w != nil {
		return w.Text, true
	}
	if m.doc.Differences() == 0 {
		text, _ = m.doc.Text()
		return text, true
	}
	return m.doc.Begin(), false
}

// edit opens the field on the current difference, or on the whole text where
// that has been written anew.
func (m *merging) edit() tea.Cmd {
	text, whole := m.subject()
	m.leaves, m.note, m.preview = false, "", nil
	area := textarea.New()
	area.Prompt, area.ShowLineNumbers = "", false
	area.CharLimit, area.MaxHeight = engine.MaxContentBytes, 0
	area.Cursor.SetMode(cursor.CursorStatic)
	area.SetValue(text)
	if len(text) > maxFieldBytes || strings.Count(text, "\n") > maxFieldLines || area.Value() != text {
		m.note = "this is too long, or holds signs that the field cannot: E opens it in $EDITOR"
		return nil
	}
	area.Focus()
	m.field, m.whole = &area, whole
	return nil
}

func (m *merging) editOutside() tea.Cmd {
	text, whole := m.subject()
	m.leaves, m.note, m.preview = false, "", nil
	return views.Send(views.EditorMsg{Text: text, Done: func(saved string, err error) tea.Cmd {
		if strings.HasSuffix(saved, "\n") && !strings.HasSuffix(text, "\n") {
			saved = strings.TrimSuffix(saved, "\n") // editors end the last line
		}
		return views.Send(editedMsg{of: m, whole: whole, text: saved, err: err})
	}})
}

// sentBytes is how much of a text the question to the provider shows.
const sentBytes = 240

// askProvider shows what would be sent, and asks the provider when that is
// agreed to.
func (s *Screen) askProvider() tea.Cmd {
	m, provider := s.merge, s.src.Provider()
	switch {
	case provider == nil:
		return toast(views.Warn, "no provider is configured: nobody can be asked for a text")
	case m.asking:
		return toast(views.Warn, "still waiting for "+provider.Name())
	}
	a, b := m.pair.sides[0].memory, m.pair.sides[1].memory
	shown := func(letter string, c *engine.Memory) string {
		text, cut := widget.CleanN(c.Content, sentBytes)
		if cut {
			text += " …"
		}
		return fmt.Sprintf("%s (%s bytes): %s", letter, grouped(len(c.Content)), text)
	}
	return views.Send(views.ConfirmMsg{
		Title: "Ask " + provider.Name() + " for a text?",
		Body: "These two texts, their types and places are sent to it, and nothing else. What it writes is shown as its suggestion.\n\n" +
			shown("A", &a) + "\n\n" + shown("B", &b),
		Yes: "ask",
		Do: func() tea.Cmd {
			m.asking = true
			ctx, cancel := context.WithCancel(s.life)
			return tea.Sequence(
				views.Send(views.BusyMsg{Job: "conflicts.ask", Label: "asking " + widget.Clean(provider.Name()), Cancel: cancel}),
				func() tea.Msg {
					defer cancel()
					text, err := provider.Consolidate(ctx, []engine.Memory{a, b})
					return suggestedMsg{of: m, by: provider.Name(), text: text, err: err}
				},
				views.Send(views.BusyMsg{Job: "conflicts.ask"}),
			)
		},
	})
}

// synthesis is the text as it would be saved; why says what is missing.
func (m *merging) synthesis() (t engine.Synthesis, why string) {
	text, ok := m.doc.Text()
	switch {
	case !ok:
		return t, fmt.Sprintf("%d of %d differences are not decided yet: a, b, o or e", m.doc.Left(), m.doc.Differences())
	case strings.TrimSpace(text) == "":
		return t, "the text is empty: a memory needs some"
	case len(text) > engine.MaxContentBytes:
		return t, fmt.Sprintf("the text has %s bytes, a memory takes %s", grouped(len(text)), grouped(engine.MaxContentBytes))
	}
	if w := m.doc.Whole(); w != nil && w.By != "" && m.written != nil && m.written.Content == w.Text {
		return *m.written, ""
	}
	return engine.Synthesis{Content: text}, ""
}

// previewMerge shows the text and what saving it would do. It writes nothing.
func (s *Screen) previewMerge() tea.Cmd {
	m := s.merge
	text, why := m.synthesis()
	m.leaves = false
	if m.note = why; why != "" {
		return nil
	}
	src, id := s.src, m.pair.id()
	return func() tea.Msg {
		ctx := context.Background()
		would, err := src.PreviewResolve(ctx, id, engine.Resolution{Strategy: engine.Merge, Synthesis: &text}, byYou)
		return previewMsg{of: m, preview: previewed{text: text.Content, outcome: outcome{would: would, ties: tiedTo(ctx, src, &would), err: err}}}
	}
}

// enterMerge saves what the preview shows; without one it shows it.
func (s *Screen) enterMerge() tea.Cmd {
	m := s.merge
	text, why := m.synthesis()
	switch {
	case m.preview == nil || m.preview.outcome.err != nil || why != "" || m.preview.text != text.Content:
		return s.previewMerge()
	case s.offNow() != "":
		m.note = s.offNow()
		return nil
	case m.saving:
		return nil
	}
	m.saving = true
	src, id, ids, seen := s.src, m.pair.id(), m.pair.ids(), m.pair.versions()
	how := byYou
	how.Reason = "merged: the text is by " + widget.Truncate(widget.Clean(m.doc.Authors()), 200, "…")
	if m.doc.Authors() == "" {
		how.Reason = "merged: both said the same"
	}
	return func() tea.Msg {
		ctx := context.Background()
		if err := unmoved(ctx, src, ids, seen); err != nil {
			return mergedMsg{of: m, err: err}
		}
		w, err := src.ResolveConflict(ctx, id, engine.Resolution{Strategy: engine.Merge, Synthesis: &text}, how)
		return mergedMsg{of: m, done: w, err: err}
	}
}

// merging takes what the editor's commands found out or did. Answers for an
// editor that was left are let go.
func (s *Screen) merging(msg tea.Msg) tea.Cmd {
	m := s.merge
	switch msg := msg.(type) {
	case previewMsg:
		if msg.of == m && m.field == nil {
			m.preview, m.top = &msg.preview, 0
		}
	case editedMsg:
		if msg.of != m {
			break
		}
		switch {
		case msg.err != nil:
			m.note = "the editor did not end well, nothing was taken over: " + msg.err.Error()
		case msg.whole:
			m.doc.Rewrite(msg.text, "")
		default:
			m.doc.Edit(msg.text)
		}
	case suggestedMsg:
		if msg.of != m {
			break
		}
		m.asking = false
		switch {
		case msg.err != nil:
			m.note = msg.by + " wrote nothing: " + complaint(msg.err)
		case strings.TrimSpace(msg.text.Content) == "":
			m.note = msg.by + " wrote an empty text"
		default:
			m.written, m.preview, m.note = &msg.text, nil, ""
			m.doc.Rewrite(msg.text.Content, msg.by)
		}
	case mergedMsg:
		return s.merged(msg)
	}
	return nil
}

func (s *Screen) merged(msg mergedMsg) tea.Cmd {
	if msg.err != nil {
		if msg.of == s.merge {
			s.merge.saving = false
			s.merge.note = "not saved: " + complaint(msg.err)
			return nil
		}
		return toast(views.Fail, "the merge was not saved: "+complaint(msg.err))
	}
	if msg.of == s.merge {
		s.merge = nil
	}
	return s.settled(settledMsg{one: &msg.done, done: done(&msg.done)})
}

// say is the editor in one line.
func (m *merging) say() string {
	switch {
	case m.note != "":
		return m.note
	case m.field != nil:
		return "writing your own words, ctrl+s takes them over"
	case m.preview != nil:
		return "preview of the merge, enter saves it"
	}
	n, _ := m.doc.At()
	return fmt.Sprintf("difference %d of %d, %d not decided", n+1, m.doc.Differences(), m.doc.Left())
}
