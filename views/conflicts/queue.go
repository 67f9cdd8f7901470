package conflicts

import (
	"slices"

	"ebb/engine"
	"ebb/views/widget"
)

// tab is one of the two lists.
type tab uint8

const (
	openOnes tab = iota
	settledOnes
)

// queue is the state of the two lists: what is in them, where the cursor is
// and what is selected. It knows nothing of how rows look.
type queue struct {
	tab    tab
	lists  [2]list
	marks  map[string]bool // of open conflicts
	anchor int             // where "from here to there" began; -1 when it did not
	loaded bool
	err    error
}

type list struct {
	conflicts []engine.Conflict
	window    widget.List
}

func newQueue() queue { return queue{anchor: -1, marks: map[string]bool{}} }

func (q *queue) list() *list { return &q.lists[q.tab] }

// current is the conflict under the cursor, nil in an empty list.
func (q *queue) current() *engine.Conflict {
	l := q.list()
	if i := l.window.Cursor(); i >= 0 && i < len(l.conflicts) {
		return &l.conflicts[i]
	}
	return nil
}

// set shows other conflicts. The cursor stays on its conflict and the row on
// its line; where the conflict is gone, the next one follows.
func (l *list) set(conflicts []engine.Conflict) {
	at, place := l.window.Cursor(), l.window.Cursor()-l.window.Offset()
	if at >= 0 && at < len(l.conflicts) {
		id := l.conflicts[at].ID
		if i := index(conflicts, id); i >= 0 {
			at = i
		}
	}
	l.conflicts = conflicts
	l.window.SetLen(len(conflicts))
	l.window.MoveTo(0)
	l.window.Scroll(max(0, at) - max(0, place))
	l.window.MoveTo(max(0, at))
}

func index(conflicts []engine.Conflict, id string) int {
	return slices.IndexFunc(conflicts, func(c engine.Conflict) bool { return c.ID == id })
}

// set takes what was read: open ones newest first, settled ones by when that
// was.
func (q *queue) set(all []engine.Conflict) {
	var lists [2][]engine.Conflict
	for _, c := range all {
		t := settledOnes
		if c.Status == engine.ConflictOpen {
			t = openOnes
		}
		lists[t] = append(lists[t], c)
	}
	slices.SortStableFunc(lists[openOnes], func(a, b engine.Conflict) int { return b.CreatedAt.Compare(a.CreatedAt) })
	slices.SortStableFunc(lists[settledOnes], func(a, b engine.Conflict) int { return b.ResolvedAt.Compare(a.ResolvedAt) })
	for t := range lists {
		q.lists[t].set(lists[t])
	}
	q.loaded, q.err = true, nil
	if len(q.marks) == 0 {
		return
	}
	still := make(map[string]bool, len(q.marks))
	for i := range lists[openOnes] {
		if id := lists[openOnes][i].ID; q.marks[id] {
			still[id] = true
		}
	}
	q.marks = still
}

// settled moves conflicts over without reading anything.
func (q *queue) settled(done []engine.Conflict) {
	gone := make(map[string]bool, len(done))
	for i := range done {
		gone[done[i].ID] = true
		delete(q.marks, done[i].ID)
	}
	q.lists[openOnes].set(slices.DeleteFunc(slices.Clone(q.lists[openOnes].conflicts), func(c engine.Conflict) bool { return gone[c.ID] }))
	rest := slices.DeleteFunc(slices.Clone(q.lists[settledOnes].conflicts), func(c engine.Conflict) bool { return gone[c.ID] })
	q.lists[settledOnes].set(slices.Concat(done, rest))
}

// find goes to a conflict, on whichever list it is.
func (q *queue) find(id string) bool {
	for t := range q.lists {
		if i := index(q.lists[t].conflicts, id); i >= 0 {
			q.tab = tab(t)
			q.lists[t].window.MoveTo(i)
			return true
		}
	}
	return false
}

// selecting reports whether rows are selected, or about to be.
func (q *queue) selecting() bool { return q.tab == openOnes && (q.anchor >= 0 || len(q.marks) > 0) }

// marked reports whether row i is selected, the range under way included.
func (q *queue) marked(i int) bool {
	if q.tab != openOnes {
		return false
	}
	l := q.list()
	at := l.window.Cursor()
	if q.anchor >= 0 && i >= min(q.anchor, at) && i <= max(q.anchor, at) {
		return true
	}
	return q.marks[l.conflicts[i].ID]
}

// toggle selects the row under the cursor, or lets go of it, and goes on.
func (q *queue) toggle() {
	c := q.current()
	if c == nil || q.tab != openOnes || q.endRange() {
		return
	}
	if q.marks[c.ID] {
		delete(q.marks, c.ID)
	} else {
		q.marks[c.ID] = true
	}
	q.list().window.Move(1)
}

// toggleRange begins a range, or ends the one under way.
func (q *queue) toggleRange() {
	if q.current() != nil && q.tab == openOnes && !q.endRange() {
		q.anchor = q.list().window.Cursor()
	}
}

func (q *queue) endRange() bool {
	if q.anchor < 0 {
		return false
	}
	l := q.list()
	at := l.window.Cursor()
	for i := min(q.anchor, at); i <= min(max(q.anchor, at), len(l.conflicts)-1); i++ {
		q.marks[l.conflicts[i].ID] = true
	}
	q.anchor = -1
	return true
}

// takeAll selects all open ones, or lets go of them when all are.
func (q *queue) takeAll() {
	if q.tab != openOnes {
		return
	}
	q.anchor = -1
	all := len(q.marks) == len(q.list().conflicts)
	clear(q.marks)
	if all {
		return
	}
	for i := range q.list().conflicts {
		q.marks[q.list().conflicts[i].ID] = true
	}
}

// letGo drops the selection; false when there was none.
func (q *queue) letGo() bool {
	if !q.selecting() {
		return false
	}
	q.anchor = -1
	clear(q.marks)
	return true
}

// selected names the selected conflicts in the order of the list.
func (q *queue) selected() []string {
	l := &q.lists[openOnes]
	var ids []string
	for i := range l.conflicts {
		if q.marked(i) {
			ids = append(ids, l.conflicts[i].ID)
		}
	}
	return ids
}

// count is how many are selected.
func (q *queue) count() int {
	if q.anchor < 0 {
		return len(q.marks)
	}
	return len(q.selected())
}
