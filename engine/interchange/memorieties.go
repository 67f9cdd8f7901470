package interchange

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"strings"

	"ebb/engine"
)

func (m *memorieReader) relation(rec *record) (id, reason string) {
	e := &engine.IncomingEdge{ByID: true, Line: rec.line}
	if reason = rec.scalars(named{"id", &id}, named{"fromMemoryId", &e.From}, named{"toMemoryId", &e.To}, named{"type", &e.Type}); reason != "" {
		return id, reason
	}
	switch {
	case strings.TrimSpace(e.From) == "" || strings.TrimSpace(e.To) == "" || strings.TrimSpace(e.Type) == "":
		return id, "a relation without fromMemoryId, toMemoryId or type"
	case e.From == e.To:
		return id, "a relation from a memory to itself"
	case len(e.Type) > engine.MaxRelTypeBytes || len(id) > engine.MaxIDBytes:
		return id, "the relation's type or id is too long to keep"
	}
	if w := rec.number("weight"); w > 0 {
		e.Weight = min(w, 1)
	}
	var odd []string
	if e.CreatedAt = rec.time("createdAt", &odd); len(odd) > 0 {
		return id, odd[0]
	}
	var about engine.Memory
	if reason = memorieMetadata(&record{fields: rec.without("id", "fromMemoryId", "toMemoryId", "type", "weight", "createdAt", "mergedFrom")}, &about); reason != "" {
		return id, reason
	}
	e.Metadata = about.Metadata
	key := engine.EdgeKey{From: e.From, Type: e.Type, To: e.To}.Canonical()
	switch {
	case id == relationID(key) || id == "":
	case e.Type == engine.RelContradicts: // a pair contradicts once
		fields, _ := fieldsOf(nil, e.Metadata) // no metadata: no fields
		e.Metadata = object(append(fields, field{relationName, quote(nil, id)}))
	default:
		e.Relation = id
	}
	if len(e.Metadata) > engine.MaxMetadataBytes {
		return id, fmt.Sprintf("metadata has %d bytes, at most %d are kept", len(e.Metadata), engine.MaxMetadataBytes)
	}
	key.Relation = e.Relation
	if !m.tied[key] {
		m.tied[key] = true
		m.edges = append(m.edges, e)
	}
	return id, ""
}

// relationName is where a contradiction keeps the id it was written under.
const relationName = "relation_id"

// relationID names an edge that has no id of its own: the format wants one.
func relationID(k engine.EdgeKey) string {
	sum := sum16([]byte(k.From + "\x00" + k.Type + "\x00" + k.To))
	return "rel-" + hex.EncodeToString(sum[:8])
}

func (m *memorieReader) conflict(rec *record) (id, reason string) {
	c := engine.Conflict{Confidence: 1, Type: engine.ConflictImported, Status: engine.ConflictOpen}
	var a, b, status string
	if reason = rec.scalars(
		named{"id", &c.ID}, named{"memoryA", &a}, named{"memoryB", &b}, named{"type", &c.Type}, named{"explanation", &c.Explanation},
		named{"status", &status}, named{"resolution", &c.Resolution}, named{"resolvedMemoryId", &c.ResolvedMemoryID},
	); reason != "" {
		return c.ID, reason
	}
	if strings.TrimSpace(a) == "" || strings.TrimSpace(b) == "" || a == b {
		return c.ID, "a conflict without two memories: memoryA and memoryB are needed"
	}
	c.Type = cmp.Or(c.Type, engine.ConflictImported)
	if status != "" {
		var known bool
		if c.Status, known = engine.ParseConflictStatus(status); !known {
			return c.ID, fmt.Sprintf("status: got %s, want open, resolved or dismissed", excerpt([]byte(status)))
		}
	}
	p := plainMemory{rec: rec, taken: make([]bool, len(rec.fields))}
	confidence, reason := p.unit("confidence")
	if reason != "" {
		return c.ID, reason
	}
	if confidence != nil {
		c.Confidence = *confidence
	}
	var odd []string
	c.CreatedAt, c.ResolvedAt = rec.time("createdAt", &odd), rec.time("resolvedAt", &odd)
	if len(odd) > 0 {
		return c.ID, odd[0]
	}
	if len(c.ID) > engine.MaxIDBytes || len(c.Explanation) > engine.MaxReasonBytes {
		return c.ID, "the conflict's id or explanation is too long to keep"
	}
	m.fights = append(m.fights, &engine.IncomingConflict{Conflict: c, A: a, B: b, ByID: true})
	return c.ID, ""
}
