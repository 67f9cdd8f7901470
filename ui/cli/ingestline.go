package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ebb/engine"
)

// maxLineBytes bounds a line of input: the longest text with every byte
// escaped, and room for the other fields.
const maxLineBytes = 6*engine.MaxContentBytes + (1 << 20)

// inputLine is one line of input, or why it cannot be read.
type inputLine struct {
	number int // from 1
	text   []byte
	err    error // of the line: the next one may be good
	end    error // of the input: nothing follows
}

// linesOf reads lines in a goroutine of its own, so that whoever takes them
// can tell whether more is waiting. It ends with the input or, at its next
// line, with ctx.
func linesOf(ctx context.Context, r io.Reader) <-chan inputLine {
	out := make(chan inputLine, 64)
	go func() {
		defer close(out)
		in := bufio.NewReaderSize(r, 64<<10)
		for n := 1; ; n++ {
			text, tooLong, err := readWhole(in)
			l := inputLine{number: n, text: text}
			if tooLong {
				l.err = fmt.Errorf("the line is longer than %s", sizeText(maxLineBytes))
			}
			if err != nil && !errors.Is(err, io.EOF) {
				l.err, l.end = nil, err
			}
			if l.end != nil || l.err != nil || len(bytes.TrimSpace(text)) > 0 {
				select {
				case out <- l:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return out
}

// readWhole reads to the line's end; of a line that is too long nothing is
// kept.
func readWhole(in *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if !tooLong {
			line = append(line, part...)
		}
		if len(line) > maxLineBytes {
			line, tooLong = nil, true
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

// inputFields are what a line may hold.
var inputFields = []string{
	"id", "tenantId", "namespace", "subjectId", "type", "content", "importance", "confidence", "source", "metadata",
	"expiresAt", "key", "operationId",
}

// keptFields are those of a memory that only ebb can say.
var keptFields = []string{
	"state", "createdAt", "updatedAt", "lastAccessedAt", "accessCount", "version", "supersedes", "supersededBy", "mergedFrom",
	"retention", "match",
}

// lineReader turns lines into inputs.
type lineReader struct {
	defaults    engine.Input
	identityKey string
	expiry      func(string) (time.Time, error)
}

// read is what a line says, and the operation id that it brings.
func (r *lineReader) read(line []byte) (in engine.Input, operation string, err error) {
	in = r.defaults
	line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")))
	switch {
	case !utf8.Valid(line):
		return in, "", errors.New("it is not UTF-8")
	case len(line) == 0 || line[0] != '{':
		return in, "", fmt.Errorf("it is no JSON object: it begins with %q", firstRune(line))
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil {
		return in, "", notJSON(err)
	}
	key := ""
	for _, name := range slices.Sorted(keysOf(fields)) {
		value := fields[name]
		if string(value) == "null" && slices.Contains(inputFields, name) {
			continue // as good as absent
		}
		switch name {
		case "id":
			err = textField(name, value, &in.ID)
		case "tenantId":
			in.Scope.Tenant.Set = true
			err = textField(name, value, &in.Scope.Tenant.ID)
		case "namespace":
			err = textField(name, value, &in.Scope.Namespace)
		case "subjectId":
			err = textField(name, value, &in.Scope.Subject)
		case "type":
			err = textField(name, value, &in.Type)
		case "content":
			err = textField(name, value, &in.Content)
		case "source":
			err = textField(name, value, &in.Source)
		case "operationId":
			err = textField(name, value, &operation)
		case "key":
			err = textField(name, value, &key)
		case "importance":
			in.Importance, err = unitField(name, value)
		case "confidence":
			in.Confidence, err = unitField(name, value)
		case "metadata":
			in.Metadata, err = engine.ParseMetadata(value)
		case "expiresAt":
			in.ExpiresAt, err = r.expires(value)
		default:
			err = unknownField(name)
		}
		if err != nil {
			return in, "", err
		}
	}
	if key != "" {
		in.Metadata, err = withKey(in.Metadata, r.identityKey, key)
	}
	return in, operation, err
}

func (r *lineReader) expires(value []byte) (time.Time, error) {
	var text string
	if err := textField("expiresAt", value, &text); err != nil {
		return time.Time{}, err
	}
	t, err := r.expiry(text)
	if err != nil {
		return t, fmt.Errorf("expiresAt: %w", err)
	}
	return t, nil
}

func firstRune(b []byte) string {
	_, n := utf8.DecodeRune(b)
	return string(b[:n])
}

func notJSON(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("it is not JSON: %s, at byte %d", syntax, syntax.Offset)
	}
	return fmt.Errorf("it is not JSON: %w", err)
}

func textField(name string, value []byte, to *string) error {
	if value[0] != '"' {
		return &engine.ValidationError{Field: name, Got: kindOf(value), Want: "text in quotes"}
	}
	if err := json.Unmarshal(value, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func unitField(name string, value []byte) (*float64, error) {
	var x float64
	if err := json.Unmarshal(value, &x); err != nil {
		return nil, &engine.ValidationError{Field: name, Got: kindOf(value), Want: "a number from 0 to 1"}
	}
	return &x, nil
}

// kindOf names the sort of a JSON value.
func kindOf(value []byte) string {
	switch value[0] {
	case '"':
		return "text"
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 't', 'f':
		return "true or false"
	}
	return "a number"
}

func unknownField(name string) error {
	if slices.Contains(keptFields, name) {
		return fmt.Errorf("%s is ebb's to say; ebb import takes records as they were", name)
	}
	hint := "what is not a memory's own field goes into metadata"
	for _, known := range inputFields {
		if strings.EqualFold(strings.ReplaceAll(name, "_", ""), known) || distance(strings.ToLower(name), strings.ToLower(known)) < 3 {
			hint = fmt.Sprintf("did you mean %q?", known)
			break
		}
	}
	return fmt.Errorf("a memory has no field %q; %s", name, hint)
}
