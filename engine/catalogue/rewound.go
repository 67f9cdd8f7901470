package catalogue

import (
	"slices"
	"strings"
	"sync"

	"ebb/engine"
)

// rewinding makes one snapshot out of another and what has changed since. Rows
// keep their order; those of memories that did not exist are left out.
type rewinding struct {
	from, to *Snapshot
	was      []*engine.Head // by row of from; nil for a row that stays
	gone     []bool         // by row of from
	moved    []int32        // by row of from: its row in to; -1 for none
	rows     []int32        // by row of to: its row in from; those past its end are extra
	extra    []*engine.Head // memories that from does not have
}

// fewChanges is the share of the rows up to which each changed memory is looked
// for; with more, all rows are walked.
const fewChanges = 16

func (r *rewinding) place(heads map[string]*engine.Head) {
	s := r.from
	r.was, r.gone = make([]*engine.Head, s.n), make([]bool, s.n)
	found := 0
	take := func(row int32, was *engine.Head) {
		found++
		r.was[row], r.gone[row] = was, was == nil
	}
	if len(heads)*fewChanges < s.n {
		for id, was := range heads {
			if row, known := s.Row(id); known {
				take(row, was)
			} else if was != nil {
				r.extra = append(r.extra, was)
			}
		}
	} else {
		r.walk(heads, take)
		if found < len(heads) {
			for id, was := range heads {
				if _, known := s.Row(id); !known && was != nil {
					r.extra = append(r.extra, was)
				}
			}
		}
	}
	slices.SortFunc(r.extra, func(a, b *engine.Head) int { return strings.Compare(a.ID, b.ID) })
	r.number()
}

// walk asks for every row whether its memory has changed.
func (r *rewinding) walk(heads map[string]*engine.Head, take func(int32, *engine.Head)) {
	var id [36]byte
	for index, c := range r.from.chunks {
		for i := range c.n {
			var was *engine.Head
			var changed bool
			if c.marks.at(i)&markPlainID == 0 {
				was, changed = heads[string(c.ids[i].append(id[:0]))]
			} else {
				was, changed = heads[c.id(i)]
			}
			if changed {
				take(int32(index<<chunkBits+i), was)
			}
		}
	}
}

// number gives the rows that are left their places.
func (r *rewinding) number() {
	r.moved = make([]int32, r.from.n)
	r.rows = make([]int32, 0, r.from.n+len(r.extra))
	for row := range r.from.n {
		if r.gone[row] {
			r.moved[row] = -1
			continue
		}
		r.moved[row] = int32(len(r.rows))
		r.rows = append(r.rows, int32(row))
	}
	for i := range r.extra {
		r.rows = append(r.rows, int32(r.from.n+i))
	}
	r.to.n = len(r.rows)
}

// head is what a row of to becomes; nil for one that stays as it is.
func (r *rewinding) head(row int32) *engine.Head {
	if at := int(r.rows[row]) - r.from.n; at >= 0 {
		return r.extra[at]
	}
	return r.was[r.rows[row]]
}

// build makes the chunks, shared among the processors but one.
func (r *rewinding) build(n *names) {
	s := r.to
	// Numbers are given out beforehand, so that the workers only look them up.
	for row := range int32(s.n) {
		if h := r.head(row); h != nil {
			n.place(place{h.Scope.Tenant, h.Scope.Namespace})
			n.typ(h.Type)
		}
	}
	s.places, s.types = n.places, n.types
	count := (s.n + chunkRows - 1) / chunkRows
	s.chunks = make([]*chunk, count)
	if r.from.texts != nil {
		s.texts = make([]*texts, count)
	}
	var all sync.WaitGroup
	workers := min(workers(), max(count, 1))
	for w := range workers {
		all.Go(func() {
			b := &builder{names: n}
			var t textBuilder
			for i := w; i < count; i += workers {
				r.chunk(b, &t, i, min(chunkRows, s.n-i*chunkRows))
			}
		})
	}
	all.Wait()
}

// chunk makes one chunk, or keeps the one that is there.
func (r *rewinding) chunk(b *builder, t *textBuilder, index, n int) {
	first := int32(index << chunkBits)
	same := index < len(r.from.chunks) && r.from.chunks[index].n == n
	for i := range int32(n) {
		if !same {
			break
		}
		same = r.rows[first+i] == first+i && r.head(first+i) == nil
	}
	if same {
		r.to.chunks[index] = r.from.chunks[index]
		if r.to.texts != nil {
			r.to.texts[index] = r.from.texts[index]
		}
		return
	}
	for i := range int32(n) {
		row := first + i
		h := r.head(row)
		if h != nil {
			b.add(h)
		} else {
			b.keep(r.from.at(r.rows[row]))
		}
		if r.to.texts != nil {
			t.add(r.text(row, h))
		}
	}
	r.to.chunks[index] = b.finish()
	if r.to.texts != nil {
		r.to.texts[index] = t.finish()
	}
}

// text is what is resident of a row's text: what is there, where that is the
// same text, else nothing, so that Rest reads it.
func (r *rewinding) text(row int32, h *engine.Head) resident {
	from := r.rows[row]
	if int(from) >= r.from.n {
		return resident{}
	}
	if h != nil {
		c, i := r.from.at(from)
		if now := c.textAt(i); stamp(now.At) != stamp(h.Text.At) || now.Number != h.Text.Number {
			return resident{}
		}
	}
	return r.from.text(from)
}

// order makes both orders: the ids keep theirs.
func (r *rewinding) order() {
	s := r.to
	if len(r.extra) > 0 {
		s.sortOrders()
		return
	}
	rows := make([]int32, 0, s.n)
	for row := range r.from.byID.all() {
		if to := r.moved[row]; to >= 0 {
			rows = append(rows, to)
		}
	}
	s.byID = newOrder(slices.Clone(rows))
	s.newest = s.newestOf(rows)
}
