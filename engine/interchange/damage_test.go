package interchange

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"ebb/engine"
)

// Each damage is refused by line and name, and the records around it are read.
func TestDamagedLines(t *testing.T) {
	good := `{"id":"1","content":"good"}`
	for _, c := range []struct {
		name, line string
		words      []string
	}{
		{"NaN", `{"content":"c","importance":NaN}`, []string{"importance is NaN"}},
		{"nested Infinity", `{"content":"c","metadata":{"scores":[1,{"x":Infinity}]}}`, []string{"metadata.scores.x is Infinity"}},
		{"minus Infinity", `{"confidence":-Infinity,"content":"c"}`, []string{"confidence is -Infinity"}},
		{"invalid UTF-8", "{\"content\":\"\xffb\"}", []string{"invalid UTF-8", "0xff", "position 13"}},
		{"torn at its end", `{"content":"c","meta`, []string{"torn", "ends in the middle"}},
		{"zero bytes", "\x00\x00\x00", []string{"zero bytes"}},
		{"not JSON", `hello`, []string{"hello"}},
		{"two records", `{"content":"a"}{"content":"b"}`, []string{"more than one record"}},
		{"array", `["a"]`, []string{"an array"}},
		{"single quotes", `{'content':'c'}`, []string{"not JSON at byte 2"}},
		{"deep", `{"content":"c","x":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`, []string{"nested deeper than 1000"}},
		{"a little too deep", `{"content":"c","x":` + strings.Repeat("[", 1500) + strings.Repeat("]", 1500) + `}`, []string{"nested deeper than 1000"}},
		{"text too long", `{"content":"` + strings.Repeat("x", engine.MaxContentBytes+1) + `"}`, []string{"content has 524289 bytes", "524288"}},
		{"no text", `{"id":"9","x":1}`, []string{"no text"}},
		{"importance out of range", `{"content":"c","importance":1.5}`, []string{"importance", "1.5", "from 0 to 1"}},
		{"confidence of another kind", `{"content":"c","confidence":"high"}`, []string{"confidence", "high"}},
		{"namespace of another kind", `{"content":"c","namespace":{}}`, []string{"namespace", "an object"}},
		{"id too long", `{"content":"c","id":"` + strings.Repeat("i", 300) + `"}`, []string{"id has 300 bytes"}},
		{"metadata too long", `{"content":"c","x":"` + strings.Repeat("i", engine.MaxMetadataBytes) + `"}`, []string{"metadata has"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readText(t, good+"\n"+c.line+"\n"+`{"id":"2","content":"good too"}`+"\n", Settings{Format: Plain})
			if len(f.memories) != 2 || len(f.refused) != 1 {
				t.Fatalf("%d memories, %d refused: %v", len(f.memories), len(f.refused), reasons(f))
			}
			wantRefusal(t, f, 2, c.words...)
			if r := f.refused[0]; r.File != "harbour.jsonl" || string(r.Raw) != c.line {
				t.Errorf("refused with file %q and %d bytes of the line's %d", r.File, len(r.Raw), len(c.line))
			}
		})
	}
}

func TestTornTail(t *testing.T) {
	b := sample(t, "torn-tail.jsonl")
	f := readStream(t, strings.NewReader(string(b)), Settings{})
	if len(f.memories) != 3 || f.reading.Format != Plain {
		t.Errorf("%d memories as %s", len(f.memories), f.reading.Format)
	}
	wantRefusal(t, f, 4, "torn", "starts in the middle")
	if got := string(f.refused[0].Raw); got != string(lineOf(b, 4)) {
		t.Errorf("kept %q", got)
	}
}

// repeatReader gives a text n times without ever holding it.
type repeatReader struct {
	text string
	left int
	at   int
}

func (r *repeatReader) Read(b []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.text[r.at:])
	if r.at += n; r.at == len(r.text) {
		r.at, r.left = 0, r.left-1
	}
	return n, nil
}

func TestLongLineIsRefusedInBoundedMemory(t *testing.T) {
	long := &repeatReader{text: strings.Repeat("x", 1<<20), left: 64}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f := readStream(t, io.MultiReader(
		strings.NewReader("{\"content\":\"first\"}\n{\"content\":\""), long, strings.NewReader("\"}\n{\"content\":\"last\"}\n")), Settings{Format: Plain})
	runtime.ReadMemStats(&after)
	if len(f.memories) != 2 {
		t.Errorf("%d memories around the long line, want 2", len(f.memories))
	}
	wantRefusal(t, f, 2, "64 MiB", "10 MiB")
	if raw := f.refused[0].Raw; len(raw) != engine.MaxRefusalBytes {
		t.Errorf("kept %d bytes of it, want %d", len(raw), engine.MaxRefusalBytes)
	}
	if grew := after.TotalAlloc - before.TotalAlloc; grew > 60<<20 {
		t.Errorf("allocated %d MiB for it", grew>>20)
	}
}

func TestMergeMarkers(t *testing.T) {
	f := readStream(t, strings.NewReader(string(sample(t, "merge.jsonl"))), Settings{})
	if len(f.refused) != 0 {
		t.Errorf("refused %v", reasons(f))
	}
	var got []string
	for _, m := range f.memories {
		got = append(got, fmt.Sprint(m.ID, " ", m.Twin, " ", m.Line))
	}
	if want := "[n-1 false 1 n-2 false 3 n-3 false 4 n-2 true 6 n-4 false 9]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if f.memories[1].Record == f.memories[3].Record {
		t.Error("both sides have one record name: the next import would take turns between them")
	}
	if len(f.warnings) != 1 || !strings.Contains(f.warnings[0], "lines 2, 5, 8") {
		t.Errorf("warnings %q", f.warnings)
	}
}

func TestMergeAncestorIsLeftOut(t *testing.T) {
	text := strings.Join([]string{
		"<<<<<<< ours", `{"id":"1","content":"ours"}`, "||||||| base", `{"id":"1","content":"base"}`,
		"=======", `{"id":"1","content":"theirs"}`, ">>>>>>> theirs",
	}, "\n")
	f := readText(t, text, Settings{})
	if len(f.memories) != 2 || f.memories[0].Content != "ours" || f.memories[1].Content != "theirs" || !f.memories[1].Twin {
		t.Errorf("got %v", f.records())
	}
	if len(f.warnings) != 1 || !strings.Contains(f.warnings[0], "ancestor is left out (lines: 1)") {
		t.Errorf("warnings %q", f.warnings)
	}
	f = readText(t, "<<<<<<< ours\n"+`{"content":"a"}`+"\n||||||| base\n"+`{"content":"b"}`+"\n", Settings{})
	if len(f.memories) != 1 || len(f.warnings) != 2 {
		t.Errorf("an ancestor without end: %d memories, warnings %q", len(f.memories), f.warnings)
	}
}

func TestEmptyFiles(t *testing.T) {
	for _, text := range []string{"", "\n\r\n", "\xef\xbb\xbf", "{\"entities\":[],\"relations\":[]}", "[]"} {
		if f := readText(t, text, Settings{}); len(f.items) != 0 {
			t.Errorf("%q gave %d items", text, len(f.items))
		}
	}
}

func TestWarningsAreBounded(t *testing.T) {
	f := readText(t, strings.Repeat(`{"content":"c","ts":"later"}`+"\n", 1)+manyOdd(500), Settings{})
	if len(f.memories) != 501 || len(f.warnings) != mostWarnings+1 || !strings.Contains(f.warnings[mostWarnings], "451 more") {
		t.Errorf("%d memories, %d warnings, last %q", len(f.memories), len(f.warnings), f.warnings[len(f.warnings)-1])
	}
}

func manyOdd(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "{\"content\":\"c%d\",\"ts\":\"never\"}\n", i)
	}
	return b.String()
}

func TestCancelledReadingEnds(t *testing.T) {
	for _, text := range []string{manyOdd(5000), strings.Repeat(`{"type":"entity","name":"a","observations":["b"]}`+"\n", 5000)} {
		ctx, cancel := context.WithCancel(t.Context())
		reading, err := Read(ctx, strings.NewReader(text), Source{Name: "harbour.jsonl"}, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		if f := collect(reading); !errors.Is(f.err, context.Canceled) {
			t.Errorf("got %v after %d items", f.err, len(f.items))
		}
	}
}

// brokenReader fails after some bytes.
type brokenReader struct{ text *strings.Reader }

func (r brokenReader) Read(b []byte) (int, error) {
	if r.text.Len() == 0 {
		return 0, errors.New("the disk is on fire")
	}
	return r.text.Read(b)
}

func TestFailingReader(t *testing.T) {
	for _, text := range []string{manyOdd(9000), strings.Repeat(`{"type":"entity","name":"a","observations":["b"]}`+"\n", 9000)} {
		reading, err := Read(t.Context(), brokenReader{strings.NewReader(text)}, Source{Name: "harbour.jsonl"}, Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if f := collect(reading); f.err == nil || !strings.Contains(f.err.Error(), "harbour.jsonl") || !strings.Contains(f.err.Error(), "on fire") {
			t.Errorf("got %v", f.err)
		}
	}
}
