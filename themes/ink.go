package themes

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

const reset = "\x1b[0m"

// Ink is one role's look, made ready once: painting with it is one
// concatenation, where a Lip Gloss style is resolved anew at each Render.
// The zero Ink leaves text as it is.
type Ink struct {
	style lipgloss.Style
	open  string
}

func newInk(style lipgloss.Style) Ink {
	open, _, _ := strings.Cut(style.Render("x"), "x")
	return Ink{style: style, open: open}
}

// Paint returns s in this ink. s must not contain inks itself; see [Ink.Lay].
func (k Ink) Paint(s string) string {
	if k.open == "" || s == "" {
		return s
	}
	return k.open + s + reset
}

// Append appends s in this ink to dst.
func (k Ink) Append(dst []byte, s string) []byte {
	if k.open == "" || s == "" {
		return append(dst, s...)
	}
	dst = append(dst, k.open...)
	dst = append(dst, s...)
	return append(dst, reset...)
}

// Lay puts this ink under a line that already carries inks: it is taken up
// again after each of theirs, so a cursor row keeps its background to the end.
func (k Ink) Lay(line string) string {
	if k.open == "" || line == "" {
		return line
	}
	body := strings.TrimSuffix(line, reset)
	return k.open + strings.ReplaceAll(body, reset, reset+k.open) + reset
}

// Style is the ink as a Lip Gloss style, for the Bubbles components.
func (k Ink) Style() lipgloss.Style { return k.style }

// Open is the escape sequence that starts the ink, empty when it has none.
func (k Ink) Open() string { return k.open }
