package memories

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textarea"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/field"
	"ebb/views/widget"
)

// form is a memory being written or edited in place: its text and a few
// one-line fields under it.
type form struct {
	base   *engine.Memory // what is edited; nil for a new memory, or many
	many   []string       // what is edited where it is several memories: fields only
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
	field.Field
	was string
}

// Fields of both forms, by their labels.
const (
	labelNamespace  = "namespace"
	labelSubject    = "subject"
	labelType       = "type"
	labelImportance = "importance"
	labelConfidence = "confidence"
	labelSource     = "source"
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
	f := field.New()
	f.Set(value)
	return formField{label: label, Field: f, was: value}
}

// bulkForm edits what several memories can have in common. What is left empty
// stays as it is.
func bulkForm(ids []string) *form {
	f := newForm("",
		newFormField(labelType, ""),
		newFormField(labelImportance, ""),
		newFormField(labelConfidence, ""),
		newFormField(labelSource, ""),
	)
	f.many = ids
	f.focus(1)
	return f
}

// editForm edits a memory. fits is false when the field cannot hold its text
// as it is.
func editForm(m *engine.Memory) (*form, bool) {
	text, fits := "", field.Holds(m.Content)
	if fits {
		text = m.Content
	}
	f := newForm(text,
		newFormField(labelType, m.Type),
		newFormField(labelImportance, unit(m.Importance)),
		newFormField(labelConfidence, unit(m.Confidence)),
	)
	f.base, f.expect = m, m.Version
	return f, fits && f.text.Value() == m.Content
}

// holds reports whether the form can take what is typed or pasted.
func (f *form) holds(msg tea.KeyMsg) bool {
	return msg.Type != tea.KeyRunes || len(msg.Runes) < 2 || f.at > 0 || field.Holds(f.text.Value()+string(msg.Runes))
}

func unit(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// dirty reports whether anything would be lost.
func (f *form) dirty() bool {
	if f.text.Value() != f.was {
		return true
	}
	for i := range f.fields {
		if f.fields[i].Value() != f.fields[i].was {
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
	switch views.KeyName(msg) {
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
		f.fields[f.at-1].Update(msg)
		return false
	}
	// The command only blinks a cursor that does not blink.
	f.text, _ = f.text.Update(views.Text(msg))
	return false
}

func (f *form) focus(at int) {
	n := len(f.fields) + 1
	if f.at = (at + n) % n; f.at == 0 && f.many != nil { // there is no text
		f.at = n - 1
		if at > 0 {
			f.at = 1
		}
	}
	if f.at == 0 {
		f.text.Focus()
	} else {
		f.text.Blur()
	}
	for i := range f.fields {
		f.fields[i].Focused = f.at == i+1
	}
}

// say is what has the cursor, in words.
func (f *form) say() string {
	what := "new memory"
	switch {
	case f.many != nil:
		what = "edit of " + memoriesWord(len(f.many))
	case f.base != nil:
		what = "edit"
	}
	if f.at == 0 {
		return what + ", the text"
	}
	entry := &f.fields[f.at-1]
	return what + ", " + entry.label + ": " + widget.Clean(entry.Value())
}

func (f *form) entry(label string) *formField {
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
	if typ := f.entry(labelType); typ.Value() != typ.was {
		text := strings.TrimSpace(typ.Value())
		p.Type, changed = &text, true
	}
	if source := f.entry(labelSource); source.Value() != source.was {
		text := strings.TrimSpace(source.Value())
		p.Source, changed = &text, true
	}
	for label, to := range map[string]**float64{labelImportance: &p.Importance, labelConfidence: &p.Confidence} {
		entry := f.entry(label)
		if entry.Value() == entry.was {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(entry.Value()), 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return p, false, label + " takes a number from 0 to 1"
		}
		*to, changed = &x, true
	}
	return p, changed, ""
}

// input is the new memory that the form describes.
func (f *form) input() engine.Input {
	value := func(label string) string { return strings.TrimSpace(f.entry(label).Value()) }
	return engine.Input{
		Scope:   engine.Scope{Namespace: value(labelNamespace), Subject: value(labelSubject)},
		Type:    value(labelType),
		Content: f.text.Value(),
	}
}
