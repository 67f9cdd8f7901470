package engine

import (
	"crypto/sha256"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// Normalize is the form in which two texts count as the same: trimmed,
// lower-case, white space collapsed. White space is Unicode's White_Space
// without U+0085 and with U+FEFF; there is no Unicode normalisation.
func Normalize(s string) string {
	if isPlainASCII(s) {
		return normalizeASCII(s)
	}
	folded := cases.Lower(language.Und).String(s)
	var b strings.Builder
	b.Grow(len(folded))
	gap := false
	for _, r := range folded {
		if isSpace(r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

func isPlainASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func normalizeASCII(s string) string {
	out := make([]byte, 0, len(s))
	gap := false
	for i := range len(s) {
		c := s[i]
		switch {
		case c == ' ' || (c >= '\t' && c <= '\r'):
			gap = len(out) > 0
			continue
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		}
		if gap {
			out = append(out, ' ')
			gap = false
		}
		out = append(out, c)
	}
	return string(out)
}

func isSpace(r rune) bool {
	return r == '\uFEFF' || (r != '\u0085' && unicode.Is(unicode.White_Space, r))
}

// TextSum identifies a text in its normalised form.
func TextSum(s string) [16]byte {
	sum := sha256.Sum256([]byte(Normalize(s)))
	return [16]byte(sum[:16])
}

// title is the text's title; for a memory that is all about the thing it is
// named after (its key is its subject), the name comes first.
func (m *Memory) title() string {
	line := Title(m.Content)
	if m.Identity.Kind != TextIdentity || m.Identity.Value != m.Scope.Subject || strings.HasPrefix(line, titleOf(m.Identity.Value)) {
		return line
	}
	return titleOf(m.Identity.Value + " · " + line)
}

// Title is the first line of a text that says something, on one line, without
// control characters, cut to MaxTitleBytes at a rune.
func Title(text string) string {
	for line := range strings.Lines(text) {
		if t := titleOf(line); t != "" {
			return t
		}
	}
	return ""
}

func titleOf(line string) string {
	var b strings.Builder
	gap := false
	for _, r := range line {
		switch {
		case unicode.IsSpace(r):
			gap = b.Len() > 0
			continue
		case r < 0x20:
			r += 0x2400 // its control picture
		case r == 0x7f:
			r = '␡'
		case unicode.IsControl(r), r == utf8.RuneError:
			r = utf8.RuneError
		}
		need := utf8.RuneLen(r)
		if gap {
			need++
		}
		if b.Len()+need > MaxTitleBytes {
			break
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
