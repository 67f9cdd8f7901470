package diff

import (
	"context"
	"unicode/utf8"
)

// pair is two stretches of text, taken apart into tokens.
type pair struct {
	a, b   string
	ta, tb []token
	ia, ib []int32 // equal numbers are equal tokens
}

func newPair(a, b string) *pair {
	p := &pair{a: a, b: b}
	p.ta = tokens(make([]token, 0, len(a)/4+8), a)
	p.tb = tokens(make([]token, 0, len(b)/4+8), b)
	known := make(map[string]int32, len(p.ta))
	p.ia, p.ib = numbered(known, a, p.ta), numbered(known, b, p.tb)
	return p
}

func numbered(known map[string]int32, s string, tokens []token) []int32 {
	out := make([]int32, len(tokens))
	from := 0
	for i, t := range tokens {
		text := s[from:t.end]
		n, ok := known[text]
		if !ok {
			n = int32(len(known))
			known[text] = n
		}
		out[i], from = n, t.end
	}
	return out
}

// start is where token i begins.
func start(tokens []token, i int) int {
	if i == 0 {
		return 0
	}
	return tokens[i-1].end
}

// edits returns what differs, in bytes.
func (p *pair) edits(ctx context.Context, steps int) (edits []Edit, used int, ok bool) {
	found, used, ok := shortest(ctx, p.ia, p.ib, steps)
	if !ok {
		return nil, used, false
	}
	found = p.join(found)
	if p.strangers(found) {
		found = []Edit{{0, len(p.ta), 0, len(p.tb)}}
	}
	out := make([]Edit, 0, len(found))
	for _, e := range found {
		bytes := Edit{start(p.ta, e.A0), start(p.ta, e.A1), start(p.tb, e.B0), start(p.tb, e.B1)}
		out = append(out, p.narrow(e, bytes))
	}
	return out, used, true
}

// join makes one edit of two between which little is equal: a phrase that was
// put differently is one change, not confetti.
func (p *pair) join(edits []Edit) []Edit {
	out := edits[:0]
	for _, e := range edits {
		for n := len(out); n > 0 && p.thin(out[n-1], e); n = len(out) {
			e.A0, e.B0 = out[n-1].A0, out[n-1].B0
			out = out[:n-1]
		}
		out = append(out, e)
	}
	return out
}

// mostThin is how many equal words may lie inside one change.
const mostThin = 3

// thin reports that what is equal between two edits is no more than blanks and
// signs, or a word or two between longer changes.
func (p *pair) thin(x, y Edit) bool {
	words := 0
	for _, t := range p.ta[x.A1:min(y.A0, x.A1+4*mostThin)] {
		switch t.kind {
		case line:
			return false
		case word:
			words++
		}
	}
	if words > mostThin || y.A0-x.A1 >= 4*mostThin {
		return false
	}
	// A blank between two replaced words joins them; the comma between a
	// removed and an added one does not.
	both := func(e Edit) bool { return e.A0 < e.A1 && e.B0 < e.B1 }
	if words == 0 {
		return both(x) && both(y)
	}
	// Twice as long as what is equal: "[Monday] at [noon]" stays two changes.
	equal := 2 * (start(p.ta, y.A0) - start(p.ta, x.A1))
	return equal <= p.longest(x) && equal <= p.longest(y)
}

// longest is the length in bytes of an edit's longer side.
func (p *pair) longest(e Edit) int {
	return max(start(p.ta, e.A1)-start(p.ta, e.A0), start(p.tb, e.B1)-start(p.tb, e.B0))
}

// strangers reports that the stretches share so little that pairing it would
// only confuse: fewer than one word in eight of the shorter one.
func (p *pair) strangers(edits []Edit) bool {
	const one = 8
	shorter := min(wordsIn(p.ta), wordsIn(p.tb))
	same := wordsIn(p.ta)
	for _, e := range edits {
		same -= wordsIn(p.ta[e.A0:e.A1])
	}
	return shorter >= one && same*one < shorter
}

func wordsIn(tokens []token) int {
	n := 0
	for _, t := range tokens {
		if t.kind == word {
			n++
		}
	}
	return n
}

// longToken is the length in bytes from which a replaced token is looked into:
// half a megabyte without a blank is one token.
const longToken = 64

// narrow leaves out what two long tokens have in common at their ends.
func (p *pair) narrow(e, bytes Edit) Edit {
	if e.A1-e.A0 != 1 || e.B1-e.B0 != 1 || bytes.A1-bytes.A0 < longToken || bytes.B1-bytes.B0 < longToken {
		return bytes
	}
	a, b := p.a[bytes.A0:bytes.A1], p.b[bytes.B0:bytes.B1]
	head, most := 0, min(len(a), len(b))
	for head < most && a[head] == b[head] {
		head++
	}
	for head > 0 && (!breaks(a, head) || !breaks(b, head)) {
		head--
	}
	tail := 0
	for tail < most-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for tail > 0 && (!breaks(a, len(a)-tail) || !breaks(b, len(b)-tail)) {
		tail--
	}
	return Edit{bytes.A0 + head, bytes.A1 - tail, bytes.B0 + head, bytes.B1 - tail}
}

// breaks reports whether a character begins at byte i of s.
func breaks(s string, i int) bool {
	return i == len(s) || utf8.RuneStart(s[i]) && !clings(s[i:]) && (i < 3 || s[i-3:i] != string(joiner))
}
