package diff

import (
	"sort"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
)

// Split cuts a text behind each line end; the pieces together are the text.
// An empty text has no lines.
func Split(s string) []string {
	out := make([]string, 0, strings.Count(s, "\n")+1)
	for s != "" {
		end := strings.IndexByte(s, '\n') + 1
		if end == 0 {
			end = len(s)
		}
		out = append(out, s[:end])
		s = s[end:]
	}
	return out
}

const (
	// lcsExact is the number of differing lines up to which the library finds
	// the shortest way; beyond it stops with the ends it has reached.
	lcsExact = 50
	// mostPasses bounds how often the middle that it left is looked at again.
	mostPasses = 200
)

// Align pairs two lists of lines, or of anything that is compared whole. The
// edits are in indices of the lists, in order, and do not touch. For lists
// that differ in very many lines they are not the fewest.
func Align(a, b []string) []Edit {
	l := aligning{a: a, b: b, passes: mostPasses}
	l.between(Edit{0, len(a), 0, len(b)})
	return l.edits
}

type aligning struct {
	a, b   []string
	passes int
	edits  []Edit
}

func (l *aligning) between(in Edit) {
	l.passes--
	for _, d := range lcs.DiffLines(l.a[in.A0:in.A1], l.b[in.B0:in.B1]) {
		e := Edit{in.A0 + d.Start, in.A0 + d.End, in.B0 + d.ReplStart, in.B0 + d.ReplEnd}
		cut := size(e) > lcsExact && e.A0 < e.A1 && e.B0 < e.B1 && l.passes > 0
		switch {
		case cut && e != in:
			l.between(e)
		case cut && l.anchored(e):
		default:
			l.edits = appendEdit(l.edits, e)
		}
	}
}

// anchored aligns a stretch in which the library found nothing by the lines
// that occur once on either side; false when there are none.
func (l *aligning) anchored(in Edit) bool {
	anchors := l.anchors(in)
	if len(anchors) == 0 {
		return false
	}
	a, b := in.A0, in.B0
	for _, at := range append(anchors, [2]int{in.A1, in.B1}) {
		if e := (Edit{a, at[0], b, at[1]}); e.A0 < e.A1 && e.B0 < e.B1 {
			l.between(e)
		} else if size(e) > 0 {
			l.edits = appendEdit(l.edits, e)
		}
		a, b = at[0]+1, at[1]+1
	}
	return true
}

// anchors pairs the lines that occur once on either side, as many of them as
// keep their order on both.
func (l *aligning) anchors(in Edit) [][2]int {
	type place struct{ n, a, b int }
	places := map[string]*place{}
	for i := in.A0; i < in.A1; i++ {
		if p := places[l.a[i]]; p != nil {
			p.n = -1 // not the only one
		} else {
			places[l.a[i]] = &place{n: 1, a: i}
		}
	}
	for i := in.B0; i < in.B1; i++ {
		if p := places[l.b[i]]; p != nil && p.n > 0 {
			p.n++
			p.b = i
		}
	}
	// The longest rising row of places in B, by patience: each pile's top is
	// the least end of a row of that length.
	var tops []int
	var rows [][2]int // of each card: its places
	var below []int   // of each card: the top card of the pile before
	for i := in.A0; i < in.A1; i++ {
		p := places[l.a[i]]
		if p.n != 2 {
			continue
		}
		pile := sort.Search(len(tops), func(k int) bool { return rows[tops[k]][1] >= p.b })
		under := -1
		if pile > 0 {
			under = tops[pile-1]
		}
		rows, below = append(rows, [2]int{p.a, p.b}), append(below, under)
		if pile == len(tops) {
			tops = append(tops, len(rows)-1)
		} else {
			tops[pile] = len(rows) - 1
		}
	}
	if len(tops) == 0 {
		return nil
	}
	out := make([][2]int, len(tops))
	for i, card := len(tops)-1, tops[len(tops)-1]; i >= 0; i, card = i-1, below[card] {
		out[i] = rows[card]
	}
	return out
}
