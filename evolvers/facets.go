package evolvers

import (
	"bytes"
	"encoding/json"
	"math"

	"ebb/engine"
)

// Facets are what evolvers read from a memory's metadata, under the names that
// are shared with other systems.
type Facets struct {
	Tags, Topics  []string
	Skills, Tools []string
	Subject       string
	Domain        string
	Status        string
	Entities      []Entity // subject, entity_name, entities and the ends of relations
	FormedFrom    []string // formed_from and source_facts
	Pattern       string
	Refs          []CodeRef // source_code_refs
	Code          CodeRef   // repo, file_path and commit_hash of a memory of code
	Relevance     float64   // 1 when it is not given
	Stale         bool
	StaleReason   string
	Odd           string // the first name whose value makes no sense
}

// Entity is somebody or something that a memory is about.
type Entity struct{ Name, Type string }

// CodeRef is a file at a commit.
type CodeRef struct{ Repo, Path, Commit string }

// names are those that facets are read from; a text without any of them need
// not be parsed.
var names = [][]byte{
	[]byte(`"tags"`), []byte(`"topics"`), []byte(`"skills"`), []byte(`"tools"`), []byte(`"subject"`), []byte(`"domain"`),
	[]byte(`"status"`), []byte(`"entit`), []byte(`"relations"`), []byte(`"formed_from"`), []byte(`"source_`), []byte(`"pattern"`),
	[]byte(`"commit_hash"`), []byte(`"relevance"`), []byte(`"stale`), []byte(`\`),
}

var noFacets = Facets{Relevance: 1}

func readFacets(m engine.Metadata) (*Facets, error) {
	known := false
	for _, name := range names {
		if known = bytes.Contains(m, name); known {
			break
		}
	}
	if !known {
		return &noFacets, nil
	}
	fields, err := m.Fields()
	if err != nil {
		return nil, err
	}
	r := reading{fields: fields, out: Facets{Relevance: 1}}
	r.out.Tags, r.out.Topics = r.texts("tags"), r.texts("topics")
	r.out.Skills, r.out.Tools = r.texts("skills"), r.texts("tools")
	r.out.Subject, r.out.Domain, r.out.Status = r.text("subject"), r.text("domain"), r.text("status")
	r.out.Pattern, r.out.StaleReason = r.text("pattern"), r.text("stale_reason")
	r.out.FormedFrom = append(r.texts("formed_from"), r.texts("source_facts")...)
	r.out.Code = CodeRef{Repo: r.text("repo"), Path: r.text("file_path"), Commit: r.text("commit_hash")}
	r.out.Stale, _ = fields["stale"].(bool)
	r.relevance()
	r.entities()
	r.refs()
	return &r.out, nil
}

type reading struct {
	fields map[string]any
	out    Facets
}

func (r *reading) odd(name string) {
	if r.out.Odd == "" {
		r.out.Odd = name
	}
}

func (r *reading) text(name string) string {
	switch v := r.fields[name].(type) {
	case string:
		return v
	case nil:
	default:
		r.odd(name)
	}
	return ""
}

// texts reads a list of texts; one text is a list of one.
func (r *reading) texts(name string) []string {
	switch v := r.fields[name].(type) {
	case string:
		if v != "" {
			return []string{v}
		}
	case []any:
		out := make([]string, 0, len(v))
		for _, x := range v {
			s, ok := x.(string)
			if !ok {
				r.odd(name)
				continue
			}
			if s != "" && !contains(out, s) {
				out = append(out, s)
			}
		}
		return out
	case nil:
	default:
		r.odd(name)
	}
	return nil
}

func (r *reading) relevance() {
	v, given := r.fields["relevance"]
	if !given {
		return
	}
	n, ok := v.(json.Number)
	x, err := n.Float64()
	if !ok || err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		r.odd("relevance")
		return
	}
	r.out.Relevance = x
}

func (r *reading) entities() {
	r.entity(r.out.Subject, "")
	r.entity(first(r.fields, "entity_name", "entity_id"), r.text("entity_type"))
	list, _ := r.fields["entities"].([]any)
	for _, x := range list {
		switch v := x.(type) {
		case string:
			r.entity(v, "")
		case map[string]any:
			r.entity(first(v, "name", "entity_name"), first(v, "entity_type", "type"))
		default:
			r.odd("entities")
		}
	}
	list, _ = r.fields["relations"].([]any)
	for _, x := range list {
		v, ok := x.(map[string]any)
		if !ok {
			r.odd("relations")
			continue
		}
		r.entity(first(v, "subject", "source_id", "source"), "")
		r.entity(first(v, "object", "target_id", "target"), "")
	}
}

// entity notes an entity once, with the first type that is known.
func (r *reading) entity(name, typ string) {
	if name == "" {
		return
	}
	for i := range r.out.Entities {
		if e := &r.out.Entities[i]; e.Name == name {
			if e.Type == "" {
				e.Type = typ
			}
			return
		}
	}
	r.out.Entities = append(r.out.Entities, Entity{Name: name, Type: typ})
}

func (r *reading) refs() {
	switch list := r.fields["source_code_refs"].(type) {
	case []any:
		for _, x := range list {
			v, ok := x.(map[string]any)
			if !ok {
				r.odd("source_code_refs")
				continue
			}
			r.out.Refs = append(r.out.Refs, CodeRef{Repo: first(v, "repo"), Path: first(v, "file_path"), Commit: first(v, "commit_hash")})
		}
	case nil:
	default:
		r.odd("source_code_refs")
	}
}

// first is the first of several names that holds a text.
func first(m map[string]any, names ...string) string {
	for _, name := range names {
		if s, ok := m[name].(string); ok && s != "" {
			return s
		}
	}
	return ""
}
