package conflicts

import (
	"strings"

	"ebb/engine"
	"ebb/views/fields"
	"ebb/views/widget"
)

// differences compares all fields but the text, in the order in which people
// look for them.
func differences(a, b *engine.Memory) []fields.Difference {
	var out []fields.Difference
	add := func(name, x, y string) {
		if x != y {
			out = append(out, fields.Difference{Name: name, A: fields.OrNone(x), B: fields.OrNone(y)})
		}
	}
	add("type", a.Type, b.Type)
	add("place", fields.Place(a), fields.Place(b))
	add("importance", widget.Score(a.Importance), widget.Score(b.Importance))
	add("confidence", widget.Score(a.Confidence), widget.Score(b.Confidence))
	return append(out, fields.Rest(a, b)...)
}

// inWords lists field differences: "confidence .90 / .80".
func inWords(all []fields.Difference) string {
	parts := make([]string, len(all))
	for i, f := range all {
		parts[i] = widget.Truncate(widget.Clean(f.Name), 24, "…") + " " + widget.Truncate(widget.Clean(f.A), 32, "…") + " / " + widget.Truncate(widget.Clean(f.B), 32, "…")
	}
	return strings.Join(parts, " · ")
}
