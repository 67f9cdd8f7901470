package catalogue

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// Snapshot is the catalogue at one moment. It never changes and may be read
// by any number of goroutines. Rows are numbered from 0 to Len; a row's number
// means something in its own snapshot only, what lasts is the id.
type Snapshot struct {
	seq    uint64
	loaded bool
	filled bool // texts are in
	past   bool // an earlier day's
	err    error

	settings engine.Settings
	kinds    []dynamics.Evidence // by type: what the settings say about it

	n      int
	chunks []*chunk
	texts  []*texts  // beside chunks; nil when no texts are resident
	fades  [][]int64 // beside chunks: when rows fall below the archive threshold; nil until computed
	places []place
	types  []string

	byID, newest order

	memo *memo
}

// Loaded reports whether the memories are in. Before that Len is 0.
func (s *Snapshot) Loaded() bool { return s.loaded }

// TextsLoaded reports whether all resident texts are in, so that Select looks
// at as much text as it ever will without Rest.
func (s *Snapshot) TextsLoaded() bool { return s.filled }

// Len is the number of memories, whatever their state.
func (s *Snapshot) Len() int { return s.n }

// Seq is the commit that the snapshot is up to.
func (s *Snapshot) Seq() uint64 { return s.seq }

// Err is why the latest refresh failed, nil when it did not. What the
// snapshot holds is then from before; the catalogue tries again by itself.
func (s *Snapshot) Err() error { return s.err }

// Settings are those that scores are derived with.
func (s *Snapshot) Settings() engine.Settings { return s.settings.Clone() }

func (s *Snapshot) at(row int32) (*chunk, int) {
	return s.chunks[row>>chunkBits], int(row & chunkMask)
}

// Row finds a memory.
func (s *Snapshot) Row(id string) (int32, bool) {
	run, at := s.byID.find(s.beforeID(id))
	if run == len(s.byID.runs) {
		return 0, false
	}
	row := s.byID.runs[run][at]
	return row, s.ID(row) == id
}

// beforeID compares rows with an id.
func (s *Snapshot) beforeID(id string) func(int32) int {
	k, packed := packID(id)
	return func(row int32) int {
		c, i := s.at(row)
		if packed && c.marks.at(i)&markPlainID == 0 {
			return c.ids[i].compare(k)
		}
		return strings.Compare(c.id(i), id)
	}
}

// beforeNewest compares rows with a place in the newest-first order.
func (s *Snapshot) beforeNewest(updated int64, id string) func(int32) int {
	byID := s.beforeID(id)
	return func(row int32) int {
		c, i := s.at(row)
		if d := cmp.Compare(updated, c.updated[i]); d != 0 {
			return d
		}
		return byID(row)
	}
}

// ID is a row's memory.
func (s *Snapshot) ID(row int32) string {
	c, i := s.at(row)
	return c.id(i)
}

// Title is a row's title.
func (s *Snapshot) Title(row int32) string {
	c, i := s.at(row)
	return c.title(i)
}

// State is a row's state.
func (s *Snapshot) State(row int32) engine.State {
	c, i := s.at(row)
	return c.state.at(i)
}

// LiveAt reports whether a row's memory is live and not past its expiry.
func (s *Snapshot) LiveAt(row int32, now time.Time) bool {
	c, i := s.at(row)
	return c.liveAt(i, stamp(now))
}

// Head is the whole record behind a row but for TextSum, which only the
// engine's duplicate check needs and which is left zero.
func (s *Snapshot) Head(row int32) engine.Head {
	c, i := s.at(row)
	record, t, r, p := c.cold(i), c.trace.at(i), c.recall.at(i), s.places[c.place.at(i)]
	h := engine.Head{
		ID:        record.id,
		Scope:     engine.Scope{Tenant: p.tenant, Namespace: p.namespace, Subject: record.subject},
		Type:      s.types[c.typ.at(i)],
		State:     c.state.at(i),
		Version:   c.version.at(i),
		Title:     record.title,
		CreatedAt: instant(c.created(i)), UpdatedAt: instant(c.updated[i]),
		ExpiresAt: instant(c.expires.at(i)), LearnedAt: instant(c.learned(i)),
		Stability: t.stability, Base: t.base, Interference: t.interference, TieCount: t.ties,
		Profile: r.profile(),
		Undone:  c.marks.at(i)&markUndone != 0,
	}
	if h.ID == "" {
		h.ID = c.id(i)
	}
	record.fields(&h)
	return h
}

// Score is the retention of a row's memory at now, in [0, 1].
func (s *Snapshot) Score(row int32, now time.Time) float64 {
	c, i := s.at(row)
	ev := c.evidence(i, s.kinds[c.typ.at(i)])
	return s.settings.Retention.Score(&ev, now)
}

// FadesAt is when a row's memory falls below the archive threshold if nothing
// else happens; false when it never does.
func (s *Snapshot) FadesAt(row int32) (time.Time, bool) {
	at := s.fadesAt(row)
	if at == forever {
		return time.Time{}, false
	}
	return instant(at), true
}

// withSettings makes room for what the settings say about each type.
func (s *Snapshot) withSettings(settings engine.Settings) {
	s.settings = settings
	s.kinds = make([]dynamics.Evidence, len(s.types))
	for i, typ := range s.types {
		s.kinds[i] = settings.Evidence(&engine.Head{Type: typ})
	}
}

// sameRetention reports whether two settings give every memory the same score.
func sameRetention(a, b *engine.Settings) bool {
	return a.Retention == b.Retention && slices.Equal(a.CurveTypes, b.CurveTypes)
}
