package interchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"ebb/engine"
)

// record is one JSON object of a file, or what stands where one should be.
type record struct {
	line    int
	index   int // from 0, over all records of the file
	raw     []byte
	fields  []field
	refused string // why it cannot be read; fields are empty then
}

// get is the value of a field, nil without one.
func (r *record) get(name string) []byte {
	for i := range r.fields {
		if r.fields[i].name == name {
			return r.fields[i].value
		}
	}
	return nil
}

// text is the value of a field that holds a JSON string, else "".
func (r *record) text(name string) string { return text(r.get(name)) }

// refusal is the record as one that cannot be taken.
func (r *record) refusal(file, name, reason string) *engine.Refusal {
	return &engine.Refusal{
		File: file, Line: r.line, Record: name, Reason: reason,
		Raw: bytes.Clone(r.raw[:min(len(r.raw), engine.MaxRefusalBytes)]),
	}
}

// records are a file's records, in order. A pass with want skips, without
// looking inside, records whose index it does not want. What fn receives is
// valid until it returns; fn ends the pass by returning false.
type records interface {
	each(ctx context.Context, want func(index int) bool, fn func(*record) bool) error
	// warnings is what the last pass found out about the file as a whole.
	warnings() []string
}

// lineRecords reads one record a line.
type lineRecords struct {
	open  func() (io.Reader, error) // once per pass
	notes []string
}

func (s *lineRecords) warnings() []string { return s.notes }

func (s *lineRecords) each(ctx context.Context, want func(int) bool, fn func(*record) bool) error {
	r, err := s.open()
	if err != nil {
		return err
	}
	var (
		in    = newLines(r)
		merge markers
		rec   record
	)
	for index := 0; ; {
		l, err := in.next()
		if errors.Is(err, io.EOF) {
			s.notes = merge.finish()
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading line %d: %w", in.n+1, err)
		}
		if in.n%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(l.text) == 0 || merge.structure(l.text, l.n) {
			continue
		}
		index++
		if want != nil && !want(index-1) {
			continue
		}
		rec = record{line: l.n, index: index - 1, raw: l.text, fields: rec.fields[:0]}
		if l.tooLong() {
			rec.refused = fmt.Sprintf("the line has %s, at most %s are read", sizeText(l.size), sizeText(MaxLineBytes))
		} else if rec.refused = diagnose(l.text, l.last); rec.refused == "" {
			rec.fields, _ = fieldsOf(rec.fields, l.text) // it is valid
		}
		if !fn(&rec) {
			return nil
		}
	}
}

// MaxDocumentBytes bounds a file that is one JSON document instead of lines:
// it is read whole.
const MaxDocumentBytes = 64 << 20

// docRecords are the objects inside a document that is not written a record a
// line: an array, {"entities": […], "relations": […]}, or pretty-printed
// objects one after another, with commas between them or without.
type docRecords struct {
	found []docRecord
	notes []string
}

type docRecord struct {
	line   int
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
		rec = record{line: d.line, index: i, raw: d.raw, fields: rec.fields[:0], refused: d.reason}
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
	s := &docRecords{}
	count := lineCounter{text: b}
	for i := separators(b, 0); i < len(b); i = separators(b, i) {
		end := valueEnd(b, i)
		if end <= i {
			end = len(b)
		}
		value := b[i:end]
		reason := documentReason(value)
		if reason != "" || !s.unwrap(value, groups, &count, i) {
			s.found = append(s.found, docRecord{line: count.at(i), raw: value, reason: reason})
		}
		i = end
	}
	return s
}

// unwrap takes the records out of an array or of the named groups.
func (s *docRecords) unwrap(value []byte, groups []string, count *lineCounter, at int) bool {
	elements, isArray := elementsOf(value)
	if !isArray {
		fields, _ := fieldsOf(nil, value) // not an object: no fields
		for _, f := range fields {
			for _, g := range groups {
				if f.name == g {
					inner, ok := elementsOf(f.value)
					elements, isArray = append(elements, inner...), isArray || ok
				}
			}
		}
	}
	for _, e := range elements {
		// Elements are slices of value, so their place follows from their capacity.
		place := at + cap(value) - cap(e)
		s.found = append(s.found, docRecord{line: count.at(place), raw: e, reason: documentReason(e)})
	}
	return isArray
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
