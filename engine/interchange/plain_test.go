package interchange

import (
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

func TestPlainFields(t *testing.T) {
	for _, c := range []struct{ name, line, content, typ, metadata string }{
		{"content", `{"content":"c","text":"t"}`, "c", "semantic", `{"text":"t"}`},
		{"text", `{"text":"t","memory":"m"}`, "t", "semantic", `{"memory":"m"}`},
		{"memory", `{"memory":"m","fact":"f"}`, "m", "semantic", `{"fact":"f"}`},
		{"fact", `{"fact":"f","observation":"o"}`, "f", "semantic", `{"observation":"o"}`},
		{"observation", `{"observation":"o","body":"b"}`, "o", "semantic", `{"body":"b"}`},
		{"body", `{"body":"b","description":"d"}`, "b", "semantic", `{"description":"d"}`},
		{"description", `{"description":"d"}`, "d", "semantic", ``},
		{"order of names, not of the line", `{"description":"d","content":"c"}`, "c", "semantic", `{"description":"d"}`},
		{"a text of another kind is passed over", `{"content":{"a":1},"text":"t"}`, "t", "semantic", `{"content":{"a":1}}`},
		{"a blank text says nothing", `{"content":" ","text":"t"}`, "t", "semantic", ``},
		{"title above", `{"title":"T","body":"b"}`, "T\nb", "semantic", ``},
		{"title alone", `{"title":"T","description":""}`, "T", "semantic", ``},
		{"title that the text starts with", `{"title":"T","body":"T\nb"}`, "T\nb", "semantic", ``},
		{"type", `{"content":"c","type":"fact","kind":"k"}`, "c", "fact", `{"kind":"k"}`},
		{"kind", `{"content":"c","kind":"k","category":"g"}`, "c", "k", `{"category":"g"}`},
		{"category", `{"content":"c","category":"g"}`, "c", "g", ``},
		{"numbers stay as they were written", `{"content":"c","n":1.50,"big":12345678901234567890}`, "c", "semantic", `{"n":1.50,"big":12345678901234567890}`},
		{"metadata and other fields", `{"content":"c","metadata":{"a":1},"b":[1, 2]}`, "c", "semantic", `{"a":1,"b":[1,2]}`},
		{"a name in both", `{"content":"c","a":2,"metadata":{"a":1}}`, "c", "semantic", `{"a":1,"a_":2}`},
		{"metadata of another kind", `{"content":"c","metadata":["x"]}`, "c", "semantic", `{"metadata":["x"]}`},
		{"null in a known field", `{"content":"c","importance":null,"title":null,"createdAt":null,"x":null}`, "c", "semantic", `{"x":null}`},
		{"the last of a repeated name", `{"content":"a","content":"b"}`, "b", "semantic", ``},
		{"a foreign state", `{"content":"c","state":"open"}`, "c", "semantic", `{"state":"open"}`},
		{"escapes", `{"content":"tab\t\u00e9 \ud83d\ude00 \"q\""}`, "tab\té 😀 \"q\"", "semantic", ``},
		{"half a surrogate", `{"content":"\ud83d!"}`, "\ufffd!", "semantic", ``},
	} {
		f := readText(t, c.line, Settings{Format: Plain})
		if len(f.memories) != 1 {
			t.Errorf("%s: refused %v", c.name, reasons(f))
			continue
		}
		m := f.memories[0]
		if m.Content != c.content || m.Type != c.typ || string(m.Metadata) != c.metadata {
			t.Errorf("%s: got %q %q %s", c.name, m.Content, m.Type, m.Metadata)
		}
	}
}

func TestPlainOwnFields(t *testing.T) {
	f := readText(t, `{"id":7,"content":"c","namespace":"n","subjectId":"s","tenantId":"","importance":0,"confidence":1,`+
		`"source":"log","state":"archived","createdAt":"2026-01-02T03:04:05Z","updatedAt":1767323046,"expiresAt":"2027-01-02"}`, Settings{Namespace: "x", Subject: "y"})
	m := f.memories[0]
	if m.ID != "7" || m.Record != "7" || m.Scope != (engine.Scope{Tenant: engine.Tenant{Set: true}, Namespace: "n", Subject: "s"}) {
		t.Errorf("got %q %q %+v", m.ID, m.Record, m.Scope)
	}
	if *m.Importance != 0 || *m.Confidence != 1 || m.Source != "log" || m.State != engine.Archived {
		t.Errorf("got %v %v %q %v", *m.Importance, *m.Confidence, m.Source, m.State)
	}
	created := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if m.CreatedAt != created || m.UpdatedAt != created.Add(time.Second) || m.ExpiresAt != time.Date(2027, 1, 2, 0, 0, 0, 0, time.UTC) {
		t.Errorf("got %v %v %v", m.CreatedAt, m.UpdatedAt, m.ExpiresAt)
	}
}

func TestPlainWhereAbsent(t *testing.T) {
	m := readText(t, `{"content":"c"}`, Settings{}).memories[0]
	if m.Scope != (engine.Scope{Namespace: "harbour", Subject: "default"}) || m.CreatedAt != fileTime || m.Importance != nil || m.State != 0 {
		t.Errorf("got %+v", m)
	}
	m = readText(t, `{"content":"c"}`, Settings{Namespace: "n", Subject: "s"}).memories[0]
	if m.Scope != (engine.Scope{Namespace: "n", Subject: "s"}) {
		t.Errorf("got %+v", m.Scope)
	}
}

func TestTimes(t *testing.T) {
	base := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		value string
		want  time.Time
	}{
		{`"2026-01-02T03:04:05Z"`, base},
		{`"2026-01-02T05:04:05.123456789+02:00"`, base.Add(123456789)},
		{`"2026-01-02 03:04:05"`, base},
		{`"2026-01-02T03:04:05"`, base},
		{`"2026-01-02 03:04:05.5"`, base.Add(time.Second / 2)},
		{`"2026-01-02"`, base.Truncate(24 * time.Hour)},
		{`1767323045`, base},
		{`1767323045000`, base},
		{`1767323045000000`, base},
		{`1767323045000000000`, base},
		{`1767323045.25`, base.Add(time.Second / 4)},
		{`1.767323045e9`, base},
		{`"1767323045"`, base},
		{`-1`, time.Unix(-1, 0).UTC()},
	} {
		got, ok := readTime([]byte(c.value))
		if !ok || !got.Equal(c.want) || got.Location() != time.UTC {
			t.Errorf("%s: got %v %v, want %v", c.value, got, ok, c.want)
		}
	}
	for _, value := range []string{`"yesterday"`, `true`, `{}`, `""`, `"9999-01-01T00:00:00Z"`, `1e300`, `"2026-02-30"`, `99999999999999999999`} {
		if got, ok := readTime([]byte(value)); ok {
			t.Errorf("%s was read as %v", value, got)
		}
	}
}

func TestOddTimeIsKeptAndSaid(t *testing.T) {
	f := readText(t, `{"content":"c","createdAt":"yesterday","ts":1767323045}`, Settings{})
	m := f.memories[0]
	if string(m.Metadata) != `{"createdAt":"yesterday"}` || m.CreatedAt.Unix() != 1767323045 {
		t.Errorf("got %s %v", m.Metadata, m.CreatedAt)
	}
	if len(f.warnings) != 1 || !strings.Contains(f.warnings[0], "line 1") || !strings.Contains(f.warnings[0], "yesterday") {
		t.Errorf("warnings %q", f.warnings)
	}
}

func TestRepeatedRecords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		twins      string // one letter per memory: t for a twin
	}{
		{"word for word", `{"id":"1","content":"a"}` + "\n" + `{"id":"1","content":"a"}`, "-"},
		{"in another order", `{"id":"1","content":"a","m":{"x":1,"y":"\u00e9"}}` + "\n" + `{ "m":{"y":"é","x":1},"content":"a","id":"1"}`, "-"},
		{"another text", `{"id":"1","content":"a"}` + "\n" + `{"id":"1","content":"b"}`, "-t"},
		{"another field", `{"id":"1","content":"a"}` + "\n" + `{"id":"1","content":"a","status":"open"}`, "-t"},
		{"and back again", `{"id":"1","content":"a"}` + "\n" + `{"id":"1","content":"b"}` + "\n" + `{"id":"1","content":"a"}` + "\n" + `{"id":"1","content":"b"}`, "-t"},
		{"three ways", `{"id":"1","content":"a"}` + "\n" + `{"id":"1","content":"b"}` + "\n" + `{"id":"1","content":"c"}`, "-tt"},
		{"no id, one text", `{"content":"a"}` + "\n" + `{"content":"a"}`, "-"},
		{"no id, one text, other fields", `{"content":"a"}` + "\n" + `{"content":"a","x":1}`, "--"},
		{"one key, two texts", `{"content":"a","key":"k"}` + "\n" + `{"content":"b","key":"k"}`, "--"},
	} {
		f := readText(t, c.text, Settings{Format: Plain})
		got := ""
		names := map[string]bool{}
		for _, m := range f.memories {
			names[m.Record] = true
			if m.Twin {
				got += "t"
			} else {
				got += "-"
			}
		}
		if got != c.twins || len(names) != len(f.memories) {
			t.Errorf("%s: got %s with names %v, want %s", c.name, got, f.records(), c.twins)
		}
	}
}

// A record's name and sum do not depend on where in the file it stands.
func TestNamesStayWhenLinesMove(t *testing.T) {
	lines := []string{`{"content":"a"}`, `{"content":"b","key":"k"}`, `{"id":"i","content":"c"}`, `{"content":"d","x":1}`}
	one := readText(t, strings.Join(lines, "\n"), Settings{})
	lines[0], lines[3] = lines[3], lines[0]
	two := readText(t, "\n\n"+strings.Join(lines, "\n"), Settings{})
	for _, m := range one.memories {
		if other := two.memory(t, m.Record); other.Sum != m.Sum {
			t.Errorf("%s has another sum when it moves", m.Record)
		}
	}
}

func TestArrayAndJoinedObjects(t *testing.T) {
	for _, text := range []string{
		"[\n  {\"content\": \"a\"},\n  {\"content\": \"b\"}\n]",
		"{\n  \"content\": \"a\"\n},\n{\n  \"content\": \"b\"\n}\n",
		"{\n  \"content\": \"a\"\n}\n{\n  \"content\": \"b\"\n}\n",
		`[{"content":"a"},{"content":"b"}]`,
	} {
		f := readText(t, text, Settings{})
		if len(f.memories) != 2 || f.memories[0].Content != "a" || f.memories[1].Content != "b" || f.reading.Dialect == "" {
			t.Errorf("%q: got %v", text, f.records())
		}
	}
	f := readText(t, "{\n  \"content\": \"a\"\n},\n{\n  \"content\": NaN\n},\n{\n  \"content\": \"b\"\n", Settings{})
	if len(f.memories) != 1 || len(f.refused) != 2 {
		t.Fatalf("%d memories, refused %v", len(f.memories), reasons(f))
	}
	wantRefusal(t, f, 4, "content is NaN")
	wantRefusal(t, f, 7, "torn")
}
