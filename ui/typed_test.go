package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// typed sends a text in one read, whatever it spells.
func (h *harness) typed(text string) {
	h.t.Helper()
	h.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
}

// keyWords are the names of all keys that have one.
func keyWords() []string {
	var out []string
	for k := tea.KeyType(-128); k < 128; k++ {
		if name := (tea.KeyMsg{Type: k}).String(); len(name) > 1 {
			out = append(out, name)
		}
	}
	return append(out, "space", "alt+b", "alt+enter", "delete", "insert")
}

// TestWordsThatNameKeysAreText types each key's name in one read into every
// kind of field.
func TestWordsThatNameKeysAreText(t *testing.T) {
	if n := len(keyWords()); n < 60 {
		t.Fatalf("only %d names", n)
	}
	for _, word := range keyWords() {
		h := start(t)
		h.press("/")
		h.typed(word)
		if got := h.views[0].text; got != word || !h.views[0].typing || h.left {
			t.Errorf("the screen's field got %q of %q, typing %v, left %v", got, word, h.views[0].typing, h.left)
		}
		for _, opened := range []string{"?", ":"} {
			h = start(t)
			h.press(opened)
			h.typed(word)
			c, ok := h.s.top().(*chooser)
			if !ok || c.query.Value() != word || h.left {
				t.Errorf("%s: %q did not arrive: %T, left %v", opened, word, h.s.top(), h.left)
			}
		}
		h = start(t)
		h.send(views.ConfirmMsg{Title: "Purge", Word: word, Do: func() tea.Cmd { return nil }})
		h.typed(word)
		if c, ok := h.s.top().(*confirm); !ok || c.word.Value() != word {
			t.Errorf("the question did not take %q", word)
		}
		h = start(t)
		h.s.session.Export = nil
		h.s.push(&exportBox{path: newField("")})
		h.typed(word)
		if b, ok := h.s.top().(*exportBox); !ok || b.path.Value() != word {
			t.Errorf("the export's field did not take %q", word)
		}
	}
}

func TestAWordIsNoKeyOfAList(t *testing.T) {
	h := start(t)
	did := 0
	h.s.push(newChooser("Pick", []row{{text: "without a key", do: func(*shell) tea.Cmd { did++; return nil }}}, false))
	h.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("xx"), Paste: true})
	if did != 0 || h.s.top() == nil {
		t.Errorf("a paste chose a row that has no key")
	}
}
