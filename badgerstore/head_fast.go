package badgerstore

import (
	"encoding/binary"
	"math"
)

// mapType is the major type of a CBOR map.
const mapType = 5

// Heads are read by the hundred thousand, so they have a reader of their own,
// three times as fast as the general one. It reads exactly what is written
// here; anything else it leaves to the general one.

// read fills a zero record and reports whether it understood all of it.
func (r *headRecord) read(body []byte, names *lastNames) bool {
	f := fields{b: body}
	return r.readFrom(&f, names) && len(f.b) == 0
}

// readFrom is read for a record with others behind it.
func (r *headRecord) readFrom(f *fields, names *lastNames) bool {
	major, pairs := f.head()
	if major != mapType {
		return false
	}
	for range pairs {
		switch key := f.uint(); key {
		case 1:
			r.Namespace = names.namespace.keep(f.text())
		case 2:
			r.Subject = names.subject.keep(f.text())
		case 3:
			r.Type = names.typ.keep(f.text())
		case 4:
			r.State = uint8(f.upTo(math.MaxUint8))
		case 5:
			r.Version = f.uint32()
		case 6:
			r.Title = string(f.text())
		case 7:
			f.sum(&r.TextSum)
		case 8:
			r.TextSize = f.uint32()
		case 9:
			r.TextAt = f.int()
		case 10:
			r.TextNumber = f.uint()
		case 11:
			r.Importance = f.float()
		case 12:
			r.Confidence = f.float()
		case 13:
			r.CreatedAt = f.int()
		case 14:
			r.UpdatedAt = f.int()
		case 15:
			r.ExpiresAt = f.int()
		case 16:
			r.AccessedAt = f.int()
		case 17:
			r.AccessCount = f.uint()
		case 18:
			r.Stability = f.float()
		case 19:
			r.Base = f.float()
		case 20:
			r.Interference = f.float()
		case 21:
			r.LearnedAt = f.int()
		case 22:
			r.IdentityKind = uint8(f.upTo(math.MaxUint8))
		case 23:
			r.Identity = string(f.text())
		default:
			if !r.readRest(key, f, names) {
				return false
			}
		}
	}
	return !f.bad
}

func (r *headRecord) readRest(key uint64, f *fields, names *lastNames) bool {
	switch key {
	case 24:
		r.HasTenant = f.bool()
	case 25:
		r.Tenant = names.tenant.keep(f.text())
	case 26:
		r.Total = f.uint32()
	case 27:
		r.Search = f.uint32()
	case 28:
		r.Get = f.uint32()
	case 29:
		r.Top1 = f.uint32()
	case 30:
		r.MinRank = f.uint32()
	case 31:
		r.MeanRank = f.float()
	case 32:
		r.Similarity = f.float()
	case 33:
		r.Velocity7 = f.float()
	case 34:
		r.Velocity30 = f.float()
	case 35:
		r.RetrievedAt = f.int()
	case 36:
		r.TieCount = f.uint32()
	case 37:
		r.TieID = string(f.text())
	case 38:
		r.ArchivedAt = f.int()
	case 39:
		r.ArchiveReason = names.reason.keep(f.text())
	case 40:
		r.ArchiveScore = f.float()
	case 41:
		r.LoggedDay = int32(f.int())
	case 42:
		r.Undone = f.bool()
	default:
		return false
	}
	return true
}

// lastNames are texts that one head after another shares.
type lastNames struct{ namespace, subject, typ, tenant, reason lastName }

type lastName string

// keep returns b as text, the same memory as last time when it is the same.
func (l *lastName) keep(b []byte) string {
	if string(b) != string(*l) {
		*l = lastName(b)
	}
	return string(*l)
}

// fields reads CBOR items one by one. After anything unexpected it is bad and
// answers zero.
type fields struct {
	b   []byte
	bad bool
}

func (f *fields) head() (major byte, n uint64) {
	major, n, rest, ok := cutHead(f.b)
	if !ok {
		f.bad = true
		f.b = nil
		return 0, 0
	}
	f.b = rest
	return major, n
}

func (f *fields) expect(want byte) uint64 {
	major, n := f.head()
	if major != want {
		f.bad = true
		return 0
	}
	return n
}

func (f *fields) uint() uint64 { return f.expect(0) }

func (f *fields) upTo(limit uint64) uint64 {
	n := f.uint()
	f.bad = f.bad || n > limit
	return n
}

func (f *fields) uint32() uint32 { return uint32(f.upTo(math.MaxUint32)) }

func (f *fields) int() int64 {
	major, n := f.head()
	if major > 1 || n > math.MaxInt64 {
		f.bad = true
		return 0
	}
	if major == 1 {
		return -1 - int64(n)
	}
	return int64(n)
}

func (f *fields) text() []byte  { return f.span(3) }
func (f *fields) bytes() []byte { return f.span(2) }

func (f *fields) span(major byte) []byte {
	n := f.expect(major)
	if n > uint64(len(f.b)) {
		f.bad = true
		return nil
	}
	s := f.b[:n]
	f.b = f.b[n:]
	return s
}

func (f *fields) sum(to *[16]byte) {
	if b := f.bytes(); len(b) == len(to) {
		*to = [16]byte(b)
	} else {
		f.bad = true
	}
}

const (
	cborFalse, cborTrue               = 0xF4, 0xF5
	cborFloat16, cborFloat32, cborF64 = 0xF9, 0xFA, 0xFB
)

func (f *fields) bool() bool {
	if len(f.b) == 0 || f.b[0] != cborFalse && f.b[0] != cborTrue {
		f.bad = true
		return false
	}
	v := f.b[0] == cborTrue
	f.b = f.b[1:]
	return v
}

func (f *fields) float() float64 {
	if len(f.b) > 0 {
		kind, rest := f.b[0], f.b[1:]
		switch {
		case kind == cborFloat16 && len(rest) >= 2:
			f.b = rest[2:]
			return fromFloat16(binary.BigEndian.Uint16(rest))
		case kind == cborFloat32 && len(rest) >= 4:
			f.b = rest[4:]
			return float64(math.Float32frombits(binary.BigEndian.Uint32(rest)))
		case kind == cborF64 && len(rest) >= 8:
			f.b = rest[8:]
			return math.Float64frombits(binary.BigEndian.Uint64(rest))
		}
	}
	f.bad = true
	return 0
}

// fromFloat16 widens an IEEE 754 half.
func fromFloat16(h uint16) float64 {
	sign := uint64(h>>15) << 63
	exp, frac := int(h>>10&31), uint64(h&1023)
	switch exp {
	case 31: // infinity, not a number
		return math.Float64frombits(sign | 2047<<52 | frac<<42)
	case 0: // zero and what is smaller than normal
		return math.Copysign(math.Ldexp(float64(frac), -24), math.Float64frombits(sign|1))
	}
	return math.Float64frombits(sign | uint64(exp-15+1023)<<52 | frac<<42)
}
