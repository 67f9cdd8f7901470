package timeline

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"ebb/engine"
	"ebb/views/widget"
)

// Field is something that a version says besides its text, as people read it:
// the same as in the older version, or not.
type Field struct{ Name, Was, Is string }

// Changed reports whether the two versions differ in it.
func (f *Field) Changed() bool { return f.Was != f.Is }

// Fields compares what two versions say besides their texts: the fields that
// people look for always, the others where they differ.
func Fields(a, b *engine.Memory) []Field {
	out := []Field{
		{"type", a.Type, b.Type},
		{"importance", widget.Score(a.Importance), widget.Score(b.Importance)},
		{"confidence", widget.Score(a.Confidence), widget.Score(b.Confidence)},
		{"state", a.State.String(), b.State.String()},
		{"where", place(a), place(b)},
	}
	add := func(name, was, is string) {
		if was != is {
			out = append(out, Field{name, orNone(was), orNone(is)})
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

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func place(m *engine.Memory) string {
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

// short is hostile text in at most n cells.
func short(s string, n int) string { return strings.TrimRight(widget.Line(s, n), " ") }
