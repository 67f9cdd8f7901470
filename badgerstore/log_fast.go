package badgerstore

import "math"

// Rewinding reads the change log by the hundred thousand entries, so they have
// a reader of their own, as heads do: it reads what is written here and leaves
// anything else to the general one.

// logReader reads one entry after the other.
type logReader struct {
	logScratch
	names lastNames

	operation, kind, actor, typ lastName
}

// read fills the record and reports whether it understood all of it.
func (r *logReader) read(body []byte) bool {
	r.logScratch = logScratch{}
	f := fields{b: body}
	major, pairs := f.head()
	if major != mapType {
		return false
	}
	for range pairs {
		switch key := f.uint(); key {
		case 1:
			r.Operation = r.operation.keep(f.text())
		case 2:
			r.Kind = r.kind.keep(f.text())
		case 3:
			r.ActorKind = uint8(f.upTo(math.MaxUint8))
		case 4:
			r.ActorName = r.actor.keep(f.text())
		case 5:
			r.Change = uint8(f.upTo(math.MaxUint8))
		case 6:
			r.Subject = uint8(f.upTo(math.MaxUint8))
		case 7:
			r.ID = string(f.text())
		case 8:
			r.From = string(f.text())
		case 9:
			r.Type = r.typ.keep(f.text())
		case 10:
			r.To = string(f.text())
		case 11:
			r.Relation = string(f.text())
		case 12:
			if !r.head.readFrom(&f, &r.names) {
				return false
			}
			r.Head = &r.head
		case 13:
			if !r.edge.readFrom(&f) {
				return false
			}
			r.Edge = &r.edge
		case 17:
			r.After = f.uint32()
		default: // conflicts, settings and marks are few
			return false
		}
	}
	return !f.bad && len(f.b) == 0
}

// readFrom fills a zero record and reports whether it understood all of it.
func (r *edgeRecord) readFrom(f *fields) bool {
	major, pairs := f.head()
	if major != mapType {
		return false
	}
	for range pairs {
		switch key := f.uint(); key {
		case 1:
			r.Strength = f.float()
		case 2:
			r.Stability = f.float()
		case 3:
			r.ActivatedAt = f.int()
		case 4:
			r.AccessCount = f.int()
		case 5:
			r.DecayedAt = f.int()
		case 6:
			r.Count = f.uint32()
		case 7:
			r.Weight = f.float()
		case 8:
			r.CreatedAt = f.int()
		case 9:
			r.LastAt = f.int()
		case 11:
			r.LoggedDay = int32(f.int())
		default:
			return false
		}
	}
	return !f.bad
}
