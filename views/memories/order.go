package memories

import (
	"slices"
	"time"

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

// matched is the order that a query gave on one snapshot of the catalogue:
// matches for one with text, else rows alone, which are a tenth of them.
type matched struct {
	snap    Snapshot
	pins    map[string]bool // what the query put on top
	at      time.Time       // what the query was about
	matches []catalogue.Match
	rows    []int32

	group    catalogue.Group
	arranged int // so many are in groups; what came in later stands behind them
}

func (m matched) len() int        { return max(len(m.matches), len(m.rows)) }
func (m matched) id(i int) string { return m.snap.ID(m.row(i)) }

func (m matched) row(i int) int32 {
	if m.rows != nil {
		return m.rows[i]
	}
	return m.matches[i].Row
}

// marks are the offsets of the title that the query matched.
func (m matched) marks(i int) []int {
	if m.rows != nil {
		return nil
	}
	return m.matches[i].Title
}

func (m matched) find(id string) int {
	row, ok := m.snap.Row(id)
	if !ok {
		return -1
	}
	if m.rows != nil {
		return slices.Index(m.rows, row)
	}
	return slices.IndexFunc(m.matches, func(match catalogue.Match) bool { return match.Row == row })
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
	for i := range m.len() {
		id := m.id(i)
		if _, known := was.snap.Row(id); !known {
			n++
		} else if newestFirst && was.len() > 0 && id == was.id(0) {
			break
		}
	}
	return n
}
