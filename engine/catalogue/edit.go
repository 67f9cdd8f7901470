package catalogue

import (
	"maps"
	"slices"

	"ebb/engine"
)

// change is what a memory's row is to become.
type change struct {
	head engine.Head
	text *resident // nil: as it was
	id   bool      // the row holds another memory than before
}

// edit turns one snapshot into the next, copying the chunks and the runs that
// it touches.
type edit struct {
	from, to *Snapshot
	rows     map[int32]*change
	left     map[int32]bool // rows of from whose memory is gone or in another row
	builder  *builder
	texts    textBuilder
}

// apply is s with some memories changed or added and others gone. Every id
// is named at most once.
func (s *Snapshot) apply(b *builder, changes []change, gone []string) *Snapshot {
	next := *s
	e := &edit{from: s, to: &next, rows: make(map[int32]*change, len(changes)), left: map[int32]bool{}, builder: b}
	next.memo = &memo{}
	e.place(changes)
	e.drop(gone)
	for _, row := range slices.Sorted(maps.Keys(e.rows)) {
		// Numbers are given out before chunks are made: fades need to know
		// every type.
		h := &e.rows[row].head
		b.names.place(place{h.Scope.Tenant, h.Scope.Namespace})
		b.names.typ(h.Type)
	}
	next.places, next.types = b.names.places, b.names.types
	if len(next.types) != len(next.kinds) {
		next.withSettings(s.settings)
	}
	e.rewrite()
	e.reorder()
	return &next
}

// place finds the rows of the changed memories and appends new ones.
func (e *edit) place(changes []change) {
	for i := range changes {
		c := &changes[i]
		row, known := e.from.Row(c.head.ID)
		if !known {
			row = int32(e.to.n)
			e.to.n++
			c.id = true
		}
		e.rows[row] = c
	}
}

// drop takes memories out; the last row moves into the hole.
func (e *edit) drop(gone []string) {
	var holes []int32
	for _, id := range gone {
		if row, known := e.from.Row(id); known {
			holes = append(holes, row)
		}
	}
	slices.Sort(holes)
	for _, hole := range slices.Backward(slices.Compact(holes)) {
		e.left[hole] = true
		e.to.n--
		last := int32(e.to.n)
		moved := e.rows[last]
		delete(e.rows, last)
		if hole == last {
			continue
		}
		if int(last) < e.from.n {
			e.left[last] = true
		}
		if moved == nil {
			moved = &change{head: e.from.Head(last)}
		}
		if moved.text == nil && !moved.id {
			text := e.from.text(last)
			moved.text = &text
		}
		moved.id = true
		e.rows[hole] = moved
	}
}

// rewrite makes the touched chunks anew.
func (e *edit) rewrite() {
	s := e.to
	count := (s.n + chunkRows - 1) / chunkRows
	touched := make([]bool, count)
	for row := range e.rows {
		touched[row>>chunkBits] = true
	}
	if count > 0 && count <= len(e.from.chunks) && s.n < e.from.n {
		touched[count-1] = true
	}
	s.chunks = resized(s.chunks, count)
	if s.texts != nil {
		s.texts = resized(s.texts, count)
	}
	if s.fades != nil {
		s.fades = resized(s.fades, count)
	}
	for i, t := range touched {
		if t {
			e.chunk(i, min(chunkRows, s.n-i*chunkRows))
		}
	}
}

// resized is a copy of s with n elements, zero where s has none.
func resized[T any](s []T, n int) []T {
	out := make([]T, n)
	copy(out, s)
	return out
}

// chunk makes one chunk of n rows anew, with its texts and fades.
func (e *edit) chunk(index, n int) {
	s, old := e.to, &chunk{}
	if index < len(e.from.chunks) {
		old = e.from.chunks[index]
	}
	for i := range n {
		if c := e.rows[int32(index<<chunkBits+i)]; c != nil {
			e.builder.add(&c.head)
		} else {
			e.builder.keep(old, i)
		}
	}
	s.chunks[index] = e.builder.finish()
	if s.texts != nil {
		e.chunkTexts(index, n, old.n)
	}
	if s.fades != nil {
		fades := make([]int64, n)
		for i := range fades {
			row := int32(index<<chunkBits + i)
			if e.rows[row] != nil {
				fades[i] = s.crossing(row)
			} else {
				fades[i] = e.from.fades[index][i]
			}
		}
		s.fades[index] = fades
	}
}

func (e *edit) chunkTexts(index, n, before int) {
	for i := range n {
		c := e.rows[int32(index<<chunkBits+i)]
		switch {
		case c != nil && c.text != nil:
			e.texts.add(*c.text)
		case i < before && (c == nil || !c.id):
			e.texts.add(e.from.texts[index].at(i))
		default:
			e.texts.add(resident{})
		}
	}
	e.to.texts[index] = e.texts.finish()
}

// reorder brings the two orders up to date.
func (e *edit) reorder() {
	from, to := e.from, e.to
	if len(e.rows)+len(e.left) > 64+from.n/16 {
		to.sortOrders()
		return
	}
	byID, newest := from.byID.edit(), from.newest.edit()
	for row := range e.left {
		id := from.ID(row)
		c, i := from.at(row)
		byID.remove(row, from.beforeID(id))
		newest.remove(row, from.beforeNewest(c.updated[i], id))
	}
	var arrived, moved []int32
	for _, row := range slices.Sorted(maps.Keys(e.rows)) {
		c := e.rows[row]
		if c.id {
			arrived = append(arrived, row)
			continue
		}
		old, i := from.at(row)
		if old.updated[i] != stamp(c.head.UpdatedAt) {
			newest.remove(row, from.beforeNewest(old.updated[i], c.head.ID))
			moved = append(moved, row)
		}
	}
	// Only now that no row is left under its old key, the new ones count.
	for _, row := range arrived {
		byID.insert(row, to.beforeID(to.ID(row)))
	}
	for _, row := range append(arrived, moved...) {
		c, i := to.at(row)
		newest.insert(row, to.beforeNewest(c.updated[i], c.id(i)))
	}
	to.byID, to.newest = byID.order, newest.order
}
