package interchange

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRealFiles(t *testing.T) {
	for _, c := range []struct {
		file, format, dialect             string
		memories, edges, refused, dangles int
	}{
		{"mcp-memory/omriwen-PRISM.jsonl", MCP, "", 60, 60, 0, 0},
		{"mcp-memory/sm-moshi-dmetrics-go.jsonl", MCP, "", 66, 87, 0, 1},
		{"mcp-memory/sengac-mindstrike.jsonl", MCP, "", 18, 23, 0, 1},
		{"mcp-memory/7Spade-ng-alain-build.BOM.json", MCP, "", 18, 38, 0, 0},
		{"mcp-memory/ac484-ng-ac.empty.json", Empty, "", 0, 0, 0, 0},
		{"mcp-memory-dialects/n2ns-antigravity-panel.whole-object.json", MCP, "one object for the whole graph", 5, 1, 0, 0},
		{"mcp-memory-dialects/flight505-think-server.object-observations.jsonl", MCP, "without types", 58, 0, 0, 0},
		{"mcp-memory-dialects/TeodorArg-openclaw.one-observation-per-line.jsonl", MCP, "one observation a line", 19, 0, 0, 0},
		{"mcp-memory-dialects/wiggitywhitney-mcp-commit-story.cursor-memory.json", MCP, "", 4, 0, 0, 0},
		{"engram/Row0902-aiowx.engram-export.json", Engram, "", 173, 2, 0, 0},
		{"mempalace/hallways.json", MemPalace, "", 33, 132, 0, 0},
		{"mempalace/tunnels.json", MemPalace, "an array", 41, 37, 0, 0},
		{"jsonl-damaged/steveyegge-beads.65f59e6.parent-intact.jsonl", Plain, "", 429, 0, 0, 0},
		{"jsonl-damaged/steveyegge-beads.fe8d208.torn-tail.jsonl", Plain, "", 429, 0, 1, 0},
		{"jsonl-damaged/steveyegge-beads.5bfecf8.merge-conflict.jsonl", Plain, "", 381, 0, 0, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			f := readFile(t, shared(t, c.file))
			names := map[string]bool{}
			for _, m := range f.memories {
				names[m.Record] = true
				if m.Content == "" || !utf8.ValidString(m.Content) || m.CreatedAt.IsZero() {
					t.Errorf("%s: text %q from %v", m.Record, m.Content, m.CreatedAt)
				}
			}
			dangles := 0
			for _, e := range f.edges {
				if !names[e.From] || !names[e.To] {
					dangles++
				}
			}
			if f.reading.Format != c.format || f.reading.Dialect != c.dialect || len(f.memories) != c.memories ||
				len(f.edges) != c.edges || len(f.refused) != c.refused || dangles != c.dangles || len(names) != c.memories {
				t.Errorf("got %s %q: %d memories, %d edges (%d dangling), refused %v, warnings %q",
					f.reading.Format, f.reading.Dialect, len(f.memories), len(f.edges), dangles, reasons(f), f.warnings)
			}
		})
	}
}

func TestRealTornTail(t *testing.T) {
	f := readFile(t, shared(t, "jsonl-damaged/steveyegge-beads.fe8d208.torn-tail.jsonl"))
	wantRefusal(t, f, 430, "torn", "7:00")
}

func TestRealUnion(t *testing.T) {
	f := readFile(t, shared(t, "mcp-memory/sm-moshi-dmetrics-go.jsonl"))
	observations := 0
	for _, m := range f.memories {
		observations += strings.Count(m.Content, "\n") + 1
	}
	// 427 are in the file; 89 of them repeat what their entity said before.
	if observations != 338 {
		t.Errorf("%d observations", observations)
	}
}

func TestRealMerge(t *testing.T) {
	f := readFile(t, shared(t, "jsonl-damaged/steveyegge-beads.5bfecf8.merge-conflict.jsonl"))
	var twins []string
	for _, m := range f.memories {
		if m.Twin {
			twins = append(twins, m.ID)
		}
	}
	// Ten ids are on both sides, each with different times or dependencies.
	if len(twins) != 10 || !slices.Contains(twins, "bd-306") {
		t.Errorf("twins %v", twins)
	}
}

// Nothing of an engram export is lost without a word: what is no memory is
// named.
func TestRealEngram(t *testing.T) {
	f := readFile(t, shared(t, "engram/Row0902-aiowx.engram-export.json"))
	kinds := map[string]int{}
	for _, m := range f.memories {
		kinds[m.Type]++
		if m.Twin {
			t.Errorf("%s is taken for a twin", m.Record)
		}
	}
	if kinds["prompt"] != 47 || kinds["session"] != 3 || len(f.memories) != 123+47+3 {
		t.Errorf("%v", kinds)
	}
	if len(f.warnings) != 1 || !strings.Contains(f.warnings[0], "left out (15)") {
		t.Errorf("warnings %q", f.warnings)
	}
}
