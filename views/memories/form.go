package memories

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// form is a memory being written or edited in place: its text and a few
// one-line fields under it.
type form struct {
	base   *engine.Memory // what is edited; nil for a new memory
	expect uint32         // the version that the edit is about
	text   textarea.Model
	was    string // the text to begin with
	fields []formField
	at     int    // what has the cursor: 0 the text, else a field
	note   string // what the person must know, "" when nothing
	saving bool
	leaves bool // esc was pressed over unsaved text
}

type formField struct {
	label string
	field
	was string
}

// Fields of both forms, by their labels.
const (
	labelNamespace  = "namespace"
	labelSubject    = "subject"
	labelType       = "type"
	labelImportance = "importance"
	labelConfidence = "confidence"
)

// Texts longer than this are edited in $EDITOR: the field lays out all of its
// lines at each key.
const (
	maxFieldBytes = 64 << 10
	maxFieldLines = 2000
)

func newForm(text string, fields ...formField) *form {
	area := textarea.New()
	area.Prompt, area.ShowLineNumbers = "", false
	area.CharLimit, area.MaxHeight = engine.MaxContentBytes, 0
	area.Cursor.SetMode(cursor.CursorStatic)
	area.SetValue(text)
	area.Focus()
	return &form{text: area, was: text, fields: fields}
}

func newFormField(label, value string) formField {
	f := newField()
	f.set(value)
	return formField{label: label, field: f, was: value}
}

// editForm edits a memory. fits is false when the field cannot hold its text
// as it is.
func editForm(m *engine.Memory) (f *form, fits bool) {
	f = newForm(m.Content,
		newFormField(labelType, m.Type),
		newFormField(labelImportance, unit(m.Importance)),
		newFormField(labelConfidence, unit(m.Confidence)),
	)
	f.base, f.expect = m, m.Version
	long := len(m.Content) > maxFieldBytes || strings.Count(m.Content, "\n") > maxFieldLines
	return f, !long && f.text.Value() == m.Content
}

func unit(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// dirty reports whether anything would be lost.
func (f *form) dirty() bool {
	if f.text.Value() != f.was {
		return true
	}
	for i := range f.fields {
		if f.fields[i].value() != f.fields[i].was {
			return true
		}
	}
	return false
}

// leave reports whether the form may close now. Unsaved text is let go with
// the second request only.
func (f *form) leave() bool {
	if f.leaves || !f.dirty() {
		return true
	}
	f.leaves = true
	return false
}

// update edits the form; save tells that it is to be written.
func (f *form) update(msg tea.KeyMsg) (save bool) {
	f.leaves = false
	switch msg.String() {
	case "ctrl+s":
		return true
	case "tab":
		f.focus(f.at + 1)
		return false
	case "shift+tab":
		f.focus(f.at - 1)
		return false
	case "enter":
		if f.at > 0 {
			f.focus(f.at + 1)
			return false
		}
	}
	if f.at > 0 {
		f.fields[f.at-1].update(msg)
		return false
	}
	// The command only blinks a cursor that does not blink.
	f.text, _ = f.text.Update(msg)
	return false
}

func (f *form) focus(at int) {
	n := len(f.fields) + 1
	f.at = (at + n) % n
	if f.at == 0 {
		f.text.Focus()
	} else {
		f.text.Blur()
	}
	for i := range f.fields {
		f.fields[i].focused = f.at == i+1
	}
}

func (f *form) field(label string) *formField {
	for i := range f.fields {
		if f.fields[i].label == label {
			return &f.fields[i]
		}
	}
	return &formField{}
}

// patch is what the person changed; problem names a field that cannot be read.
func (f *form) patch() (p engine.Patch, changed bool, problem string) {
	if text := f.text.Value(); text != f.was {
		p.Content, changed = &text, true
	}
	if typ := f.field(labelType); typ.value() != typ.was {
		text := strings.TrimSpace(typ.value())
		p.Type, changed = &text, true
	}
	for label, to := range map[string]**float64{labelImportance: &p.Importance, labelConfidence: &p.Confidence} {
		field := f.field(label)
		if field.value() == field.was {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(field.value()), 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return p, false, label + " takes a number from 0 to 1"
		}
		*to, changed = &x, true
	}
	return p, changed, ""
}

// input is the new memory that the form describes.
func (f *form) input() engine.Input {
	value := func(label string) string { return strings.TrimSpace(f.field(label).value()) }
	return engine.Input{
		Scope:   engine.Scope{Namespace: value(labelNamespace), Subject: value(labelSubject)},
		Type:    value(labelType),
		Content: f.text.Value(),
	}
}

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
	return views.Send(views.ToastMsg{Text: done + " " + s.name([]string{msg.memory.ID}), Undo: true})
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
