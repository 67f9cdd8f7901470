// Package widget draws the parts screens are made of: cleaned text, frames of
// exact size, a windowed list, bars, curves, the time axis, ages. Everything in
// it is pure: it takes values and a theme and returns strings.
//
// Two kinds of text go through it. Raw text is a memory's and may hold
// anything: it goes through [Clean], [Line], [Wrap] or [Highlight]. Drawn text
// is ours, with inks: it goes through [Fit], [Truncate] and the frame
// functions, which let nothing but colours through.
package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

const (
	esc   = 0x1b
	reset = "\x1b[0m"
)

// isPlain reports whether s is printable ASCII alone, where a byte is a cell.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i]-0x20 > 0x5e {
			return false
		}
	}
	return true
}

// Width is the number of cells that drawn text takes. Escape sequences and
// stray controls take none, as [Fit] drops them.
func Width(s string) int {
	if isPlain(s) {
		return len(s)
	}
	cells := 0
	for i := 0; i < len(s); {
		n, c, _ := step(s[i:])
		i += n
		cells += c
	}
	return cells
}

// kind tells what a step went over.
type kind uint8

const (
	glyph  kind = iota // something that is seen
	joined             // seen too, but its width depends on what it joins
	style              // an SGR sequence: colour or attribute
	other              // a control or another escape sequence; never drawn
)

// step measures what s starts with: its bytes, its cells and its kind.
// s must not be empty. The widths are those of x/ansi.
func step(s string) (n, cells int, k kind) {
	b := s[0]
	switch {
	case b == esc:
		seq, _, n, _ := ansi.DecodeSequence(s, ansi.NormalState, nil)
		if n < 1 {
			n = 1
		}
		if len(seq) > 2 && seq[1] == '[' && seq[len(seq)-1] == 'm' && isSGR(seq[2:len(seq)-1]) {
			return n, 0, style
		}
		return n, 0, other
	case b < 0x20 || b == 0x7f:
		return 1, 0, other
	case b < utf8.RuneSelf:
		if len(s) == 1 || s[1] < utf8.RuneSelf {
			return 1, 1, glyph
		}
	}
	return clusterStep(s)
}

func isSGR(params string) bool {
	for i := 0; i < len(params); i++ {
		if c := params[i]; (c < '0' || c > '9') && c != ';' && c != ':' {
			return false
		}
	}
	return true
}

// clusterStep measures the grapheme cluster that s starts with.
func clusterStep(s string) (n, cells int, k kind) {
	r, size := utf8.DecodeRuneInString(s)
	if r == utf8.RuneError && size == 1 || r >= 0x80 && r < 0xa0 {
		return size, 0, other
	}
	if w := simpleCells(r); w > 0 {
		if size == len(s) || s[size] < utf8.RuneSelf {
			return size, w, glyph
		}
		if next, _ := utf8.DecodeRuneInString(s[size:]); simpleCells(next) > 0 {
			return size, w, glyph
		}
	}
	cluster, cells := ansi.FirstGraphemeCluster(window(s), ansi.GraphemeWidth)
	if n := validLen(cluster); n < len(cluster) {
		return n, ansi.StringWidth(cluster[:n]), joined
	}
	return len(cluster), cells, joined
}

// validLen is the length of the longest valid UTF-8 that s starts with.
func validLen(s string) int {
	if utf8.ValidString(s) {
		return len(s)
	}
	for i, r := range s {
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], pictureInvalid) {
			return i
		}
	}
	return len(s)
}

// longestCluster bounds the bytes looked at for one cluster: stacked marks
// without end are a known way to make a line endless.
const longestCluster = 256

// window cuts s after at most longestCluster bytes, between runes.
func window(s string) string {
	if len(s) <= longestCluster {
		return s
	}
	end := longestCluster
	for end > longestCluster-utf8.UTFMax && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end]
}

// ambiguous is the width x/ansi gives to signs whose width East Asian locales
// dispute; RUNEWIDTH_EASTASIAN changes it.
var ambiguous = ansi.StringWidth("─")

// simpleCells is the width of runes that never join the rune after them, when
// that one is simple too: most of what is drawn besides ASCII. 0 is "ask".
func simpleCells(r rune) int {
	switch {
	case r < 0x20:
		return 0
	case r < 0x7f:
		return 1
	case ambiguous != 1:
		return 0
	case r >= 0xae && r <= 0x2ff, // Latin beyond the soft hyphen and ©
		r >= 0x390 && r <= 0x3ff, r >= 0x400 && r <= 0x47f, // Greek, Cyrillic
		r >= 0x2010 && r <= 0x2026, // dashes, quotes, …
		r >= 0x2500 && r <= 0x25a9, // lines and blocks
		r >= 0x2800 && r <= 0x28ff: // braille
		return 1
	case r >= 0x3041 && r <= 0x3096, r >= 0x30a1 && r <= 0x30fa, // kana
		r >= 0x3005 && r <= 0x3029 || r == 0x3001 || r == 0x3002, // their punctuation
		r >= 0x4e00 && r <= 0x9fff,                               // Han
		r >= 0xac00 && r <= 0xd7a3:                               // Hangul
		return 2
	}
	return 0
}

// spaces returns n blanks without building them for ordinary widths.
func spaces(n int) string {
	const blank = "                                                                                                                                "
	if n <= 0 {
		return ""
	}
	if n <= len(blank) {
		return blank[:n]
	}
	return strings.Repeat(" ", n)
}
