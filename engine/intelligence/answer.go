package intelligence

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ebb/engine"
)

// verdict reads and checks the answer to a comparison.
func verdict(text string) (engine.Verdict, *fault) {
	fields, bad := object(text)
	if bad != nil {
		return engine.Verdict{}, bad
	}
	relation, bad := textField(fields, "relation")
	if bad != nil {
		return engine.Verdict{}, bad
	}
	confidence, bad := unitField(fields, "confidence")
	switch {
	case bad != nil:
		return engine.Verdict{}, bad
	case confidence == nil:
		return engine.Verdict{}, &fault{what: "confidence is missing"}
	}
	explanation := ""
	if given(fields, "explanation") {
		if explanation, bad = textField(fields, "explanation"); bad != nil {
			return engine.Verdict{}, bad
		}
	}
	v := engine.Verdict{Relation: engine.Relation(relation), Confidence: *confidence, Explanation: strings.TrimSpace(explanation)}
	if v.Validate() == nil {
		return v, nil
	}
	// Of what the engine checks, two rules are left that can be broken here.
	if len(v.Explanation) > engine.MaxReasonBytes {
		return engine.Verdict{}, &fault{what: fmt.Sprintf("explanation has %d bytes, at most %d are taken", len(v.Explanation), engine.MaxReasonBytes)}
	}
	return engine.Verdict{}, &fault{"relation is none of same, duplicate, updates, contradicts and unrelated", relation}
}

// synthesis reads and checks the answer to a consolidation. An empty metadata
// object says nothing, as models fill in what a schema merely allows.
func synthesis(text string) (engine.Synthesis, *fault) {
	fields, bad := object(text)
	if bad != nil {
		return engine.Synthesis{}, bad
	}
	content, bad := textField(fields, "content")
	switch {
	case bad != nil:
		return engine.Synthesis{}, bad
	case strings.TrimSpace(content) == "":
		return engine.Synthesis{}, &fault{what: "content is blank"}
	case len(content) > engine.MaxContentBytes:
		return engine.Synthesis{}, &fault{what: fmt.Sprintf("content has %d bytes, at most %d are taken", len(content), engine.MaxContentBytes)}
	}
	s := engine.Synthesis{Content: content}
	if s.Importance, bad = unitField(fields, "importance"); bad != nil {
		return engine.Synthesis{}, bad
	}
	if s.Confidence, bad = unitField(fields, "confidence"); bad != nil {
		return engine.Synthesis{}, bad
	}
	m, err := engine.ParseMetadata(fields["metadata"])
	if err != nil {
		return engine.Synthesis{}, &fault{fmt.Sprintf("metadata is no object of at most %d bytes", engine.MaxMetadataBytes), string(fields["metadata"])}
	}
	if len(m) > 0 {
		s.Metadata = &m
	}
	return s, nil
}

// given reports whether a field is there and not null.
func given(fields map[string]json.RawMessage, name string) bool {
	raw, there := fields[name]
	return there && string(raw) != "null"
}

func textField(fields map[string]json.RawMessage, name string) (string, *fault) {
	if !given(fields, name) {
		return "", &fault{what: name + " is missing"}
	}
	var s string
	if err := json.Unmarshal(fields[name], &s); err != nil {
		return "", &fault{name + " is no text", string(fields[name])}
	}
	return s, nil
}

// unitField is a number of 0..1, nil when it is not given.
func unitField(fields map[string]json.RawMessage, name string) (*float64, *fault) {
	if !given(fields, name) {
		return nil, nil
	}
	x, err := strconv.ParseFloat(string(fields[name]), 64)
	if err != nil || math.IsNaN(x) || x < 0 || x > 1 {
		return nil, &fault{name + " is no number from 0 to 1", string(fields[name])}
	}
	return &x, nil
}
