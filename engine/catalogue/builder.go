package catalogue

import (
	"encoding/binary"
	"math"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/engine/fold"
)

// place is where a memory is kept.
type place struct {
	tenant    engine.Tenant
	namespace string
}

// names gives numbers to the few places and types that all rows share. Only
// the owner of the catalogue adds to it; snapshots hold what was there when
// they were made.
type names struct {
	places  []place
	types   []string
	placeOf map[place]uint32
	typeOf  map[string]uint32
}

func newNames() *names {
	return &names{placeOf: map[place]uint32{}, typeOf: map[string]uint32{}}
}

func (n *names) place(p place) uint32 {
	i, known := n.placeOf[p]
	if !known {
		i = uint32(len(n.places))
		n.places = append(n.places, p)
		n.placeOf[p] = i
	}
	return i
}

func (n *names) typ(t string) uint32 {
	i, known := n.typeOf[t]
	if !known {
		i = uint32(len(n.types))
		n.types = append(n.types, t)
		n.typeOf[t] = i
	}
	return i
}

// builder makes chunks. Its slices are used again for the next one.
type builder struct {
	names *names

	ids                 []key
	ends                []uint32
	letters             []uint64
	updated, age, stale []int64
	expires             []int64
	place, typ, version []uint32
	state               []engine.State
	marks               []uint8
	trace               []trace
	recall              []recall
	arena               []byte
	folded              []byte
}

func (b *builder) len() int { return len(b.ids) }

// keep takes a row over as it is.
func (b *builder) keep(c *chunk, i int) {
	b.ids = append(b.ids, c.ids[i])
	b.letters = append(b.letters, c.letters[i])
	b.updated = append(b.updated, c.updated[i])
	b.age = append(b.age, c.age.at(i))
	b.stale = append(b.stale, c.stale.at(i))
	b.expires = append(b.expires, c.expires.at(i))
	b.place = append(b.place, c.place.at(i))
	b.typ = append(b.typ, c.typ.at(i))
	b.version = append(b.version, c.version.at(i))
	b.state = append(b.state, c.state.at(i))
	b.marks = append(b.marks, c.marks.at(i))
	b.trace = append(b.trace, c.trace.at(i))
	b.recall = append(b.recall, c.recall.at(i))
	b.arena = append(b.arena, c.record(i)...)
	b.ends = append(b.ends, uint32(len(b.arena)))
}

// add takes a head.
func (b *builder) add(h *engine.Head) {
	var marks uint8
	k, packed := packID(h.ID)
	if !packed {
		marks |= markPlainID
	}
	if h.Undone {
		marks |= markUndone
	}
	b.folded = fold.Append(b.folded[:0], h.Title)
	if !fold.IsASCII(h.Title) {
		marks |= markFolded
	}
	b.ids = append(b.ids, k)
	b.letters = append(b.letters, lettersOf(b.folded))
	b.updated = append(b.updated, stamp(h.UpdatedAt))
	// A difference that overflows comes back the same way.
	b.age = append(b.age, stamp(h.UpdatedAt)-stamp(h.CreatedAt))
	b.stale = append(b.stale, stamp(h.UpdatedAt)-stamp(h.LearnedAt))
	b.expires = append(b.expires, stamp(h.ExpiresAt))
	b.place = append(b.place, b.names.place(place{h.Scope.Tenant, h.Scope.Namespace}))
	b.typ = append(b.typ, b.names.typ(h.Type))
	b.version = append(b.version, h.Version)
	b.state = append(b.state, h.State)
	b.marks = append(b.marks, marks)
	b.trace = append(b.trace, trace{h.Stability, h.Base, h.Interference, h.TieCount})
	b.recall = append(b.recall, recallOf(&h.Profile))
	b.text(h.Title)
	if marks&markFolded != 0 {
		b.bytes(b.folded)
	}
	if marks&markPlainID != 0 {
		b.text(h.ID)
	}
	b.text(h.Scope.Subject)
	b.fields(h)
	b.ends = append(b.ends, uint32(len(b.arena)))
}

// fields packs what cold.fields reads.
func (b *builder) fields(h *engine.Head) {
	has := uint64(0)
	for bit, set := range [...]bool{
		h.Importance != engine.DefaultImportance,
		h.Confidence != engine.DefaultConfidence,
		h.Identity != engine.Identity{},
		stamp(h.Text.At) != stamp(h.UpdatedAt) || h.Text.Number != h.Version,
		h.AccessCount != 0 || !h.LastAccessedAt.IsZero(),
		h.TieID != "",
		h.Archive != engine.Archive{},
		h.LoggedDay != 0,
	} {
		if set {
			has |= 1 << bit
		}
	}
	b.number(has)
	b.number(uint64(h.TextSize))
	if has&hasImportance != 0 {
		b.real(h.Importance)
	}
	if has&hasConfidence != 0 {
		b.real(h.Confidence)
	}
	if has&hasIdentity != 0 {
		b.number(uint64(h.Identity.Kind))
		b.text(h.Identity.Value)
	}
	if has&hasTextElsewhere != 0 {
		b.fixed(uint64(stamp(h.Text.At)))
		b.number(uint64(h.Text.Number))
	}
	if has&hasAccesses != 0 {
		b.fixed(uint64(stamp(h.LastAccessedAt)))
		b.number(h.AccessCount)
	}
	if has&hasTie != 0 {
		b.id(h.TieID)
	}
	if has&hasArchive != 0 {
		b.fixed(uint64(stamp(h.Archive.At)))
		b.text(h.Archive.Reason)
		b.real(h.Archive.Score)
	}
	if has&hasLoggedDay != 0 {
		b.number(uint64(uint32(h.LoggedDay)))
	}
}

func (b *builder) number(n uint64) { b.arena = binary.AppendUvarint(b.arena, n) }
func (b *builder) fixed(n uint64)  { b.arena = binary.LittleEndian.AppendUint64(b.arena, n) }
func (b *builder) real(x float64)  { b.fixed(math.Float64bits(x)) }
func (b *builder) text(s string)   { b.number(uint64(len(s))); b.arena = append(b.arena, s...) }
func (b *builder) bytes(s []byte)  { b.number(uint64(len(s))); b.arena = append(b.arena, s...) }

func (b *builder) id(id string) {
	if k, ok := packID(id); ok {
		b.arena = append(b.arena, packedID)
		b.arena = append(b.arena, k[:]...)
		return
	}
	b.text("." + id)
}

// finish makes a chunk of the rows so far and starts over.
func (b *builder) finish() *chunk {
	c := &chunk{
		n:       len(b.ids),
		ids:     exact(b.ids),
		ends:    exact(b.ends),
		letters: exact(b.letters),
		updated: exact(b.updated),
		age:     packed(b.age),
		stale:   packed(b.stale),
		expires: packed(b.expires),
		place:   packed(b.place),
		typ:     packed(b.typ),
		version: packed(b.version),
		state:   packed(b.state),
		marks:   packed(b.marks),
		trace:   packed(b.trace),
		recall:  packed(b.recall),
		arena:   string(b.arena),
	}
	b.ids, b.ends, b.letters = b.ids[:0], b.ends[:0], b.letters[:0]
	b.updated, b.age, b.stale, b.expires = b.updated[:0], b.age[:0], b.stale[:0], b.expires[:0]
	b.place, b.typ, b.version = b.place[:0], b.typ[:0], b.version[:0]
	b.state, b.marks, b.trace, b.recall = b.state[:0], b.marks[:0], b.trace[:0], b.recall[:0]
	b.arena = b.arena[:0]
	return c
}

// exact is a copy without spare room.
func exact[T any](s []T) []T { return append(make([]T, 0, len(s)), s...) }

// evidence is the retention evidence of a row. kind is what the settings say
// about the row's type.
func (c *chunk) evidence(i int, kind dynamics.Evidence) dynamics.Evidence {
	t := c.trace.at(i)
	kind.Base, kind.Stability, kind.Interference, kind.TieCount = t.base, t.stability, t.interference, t.ties
	kind.Created, kind.Learned = instant(c.created(i)), instant(c.learned(i))
	if r := c.recall.at(i); r.total != 0 || r.last != never {
		kind.Retrievals = r.profile()
	}
	return kind
}
