package engine

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Metadata is a memory's free-form JSON object, kept as compact JSON text so
// that numbers and key order survive as they came. nil counts as {}.
type Metadata []byte

// MarshalJSON writes the object, {} when empty.
func (m Metadata) MarshalJSON() ([]byte, error) {
	if len(m) == 0 {
		return []byte("{}"), nil
	}
	return m, nil
}

// UnmarshalJSON takes any JSON object; ParseMetadata gives the better errors.
func (m *Metadata) UnmarshalJSON(b []byte) error {
	p, err := ParseMetadata(b)
	if err == nil {
		*m = p
	}
	return err
}

// ParseMetadata reads a JSON object of at most MaxMetadataBytes. Empty input
// and null are {}.
func ParseMetadata(b []byte) (Metadata, error) {
	b = bytes.TrimSpace(b)
	if len(b) == 0 || string(b) == "null" {
		return nil, nil
	}
	if b[0] != '{' {
		return nil, &ValidationError{Field: "metadata", Got: shorten(string(b)), Want: "a JSON object"}
	}
	var out bytes.Buffer
	if err := json.Compact(&out, b); err != nil {
		return nil, &ValidationError{Field: "metadata", Got: err.Error(), Want: "a JSON object"}
	}
	if out.Len() > MaxMetadataBytes {
		return nil, &ValidationError{Field: "metadata", Got: strconv.Itoa(out.Len()) + " bytes", Want: "at most " + strconv.Itoa(MaxMetadataBytes) + " bytes"}
	}
	if out.Len() == 2 {
		return nil, nil
	}
	return out.Bytes(), nil
}

// Fields decodes the object; numbers are json.Number. A nil map for {}.
func (m Metadata) Fields() (map[string]any, error) {
	if len(m) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(m))
	d.UseNumber()
	var f map[string]any
	err := d.Decode(&f)
	return f, err
}

// mentions reports whether the object may have a field of this name, without
// decoding it.
func (m Metadata) mentions(name string) bool {
	return len(m) > 0 && (bytes.Contains(m, []byte(`"`+name+`"`)) || bytes.IndexByte(m, '\\') >= 0 || strings.ContainsAny(name, `"\`))
}

// identity returns the canonical form of the scalar under a name.
func (m Metadata) identity(name string) Identity {
	if !m.mentions(name) {
		return Identity{}
	}
	f, err := m.Fields()
	if err != nil {
		return Identity{}
	}
	switch v := f[name].(type) {
	case string:
		return Identity{Kind: TextIdentity, Value: v}
	case bool:
		return Identity{Kind: BoolIdentity, Value: strconv.FormatBool(v)}
	case json.Number:
		x, err := v.Float64()
		if err != nil {
			break
		}
		if x == 0 {
			x = 0 // −0 and 0 are one number
		}
		return Identity{Kind: NumberIdentity, Value: strconv.FormatFloat(x, 'g', -1, 64)}
	case nil:
		if _, given := f[name]; given {
			return Identity{Kind: NullIdentity}
		}
	}
	return Identity{}
}

// stability is the number of days that a record carries for itself; 0 without.
func (m Metadata) stability() float64 {
	if !m.mentions("stability") {
		return 0
	}
	f, err := m.Fields()
	if err != nil {
		return 0
	}
	if n, ok := f["stability"].(json.Number); ok {
		if s, err := n.Float64(); err == nil && s > 0 {
			return s
		}
	}
	return 0
}
