package interchange

import (
	"errors"
	"strings"
	"testing"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct{ name, text, format, dialect string }{
		{"nothing", "", Empty, ""},
		{"blank lines under a mark", "\xef\xbb\xbf \r\n\n", Empty, ""},
		{"entity", `{"type":"entity","name":"a","entityType":"b","observations":[]}`, MCP, ""},
		{"relation", `{"type":"relation","from":"a","to":"b","relationType":"c"}`, MCP, ""},
		{"entity without type", `{"name":"a","entityType":"b","observations":["c"]}`, MCP, "without types"},
		{"one observation a line", `{"entityName":"a","observation":"c"}`, MCP, "one observation a line"},
		{"observations added", `{"entityName":"a","contents":["c"]}`, MCP, "observations added to entities"},
		{"relation in other letters", `{"from":"a","to":"b","relation_type":"c"}`, MCP, "without types"},
		{"whole graph", "{\n\"entities\": [\n{\"name\": \"a\"}\n]}", MCP, "one object for the whole graph"},
		{"whole graph on a line", `{"entities":[],"relations":[]}`, MCP, "one object for the whole graph"},
		{"a memory that mentions entities", `{"content":"c","entities":["x"]}`, Plain, ""},
		{"graph after a plain record", "{\"text\":\"c\"}\n{\"type\":\"entity\",\"name\":\"a\"}", MCP, ""},
		{"content", `{"content":"c"}`, Plain, ""},
		{"subject and fact", `{"subject":"s","fact":"f","citations":"c","reason":"r","category":"k"}`, Plain, ""},
		{"title alone", `{"id":"1","title":"t"}`, Plain, ""},
		{"a literal that JSON lacks", `{"content":"c","importance":NaN}`, Plain, ""},
		{"torn", `{"type":"entity","name":"a","observ`, MCP, ""},
		{"first line torn", "ions\":[]}\n{\"type\":\"entity\",\"name\":\"a\"}", MCP, ""},
		{"merge marker first", "<<<<<<< HEAD\n{\"content\":\"c\"}\n=======\n", Plain, ""},
		{"array", `[{"content":"c"}]`, Plain, "an array"},
		{"joined by commas", "{\n \"content\": \"c\"\n},\n{\n \"content\": \"d\"\n}", Plain, "objects over several lines"},
		{"hallways", "{\n \"schema_version\": 1,\n \"hallways\": []}", MemPalace, ""},
		{"hallways on a line", `{"hallways":[{"wing":"w","entity_a":"a","entity_b":"b"}]}`, MemPalace, ""},
		{"hallways on a line, with a literal that JSON lacks", "{\"hallways\":[{\"wing\":\"w\",\"strength\":NaN}]}\n", MemPalace, ""},
		{"tunnels", `[{"id":"1","source":{"wing":"a"},"target":{"wing":"b"}}]`, MemPalace, "an array"},
		{"a memory with a source and a target", `{"content":"c","source":"s","target":"t"}`, Plain, ""},
		{"engram", "{\n \"version\": \"0.1.0\",\n \"exported_at\": \"x\",\n \"sessions\": [", Engram, ""},
		{"items", `{"item_id":"a","memory_type":"episodic","content":"c"}`, SmartMemory, ""},
		{"items by their metadata", `{"id":"a","type":"episodic","content":"c","metadata":{"retention_score":1}}`, SmartMemory, ""},
		{"items with edges", "{\n\"items\": [\n{\"item_id\": \"a\", \"content\": \"c\"},", SmartMemory, "items and edges in one object"},
		{"all memories in one object", `{"memories":[{"content":"c"}]}`, Plain, "one object for all memories"},
		{"memorie", `{"version":1,"exportedAt":"2026-01-01T00:00:00.000Z","memories":[`, Memorie, ""},
		{"front matter", "---\nname: x\n---\n# Memory\n", Markdown, "one note"},
		{"heading", "# Memory\n\n```json\n{\"content\":\"c\"}\n```\n", Markdown, "one note"},
		{"items", "- one\n- two\n", Markdown, "one note"},
		{"links", "See [[Berth 4]].", Markdown, "one note"},
		{"our own", `{"ebb":1}`, Ebb, ""},
		{"our own without its top", `{"kind":"memory","head":{"id":"a"},"body":{}}`, Ebb, ""},
	} {
		got, err := Detect([]byte(c.text))
		if err != nil || got.Format != c.format || got.Dialect != c.dialect {
			t.Errorf("%s: got %q %q %v, want %q %q", c.name, got.Format, got.Dialect, err, c.format, c.dialect)
		}
	}
}

func TestDetectNamesWhatItDoesNotRead(t *testing.T) {
	for _, c := range []struct{ name, text, found string }{
		{"utf-16", "\xff\xfe{\x00", "UTF-16"},
		{"gzip", "\x1f\x8b\x08", "gzip"},
		{"sqlite", "SQLite format 3\x00", "SQLite"},
		{"binary", "ab\x00\x01", "binary"},
		{"prose", "Dear diary,\n", "text without JSON"},
		{"html", "<html>", "HTML"},
		{"records without text", `{"x":1,"y":2}`, "fields x, y"},
		{"other document", "{\n \"a\": 1\n}", "fields a"},
		{"nested arrays", strings.Repeat("[", 100_000), "JSON without records"},
		{"a merge inside a document", "[\n<<<<<<< ours\n{\"content\":\"a\"}\n", "settle the merge"},
		{"number", "42", "text without JSON"},
	} {
		_, err := Detect([]byte(c.text))
		var unknown *UnknownFormatError
		if !errors.As(err, &unknown) || !strings.Contains(unknown.Found, c.found) {
			t.Errorf("%s: got %v, want one that names %q", c.name, err, c.found)
		}
	}
}

func TestUnknownFormatNamesTheFile(t *testing.T) {
	_, err := Read(t.Context(), strings.NewReader("Dear diary"), Source{Name: "notes.txt"}, Settings{})
	if err == nil || !strings.Contains(err.Error(), "notes.txt") || !strings.Contains(err.Error(), "mcp") {
		t.Errorf("got %v, want the file and the formats named", err)
	}
}

func TestFormatByName(t *testing.T) {
	text := `{"type":"entity","name":"a","observations":["b"],"content":"c"}`
	if f := readText(t, text, Settings{Format: Plain}); f.reading.Format != Plain || f.memories[0].Content != "c" {
		t.Errorf("as plain: %q %+v", f.reading.Format, f.memories)
	}
	if f := readText(t, "Dear diary\n", Settings{Format: Plain}); len(f.refused) != 1 {
		t.Errorf("prose as plain: %d refused, want its line", len(f.refused))
	}
	if _, err := Read(t.Context(), strings.NewReader(text), Source{}, Settings{Format: "xml"}); err == nil {
		t.Error("an unknown format was accepted")
	}
}
