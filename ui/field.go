package ui

import (
	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"

	"ebb/themes"
)

// newField is a one-line text field without a blinking cursor: blinking costs
// a frame twice a second and says nothing.
func newField(placeholder string) textinput.Model {
	f := textinput.New()
	f.Prompt = ""
	f.Placeholder = placeholder
	f.CharLimit = 4096
	f.Cursor.SetMode(cursor.CursorStatic)
	f.Focus()
	return f
}

// drawField draws a field at most w cells wide.
func drawField(f *textinput.Model, t *themes.Theme, w int) string {
	f.Width = max(w-1, 1)
	f.TextStyle = t.Style(themes.Text)
	f.PlaceholderStyle = t.Style(themes.Faint)
	f.Cursor.Style = t.Style(themes.Accent).Reverse(true)
	f.Cursor.TextStyle = t.Style(themes.Text)
	return f.View()
}
