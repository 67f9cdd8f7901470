package interchange

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"ebb/engine"
)

// memorieReader reads a Memorie export: memories, and where they were asked
// for their versions, relations and conflicts, all by id. A memory comes with
// its history; where that does not reach up to the memory as it stands, what
// stands is its newest version.
type memorieReader struct {
	run      *run
	out      *sink
	seen     *sightings
	memories []*memorieMemory
	byID     map[string]*memorieMemory
	versions []memorieVersion
	edges    []*engine.IncomingEdge
	tied     map[engine.EdgeKey]bool
	fights   []*engine.IncomingConflict
}

// memorieMemory is a row of the memories with the versions that belong to it.
type memorieMemory struct {
	row      engine.Memory
	line     int
	raw      []byte
	sum      [16]byte
	twin     bool
	versions []memorieVersion
}

type memorieVersion struct {
	engine.Version
	sum [16]byte
	rec *record // for a refusal
}

// memorieActor is who made the versions that do not say.
var memorieActor = engine.Actor{Kind: engine.Agent, Name: "memorie"}

func (r *run) readMemorie(records records, out *sink) error {
	m := &memorieReader{run: r, out: out, seen: newSightings(), byID: map[string]*memorieMemory{}, tied: map[engine.EdgeKey]bool{}}
	if err := records.each(r.ctx, nil, m.record); err != nil || out.stopped {
		return err
	}
	for i := range m.versions {
		v := &m.versions[i]
		if owner := m.byID[v.MemoryID]; owner != nil {
			owner.versions = append(owner.versions, *v)
		} else if !m.refuse(v.rec, v.MemoryID, "a version of a memory that is not in the file") {
			return nil
		}
	}
	for _, memory := range m.memories {
		if !m.write(memory) {
			return nil
		}
	}
	for _, e := range m.edges {
		if !out.put(engine.Item{Edge: e}) {
			return nil
		}
	}
	for _, c := range m.fights {
		m.sums(c)
		if !out.put(engine.Item{Conflict: c}) {
			return nil
		}
	}
	return nil
}

func (m *memorieReader) refuse(rec *record, name, reason string) bool {
	return m.out.put(engine.Item{Refused: rec.refusal(m.run.src.Name, name, reason)})
}

// record reads one record by the list that it stands in.
func (m *memorieReader) record(rec *record) bool {
	name, reason := "", rec.refused
	if reason == "" {
		switch rec.group {
		case "versions":
			name, reason = m.version(rec)
		case "relations":
			name, reason = m.relation(rec)
		case "conflicts":
			name, reason = m.conflict(rec)
		default:
			name, reason = m.memory(rec)
		}
	}
	return reason == "" || m.refuse(rec, name, reason)
}

func (m *memorieReader) memory(rec *record) (id, reason string) {
	row, reason := m.row(rec)
	if reason != "" {
		return row.ID, reason
	}
	memory := &memorieMemory{row: row, line: rec.line, raw: rec.raw, sum: sum16(canonicalFields(nil, rec.fields))}
	switch m.seen.see(row.ID, memory.sum) {
	case saidBefore:
		return row.ID, ""
	case saidOtherwise:
		memory.twin = true
	default:
		m.byID[row.ID] = memory
	}
	m.memories = append(m.memories, memory)
	return row.ID, ""
}

// write hands on one memory with its history.
func (m *memorieReader) write(memory *memorieMemory) bool {
	whole, odd := memory.whole(m.run.src.ModTime)
	h, b := &whole.Head, &whole.Body
	said := append([]byte(nil), memory.sum[:]...)
	for i := range memory.versions {
		said = append(said, memory.versions[i].sum[:]...)
	}
	in := &engine.Incoming{
		Record: h.ID, Line: memory.line, Sum: sum16(said), ID: h.ID, Scope: h.Scope, Type: h.Type, Content: b.Content,
		Importance: &h.Importance, Confidence: &h.Confidence, Source: b.Source, Metadata: b.Metadata, State: h.State,
		CreatedAt: h.CreatedAt, UpdatedAt: h.UpdatedAt, ExpiresAt: h.ExpiresAt, Whole: whole,
	}
	if memory.twin {
		in.Record, in.Twin, in.Whole = otherName(in.Record, memory.sum), true, nil
	}
	rec := &record{line: memory.line, raw: memory.raw}
	if b.Content == "" {
		return m.refuse(rec, h.ID, "content is empty")
	}
	if reason := limits(in); reason != "" {
		return m.refuse(rec, h.ID, reason)
	}
	item := engine.Item{Memory: in}
	if len(odd) > 0 {
		item.Warning = fmt.Sprintf("line %d: %s: %s", memory.line, excerpt([]byte(h.ID)), strings.Join(odd, "; "))
	}
	return m.out.put(item)
}

// whole puts a memory and its versions together. fallback is the time of what
// has none.
func (memory *memorieMemory) whole(fallback time.Time) (*engine.Whole, []string) {
	row, odd := memory.row, []string(nil)
	row.CreatedAt = orTime(row.CreatedAt, orTime(row.UpdatedAt, fallback))
	row.UpdatedAt = later(row.CreatedAt, row.UpdatedAt)
	slices.SortStableFunc(memory.versions, func(a, b memorieVersion) int { return cmp.Compare(a.Number, b.Number) })
	out := &engine.Whole{Bare: true}
	for i := range memory.versions {
		v := memory.versions[i].Version
		if n := len(out.Versions); n > 0 && out.Versions[n-1].Number == v.Number {
			odd = append(odd, fmt.Sprintf("version %d comes twice, the first is taken", v.Number))
			continue
		}
		v.At = orTime(v.At, row.CreatedAt)
		out.Versions = append(out.Versions, v)
	}
	n := len(out.Versions)
	if n == 0 || out.Versions[n-1].Number < row.Version {
		change := row.State.Change()
		if row.State.Live() && row.Version <= 1 {
			change = engine.Created
		}
		out.Versions = append(out.Versions, engine.Version{
			MemoryID: row.ID, Number: max(row.Version, 1), Change: change, At: row.UpdatedAt, Actor: memorieActor,
		})
		n++
	}
	last := &out.Versions[n-1]
	if last.Number > row.Version && row.Version > 0 {
		odd = append(odd, fmt.Sprintf("it is at version %d and has a version %d", row.Version, last.Number))
	}
	last.Memory = row // the row is the memory as it stands
	var before time.Time
	for i := range out.Versions {
		v := &out.Versions[i]
		if i > 0 && !v.At.After(before) {
			v.At = before.Add(time.Nanosecond)
		}
		before = v.At
		v.Memory.ID, v.Memory.Scope, v.Memory.CreatedAt = row.ID, row.Scope, row.CreatedAt
		v.Memory.Version, v.Memory.UpdatedAt = v.Number, v.At
		if v.Memory.State == engine.Archived {
			v.Memory.Head.Archive = engine.Archive{At: v.At, Reason: v.Reason}
		}
	}
	out.Head, out.Body = last.Memory.Head, last.Memory.Body
	return out, odd
}

// sums notes which texts a dismissal was about, so that the pair is not raised
// again for them.
func (m *memorieReader) sums(c *engine.IncomingConflict) {
	if c.Conflict.Status != engine.ConflictDismissed {
		return
	}
	if a, b := m.byID[c.A], m.byID[c.B]; a != nil && b != nil {
		c.Conflict.SumA, c.Conflict.SumB = engine.TextSum(a.row.Content), engine.TextSum(b.row.Content)
	}
}

func orTime(t, or time.Time) time.Time {
	if t.IsZero() {
		return or
	}
	return t
}
