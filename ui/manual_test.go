//go:build manual

package ui

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"ebb/engine"
	"ebb/themes"
)

type slowImporter struct{}

func (slowImporter) Known() []Known {
	return []Known{{Tool: "MCP server-memory", Path: "/home/ana/.config/mcp/memory.jsonl", Size: 34567, Modified: noon}, {Tool: "Claude Code", Path: "/home/ana/.claude/memory/MEMORY.md", Size: 1234, Modified: noon}}
}
func (slowImporter) Preview(ctx context.Context, path string) (Candidate, error) {
	if path == "/bad" {
		return Candidate{}, errors.New("/bad: line 3 is not JSON and nothing before it was either")
	}
	return Candidate{Path: path, Format: "MCP server-memory JSON Lines", Namespace: "mcp", Subject: "default", Size: 34567, Records: 120, Warnings: []string{"1 relation points nowhere"}}, nil
}
func (slowImporter) Import(ctx context.Context, path, ns, sub string, progress func(Progress)) (ImportResult, error) {
	for i := range 50 {
		progress(Progress{Records: i * 1000, Bytes: int64(i * 34567 / 50), Size: 34567})
		select {
		case <-ctx.Done():
			return ImportResult{}, ctx.Err()
		case <-time.After(60 * time.Millisecond):
		}
	}
	return ImportResult{Format: "x", Created: 1204, Refused: 1, Relations: 60, Dangling: 1, Warnings: []string{"dangling: A -> B"}, Refusals: []Refusal{{Line: 430, Record: "x", Reason: "torn last line"}}, Rejects: "/x/rejects.jsonl", Took: 3 * time.Second}, nil
}
func (slowImporter) Follow(context.Context, string, string, string) error { return nil }

func TestManual(t *testing.T) {
	h := &harness{t: t, e: newFakeEngine(), demo: newFakeEngine(), imp: slowImporter{}}
	if os.Getenv("EMPTY") != "" {
		h.e.totals = engine.Totals{}
	}
	h.e.ops = []engine.Operation{{ID: "1", Actor: engine.You, Kind: "archive", Summary: "archived 3 memories", At: noon}}
	o := h.options()
	o.Getenv = os.Getenv
	o.Theme = themes.Options{Name: os.Getenv("THEME")}
	if os.Getenv("LOCKED") != "" {
		o.Open = func(context.Context, Which) (*Session, error) {
			return nil, &engine.StoreLockedError{Dir: "/home/ana/.local/share/ebb/default", PID: 4711}
		}
	}
	err := Run(context.Background(), o)
	t.Log(err)
}
