package memories

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/textarea"

	"ebb/themes"
	"ebb/views/widget"
)

const labelCells = 12

// drawForm draws the form: what it is, the text, the fields, and what the
// person must know.
func (s *Screen) drawForm(w, h int) []string {
	f, t := s.form, s.theme()
	title := "new memory"
	switch {
	case f.many != nil:
		title = "edit · " + memoriesWord(len(f.many))
	case f.base != nil:
		title = fmt.Sprintf("edit · version %d", f.base.Version)
	}
	lines := []string{t.Paint(themes.Strong, title)}
	var below []string
	for i := range f.fields {
		below = append(below, f.fields[i].line(t, w))
	}
	if note := s.formNote(); note != "" {
		wrapped, _ := widget.WrapN(note, w, 3)
		for _, line := range wrapped {
			below = append(below, t.Paint(themes.Warn, line))
		}
	}
	if f.many != nil {
		lines = append(lines, "")
		hint, _ := widget.WrapN("What is left empty stays as it is. ctrl+s shows what would change before it is written.", w, 3)
		for _, line := range hint {
			lines = append(lines, t.Paint(themes.Muted, line))
		}
		return append(append(lines, ""), below...)
	}
	room := max(1, h-len(lines)-len(below)-2)
	lines = append(lines, "")
	lines = append(lines, f.drawText(t, w, room)...)
	lines = append(lines, "")
	return append(lines, below...)
}

func (f *formField) line(t *themes.Theme, w int) string {
	role := themes.Muted
	if f.Focused {
		role = themes.Accent
	}
	return t.Paint(role, widget.Fit(f.label, labelCells)) + " " + f.Draw(t, max(0, w-labelCells-1))
}

func (s *Screen) formNote() string {
	f := s.form
	switch {
	case f.saving:
		return "writing …"
	}
	return f.note
}

// Asking implements [views.Asker].
func (s *Screen) Asking() string {
	if s.form != nil && s.form.leaves {
		return "This text is not saved. esc lets it go, ctrl+s saves it, any other key goes on."
	}
	return ""
}

// drawText draws the text field in exactly h lines. What it holds goes
// through the same cleaning as everything else: only its colours stay.
func (f *form) drawText(t *themes.Theme, w, h int) []string {
	plain := textarea.Style{Text: t.Style(themes.Text), CursorLine: t.Style(themes.Text), Placeholder: t.Style(themes.Faint), EndOfBuffer: t.Style(themes.Faint)}
	f.text.FocusedStyle, f.text.BlurredStyle = plain, plain
	f.text.Cursor.Style = t.Style(themes.Accent)
	f.text.Cursor.TextStyle = t.Style(themes.Text)
	f.text.EndOfBufferCharacter = ' '
	f.text.SetWidth(w)
	f.text.SetHeight(h)
	lines := strings.Split(f.text.View(), "\n")
	for i := range lines {
		lines[i] = widget.CleanDrawn(lines[i])
	}
	return widget.Block(lines, w, h)
}
