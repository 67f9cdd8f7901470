package interchange

import (
	"strings"

	"ebb/engine"
)

// mcp writes live memories as entities and the ties between them as
// relations. Ties of common retrieval are ebb's own and stay out.
func (x *exporter) mcp() error {
	g := graph{names: map[string]string{}, used: map[string]bool{}, stated: map[[16]byte]bool{}}
	for head, err := range x.tx.Heads().All("") {
		if err != nil {
			if err := x.pass(err); err != nil {
				return err
			}
			continue
		}
		if !head.State.Live() {
			continue
		}
		v, err := x.current(&head)
		if err != nil {
			if err := x.pass(err); err != nil {
				return err
			}
			continue
		}
		if err := x.raw(g.entity(&head, &v.Memory.Body)); err != nil {
			return err
		}
	}
	for edge, err := range x.tx.Edges().All() {
		if err != nil {
			if err := x.pass(err); err != nil {
				return err
			}
			continue
		}
		if relation := g.relation(&edge); relation != nil {
			if err := x.raw(relation); err != nil {
				return err
			}
		}
	}
	for _, d := range x.dangling {
		extras, _ := extrasOf(d.Metadata)
		if relation := g.state(d.From, d.To, d.Type, extras); relation != nil {
			if err := x.raw(relation); err != nil {
				return err
			}
		}
	}
	return nil
}

// graph is what has been written of one.
type graph struct {
	names  map[string]string // memory id → entity name
	used   map[string]bool
	stated map[[16]byte]bool
}

// entity is a memory's line.
func (g *graph) entity(head *engine.Head, body *engine.Body) []byte {
	fields, _ := fieldsOf(nil, body.Metadata) // no metadata: no fields
	meta := record{fields: fields}
	name := g.name(head, meta.text(keyName))
	line := []field{
		{"type", []byte(`"entity"`)},
		{"name", quote(nil, name)},
		{"entityType", quote(nil, head.Type)},
		{"observations", observationsOf(name, body.Content, meta.get(observationsName))},
	}
	for _, f := range meta.fields {
		switch f.name {
		case observationsName:
			continue
		case keyName:
			if text(f.value) == name {
				continue
			}
		case "type", "name", "entityType":
			f.name = "metadata." + f.name // the graph has these names already
		}
		if f.name == "original_"+keyName {
			f.name = keyName
		}
		line = append(line, f)
	}
	return object(line)
}

// name finds an entity's name: its key, else its title. A name that is taken
// gets the id behind it.
func (g *graph) name(head *engine.Head, key string) string {
	name := key
	if strings.TrimSpace(name) == "" {
		name = head.Title
	}
	if name == "" {
		name = head.ID
	}
	if g.used[name] {
		name += " (" + head.ID + ")"
	}
	g.used[name] = true
	g.names[head.ID] = name
	return name
}

// observationsOf turns a text back into observations: as they once were
// written, where the text still says just that, else one a line.
func observationsOf(name, content string, written []byte) []byte {
	if elements, ok := elementsOf(written); ok {
		e := entity{name: name}
		for _, o := range elements {
			e.say(o)
		}
		if e.content() == content {
			return compact(written)
		}
	}
	if content == name {
		return []byte("[]")
	}
	var all [][]byte
	for l := range strings.SplitSeq(content, "\n") {
		if strings.TrimSpace(l) != "" {
			all = append(all, quote(nil, l))
		}
	}
	return list(all)
}

// relation is an edge's line, nil for an edge that does not belong in a graph.
func (g *graph) relation(edge *engine.Edge) []byte {
	if edge.Type == engine.CoRetrieved && edge.Count > 0 {
		return nil
	}
	from, ok := g.names[edge.From]
	to, also := g.names[edge.To]
	if !ok || !also {
		return nil
	}
	extras, statedFrom := extrasOf(edge.Metadata)
	if statedFrom == to {
		from, to = to, from
	}
	return g.state(from, to, edge.Type, extras)
}

// extrasOf are a relation's other fields, and the end that an undirected one
// was stated from.
func extrasOf(m engine.Metadata) (extras []field, statedFrom string) {
	fields, _ := fieldsOf(nil, m) // no metadata: no fields
	for _, f := range fields {
		switch f.name {
		case directionName:
			statedFrom = text(f.value)
		case "type", "from", "to", "relationType":
		default:
			extras = append(extras, f)
		}
	}
	return extras, statedFrom
}

// state is the line of a relation, nil when it has been written before: what
// dangled once may have got its end since.
func (g *graph) state(from, to, typ string, extras []field) []byte {
	key := sum16([]byte(from + "\x00" + to + "\x00" + typ))
	if g.stated[key] {
		return nil
	}
	g.stated[key] = true
	return object(append([]field{
		{"type", []byte(`"relation"`)},
		{"from", quote(nil, from)},
		{"to", quote(nil, to)},
		{"relationType", quote(nil, typ)},
	}, extras...))
}
