package memories

import (
	"ebb/engine"
	"ebb/engine/catalogue"
)

// order is the list as it stands: memories in places that nothing changes.
// Whatever happens to the memories, only another order moves a row.
type order interface {
	len() int
	id(i int) string
	find(id string) int // -1 when it is not there
}

// paged is the order before the catalogue is in: what was read so far of the
// store's own newest-first index.
type paged struct {
	heads []engine.Head
	more  bool
}

func (p paged) len() int        { return len(p.heads) }
func (p paged) id(i int) string { return p.heads[i].ID }

func (p paged) find(id string) int {
	for i := range p.heads {
		if p.heads[i].ID == id {
			return i
		}
	}
	return -1
}

// begins reports whether p is the beginning of q.
func (p paged) begins(q paged) bool {
	n := len(p.heads)
	return n > 0 && n <= len(q.heads) && p.heads[n-1].ID == q.heads[n-1].ID
}

// cursor is where the next page begins.
func (p paged) cursor() engine.Cursor {
	if len(p.heads) == 0 {
		return engine.Cursor{}
	}
	last := &p.heads[len(p.heads)-1]
	return engine.Cursor{UpdatedAt: last.UpdatedAt, ID: last.ID}
}

// matched is the order that a query gave on one snapshot of the catalogue.
type matched struct {
	snap    Snapshot
	matches []catalogue.Match
}

func (m matched) len() int        { return len(m.matches) }
func (m matched) id(i int) string { return m.snap.ID(m.matches[i].Row) }

func (m matched) find(id string) int {
	row, ok := m.snap.Row(id)
	if !ok {
		return -1
	}
	for i := range m.matches {
		if m.matches[i].Row == row {
			return i
		}
	}
	return -1
}

// fresh counts the memories above or among the old order's that it did not
// have. In a newest-first order they are all above its newest one, so the
// walk ends there.
func (m matched) fresh(old order, newestFirst bool) int {
	was, ok := old.(matched)
	if !ok {
		return 0
	}
	n := 0
	for i := range m.matches {
		id := m.id(i)
		if _, known := was.snap.Row(id); !known {
			n++
		} else if newestFirst && was.len() > 0 && id == was.id(0) {
			break
		}
	}
	return n
}
