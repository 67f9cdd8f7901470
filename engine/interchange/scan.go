package interchange

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// maxDepth bounds how deeply a record may nest. Memories are flat; encoding/json
// itself stops at 10,000, and what is taken here must still fit when an export
// wraps it once more.
const maxDepth = 1000

// field is one name of a JSON object with the bytes of its value.
type field struct {
	name  string
	value []byte
}

// fieldsOf splits a JSON object into its fields without decoding the values.
// Of a repeated name the last value counts, in the first one's place, as
// JavaScript reads it. It is meant for valid JSON; anything else makes it
// report false, never more.
func fieldsOf(dst []field, b []byte) ([]field, bool) {
	i := space(b, 0)
	if i >= len(b) || b[i] != '{' {
		return dst, false
	}
	i = space(b, i+1)
	if i < len(b) && b[i] == '}' {
		return dst, true
	}
	var places map[string]int // only for objects with many names
	for i < len(b) && b[i] == '"' {
		end := stringEnd(b, i)
		if end < 0 {
			return dst, false
		}
		name := text(b[i:end])
		i = space(b, end)
		if i >= len(b) || b[i] != ':' {
			return dst, false
		}
		i = space(b, i+1)
		end = valueEnd(b, i)
		if end <= i {
			return dst, false
		}
		dst, places = putField(dst, places, field{name, b[i:end]})
		i = space(b, end)
		if i < len(b) && b[i] == '}' {
			return dst, true
		}
		if i >= len(b) || b[i] != ',' {
			return dst, false
		}
		i = space(b, i+1)
	}
	return dst, false
}

func putField(dst []field, places map[string]int, f field) ([]field, map[string]int) {
	const few = 24 // up to here a look along the slice is cheaper than a map
	if len(dst) < few {
		for i := range dst {
			if dst[i].name == f.name {
				dst[i].value = f.value
				return dst, places
			}
		}
		return append(dst, f), places
	}
	if places == nil {
		places = make(map[string]int, 2*few)
		for i := range dst {
			places[dst[i].name] = i
		}
	}
	if at, ok := places[f.name]; ok {
		dst[at].value = f.value
		return dst, places
	}
	places[f.name] = len(dst)
	return append(dst, f), places
}

// elementsOf splits a JSON array into the bytes of its elements.
func elementsOf(b []byte) ([][]byte, bool) {
	i := space(b, 0)
	if i >= len(b) || b[i] != '[' {
		return nil, false
	}
	i = space(b, i+1)
	if i < len(b) && b[i] == ']' {
		return nil, true
	}
	var out [][]byte
	for i < len(b) {
		end := valueEnd(b, i)
		if end <= i {
			return out, false
		}
		out = append(out, b[i:end])
		i = space(b, end)
		if i < len(b) && b[i] == ']' {
			return out, true
		}
		if i >= len(b) || b[i] != ',' {
			return out, false
		}
		i = space(b, i+1)
	}
	return out, false
}

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// stringEnd is the place behind the string that starts at i, -1 without end.
func stringEnd(b []byte, i int) int {
	for i++; ; {
		j := bytes.IndexByte(b[i:], '"')
		if j < 0 {
			return -1
		}
		end := i + j
		escapes := 0
		for end-1-escapes >= i && b[end-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return end + 1
		}
		i = end + 1
	}
}

// valueEnd is the place behind the value that starts at i, -1 without end.
func valueEnd(b []byte, i int) int {
	if i >= len(b) {
		return -1
	}
	switch b[i] {
	case '"':
		return stringEnd(b, i)
	case '{', '[':
		return bracketEnd(b, i)
	}
	for j := i; j < len(b); j++ {
		switch b[j] {
		case ',', '}', ']', ' ', '\n', '\t', '\r':
			return j
		}
	}
	return len(b)
}

func bracketEnd(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				return i + 1
			}
		case '"':
			end := stringEnd(b, i)
			if end < 0 {
				return -1
			}
			i = end
			continue
		}
		i++
	}
	return -1
}

// tooDeep reports whether valid JSON nests deeper than maxDepth.
func tooDeep(b []byte) bool {
	if len(b) <= 2*maxDepth {
		return false
	}
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '{', '[':
			if depth++; depth > maxDepth {
				return true
			}
		case '}', ']':
			depth--
		case '"':
			end := stringEnd(b, i)
			if end < 0 {
				return false
			}
			i = end - 1
		}
	}
	return false
}

// text decodes a JSON string. What is not one reads as "".
func text(b []byte) string {
	if len(b) < 2 || b[0] != '"' {
		return ""
	}
	if bytes.IndexByte(b, '\\') < 0 {
		return string(b[1 : len(b)-1])
	}
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return ""
	}
	return s
}

// isText reports whether the bytes of a value are a JSON string's.
func isText(b []byte) bool { return len(b) > 1 && b[0] == '"' }

func isNull(b []byte) bool { return string(b) == "null" }

// isNumber reports whether the bytes of a value are a JSON number's.
func isNumber(b []byte) bool { return len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9') }

// quote encodes a JSON string without escaping what HTML minds.
func quote(dst []byte, s string) []byte {
	plain := true
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' {
			plain = false
			break
		}
	}
	if plain {
		dst = append(dst, '"')
		dst = append(dst, s...)
		return append(dst, '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return append(dst, `""`...) // unreachable: a string always encodes
	}
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}

// canonical appends a value in the one form that equal values share: names
// sorted, no space, strings escaped alike, numbers as they were written. The
// value nests at most maxDepth deep.
func canonical(dst, b []byte) []byte {
	b = bytes.TrimSpace(b)
	if len(b) == 0 {
		return dst
	}
	switch b[0] {
	case '{':
		fields, _ := fieldsOf(nil, b) // valid by the time it comes here
		return canonicalFields(dst, fields)
	case '[':
		elements, _ := elementsOf(b) // valid, as above
		dst = append(dst, '[')
		for i, e := range elements {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = canonical(dst, e)
		}
		return append(dst, ']')
	case '"':
		if bytes.IndexByte(b, '\\') < 0 {
			return append(dst, b...)
		}
		return quote(dst, text(b))
	}
	return append(dst, b...)
}

// canonicalFields is canonical for an object that is already split.
func canonicalFields(dst []byte, fields []field) []byte {
	sorted := slices.Clone(fields)
	slices.SortFunc(sorted, func(a, b field) int { return strings.Compare(a.name, b.name) })
	dst = append(dst, '{')
	for i, f := range sorted {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = quote(dst, f.name)
		dst = append(dst, ':')
		dst = canonical(dst, f.value)
	}
	return append(dst, '}')
}

// object writes fields as a compact JSON object in the order given.
func object(fields []field) []byte {
	if len(fields) == 0 {
		return nil
	}
	var out bytes.Buffer
	var name []byte
	for i, f := range fields {
		if i == 0 {
			out.WriteByte('{')
		} else {
			out.WriteByte(',')
		}
		name = quote(name[:0], f.name)
		out.Write(name)
		out.WriteByte(':')
		if err := json.Compact(&out, f.value); err != nil {
			out.WriteString("null") // unreachable: values come from valid JSON
		}
	}
	out.WriteByte('}')
	return out.Bytes()
}
