package interchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// diagnose says why bytes are not one JSON object, "" when they are. last marks
// the last line of a file, where a half-written record is to be expected.
func diagnose(b []byte, last bool) string {
	if reason := broken(b, last); reason != "" {
		return reason
	}
	if b[0] != '{' {
		return "not a record: " + kindOf(b) + ", want a JSON object"
	}
	return ""
}

// broken says why bytes are not one JSON value that can be taken.
func broken(b []byte, last bool) string {
	if !utf8.Valid(b) {
		at := len(validPrefix(b))
		return fmt.Sprintf("invalid UTF-8: byte 0x%02x at position %d", b[at], at+1)
	}
	if len(b) == 0 || !json.Valid(b) {
		return whyInvalid(b, last)
	}
	if tooDeep(b) {
		return fmt.Sprintf("nested deeper than %d levels", maxDepth)
	}
	return ""
}

func whyInvalid(b []byte, last bool) string {
	if len(b) == 0 {
		return "empty"
	}
	var value json.RawMessage
	err := json.Unmarshal(b, &value)
	if err == nil {
		return "not JSON" // unreachable: json.Valid has said no
	}
	if strings.Contains(err.Error(), "max depth") {
		return fmt.Sprintf("nested deeper than %d levels", maxDepth)
	}
	if b[0] == 0 {
		return "torn: zero bytes, as a crash leaves them"
	}
	if b[0] != '{' {
		if last {
			return "torn: the line starts in the middle of a record, at " + excerpt(b)
		}
		return "not JSON: the line starts with " + excerpt(b)
	}
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) || syntax.Offset < 1 {
		return "not JSON: " + err.Error()
	}
	if int(syntax.Offset) >= len(b) && strings.Contains(err.Error(), "unexpected end") {
		return "torn: the record ends in the middle"
	}
	at := int(syntax.Offset) - 1
	if word := nonNumber(b, at); word != "" {
		if name := fieldAt(b, at); name != "" {
			return fmt.Sprintf("%s is %s, which JSON does not have", name, word)
		}
		return word + " is not JSON"
	}
	if strings.Contains(err.Error(), "after top-level value") {
		return fmt.Sprintf("more than one record on the line: %s follows at byte %d", excerpt(b[at:]), at+1)
	}
	return fmt.Sprintf("not JSON at byte %d: %s", at+1, err)
}

// nonNumber is the literal around place at that other languages write for
// numbers that JSON lacks, "" when there is none.
func nonNumber(b []byte, at int) string {
	from := at
	if from > 0 && b[from-1] == '-' {
		from--
	}
	for _, word := range []string{"-Infinity", "Infinity", "-NaN", "NaN", "-inf", "inf", "nan"} {
		if bytes.HasPrefix(b[from:], []byte(word)) {
			return word
		}
	}
	return ""
}

// fieldAt is the name of the innermost field whose value lies at a place, with
// its parents: metadata.score.
func fieldAt(b []byte, at int) string {
	d := json.NewDecoder(bytes.NewReader(b[:at]))
	d.UseNumber()
	type level struct {
		object, wantName bool
		name             string
	}
	var path []level
	for {
		t, err := d.Token()
		if err != nil {
			break
		}
		if delim, ok := t.(json.Delim); ok {
			switch delim {
			case '{', '[':
				path = append(path, level{object: delim == '{', wantName: delim == '{'})
				continue
			}
			path = path[:len(path)-1]
		} else if n := len(path) - 1; n >= 0 && path[n].wantName {
			name, _ := t.(string) // a name is always a string
			path[n].name, path[n].wantName = name, false
			continue
		}
		if n := len(path) - 1; n >= 0 {
			path[n].wantName = path[n].object
		}
	}
	var names []string
	for _, l := range path {
		if l.object && l.name != "" {
			names = append(names, l.name)
		}
	}
	return strings.Join(names, ".")
}

func validPrefix(b []byte) []byte {
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size < 2 {
			return b[:i]
		}
		i += size
	}
	return b
}

// excerpt quotes the start of some bytes for a message.
func excerpt(b []byte) string {
	const most = 40
	s := string(b[:min(len(b), most)])
	if len(b) > most {
		s += "…"
	}
	return strconv.QuoteToGraphic(strings.ToValidUTF8(s, ""))
}

// kindOf names the kind of a JSON value for a message.
func kindOf(b []byte) string {
	if len(b) == 0 {
		return "nothing"
	}
	switch b[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a text"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}

// sizeText is a number of bytes for a message.
func sizeText(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 10<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
