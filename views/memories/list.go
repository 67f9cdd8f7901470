package memories

import "ebb/views/widget"

// list is the state of the list: an order, a window on it with a cursor, and
// a selection. It knows nothing of how rows look.
type list struct {
	order  order
	window widget.List
	marks  marks
	anchor int // where "from here to there" began; -1 when it did not

	// resting says that the person left the cursor at the top: a new memory
	// may then slide in above it.
	resting bool
	// moved says that the person has gone somewhere since the list began. Until
	// then it stands at its top, whatever comes in.
	moved bool
}

func newList() list { return list{order: paged{}, anchor: -1, resting: true} }

// cursor is the row under the cursor, 0 in an empty list.
func (l *list) cursor() int { return max(0, l.window.Cursor()) }

// current is the memory under the cursor, "" in an empty list.
func (l *list) current() string {
	if l.order.len() == 0 {
		return ""
	}
	return l.order.id(l.cursor())
}

// move takes the cursor n rows down, or up when negative.
func (l *list) move(n int) { l.moveTo(l.cursor() + n) }

func (l *list) moveTo(i int) {
	l.window.MoveTo(i)
	l.walked()
}

// walked notes that the person has moved.
func (l *list) walked() { l.resting, l.moved = l.cursor() == 0, true }

// half moves by n half pages.
func (l *list) half(n int) {
	l.window.Half(n)
	l.walked()
}

// scroll moves the rows and takes the cursor along at the window's edge.
func (l *list) scroll(n int) {
	l.window.Scroll(n)
	l.walked()
}

// set shows an order with the cursor on row at and line place of the window.
func (l *list) set(o order, at, place int) {
	l.order = o
	l.window.SetLen(o.len())
	l.window.MoveTo(0)
	l.window.Scroll(at - place)
	l.window.MoveTo(at)
}

// grow shows an order that is longer at its end: no row moves.
func (l *list) grow(o order) {
	l.order = o
	l.window.SetLen(o.len())
}

// marked reports whether row i is selected, the range under way included.
func (l *list) marked(i int) bool {
	if l.anchor >= 0 && i >= min(l.anchor, l.cursor()) && i <= max(l.anchor, l.cursor()) {
		return true
	}
	return !l.marks.none() && l.marks.has(l.order.id(i))
}

// toggle selects or lets go of the row under the cursor and goes on to the
// next, or ends a range.
func (l *list) toggle() {
	if l.endRange() {
		return
	}
	if id := l.current(); id != "" {
		l.marks.toggle(id)
		l.move(1)
	}
}

// toggleRange begins a range at the cursor, or ends the one under way.
func (l *list) toggleRange() {
	if !l.endRange() && l.order.len() > 0 {
		l.anchor = l.cursor()
	}
}

// endRange turns the range under way into marks.
func (l *list) endRange() bool {
	if l.anchor < 0 {
		return false
	}
	for i := min(l.anchor, l.cursor()); i <= min(max(l.anchor, l.cursor()), l.order.len()-1); i++ {
		l.marks.set(l.order.id(i))
	}
	l.anchor = -1
	return true
}

// takeAll selects everything, or lets go of it when everything is.
func (l *list) takeAll() {
	l.anchor = -1
	if n := l.order.len(); n > 0 && l.marks.count(l.order) == n {
		l.marks.clear()
		return
	}
	l.marks.takeAll()
}

// selecting reports whether anything is selected.
func (l *list) selecting() bool { return l.anchor >= 0 || !l.marks.none() }

// selected counts the selection, the range under way included.
func (l *list) selected() int {
	n := l.marks.count(l.order)
	if l.anchor >= 0 {
		for i := min(l.anchor, l.cursor()); i <= max(l.anchor, l.cursor()); i++ {
			if l.marks.none() || !l.marks.has(l.order.id(i)) {
				n++
			}
		}
	}
	return n
}

// letGo drops the range, else the selection; it reports whether there was one.
func (l *list) letGo() bool {
	switch {
	case l.anchor >= 0:
		l.anchor = -1
	case !l.marks.none():
		l.marks.clear()
	default:
		return false
	}
	return true
}

// targets are the memories that a verb is about: the selection, else the one
// under the cursor.
func (l *list) targets() []string {
	l.endRange()
	if !l.marks.none() {
		return l.marks.list(l.order)
	}
	if id := l.current(); id != "" {
		return []string{id}
	}
	return nil
}

// start shows another order from its top: what a person just asked for.
func (l *list) start(o order) {
	l.marks.settle(l.order)
	l.anchor, l.resting, l.moved = -1, true, false
	l.set(o, 0, 0)
}

// begin shows what the list should have begun with: from its top, unless the
// person is somewhere in it already.
func (l *list) begin(o order) {
	if l.moved || l.selecting() {
		l.replace(o)
		return
	}
	l.start(o)
}

// replace shows another order with the cursor on the memory it was on and in
// the same place of the window. When that memory is gone, the nearest one
// below it that is left takes its place, else the nearest above.
func (l *list) replace(o order) {
	l.marks.settle(l.order)
	l.anchor = -1
	at := l.survivor(o)
	place := l.cursor() - l.window.Offset()
	if l.resting && l.window.Offset() == 0 && at < l.window.Height() {
		place = at // new rows slide in above, the top stays the top
	}
	l.set(o, at, place)
}

// searchReach bounds how far a neighbour is looked for.
const searchReach = 64

func (l *list) survivor(o order) int {
	n, cursor := l.order.len(), l.cursor()
	for i := cursor; i < min(n, cursor+searchReach); i++ {
		if at := o.find(l.order.id(i)); at >= 0 {
			return at
		}
	}
	for i := min(cursor, n) - 1; i >= max(0, cursor-searchReach); i-- {
		if at := o.find(l.order.id(i)); at >= 0 {
			return at
		}
	}
	return cursor
}

// mayChange reports whether an order that nobody asked for may be shown now
// without moving what the person is looking at.
func (l *list) mayChange() bool {
	unseen := l.window.Height() == 0
	return l.resting && l.window.Offset() == 0 && (unseen || l.cursor() < l.window.Height()-1) && !l.selecting()
}
