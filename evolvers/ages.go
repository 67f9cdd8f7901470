package evolvers

import (
	"cmp"
	"slices"
	"time"

	"ebb/engine"
)

const day = 24 * time.Hour

// daysSince is the age of something in days; what is dated ahead is 0 days old.
func daysSince(t, now time.Time) float64 {
	us := now.UnixMicro() - t.UnixMicro()
	if us <= 0 {
		return 0
	}
	return float64(us) / float64(day/time.Microsecond)
}

func days(n float64) string { return fixed(n, 1) + " d" }

// within reports whether t lies in the last n days; ahead of now counts as now.
func within(t, now time.Time, n float64) bool { return daysSince(t, now) <= n }

// byCreation orders memories by creation, those of one instant by id.
func byCreation(a, b *engine.Head) int {
	if c := a.CreatedAt.Compare(b.CreatedAt); c != 0 {
		return c
	}
	return cmp.Compare(a.ID, b.ID)
}

// scopes gathers memories by scope, the scopes in order of their first memory,
// the memories of each in order of creation.
func scopes(heads []*engine.Head) [][]*engine.Head {
	place := map[engine.Scope]int{}
	var out [][]*engine.Head
	for _, h := range heads {
		i, seen := place[h.Scope]
		if !seen {
			i = len(out)
			place[h.Scope] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], h)
	}
	for _, group := range out {
		slices.SortFunc(group, byCreation)
	}
	return out
}

func idsOf(heads []*engine.Head) []string {
	ids := make([]string, len(heads))
	for i, h := range heads {
		ids[i] = h.ID
	}
	return ids
}
