package memories

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

type (
	// editMsg opens a form or an editor on a memory that was read for it.
	editMsg struct {
		memory   engine.Memory
		external bool
	}
	// savedMsg is the outcome of saving. content is what was to be written,
	// for an edit that came back from $EDITOR.
	savedMsg struct {
		memory  engine.Memory
		created bool
		content *string
		err     error
	}
	// movedOnMsg brings the memory that changed under an edit.
	movedOnMsg struct {
		memory  engine.Memory
		content *string
		err     error
	}
)

// save writes the form in a command; the form stays until that worked.
func (s *Screen) save() tea.Cmd {
	f := s.form
	if f.saving {
		return nil
	}
	if why := s.offNow(); why != "" {
		f.note = why
		return nil
	}
	if f.many != nil {
		return s.saveMany()
	}
	if blank(f.text.Value()) {
		f.note = "there is no text yet: a memory says something"
		if f.base != nil {
			f.note = "a memory says something: esc leaves it as it was, d archives it"
		}
		return nil
	}
	src := s.src
	if f.base == nil {
		f.saving = true
		in := f.input()
		return func() tea.Msg {
			m, err := src.Add(context.Background(), in, byYou)
			return savedMsg{memory: m, created: true, err: err}
		}
	}
	p, changed, problem := f.patch()
	if problem != "" {
		f.note = problem
		return nil
	}
	if !changed {
		s.form = nil
		return toast(views.Done, "nothing was changed")
	}
	f.saving = true
	return evolve(src, f.base.ID, p, f.expect, nil)
}

// saveMany asks about the change that the form describes. The form stays until
// that is agreed to.
func (s *Screen) saveMany() tea.Cmd {
	f := s.form
	p, changed, problem := f.patch()
	f.note = problem
	switch {
	case problem != "":
		return nil
	case !changed:
		s.form = nil
		return toast(views.Done, "nothing was changed")
	}
	return s.preview(s.changing(p), f.many)
}

// blank reports whether a text says nothing.
func blank(text string) bool { return strings.TrimSpace(text) == "" }

func evolve(src Source, id string, p engine.Patch, expect uint32, content *string) tea.Cmd {
	return func() tea.Msg {
		m, err := src.Evolve(context.Background(), id, p, engine.How{Actor: engine.You, Expected: &expect})
		if err != nil {
			m.ID = id
		}
		return savedMsg{memory: m, content: content, err: err}
	}
}

func (s *Screen) saved(msg savedMsg) tea.Cmd {
	if s.form != nil {
		s.form.saving = false
	}
	var moved *engine.VersionConflictError
	switch {
	case errors.As(msg.err, &moved):
		src := s.src
		return func() tea.Msg {
			m, err := src.Get(context.Background(), moved.ID)
			return movedOnMsg{memory: m, content: msg.content, err: err}
		}
	case msg.err != nil && s.form != nil:
		s.form.note = complaint(msg.err)
		return nil
	case msg.err != nil && msg.content != nil:
		return tea.Sequence(
			views.Send(views.CopyMsg{Text: *msg.content, Label: "the edited text"}),
			toast(views.Fail, complaint(msg.err)),
		)
	case msg.err != nil:
		return toast(views.Fail, complaint(msg.err))
	}
	s.form = nil
	done := fmt.Sprintf("saved as version %d", msg.memory.Version)
	if msg.created {
		done = "added"
		s.seek, s.detail.fixed = msg.memory.ID, msg.memory.ID
	}
	return views.Send(views.ToastMsg{Text: done + " " + s.name([]string{msg.memory.ID}), Undo: true, About: []string{msg.memory.ID}})
}

// movedOn keeps the typed text and says that the memory changed under it.
func (s *Screen) movedOn(msg movedOnMsg) {
	if msg.err != nil {
		if s.form != nil {
			s.form.note = complaint(msg.err)
		}
		return
	}
	if s.form == nil && msg.content != nil {
		f, _ := editForm(&msg.memory)
		f.text.SetValue(*msg.content)
		s.form = f
	}
	if s.form != nil {
		s.form.expect = msg.memory.Version
		s.form.note = fmt.Sprintf("version %d was written meanwhile; your text is kept: ctrl+s writes it over that, esc lets it go", msg.memory.Version)
	}
}

// edit opens what was read: the form, or $EDITOR with the exact text.
func (s *Screen) edit(msg editMsg) tea.Cmd {
	m := msg.memory
	if !msg.external {
		f, fits := editForm(&m)
		if !fits {
			return toast(views.Warn, "this text is too long or holds characters that the field cannot: E edits it exactly")
		}
		s.form = f
		return nil
	}
	src := s.src
	return views.Send(views.EditorMsg{Text: m.Content, Done: func(text string, err error) tea.Cmd {
		if err != nil {
			return toast(views.Fail, "the editor did not end well, nothing was written: "+err.Error())
		}
		if strings.HasSuffix(text, "\n") && !strings.HasSuffix(m.Content, "\n") {
			text = strings.TrimSuffix(text, "\n") // editors end the last line
		}
		if blank(text) {
			return toast(views.Warn, "the text was empty: nothing was written, d archives a memory")
		}
		if text == m.Content {
			return toast(views.Done, "nothing was changed")
		}
		return evolve(src, m.ID, engine.Patch{Content: &text}, m.Version, &text)
	}})
}

// beginEdit reads the memory as it is now and opens it.
func (s *Screen) beginEdit(external bool) tea.Cmd {
	if why := s.offNow(); why != "" {
		return toast(views.Warn, why)
	}
	if ids := s.selection(); len(ids) > 1 {
		if external {
			return toast(views.Warn, "$EDITOR takes one text: e changes what several memories can have in common")
		}
		s.form = bulkForm(ids)
		return nil
	}
	id, src := s.detailID(), s.src
	if id == "" {
		return toast(views.Warn, "there is no memory here yet: n writes one")
	}
	return func() tea.Msg {
		m, err := src.Get(context.Background(), id)
		if err != nil {
			return wroteMsg{err: err}
		}
		return editMsg{memory: m, external: external}
	}
}

// beginNew opens an empty form in the place that the list is about.
func (s *Screen) beginNew() tea.Cmd {
	if why := s.offNow(); why != "" {
		return toast(views.Warn, why)
	}
	namespace, subject := "notes", engine.DefaultSubject
	if h, ok := s.head(s.list.current()); ok {
		namespace, subject = h.Scope.Namespace, h.Scope.Subject
	}
	if places := s.asked.filter.namespaces; len(places) == 1 {
		namespace = places[0]
	}
	s.form = newForm("",
		newFormField(labelNamespace, namespace),
		newFormField(labelSubject, subject),
		newFormField(labelType, engine.DefaultType),
	)
	return nil
}
