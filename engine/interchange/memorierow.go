package interchange

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebb/engine"
)

// memorieFields are the fields of a memory that have a place of their own.
var memorieFields = []string{
	"id", "tenantId", "namespace", "subjectId", "type", "content", "state", "importance", "confidence", "source", "metadata", "createdAt",
	"updatedAt", "lastAccessedAt", "accessCount", "expiresAt", "version", "supersedes", "supersededBy", "mergedFrom",
}

// row reads a memory as it stood at one time.
func (m *memorieReader) row(rec *record) (out engine.Memory, reason string) {
	out.Importance, out.Confidence, out.State = engine.DefaultImportance, engine.DefaultConfidence, engine.Active
	var tenant, state string
	if reason = rec.scalars(
		named{"id", &out.ID}, named{"tenantId", &tenant}, named{"namespace", &out.Scope.Namespace}, named{"subjectId", &out.Scope.Subject},
		named{"type", &out.Type}, named{"content", &out.Content}, named{"state", &state}, named{"source", &out.Source},
		named{"supersedes", &out.Supersedes}, named{"supersededBy", &out.SupersededBy},
	); reason != "" {
		return out, reason
	}
	if value := rec.get("tenantId"); value != nil && !isNull(value) {
		out.Scope.Tenant = engine.Tenant{ID: tenant, Set: true}
	}
	out.Scope.Namespace = cmp.Or(strings.TrimSpace(out.Scope.Namespace), m.run.set.Namespace)
	out.Scope.Subject = cmp.Or(strings.TrimSpace(out.Scope.Subject), m.run.set.Subject)
	out.Type = cmp.Or(out.Type, engine.DefaultType)
	if state != "" {
		var known bool
		if out.State, known = engine.ParseState(state); !known {
			return out, fmt.Sprintf("state: got %s, want one of those that memories have", excerpt([]byte(state)))
		}
	}
	if strings.TrimSpace(out.ID) == "" {
		return out, "a memory without an id"
	}
	for _, step := range []func(*record, *engine.Memory) string{memorieNumbers, memorieTimes, memorieMetadata} {
		if reason = step(rec, &out); reason != "" {
			return out, reason
		}
	}
	return out, ""
}

func memorieNumbers(rec *record, out *engine.Memory) string {
	for _, n := range []struct {
		name string
		to   *float64
	}{{"importance", &out.Importance}, {"confidence", &out.Confidence}} {
		p := plainMemory{rec: rec, taken: make([]bool, len(rec.fields))}
		x, reason := p.unit(n.name)
		if reason != "" {
			return reason
		}
		if x != nil {
			*n.to = *x
		}
	}
	for _, n := range []struct {
		name string
		most float64
		to   func(float64)
	}{
		{"version", math.MaxUint32, func(x float64) { out.Version = uint32(x) }},
		{"accessCount", 1 << 53, func(x float64) { out.AccessCount = uint64(x) }},
	} {
		value := rec.get(n.name)
		if value == nil || isNull(value) {
			continue
		}
		x, err := strconv.ParseFloat(string(value), 64)
		if err != nil || !isNumber(value) || x != math.Trunc(x) || x < 0 || x > n.most {
			return fmt.Sprintf("%s: got %s, want a count", n.name, excerpt(value))
		}
		n.to(x)
	}
	return ""
}

func memorieTimes(rec *record, out *engine.Memory) string {
	for _, n := range []struct {
		name string
		to   *time.Time
	}{{"createdAt", &out.CreatedAt}, {"updatedAt", &out.UpdatedAt}, {"lastAccessedAt", &out.LastAccessedAt}, {"expiresAt", &out.ExpiresAt}} {
		var odd []string
		if *n.to = rec.time(n.name, &odd); len(odd) > 0 {
			return odd[0]
		}
	}
	return ""
}

// memorieMetadata takes the metadata, and with it what has no other place.
func memorieMetadata(rec *record, out *engine.Memory) string {
	var all []field
	if value := rec.get("metadata"); value != nil && !isNull(value) {
		if value[0] != '{' {
			return "metadata: got " + kindOf(value) + ", want an object"
		}
		all, _ = fieldsOf(nil, value) // valid, as the record is
	}
	for _, f := range rec.without(memorieFields...) {
		for slices.ContainsFunc(all, func(have field) bool { return have.name == f.name }) {
			f.name += "_"
		}
		all = append(all, f)
	}
	out.Metadata = object(all)
	if value := rec.get("mergedFrom"); value != nil && !isNull(value) {
		elements, isArray := elementsOf(value)
		if !isArray {
			return "mergedFrom: got " + kindOf(value) + ", want a list of ids"
		}
		for _, e := range elements {
			if !isText(e) {
				return "mergedFrom: got " + kindOf(e) + " in it, want a list of ids"
			}
			out.MergedFrom = append(out.MergedFrom, text(e))
		}
	}
	return ""
}

func (m *memorieReader) version(rec *record) (id, reason string) {
	v := memorieVersion{sum: sum16(canonicalFields(nil, rec.fields)), rec: &record{line: rec.line, raw: rec.raw}}
	v.Actor = memorieActor
	var change, actor string
	if reason = rec.scalars(named{"memoryId", &v.MemoryID}, named{"changeType", &change}, named{"reason", &v.Reason}, named{"actor", &actor}); reason != "" {
		return v.MemoryID, reason
	}
	if strings.TrimSpace(v.MemoryID) == "" {
		return "", "a version without a memoryId"
	}
	snapshot := record{line: rec.line, raw: rec.raw}
	snapshot.fields, _ = fieldsOf(nil, rec.get("snapshot")) // not an object: no fields
	if snapshot.get("id") == nil {
		snapshot.fields = append(snapshot.fields, field{"id", quote(nil, v.MemoryID)})
	}
	if v.Memory, reason = m.row(&snapshot); reason != "" {
		return v.MemoryID, "snapshot: " + reason
	}
	if v.Number = cmp.Or(rec.count("version"), v.Memory.Version); v.Number == 0 {
		return v.MemoryID, "a version without a number"
	}
	var odd []string
	if v.At = rec.time("createdAt", &odd); len(odd) > 0 {
		return v.MemoryID, odd[0]
	}
	v.At = orTime(v.At, v.Memory.UpdatedAt)
	var known bool
	if v.Change, known = engine.ParseChangeType(change); !known {
		return v.MemoryID, fmt.Sprintf("changeType: got %s, want one of those that versions have", excerpt([]byte(change)))
	}
	if actor != "" {
		v.Actor = engine.ParseActor(actor)
	}
	m.versions = append(m.versions, v)
	return v.MemoryID, ""
}
