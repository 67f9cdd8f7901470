package ui

import "strings"

// plainSigns are the signs between our own words, and those of writers, for
// terminals that show ASCII alone. Each takes one cell and is given one: no line
// moves. Letters stay as they are: whoever wrote them can best read them so.
var plainSigns = strings.NewReplacer(
	"·", ".", "…", "~", "×", "x", "−", "-", "–", "-", "—", "-",
	"→", ">", "←", "<", "↑", "^", "↓", "v", "“", `"`, "”", `"`, "‘", "'", "’", "'",
)

// plainly is text for the terminal that there is.
func (s *shell) plainly(text string) string {
	if !s.theme.Glyphs.ASCII {
		return text
	}
	return plainSigns.Replace(text)
}
