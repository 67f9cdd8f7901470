package memories

import (
	"context"
	"errors"
	"iter"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/engine/catalogue"
	"ebb/views"
)

// Rewinder is a source that can show an earlier day: what it returns reads as
// everything was at an instant. last is what it returned before, nil for the
// first time: a step further back reads on from there. It may take a while;
// errLoading says that the catalogue is not in yet.
type Rewinder interface {
	Then(ctx context.Context, at time.Time, last Source) (Source, error)
}

var errLoading = errors.New("the catalogue is still loading")

// then is the state of looking back.
type then struct {
	today  Source    // what to come back to; nil while the screen is live
	at     time.Time // the instant that is shown; zero: none yet
	busy   bool
	failed time.Time // an instant that could not be read
	waits  Snapshot  // the catalogue that was not loaded yet
}

type thenMsg struct {
	at        time.Time
	src       Source
	order     matched
	conflicts map[string]bool
	err       error
}

// lookThen follows the lens into the past and back: one instant is read at a
// time, and when it is there the newest one wanted is next.
func (s *Screen) lookThen() tea.Cmd {
	lens, t := s.ctx.Lens(), &s.then
	if lens.Mode != views.Past {
		return s.comeBack()
	}
	today, last := s.src, Source(nil)
	if t.today != nil {
		today, last = t.today, s.src
	}
	from, ok := today.(Rewinder)
	if !ok || t.busy || lens.At.Equal(t.at) || lens.At.Equal(t.failed) || t.waits != nil && t.waits == today.Snapshot() {
		return nil
	}
	t.busy, t.waits = true, today.Snapshot()
	q, shown, pins := s.asked, s.list.order, s.pins
	hold := lens.Open || lens.Play
	return func() tea.Msg {
		ctx := context.Background()
		msg := thenMsg{at: lens.At}
		if msg.src, msg.err = from.Then(ctx, lens.At, last); msg.err != nil {
			return msg
		}
		q.at, q.pins = lens.At, pins
		msg.order = matched{snap: msg.src.Snapshot()}
		query, none, err := queryFor(ctx, msg.src, q)
		if err == nil && !none {
			msg.order, err = selectAll(ctx, msg.order.snap, query, q)
		}
		if hold {
			msg.order = msg.order.held(shown)
		}
		if err == nil {
			msg.conflicts, err = conflicting(ctx, msg.src)
		}
		msg.err = err
		return msg
	}
}

// Pointed implements [views.Pointing].
func (s *Screen) Pointed() string { return s.detailID() }

// conflicting are the memories of open conflicts.
func conflicting(ctx context.Context, src Source) (map[string]bool, error) {
	open, err := src.ConflictList(ctx, engine.ConflictOpen)
	ids := make(map[string]bool, 2*len(open))
	for _, c := range open {
		ids[c.MemoryA], ids[c.MemoryB] = true, true
	}
	return ids, err
}

// takeThen shows an earlier day, all of it at once.
func (s *Screen) takeThen(msg thenMsg) tea.Cmd {
	t := &s.then
	t.busy = false
	switch {
	case s.ctx.Lens().Mode != views.Past:
		return nil
	case errors.Is(msg.err, errLoading):
		return nil // the catalogue's next signal asks again
	case msg.err != nil:
		t.failed = msg.at
		return views.Send(views.ToastMsg{Text: "what was then could not be read: " + msg.err.Error(), Level: views.Fail})
	}
	if t.today == nil {
		t.today = s.src
	}
	t.at, t.waits = msg.at, nil
	s.src, s.snap = msg.src, msg.order.snap
	s.day++
	s.finding = s.finding.next()
	s.finding.begun, s.finding.shown = true, s.snap.Seq()
	s.inConflict = msg.conflicts
	s.list.replace(msg.order)
	s.detail.forgetAll()
	s.frame.dirty()
	s.reach()
	return s.count()
}

// comeBack shows today again.
func (s *Screen) comeBack() tea.Cmd {
	t := &s.then
	today := t.today
	*t = then{busy: t.busy}
	if today == nil {
		return nil
	}
	s.src, s.back = today, true
	s.finding = s.finding.next()
	s.finding.stale, s.finding.begun = true, true
	s.detail.forgetAll()
	s.frame.dirty()
	return s.findConflicts()
}

// held is the order with what another one shows in the places that it has
// there; what that does not show comes behind it.
func (m matched) held(shown order) matched {
	has := make(map[int32]int, m.len())
	for i := range m.len() {
		has[m.row(i)] = i
	}
	places := make([]int, 0, m.len())
	for i := range shown.len() {
		row, known := m.snap.Row(shown.id(i))
		if at, ok := has[row]; known && ok {
			places = append(places, at)
			delete(has, row)
		}
	}
	for i := range m.len() {
		if _, left := has[m.row(i)]; left {
			places = append(places, i)
		}
	}
	out := matched{snap: m.snap, pins: m.pins, at: m.at}
	for _, at := range places {
		if m.rows != nil {
			out.rows = append(out.rows, m.rows[at])
		} else {
			out.matches = append(out.matches, m.matches[at])
		}
	}
	return out
}

// earlier is a source as it was at an instant.
type earlier struct {
	live
	past  *engine.Past
	today *catalogue.Snapshot
	snap  *catalogue.Snapshot
}

// Then implements [Rewinder].
func (l live) Then(ctx context.Context, at time.Time, last Source) (Source, error) {
	today := l.catalogue.Snapshot()
	if !today.Loaded() {
		return nil, errLoading
	}
	var later *engine.Past
	was, ok := last.(earlier)
	if ok && was.today == today {
		later = was.past
	}
	past, between, err := l.PastBefore(ctx, later, at)
	if err != nil {
		return nil, err
	}
	e := earlier{live: l, past: past, today: today}
	if between != nil {
		e.snap = was.snap.Rewound(between)
	} else {
		e.snap = today.Rewound(past)
	}
	return e, nil
}

func (e earlier) Snapshot() Snapshot { return e.snap }

func (e earlier) List(ctx context.Context, f engine.Filter, _ engine.Cursor) iter.Seq2[engine.Head, error] {
	return func(yield func(engine.Head, error) bool) {
		rows, err := e.snap.Rows(ctx, catalogue.Query{Filter: f, Now: e.past.At})
		if err != nil {
			yield(engine.Head{}, err)
			return
		}
		for _, row := range rows {
			if !yield(e.snap.Head(row), nil) {
				return
			}
		}
	}
}

func (e earlier) Get(ctx context.Context, id string) (engine.Memory, error) {
	return e.MemoryIn(ctx, e.past, id)
}

func (e earlier) Heads(ctx context.Context, ids []string) ([]engine.Head, error) {
	return e.HeadsIn(ctx, e.past, ids)
}

func (e earlier) Latest(ctx context.Context, id string, n int) ([]engine.Version, error) {
	var out []engine.Version
	err := e.VersionsBack(ctx, id, e.past.At, func(v *engine.Version) bool {
		if len(out) < n {
			out = append(out, *v)
		}
		return len(out) < n
	})
	return out, err
}

func (e earlier) Edges(ctx context.Context, id string) ([]engine.Edge, error) {
	return e.EdgesIn(ctx, e.past, id)
}

// Neighbours are not kept of earlier days.
func (e earlier) Neighbours(context.Context, string) ([]engine.Neighbour, error) { return nil, nil }

func (e earlier) ConflictsOf(ctx context.Context, id string) ([]engine.Conflict, error) {
	return e.ConflictsIn(ctx, e.past, 0, id)
}

func (e earlier) ConflictList(ctx context.Context, status engine.ConflictStatus) ([]engine.Conflict, error) {
	return e.ConflictsIn(ctx, e.past, status, "")
}
