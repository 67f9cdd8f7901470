package ui

import (
	"strings"

	"ebb/themes"
)

// Where words stand for signs, nothing is left that a screen reader would spell
// out or pass over.

// beside is a sign that stands beside a word which says the same.
func (s *shell) beside(sign string) string {
	if s.o.Accessible {
		return ""
	}
	return sign + " "
}

// spoken is a sign, or the word for it.
func (s *shell) spoken(sign, word string) string {
	if s.o.Accessible {
		return word + ":"
	}
	return sign
}

// spokenKeys names the keys that are printed as arrows, where words stand for
// signs and where there are no such signs.
func (s *shell) spokenKeys(keys string) string {
	if !s.o.Accessible && !s.theme.Glyphs.ASCII {
		return keys
	}
	return arrowWords.Replace(keys)
}

var arrowWords = strings.NewReplacer("↑", "up", "↓", "down", "←", "left", "→", "right")

// spokenGlyphs are the signs of lists and dialogs that are left: what has the
// cursor.
func spokenGlyphs(g themes.Glyphs) themes.Glyphs {
	g.Cursor = ">"
	return g
}
