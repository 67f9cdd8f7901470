package engine

import (
	"strings"

	"ebb/engine/fold"
)

// terms are what a query looks for, folded: its words, and what stands between
// quotes as one term. A text without one of the quoted terms is no hit,
// whatever else it says.
type terms struct {
	all    []string
	quoted []string // those of all that were between quotes
}

// termsOf takes a query apart. A quote opens at the beginning of a word and
// closes at the next one; where there is none, being typed, at the end.
func termsOf(text string) terms {
	var t terms
	for rest := fold.Fold(text); rest != ""; {
		rest = strings.TrimLeft(rest, " \t\r\n")
		if quoted, is := strings.CutPrefix(rest, `"`); is {
			quoted, rest, _ = strings.Cut(quoted, `"`)
			if words := strings.Fields(quoted); len(words) > 0 {
				phrase := strings.Join(words, " ")
				t.all, t.quoted = append(t.all, phrase), append(t.quoted, phrase)
			}
			continue
		}
		word := rest
		if end := strings.IndexAny(rest, " \t\r\n"); end >= 0 {
			word = rest[:end]
		}
		if rest = rest[len(word):]; word != "" {
			t.all = append(t.all, strings.Fields(word)...)
		}
	}
	return t
}

// share is the share of the terms that occur in a text, 0 when a quoted one
// does not. Lines may break inside what is quoted.
func (t *terms) share(text string) float64 {
	folded := fold.Fold(text)
	if len(t.quoted) > 0 {
		folded = strings.Join(strings.Fields(folded), " ")
		for _, phrase := range t.quoted {
			if !strings.Contains(folded, phrase) {
				return 0
			}
		}
	}
	n := 0
	for _, term := range t.all {
		if strings.Contains(folded, term) {
			n++
		}
	}
	return float64(n) / float64(len(t.all))
}
