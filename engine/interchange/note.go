package interchange

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"ebb/engine"
)

// note is one Markdown note: a memory, the names it goes by, and what it
// links to.
type note struct {
	in    engine.Incoming
	names []string // as links may call it, folded
	links []link
	odd   []string
}

// noteNames are the names that notes have for fields with a place of their own.
var noteNames = []struct{ theirs, ours string }{
	{"created", "created_at"},
	{"date", "created_at"},
	{"updated", "updated_at"},
	{"modified", "updated_at"},
	{"lastmod", "updated_at"},
}

// ownName marks the notes that ebb's own export writes, in their front matter.
const ownName = "ebb"

// readNote makes a memory of a note. name is its path in its folder, with
// slashes and without the ending.
func readNote(b []byte, name string, src Source, set Settings) (*note, string) {
	b = bytes.TrimPrefix(b, bom)
	switch {
	case !utf8.Valid(b):
		at := len(validPrefix(b))
		return nil, fmt.Sprintf("invalid UTF-8: byte 0x%02x at position %d", b[at], at+1)
	case bytes.IndexByte(b, 0) >= 0:
		return nil, "binary data: it has zero bytes"
	case markerPlace(b) >= 0:
		return nil, "merge-conflict markers: settle the merge in the file, then import it"
	}
	n := &note{}
	front, body, found := splitNote(b)
	var fields []field
	if found {
		var err error
		if fields, err = frontFields(front); err != nil {
			n.odd = append(n.odd, "its front matter cannot be read and stays text: "+err.Error())
			fields, body = nil, b
		}
	}
	rec := &record{line: 1, raw: b, fields: fields}
	rest, exact := rec, ""
	if isNumber(rec.get(ownName)) {
		rest, exact = n.own(rec, front, body)
	} else {
		n.foreign(rec, body, name)
	}
	m := plainMemory{rec: rest, taken: make([]bool, len(rest.fields))}
	var reason string
	if n.in, reason = m.read(src, set); reason != "" {
		return nil, reason
	}
	n.odd = append(n.odd, m.odd...)
	if rest != rec {
		if exact == "" {
			return nil, "no text: nothing follows the front matter"
		}
		n.in.Content = exact
		if t := rec.time("updatedAt", &n.odd); !t.Before(n.in.CreatedAt) {
			n.in.UpdatedAt = t
		}
		if reason = limits(&n.in); reason != "" {
			return nil, reason
		}
	}
	n.in.Sum = sum16(canonicalFields(nil, rest.fields))
	n.in.Record = n.in.ID
	if n.in.ID == "" {
		n.in.Record = "note " + name
	}
	n.names = append(n.names, foldName(name), foldName(path.Base(name)))
	return n, ""
}

// foreign prepares a note that another program or a person wrote.
func (n *note) foreign(rec *record, body []byte, name string) {
	text := strings.Trim(strings.ReplaceAll(string(body), "\r\n", "\n"), "\n")
	text = strings.TrimRight(text, " \t\n")
	for _, own := range contentNames[:len(contentNames)-1] {
		rec.rename(own, own+"_") // the text is the body's; a description may stand in for it
	}
	for _, names := range noteNames {
		rec.rename(names.theirs, names.ours)
	}
	for _, name := range []string{"title", "permalink", "name"} {
		if called := rec.text(name); called != "" {
			n.names = append(n.names, foldName(called))
		}
	}
	if first, _, _ := strings.Cut(text, "\n"); strings.TrimSpace(strings.TrimLeft(first, "# ")) == strings.TrimSpace(rec.text("title")) {
		rec.rename("title", "title_") // the body says it itself
		rec.fields = rec.without("title_")
	}
	inner := record{}
	inner.fields, _ = fieldsOf(nil, rec.get("metadata")) // not an object: no fields
	if typ := inner.get("type"); isText(typ) && rec.firstOf(typeNames) == "" {
		rec.fields = append(rec.fields, field{"type", typ})
	}
	found := linesOf(text)
	n.links = found.links
	if tags := tagsOf(rec.get("tags"), found.tags); len(tags) > 0 {
		rec.put("tags", texts(tags))
	}
	if len(found.categories) > 0 && rec.get("categories") == nil {
		rec.put("categories", texts(found.categories))
	}
	if rec.get("path") == nil {
		rec.put("path", quote(nil, name+".md"))
	}
	if text != "" {
		rec.put("content", quote(nil, text))
	}
}

// own prepares a note of our own export: the text, which it returns, is the
// body to the byte. Links that were written into it since count as well.
func (n *note) own(rec *record, front, body []byte) (rest *record, exact string) {
	content := bytes.TrimSuffix(body, []byte("\n"))
	if !unedited(front, content) {
		content = bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))
		n.links = linesOf(string(content)).links
	}
	list, _ := elementsOf(rec.get("relations")) // not a list: no elements
	for _, e := range list {
		said := record{}
		said.fields, _ = fieldsOf(nil, e) // not an object: no fields
		l := link{typ: said.text("type"), to: said.text("to"), weight: said.number("weight"), relation: said.text("relation")}
		l.created, _ = readTime(said.get("createdAt"))
		if about := said.get("metadata"); len(about) > 0 && about[0] == '{' {
			inner, _ := fieldsOf(nil, about) // valid, made from YAML
			l.metadata = object(inner)
		}
		if json := said.text("metadata_json"); json != "" {
			if m, err := engine.ParseMetadata([]byte(json)); err == nil {
				l.metadata = m
			}
		}
		if l.typ == "" || l.to == "" {
			n.odd = append(n.odd, "a relation without type or to is left out")
			continue
		}
		n.links = append(n.links, l)
	}
	out := &record{line: rec.line, raw: rec.raw, fields: rec.without(ownName, sumName, "relations", "metadata_json", "content", "updatedAt")}
	if json := rec.text("metadata_json"); json != "" {
		if m, err := engine.ParseMetadata([]byte(json)); err == nil && len(m) > 0 {
			out.put("metadata", m)
		}
	}
	// What reads the fields wants a text of some words, and a memory's may be
	// blanks: its sum stands in for it.
	out.fields = append(out.fields, field{"content", quote(nil, noteSum(nil, content))})
	return out, string(content)
}

// sumName is the field by which our own export knows its notes again: whether
// anyone has changed them since. It is the last one.
const sumName = "sum"

func noteSum(front, content []byte) string {
	sum := sum16(append(append(append([]byte(nil), front...), 0), content...))
	return hex.EncodeToString(sum[:])
}

func unedited(front, content []byte) bool {
	at := bytes.LastIndex(front, []byte("\n"+sumName+": "))
	if at < 0 {
		return false
	}
	said := strings.Trim(strings.TrimSpace(string(front[at+len("\n"+sumName+": "):])), `"`)
	return said == noteSum(front[:at+1], content)
}

// put gives the record a field, in place of one of that name.
func (r *record) put(name string, value []byte) {
	if i := slices.IndexFunc(r.fields, func(f field) bool { return f.name == name }); i >= 0 {
		r.fields[i].value = value
		return
	}
	r.fields = append(r.fields, field{name, value})
}

// firstOf is the first of some fields that holds text.
func (r *record) firstOf(names []string) string {
	for _, name := range names {
		if s := r.text(name); strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

// tagsOf unites the tags of the front matter, a list or a text with commas,
// with those of the lines.
func tagsOf(front []byte, said []string) []string {
	var tags []string
	add := func(tag string) {
		if tag = strings.TrimPrefix(strings.TrimSpace(tag), "#"); tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	if isText(front) {
		for tag := range strings.SplitSeq(text(front), ",") {
			add(tag)
		}
	}
	list, _ := elementsOf(front) // not a list: no elements
	for _, e := range list {
		if s, reason := scalar("tags", e); reason == "" {
			add(s)
		}
	}
	for _, tag := range said {
		add(tag)
	}
	return tags
}

func texts(all []string) []byte {
	quoted := make([][]byte, len(all))
	for i, s := range all {
		quoted[i] = quote(nil, s)
	}
	return list(quoted)
}

// foldName is a name as links are compared.
func foldName(s string) string {
	s = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(s), ".md"), ".markdown")
	return strings.ToLower(strings.TrimPrefix(s, "./"))
}
