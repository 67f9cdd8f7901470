package interchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"time"

	"ebb/engine"
)

// record is one JSON object of a file, or what stands where one should be.
type record struct {
	line    int
	index   int    // from 0, over all records of the file
	group   string // the array of a wrapping object that it stands in; ""
	side    side   // of an unfinished merge
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

// names lists the record's fields.
func (r *record) names() []string {
	names := make([]string, len(r.fields))
	for i := range r.fields {
		names[i] = r.fields[i].name
	}
	return names
}

// without are the record's fields but for some; null counts as absent.
func (r *record) without(names ...string) []field {
	var rest []field
	for _, f := range r.fields {
		if !slices.Contains(names, f.name) && !isNull(f.value) {
			rest = append(rest, f)
		}
	}
	return rest
}

// named is where the text of a field goes.
type named struct {
	name string
	to   *string
}

// scalars reads fields that name something; the reason is that of the first
// one of another kind.
func (r *record) scalars(all ...named) (reason string) {
	for _, n := range all {
		if *n.to, reason = scalar(n.name, r.get(n.name)); reason != "" {
			return reason
		}
	}
	return ""
}

// time is the time in a field, zero without one; one that cannot be read is
// noted as odd.
func (r *record) time(name string, odd *[]string) time.Time {
	value := r.get(name)
	if value == nil || isNull(value) {
		return time.Time{}
	}
	t, ok := readTime(value)
	if !ok {
		*odd = append(*odd, fmt.Sprintf("%s %s is not a time", name, excerpt(value)))
	}
	return t
}

// number is the value of a field that holds a finite JSON number, else 0.
func (r *record) number(name string) float64 {
	value := r.get(name)
	x, err := strconv.ParseFloat(string(value), 64)
	if err != nil || !isNumber(value) {
		return 0
	}
	return x
}

// count is number for what is counted: whole, from 0 to the largest uint32.
func (r *record) count(name string) uint32 {
	return uint32(min(max(math.Round(r.number(name)), 0), math.MaxUint32))
}

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
		rec = record{line: l.n, index: index - 1, side: merge.side(), raw: l.text, fields: rec.fields[:0]}
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
