package diff

import (
	"unicode"
	"unicode/utf8"
)

// kind says what a token is made of.
type kind uint8

const (
	word  kind = iota // letters and digits, or one character of a script without spaces
	space             // blanks
	line              // one line end
	sign              // one sign: punctuation, symbols, controls, bytes that are not UTF-8
)

// token is a stretch of text that is compared as a whole: the bytes up to end
// from where the token before it ended.
type token struct {
	end  int
	kind kind
}

// tokens splits a text. What belongs to one character on the screen is never
// split: marks and joiners stay with what they stand on.
func tokens(dst []token, s string) []token {
	for i := 0; i < len(s); {
		n, k := next(s[i:])
		i += n
		dst = append(dst, token{end: i, kind: k})
	}
	return dst
}

// next is the length and the kind of the token that s begins with.
func next(s string) (n int, k kind) {
	switch s[0] {
	case '\n':
		return 1, line
	case '\r':
		if len(s) > 1 && s[1] == '\n' {
			return 2, line
		}
		return 1, sign
	case ' ', '\t':
		for n = 1; n < len(s) && (s[n] == ' ' || s[n] == '\t'); n++ {
		}
		if clings(s[n:]) { // a mark stands on the last blank
			return n + clung(s[n:]), space
		}
		return n, space
	}
	r, n := utf8.DecodeRuneInString(s)
	n += clung(s[n:])
	switch {
	case alone(r):
		return n, word
	case !lettered(r):
		return n, sign
	}
	for n < len(s) {
		r, size := decode(s[n:])
		if !lettered(r) || alone(r) {
			break
		}
		n += size
		n += clung(s[n:])
	}
	return n, word
}

func decode(s string) (rune, int) {
	if s[0] < utf8.RuneSelf {
		return rune(s[0]), 1
	}
	return utf8.DecodeRuneInString(s)
}

func lettered(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}

// alone reports characters that are words by themselves, as their scripts
// write without spaces.
func alone(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

const joiner = '\u200d'

// clings reports whether s begins with something that is part of the character
// before it.
func clings(s string) bool {
	if s == "" || s[0] < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s)
	return r == joiner || unicode.In(r, unicode.M) || r >= 0x1f3fb && r <= 0x1f3ff
}

// clung is how many bytes of s belong to the character before it.
func clung(s string) int {
	n := 0
	for clings(s[n:]) {
		r, size := utf8.DecodeRuneInString(s[n:])
		n += size
		if r == joiner && n < len(s) && s[n] >= utf8.RuneSelf {
			_, size := utf8.DecodeRuneInString(s[n:])
			n += size
		}
	}
	return n
}
