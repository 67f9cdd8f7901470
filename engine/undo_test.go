package engine_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/engine"
)

// state is what a person would say the store holds: no version numbers, no
// times, no history.
type state struct {
	Memories  map[string]string
	Edges     map[engine.EdgeKey]string
	Conflicts map[string]string
	Settings  string
}

func stateOf(t rapidOrT, e *engine.Engine) state {
	s := state{Memories: map[string]string{}, Edges: map[engine.EdgeKey]string{}, Conflicts: map[string]string{}}
	ctx := context.Background()
	all := engine.Filter{States: engine.States(), IncludeExpired: true}
	for m, err := range e.ListMemories(ctx, all, engine.Cursor{}) {
		if err != nil {
			t.Fatal(err)
		}
		if m.State == engine.Deleted {
			continue // undoing an addition leaves its history behind
		}
		s.Memories[m.ID] = fmt.Sprintf("%s %s %q %v %v %s %d %v %s %v %+v", m.Type, m.State, m.Content, m.Importance, m.Confidence, m.Metadata,
			m.AccessCount, m.LearnedAt.UnixNano(), m.Head.Archive.Reason, m.TieCount, m.Profile)
	}
	edges, err := e.Edges(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, edge := range edges {
		s.Edges[edge.EdgeKey] = fmt.Sprintf("%d %v %v", edge.Count, edge.Weight, edge.Connection)
	}
	conflicts, err := e.ConflictList(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range conflicts {
		s.Conflicts[c.ID] = fmt.Sprintf("%s %s %s", c.MemoryA, c.MemoryB, c.Status)
	}
	s.Settings = fmt.Sprintf("%+v", e.Settings())
	return s
}

type rapidOrT interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func diff(t rapidOrT, what string, got, want state) {
	for _, id := range slices.Sorted(maps.Keys(want.Memories)) {
		if got.Memories[id] != want.Memories[id] {
			t.Fatalf("%s: memory %s\n got %s\nwant %s", what, id, got.Memories[id], want.Memories[id])
		}
	}
	if !maps.Equal(got.Memories, want.Memories) || !maps.Equal(got.Edges, want.Edges) || !maps.Equal(got.Conflicts, want.Conflicts) || got.Settings != want.Settings {
		t.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// TestUndoBringsBack does random things, takes them all back one by one and
// does them all again: each state on the way is the one that was there.
func TestUndoBringsBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
		e := openEngine(t, func() time.Time { return now })
		ctx := context.Background()
		var ids []string
		for i := range 4 {
			m, err := e.Add(ctx, engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "episodic", Content: fmt.Sprint("memory ", i)}, agent)
			if err != nil {
				rt.Fatal(err)
			}
			ids = append(ids, m.ID)
		}
		states := []state{stateOf(rt, e)}
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 100_000).Draw(rt, "pause")) * time.Second)
			if done := randomWrite(rt, e, &ids); done {
				states = append(states, stateOf(rt, e))
			}
		}
		for i := len(states) - 2; i >= 0; i-- {
			now = now.Add(time.Minute)
			if _, err := e.Undo(ctx, "", engine.How{}); err != nil {
				rt.Fatalf("undo to state %d: %v", i, err)
			}
			diff(rt, fmt.Sprintf("after undo to state %d", i), stateOf(rt, e), states[i])
		}
		if _, err := e.Undo(ctx, "", engine.How{}); !errors.Is(err, engine.ErrNothingToUndo) {
			rt.Fatalf("an agent's work was undone by a person: %v", err)
		}
		for i := 1; i < len(states); i++ {
			now = now.Add(time.Minute)
			if _, err := e.Redo(ctx, engine.How{}); err != nil {
				rt.Fatalf("redo to state %d: %v", i, err)
			}
			diff(rt, fmt.Sprintf("after redo to state %d", i), stateOf(rt, e), states[i])
		}
	})
}

var agent = engine.How{Actor: engine.Actor{Kind: engine.Agent, Name: "planner"}}

// randomWrite does one thing as the person; false when the lifecycle had no
// room for it or it changed nothing.
func randomWrite(rt *rapid.T, e *engine.Engine, ids *[]string) bool {
	ctx, you := context.Background(), engine.How{}
	pick := func(name string) string { return rapid.SampledFrom(*ids).Draw(rt, name) }
	var op engine.Operation
	var err error
	op.ID = "set"
	switch rapid.IntRange(0, 9).Draw(rt, "kind") {
	case 0:
		var m engine.Memory
		m, err = e.Add(ctx, engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "semantic", Content: "new"}, you)
		*ids = append(*ids, m.ID)
	case 1, 2:
		text := rapid.SampledFrom([]string{"alpha", "beta", "memory 1"}).Draw(rt, "text")
		_, err = e.Evolve(ctx, pick("edited"), engine.Patch{Content: &text}, you)
	case 3:
		importance := rapid.Float64Range(0, 1).Draw(rt, "importance")
		typ := rapid.SampledFrom([]string{"episodic", "fact"}).Draw(rt, "type")
		_, err = e.Evolve(ctx, pick("scored"), engine.Patch{Importance: &importance, Type: &typ}, you)
	case 4:
		op, err = e.Archive(ctx, []string{pick("archived")}, you)
	case 5:
		op, err = e.Unarchive(ctx, []string{pick("back")}, you)
	case 6:
		op, err = e.Delete(ctx, []string{pick("deleted")}, you)
	case 7:
		a, b := pick("a"), pick("b")
		if a == b {
			return false
		}
		_, err = e.Relate(ctx, a, b, "supports", 0.5, nil, you)
	case 8:
		a, b := pick("a"), pick("b")
		before, listErr := e.ConflictList(ctx, engine.ConflictOpen)
		if listErr != nil {
			rt.Fatal(listErr)
		}
		_, err = e.Declare(ctx, a, b, "", you)
		after, listErr := e.ConflictList(ctx, engine.ConflictOpen)
		if listErr != nil {
			rt.Fatal(listErr)
		}
		if len(before) == len(after) {
			op.ID = ""
		}
	case 9:
		_, _, err = e.RecallTogether(ctx, []string{pick("recalled"), pick("with")}, you)
	}
	var transition *engine.InvalidTransitionError
	var invalid *engine.ValidationError
	if errors.As(err, &transition) || errors.As(err, &invalid) {
		return false
	}
	if err != nil {
		rt.Fatal(err)
	}
	return op.ID != ""
}
