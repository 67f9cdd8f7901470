package evolvers

import (
	"slices"
	"strings"
	"unicode"

	"ebb/engine/fold"
)

func contains(list []string, s string) bool { return slices.Contains(list, s) }

// tokens are the words of a text, folded: runs of letters and digits. Scripts
// that are written without spaces have a word in every rune, so that a phrase
// of them is found as runes in a row.
func tokens(text string) []string {
	text = fold.Fold(text)
	var out []string
	from := -1
	cut := func(at int) {
		if from >= 0 {
			out = append(out, text[from:at])
			from = -1
		}
	}
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			cut(i)
			out = append(out, string(r))
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			if from < 0 {
				from = i
			}
		default:
			cut(i)
		}
	}
	cut(len(text))
	return out
}

// wordSet are the words between white space, lower-case, each once, sorted: what
// the published word-Jaccard compares.
func wordSet(text string) []string {
	words := strings.Fields(strings.ToLower(text))
	slices.Sort(words)
	return slices.Compact(words)
}

// jaccard is the share of two sorted sets that both have; 0 for two empty ones.
func jaccard(a, b []string) float64 {
	both := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both++
			i++
			j++
		}
	}
	if len(a)+len(b) == both {
		return 0
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// holdsPhrase reports whether the words of a phrase stand in a text in a row.
func holdsPhrase(text, phrase []string) bool {
	if len(phrase) == 0 {
		return false
	}
	for i := 0; i+len(phrase) <= len(text); i++ {
		if slices.Equal(text[i:i+len(phrase)], phrase) {
			return true
		}
	}
	return false
}
