// Package diff marks what differs between two texts, word by word. It is pure
// and bounded: half a megabyte a side is done within a second, whatever it
// holds, with coarser marks where the texts have little in common.
package diff

import (
	"cmp"
	"context"
	"slices"
)

// Grain says how finely texts were compared.
type Grain uint8

// The grains; a result is as coarse as its coarsest part.
const (
	ByWord Grain = iota
	ByLine       // some lines differ in too much for their words to be paired
	Whole        // the texts have nothing to go by: all of them is marked
)

// Result says where two texts differ.
type Result struct {
	A, B  string
	Edits []Edit // in bytes of A and B, in order, never touching
	Grain Grain

	WordsA, WordsB, WordsSame int
}

// mostSteps bounds the search for pairs of words: about half a second.
const mostSteps = 30_000_000

// Texts compares two texts. The only error is that of ctx.
func Texts(ctx context.Context, a, b string) (Result, error) { return texts(ctx, a, b, mostSteps) }

func texts(ctx context.Context, a, b string, steps int) (Result, error) {
	r := Result{A: a, B: b}
	if a != b {
		r.Edits = inBytes(Align(Split(a), Split(b)), Split(a), Split(b))
		if err := r.refine(ctx, steps); err != nil {
			return Result{}, err
		}
	}
	r.count()
	return r, ctx.Err()
}

// inBytes turns edits of lines into edits of bytes.
func inBytes(edits []Edit, a, b []string) []Edit {
	offA, offB := offsets(a), offsets(b)
	for i, e := range edits {
		edits[i] = Edit{offA[e.A0], offA[e.A1], offB[e.B0], offB[e.B1]}
	}
	return edits
}

func offsets(lines []string) []int {
	out := make([]int, len(lines)+1)
	for i, l := range lines {
		out[i+1] = out[i] + len(l)
	}
	return out
}

// refine compares the lines that differ word by word, the shortest first, so
// that one hopeless stretch does not cost the others their marks.
func (r *Result) refine(ctx context.Context, steps int) error {
	slices.SortStableFunc(r.Edits, func(x, y Edit) int { return cmp.Compare(size(x), size(y)) })
	var fine []Edit
	for _, e := range r.Edits {
		if err := ctx.Err(); err != nil {
			return err
		}
		if e.A0 == e.A1 || e.B0 == e.B1 {
			fine = append(fine, e)
			continue
		}
		p := newPair(r.A[e.A0:e.A1], r.B[e.B0:e.B1])
		inner, used, ok := p.edits(ctx, steps)
		if steps -= used; !ok {
			if err := ctx.Err(); err != nil {
				return err
			}
			r.coarser(e)
			fine = append(fine, e)
			continue
		}
		for _, in := range inner {
			fine = append(fine, Edit{in.A0 + e.A0, in.A1 + e.A0, in.B0 + e.B0, in.B1 + e.B0})
		}
	}
	slices.SortFunc(fine, func(x, y Edit) int { return cmp.Or(cmp.Compare(x.A0, y.A0), cmp.Compare(x.B0, y.B0)) })
	r.Edits = fine[:0]
	for _, e := range fine {
		r.Edits = appendEdit(r.Edits, e)
	}
	return nil
}

func size(e Edit) int { return e.A1 - e.A0 + e.B1 - e.B0 }

func (r *Result) coarser(e Edit) {
	grain := ByLine
	if (e == Edit{0, len(r.A), 0, len(r.B)}) {
		grain = Whole
	}
	r.Grain = max(r.Grain, grain)
}

// count counts the words of both sides and those they share.
func (r *Result) count() {
	r.WordsA, r.WordsB = words(r.A), words(r.B)
	r.WordsSame = r.WordsA
	for _, e := range r.Edits {
		r.WordsSame -= words(r.A[e.A0:e.A1])
	}
	r.WordsSame = max(r.WordsSame, 0)
}

func words(s string) int {
	n := 0
	for s != "" {
		size, k := next(s)
		if k == word {
			n++
		}
		s = s[size:]
	}
	return n
}
