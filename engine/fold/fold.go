// Package fold brings text into the form in which it is searched: canonical
// composition, lower case, no accents. Both sides of a comparison are folded,
// so that "Resume" finds "Résumé" and the other way round.
//
// What counts as an accent is what the blocks of combining diacritical marks
// hold. The voicing marks of Japanese, the vowels of Indic scripts and of Thai
// tell letters apart and stay. A NUL becomes a space, since some matchers stop
// at it; invisible joiners and variation selectors go.
package fold

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s folded. Folding twice is folding once. Text that is ASCII and
// lower-case already is returned as it is, without an allocation.
func Fold(s string) string {
	i := firstToFold(s)
	if i == len(s) {
		return s
	}
	return string(Append(make([]byte, 0, len(s)+8), s))
}

// Append appends s folded to dst.
func Append(dst []byte, s string) []byte {
	for len(s) > 0 {
		n := asciiSpan(s)
		dst = appendASCII(dst, s[:n])
		s = s[n:]
		for len(s) > 0 && s[0] >= utf8.RuneSelf || startsCombined(s) {
			var size int
			if dst, size = appendSegment(dst, s); size == len(s) {
				return dst
			}
			s = s[size:]
		}
	}
	return dst
}

// Trace returns s folded, and for every byte of that the offset in s of the
// rune it comes from: the first rune of its combining sequence.
func Trace(s string) (folded string, origin []int) {
	dst := make([]byte, 0, len(s)+8)
	origin = make([]int, 0, len(s)+8)
	for at := 0; at < len(s); {
		n := asciiSpan(s[at:])
		dst = appendASCII(dst, s[at:at+n])
		for i := range n {
			origin = append(origin, at+i)
		}
		at += n
		if at == len(s) {
			break
		}
		var size int
		dst, size = appendSegment(dst, s[at:])
		for len(origin) < len(dst) {
			origin = append(origin, at)
		}
		at += size
	}
	return string(dst), origin
}

// appendSegment folds the shortest beginning of s that can be folded alone: a
// rune with all that combines with it.
func appendSegment(dst []byte, s string) (folded []byte, size int) {
	r, size := utf8.DecodeRuneInString(s)
	if size == len(s) || standsAlone(s[size:]) {
		if simple(r) || r == utf8.RuneError {
			return utf8.AppendRune(dst, lower(r)), size
		}
		at := len(dst)
		dst = appendLetters(dst, r, norm.NFD.PropertiesString(s).Decomposition())
		if utf8.RuneCount(dst[at:]) > 1 {
			dst = append(dst[:at], norm.NFC.Bytes(dst[at:])...)
		}
		return dst, size
	}
	if size = norm.NFC.NextBoundaryInString(s, true); size <= 0 {
		size = len(s)
	}
	var decomposed, letters [64]byte
	kept := appendLetters(letters[:0], 0, norm.NFD.AppendString(decomposed[:0], s[:size]))
	return append(dst, norm.NFC.Bytes(kept)...), size
}

// appendLetters appends what is left of decomposed text without its accents,
// in lower case. No text stands for the rune alone.
func appendLetters(dst []byte, alone rune, decomposed []byte) []byte {
	if len(decomposed) == 0 && !dropped(alone) {
		return utf8.AppendRune(dst, lower(alone))
	}
	for len(decomposed) > 0 {
		r, n := utf8.DecodeRune(decomposed)
		if decomposed = decomposed[n:]; !dropped(r) {
			dst = utf8.AppendRune(dst, lower(r))
		}
	}
	return dst
}

// standsAlone reports whether s begins with a rune that cannot combine with
// what stands before it.
func standsAlone(s string) bool {
	if s[0] < utf8.RuneSelf {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(s); simple(r) {
		return true
	}
	return norm.NFC.PropertiesString(s).BoundaryBefore()
}

// startsCombined reports whether s begins with an ASCII byte that what follows
// combines with.
func startsCombined(s string) bool {
	return len(s) > 1 && s[0] < utf8.RuneSelf && s[1] >= utf8.RuneSelf && !standsAlone(s[1:])
}

// simple runes are themselves in composed and decomposed text but for their
// case, or come back to themselves when they are taken apart and composed:
// ASCII, Han, kana, Hangul syllables, their punctuation, most of Cyrillic.
func simple(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return true
	case r < 0x0410:
		return false
	case r <= 0x044F:
		return r != 'Й' && r != 'й'
	case r < 0x3001:
		return false
	case r <= 0x3020, r >= 0x3041 && r <= 0x3096, r >= 0x30A1 && r <= 0x30FF:
		return true
	case r >= 0x3400 && r <= 0x4DBF, r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3:
		return true
	}
	return r >= 0xFF01 && r <= 0xFF5E
}

// lower maps one rune. The two small sigmas are one letter here: which one is
// written depends on what follows.
func lower(r rune) rune {
	switch r {
	case 0:
		return ' '
	case 'ς':
		return 'σ'
	}
	return unicode.ToLower(r)
}

// dropped runes carry nothing that a search should tell apart.
func dropped(r rune) bool {
	switch {
	case r < 0x00AD:
		return false
	case r == 0x00AD, // soft hyphen
		r >= 0x0300 && r <= 0x036F, r >= 0x1AB0 && r <= 0x1AFF, r >= 0x1DC0 && r <= 0x1DFF,
		r >= 0x20D0 && r <= 0x20FF, r >= 0xFE20 && r <= 0xFE2F, // combining diacritical marks
		r >= 0x200B && r <= 0x200D, // zero-width space and joiners
		r >= 0xFE00 && r <= 0xFE0F, // variation selectors
		r == 0xFEFF:
		return true
	}
	return false
}
