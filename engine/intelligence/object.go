package intelligence

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// maxTries is at how many opening braces an answer's object is looked for: a
// bound, because each try may read to the end.
const maxTries = 32

// object finds the one JSON object in a model's words. Models that were not
// held to a schema think aloud, fence the object, or talk around it; two
// objects are ambiguous and refused.
func object(text string) (map[string]json.RawMessage, *fault) {
	rest := strings.TrimSpace(text)
	if i := strings.LastIndex(rest, "</think>"); i >= 0 && !strings.HasPrefix(rest, "{") {
		rest = rest[i:]
	}
	var found map[string]json.RawMessage
	for range maxTries {
		i := strings.IndexByte(rest, '{')
		if i < 0 {
			break
		}
		rest = rest[i:]
		fields, size, err := readObject(rest)
		var twice *repeatedField
		switch {
		case errors.As(err, &twice):
			return nil, &fault{"a field is given twice", twice.name}
		case err != nil:
			rest = rest[1:]
			continue
		case found != nil:
			return nil, &fault{"it holds more than one JSON object", text}
		}
		found, rest = fields, rest[size:]
	}
	switch {
	case strings.Contains(rest, "{"):
		return nil, &fault{"it holds more braces than are looked through", text}
	case found == nil:
		return nil, &fault{"it holds no JSON object", text}
	}
	return found, nil
}

type repeatedField struct{ name string }

func (e *repeatedField) Error() string { return "the field " + quote(e.name) + " is given twice" }

// readObject reads an object at the start of s and says where it ends. Field
// names count by case, unlike in encoding/json, and once.
func readObject(s string) (fields map[string]json.RawMessage, size int, err error) {
	d := json.NewDecoder(strings.NewReader(s))
	if _, err := d.Token(); err != nil {
		return nil, 0, err
	}
	fields = map[string]json.RawMessage{}
	var twice error
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, 0, err
		}
		name, isText := t.(string)
		if !isText {
			return nil, 0, fmt.Errorf("a field name is %v", t)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, 0, err
		}
		if _, repeated := fields[name]; repeated {
			twice = &repeatedField{name: name}
		}
		fields[name] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, 0, err
	}
	return fields, int(d.InputOffset()), twice
}
