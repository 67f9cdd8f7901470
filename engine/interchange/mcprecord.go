package interchange

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"ebb/engine"
)

// mcpKind says what a record of a knowledge graph is.
type mcpKind uint8

const (
	mcpOther    mcpKind = iota // none of the graph's: read by its field names
	mcpEntity                  // name, entityType, observations
	mcpOne                     // entityName, entityType, observation or contents: what is added to an entity
	mcpRelation                // from, to, relationType
	mcpBroken                  // cannot be read at all
	mcpNameless                // an entity or relation that does not say of what
)

func kindOfMCP(rec *record) mcpKind {
	if rec.refused != "" {
		return mcpBroken
	}
	respell(rec)
	name, from, to := rec.text("name") != "", rec.text("from") != "", rec.text("to") != ""
	switch rec.text("type") {
	case "entity":
		if !name {
			return mcpNameless
		}
		return mcpEntity
	case "relation":
		if !from || !to {
			return mcpNameless
		}
		return mcpRelation
	}
	switch {
	case name && rec.get("observations") != nil, name && isText(rec.get("entityType")):
		return mcpEntity
	case rec.text("entityName") != "" && (rec.get("observation") != nil || rec.get("contents") != nil):
		return mcpOne
	case name && rec.group == "entities":
		return mcpEntity
	case from && to && rec.get("relationType") != nil:
		return mcpRelation
	case rec.group == "entities", rec.group == "relations":
		return mcpNameless
	}
	return mcpOther
}

// graphName is the entity that a record of this kind speaks about.
func graphName(rec *record, kind mcpKind) string {
	if kind == mcpOne {
		return rec.text("entityName")
	}
	return rec.text("name")
}

// entity is one named thing of the graph, with what all its lines say.
type entity struct {
	line    int
	side    side
	name    string
	typ     string
	said    []observation
	extras  []field // other fields, the first line's win
	raw     []byte  // the first line, for a refusal
	created time.Time
	updated time.Time
}

// observation is one thing said about an entity.
type observation struct {
	text string
	raw  []byte // as it was written
}

// newEntity reads one line; nothing in the result points into the record.
func newEntity(rec *record, kind mcpKind) *entity {
	e := &entity{line: rec.line, side: rec.side, name: graphName(rec, kind), typ: rec.text("entityType"), raw: rec.raw}
	if kind == mcpOne {
		e.one(rec)
		return e
	}
	for _, f := range rec.fields {
		switch f.name {
		case "type", "name", "entityType":
		case "observations":
			e.many(f.value)
		default:
			e.extra(f)
		}
	}
	return e
}

// one reads the dialect of one observation a line: what else the line says is
// about the observation. A line may also add several, as contents.
func (e *entity) one(rec *record) {
	var with []field
	for _, f := range rec.fields {
		switch f.name {
		case "type", "entityName", "entityType":
		case "contents":
			e.many(f.value)
		case "observation":
			with = append(with, field{"text", f.value})
		default:
			with = append(with, f)
		}
	}
	switch {
	case rec.get("observation") == nil:
		for _, f := range with {
			e.extra(f)
		}
	case len(with) == 1:
		e.say(with[0].value)
	default:
		e.say(object(with))
	}
}

func (e *entity) many(value []byte) {
	if elements, ok := elementsOf(value); ok {
		for _, o := range elements {
			e.say(o)
		}
	} else if !isNull(value) {
		e.say(value) // one, without its list
	}
}

func (e *entity) extra(f field) {
	switch f.name {
	case "createdAt", "created_at", "timestamp":
		if t, ok := readTime(f.value); ok && e.created.IsZero() {
			e.created = t
		}
	case "updatedAt", "updated_at":
		if t, ok := readTime(f.value); ok {
			e.updated = later(e.updated, t)
		}
	}
	e.extras = append(e.extras, field{f.name, bytes.Clone(f.value)})
}

// say adds an observation, unless it has been made before.
func (e *entity) say(value []byte) {
	o := observation{text: text(value), raw: compact(value)}
	if !isText(value) {
		o.text = observed(value)
		if len(value) > 0 && value[0] == '{' {
			rec := record{}
			rec.fields, _ = fieldsOf(nil, value) // valid, as its line is
			for _, name := range append(createdNames, updatedNames...) {
				if t, ok := readTime(rec.get(name)); ok {
					e.created, e.updated = earlier(e.created, t), later(e.updated, t)
					break
				}
			}
		}
	}
	e.said = append(e.said, o)
}

// observed is the text of an observation that is not a bare one: its text
// field, else its JSON.
func observed(value []byte) string {
	rec := record{}
	rec.fields, _ = fieldsOf(nil, value) // not an object: no fields
	for _, name := range contentNames {
		if s := rec.text(name); s != "" {
			return s
		}
	}
	return string(compact(value))
}

// unite adds what a later line says of the same entity.
func (e *entity) unite(next *entity) {
	if e.typ == "" {
		e.typ = next.typ
	}
	e.said = append(e.said, next.said...)
	for _, f := range next.extras {
		if !slices.ContainsFunc(e.extras, func(have field) bool { return have.name == f.name }) {
			e.extras = append(e.extras, f)
		}
	}
	e.created = earlier(e.created, next.created)
	e.updated = later(e.updated, next.updated)
}

// united is what some lines say of one entity; nil for no lines.
func united(lines []*entity, but side) *entity {
	var whole *entity
	for _, e := range lines {
		switch {
		case e.side == but && but != noSide:
		case whole == nil:
			first := *e
			first.said, first.extras = slices.Clone(e.said), slices.Clone(e.extras)
			whole = &first
		default:
			whole.unite(e)
		}
	}
	return whole
}

// inDispute reports whether both sides of a merge say something of an entity.
func inDispute(lines []*entity) bool {
	on := func(s side) bool {
		return slices.ContainsFunc(lines, func(e *entity) bool { return e.side == s })
	}
	return on(ours) && on(theirs)
}

// settle drops repeated observations; the first of equals stays.
func (e *entity) settle() {
	seen := make(map[string]bool, len(e.said))
	e.said = slices.DeleteFunc(e.said, func(o observation) bool {
		key := o.text
		if !isText(o.raw) {
			key = "\x00" + o.text // an object and a text are told apart, two objects are not
		}
		repeated := seen[key]
		seen[key] = true
		return repeated
	})
}

// content is one observation a line, the name where there is none.
func (e *entity) content() string {
	var b strings.Builder
	for _, o := range e.said {
		if strings.TrimSpace(o.text) == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(o.text)
	}
	if b.Len() == 0 {
		return e.name
	}
	return b.String()
}

// exact reports whether the lines of content do not say what the observations
// were, so that these have to be kept beside it.
func (e *entity) exact() bool {
	if len(e.said) == 1 && e.said[0].text == e.name {
		return true // else it would read as an entity without observations
	}
	return slices.ContainsFunc(e.said, func(o observation) bool {
		return !isText(o.raw) || strings.TrimSpace(o.text) == "" || strings.Contains(o.text, "\n")
	})
}

// The names in metadata that an export turns back into the graph.
const (
	keyName          = "key"
	observationsName = "observations"
)

// metadata is what an entity has besides its text. exact adds the
// observations as they were written.
func (e *entity) metadata(exact bool) engine.Metadata {
	all := []field{{keyName, quote(nil, e.name)}}
	for _, f := range e.extras {
		for f.name == keyName || f.name == observationsName {
			f.name = "original_" + f.name
		}
		all = append(all, f)
	}
	if exact {
		raws := make([][]byte, len(e.said))
		for i, o := range e.said {
			raws[i] = o.raw
		}
		all = append(all, field{observationsName, list(raws)})
	}
	return object(all)
}

func list(elements [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(elements, []byte{','})...), ']')
}

// compact is a copy without space between the tokens.
func compact(value []byte) []byte {
	var out bytes.Buffer
	if err := json.Compact(&out, value); err != nil {
		return bytes.Clone(value) // unreachable: values come from valid JSON
	}
	return out.Bytes()
}

// earlier and later leave unknown times out of account.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
