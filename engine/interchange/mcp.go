package interchange

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"strings"
	"time"

	"ebb/engine"
)

// mcpReader reads a knowledge graph: entities become memories, relations
// become edges between them. Lines that speak about one entity are united, in
// whatever places of the file they stand. So the file is gone through three
// times: a survey of the names; the entities, of which only those wait that
// have several lines; the relations. What is remembered between the passes is
// a few bytes per record.
type mcpReader struct {
	run     *run
	records records
	plain   plainReader

	seed      maphash.Seed
	kinds     []mcpKind             // by index of record
	waits     map[uint64]bool       // entities by hash of name: whether more lines speak of it
	relations bool                  // there are some
	held      map[string][]*entity  // the lines of entities that wait
	order     []string              // their names, in order
	stated    map[[16]byte]struct{} // relations written
	ctx       context.Context       // of the run
	out       *sink
}

func newMCPReader(r *run, recs records) *mcpReader {
	return &mcpReader{
		run: r, records: recs, ctx: r.ctx,
		plain: plainReader{src: r.src, set: r.set, seen: newSightings()},
		seed:  maphash.MakeSeed(),
		waits: map[uint64]bool{}, held: map[string][]*entity{},
		stated: map[[16]byte]struct{}{},
	}
}

func (m *mcpReader) read(out *sink) error {
	m.out = out
	if err := m.survey(); err != nil {
		return err
	}
	if err := m.memories(); err != nil || out.stopped {
		return err
	}
	if !m.relations {
		return nil
	}
	return m.ties()
}

func (m *mcpReader) hash(name string) uint64 { return maphash.String(m.seed, name) }

// survey learns what the records are and which names come more than once.
func (m *mcpReader) survey() error {
	return m.records.each(m.ctx, nil, func(rec *record) bool {
		kind := kindOfMCP(rec)
		m.kinds = append(m.kinds, kind)
		switch kind {
		case mcpEntity, mcpOne:
			h := m.hash(graphName(rec, kind))
			_, again := m.waits[h]
			m.waits[h] = again
		case mcpRelation:
			m.relations = true
		}
		return true
	})
}

// memories hands on everything but the relations.
func (m *mcpReader) memories() error {
	want := func(index int) bool {
		// What is written while the file is read, the next reading takes.
		return index < len(m.kinds) && m.kinds[index] != mcpRelation
	}
	err := m.records.each(m.ctx, want, func(rec *record) bool {
		switch kind := kindOfMCP(rec); kind {
		case mcpEntity, mcpOne:
			return m.entity(newEntity(rec, kind))
		case mcpRelation:
			return true // the file has changed under the reader
		case mcpBroken:
			return m.refuse(rec, rec.refused)
		case mcpNameless:
			return m.refuse(rec, nameless(rec))
		}
		return m.other(rec)
	})
	if err != nil || m.out.stopped {
		return err
	}
	for _, name := range m.order {
		if !m.writeHeld(m.held[name]) {
			break
		}
	}
	m.held, m.order = nil, nil
	return nil
}

func nameless(rec *record) string {
	if rec.text("type") == "entity" || rec.group == "entities" {
		return "an entity without a name"
	}
	return "a relation without its ends: from and to are needed"
}

func (m *mcpReader) refuse(rec *record, reason string) bool {
	return m.out.put(engine.Item{Refused: rec.refusal(m.run.src.Name, rec.text("name"), reason)})
}

// other reads a record that is none of the graph's by its field names.
func (m *mcpReader) other(rec *record) bool {
	item, ok := m.plain.read(rec)
	if !ok {
		return true
	}
	if item.Memory != nil && item.Warning == "" {
		item.Warning = fmt.Sprintf("line %d is neither an entity nor a relation: read as a memory of its own", rec.line)
	}
	return m.out.put(item)
}

// entity writes one, or keeps it until its last line.
func (m *mcpReader) entity(e *entity) bool {
	if !m.waits[m.hash(e.name)] {
		return m.write(e)
	}
	e.raw = bytes.Clone(e.raw)
	if m.held[e.name] == nil {
		m.order = append(m.order, e.name)
	}
	m.held[e.name] = append(m.held[e.name], e)
	return true
}

// writeHeld hands on an entity of several lines. Where the two sides of a
// merge make different things of it there are two, in conflict.
func (m *mcpReader) writeHeld(lines []*entity) bool {
	if !inDispute(lines) {
		return m.write(united(lines, noSide))
	}
	first, second := m.item(united(lines, theirs)), m.item(united(lines, ours))
	if !m.out.put(first) {
		return false
	}
	switch a, b := first.Memory, second.Memory; {
	case b == nil: // refused
	case a != nil && a.Sum == b.Sum:
		return true
	case a != nil:
		b.Twin, b.TwinOf = true, a.Record
		b.Record = otherName(b.Record, b.Sum)
	}
	return m.out.put(second)
}

// write hands on a finished entity.
func (m *mcpReader) write(e *entity) bool { return m.out.put(m.item(e)) }

// item is an entity as a memory, or why it cannot be one.
func (m *mcpReader) item(e *entity) engine.Item {
	e.settle()
	in := engine.Incoming{
		Record: e.name, Line: e.line,
		Scope:     engine.Scope{Namespace: m.run.set.Namespace, Subject: e.name},
		Type:      e.typ,
		Content:   e.content(),
		Metadata:  e.metadata(e.exact()),
		CreatedAt: e.created, UpdatedAt: e.updated,
	}
	if strings.TrimSpace(in.Type) == "" {
		in.Type = engine.DefaultType
	}
	if in.CreatedAt.IsZero() {
		in.CreatedAt = m.run.src.ModTime
	}
	if in.UpdatedAt.Before(in.CreatedAt) {
		in.UpdatedAt = time.Time{}
	}
	item := engine.Item{Memory: &in}
	if len(in.Metadata) > engine.MaxMetadataBytes && e.exact() {
		in.Metadata = e.metadata(false)
		item.Warning = fmt.Sprintf("line %d: what %s says beside the texts of its observations is too long to keep", e.line, excerpt([]byte(e.name)))
	}
	if reason := entityLimits(&in); reason != "" {
		rec := record{line: e.line, raw: e.raw}
		return engine.Item{Refused: rec.refusal(m.run.src.Name, e.name, reason)}
	}
	in.Sum = sum16(canonical([]byte(in.Type+"\x00"+in.Content+"\x00"), in.Metadata))
	return item
}

// entityLimits names the limit in the words of the file.
func entityLimits(in *engine.Incoming) string {
	switch {
	case strings.TrimSpace(in.Record) == "":
		return "an entity whose name is blank"
	case len(in.Record) > engine.MaxScopeBytes:
		return fmt.Sprintf("name has %d bytes, at most %d are kept", len(in.Record), engine.MaxScopeBytes)
	}
	return limits(in)
}

// ties hands on the edges. One that is stated again is left out.
func (m *mcpReader) ties() error {
	want := func(index int) bool { return index < len(m.kinds) && m.kinds[index] == mcpRelation }
	return m.records.each(m.ctx, want, func(rec *record) bool {
		if kindOfMCP(rec) != mcpRelation {
			return true // the file has changed under the reader
		}
		edge, reason := mcpEdge(rec)
		if reason != "" {
			return m.refuse(rec, reason)
		}
		key := sum16([]byte(edge.From + "\x00" + edge.To + "\x00" + edge.Type))
		if _, again := m.stated[key]; again {
			return true
		}
		m.stated[key] = struct{}{}
		return m.out.put(engine.Item{Edge: edge})
	})
}

func mcpEdge(rec *record) (*engine.IncomingEdge, string) {
	edge := &engine.IncomingEdge{
		From: rec.text("from"), To: rec.text("to"), Type: rec.text("relationType"), Line: rec.line,
	}
	if strings.TrimSpace(edge.Type) == "" {
		edge.Type = engine.RelRelatedTo
	}
	if len(edge.Type) > engine.MaxRelTypeBytes {
		return nil, fmt.Sprintf("relationType has %d bytes, at most %d are kept", len(edge.Type), engine.MaxRelTypeBytes)
	}
	var extras []field
	for _, f := range rec.fields {
		switch f.name {
		case "type", "from", "to", "relationType":
			continue
		case "createdAt", "created_at", "timestamp":
			if t, ok := readTime(f.value); ok && edge.CreatedAt.IsZero() {
				edge.CreatedAt = t
			}
		}
		extras = append(extras, f)
	}
	if engine.Undirected(edge.Type) { // stored without a direction; the file has one
		extras = append(extras, field{directionName, quote(nil, edge.From)})
	}
	edge.Metadata = object(extras)
	if len(edge.Metadata) > engine.MaxMetadataBytes {
		return nil, fmt.Sprintf("the relation has %d bytes beside its ends, at most %d are kept", len(edge.Metadata), engine.MaxMetadataBytes)
	}
	return edge, ""
}

// directionName is where an edge that ebb holds undirected remembers which end
// the file called from.
const directionName = "stated_from"
