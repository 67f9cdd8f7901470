package catalogue

import (
	"encoding/binary"
	"math"

	"ebb/dynamics"
	"ebb/engine"
)

// Rows live in chunks of this many. A change copies the chunks it touches:
// smaller ones cost more at a million rows, larger ones more per change.
const (
	chunkBits = 10
	chunkRows = 1 << chunkBits
	chunkMask = chunkRows - 1
)

// The marks of a row.
const (
	markPlainID uint8 = 1 << iota // the id is not a UUID and stands in the arena
	markFolded                    // the folded title is not the ASCII lower case of the title
	markUndone
)

// chunk is a run of rows. It never changes once it is made.
type chunk struct {
	n       int
	ids     []key
	ends    []uint32 // where each row's record in the arena ends
	letters []uint64 // which letters the folded title has
	updated []int64
	age     column[int64] // updated − created, which mostly is 0
	stale   column[int64] // updated − learned, likewise
	expires column[int64]
	place   column[uint32]
	typ     column[uint32]
	version column[uint32]
	state   column[engine.State]
	marks   column[uint8]
	trace   column[trace]
	recall  column[recall]
	// arena holds what lists rarely look at, one record after the other, each
	// beginning with the title.
	arena string
}

// trace is the part of the retention evidence that evolution writes.
type trace struct {
	stability, base, interference float64
	ties                          uint32
}

// recall is a retrieval profile.
type recall struct {
	total, search, get, top1, minRank               uint32
	meanRank, meanSimilarity, velocity7, velocity30 float64
	last                                            int64
}

func recallOf(p *dynamics.Profile) recall {
	return recall{
		p.Total, p.Search, p.Get, p.Top1, p.MinRank,
		p.MeanRank, p.MeanSimilarity, p.Velocity7, p.Velocity30, stamp(p.Last),
	}
}

func (r *recall) profile() dynamics.Profile {
	return dynamics.Profile{
		Total: r.total, Search: r.search, Get: r.get, Top1: r.top1, MinRank: r.minRank,
		MeanRank: r.meanRank, MeanSimilarity: r.meanSimilarity,
		Velocity7: r.velocity7, Velocity30: r.velocity30, Last: instant(r.last),
	}
}

func (c *chunk) created(i int) int64 { return c.updated[i] - c.age.at(i) }
func (c *chunk) learned(i int) int64 { return c.updated[i] - c.stale.at(i) }

func (c *chunk) record(i int) string {
	start := uint32(0)
	if i > 0 {
		start = c.ends[i-1]
	}
	return c.arena[start:c.ends[i]]
}

func (c *chunk) title(i int) string {
	title, _ := cutText(c.record(i))
	return title
}

// folded returns the folded title where it is not the ASCII lower case.
func (c *chunk) folded(i int) (string, bool) {
	if c.marks.at(i)&markFolded == 0 {
		return "", false
	}
	_, rest := cutText(c.record(i))
	folded, _ := cutText(rest)
	return folded, true
}

func (c *chunk) id(i int) string {
	if c.marks.at(i)&markPlainID == 0 {
		return c.ids[i].String()
	}
	return c.cold(i).id
}

func (c *chunk) liveAt(i int, now int64) bool {
	return c.state.at(i).Live() && !c.expiredAt(i, now)
}

func (c *chunk) expiredAt(i int, now int64) bool {
	expires := c.expires.at(i)
	return expires != never && now >= expires
}

// cold is the text part of an arena record, and rest its packed fields.
type cold struct {
	title, id, subject string
	rest               string
}

func (c *chunk) cold(i int) cold {
	var out cold
	rest := c.record(i)
	marks := c.marks.at(i)
	out.title, rest = cutText(rest)
	if marks&markFolded != 0 {
		_, rest = cutText(rest)
	}
	if marks&markPlainID != 0 {
		out.id, rest = cutText(rest)
	}
	out.subject, out.rest = cutText(rest)
	return out
}

// What follows the subject in a record: a set of these, then the fields that
// it names, in this order.
const (
	hasImportance = 1 << iota // when not the default
	hasConfidence
	hasIdentity
	hasTextElsewhere
	hasAccesses
	hasTie
	hasArchive
	hasLoggedDay
)

// fields reads the packed fields into a head whose times and version are set.
func (c *cold) fields(h *engine.Head) {
	r := reader(c.rest)
	has := r.number()
	h.TextSize = uint32(r.number())
	h.Importance, h.Confidence = engine.DefaultImportance, engine.DefaultConfidence
	if has&hasImportance != 0 {
		h.Importance = r.real()
	}
	if has&hasConfidence != 0 {
		h.Confidence = r.real()
	}
	if has&hasIdentity != 0 {
		h.Identity = engine.Identity{Kind: engine.IdentityKind(r.number()), Value: r.text()}
	}
	h.Text = h.Ref()
	if has&hasTextElsewhere != 0 {
		h.Text = engine.VersionRef{At: instant(r.stamp()), Number: uint32(r.number())}
	}
	if has&hasAccesses != 0 {
		h.LastAccessedAt, h.AccessCount = instant(r.stamp()), r.number()
	}
	if has&hasTie != 0 {
		h.TieID = r.id()
	}
	if has&hasArchive != 0 {
		h.Archive = engine.Archive{At: instant(r.stamp()), Reason: r.text(), Score: r.real()}
	}
	if has&hasLoggedDay != 0 {
		h.LoggedDay = int32(r.number())
	}
}

// identity reads the identity alone.
func (c *cold) identity() string {
	r := reader(c.rest)
	has := r.number()
	r.number()
	if has&hasIdentity == 0 {
		return ""
	}
	if has&hasImportance != 0 {
		r.real()
	}
	if has&hasConfidence != 0 {
		r.real()
	}
	r.number()
	return r.text()
}

// textAt names the version that holds the text.
func (c *chunk) textAt(i int) engine.VersionRef {
	h := engine.Head{UpdatedAt: instant(c.updated[i]), Version: c.version.at(i)}
	record := c.cold(i)
	record.fields(&h)
	return h.Text
}

// reader reads packed fields; they were written by builder and are whole.
type reader string

func (r *reader) number() uint64 {
	var n uint64
	for i := 0; i < len(*r); i++ {
		b := (*r)[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			*r = (*r)[i+1:]
			break
		}
	}
	return n
}

func (r *reader) fixed() uint64 {
	var b [8]byte
	*r = (*r)[copy(b[:], *r):]
	return binary.LittleEndian.Uint64(b[:])
}

func (r *reader) real() float64 { return math.Float64frombits(r.fixed()) }
func (r *reader) stamp() int64  { return int64(r.fixed()) }

func (r *reader) text() string {
	s, rest := cutText(string(*r))
	*r = reader(rest)
	return s
}

func (r *reader) id() string {
	if (*r)[0] != packedID {
		return r.text()[1:]
	}
	var k key
	copy(k[:], (*r)[1:])
	*r = (*r)[1+len(k):]
	return k.String()
}

// packedID begins an id of sixteen bytes; any other one is a text with a dot
// before it, whose length is never 0.
const packedID = 0

// cutText takes a text with its length before it.
func cutText(s string) (text, rest string) {
	r := reader(s)
	n := int(r.number())
	return string(r[:n]), string(r[n:])
}
