package memories

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// A word of signs without a width is quadratic to lay out: it is not taken.
func TestAWordOfMarksIsNotPasted(t *testing.T) {
	d := drive(t, sample()).show("")
	d.press("n")
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(strings.Repeat("\u0301", 20_000)), Paste: true})
	if got := d.screen.form.text.Value(); got != "" {
		t.Errorf("the form took %d bytes", len(got))
	}
	d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("cafe\u0301"), Paste: true})
	if got := d.screen.form.text.Value(); got != "cafe\u0301" {
		t.Errorf("an ordinary paste came out as %q", got)
	}
}
