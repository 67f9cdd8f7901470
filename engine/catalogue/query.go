package catalogue

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"ebb/engine"
	"ebb/engine/fold"
)

// Query says which memories are meant, and in which order.
type Query struct {
	Filter engine.Filter
	Text   string // words that all have to be found; "" for any
	Sort   Sort
	Group  Group
	Now    time.Time // the instant of expiry and retention
	// Pins come first, by id, whatever the order.
	Pins map[string]bool
}

// Match is a memory that a query found.
type Match struct {
	Title  []int // byte offsets into the title of the runes that were found, rising
	Row    int32
	InText bool // a word was found in the text only
}

// Select returns all that the query means: titles are searched loosely and
// whole, texts as far as they are resident. It ends early when ctx does.
func (s *Snapshot) Select(ctx context.Context, q Query) ([]Match, error) {
	found, err := s.matches(ctx, &q)
	if err != nil {
		return nil, err
	}
	return s.arrange(ctx, &q, found)
}

// Rows is Select without marks, and with a tenth of the memory where the query
// has no text.
func (s *Snapshot) Rows(ctx context.Context, q Query) ([]int32, error) {
	if q.Text != "" {
		found, err := s.Select(ctx, q)
		rows := make([]int32, len(found))
		for i := range found {
			rows[i] = found[i].Row
		}
		return rows, err
	}
	found, err := s.rows(ctx, &q)
	if err != nil {
		return nil, err
	}
	return arrange(ctx, s, &q, found, sameRow)
}

// rows are all rows that the query's filter means, newest first.
func (s *Snapshot) rows(ctx context.Context, q *Query) ([]int32, error) {
	return walk(ctx, s, func() func(int32) (int32, bool) {
		f := s.filter(&q.Filter, q.Now)
		return func(row int32) (int32, bool) { return row, f.match(row) }
	})
}

// First returns the first n of what Select returns, and whether there are
// more. In the order of time it stops as soon as it has them.
func (s *Snapshot) First(ctx context.Context, q Query, n int) (found []Match, more bool, err error) {
	if q.Filter.Limit > 0 {
		n = min(n, q.Filter.Limit)
	}
	switch {
	case n <= 0:
		return nil, s.n > 0, ctx.Err()
	case q.Group == Ungrouped && (q.Sort == Newest || q.Sort == Oldest):
		found, err = s.walkFirst(ctx, &q, n+1)
	case q.Text == "":
		var rows []int32
		if rows, err = s.rows(ctx, &q); err == nil {
			rows, err = arrangeFirst(ctx, s, &q, rows, sameRow, n+1)
		}
		for _, row := range rows {
			found = append(found, Match{Row: row})
		}
	default:
		if found, err = s.matches(ctx, &q); err == nil {
			found, err = arrangeFirst(ctx, s, &q, found, matchRow, n+1)
		}
	}
	if err != nil {
		return nil, false, err
	}
	more = len(found) > n && q.Filter.Limit != n
	return found[:min(n, len(found))], more, nil
}

// Narrow is Select for a query whose text goes on from that of an earlier one
// (see [Continues]), given what that one found: it looks at no other row. The
// order stays.
func (s *Snapshot) Narrow(ctx context.Context, q Query, within []Match) ([]Match, error) {
	m := matcher{snap: s, terms: termsOf(q.Text)}
	var found []Match
	for i := range within {
		if i&chunkMask == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if hit, ok := m.row(within[i].Row); ok {
			found = append(found, hit)
		}
	}
	return found, nil
}

// Continues reports whether whatever matches text also matches before, so
// that Narrow may look inside what before found.
func Continues(before, text string) bool {
	return strings.HasPrefix(fold.Fold(text), fold.Fold(before))
}

// matches are all rows that the query means, newest first.
func (s *Snapshot) matches(ctx context.Context, q *Query) ([]Match, error) {
	terms := termsOf(q.Text)
	return walk(ctx, s, func() func(int32) (Match, bool) {
		f := s.filter(&q.Filter, q.Now)
		m := matcher{snap: s, terms: terms}
		return func(row int32) (Match, bool) {
			if !f.match(row) {
				return Match{}, false
			}
			return m.row(row)
		}
	})
}

// walkFirst gathers the first n matches in the order of time.
func (s *Snapshot) walkFirst(ctx context.Context, q *Query, n int) ([]Match, error) {
	f := s.filter(&q.Filter, q.Now)
	m := matcher{snap: s, terms: termsOf(q.Text)}
	var found []Match
	pins := s.pinned(q.Pins)
	for row := range pins {
		if f.match(row) {
			if hit, ok := m.row(row); ok {
				found = append(found, hit)
			}
		}
	}
	slices.SortFunc(found, func(a, b Match) int { return s.compareNewest(a.Row, b.Row) })
	rows := s.newest.all()
	if q.Sort == Oldest {
		slices.Reverse(found)
		rows = s.newest.backwards()
	}
	if len(found) >= n {
		return found[:n], ctx.Err()
	}
	seen := 0
	for row := range rows {
		if seen++; seen&chunkMask == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !f.match(row) || pins[row] {
			continue
		}
		if hit, ok := m.row(row); ok {
			if found = append(found, hit); len(found) == n {
				break
			}
		}
	}
	return found, ctx.Err()
}

// workers is how many goroutines may search at once: one processor is left to
// whoever draws.
func workers() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// walk asks about every row, newest first, and gathers what is found in that
// order. Each worker makes a question of its own.
func walk[T any](ctx context.Context, s *Snapshot, question func() func(int32) (T, bool)) ([]T, error) {
	runs := s.newest.runs
	n := min(workers(), len(runs))
	parts := make([][]T, max(n, 1))
	var done sync.WaitGroup
	for w := 1; w < n; w++ {
		done.Go(func() { parts[w] = ask(ctx, runs[w*len(runs)/n:(w+1)*len(runs)/n], question()) })
	}
	parts[0] = ask(ctx, runs[:len(runs)/max(n, 1)], question())
	done.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if n <= 1 {
		return parts[0], nil
	}
	return slices.Concat(parts...), nil
}

func ask[T any](ctx context.Context, runs [][]int32, question func(int32) (T, bool)) []T {
	var found []T
	for _, run := range runs {
		if ctx.Err() != nil {
			return nil
		}
		for _, row := range run {
			if answer, ok := question(row); ok {
				found = append(found, answer)
			}
		}
	}
	return found
}
