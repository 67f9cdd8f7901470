package catalogue

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"ebb/engine"
)

// Group is what memories are put together by. Groups come one after the other;
// inside each, the query's order holds.
type Group uint8

// What memories are grouped by.
const (
	Ungrouped Group = iota
	ByNamespace
	ByType
	BySubject
	ByAge // by their last change: the last day, week, month, quarter
)

type age struct {
	within time.Duration
	name   string
}

// ages are the groups of age, the youngest first.
var ages = []age{
	{24 * time.Hour, "the last 24 hours"},
	{7 * 24 * time.Hour, "the last 7 days"},
	{30 * 24 * time.Hour, "the last 30 days"},
	{90 * 24 * time.Hour, "the last 90 days"},
}

const olderName = "older"

// ageOf numbers the group of age of what changed at an instant.
func ageOf(now, changed time.Time) int {
	i := slices.IndexFunc(ages, func(a age) bool { return now.Sub(changed) < a.within })
	if i < 0 {
		return len(ages)
	}
	return i
}

// Of is the name of a memory's group.
func (g Group) Of(h *engine.Head, now time.Time) string {
	switch g {
	case ByNamespace:
		return h.Scope.Namespace
	case ByType:
		return h.Type
	case BySubject:
		return h.Scope.Subject
	case ByAge:
		if i := ageOf(now, h.UpdatedAt); i < len(ages) {
			return ages[i].name
		}
		return olderName
	}
	return ""
}

// Compare orders the groups of two memories: by name, ages by age.
func (g Group) Compare(a, b *engine.Head, now time.Time) int {
	if g == ByAge {
		return cmp.Compare(ageOf(now, a.UpdatedAt), ageOf(now, b.UpdatedAt))
	}
	return strings.Compare(g.Of(a, now), g.Of(b, now))
}

// groupRanks numbers the group of each row, in the order of the groups.
func (s *Snapshot) groupRanks(q *Query, rows func(yield func(int32) bool)) func(row int32) uint64 {
	switch q.Group {
	case ByNamespace:
		names := make([]string, len(s.places))
		for i := range s.places {
			names[i] = s.places[i].namespace
		}
		ranks := ranksOf(names)
		return func(row int32) uint64 {
			c, i := s.at(row)
			return ranks[c.place.at(i)]
		}
	case ByType:
		ranks := ranksOf(s.types)
		return func(row int32) uint64 {
			c, i := s.at(row)
			return ranks[c.typ.at(i)]
		}
	case BySubject:
		ranks := map[string]uint64{}
		for row := range rows {
			c, i := s.at(row)
			ranks[c.cold(i).subject] = 0
		}
		for rank, name := range slices.Sorted(maps.Keys(ranks)) {
			ranks[name] = uint64(rank)
		}
		return func(row int32) uint64 {
			c, i := s.at(row)
			return ranks[c.cold(i).subject]
		}
	}
	return func(row int32) uint64 {
		c, i := s.at(row)
		return uint64(ageOf(q.Now, instant(c.updated[i])))
	}
}

// ranksOf is the place of each name among all in their order; equal names have
// the same.
func ranksOf(names []string) []uint64 {
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	ranks := make([]uint64, len(names))
	for i, name := range names {
		at, _ := slices.BinarySearch(sorted, name)
		ranks[i] = uint64(at)
	}
	return ranks
}

// grouped puts what is in the query's order into groups and keeps the first n.
func grouped[T any](ctx context.Context, s *Snapshot, q *Query, found []T, row func(*T) int32, n int) ([]T, error) {
	rank := s.groupRanks(q, func(yield func(int32) bool) {
		for i := range found {
			if !yield(row(&found[i])) {
				return
			}
		}
	})
	keys := make([]ranked, len(found))
	for i := range found {
		if i&chunkMask == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		keys[i] = ranked{rank(row(&found[i])), int32(i)}
	}
	keys = smallest(keys, n)
	out := make([]T, len(keys))
	for i, k := range keys {
		out[i] = found[k.at]
	}
	return out, ctx.Err()
}
