package catalogue

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"time"

	"ebb/engine/fold"
)

// Sort is an order of memories. Where it leaves two equal, the newer comes
// first.
type Sort uint8

// The orders.
const (
	Newest       Sort = iota // latest change first
	Oldest                   // Newest the other way round
	Strongest                // highest retention first
	Weakest                  // lowest retention first
	FadesSoonest             // by when they fall below the archive threshold; never comes last
	Title                    // by folded title
	Place                    // by namespace, then tenant
)

var sortNames = [...]string{"newest", "oldest", "strongest", "weakest", "fades soonest", "title", "place"}

// String returns the order's name in words.
func (s Sort) String() string {
	if int(s) < len(sortNames) {
		return sortNames[s]
	}
	return ""
}

func matchRow(m *Match) int32  { return m.Row }
func sameRow(row *int32) int32 { return *row }

func (s *Snapshot) arrange(ctx context.Context, q *Query, found []Match) ([]Match, error) {
	return arrange(ctx, s, q, found, matchRow)
}

// arrange puts what was found newest first into the query's order.
func arrange[T any](ctx context.Context, s *Snapshot, q *Query, found []T, row func(*T) int32) ([]T, error) {
	n := len(found)
	if q.Filter.Limit > 0 {
		n = min(n, q.Filter.Limit)
	}
	return arrangeFirst(ctx, s, q, found, row, n)
}

// arrangeFirst returns the first n of what arrange would.
func arrangeFirst[T any](ctx context.Context, s *Snapshot, q *Query, found []T, row func(*T) int32, n int) ([]T, error) {
	n = min(n, len(found))
	pins := s.pinned(q.Pins)
	if len(pins) == 0 {
		return ranking(ctx, s, q, found, row, n)
	}
	var pinned, others []T
	for i := range found {
		if pins[row(&found[i])] {
			pinned = append(pinned, found[i])
		} else {
			others = append(others, found[i])
		}
	}
	first, err := sorted(ctx, s, q, pinned, row, min(n, len(pinned)))
	if err != nil {
		return nil, err
	}
	others, err = ranking(ctx, s, q, others, row, n-len(first))
	return slices.Concat(first, others), err
}

// ranking is arrangeFirst without pins.
func ranking[T any](ctx context.Context, s *Snapshot, q *Query, found []T, row func(*T) int32, n int) ([]T, error) {
	if q.Group == Ungrouped {
		return sorted(ctx, s, q, found, row, n)
	}
	all, err := sorted(ctx, s, q, found, row, len(found))
	if err != nil {
		return nil, err
	}
	return grouped(ctx, s, q, all, row, n)
}

// sorted is ranking without groups.
func sorted[T any](ctx context.Context, s *Snapshot, q *Query, found []T, row func(*T) int32, n int) ([]T, error) {
	switch q.Sort {
	case Newest:
		return found[:n], ctx.Err()
	case Oldest:
		out := slices.Clone(found[len(found)-n:])
		slices.Reverse(out)
		return out, ctx.Err()
	}
	keys := make([]ranked, len(found))
	key := s.keys(q)
	for i := range found {
		if i&chunkMask == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		keys[i] = ranked{key(row(&found[i])), int32(i)}
	}
	if q.Sort == Title {
		sortRanked(keys)
		sortTitles(keys, func(at int32) string { return s.foldedTitle(row(&found[at])) })
		keys = keys[:n]
	} else {
		keys = smallest(keys, n)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	out := make([]T, len(keys))
	for i, k := range keys {
		out[i] = found[k.at]
	}
	return out, nil
}

// sortTitles sorts those whose titles begin alike by the whole title.
func sortTitles(keys []ranked, title func(at int32) string) {
	type titled struct {
		title string
		at    int32
	}
	var alike []titled
	for from := 0; from < len(keys); {
		to := from + 1
		for to < len(keys) && keys[to].key == keys[from].key {
			to++
		}
		if to-from > 1 {
			alike = alike[:0]
			for _, k := range keys[from:to] {
				alike = append(alike, titled{title(k.at), k.at})
			}
			slices.SortFunc(alike, func(a, b titled) int {
				return cmp.Or(strings.Compare(a.title, b.title), cmp.Compare(a.at, b.at))
			})
			for i, t := range alike {
				keys[from+i].at = t.at
			}
		}
		from = to
	}
}

// keys is what rows are ranked by in an order.
func (s *Snapshot) keys(q *Query) func(row int32) uint64 {
	switch q.Sort {
	case Strongest:
		score := s.scorer(q.Now)
		return func(row int32) uint64 { return ^math.Float64bits(score(row)) }
	case Weakest:
		score := s.scorer(q.Now)
		return func(row int32) uint64 { return math.Float64bits(score(row)) }
	case FadesSoonest:
		return func(row int32) uint64 { return ordered(s.fadesAt(row)) }
	case Title:
		return s.titleKey
	case Place:
		rank := s.placeRanks()
		return func(row int32) uint64 {
			c, i := s.at(row)
			return rank[c.place.at(i)]
		}
	}
	return func(int32) uint64 { return 0 }
}

// scorer is Score at one instant. Scores are not negative, so their bits are
// in their order.
func (s *Snapshot) scorer(now time.Time) func(row int32) float64 {
	retention := s.settings.Retention
	return func(row int32) float64 {
		c, i := s.at(row)
		ev := c.evidence(i, s.kinds[c.typ.at(i)])
		return retention.Score(&ev, now)
	}
}

// titleKey is the beginning of a folded title.
func (s *Snapshot) titleKey(row int32) uint64 {
	c, i := s.at(row)
	var head [8]byte
	if folded, ok := c.folded(i); ok {
		copy(head[:], folded)
	} else {
		title := c.title(i)
		var room [8]byte
		copy(head[:], fold.Append(room[:0], title[:min(len(title), 8)]))
	}
	return binary.BigEndian.Uint64(head[:])
}

func (s *Snapshot) foldedTitle(row int32) string {
	c, i := s.at(row)
	if folded, ok := c.folded(i); ok {
		return folded
	}
	return fold.Fold(c.title(i))
}

// placeRanks ranks the places by namespace, then tenant.
func (s *Snapshot) placeRanks() []uint64 {
	sorted := make([]int, len(s.places))
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortFunc(sorted, func(a, b int) int {
		p, q := &s.places[a], &s.places[b]
		return cmp.Or(strings.Compare(p.namespace, q.namespace), strings.Compare(p.tenant.ID, q.tenant.ID))
	})
	rank := make([]uint64, len(sorted))
	for i, p := range sorted {
		rank[p] = uint64(i)
	}
	return rank
}

func (s *Snapshot) pinned(pins map[string]bool) map[int32]bool {
	rows := map[int32]bool{}
	for id, on := range pins {
		if row, known := s.Row(id); on && known {
			rows[row] = true
		}
	}
	return rows
}
