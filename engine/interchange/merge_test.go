package interchange

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// merged is what a reading says of a merge: each memory's text, those in
// dispute with what they are the twin of.
func merged(f *found) string {
	var out []string
	for _, m := range f.memories {
		said := fmt.Sprintf("%q", m.Content)
		if m.Twin {
			said += " against " + m.ID + m.TwinOf
		}
		out = append(out, said)
	}
	return strings.Join(out, ", ")
}

// In a graph the two sides of a merge are not united: each is what the file
// would say if that side had won.
func TestGraphKeepsBothSidesOfAMerge(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "graph-merge.jsonl")), Settings{})
	if got, want := merged(f), `"Pilot since 2019", "Green", "Watches change at six\nPrinted on Mondays", "Watches change at eight\nPrinted on Mondays" against rota, "Nine metres"`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(f.refused) != 0 || len(f.edges) != 1 || len(f.warnings) != 1 {
		t.Errorf("refused %v, %d edges, warnings %q", reasons(f), len(f.edges), f.warnings)
	}
}

func TestKeysInAMerge(t *testing.T) {
	ours, theirs := `{"content":"a","key":"k"}`, `{"content":"b","key":"k"}`
	for _, c := range []struct{ name, text, want string }{
		{"both sides", "<<<<<<< x\n" + ours + "\n=======\n" + theirs + "\n>>>>>>> y\n", `"a", "b" against key:harbour:default:semantic:"k"`},
		{"both sides, the same", "<<<<<<< x\n" + ours + "\n=======\n" + ours + "\n>>>>>>> y\n", `"a"`},
		{"one side only", "<<<<<<< x\n" + ours + "\n" + theirs + "\n=======\n>>>>>>> y\n", `"a", "b"`},
		{"before and on one side", ours + "\n<<<<<<< x\n=======\n" + theirs + "\n>>>>>>> y\n", `"a", "b"`},
		{"items", "<<<<<<< x\n" + strings.Replace(ours, "{", `{"memory_type":"fact",`, 1) + "\n=======\n" + strings.Replace(theirs, "{", `{"memory_type":"fact",`, 1) + "\n>>>>>>> y\n", `"a", "b" against key:harbour:default:fact:"k"`},
	} {
		if got := merged(readText(t, c.text, Settings{})); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// In our own format what follows a merge belongs to both of its sides.
func TestEbbKeepsBothSidesOfAMerge(t *testing.T) {
	version := func(n int, change, text string) string {
		return fmt.Sprintf(`{"kind":"version","version":{"memoryId":"m","number":%d,"changeType":%q,"createdAt":"2026-01-0%dT00:00:00Z","actor":{"kind":"you"},"head":%s,"body":{"content":%q}}}`, n, change, n, headOf(n), text)
	}
	memory := func(text string) string {
		return fmt.Sprintf(`{"kind":"memory","head":%s,"body":{"content":%q}}`, headOf(2), text)
	}
	text := strings.Join([]string{
		`{"ebb":1}`, "<<<<<<< x", memory("ours"), version(2, "updated", "ours"), "=======", memory("theirs"), version(2, "updated", "theirs"), ">>>>>>> y", version(1, "created", "first"),
		`{"kind":"end","counts":{"memory":2,"version":3}}`,
	}, "\n")
	f := readText(t, text, Settings{})
	if got, want := merged(f), `"ours", "theirs" against m`; got != want || len(f.refused) != 0 {
		t.Fatalf("got %s, want %s; refused %v", got, want, reasons(f))
	}
	if w := f.memories[0].Whole; w == nil || len(w.Versions) != 2 || w.Versions[0].Memory.Content != "first" || w.Versions[1].Memory.Content != "ours" {
		t.Errorf("the first side's history: %+v", w)
	}
}

// headOf is the head of version n of the memory m.
func headOf(n int) string {
	at := fmt.Sprintf("2026-01-0%dT00:00:00Z", n)
	return fmt.Sprintf(`{"id":"m","namespace":"n","subjectId":"s","type":"fact","state":"active","version":%d,"textSize":4,"textIn":{"at":%q,"number":%d},"importance":0.5,"confidence":0.5,"createdAt":"2026-01-01T00:00:00Z","updatedAt":%q}`, n, at, n, at)
}

// A document is one value: half of each side is none.
func TestMergeInsideADocumentIsRefused(t *testing.T) {
	f := readText(t, "{\"entities\":[\n{\"name\":\"a\"},\n<<<<<<< x\n{\"name\":\"b\"}\n=======\n{\"name\":\"c\"}\n>>>>>>> y\n]}", Settings{})
	if len(f.memories) != 0 || len(f.refused) != 1 {
		t.Errorf("%v, refused %v", f.records(), reasons(f))
	}
	wantRefusal(t, f, 3, "settle the merge")
}
