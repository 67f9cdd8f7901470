package fold

import "unicode/utf8"

// firstToFold is where folding would first change s: at an upper-case letter,
// a NUL or anything that is not ASCII; len(s) when nowhere.
func firstToFold(s string) int {
	for i := range len(s) {
		if c := s[i]; c-'A' < 26 || c == 0 || c >= utf8.RuneSelf {
			return i
		}
	}
	return len(s)
}

// asciiSpan is the length of the longest beginning of s that is ASCII and
// combines with nothing behind it.
func asciiSpan(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			if i > 0 && !standsAlone(s[i:]) {
				return i - 1
			}
			return i
		}
	}
	return len(s)
}

// appendASCII folds text that is ASCII; every byte becomes one byte.
func appendASCII(dst []byte, s string) []byte {
	at := len(dst)
	dst = append(dst, s...)
	for i, c := range dst[at:] {
		switch {
		case c-'A' < 26:
			dst[at+i] = c + 'a' - 'A'
		case c == 0:
			dst[at+i] = ' '
		}
	}
	return dst
}

// IsASCII reports whether s is ASCII throughout: then folding keeps every
// offset.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
