package interchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFrontMatter bounds the front matter of a note, in bytes.
const maxFrontMatter = 128 << 10

// splitNote divides a note into its front matter, the YAML between two lines
// of three dashes at its top, and what follows. A note without one is all body.
func splitNote(b []byte) (front, body []byte, found bool) {
	first, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok || strings.TrimRight(string(first), " \t\r") != "---" {
		return nil, b, false
	}
	for at := 0; at < len(rest) && at <= maxFrontMatter; {
		end := bytes.IndexByte(rest[at:], '\n')
		line, next := rest[at:], len(rest)
		if end >= 0 {
			line, next = rest[at:at+end], at+end+1
		}
		if s := strings.TrimRight(string(line), " \t\r"); s == "---" || s == "..." {
			return rest[:at], rest[next:], true
		}
		at = next
	}
	return nil, b, false
}

// frontFields reads front matter as the fields of a record: each value is the
// JSON that says the same.
func frontFields(front []byte) ([]field, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(front, &doc); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if doc.Kind == 0 || len(doc.Content) == 0 {
		return nil, nil // nothing between the dashes
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, errors.New("it is no list of names and values")
	}
	value, err := jsonOf(nil, top, 0)
	if err != nil {
		return nil, err
	}
	fields, _ := fieldsOf(nil, value) // made just now
	return fields, nil
}

// jsonOf appends the JSON of a YAML value. Numbers stay as they were written
// where JSON can write them so; what JSON has no word for becomes text.
func jsonOf(dst []byte, n *yaml.Node, depth int) ([]byte, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	var err error
	switch n.Kind {
	case yaml.MappingNode:
		dst = append(dst, '{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				dst = append(dst, ',')
			}
			if n.Content[i].Kind != yaml.ScalarNode {
				return nil, fmt.Errorf("line %d has a name that is no text", n.Content[i].Line)
			}
			dst = append(quote(dst, n.Content[i].Value), ':')
			if dst, err = jsonOf(dst, n.Content[i+1], depth+1); err != nil {
				return nil, err
			}
		}
		return append(dst, '}'), nil
	case yaml.SequenceNode:
		dst = append(dst, '[')
		for i, e := range n.Content {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = jsonOf(dst, e, depth+1); err != nil {
				return nil, err
			}
		}
		return append(dst, ']'), nil
	case yaml.ScalarNode:
		return scalarJSON(dst, n), nil
	}
	// A few lines of aliases can stand for gigabytes.
	return nil, fmt.Errorf("line %d refers to another value, which is not followed", n.Line)
}

func scalarJSON(dst []byte, n *yaml.Node) []byte {
	switch n.ShortTag() {
	case "!!null":
		return append(dst, "null"...)
	case "!!bool":
		return append(dst, strings.ToLower(n.Value)...)
	case "!!int", "!!float":
		if isNumber([]byte(n.Value)) && json.Valid([]byte(n.Value)) {
			return append(dst, n.Value...)
		}
	}
	return quote(dst, strings.ToValidUTF8(n.Value, "\uFFFD"))
}

// yamlOf is the YAML value of some JSON.
func yamlOf(value []byte) *yaml.Node {
	n := &yaml.Node{}
	switch {
	case len(value) > 0 && value[0] == '{':
		n.Kind, n.Style = yaml.MappingNode, yaml.FlowStyle
		fields, _ := fieldsOf(nil, value) // valid JSON
		for _, f := range fields {
			n.Content = append(n.Content, yamlText(f.name), yamlOf(f.value))
		}
	case len(value) > 0 && value[0] == '[':
		n.Kind, n.Style = yaml.SequenceNode, yaml.FlowStyle
		elements, _ := elementsOf(value) // valid JSON
		for _, e := range elements {
			n.Content = append(n.Content, yamlOf(e))
		}
	case isText(value):
		return yamlText(text(value))
	case isNull(value):
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!null", Value: "null"}
	case isNumber(value):
		tag := "!!int"
		if bytes.ContainsAny(value, ".eE") {
			tag = "!!float"
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: string(value)}
	default:
		return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: string(value)}
	}
	return n
}

// yamlText is a text, in quotes unless it can be nothing else.
func yamlText(s string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	simple := func(r rune) bool {
		return r == '_' || r == '-' || r == '/' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return !simple(r) }) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}
