package interchange_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/engine"
	"ebb/engine/interchange"
)

var start = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// newEngine is an engine on a fresh store whose clock moves a minute a look.
func newEngine(t testing.TB) *engine.Engine {
	t.Helper()
	return engineIn(t, t.TempDir())
}

// checker is a test, or one run of a property.
type checker interface {
	Fatal(...any)
	Error(...any)
	Cleanup(func())
}

func engineIn(t checker, dir string) *engine.Engine {
	store, err := badgerstore.Open(context.Background(), dir, badgerstore.Options{NoSync: true, MemTableSize: 8 << 20})
	if err != nil {
		t.Fatal(err)
	}
	now, ids := start, 0
	e, err := engine.Open(context.Background(), store, engine.Options{
		Clock: func() time.Time { now = now.Add(time.Minute); return now },
		Wall:  func() time.Time { return now },
		NewID: func() string { ids++; return fmt.Sprintf("id-%06d", ids) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func importFrom(t testing.TB, e *engine.Engine, name string, content []byte) engine.ImportReport {
	t.Helper()
	reading, err := interchange.Read(context.Background(), bytes.NewReader(content), interchange.Source{Name: name, ModTime: start}, interchange.Settings{Namespace: "port"})
	if err != nil {
		t.Fatal(err)
	}
	report, err := e.Import(context.Background(), engine.Import{Source: name, Format: reading.Format}, reading.Items)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func export(t testing.TB, e *engine.Engine, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := interchange.Export(context.Background(), &out, format, e); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// MCP in, out, in, out: the two exports are one graph, and the store they came
// from has nothing to learn from them.
func TestGraphGoesRound(t *testing.T) {
	files := map[string][]byte{}
	for _, name := range []string{"graph.jsonl", "graph-whole.json", "graph-objects.jsonl", "graph-one-a-line.jsonl", "graph-added.jsonl"} {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = b
	}
	root := os.Getenv("EBB_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	real, err := filepath.Glob(filepath.Join(root, "data", "mcp-memory*", "*.json*"))
	if err != nil || len(real) == 0 {
		t.Log("the real memory files are not here")
	}
	for _, path := range real {
		if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
			files[filepath.Base(path)] = b
		}
	}
	for name, content := range files {
		t.Run(name, func(t *testing.T) {
			one := newEngine(t)
			report := importFrom(t, one, name, content)
			first := export(t, one, interchange.MCP)

			two := newEngine(t)
			back := importFrom(t, two, name, first)
			second := export(t, two, interchange.MCP)
			if !bytes.Equal(sorted(first), sorted(second)) {
				t.Errorf("first export:\n%s\nsecond export:\n%s", first, second)
			}
			if back.Created != report.Created || back.Relations != report.Relations || back.Dangling != report.Dangling || back.Refused != 0 {
				t.Errorf("imported %+v, then %+v", report, back)
			}
			if again := importFrom(t, one, name, content); again.Created+again.Updated+again.Relations != 0 || again.Unchanged != report.Created {
				t.Errorf("the same file again: %+v", again)
			}
		})
	}
}

func sorted(b []byte) []byte {
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	// The order of entities is that of their ids, which the second import makes anew.
	for i := range lines {
		for j := i + 1; j < len(lines); j++ {
			if lines[j] < lines[i] {
				lines[i], lines[j] = lines[j], lines[i]
			}
		}
	}
	return []byte(strings.Join(lines, "\n"))
}

// The graph that comes out is the one that went in, entity by entity.
func TestGraphComesBack(t *testing.T) {
	e := newEngine(t)
	b, err := os.ReadFile(filepath.Join("testdata", "graph.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	importFrom(t, e, "graph.jsonl", b)
	want := `{"type":"entity","name":"Käthe","entityType":"person","observations":["Käthe"]}
{"type":"entity","name":"crane API","entityType":"service","observations":[]}
{"type":"entity","name":"harbour-bot","entityType":"project","observations":["Schedules pilots for incoming ships","Written in Go","Talks to the crane API"],"createdAt":"2026-01-04T08:00:00.000Z","version":1}
{"type":"entity","name":"pilot rota","entityType":"semantic","observations":["First line\nsecond line","","2 pilots at night"]}
{"type":"entity","name":"tide tables","entityType":"dataset","observations":["Fetched every six hours"]}
{"type":"relation","from":"crane API","to":"pilot rota","relationType":"contradicts"}
{"type":"relation","from":"harbour-bot","to":"tide tables","relationType":"reads","createdAt":"2026-01-04T08:05:00.000Z"}
{"type":"relation","from":"tide tables","to":"lighthouse","relationType":"published by","version":2}`
	if got := string(sorted(export(t, e, interchange.MCP))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What a person wrote since is what the export says.
func TestEditedMemoryIsExportedAsItReadsNow(t *testing.T) {
	e := newEngine(t)
	importFrom(t, e, "g.jsonl", []byte(`{"type":"entity","name":"a","observations":["one\ntwo","three"]}`))
	for head, err := range e.List(t.Context(), engine.Filter{}, engine.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		text := "one\nfour"
		if _, err := e.Evolve(t.Context(), head.ID, engine.Patch{Content: &text}, engine.How{}); err != nil {
			t.Fatal(err)
		}
	}
	if got := string(export(t, e, interchange.MCP)); !strings.Contains(got, `"observations":["one","four"]`) {
		t.Errorf("got %s", got)
	}
}

// Memories that never were a graph become one with names of their own.
func TestAnyMemoryCanBeAGraph(t *testing.T) {
	e := newEngine(t)
	for _, text := range []string{"Berth 4\nis closed", "Berth 4\nis open"} {
		_, err := e.Add(t.Context(), engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", Content: text, Metadata: engine.Metadata(`{"type":"x"}`)}, engine.How{})
		if err != nil {
			t.Fatal(err)
		}
	}
	got := string(export(t, e, interchange.MCP))
	if !strings.Contains(got, `"name":"Berth 4","entityType":"fact","observations":["Berth 4","is closed"],"metadata.type":"x"`) || !strings.Contains(got, `"name":"Berth 4 (id-`) {
		t.Errorf("got %s", got)
	}
}

// Our own format in and out loses nothing: a second store exports the same.
func TestEbbGoesRound(t *testing.T) {
	one := newEngine(t)
	live(t, one)
	first := export(t, one, interchange.Ebb)

	two := newEngine(t)
	report := importFrom(t, two, "one.ebb.jsonl", first)
	if report.Refused != 0 || len(report.Warnings) != report.Dangling {
		t.Fatalf("refused %v, warnings %q", report.Refusals, report.Warnings)
	}
	second := export(t, two, interchange.Ebb)
	for _, kind := range []string{"memory", "version", "edge", "dangling", "conflict", "retrieval", "log"} {
		a, b := ofKind(first, kind), ofKind(second, kind)
		if kind == "log" || kind == "dangling" { // the import adds entries of its own; sequence numbers are the store's
			if len(a) == 0 || len(b) < len(a) {
				t.Errorf("%s: %d lines became %d", kind, len(a), len(b))
			}
			continue
		}
		if len(a) == 0 || strings.Join(a, "\n") != strings.Join(b, "\n") {
			t.Errorf("%s: %d lines became %d:\n%s\n--\n%s", kind, len(a), len(b), strings.Join(a, "\n"), strings.Join(b, "\n"))
		}
	}
	if again := importFrom(t, two, "one.ebb.jsonl", first); again.Created+again.Updated != 0 {
		t.Errorf("the same export again: %+v", again)
	}
}

func ofKind(export []byte, kind string) []string {
	var out []string
	for line := range strings.SplitSeq(string(export), "\n") {
		if strings.HasPrefix(line, `{"kind":"`+kind+`"`) {
			out = append(out, line)
		}
	}
	return out
}

// live does a bit of everything.
func live(t *testing.T, e *engine.Engine) {
	t.Helper()
	ctx := t.Context()
	b, err := os.ReadFile(filepath.Join("testdata", "graph.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	importFrom(t, e, "graph.jsonl", b)
	var ids []string
	for head, err := range e.List(ctx, engine.Filter{}, engine.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, head.ID)
	}
	text, score := "Rewritten\nby a person", 0.9
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(e.Evolve(ctx, ids[0], engine.Patch{Content: &text}, engine.How{Reason: "it was wrong"}))
	must(e.Evolve(ctx, ids[0], engine.Patch{Importance: &score}, engine.How{Actor: engine.ParseActor("codex")}))
	must(e.Recall(ctx, ids[1], engine.How{}))
	must(e.Search(ctx, engine.Query{Text: "crane"}, engine.How{}))
	must(e.Archive(ctx, ids[2:3], engine.How{Reason: "old"}))
	must(e.Declare(ctx, ids[0], ids[1], "they disagree", engine.How{}))
	must(e.Relate(ctx, ids[0], ids[3], engine.RelSupports, 0.5, nil, engine.How{}))
	must(e.Delete(ctx, ids[4:5], engine.How{}))
}
