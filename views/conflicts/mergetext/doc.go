// Package mergetext is the state of making one text of two: what the two
// share, where they differ, what was decided at each difference, and the way
// back. It is pure; keys, colours and saving belong to the screen. Nothing is
// decided by itself, and nothing is put together that nobody chose.
package mergetext

import (
	"strings"

	"ebb/views/widget/diff"
)

// Take is a decision about one difference.
type Take uint8

// The decisions.
const (
	Open Take = iota // none yet
	TakeA
	TakeB
	TakeBoth // A's, then B's
	TakeOwn  // what the person wrote
)

// Hunk is a stretch of the texts: the same in both, or one difference.
type Hunk struct {
	Same bool
	A, B string // what each side says, without the line end or blank behind it
	Take Take
	Own  string // for TakeOwn

	a, b []unit
}

// Doc is one text being made of two.
type Doc struct {
	// Sentences tells that the texts are paragraphs, taken apart into
	// sentences; they are taken apart into lines otherwise.
	Sentences bool

	a, b  string
	hunks []Hunk
	open  []int // indices of the differences
	at    int   // index into open
	whole *Whole
	past  []step
}

// Whole is a text that stands in place of all hunks.
type Whole struct {
	Text string
	By   string // who wrote it; "" for the person
}

// step is what one decision replaced.
type step struct {
	hunk  int // -1: the whole
	take  Take
	own   string
	whole *Whole
	at    int
	more  bool // the step before belongs to the same decision
}

// New begins with two texts and no decision.
func New(a, b string) *Doc {
	d := &Doc{a: a, b: b, Sentences: !strings.Contains(a, "\n") && !strings.Contains(b, "\n")}
	ua, ub := units(a, d.Sentences), units(b, d.Sentences)
	at := 0
	same := func(to, atB int) {
		if to > at {
			d.add(Hunk{Same: true, a: ua[at:to], b: ub[atB : atB+to-at]})
		}
	}
	atB := 0
	for _, e := range diff.Align(texts(ua), texts(ub)) {
		same(e.A0, atB)
		d.differ(ua[e.A0:e.A1], ub[e.B0:e.B1])
		at, atB = e.A1, e.B1
	}
	same(len(ua), atB)
	return d
}

// differ adds what stands for each other: unit by unit, so that each can be
// decided about, and what one side has more as one.
func (d *Doc) differ(a, b []unit) {
	add := func(a, b []unit) {
		if len(a)+len(b) > 0 {
			d.open = append(d.open, len(d.hunks))
			d.add(Hunk{a: a, b: b})
		}
	}
	n := min(len(a), len(b))
	for i := range n {
		add(a[i:i+1], b[i:i+1])
	}
	add(a[n:], b[n:])
}

func texts(us []unit) []string {
	out := make([]string, len(us))
	for i := range us {
		out[i] = us[i].text
	}
	return out
}

func (d *Doc) add(h Hunk) {
	h.A, h.B = joined(h.a), joined(h.b)
	d.hunks = append(d.hunks, h)
}

// joined is the text of units without what follows the last one.
func joined(us []unit) string {
	var b strings.Builder
	for i, u := range us {
		b.WriteString(u.text)
		if i < len(us)-1 {
			b.WriteString(u.tail)
		}
	}
	return b.String()
}

// Hunks are all stretches in order. They are the Doc's own: read only.
func (d *Doc) Hunks() []Hunk { return d.hunks }

// Differences counts the hunks that are not the same on both sides.
func (d *Doc) Differences() int { return len(d.open) }

// Left counts the differences that nobody has decided about.
func (d *Doc) Left() int {
	if d.whole != nil {
		return 0
	}
	n := 0
	for _, i := range d.open {
		if d.hunks[i].Take == Open {
			n++
		}
	}
	return n
}

// At is the current difference: its number from 0 and its place among the
// hunks; -1 and -1 when the texts are the same.
func (d *Doc) At() (difference, hunk int) {
	if len(d.open) == 0 {
		return -1, -1
	}
	return d.at, d.open[d.at]
}

// Move goes n differences on, or back.
func (d *Doc) Move(n int) { d.MoveTo(d.at + n) }

// MoveTo goes to a difference, or the nearest there is.
func (d *Doc) MoveTo(i int) { d.at = max(0, min(i, len(d.open)-1)) }

// Whole is the text that stands in place of the hunks, nil when none does.
func (d *Doc) Whole() *Whole { return d.whole }
