package mergetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unit is what is taken whole: a line or a sentence, and what stands between
// it and the next one.
type unit struct{ text, tail string }

// units splits a text. They together are the text.
func units(s string, sentences bool) []unit {
	if sentences {
		return bySentence(s)
	}
	return byLine(s)
}

func byLine(s string) []unit {
	out := make([]unit, 0, strings.Count(s, "\n")+1)
	for {
		line, rest, more := strings.Cut(s, "\n")
		tail := ""
		if more {
			tail = "\n"
			if strings.HasSuffix(line, "\r") {
				line, tail = line[:len(line)-1], "\r\n"
			}
		}
		if !more && line == "" {
			return out // the text ends with a line end, or is empty
		}
		out = append(out, unit{line, tail})
		if !more {
			return out
		}
		s = rest
	}
}

// bySentence splits behind the signs that end sentences. A split too many,
// as in "No. 5", only makes a choice finer.
func bySentence(s string) []unit {
	var out []unit
	for s != "" {
		end, next := sentence(s)
		out = append(out, unit{s[:end], s[end:next]})
		s = s[next:]
	}
	return out
}

// sentence finds where the first sentence of s ends and the next one begins.
func sentence(s string) (end, next int) {
	ended, wide := false, false // a sign that ends it was seen, and needs no blank
	for i, r := range s {
		switch {
		case ended && unicode.IsSpace(r):
			next = i
			for next < len(s) {
				r, size := utf8.DecodeRuneInString(s[next:])
				if !unicode.IsSpace(r) {
					break
				}
				next += size
			}
			return i, next
		case strings.ContainsRune(".!?…", r):
			ended, wide = true, false
		case strings.ContainsRune("。！？", r):
			ended, wide = true, true
		case ended && strings.ContainsRune("\"'”’»)]」』）】", r):
		case wide:
			return i, i
		default:
			ended = false
		}
	}
	return len(s), len(s)
}
