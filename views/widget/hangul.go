package widget

import "unicode/utf8"

// Hangul written in its parts: a syllable is a leading consonant, a vowel and
// perhaps a trailing consonant (Unicode, chapter 3.12). Terminals do not agree
// on how many cells the parts take, but on what the whole takes.
const (
	leadFirst, leadLast   = 0x1100, 0x1112
	vowelFirst, vowelLast = 0x1161, 0x1175
	trailFirst, trailLast = 0x11a8, 0x11c2
	wholeFirst, wholeLast = 0xac00, 0xd7a3
	vowels                = vowelLast - vowelFirst + 1
	trails                = trailLast - trailFirst + 2 // none is one of them
)

// composed puts together the syllable that s starts with; n is how many bytes
// it was written in, 0 when s does not start with parts of one.
func composed(s string) (syllable rune, n int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r >= leadFirst && r <= leadLast:
		vowel, more := utf8.DecodeRuneInString(s[size:])
		if vowel < vowelFirst || vowel > vowelLast {
			return 0, 0
		}
		syllable, n = wholeFirst+((r-leadFirst)*vowels+vowel-vowelFirst)*trails, size+more
	case r >= wholeFirst && r <= wholeLast && (r-wholeFirst)%trails == 0:
		syllable, n = r, size
	default:
		return 0, 0
	}
	trail, more := utf8.DecodeRuneInString(s[n:])
	if trail >= trailFirst && trail <= trailLast {
		return syllable + trail - trailFirst + 1, n + more
	}
	if syllable == r {
		return 0, 0 // it was whole already
	}
	return syllable, n
}

// isStrayJamo reports a vowel or a trailing consonant that is part of no
// syllable of today's.
func isStrayJamo(r rune) bool {
	return r >= 0x1160 && r <= 0x11ff || r >= 0xd7b0 && r <= 0xd7ff
}
