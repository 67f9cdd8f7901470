package memories

// layout says where what is drawn, for one size.
type layout struct {
	list, detail int // widths of the panes; 0: not shown

	filterLine bool // over the list: filter, count, order
	air        bool // a blank line under it and over the foot
	header     bool // the columns' names
	foot       bool // under both panes: what is selected
	firstRow   int  // line of the first row
	rows       int

	// Widths of the columns, 0 for one that is left out. The title takes
	// what they leave.
	bar, score, where, age, fades, title int
}

// Sizes from which something fits beside something else, in cells.
const (
	sideBySide = 96 // list and detail
	leastList  = 52
	leastSide  = 38
	mostSide   = 64
	fewColumns = 41 // below: a bar of four cells and the text, nothing else
)

const rowLead = 3 // cursor, selection, blank

// layoutFor divides w × h cells. alone asks for one pane: the detail when
// full is set, else the list.
func layoutFor(w, h int, full, alone bool) layout {
	l := layout{list: w}
	switch {
	case full:
		l.list, l.detail = 0, w
	case w >= sideBySide && h >= 8 && !alone:
		l.detail = max(leastSide, min(mostSide, (w-1)*3/8))
		l.list = w - 1 - l.detail
	}
	l.filterLine = h >= 3
	l.foot = h >= 5
	l.header = h >= 9 && l.list >= fewColumns
	l.air = h >= 14
	lines := h
	if l.filterLine {
		lines--
		l.firstRow++
	}
	if l.air {
		lines -= 2
		l.firstRow++
	}
	if l.header {
		lines--
		l.firstRow++
	}
	if l.foot {
		lines--
	}
	l.rows = max(lines, 0)
	l.columns()
	return l
}

// columns shares the list's width.
func (l *layout) columns() {
	switch w := l.list; {
	case w < fewColumns:
		l.bar = 4
	case w < 56:
		l.bar, l.score, l.age = 6, 4, 4
	case w < 66:
		l.bar, l.score, l.age, l.fades = 8, 4, 4, 6
	default:
		l.bar, l.score, l.age, l.fades = 8, 4, 4, 6
		l.where = min(18, max(8, w/9))
	}
	used := rowLead + l.bar + 1 + 1 // a blank at the end
	for _, column := range []int{l.score, l.where, l.age, l.fades} {
		if column > 0 {
			used += column + 1
		}
	}
	if l.where > 0 {
		used += 2 // places stand a little apart
	}
	l.title = max(0, l.list-used)
}
