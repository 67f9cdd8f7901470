package catalogue

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ebb/engine"
)

// Grouped rows are the ungrouped ones, sorted by their groups and by nothing
// else; the first n are the first of all.
func TestGroups(t *testing.T) {
	store := crowd(random(), 3000)
	c := open(t.Context(), store, store.events, func() {})
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	s := until(t, c, "complete", complete)
	now := start.AddDate(0, 2, 0)
	rapid.Check(t, func(t *rapid.T) {
		q := Query{
			Now: now, Sort: Sort(rapid.IntRange(int(Newest), int(Place)).Draw(t, "sort")),
			Text: rapid.SampledFrom([]string{"", "re"}).Draw(t, "text"),
		}
		if rapid.Bool().Draw(t, "pins") {
			q.Pins = map[string]bool{s.ID(7): true, s.ID(2000): true}
		}
		plain, err := s.Rows(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		pinned := slices.IndexFunc(plain, func(row int32) bool { return !q.Pins[s.ID(row)] })
		if q.Group = Group(rapid.IntRange(int(ByNamespace), int(ByAge)).Draw(t, "group")); pinned < 0 {
			pinned = len(plain)
		}
		want := slices.Clone(plain)
		slices.SortStableFunc(want[pinned:], func(a, b int32) int {
			x, y := s.Head(a), s.Head(b)
			return q.Group.Compare(&x, &y, now)
		})
		got, err := s.Rows(t.Context(), q)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("group %d of sort %s: %d rows in another order, %v", q.Group, q.Sort, len(got), err)
		}
		n := rapid.IntRange(1, 80).Draw(t, "n")
		first, more, err := s.First(t.Context(), q, n)
		if err != nil || more != (len(want) > n) || len(first) != min(n, len(want)) {
			t.Fatalf("the first %d: %d, more %v, %v", n, len(first), more, err)
		}
		for i := range first {
			if first[i].Row != want[i] {
				t.Fatalf("of the first %d, number %d is another", n, i)
			}
		}
	})
}

func TestGroupNames(t *testing.T) {
	now := start
	h := engine.Head{Scope: engine.Scope{Namespace: "team/ops", Subject: "ana"}, Type: "fact"}
	for group, want := range map[Group]string{Ungrouped: "", ByNamespace: "team/ops", ByType: "fact", BySubject: "ana"} {
		if got := group.Of(&h, now); got != want {
			t.Errorf("group %d is %q, want %q", group, got, want)
		}
	}
	for days, want := range map[int]string{-1: "the last 24 hours", 0: "the last 24 hours", 1: "the last 7 days", 29: "the last 30 days", 89: "the last 90 days", 90: "older"} {
		if h.UpdatedAt = now.AddDate(0, 0, -days); ByAge.Of(&h, now) != want {
			t.Errorf("%d days old: %q, want %q", days, ByAge.Of(&h, now), want)
		}
	}
}

func BenchmarkGroup(b *testing.B) {
	now := start.AddDate(0, 2, 0)
	eachSize(b, func(b *testing.B, s *Snapshot, _ *fakeStore) {
		for group := ByNamespace; group <= ByAge; group++ {
			b.Run([]string{"namespace", "type", "subject", "age"}[group-1], func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Rows(b.Context(), Query{Sort: Strongest, Group: group, Now: now}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	})
}
