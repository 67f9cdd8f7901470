package catalogue

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"

	"ebb/engine/fold"
)

// A memory matches a text when each word of it is found: as it stands in the
// title or in the text, or loosely in the title. Loosely means that the
// letters come in order, begin at the beginning of a word, and leave out no
// more than a few letters inside words ("cnfg" is in "the config file", and
// so is "tcf"). Without these bounds the letters of a short word are found
// somewhere in most titles. Each bound holds for the beginnings of a word
// when it holds for the word, so typing on never brings back what was gone.

// looseGap is how far apart in a title two letters of a loosely found word may
// be, unless the second begins a word.
const looseGap = 4

// looseRunes is how much of a title and of a word is searched loosely.
const looseRunes = 128

// term is one word that is looked for.
type term struct {
	text    string
	bytes   []byte
	runes   []rune
	letters uint64
}

func termsOf(text string) []term {
	words := strings.Fields(fold.Fold(text))
	terms := make([]term, 0, len(words))
	for i, w := range words {
		if !slices.Contains(words[:i], w) {
			terms = append(terms, term{w, []byte(w), []rune(w), lettersOf([]byte(w))})
		}
	}
	return terms
}

// lettersOf is a set of the letters of a folded text: one bit for each of a
// to z and 0 to 9, and 27 shared by all others. A title without one of a
// word's letters does not have to be looked at.
func lettersOf(folded []byte) uint64 {
	var set uint64
	for i := 0; i < len(folded); {
		c := folded[i]
		switch {
		case c == ' ':
			i++
		case c-'a' < 26:
			set |= 1 << (c - 'a')
			i++
		case c-'0' < 10:
			set |= 1 << (26 + c - '0')
			i++
		default:
			r, size := utf8.DecodeRune(folded[i:])
			set |= 1 << (37 + uint32(r)*2654435761>>7%27)
			i += size
		}
	}
	return set
}

// matcher looks for the words of one query, row by row. It belongs to one
// goroutine.
type matcher struct {
	snap  *Snapshot
	terms []term

	lower   []byte // the folded title in question
	marks   []int  // offsets into it
	runes   []rune
	offsets []int
	reach   []int
	slab    []int // room for the marks that are handed out
}

// row reports whether a row matches and where in its title.
func (m *matcher) row(row int32) (Match, bool) {
	r := m.snap.text(row)
	return m.match(row, r.text)
}

func (m *matcher) match(row int32, text string) (Match, bool) {
	if len(m.terms) == 0 {
		return Match{Row: row}, true
	}
	c, i := m.snap.at(row)
	letters := c.letters[i]
	m.lower, m.marks = m.lower[:0], m.marks[:0]
	inText := false
	for t := range m.terms {
		term := &m.terms[t]
		if term.letters&^letters == 0 {
			if len(m.lower) == 0 {
				m.fold(c, i)
			}
			if m.find(term) {
				continue
			}
		}
		if !strings.Contains(text, term.text) {
			return Match{}, false
		}
		inText = true
	}
	return Match{Row: row, Title: m.original(c, i), InText: inText}, true
}

// fold puts the folded title into lower.
func (m *matcher) fold(c *chunk, i int) {
	if folded, ok := c.folded(i); ok {
		m.lower = append(m.lower, folded...)
		return
	}
	m.lower = fold.Append(m.lower, c.title(i))
}

// find looks for a word in the folded title and marks it there.
func (m *matcher) find(t *term) bool {
	if at := bytes.Index(m.lower, t.bytes); at >= 0 {
		for i := range t.bytes {
			if utf8.RuneStart(t.bytes[i]) {
				m.marks = append(m.marks, at+i)
			}
		}
		return true
	}
	from, to, ok := m.loose(t)
	if !ok {
		return false
	}
	window := string(m.lower[from:to])
	// It stops at a NUL, which folding has made a space of.
	for _, hit := range fuzzy.FindNoSort(t.text, []string{window}) {
		for _, at := range hit.MatchedIndexes {
			m.marks = append(m.marks, from+at)
		}
	}
	return true
}

// loose finds the part of the folded title that has the word's letters in
// order, within the bounds.
func (m *matcher) loose(t *term) (from, to int, ok bool) {
	if len(t.runes) < 2 || len(t.runes) > looseRunes || !inOrder(m.lower, t.bytes) {
		return 0, 0, false
	}
	m.runes, m.offsets = m.runes[:0], m.offsets[:0]
	for at := 0; at < len(m.lower) && len(m.runes) < looseRunes; {
		r, size := utf8.DecodeRune(m.lower[at:])
		m.runes, m.offsets = append(m.runes, r), append(m.offsets, at)
		at += size
	}
	for start, r := range m.runes {
		if r != t.runes[0] || !m.beginsWord(start) {
			continue
		}
		if end, found := m.follow(start, t.runes[1:]); found {
			return m.offsets[start], m.offsets[end] + utf8.RuneLen(m.runes[end]), true
		}
	}
	return 0, 0, false
}

// follow keeps all places where the letters so far can end, and returns the
// first at which all of them do.
func (m *matcher) follow(start int, letters []rune) (end int, ok bool) {
	m.reach = append(m.reach[:0], start)
	for _, letter := range letters {
		before := m.reach
		next := before[len(before):]
		k := 0
		for at := before[0] + 1; at < len(m.runes); at++ {
			for k+1 < len(before) && before[k+1] < at {
				k++
			}
			if m.runes[at] == letter && (at-before[k] <= looseGap || m.beginsWord(at)) {
				next = append(next, at)
			}
		}
		if len(next) == 0 {
			return 0, false
		}
		m.reach = append(m.reach[:0], next...)
	}
	return m.reach[0], true
}

func (m *matcher) beginsWord(at int) bool {
	return at == 0 || !isLetter(m.runes[at-1])
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r-'a' < 26 && r >= 'a' || r-'0' < 10 && r >= '0'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// inOrder reports whether the bytes of word come in s one after the other.
func inOrder(s, word []byte) bool {
	for _, c := range word {
		at := bytes.IndexByte(s, c)
		if at < 0 {
			return false
		}
		s = s[at+1:]
	}
	return true
}

// original turns marks in the folded title into offsets of runes in the title.
func (m *matcher) original(c *chunk, i int) []int {
	if len(m.marks) == 0 {
		return nil
	}
	if c.marks.at(i)&markFolded != 0 {
		_, origin := fold.Trace(c.title(i))
		for k, at := range m.marks {
			m.marks[k] = origin[at]
		}
	}
	slices.Sort(m.marks)
	marks := slices.Compact(m.marks)
	if len(m.slab) < len(marks) {
		m.slab = make([]int, max(4096, len(marks)))
	}
	out := m.slab[:copy(m.slab, marks):len(marks)]
	m.slab = m.slab[len(marks):]
	return out
}
