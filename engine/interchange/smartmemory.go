package interchange

import (
	"fmt"
	"slices"
	"strings"

	"ebb/dynamics"
	"ebb/engine"
)

// smartNames are SmartMemory's names for fields that have a place of their own.
var smartNames = []struct{ theirs, ours string }{
	{"item_id", "id"},
	{"memory_type", "type"},
	{"workspace_id", "namespace"},
	{"user_id", "subjectId"},
	{"tenant_id", "tenantId"},
	{"transaction_time", "created_at"},
}

// smartSigns are names in an item's metadata that only SmartMemory's evolvers
// write.
var smartSigns = []string{"retention_score", "retrieval__profile", "archive_timestamp", "interference_count"}

// smartReader reads SmartMemory items and the edges between them. An item is
// read like any plain record; what its metadata says of retention becomes the
// memory's own evidence, and stays in the metadata as it was said.
type smartReader struct {
	run     *run
	out     *sink
	plain   plainReader
	edges   []*engine.IncomingEdge // after all items
	stated  *sightings
	vectors int // items that brought an embedding
}

func (r *run) readSmart(records records, out *sink) error {
	s := &smartReader{run: r, out: out, plain: plainReader{src: r.src, set: r.set, seen: newSightings()}, stated: newSightings()}
	if err := records.each(r.ctx, nil, s.record); err != nil || out.stopped {
		return err
	}
	for _, e := range s.edges {
		if !out.put(engine.Item{Edge: e}) {
			return nil
		}
	}
	if s.vectors > 0 {
		out.rest([]string{fmt.Sprintf("embeddings are left out (%d): ebb makes its own", s.vectors)})
	}
	return nil
}

func isSmartEdge(names []string) bool { return hasAll(names, "source_id", "target_id", "edge_type") }

// isSmartItem reports whether a record with a text is a SmartMemory item.
func isSmartItem(rec *record, names []string) bool {
	if !hasAny(names, contentNames...) {
		return false
	}
	return hasAny(names, "item_id", "memory_type") || hasAny(namesIn(rec.get("metadata")), smartSigns...)
}

func (s *smartReader) record(rec *record) bool {
	if rec.refused != "" {
		return s.out.put(engine.Item{Refused: rec.refusal(s.run.src.Name, "", rec.refused)})
	}
	if isSmartEdge(rec.names()) {
		return s.edge(rec)
	}
	for _, n := range smartNames {
		rec.rename(n.theirs, n.ours)
	}
	if i := slices.IndexFunc(rec.fields, func(f field) bool { return f.name == "embedding" }); i >= 0 {
		if !isNull(rec.fields[i].value) {
			s.vectors++
		}
		rec.fields = slices.Delete(rec.fields, i, i+1)
	}
	item, ok := s.plain.read(rec)
	if !ok {
		return true
	}
	if item.Memory != nil {
		if odd := retained(item.Memory); len(odd) > 0 {
			said := fmt.Sprintf("line %d: %s", rec.line, strings.Join(odd, "; "))
			if item.Warning != "" {
				said = item.Warning + "; " + strings.Join(odd, "; ")
			}
			item.Warning = said
		}
	}
	return s.out.put(item)
}

// leastBase stands for a retention of 0, which as a base would read as none.
const leastBase = 1e-9

// retained makes evidence of what an item's metadata says of its retention;
// odd names what has no meaning.
func retained(in *engine.Incoming) (odd []string) {
	meta := record{}
	meta.fields, _ = fieldsOf(nil, in.Metadata) // no metadata: no fields
	unit := func(name string) *float64 {
		m := plainMemory{rec: &meta, taken: make([]bool, len(meta.fields))}
		x, reason := m.unit(name)
		if reason != "" {
			odd = append(odd, reason+", kept as metadata")
		}
		return x
	}
	score := unit("retention_score")
	if score != nil {
		in.Base = max(*score, leastBase)
	}
	if in.Confidence == nil {
		in.Confidence = unit("confidence")
	}
	if in.Importance == nil {
		in.Importance = unit("importance")
	}
	if days := meta.number("stability"); days > 0 {
		in.Stability = days
	}
	if string(meta.get("archived")) == "true" && in.State == 0 {
		in.State = engine.Archived
		in.Archive = engine.Archive{At: meta.time("archive_timestamp", &odd), Reason: meta.text("archive_reason")}
		if score != nil {
			in.Archive.Score = *score
		}
	}
	if profile := profileIn(&meta); profile != nil {
		in.Retrieved = profileOf(profile)
		in.Retrieved.Profile.Last = meta.time("last_retrieved_at", &odd)
		if in.Retrieved.Profile.Last.IsZero() {
			in.Retrieved.Profile.Last = later(in.CreatedAt, in.UpdatedAt)
		}
	}
	return odd
}

// profileIn finds the retrieval profile; the published system writes it under
// one name or under two, one inside the other.
func profileIn(meta *record) *record {
	value := meta.get("retrieval__profile")
	if value == nil {
		outer := record{}
		outer.fields, _ = fieldsOf(nil, meta.get("retrieval")) // not an object: no fields
		value = outer.get("profile")
	}
	if value == nil {
		value = meta.get("retrieval.profile")
	}
	profile := record{}
	profile.fields, _ = fieldsOf(nil, value) // not an object: no fields
	if profile.number("total_count") <= 0 {
		return nil
	}
	return &profile
}

func profileOf(p *record) *engine.Retrieved {
	r := &engine.Retrieved{Profile: dynamics.Profile{
		Total: p.count("total_count"), Search: p.count("search_count"), Get: p.count("get_count"),
		Top1: p.count("top1_count"), MinRank: p.count("min_search_rank"),
		MeanRank: max(p.number("avg_search_rank"), 0), MeanSimilarity: p.number("avg_similarity_score"),
		Velocity7: max(p.number("velocity_7d"), 0), Velocity30: max(p.number("velocity_30d"), 0),
	}}
	sources := record{}
	sources.fields, _ = fieldsOf(nil, p.get("sources")) // not an object: no fields
	for _, f := range sources.fields {
		if n := sources.count(f.name); n > 0 && len(f.name) <= engine.MaxScopeBytes {
			if r.Sources == nil {
				r.Sources = map[string]uint32{}
			}
			r.Sources[f.name] = n
		}
	}
	return r
}

// edge reads a tie between two items.
func (s *smartReader) edge(rec *record) bool {
	edge, odd, reason := smartEdge(rec, s.run.src)
	if reason != "" {
		return s.out.put(engine.Item{Refused: rec.refusal(s.run.src.Name, rec.text("source_id"), reason)})
	}
	switch s.stated.see(edge.Record, edge.Sum) {
	case saidBefore:
		return true
	case saidOtherwise:
		return s.out.put(engine.Item{Refused: rec.refusal(s.run.src.Name, edge.From, "the file has two "+edge.Type+" edges between these items")})
	}
	s.edges = append(s.edges, edge)
	if len(odd) == 0 {
		return true
	}
	return s.out.put(engine.Item{Warning: fmt.Sprintf("line %d: %s", rec.line, strings.Join(odd, "; "))})
}

func smartEdge(rec *record, src Source) (edge *engine.IncomingEdge, odd []string, reason string) {
	edge = &engine.IncomingEdge{ByID: true, Line: rec.line, Sum: sum16(canonicalFields(nil, rec.fields))}
	if reason = rec.scalars(named{"source_id", &edge.From}, named{"target_id", &edge.To}, named{"edge_type", &edge.Type}); reason != "" {
		return nil, nil, reason
	}
	edge.Type = strings.ToLower(strings.TrimSpace(edge.Type))
	switch {
	case strings.TrimSpace(edge.From) == "" || strings.TrimSpace(edge.To) == "" || edge.Type == "":
		return nil, nil, "an edge without source_id, target_id or edge_type"
	case edge.From == edge.To:
		return nil, nil, "an edge from an item to itself"
	case len(edge.Type) > engine.MaxRelTypeBytes:
		return nil, nil, fmt.Sprintf("edge_type has %d bytes, at most %d are kept", len(edge.Type), engine.MaxRelTypeBytes)
	}
	edge.Record = strings.Join([]string{"tie", edge.Type, edge.From, edge.To}, " ")
	says := record{}
	says.fields, _ = fieldsOf(nil, rec.get("properties")) // not an object: no fields
	says.fields = append(says.fields, rec.without("source_id", "target_id", "edge_type", "properties")...)
	c, odd, reason := connectionOf(&says, src.ModTime)
	if reason != "" {
		return nil, nil, reason
	}
	edge.CreatedAt = timeIn(&says, []string{"first_co_retrieved_at", "created_at", "createdAt"})
	if last := says.time("last_co_retrieved_at", &odd); !last.IsZero() {
		c.LastActivated = last
	}
	taken := []string{"strength", "stability", "last_activated", "access_count", "created_at", "createdAt", "first_co_retrieved_at", "last_co_retrieved_at"}
	if edge.Type == engine.CoRetrieved {
		edge.Count = max(says.count("co_retrieval_count"), 1)
		c.AccessCount = max(c.AccessCount, int64(edge.Count))
		taken = append(taken, "co_retrieval_count")
	}
	if w := says.number("weight"); w > 0 && w <= 1 {
		edge.Weight = w
		taken = append(taken, "weight")
	}
	edge.Connection, edge.Metadata = &c, object(says.without(taken...))
	if len(edge.Metadata) > engine.MaxMetadataBytes {
		return nil, nil, fmt.Sprintf("the edge has %d bytes beside its ends, at most %d are kept", len(edge.Metadata), engine.MaxMetadataBytes)
	}
	return edge, odd, ""
}
