package conflicts

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"ebb/engine"
	"ebb/views/widget"
)

// fieldDifference is a field in which the two memories differ.
type fieldDifference struct{ name, a, b string }

// differences compares all fields but the text, in the order in which people
// look for them.
func differences(a, b *engine.Memory) []fieldDifference {
	var out []fieldDifference
	add := func(name, x, y string) {
		if x != y {
			out = append(out, fieldDifference{name, orNone(x), orNone(y)})
		}
	}
	add("type", a.Type, b.Type)
	add("place", place(a), place(b))
	add("importance", widget.Score(a.Importance), widget.Score(b.Importance))
	add("confidence", widget.Score(a.Confidence), widget.Score(b.Confidence))
	add("source", a.Source, b.Source)
	add("expires", day(a), day(b))
	was, is := members(a.Metadata), members(b.Metadata)
	var names []string
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

func day(m *engine.Memory) string {
	if m.ExpiresAt.IsZero() {
		return ""
	}
	return m.ExpiresAt.Format("2 Jan 2006")
}

// members are the metadata's values as they are written.
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

// inWords lists field differences: "confidence .90 / .80".
func inWords(fields []fieldDifference) string {
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = widget.Truncate(widget.Clean(f.name), 24, "…") + " " + widget.Truncate(widget.Clean(f.a), 32, "…") + " / " + widget.Truncate(widget.Clean(f.b), 32, "…")
	}
	return strings.Join(parts, " · ")
}
