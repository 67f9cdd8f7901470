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
	"ebb/views/field"
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
	if field.Holds(text) {
		area.SetValue(text)
	}
	if area.Value() != text {
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
