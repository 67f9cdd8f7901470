package widget

// List is the state of a windowed list: which row has the cursor and which
// rows are in sight. It knows nothing of what the rows are; drawing asks for
// the visible ones alone, so its cost does not depend on the length.
// The zero List is empty. The cursor is -1 only while there is no row.
type List struct {
	n, cursor, offset, height int
}

// Len is the number of rows.
func (l *List) Len() int { return l.n }

// Cursor is the index of the row under the cursor, -1 in an empty list.
func (l *List) Cursor() int {
	if l.n == 0 {
		return -1
	}
	return l.cursor
}

// Offset is the index of the first row in sight.
func (l *List) Offset() int { return l.offset }

// Height is the number of rows that fit.
func (l *List) Height() int { return l.height }

// Visible is the half-open range of rows in sight.
func (l *List) Visible() (from, to int) { return l.offset, min(l.offset+l.height, l.n) }

// SetLen changes the number of rows; the cursor keeps its index if it can.
func (l *List) SetLen(n int) {
	l.n = max(n, 0)
	l.settle()
}

// SetHeight changes how many rows fit.
func (l *List) SetHeight(h int) {
	l.height = max(h, 0)
	l.settle()
}

// MoveTo puts the cursor on row i, or on the nearest there is.
func (l *List) MoveTo(i int) {
	l.cursor = i
	l.settle()
}

// Move moves the cursor by d rows.
func (l *List) Move(d int) { l.MoveTo(l.cursor + d) }

// Page moves the cursor by d pages and the rows with it, one row staying in
// sight.
func (l *List) Page(d int) { l.shift(d * max(l.height-1, 1)) }

// Half moves the cursor by d half pages and the rows with it.
func (l *List) Half(d int) { l.shift(d * max(l.height/2, 1)) }

func (l *List) shift(d int) {
	l.offset += d
	l.MoveTo(l.cursor + d)
}

// Top moves the cursor to the first row.
func (l *List) Top() { l.MoveTo(0) }

// End moves the cursor to the last row.
func (l *List) End() { l.MoveTo(l.n - 1) }

// Scroll moves the rows by d as a mouse wheel does: the cursor stays on its
// row until that leaves sight.
func (l *List) Scroll(d int) {
	l.offset = min(max(l.offset+d, 0), max(l.n-l.height, 0))
	l.cursor = min(max(l.cursor, l.offset), max(l.offset+l.height-1, l.offset))
	l.settle()
}

// Center brings the cursor's row to the middle.
func (l *List) Center() {
	l.offset = l.cursor - l.height/2
	l.settle()
}

// Inserted tells that count rows arrived before row at. The cursor stays on
// its row and the row on its line, unless the list stands at its very top.
func (l *List) Inserted(at, count int) {
	if count <= 0 {
		return
	}
	if at <= l.cursor && l.n > 0 {
		l.cursor += count
		if l.offset > 0 {
			l.offset += count
		}
	}
	l.SetLen(l.n + count)
}

// Removed tells that count rows from row at on went away. The cursor stays on
// its row, or goes to the one that took its place.
func (l *List) Removed(at, count int) {
	if count <= 0 {
		return
	}
	before := func(i int) int { return min(max(i-at, 0), count) }
	l.cursor -= before(l.cursor)
	l.offset -= before(l.offset)
	l.SetLen(l.n - count)
}

// RowAt is the row drawn on line y of the list, for the mouse.
func (l *List) RowAt(y int) (i int, ok bool) {
	i = l.offset + y
	return i, y >= 0 && y < l.height && i < l.n
}

// settle brings cursor and offset back into their bounds and the cursor into
// sight.
func (l *List) settle() {
	l.cursor = min(max(l.cursor, 0), max(l.n-1, 0))
	if l.cursor < l.offset {
		l.offset = l.cursor
	}
	if l.height > 0 && l.cursor >= l.offset+l.height {
		l.offset = l.cursor - l.height + 1
	}
	l.offset = max(min(l.offset, l.n-l.height), 0)
}

// Draw appends the rows in sight to dst, each fitted to w cells, and blank
// lines up to the list's height. row draws one row; under tells that it is
// under the cursor.
func (l *List) Draw(dst []string, w int, row func(i int, under bool) string) []string {
	from, to := l.Visible()
	for i := from; i < to; i++ {
		dst = append(dst, Fit(row(i, i == l.cursor), w))
	}
	for range l.height - (to - from) {
		dst = append(dst, spaces(w))
	}
	return dst
}
