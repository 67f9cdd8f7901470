package evolvers

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"ebb/engine"
)

// object is a JSON object being edited: the order of its names and the way its
// other values are written stay as they were.
type object struct {
	fields []field
	err    error // the first value that could not be written
}

type field struct {
	name  string
	value json.RawMessage
}

func openObject(m engine.Metadata) (*object, error) {
	o := &object{}
	if len(m) == 0 {
		return o, nil
	}
	d := json.NewDecoder(bytes.NewReader(m))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		text, ok := name.(string)
		if !ok {
			return nil, &engine.ValidationError{Field: "metadata", Want: "a JSON object"}
		}
		f := field{name: text}
		if err := d.Decode(&f.value); err != nil {
			return nil, err
		}
		o.put(f)
	}
	return o, nil
}

func (o *object) put(f field) {
	for i := range o.fields {
		if o.fields[i].name == f.name {
			o.fields[i].value = f.value
			return
		}
	}
	o.fields = append(o.fields, f)
}

func (o *object) set(name string, v any) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		if o.err == nil {
			o.err = err
		}
		return
	}
	o.put(field{name: name, value: bytes.TrimSpace(b.Bytes())})
}

func (o *object) remove(names ...string) {
	o.fields = slices.DeleteFunc(o.fields, func(f field) bool { return contains(names, f.name) })
}

func (o *object) get(name string) json.RawMessage {
	for i := range o.fields {
		if o.fields[i].name == name {
			return o.fields[i].value
		}
	}
	return nil
}

// count reads a number of events; what is none counts as 0.
func (o *object) count(name string) int {
	x, err := strconv.ParseFloat(string(o.get(name)), 64)
	if err != nil || !(x > 0 && x < 1e9) {
		return 0
	}
	return int(x)
}

// text reads a text; "" for anything else.
func (o *object) text(name string) string {
	var s string
	if json.Unmarshal(o.get(name), &s) != nil {
		return ""
	}
	return s
}

// metadata is the object as it is stored. Too large an object is an error.
func (o *object) metadata() (engine.Metadata, error) {
	if o.err != nil {
		return nil, o.err
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range o.fields {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(o.fields[i].name)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(o.fields[i].value)
	}
	b.WriteByte('}')
	return engine.ParseMetadata(b.Bytes())
}

// list reads a list of texts; nil for anything else.
func (o *object) list(name string) []string {
	var out []string
	if json.Unmarshal(o.get(name), &out) != nil {
		return nil
	}
	return out
}
