package interchange

import "slices"

// wrapper is an object that holds all records of a file in its arrays.
type wrapper struct {
	format, dialect string
	groups          []string // the arrays
	// fits looks at the names of the object, as far as they are there, and at
	// the object.
	fits func(names []string, object []byte) bool
}

var wrappers = []wrapper{
	{MCP, "one object for the whole graph", []string{"entities", "relations"}, func(names []string, _ []byte) bool {
		return slices.Contains(names, "entities")
	}},
	{Engram, "", []string{"sessions", "observations", "prompts"}, func(names []string, _ []byte) bool {
		return slices.Contains(names, "sessions") && hasAny(names, "observations", "prompts", "exported_at")
	}},
	{MemPalace, "", []string{"hallways", "tunnels"}, func(names []string, _ []byte) bool {
		return slices.Contains(names, "hallways") || slices.Contains(names, "tunnels")
	}},
	{Memorie, "", []string{"memories", "versions", "relations", "conflicts"}, func(names []string, _ []byte) bool {
		return hasAll(names, "memories", "exportedAt")
	}},
	{SmartMemory, "items and edges in one object", []string{"items", "memories", "edges"}, func(names []string, object []byte) bool {
		return hasAny(names, "items", "memories") && (likeFirstOf(object, "items", SmartMemory) || likeFirstOf(object, "memories", SmartMemory))
	}},
	{Plain, "one object for all memories", []string{"memories"}, func(names []string, object []byte) bool {
		return likeFirstOf(object, "memories", Plain)
	}},
}

// likeFirstOf reports whether the first record in an array of an object is of
// a format.
func likeFirstOf(object []byte, group, format string) bool {
	fields, whole := fieldsOf(nil, object)
	if !whole {
		if torn, ok := tornField(object, fields); ok {
			fields = append(fields, torn)
		}
	}
	rec := record{fields: fields}
	list := rec.get(group)
	if len(list) == 0 || list[0] != '[' {
		return false
	}
	first := list[space(list, 1):]
	if end := valueEnd(first, 0); end > 0 {
		first = first[:end]
	}
	found, _ := classify(first, namesIn(first))
	return found == format
}

// wrapperOf finds what an object wraps. One that has a text of
// its own is a memory that mentions its entities.
func wrapperOf(object []byte) (wrapper, bool) {
	names := namesIn(object)
	if hasAny(names, contentNames...) {
		return wrapper{}, false
	}
	for _, w := range wrappers {
		if w.fits(names, object) {
			return w, true
		}
	}
	return wrapper{}, false
}
