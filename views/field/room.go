package field

import (
	"strings"
	"unicode"
)

// What a field for several lines holds. It lays out all of its lines at each
// key, so longer texts are for an editor.
const (
	MaxBytes = 64 << 10
	MaxLines = 2000
	// maxMarks is how many signs without a width may follow each other: a word
	// of thousands of them is measured anew at each.
	maxMarks = 64
)

// Holds reports whether a text can be edited in place.
func Holds(text string) bool {
	if len(text) > MaxBytes || strings.Count(text, "\n") > MaxLines {
		return false
	}
	marks := 0
	for _, r := range text {
		if r < 0x300 || !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			marks = 0
			continue
		}
		if marks++; marks > maxMarks {
			return false
		}
	}
	return true
}
