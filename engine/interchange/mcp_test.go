package interchange

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

func TestGraph(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "graph.jsonl")), Settings{Namespace: "port"})
	if f.reading.Format != MCP || len(f.memories) != 5 || len(f.edges) != 3 || len(f.refused) != 0 {
		t.Fatalf("%s: %d memories, %d edges, refused %v", f.reading.Format, len(f.memories), len(f.edges), reasons(f))
	}
	bot := f.memory(t, "harbour-bot")
	if bot.Type != "project" || bot.Content != "Schedules pilots for incoming ships\nWritten in Go\nTalks to the crane API" {
		t.Errorf("repeated name: got %q %q", bot.Type, bot.Content)
	}
	if string(bot.Metadata) != `{"key":"harbour-bot","createdAt":"2026-01-04T08:00:00.000Z","version":1}` {
		t.Errorf("repeated name: metadata %s", bot.Metadata)
	}
	if bot.CreatedAt != time.Date(2026, 1, 4, 8, 0, 0, 0, time.UTC) || bot.Scope != (engine.Scope{Namespace: "port", Subject: "harbour-bot"}) || bot.Line != 1 || bot.ID != "" {
		t.Errorf("repeated name: got %+v", bot)
	}
	if m := f.memory(t, "crane API"); m.Content != "crane API" || string(m.Metadata) != `{"key":"crane API"}` || m.CreatedAt != fileTime {
		t.Errorf("without observations: got %q %s %v", m.Content, m.Metadata, m.CreatedAt)
	}
	if m := f.memory(t, "Käthe"); m.Content != "Käthe" || string(m.Metadata) != `{"key":"Käthe","observations":["Käthe"]}` {
		t.Errorf("observation equal to the name: got %q %s", m.Content, m.Metadata)
	}
	if m := f.memory(t, "pilot rota"); m.Type != "semantic" || m.Content != "First line\nsecond line\n2 pilots at night" ||
		!strings.Contains(string(m.Metadata), `"observations":["First line\nsecond line","","2 pilots at night"]`) {
		t.Errorf("without type, with lines inside: got %q %q %s", m.Type, m.Content, m.Metadata)
	}
	if e := f.edges[0]; e.From != "harbour-bot" || e.To != "tide tables" || e.Type != "reads" || e.ByID || string(e.Metadata) != `{"createdAt":"2026-01-04T08:05:00.000Z"}` || e.CreatedAt.IsZero() {
		t.Errorf("edge: got %+v %s", e, e.Metadata)
	}
	if e := f.edges[1]; e.To != "lighthouse" || string(e.Metadata) != `{"version":2}` {
		t.Errorf("dangling edge: got %+v", e)
	}
}

func TestGraphItemsComeMemoriesFirst(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "graph.jsonl")), Settings{})
	edgeSeen := false
	for _, item := range f.items {
		edgeSeen = edgeSeen || item.Edge != nil
		if edgeSeen && item.Memory != nil {
			t.Fatalf("memory %q comes after an edge", item.Memory.Record)
		}
	}
}

// The same graph in other clothes is the same graph.
func TestGraphDialectsSayTheSame(t *testing.T) {
	plain := readStream(t, bytes.NewReader(sample(t, "graph.jsonl")), Settings{})
	for _, name := range []string{"graph-bom-crlf.json", "graph-whole.json"} {
		f := readStream(t, bytes.NewReader(sample(t, name)), Settings{})
		if len(f.memories) != len(plain.memories) || len(f.edges) != len(plain.edges) || len(f.refused) != 0 {
			t.Errorf("%s: %d memories, %d edges, refused %v", name, len(f.memories), len(f.edges), reasons(f))
			continue
		}
		for _, m := range plain.memories {
			if other := f.memory(t, m.Record); other.Sum != m.Sum {
				t.Errorf("%s: %s reads differently: %q %s", name, m.Record, other.Content, other.Metadata)
			}
		}
	}
}

func TestGraphFromAFileAndAStreamAgree(t *testing.T) {
	file := readFile(t, filepath.Join("testdata", "graph.jsonl"))
	stream := readStream(t, bytes.NewReader(sample(t, "graph.jsonl")), Settings{})
	if !slices.Equal(file.records(), stream.records()) {
		t.Errorf("file %v, stream %v", file.records(), stream.records())
	}
	if done, total := file.reading.Progress(); done != total || total == 0 {
		t.Errorf("progress ends at %d of %d bytes", done, total)
	}
}

func TestStreamLeavesNoCopyBehind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	readStream(t, bytes.NewReader(sample(t, "graph.jsonl")), Settings{})
	reading, err := Read(t.Context(), bytes.NewReader(sample(t, "graph.jsonl")), Source{Name: "-"}, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for range reading.Items {
		break // the reader is given up half-way
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestObjectObservations(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "graph-objects.jsonl")), Settings{})
	m := f.memory(t, "gulls")
	if m.Content != "Nest on the crane\nLeave in winter" || m.CreatedAt != time.Date(2026, 2, 1, 10, 0, 0, 0, time.UTC) || m.UpdatedAt != time.Date(2026, 2, 3, 10, 0, 0, 0, time.UTC) {
		t.Errorf("got %q %v %v", m.Content, m.CreatedAt, m.UpdatedAt)
	}
	if !strings.Contains(string(m.Metadata), `{"text":"Leave in winter","timestamp":"2026-02-03T10:00:00Z"}`) || !strings.Contains(string(m.Metadata), `"_savedAt"`) {
		t.Errorf("metadata %s", m.Metadata)
	}
}

func TestOneObservationALine(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "graph-one-a-line.jsonl")), Settings{})
	m := f.memory(t, "buoy 7")
	if len(f.memories) != 2 || m.Content != "Lamp is green\nLamp was replaced" || m.Type != "marker" || m.UpdatedAt != time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC) {
		t.Errorf("%d memories, got %q %q %v", len(f.memories), m.Content, m.Type, m.UpdatedAt)
	}
}

func TestMixedFile(t *testing.T) {
	f := readText(t, `{"type":"entity","name":"a","entityType":"b","observations":["c"]}`+"\n"+`{"text":"Sync after each subtask.","timestamp":"2024-06-07T17:23:00Z"}`, Settings{})
	if len(f.memories) != 2 || f.memories[1].Content != "Sync after each subtask." || f.memories[1].CreatedAt.Year() != 2024 {
		t.Fatalf("got %v", f.records())
	}
	if len(f.warnings) != 1 || !strings.Contains(f.warnings[0], "line 2") {
		t.Errorf("warnings %q", f.warnings)
	}
}

func TestGraphRefusals(t *testing.T) {
	f := readText(t, strings.Join([]string{
		`{"type":"entity","name":"ok","entityType":"x","observations":["c"]}`,
		`{"type":"entity","entityType":"x","observations":["c"]}`,
		`{"type":"relation","from":"ok","relationType":"r"}`,
		`{"type":"entity","name":"  ","observations":["c"]}`,
		`{"type":"entity","name":"` + strings.Repeat("n", 600) + `","observations":["c"]}`,
		`{"type":"entity","name":"big","observations":["` + strings.Repeat("c", engine.MaxContentBytes) + `","d"]}`,
		`{"type":"relation","from":"ok","to":"ok","relationType":"` + strings.Repeat("r", 600) + `"}`,
		`{"type":"entity","name":"NaN","observations":[NaN]}`,
		`{"type":"note"}`,
	}, "\n"), Settings{})
	if len(f.memories) != 1 || len(f.refused) != 8 {
		t.Errorf("%d memories, refused %v", len(f.memories), reasons(f))
	}
	wantRefusal(t, f, 2, "entity without a name")
	wantRefusal(t, f, 3, "relation without its ends")
	wantRefusal(t, f, 4, "blank")
	wantRefusal(t, f, 5, "name has 600 bytes")
	wantRefusal(t, f, 6, "content has")
	wantRefusal(t, f, 7, "relationType has 600 bytes")
	wantRefusal(t, f, 8, "observations is NaN")
	wantRefusal(t, f, 9, "no text")
}

func TestLooseShapes(t *testing.T) {
	f := readText(t, strings.Join([]string{
		`{"type":"entity","name":"one text","observations":"only this"}`,
		`{"type":"entity","name":"null","observations":null}`,
		`{"type":"entity","name":"numbers","observations":[1,true,{"n":2}]}`,
		`{"type":"entity","name":"repeats","observations":["x","y","x"]}`,
		`{"name":"bare","entityType":"t"}`,
		`{"type":"entity","name":"own key","key":"k","observations":["o"]}`,
		`{"type":"relation","from":"bare","to":"null","relationType":""}`,
		`{"from":"null","to":"bare","relationType":"contradicts"}`,
	}, "\n"), Settings{})
	for name, want := range map[string]string{
		"one text": "only this", "null": "null", "numbers": "1\ntrue\n{\"n\":2}", "repeats": "x\ny", "bare": "bare",
	} {
		if got := f.memory(t, name).Content; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if m := f.memory(t, "own key"); string(m.Metadata) != `{"key":"own key","original_key":"k"}` {
		t.Errorf("own key: %s", m.Metadata)
	}
	if len(f.edges) != 2 || f.edges[0].Type != engine.RelRelatedTo || string(f.edges[1].Metadata) != `{"stated_from":"null"}` {
		t.Errorf("edges %+v", f.edges)
	}
}

// A file that grows while it is read counts as it was at first.
func TestFileThatChangesWhileItIsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.jsonl")
	if err := os.WriteFile(path, sample(t, "graph.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, src, err := OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // only read
	reading, err := Read(t.Context(), file, src, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if reading.Changed() {
		t.Error("changed before anything happened")
	}
	more, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := more.WriteString(`{"type":"entity","name":"late","observations":[]}` + "\n"); err != nil {
		t.Fatal(err)
	}
	if err := more.Close(); err != nil {
		t.Fatal(err)
	}
	f := collect(reading)
	if slices.Contains(f.records(), "late") || len(f.memories) != 5 || !reading.Changed() {
		t.Errorf("got %v, changed %v", f.records(), reading.Changed())
	}
}

// Other writers' names for the same things give the same graph.
func TestOtherSpellings(t *testing.T) {
	f := readStream(t, bytes.NewReader(sample(t, "graph-spelt.json")), Settings{})
	if m := f.memory(t, "buoy 7"); m.Type != "marker" || m.Content != "Lamp is green" || string(m.Metadata) != `{"key":"buoy 7"}` || m.Line != 2 {
		t.Errorf("an entity under its name: %+v %s", m, m.Metadata)
	}
	if m := f.memory(t, "fairway"); m.Type != "water" || m.Content != "fairway" {
		t.Errorf("an entity without observations: %+v", m)
	}
	if len(f.edges) != 2 || f.edges[0].From != "buoy 7" || f.edges[0].Type != "marks" || string(f.edges[0].Metadata) != `{"since":2019}` || f.edges[1].Type != "lit by" {
		t.Errorf("relations %+v", f.edges)
	}
	wantRefusal(t, f, 9, "relation without its ends")

	f = readStream(t, bytes.NewReader(sample(t, "graph-added.jsonl")), Settings{})
	if m := f.memory(t, "buoy 7"); m.Type != "marker" || m.Content != "Lamp is green\nLamp was replaced\nChain is new" || !strings.Contains(string(m.Metadata), `"by":"Ines"`) {
		t.Errorf("observations added: %+v %s", m, m.Metadata)
	}
	if m := f.memory(t, "fairway"); m.Type != "water" || m.Content != "Dredged in spring" {
		t.Errorf("one observation: %+v", m)
	}
	if len(f.edges) != 1 || f.edges[0].Type != "marks" || f.edges[0].To != "fairway" || len(f.refused) != 0 {
		t.Errorf("relations %+v, refused %v", f.edges, reasons(f))
	}
}

// Names that a graph would spell otherwise are a plain record's own.
func TestPlainRecordKeepsItsNames(t *testing.T) {
	f := readText(t, `{"text":"Berth 4 is closed","entity_type":"berth","source":"log","target":"x"}`, Settings{})
	if m := f.memories[0]; f.reading.Format != Plain || string(m.Metadata) != `{"entity_type":"berth","target":"x"}` || m.Source != "log" {
		t.Errorf("%s %s", f.reading.Format, m.Metadata)
	}
}
