package interchange

import (
	"encoding/hex"
	"fmt"
	"strings"

	"ebb/engine"
)

// The names under which tools write a memory's parts, first match first.
var (
	contentNames = []string{"content", "text", "memory", "fact", "observation", "body", "description"}
	typeNames    = []string{"type", "kind", "category"}
	createdNames = []string{"createdAt", "created_at", "timestamp", "ts"}
	updatedNames = []string{"updatedAt", "updated_at"}
	expiresNames = []string{"expiresAt", "expires_at"}
)

// knownNames are the fields with a place of their own: null in one of them
// means that it is absent.
var knownNames = func() map[string]bool {
	known := map[string]bool{}
	for _, names := range [][]string{
		contentNames, typeNames, createdNames, updatedNames, expiresNames,
		{"id", "title", "namespace", "subjectId", "tenantId", "importance", "confidence", "source", "state", "metadata"},
	} {
		for _, name := range names {
			known[name] = true
		}
	}
	return known
}()

// plainReader reads records that are one memory each, by their field names.
type plainReader struct {
	src  Source
	set  Settings
	seen *sightings
	ours map[string]bool // records on the first side of a merge that are known by their key
}

// read turns a record into an item. It reports false for a record that repeats
// one from before word for word.
func (p *plainReader) read(rec *record) (engine.Item, bool) {
	m := plainMemory{rec: rec, taken: make([]bool, len(rec.fields))}
	in, reason := m.read(p.src, p.set)
	if reason != "" {
		return engine.Item{Refused: rec.refusal(p.src.Name, in.ID, reason)}, true
	}
	in.Sum = sum16(canonicalFields(nil, rec.fields))
	if !p.name(&in, rec.side) {
		return engine.Item{}, false
	}
	item := engine.Item{Memory: &in}
	if len(m.odd) > 0 {
		item.Warning = fmt.Sprintf("line %d: %s", rec.line, strings.Join(m.odd, "; "))
	}
	return item, true
}

// name finds the record's name: its id, its key, or one made of what it says.
func (p *plainReader) name(in *engine.Incoming, at side) bool {
	switch key := keyOf(in.Metadata); {
	case in.ID != "":
		in.Record = in.ID
	case key != "":
		in.Record = strings.Join([]string{"key", in.Scope.Namespace, in.Scope.Subject, in.Type, key}, ":")
		if at == ours {
			if p.ours == nil {
				p.ours = map[string]bool{}
			}
			p.ours[in.Record] = true
		}
	default:
		says := sum16([]byte(strings.Join([]string{in.Scope.Tenant.ID, in.Scope.Namespace, in.Scope.Subject, in.Type, in.Content}, "\x00")))
		in.Record = "text:" + hex.EncodeToString(says[:])
	}
	switch p.seen.see(in.Record, in.Sum) {
	case saidBefore:
		return false
	case saidOtherwise:
		// One key may be stated anew further down, but not by the two sides of
		// a merge: there one of them is wrong.
		if in.Twin = in.ID != ""; at == theirs && p.ours[in.Record] {
			in.Twin, in.TwinOf = true, in.Record
		}
		in.Record = otherName(in.Record, in.Sum)
	}
	return true
}

// keyOf is the JSON text of metadata.key where that is a scalar.
func keyOf(m engine.Metadata) string {
	fields, _ := fieldsOf(nil, m) // no metadata: no fields
	for _, f := range fields {
		if f.name == "key" && !isNull(f.value) && f.value[0] != '{' && f.value[0] != '[' {
			return string(f.value)
		}
	}
	return ""
}

// plainMemory is one record on its way to becoming a memory: fields that have
// found their place are taken, the rest becomes metadata.
type plainMemory struct {
	rec   *record
	taken []bool
	odd   []string // what was not as expected
}

func (m *plainMemory) read(src Source, set Settings) (in engine.Incoming, reason string) {
	in = engine.Incoming{Line: m.rec.line, CreatedAt: src.ModTime}
	for _, step := range []func(*engine.Incoming) string{
		m.identity, m.scope(set), m.content, m.scores, m.times, m.state, m.metadata,
	} {
		if reason := step(&in); reason != "" {
			return in, reason
		}
	}
	in.Type = m.firstText(typeNames)
	if in.Type == "" {
		in.Type = engine.DefaultType
	}
	if source := m.rec.get("source"); isText(source) {
		in.Source = text(source)
	}
	return in, limits(&in)
}

// take marks a field as placed and returns its value; null counts as absent.
func (m *plainMemory) take(name string) []byte {
	for i, f := range m.rec.fields {
		if f.name == name && !m.taken[i] {
			if isNull(f.value) {
				return nil
			}
			m.taken[i] = true
			return f.value
		}
	}
	return nil
}

// takeText takes a field that names something: a text, or a number as text.
func (m *plainMemory) takeText(name string) (s, reason string) {
	return scalar(name, m.take(name))
}

// scalar is the value of a field that names something: a text, or a number as
// text; absent and null are "".
func scalar(name string, value []byte) (s, reason string) {
	switch {
	case value == nil || isNull(value):
		return "", ""
	case isText(value):
		return text(value), ""
	case isNumber(value):
		return string(value), ""
	}
	return "", fmt.Sprintf("%s: got %s, want text", name, kindOf(value))
}

// firstText is the first of some fields that holds text.
func (m *plainMemory) firstText(names []string) string {
	for _, name := range names {
		if s := m.rec.text(name); strings.TrimSpace(s) != "" {
			return s
		}
	}
	return ""
}

func (m *plainMemory) identity(in *engine.Incoming) (reason string) {
	in.ID, reason = m.takeText("id")
	return reason
}

func (m *plainMemory) scope(set Settings) func(*engine.Incoming) string {
	return func(in *engine.Incoming) string {
		var reasons [3]string
		in.Scope.Namespace, reasons[0] = m.takeText("namespace")
		in.Scope.Subject, reasons[1] = m.takeText("subjectId")
		in.Scope.Tenant.Set = m.rec.get("tenantId") != nil && !isNull(m.rec.get("tenantId"))
		in.Scope.Tenant.ID, reasons[2] = m.takeText("tenantId")
		if strings.TrimSpace(in.Scope.Namespace) == "" {
			in.Scope.Namespace = set.Namespace
		}
		if strings.TrimSpace(in.Scope.Subject) == "" {
			in.Scope.Subject = set.Subject
		}
		for _, r := range reasons {
			if r != "" {
				return r
			}
		}
		return ""
	}
}
