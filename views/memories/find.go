package memories

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/engine/catalogue"
)

const (
	firstRows = 50  // what a filter shows at once
	pageRows  = 200 // what is read at a time before the catalogue is in
)

// question is what the list shows an answer to.
type question struct {
	text   string // as typed
	filter filter
	sort   catalogue.Sort
	at     time.Time
	pins   map[string]bool
	best   bool // searched for, the best first
	group  catalogue.Group
}

// narrows reports whether q's hits are among those of an earlier question:
// the same one with more typed behind it.
func (q *question) narrows(earlier *question) bool {
	return earlier.filter.text != "" && !q.best && !earlier.best && q.group == catalogue.Ungrouped && q.sort == earlier.sort &&
		catalogue.Continues(earlier.filter.text, q.filter.text) &&
		slices.Equal(q.filter.chips, earlier.filter.chips)
}

// The answers. Each carries the generation of its question, so that one that
// comes too late is known.
type (
	pageMsg struct {
		gen  uint64
		page paged
		err  error
	}
	foundMsg struct {
		gen   uint64
		order matched
		whole bool
		err   error
	}
	restMsg struct {
		gen   uint64
		snap  Snapshot // whose rows found names
		found []catalogue.Match
		done  bool
		err   error
		next  tea.Cmd
	}
	refreshedMsg struct {
		gen   uint64
		order matched
		fresh int
		err   error
	}
)

// queryFor turns a question into the catalogue's terms. none says that
// nothing can match.
func queryFor(ctx context.Context, src Source, q question) (query catalogue.Query, none bool, err error) {
	var ids []string
	if q.filter.conflict {
		conflicts, err := src.ConflictList(ctx, engine.ConflictOpen)
		if err != nil {
			return query, false, err
		}
		for _, c := range conflicts {
			ids = append(ids, c.MemoryA, c.MemoryB)
		}
		none = len(ids) == 0
	}
	if q.filter.pinned {
		pinned := make([]string, 0, len(q.pins))
		for id := range q.pins {
			if !q.filter.conflict || slices.Contains(ids, id) {
				pinned = append(pinned, id)
			}
		}
		ids, none = pinned, none || len(pinned) == 0
	}
	return catalogue.Query{
		Filter: q.filter.engineFilter(ids),
		Text:   q.filter.text,
		Sort:   q.sort,
		Group:  q.group,
		Now:    q.at,
		Pins:   q.pins,
	}, none, nil
}

// findFirst answers with what can be had at once.
func findFirst(ctx context.Context, src Source, snap Snapshot, q question, gen uint64) tea.Cmd {
	return func() tea.Msg {
		order := matched{snap: snap, pins: q.pins, at: q.at}
		query, none, err := queryFor(ctx, src, q)
		if err != nil || none {
			return foundMsg{gen: gen, order: order, whole: true, err: err}
		}
		if q.filter.keeps() != nil {
			order, err = selectAll(ctx, snap, query, q)
			return foundMsg{gen: gen, order: order, whole: true, err: err}
		}
		var more bool
		order.matches, more, err = snap.First(ctx, query, firstRows)
		return foundMsg{gen: gen, order: order.inGroupsOf(q.group, q.at), whole: !more, err: err}
	}
}

// findWhole answers completely.
func findWhole(ctx context.Context, src Source, snap Snapshot, q question, gen uint64) tea.Cmd {
	return func() tea.Msg {
		order := matched{snap: snap, pins: q.pins, at: q.at}
		query, none, err := queryFor(ctx, src, q)
		if err == nil && !none {
			order, err = selectAll(ctx, snap, query, q)
		}
		return foundMsg{gen: gen, order: order, whole: true, err: err}
	}
}

// findWithin answers completely from the hits of a question that this one
// narrows.
func findWithin(ctx context.Context, src Source, within matched, q question, gen uint64) tea.Cmd {
	return func() tea.Msg {
		query, _, err := queryFor(ctx, src, q)
		order := matched{snap: within.snap, pins: q.pins, at: q.at}
		if err == nil {
			order.matches, err = within.snap.Narrow(ctx, query, within.matches)
		}
		return foundMsg{gen: gen, order: order, whole: true, err: err}
	}
}

func selectAll(ctx context.Context, snap Snapshot, query catalogue.Query, q question) (o matched, err error) {
	o = matched{snap: snap, pins: q.pins, at: q.at}
	keep := q.filter.keeps()
	defer func() { o = o.inGroupsOf(q.group, q.at) }()
	if query.Text == "" {
		if o.rows, err = snap.Rows(ctx, query); keep != nil {
			o.rows = slices.DeleteFunc(o.rows, func(row int32) bool {
				h := snap.Head(row)
				return !keep(&h)
			})
		}
		return o, err
	}
	if o.matches, err = snap.Select(ctx, query); keep != nil {
		o.matches = slices.DeleteFunc(o.matches, func(m catalogue.Match) bool {
			h := snap.Head(m.Row)
			return !keep(&h)
		})
	}
	return o, err
}

// findRest streams what only the stored texts tell. Two commands share a
// channel: one reads the store, the other hands on what has come so far.
func findRest(ctx context.Context, src Source, o matched, q question, gen uint64) tea.Cmd {
	keep := q.filter.keeps()
	hits := make(chan catalogue.Match, firstRows)
	ended := make(chan error, 1)
	read := func() tea.Msg {
		defer close(hits)
		query, none, err := queryFor(ctx, src, q)
		if err != nil || none {
			ended <- err
			return nil
		}
		ended <- src.Rest(ctx, o.snap, query, o.matches, func(m catalogue.Match) bool {
			if keep != nil {
				if h := o.snap.Head(m.Row); !keep(&h) {
					return true
				}
			}
			select {
			case hits <- m:
				return true
			case <-ctx.Done():
				return false
			}
		})
		return nil
	}
	return tea.Batch(read, handOn(o.snap, hits, ended, gen))
}

// handOn waits for hits and takes all that are there.
func handOn(snap Snapshot, hits <-chan catalogue.Match, ended <-chan error, gen uint64) tea.Cmd {
	return func() tea.Msg {
		m, ok := <-hits
		if !ok {
			return restMsg{gen: gen, done: true, err: <-ended}
		}
		found := []catalogue.Match{m}
		for len(found) < pageRows {
			select {
			case m, ok := <-hits:
				if !ok {
					return restMsg{gen: gen, snap: snap, found: found, done: true, err: <-ended}
				}
				found = append(found, m)
				continue
			default:
			}
			break
		}
		return restMsg{gen: gen, snap: snap, found: found, next: handOn(snap, hits, ended, gen)}
	}
}

// readPage reads on in the store's newest-first index, the only order there
// is before the catalogue is in. Text is looked for in titles alone then.
func readPage(ctx context.Context, src Source, from paged, q question, gen uint64) tea.Cmd {
	return func() tea.Msg {
		query, none, err := queryFor(ctx, src, q)
		if err != nil || none {
			return pageMsg{gen: gen, page: paged{heads: from.heads}, err: err}
		}
		keep, words := q.filter.keeps(), strings.Fields(strings.ToLower(q.filter.text))
		heads := slices.Clip(from.heads)
		more := false
		for h, err := range src.List(ctx, query.Filter, from.cursor()) {
			if err != nil {
				return pageMsg{gen: gen, page: paged{heads: heads}, err: err}
			}
			if keep != nil && !keep(&h) || !titleHas(h.Title, words) {
				continue
			}
			if len(heads)-len(from.heads) == pageRows {
				more = true
				break
			}
			heads = append(heads, h)
		}
		return pageMsg{gen: gen, page: paged{heads: heads, more: more}}
	}
}

func titleHas(title string, words []string) bool {
	title = strings.ToLower(title)
	for _, w := range words {
		if !strings.Contains(title, w) {
			return false
		}
	}
	return true
}

// refresh asks the same question of a newer snapshot. Hits that only the
// stored texts gave are carried over instead of being looked for again.
func refresh(ctx context.Context, src Source, snap Snapshot, q question, shown order, gen uint64) tea.Cmd {
	return func() tea.Msg {
		order := matched{snap: snap, pins: q.pins, at: q.at}
		query, none, err := queryFor(ctx, src, q)
		if err == nil && !none {
			order, err = selectAll(ctx, snap, query, q)
		}
		if err != nil {
			return refreshedMsg{gen: gen, err: err}
		}
		if was, ok := shown.(matched); ok && q.filter.text != "" && !none {
			query.Text = ""
			fits, err := selectAll(ctx, snap, query, q)
			if err != nil {
				return refreshedMsg{gen: gen, err: err}
			}
			order.matches = carryOver(order, was, append([]int32{}, fits.rows...))
		}
		return refreshedMsg{gen: gen, order: order, fresh: order.fresh(shown, q.sort == catalogue.Newest && q.filter.text == "")}
	}
}

// carryOver appends to an order those of another's hits that only the stored
// texts gave, unless it has them already. fits are the rows that the rest of
// the filter means by now; nil lets all through.
func carryOver(to, was matched, fits []int32) []catalogue.Match {
	meant := make(map[int32]struct{}, len(fits))
	for _, row := range fits {
		meant[row] = struct{}{}
	}
	have := make(map[int32]struct{}, len(to.matches))
	for _, m := range to.matches {
		have[m.Row] = struct{}{}
	}
	out := to.matches
	for i, m := range was.matches {
		if !m.InText {
			continue
		}
		row, ok := to.snap.Row(was.id(i))
		if _, twice := have[row]; !ok || twice {
			continue
		}
		if _, still := meant[row]; fits != nil && !still {
			continue
		}
		m.Row = row
		out = append(out, m)
	}
	return out
}

// cancelled reports an answer that nobody waits for any more.
func cancelled(err error) bool { return errors.Is(err, context.Canceled) }
