package timeline

import (
	"strings"

	"ebb/engine"
	"ebb/views/fields"
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
		{"where", fields.Place(a), fields.Place(b)},
	}
	for _, d := range fields.Rest(a, b) {
		out = append(out, Field{d.Name, d.A, d.B})
	}
	return out
}

// short is hostile text in at most n cells.
func short(s string, n int) string { return strings.TrimRight(widget.Line(s, n), " ") }
