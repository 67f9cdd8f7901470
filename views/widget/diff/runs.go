package diff

import "strings"

// Equal reports whether the texts are the same.
func (r *Result) Equal() bool { return len(r.Edits) == 0 }

// RunsA is all of A in stretches, changed and equal ones by turns.
func (r *Result) RunsA() []Run {
	return runs(r.A, len(r.Edits), func(i int) (int, int) { return r.Edits[i].A0, r.Edits[i].A1 })
}

// RunsB is all of B.
func (r *Result) RunsB() []Run {
	return runs(r.B, len(r.Edits), func(i int) (int, int) { return r.Edits[i].B0, r.Edits[i].B1 })
}

// Run is a stretch of one side: the same on the other side, or not.
type Run struct {
	Text    string
	Changed bool
}

func runs(s string, n int, edit func(i int) (from, to int)) []Run {
	out := make([]Run, 0, 2*n+1)
	at := 0 // end of the last changed stretch
	for i := range n {
		from, to := edit(i)
		if from == to {
			continue // something only the other side has
		}
		if from > at {
			out = append(out, Run{Text: s[at:from]})
		}
		out = append(out, Run{Text: s[from:to], Changed: true})
		at = to
	}
	if at < len(s) {
		out = append(out, Run{Text: s[at:]})
	}
	return out
}

// Change says which side a stretch of the unified form belongs to.
type Change int8

// The sides of the unified form.
const (
	Removed Change = iota - 1 // only in A
	Kept                      // in both
	Added                     // only in B
)

// Stretch is a part of the unified form.
type Stretch struct {
	Text   string
	Change Change
}

// Unified is both texts in one: what only A has stands before what B has in
// its place.
func (r *Result) Unified() []Stretch {
	out := make([]Stretch, 0, 3*len(r.Edits)+1)
	add := func(text string, c Change) {
		if text != "" {
			out = append(out, Stretch{text, c})
		}
	}
	at := 0
	for _, e := range r.Edits {
		add(r.A[at:e.A0], Kept)
		add(r.A[e.A0:e.A1], Removed)
		add(r.B[e.B0:e.B1], Added)
		at = e.A1
	}
	add(r.A[at:], Kept)
	return out
}

// String writes the unified form with its signs: [-old-]{+new+}.
func (r *Result) String() string {
	var b strings.Builder
	for _, s := range r.Unified() {
		switch s.Change {
		case Removed:
			b.WriteString("[-" + s.Text + "-]")
		case Added:
			b.WriteString("{+" + s.Text + "+}")
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String()
}
