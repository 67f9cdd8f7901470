package diff

import "context"

// search finds the shortest way from one sequence to the other, by Myers'
// linear-space algorithm: from both ends towards the middle, then in both
// halves. Its work is bounded.
type search struct {
	ctx   context.Context
	a, b  []int32
	steps int // that are left
	fore  []int32
	back  []int32
	edits []Edit
}

// Edit is a stretch [A0, A1) of one side that stands for [B0, B1) of the
// other; one of them may be empty. What lies between two edits is equal.
type Edit struct{ A0, A1, B0, B1 int }

// shortest returns the edits between two sequences; ok is false when that
// takes more steps than there are, or ctx ends.
func shortest(ctx context.Context, a, b []int32, steps int) (edits []Edit, used int, ok bool) {
	size := len(a) + len(b) + 5
	s := search{ctx: ctx, a: a, b: b, steps: steps, fore: make([]int32, size), back: make([]int32, size)}
	ok = s.between(0, len(a), 0, len(b))
	return s.edits, steps - s.steps, ok
}

// between finds the edits of a[a0:a1] and b[b0:b1].
func (s *search) between(a0, a1, b0, b1 int) bool {
	for a0 < a1 && b0 < b1 && s.a[a0] == s.b[b0] {
		a0++
		b0++
	}
	for a0 < a1 && b0 < b1 && s.a[a1-1] == s.b[b1-1] {
		a1--
		b1--
	}
	if a0 == a1 && b0 == b1 {
		return true
	}
	if a0 == a1 || b0 == b1 {
		s.edits = appendEdit(s.edits, Edit{a0, a1, b0, b1})
		return true
	}
	x, y, u, v, ok := s.middle(a0, a1, b0, b1)
	if !ok {
		return false
	}
	return s.between(a0, x, b0, y) && s.between(u, a1, v, b1)
}

// appendEdit keeps neighbours that touch as one.
func appendEdit(edits []Edit, e Edit) []Edit {
	if n := len(edits); n > 0 && edits[n-1].A1 == e.A0 && edits[n-1].B1 == e.B0 {
		edits[n-1].A1, edits[n-1].B1 = e.A1, e.B1
		return edits
	}
	return append(edits, e)
}

// middle finds the equal stretch, possibly empty, in the middle of a shortest
// way: from (x, y) to (u, v). The sequences differ at both of their ends, so
// that both halves are shorter than the whole.
func (s *search) middle(a0, a1, b0, b1 int) (x, y, u, v int, ok bool) {
	n, m := a1-a0, b1-b0
	delta := n - m
	origin := (n+m+1)/2 + 1
	fore, back := s.fore[:2*origin+1], s.back[:2*origin+1]
	clear(fore)
	clear(back)
	for d := 0; d < origin; d++ {
		if s.steps -= 2*d + 1; s.steps < 0 || d&63 == 63 && s.ctx.Err() != nil {
			return 0, 0, 0, 0, false
		}
		low, high := -(d - 2*max(0, d-m)), d-2*max(0, d-n)
		for k := low; k <= high; k += 2 {
			x0 := reach(fore, origin, k, d)
			y0 := x0 - k
			x, y := x0, y0
			for x < n && y < m && s.a[a0+x] == s.b[b0+y] {
				x++
				y++
			}
			s.steps -= x - x0
			fore[origin+k] = int32(x)
			if z := delta - k; delta&1 != 0 && z >= 1-d && z <= d-1 && x+int(back[origin+z]) >= n {
				return a0 + x0, b0 + y0, a0 + x, b0 + y, true
			}
		}
		for k := low; k <= high; k += 2 {
			x0 := reach(back, origin, k, d)
			y0 := x0 - k
			x, y := x0, y0
			for x < n && y < m && s.a[a1-1-x] == s.b[b1-1-y] {
				x++
				y++
			}
			s.steps -= x - x0
			back[origin+k] = int32(x)
			if z := delta - k; delta&1 == 0 && z >= -d && z <= d && x+int(fore[origin+z]) >= n {
				return a1 - x, b1 - y, a1 - x0, b1 - y0, true
			}
		}
	}
	return 0, 0, 0, 0, false
}

// reach is how far a way of d steps comes on diagonal k before it runs along
// what is equal.
func reach(v []int32, origin, k, d int) int {
	if k == -d || k != d && v[origin+k-1] < v[origin+k+1] {
		return int(v[origin+k+1])
	}
	return int(v[origin+k-1]) + 1
}
