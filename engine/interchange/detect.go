package interchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Shape is what a file looks like.
type Shape struct {
	Format  string // one of Formats, or Empty
	Dialect string // how it differs from the format's plain form, in a few words; ""

	document bool     // one JSON text over many lines, not a record a line
	groups   []string // the arrays of a wrapping object that hold the records
}

// UnknownFormatError says that a file is in none of the formats that can be
// read, and what it looks like instead.
type UnknownFormatError struct {
	File  string
	Found string // what the file looks like
}

func (e *UnknownFormatError) Error() string {
	where := ""
	if e.File != "" {
		where = e.File + ": "
	}
	return fmt.Sprintf("%sthis looks like %s, which is not read; formats: %s", where, e.Found, strings.Join(Formats(), ", "))
}

// Detect recognises a file by its start, a quarter of a megabyte or all of it.
// The error is an [*UnknownFormatError].
func Detect(head []byte) (Shape, error) {
	if found := notText(head); found != "" {
		return Shape{}, &UnknownFormatError{Found: found}
	}
	head = bytes.TrimPrefix(head, bom)
	start := firstRecord(head)
	if len(start) == 0 {
		return Shape{Format: Empty}, nil
	}
	switch {
	case start[0] == '[':
		return detectDocument(start, true)
	case start[0] == '{' && !oneLine(start):
		return detectDocument(start, false)
	}
	return detectLines(start)
}

// signatures of what is not text at all.
var signatures = []struct{ start, name string }{
	{"\xff\xfe", "UTF-16 text (save it as UTF-8)"},
	{"\xfe\xff", "UTF-16 text (save it as UTF-8)"},
	{"\x1f\x8b", "gzip data (unpack it first)"},
	{"PK\x03\x04", "a zip archive (unpack it first)"},
	{"(\xb5\x2f\xfd", "zstd data (unpack it first)"},
	{"SQLite format 3\x00", "an SQLite database"},
	{"%PDF-", "a PDF document"},
	{"\x7fELF", "a program"},
}

func notText(head []byte) string {
	for _, s := range signatures {
		if bytes.HasPrefix(head, []byte(s.start)) {
			return s.name
		}
	}
	first, _, _ := bytes.Cut(head[:min(len(head), 4096)], []byte("\n"))
	if bytes.IndexByte(first, 0) >= 0 {
		return "binary data"
	}
	return ""
}

// firstRecord is the head without blank lines and merge markers before it.
func firstRecord(head []byte) []byte {
	for {
		head = bytes.TrimLeft(head, " \t\r\n")
		lineText, rest, _ := bytes.Cut(head, []byte("\n"))
		if len(lineText) == 0 || !isMarker(bytes.TrimSpace(lineText)) {
			return head
		}
		head = rest
	}
}

// oneLine reports whether a text that starts with a brace has its first object
// on its first line. A line that is cut off counts as one, unless it ends
// where pretty-printers break lines.
func oneLine(b []byte) bool {
	end := valueEnd(b, 0)
	if end < 0 {
		end = len(b)
	}
	if _, whole := wrapperOf(b[:end]); whole {
		return false // all records in one object are a document, on one line too
	}
	first, _, more := bytes.Cut(b, []byte("\n"))
	first = bytes.TrimSpace(first)
	if !more || json.Valid(first) {
		return true
	}
	switch first[len(first)-1] {
	case '{', '[', ',', ':':
		return false
	}
	return true
}

func hasAll(names []string, all ...string) bool {
	for _, name := range all {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

func hasAny(names []string, some ...string) bool {
	return slices.ContainsFunc(some, func(name string) bool { return slices.Contains(names, name) })
}

// linesLookedAt bounds how many lines vote on the format.
const linesLookedAt = 64

// detectLines lets the first lines vote. One line of a knowledge graph makes
// the file one: its reader takes plain records too.
func detectLines(b []byte) (Shape, error) {
	if startsAsNote(b) { // whatever JSON it quotes
		return Shape{Format: Markdown, Dialect: "one note"}, nil
	}
	votes := map[string]int{}
	dialect, firstNames := "", []string(nil)
	n := 0
	for l := range bytes.Lines(b) {
		if n++; n > linesLookedAt {
			break
		}
		l = bytes.TrimSpace(bytes.TrimPrefix(l, bom))
		if len(l) == 0 || l[0] != '{' {
			continue
		}
		names := namesIn(l)
		if len(firstNames) == 0 {
			firstNames = names
		}
		format, d := classify(l, names)
		votes[format]++
		if format == MCP && dialect == "" {
			dialect = d
		}
	}
	for _, f := range []string{Ebb, MCP, SmartMemory, MemPalace, Plain} {
		if votes[f] > 0 {
			if f != MCP {
				dialect = ""
			}
			return Shape{Format: f, Dialect: dialect}, nil
		}
	}
	if len(firstNames) > 0 {
		return Shape{}, &UnknownFormatError{Found: "JSON Lines of records without a text (" + listNames(firstNames) + ")"}
	}
	if looksLikeNote(b) {
		return Shape{Format: Markdown, Dialect: "one note"}, nil
	}
	return Shape{}, &UnknownFormatError{Found: textKind(b)}
}

// namesIn lists the names of an object, as far as it is there.
func namesIn(b []byte) []string {
	d := json.NewDecoder(bytes.NewReader(b))
	var names []string
	depth, wantName := 0, false
	for len(names) < 64 {
		t, err := d.Token()
		if err != nil {
			break
		}
		if delim, ok := t.(json.Delim); ok {
			if delim == '{' || delim == '[' {
				if depth++; depth == 1 && delim != '{' {
					return nil
				}
			} else if depth--; depth == 0 {
				break
			}
			wantName = depth == 1
			continue
		}
		if depth == 1 {
			if name, ok := t.(string); ok && wantName {
				names = append(names, name)
			}
			wantName = !wantName
		}
	}
	return names
}

// classify says what one record of a file looks like, "" when like nothing
// that is known.
func classify(b []byte, names []string) (format, dialect string) {
	has := func(all ...string) bool { return hasAll(names, all...) }
	fields, _ := fieldsOf(nil, b) // a torn record gives those before the tear
	rec := record{fields: fields}
	typ := rec.text("type")
	switch {
	case has("ebb") && isNumber(rec.get("ebb")), isEbbLine(&rec):
		return Ebb, ""
	case typ == "entity" && has("name"), typ == "relation" && has("from"):
		return MCP, ""
	case has("name", "observations"), has("from", "to", "relationType"), has("from", "to", "relation_type"):
		return MCP, "without types"
	case hasAny(names, "entityName", "entity_name") && has("observation"):
		return MCP, "one observation a line"
	case hasAny(names, "entityName", "entity_name") && has("contents"):
		return MCP, "observations added to entities"
	case isHallway(names), isTunnel(names) && bytes.HasPrefix(rec.get("source"), []byte("{")):
		return MemPalace, ""
	case isSmartEdge(names), isSmartItem(&rec, names):
		return SmartMemory, ""
	case has("title"), hasAny(names, contentNames...):
		return Plain, ""
	}
	return "", ""
}

// detectDocument recognises a JSON text that is not a record a line.
func detectDocument(b []byte, array bool) (Shape, error) {
	sh := Shape{document: true}
	first := b
	if array {
		first = b[space(b, 1):]
		if len(first) > 0 && first[0] == ']' {
			sh.Format, sh.Dialect = Plain, "an empty array"
			return sh, nil
		}
	}
	if end := valueEnd(first, 0); end > 0 {
		first = first[:end]
	}
	names := namesIn(first)
	if w, ok := wrapperOf(first); ok && !array {
		sh.Format, sh.Dialect, sh.groups = w.format, w.dialect, w.groups
		return sh, nil
	}
	if found := knownDocument(names); found != "" {
		return sh, &UnknownFormatError{Found: found}
	}
	switch sh.Format, _ = classify(first, names); sh.Format {
	case MCP, Plain, MemPalace, SmartMemory:
		sh.Dialect = "objects over several lines"
		if array {
			sh.Dialect = "an array"
		}
		return sh, nil
	}
	sh.Format = ""
	if markerPlace(b) >= 0 {
		return sh, &UnknownFormatError{Found: "a JSON document with merge-conflict markers (settle the merge in the file first)"}
	}
	if len(names) == 0 {
		return sh, &UnknownFormatError{Found: "JSON without records in it, starting " + excerpt(b)}
	}
	return sh, &UnknownFormatError{Found: "a JSON document of another kind (" + listNames(names) + ")"}
}

// knownDocument names documents of other tools that are not read.
func knownDocument(names []string) string {
	has := func(name string) bool { return slices.Contains(names, name) }
	switch {
	case has("memories"), has("versions") && has("conflicts"):
		return "an export with all memories in one object (" + listNames(names) + ")"
	}
	return ""
}

func listNames(names []string) string {
	const most = 8
	if len(names) == 0 {
		return "no fields"
	}
	s := "fields " + strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		s += ", …"
	}
	return excerptLong(s)
}

func excerptLong(s string) string {
	const most = 200
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
}

// startsAsNote reports whether text starts as a Markdown note does: with front
// matter or a heading.
func startsAsNote(b []byte) bool {
	if _, _, found := splitNote(b); found {
		return true
	}
	first, _, _ := bytes.Cut(b, []byte("\n"))
	heading := bytes.TrimLeft(first, "#")
	level := len(first) - len(heading)
	return level >= 1 && level <= 6 && bytes.HasPrefix(heading, []byte(" "))
}

// looksLikeNote reports whether text without JSON is a Markdown note: it starts
// with an item of a list, or it links to notes.
func looksLikeNote(b []byte) bool {
	return bytes.HasPrefix(b, []byte("- ")) || wikiLink.Match(b)
}

// textKind names text that has no JSON in it.
func textKind(b []byte) string {
	first, _, _ := bytes.Cut(b, []byte("\n"))
	first = bytes.TrimSpace(first)
	switch {
	case !utf8.Valid(first):
		return "text that is not UTF-8, starting " + excerpt(first)
	case bytes.HasPrefix(first, []byte("<")):
		return "HTML or XML"
	}
	return "text without JSON records, starting " + excerpt(first)
}
