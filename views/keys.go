package views

import tea "github.com/charmbracelet/bubbletea"

// KeyName is how a key table spells the key of a message, "" for text: a
// paste, or several runes that came in one read. Those may spell a key's name
// without being that key.
func KeyName(k tea.KeyMsg) string {
	if k.Type == tea.KeyRunes && (k.Paste || len(k.Runes) != 1) {
		return ""
	}
	return k.String()
}

// Text is a message as text fields must get it. They tell keys by their
// spelling, so that "home" typed or sent in one read would be the key; marked
// as pasted it is text, whatever it spells.
func Text(k tea.KeyMsg) tea.KeyMsg {
	if k.Type == tea.KeyRunes && len(k.Runes) > 1 {
		k.Paste = true
	}
	return k
}
