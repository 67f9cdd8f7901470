package catalogue

import (
	"testing"
	"time"

	"ebb/engine"
)

func TestCounts(t *testing.T) {
	f, s := crowded()
	bare := *s
	bare.fades = nil
	for _, days := range []int{0, 20, 60, 65, 100, 200} {
		now := start.AddDate(0, 0, days)
		want := Counts{Total: len(f.memories), ByState: map[string]int{}, ByType: map[string]int{}, ByNamespace: map[string]int{}}
		for _, ht := range f.memories {
			h := &ht.Head
			want.ByState[h.State.String()]++
			switch {
			case h.State == engine.Archived:
				want.Archived++
			case h.State.Live() && h.ExpiredAt(now):
				want.Expired++
			}
			if !h.LiveAt(now) {
				continue
			}
			want.Live++
			want.ByType[h.Type]++
			want.ByNamespace[h.Scope.Namespace]++
			at, ok := f.settings.FadesAt(h, now)
			if !ok {
				continue
			}
			if !at.After(now) {
				want.Faded++
				continue
			}
			if at.Before(now.AddDate(0, 0, 7)) {
				want.FadingWeek++
			}
			if at.Before(now.AddDate(0, 0, 30)) {
				want.FadingMonth++
			}
		}
		for name, snap := range map[string]*Snapshot{"kept fades": s, "scores": &bare} {
			bare.memo = &memo{}
			got := snap.Counts(now)
			if !sameCounts(got, want) {
				t.Errorf("day %d by %s:\n got %+v\nwant %+v", days, name, got, want)
			}
		}
	}
}

func sameCounts(a, b Counts) bool {
	return a.Total == b.Total && a.Live == b.Live && a.FadingWeek == b.FadingWeek && a.FadingMonth == b.FadingMonth &&
		a.Faded == b.Faded && a.Archived == b.Archived && a.Expired == b.Expired &&
		sameMap(a.ByState, b.ByState) && sameMap(a.ByType, b.ByType) && sameMap(a.ByNamespace, b.ByNamespace)
}

func sameMap(a, b map[string]int) bool {
	for k, n := range a {
		if b[k] != n {
			return false
		}
	}
	return len(a) == len(b)
}

func TestAxis(t *testing.T) {
	f, s := crowded()
	from, to, cells := start.Add(90*time.Minute), start.Add(40*time.Hour), 37
	want := map[AxisMark]int{}
	count := func(at time.Time, kind AxisKind) {
		if !at.Before(from) && at.Before(to) {
			want[AxisMark{Cell: int(at.Sub(from) * time.Duration(cells) / to.Sub(from)), Kind: kind}]++
		}
	}
	for _, ht := range f.memories {
		count(ht.Head.CreatedAt, AxisCreated)
		if !ht.Head.UpdatedAt.Equal(ht.Head.CreatedAt) {
			count(ht.Head.UpdatedAt, AxisEdited)
		}
	}
	marks := s.Axis(from, to, cells)
	for i, m := range marks {
		n := m.Count
		m.Count = 0
		// A time within a rounding of a cell's edge may fall to either side.
		if d := n - want[m]; d < -1 || d > 1 {
			t.Errorf("mark %+v counts %d, want %d", m, n, want[m])
		}
		if i > 0 && marks[i-1].Cell > m.Cell {
			t.Errorf("marks are out of order at %d", i)
		}
	}
	if len(marks) != len(want) {
		t.Errorf("%d marks, want %d", len(marks), len(want))
	}
	if s.Axis(to, from, cells) != nil || s.Axis(from, to, 0) != nil {
		t.Error("an empty axis has marks")
	}
}
