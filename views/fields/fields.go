// Package fields compares what two memories, or two versions of one, say
// besides their texts, in words for people.
package fields

import (
	"bytes"
	"encoding/json"
	"slices"

	"ebb/engine"
)

// Difference is a field that is not the same in A and B, as text that is still
// hostile: whoever draws it cleans it. A missing value is "none".
type Difference struct{ Name, A, B string }

// Rest lists the differences in source, expiry and metadata, the metadata's
// members by name.
func Rest(a, b *engine.Memory) []Difference {
	var out []Difference
	add := func(name, was, is string) {
		if was != is {
			out = append(out, Difference{name, OrNone(was), OrNone(is)})
		}
	}
	add("source", a.Source, b.Source)
	add("expires", expiry(a), expiry(b))
	was, is := members(a.Metadata), members(b.Metadata)
	names := make([]string, 0, len(was)+len(is))
	for name := range was {
		names = append(names, name)
	}
	for name := range is {
		if _, both := was[name]; !both {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		add(name, was[name], is[name])
	}
	return out
}

// OrNone is s, or "none" when there is nothing.
func OrNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// Place is where a memory lives: its namespace, and its subject unless that is
// the default one.
func Place(m *engine.Memory) string {
	s := m.Scope.Namespace
	if m.Scope.Subject != engine.DefaultSubject && m.Scope.Subject != "" {
		s += " · " + m.Scope.Subject
	}
	return s
}

func expiry(m *engine.Memory) string {
	if m.ExpiresAt.IsZero() {
		return ""
	}
	return m.ExpiresAt.Format("2 Jan 2006")
}

// members are the metadata's values as people read them.
func members(m engine.Metadata) map[string]string {
	raw := map[string]json.RawMessage{}
	if len(m) > 0 && json.Unmarshal(m, &raw) != nil {
		return map[string]string{"metadata": string(m)}
	}
	out := make(map[string]string, len(raw))
	for name, value := range raw {
		var text string
		if json.Unmarshal(value, &text) == nil {
			out[name] = text
			continue
		}
		var short bytes.Buffer
		if json.Compact(&short, value) == nil {
			out[name] = short.String()
		}
	}
	return out
}
