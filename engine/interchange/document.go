package interchange

import (
	"bytes"
	"context"
	"fmt"
	"slices"
)

// MaxDocumentBytes bounds a file that is one JSON document instead of lines:
// it is read whole.
const MaxDocumentBytes = 64 << 20

// docRecords are the objects inside a document that is not written a record a
// line: an array, {"entities": […], "relations": […]}, or pretty-printed
// objects one after another, with commas between them or without.
type docRecords struct {
	found []docRecord
	notes []string
	count lineCounter
}

type docRecord struct {
	line   int
	group  string
	raw    []byte
	reason string
}

func (s *docRecords) warnings() []string { return s.notes }

func (s *docRecords) each(ctx context.Context, want func(int) bool, fn func(*record) bool) error {
	var rec record
	for i, d := range s.found {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if want != nil && !want(i) {
			continue
		}
		rec = record{line: d.line, index: i, group: d.group, raw: d.raw, fields: rec.fields[:0], refused: d.reason}
		if d.reason == "" {
			rec.fields, _ = fieldsOf(rec.fields, d.raw) // it is valid
		}
		if !fn(&rec) {
			return nil
		}
	}
	return nil
}

// splitDocument finds the records of a document. groups names the arrays of a
// wrapping object whose elements are the records; none means the top level.
func splitDocument(b []byte, groups []string) *docRecords {
	b = bytes.TrimPrefix(b, bom)
	s := &docRecords{count: lineCounter{text: b}}
	if at := markerPlace(b); at >= 0 {
		s.found = []docRecord{{line: s.count.at(at), raw: b[at:], reason: "merge-conflict markers inside one JSON document: settle the merge in the file, then import it"}}
		return s
	}
	for i := separators(b, 0); i < len(b); i = separators(b, i) {
		end := valueEnd(b, i)
		if end <= i {
			end = len(b)
		}
		if value := b[i:end]; !s.unwrap(value, groups, i) {
			s.keep("", value, i)
		}
		i = end
	}
	return s
}

// keep notes a value at a place of the document as a record.
func (s *docRecords) keep(group string, value []byte, at int) {
	s.found = append(s.found, docRecord{line: s.count.at(at), group: group, raw: value, reason: documentReason(value)})
}

// unwrap takes the records out of an array or of the named groups. What ends
// in the middle gives the records before its end.
func (s *docRecords) unwrap(value []byte, groups []string, at int) bool {
	if value[0] == '[' {
		s.elements("", value, at)
		return true
	}
	if len(groups) == 0 || value[0] != '{' {
		return false
	}
	fields, whole := fieldsOf(nil, value)
	if !whole {
		if torn, ok := tornField(value, fields); ok {
			fields = append(fields, torn)
		}
	}
	found := false
	for _, f := range fields {
		if !slices.Contains(groups, f.name) || isNull(f.value) {
			continue
		}
		found = true
		// Values are slices of the document, so their place follows from
		// their capacity.
		place := at + cap(value) - cap(f.value)
		switch {
		case f.value[0] == '[':
			s.elements(f.name, f.value, place)
			continue
		case f.name == "entities" && diagnose(f.value, false) == "":
			for _, e := range namedEntries(f.value) {
				s.keep(f.name, e, place)
			}
			continue
		}
		s.found = append(s.found, docRecord{
			line: s.count.at(place), group: f.name, raw: f.value,
			reason: fmt.Sprintf("%s: got %s, want an array", f.name, kindOf(f.value)),
		})
	}
	return found || whole
}

// elements keeps an array's elements, and what follows the last whole one in
// an array that does not end.
func (s *docRecords) elements(group string, array []byte, at int) {
	elements, whole := elementsOf(array)
	rest := 1
	for _, e := range elements {
		place := cap(array) - cap(e)
		s.keep(group, e, at+place)
		rest = place + len(e)
	}
	if whole {
		return
	}
	s.notes = append(s.notes, fmt.Sprintf("the list that starts at line %d does not end: the file was cut short or is damaged there", s.count.at(at)))
	if rest = separators(array, rest); rest < len(array) {
		s.keep(group, bytes.TrimSpace(array[rest:]), at+rest)
	}
}

// tornField is the field behind the whole ones of an object that does not end.
func tornField(value []byte, whole []field) (field, bool) {
	i := 1
	if n := len(whole); n > 0 {
		i = cap(value) - cap(whole[n-1].value) + len(whole[n-1].value)
	}
	i = separators(value, i)
	if i >= len(value) || value[i] != '"' {
		return field{}, false
	}
	end := stringEnd(value, i)
	if end < 0 {
		return field{}, false
	}
	name := text(value[i:end])
	if i = space(value, end); i >= len(value) || value[i] != ':' {
		return field{}, false
	}
	if i = space(value, i+1); i >= len(value) {
		return field{}, false
	}
	return field{name, value[i:]}, true
}

// documentReason is diagnose for a part of a document, where an array may
// stand for its elements.
func documentReason(b []byte) string {
	if len(b) > 0 && b[0] == '[' {
		return broken(b, false)
	}
	return diagnose(b, false)
}

// separators skips space and the commas between joined objects.
func separators(b []byte, i int) int {
	for i = space(b, i); i < len(b) && b[i] == ','; i = space(b, i) {
		i++
	}
	return i
}

// lineCounter turns rising places of a text into line numbers.
type lineCounter struct {
	text []byte
	seen int
	n    int // line ends before seen
}

func (c *lineCounter) at(place int) int {
	if place < c.seen {
		c.seen, c.n = 0, 0
	}
	c.n += bytes.Count(c.text[c.seen:place], []byte("\n"))
	c.seen = place
	return c.n + 1
}
