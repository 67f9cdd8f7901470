package interchange

import "slices"

// Graphs of other writers call the same things by other names. respell gives a
// record of one the server's own names, so that there is one way to read it; a
// record that is none of a graph's stays as it is.
//
//   - entity_name, entity_type and relation_type;
//   - source and target for a relation's ends, and relation or label for its
//     type, on a line that says it is a relation and in a list of relations;
//   - in the lists of a whole graph, type for what kind of entity or relation.
func respell(rec *record) {
	typ := rec.text("type")
	relation := rec.group == "relations" || typ == "relation"
	entity := rec.group == "entities" || typ == "entity" || rec.get("name") != nil
	switch {
	case relation, rec.get("from") != nil && rec.get("to") != nil && rec.get("relation_type") != nil:
		rec.rename("relation_type", "relationType")
		if !relation {
			return
		}
		rec.rename("source", "from")
		rec.rename("target", "to")
		rec.rename("relation", "relationType")
		rec.rename("label", "relationType")
		if rec.group != "" && typ != "relation" {
			rec.rename("type", "relationType")
		}
	case entity, rec.get("entity_name") != nil:
		rec.rename("entity_name", "entityName")
		rec.rename("entity_type", "entityType")
		if rec.group != "" && typ != "entity" {
			rec.rename("type", "entityType")
		}
	}
}

// rename gives a field another name, unless the record has one of that name.
func (r *record) rename(from, to string) {
	if r.get(to) != nil {
		return
	}
	if i := slices.IndexFunc(r.fields, func(f field) bool { return f.name == from }); i >= 0 {
		r.fields[i].name = to
	}
}

// namedEntries are the entries of an object that is written where a list of
// named records is usual: the name moves into the record.
func namedEntries(b []byte) [][]byte {
	fields, _ := fieldsOf(nil, b) // valid, as its caller has seen
	out := make([][]byte, 0, len(fields))
	for _, f := range fields {
		inner, isObject := fieldsOf(nil, f.value)
		if !isObject {
			out = append(out, f.value) // refused by what it is
			continue
		}
		if !slices.ContainsFunc(inner, func(f field) bool { return f.name == "name" }) {
			inner = append([]field{{"name", quote(nil, f.name)}}, inner...)
		}
		out = append(out, object(inner))
	}
	return out
}
