package catalogue

import (
	"maps"
	"slices"
	"sync"
	"time"

	"ebb/engine"
)

// Counts says how many memories there are at an instant. Those past their
// expiry are not live then, and count under the state that they are stored
// in.
type Counts struct {
	Total       int // whatever their state
	Live        int
	FadingWeek  int // live ones that will fall below the archive threshold within 7 days
	FadingMonth int // within 30 days, those of the week included
	Faded       int // live ones that are below already
	Archived    int
	Expired     int // live by state, past their expiry

	ByState     map[string]int // all memories
	ByType      map[string]int // live ones
	ByNamespace map[string]int // live ones
}

// memo holds what was counted on a snapshot last.
type memo struct {
	mu     sync.Mutex
	second int64
	counts *Counts

	axis  axisQuery
	marks []AxisMark
}

// Counts counts at now. Asked again within the same second it answers from
// memory.
func (s *Snapshot) Counts(now time.Time) Counts {
	s.memo.mu.Lock()
	defer s.memo.mu.Unlock()
	if s.memo.counts == nil || s.memo.second != now.Unix() {
		c := s.count(now)
		s.memo.counts, s.memo.second = &c, now.Unix()
	}
	c := *s.memo.counts
	c.ByState, c.ByType, c.ByNamespace = maps.Clone(c.ByState), maps.Clone(c.ByType), maps.Clone(c.ByNamespace)
	return c
}

func (s *Snapshot) count(now time.Time) Counts {
	var (
		c       Counts
		states  [engine.Deleted + 1]int
		types   = make([]int, len(s.types))
		places  = make([]int, len(s.places))
		at      = stamp(now)
		week    = stamp(now.AddDate(0, 0, 7))
		month   = stamp(now.AddDate(0, 0, 30))
		fadesAt []int64
	)
	for index, chunk := range s.chunks {
		if s.fades != nil {
			fadesAt = s.fades[index]
		}
		for i := range chunk.n {
			state := chunk.state.at(i)
			states[min(state, engine.Deleted)]++
			if !state.Live() {
				continue
			}
			if chunk.expiredAt(i, at) {
				c.Expired++
				continue
			}
			c.Live++
			types[chunk.typ.at(i)]++
			places[chunk.place.at(i)]++
			if fadesAt == nil {
				s.countFading(&c, int32(index<<chunkBits+i), now)
				continue
			}
			switch fades := fadesAt[i]; {
			case fades <= at:
				c.Faded++
			case fades <= week:
				c.FadingWeek++
				c.FadingMonth++
			case fades <= month:
				c.FadingMonth++
			}
		}
	}
	c.Total, c.Archived = s.n, states[engine.Archived]
	c.ByState = make(map[string]int, len(states))
	for _, state := range engine.States() {
		if states[state] > 0 {
			c.ByState[state.String()] = states[state]
		}
	}
	c.ByType, c.ByNamespace = map[string]int{}, map[string]int{}
	for i, n := range types {
		if n > 0 {
			c.ByType[s.types[i]] += n
		}
	}
	for i, n := range places {
		if n > 0 {
			c.ByNamespace[s.places[i].namespace] += n
		}
	}
	return c
}

// countFading does without the instants at which memories fade: retention
// only falls, so the score at the end of a span says whether the threshold is
// crossed in it.
func (s *Snapshot) countFading(c *Counts, row int32, now time.Time) {
	threshold := s.settings.Retention.ArchiveThreshold
	switch {
	case s.Score(row, now.AddDate(0, 0, 30)) >= threshold:
	case s.Score(row, now) < threshold:
		c.Faded++
	case s.Score(row, now.AddDate(0, 0, 7)) < threshold:
		c.FadingWeek++
		c.FadingMonth++
	default:
		c.FadingMonth++
	}
}

// Namespaces lists the namespaces that any memory is or was in, sorted.
func (s *Snapshot) Namespaces() []string {
	out := make([]string, len(s.places))
	for i := range s.places {
		out[i] = s.places[i].namespace
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Types lists the types that any memory is or was of, sorted.
func (s *Snapshot) Types() []string { return slices.Sorted(slices.Values(s.types)) }
