package catalogue

import (
	"time"

	"ebb/engine"
)

// filter is an engine.Filter made ready for the columns of one snapshot. It
// means what engine.Filter.Match does.
type filter struct {
	snap           *Snapshot
	states         [engine.Deleted + 1]bool
	places, types  []bool // nil: any
	subject, key   string
	includeExpired bool
	now            int64
	since          int64
	fadingBefore   int64 // never: no matter
	faded          bool
	ids            map[int32]bool // nil: any
}

func (s *Snapshot) filter(f *engine.Filter, now time.Time) filter {
	c := filter{
		snap: s, subject: f.Subject, key: f.Key,
		includeExpired: f.IncludeExpired,
		now:            stamp(now), since: stamp(f.Since), fadingBefore: stamp(f.FadingBefore), faded: f.Faded,
	}
	for _, state := range engine.States() {
		c.states[state] = f.States == nil && state.Live()
	}
	for _, state := range f.States {
		if int(state) < len(c.states) {
			c.states[state] = true
		}
	}
	if f.Namespace != "" || f.Tenant != nil {
		c.places = make([]bool, len(s.places))
		for i, p := range s.places {
			c.places[i] = (f.Namespace == "" || p.namespace == f.Namespace) && (f.Tenant == nil || p.tenant == *f.Tenant)
		}
	}
	if f.Type != "" {
		c.types = make([]bool, len(s.types))
		for i, t := range s.types {
			c.types[i] = t == f.Type
		}
	}
	if f.IDs != nil {
		c.ids = make(map[int32]bool, len(f.IDs))
		for _, id := range f.IDs {
			if row, known := s.Row(id); known {
				c.ids[row] = true
			}
		}
	}
	return c
}

// match looks at the cheap columns first.
func (f *filter) match(row int32) bool {
	c, i := f.snap.at(row)
	state := c.state.at(i)
	switch {
	case int(state) >= len(f.states) || !f.states[state],
		f.places != nil && !f.places[c.place.at(i)],
		f.types != nil && !f.types[c.typ.at(i)],
		f.since != never && c.updated[i] < f.since,
		!f.includeExpired && state.Live() && c.expiredAt(i, f.now),
		f.ids != nil && !f.ids[row]:
		return false
	}
	if f.subject != "" || f.key != "" {
		cold := c.cold(i)
		if f.subject != "" && cold.subject != f.subject || f.key != "" && cold.identity() != f.key {
			return false
		}
	}
	if f.fadingBefore == never && !f.faded {
		return true
	}
	at := f.snap.fadesAt(row)
	faded := at <= f.now
	return (!f.faded || faded) && (f.fadingBefore == never || !faded && at < f.fadingBefore)
}
