// Package field is a text field of one line for the screens.
package field

import (
	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// Field is a one-line text field. The editing is Bubbles'; drawing is ours, so
// that hostile text stays pictured and the cursor never blinks.
type Field struct {
	input   textinput.Model
	Focused bool // runes are text
}

// New makes an empty field that does not have the focus.
func New() Field {
	in := textinput.New()
	in.Prompt = ""
	in.Cursor.SetMode(cursor.CursorStatic)
	in.Focus()
	return Field{input: in}
}

// Value is the text.
func (f *Field) Value() string { return f.input.Value() }

// Set replaces the text and puts the cursor behind it.
func (f *Field) Set(text string) {
	f.input.SetValue(text)
	f.input.CursorEnd()
}

// Update edits the text and reports whether it changed.
func (f *Field) Update(msg tea.KeyMsg) bool {
	before := f.input.Value()
	// The command that textinput returns blinks the cursor or pastes from a
	// clipboard of the machine; neither is wanted.
	f.input, _ = f.input.Update(views.Text(msg))
	return f.input.Value() != before
}

// Draw shows the text around the cursor in at most w cells, not padded.
func (f *Field) Draw(t *themes.Theme, w int) string {
	runes := []rune(f.input.Value())
	at := min(f.input.Position(), len(runes))
	before, after := widget.Clean(string(runes[:at])), widget.Clean(string(runes[at:]))
	if !f.Focused {
		return widget.Truncate(before+after, w, t.Glyphs.Ellipsis)
	}
	bar := "▏"
	if t.Glyphs.ASCII {
		bar = "|"
	}
	before = widget.Walled(lastCells(before, w-2))
	out := t.Paint(themes.Text, before) + t.Paint(themes.Accent, bar)
	return out + t.Paint(themes.Text, widget.Truncate(after, w-widget.Width(before)-1, ""))
}

// lastCells keeps the end of a cleaned text.
func lastCells(s string, w int) string {
	for widget.Width(s) > w && s != "" {
		over := max(1, (widget.Width(s)-w)/2)
		cut := 0
		for i := range s {
			if over < 0 {
				break
			}
			cut = i
			over--
		}
		if cut == 0 {
			return ""
		}
		s = s[cut:]
	}
	return s
}
