package memories

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestWordsThatNameKeysAreText types each key's name in one read into the
// filter and into every field of the form.
func TestWordsThatNameKeysAreText(t *testing.T) {
	d := drive(t, sample()).show("m05")
	d.text(100, 30)
	names := 0
	for k := tea.KeyType(-128); k < 128; k++ {
		word := (tea.KeyMsg{Type: k}).String()
		if len(word) < 2 {
			continue
		}
		names++
		typed := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(word)}
		d.keys("/")
		d.screen.field.Set("")
		d.send(typed)
		if got := d.screen.field.Value(); got != word || !d.screen.field.Focused {
			t.Errorf("the filter got %q of %q, focused %v", got, word, d.screen.field.Focused)
		}
		d.keys("esc esc e")
		f := d.screen.form
		f.text.SetValue("")
		d.send(typed)
		if got := f.text.Value(); got != word || f.at != 0 {
			t.Errorf("the text got %q of %q", got, word)
		}
		for i := range f.fields {
			f.focus(i + 1)
			f.fields[i].Set("")
			d.send(typed)
			if got := f.fields[i].Value(); got != word || d.screen.form != f {
				t.Errorf("%s got %q of %q", f.fields[i].label, got, word)
			}
		}
		d.screen.form = nil
	}
	if names < 60 {
		t.Errorf("only %d names", names)
	}
}
