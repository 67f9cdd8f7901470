package conflicts

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ebb/engine"
)

var clock = time.Date(2026, 11, 30, 14, 2, 0, 0, time.UTC)

func ago(days float64) time.Time {
	return clock.Add(-time.Duration(days * float64(24*time.Hour)))
}

// fake is a source in memory: what the engine would say, without a disk.
type fake struct {
	mu        sync.Mutex
	memories  map[string]engine.Memory
	conflicts []engine.Conflict // newest first
	edges     []engine.Edge
	provider  engine.IntelligenceProvider
	broken    error // of every reading
	refuses   error // of every writing
	calls     []string
	looked    int // previews
	got       int // texts read
}

func newFake() *fake { return &fake{memories: map[string]engine.Memory{}} }

func (f *fake) note(format string, args ...any) {
	f.calls = append(f.calls, fmt.Sprintf(format, args...))
}

func (f *fake) put(m engine.Memory) engine.Memory {
	if m.Version == 0 {
		m.Version = 1
	}
	if m.State == 0 {
		m.State = engine.Active
	}
	if m.Type == "" {
		m.Type = "episodic"
	}
	if m.Title == "" {
		m.Title = engine.Title(m.Content)
	}
	m.LearnedAt, m.Base, m.Interference = m.CreatedAt, 1, 1
	m.UpdatedAt = m.CreatedAt
	m.TextSum = engine.TextSum(m.Content)
	f.memories[m.ID] = m
	return m
}

func (f *fake) dispute(c engine.Conflict) {
	if c.Status == 0 {
		c.Status = engine.ConflictOpen
	}
	f.conflicts = append(f.conflicts, c)
}

func (f *fake) Settings() engine.Settings             { return engine.DefaultSettings() }
func (f *fake) Provider() engine.IntelligenceProvider { return f.provider }

func (f *fake) ConflictList(context.Context, engine.ConflictStatus) ([]engine.Conflict, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.conflicts), f.broken
}

func (f *fake) Heads(_ context.Context, ids []string) ([]engine.Head, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []engine.Head
	for _, id := range ids {
		if m, ok := f.memories[id]; ok {
			out = append(out, m.Head)
		}
	}
	return out, f.broken
}

func (f *fake) Get(_ context.Context, id string) (engine.Memory, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.got++
	m, ok := f.memories[id]
	if !ok {
		return m, &engine.NotFoundError{Kind: "memory", ID: id}
	}
	return m, f.broken
}

func (f *fake) History(_ context.Context, id string) ([]engine.Version, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.memories[id]
	return []engine.Version{{MemoryID: id, Number: m.Version, Change: engine.Created, At: m.CreatedAt, Actor: engine.Actor{Kind: engine.Agent, Name: "planner"}, Memory: m}}, nil
}

func (f *fake) Edges(_ context.Context, id string) ([]engine.Edge, error) {
	var out []engine.Edge
	for _, e := range f.edges {
		if e.From == id || e.To == id {
			out = append(out, e)
		}
	}
	return out, nil
}

func (f *fake) PreviewResolve(_ context.Context, id string, r engine.Resolution, _ engine.How) (engine.Resolved, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.looked++
	return f.settle(id, r, false)
}

func (f *fake) ResolveConflict(_ context.Context, id string, r engine.Resolution, how engine.How) (engine.Resolved, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses != nil {
		return engine.Resolved{}, f.refuses
	}
	text := ""
	if r.Synthesis != nil {
		text = " " + r.Synthesis.Content + " (" + how.Reason + ")"
	}
	f.note("resolve %s %s%s%s", id, r.Strategy, r.Pick, text)
	return f.settle(id, r, true)
}

func (f *fake) PreviewResolveAll(_ context.Context, ids []string, r engine.Resolution, _ engine.How) ([]engine.Resolved, []engine.Unsettled, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var would []engine.Resolved
	var left []engine.Unsettled
	for _, id := range ids {
		w, err := f.settle(id, r, false)
		if err != nil {
			left = append(left, engine.Unsettled{ID: id, Err: err})
			continue
		}
		would = append(would, w)
	}
	return would, left, nil
}

func (f *fake) ResolveAll(_ context.Context, ids []string, r engine.Resolution, _ engine.How) (engine.Operation, []engine.Resolved, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.refuses != nil {
		return engine.Operation{}, nil, f.refuses
	}
	f.note("resolve all %s %s%s", strings.Join(ids, " "), r.Strategy, r.Pick)
	var done []engine.Resolved
	for _, id := range ids {
		w, err := f.settle(id, r, true)
		if err != nil {
			return engine.Operation{}, nil, err
		}
		done = append(done, w)
	}
	return engine.Operation{ID: "op"}, done, nil
}

func (f *fake) Unarchive(_ context.Context, ids []string, _ engine.How) (engine.Operation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note("unarchive %s", strings.Join(ids, " "))
	for _, id := range ids {
		m := f.memories[id]
		m.State = engine.Active
		f.memories[id] = m
	}
	return engine.Operation{}, nil
}

// settle does what the engine documents, for as much as a screen can see of it.
func (f *fake) settle(id string, r engine.Resolution, write bool) (engine.Resolved, error) {
	at := slices.IndexFunc(f.conflicts, func(c engine.Conflict) bool { return c.ID == id })
	if at < 0 {
		return engine.Resolved{}, &engine.NotFoundError{Kind: "conflict", ID: id}
	}
	c := f.conflicts[at]
	if c.Status != engine.ConflictOpen {
		return engine.Resolved{}, &engine.ConflictResolvedError{ID: id}
	}
	a, b := f.memories[c.MemoryA], f.memories[c.MemoryB]
	if !a.State.Live() || !b.State.Live() {
		return engine.Resolved{}, &engine.DeadSideError{Conflict: id, A: a.State, B: b.State}
	}
	c.Status, c.Resolution, c.ResolvedAt, c.ResolvedBy = engine.ConflictResolved, string(r.Strategy), clock, engine.You
	out := engine.Resolved{Strategy: r.Strategy, Applied: write}
	aWins := false
	switch r.Strategy {
	case engine.KeepBoth:
		c.Status = engine.ConflictDismissed
		out.Conflict = c
		if write {
			f.conflicts[at] = c
		}
		return out, nil
	case engine.Merge:
		p := engine.Memory{Head: engine.Head{ID: "merged-" + id, Version: 1, State: engine.Active, Importance: max(a.Importance, b.Importance), Confidence: max(a.Confidence, b.Confidence)}, Body: engine.Body{Content: r.Synthesis.Content}}
		c.ResolvedMemoryID, out.Product = p.ID, &p
		for _, m := range []engine.Memory{a, b} {
			m.Version++
			m.State = engine.Merged
			out.Sources = append(out.Sources, m)
			if write {
				f.memories[m.ID] = m
			}
		}
		if write {
			f.put(p)
		}
	case engine.Latest:
		aWins = a.CreatedAt.After(b.CreatedAt)
	case engine.HighestConfidence:
		aWins = a.Confidence > b.Confidence
	case engine.HighestImportance:
		aWins = a.Importance > b.Importance
	case engine.Manual:
		aWins = r.Pick == "A"
	}
	if r.Strategy != engine.Merge {
		won, lost := b, a
		if aWins {
			won, lost = a, b
		}
		won.Version++
		lost.Version++
		lost.State = engine.Superseded
		c.ResolvedMemoryID, out.Winner, out.Loser = won.ID, &won, &lost
		for _, e := range f.edges {
			if e.From == lost.ID || e.To == lost.ID {
				out.Ties = append(out.Ties, engine.EdgeKey{From: won.ID, Type: engine.CoRetrieved, To: e.Other(lost.ID)})
			}
		}
		if write {
			f.memories[won.ID], f.memories[lost.ID] = won, lost
		}
	}
	out.Conflict = c
	if write {
		f.conflicts[at] = c
	}
	return out, nil
}

// sample is the queue of the drawing.
func sample() *fake {
	f := newFake()
	bot, ops := engine.Actor{Kind: engine.Agent, Name: "release-bot"}, engine.Scope{Namespace: "team/ops", Subject: "default"}
	key := func(v string) engine.Identity { return engine.Identity{Kind: engine.TextIdentity, Value: v} }
	memory := func(id, text, source string, days, importance, confidence float64, k string) {
		f.put(engine.Memory{
			Head: engine.Head{ID: id, Scope: ops, CreatedAt: ago(days), Importance: importance, Confidence: confidence, Identity: key(k)},
			Body: engine.Body{Content: text, Source: source},
		})
	}
	memory("a1", "Deploys go out Tuesday; freeze from 18 December. Ask Ana before touching the release checklist.", "chat-17", 11, .5, .9, "freeze-date")
	memory("b1", "Deploys go out Tuesday; freeze from 20 December. Ask Ana before touching the release checklist, always.", "chat-92", 0, .5, .8, "freeze-date")
	memory("a2", "Staging deploys need approval from the release team.", "chat-3", 40, .6, .6, "staging-approval")
	memory("b2", "Staging deploys are open to everyone.", "chat-81", 1, .5, .7, "staging-approval")
	memory("a3", "Alice works at Initech.\nShe started in May.\nHer desk is in Berlin.", "import", 90, .5, .5, "")
	memory("b3", "Alice works at Globex.\nShe started in May.\nHer desk is in Oslo.", "chat-60", 9, .5, .5, "")
	memory("t1", "Release checklist", "", 50, .5, .5, "")
	memory("t2", "Canary first, then 10 %", "", 50, .5, .5, "")
	for _, to := range []string{"t1", "t2"} {
		f.edges = append(f.edges, engine.Edge{EdgeKey: engine.EdgeKey{From: "a1", Type: engine.CoRetrieved, To: to}, Count: 3})
	}
	a1 := f.memories["a1"]
	a1.Version, a1.Profile.Total = 3, 14
	f.memories["a1"] = a1
	f.dispute(engine.Conflict{ID: "c1", MemoryA: "a1", MemoryB: "b1", Type: engine.ConflictValueMismatch, Confidence: .93, Explanation: "the freeze starts on different days", CreatedAt: clock.Add(-2 * time.Hour), DeclaredBy: bot})
	f.dispute(engine.Conflict{ID: "c2", MemoryA: "a2", MemoryB: "b2", Type: engine.ConflictDeclared, Confidence: 1, CreatedAt: ago(1), DeclaredBy: engine.You})
	f.dispute(engine.Conflict{ID: "c3", MemoryA: "a3", MemoryB: "b3", Type: engine.ConflictValueMismatch, Confidence: .88, CreatedAt: ago(9), DeclaredBy: bot})
	return f
}

// large is n open conflicts.
func large(n int) *fake {
	f := newFake()
	for i := range n {
		a, b := fmt.Sprintf("a%05d", i), fmt.Sprintf("b%05d", i)
		f.put(engine.Memory{Head: engine.Head{ID: a, CreatedAt: ago(9)}, Body: engine.Body{Content: fmt.Sprintf("pair %d says yes to it", i)}})
		f.put(engine.Memory{Head: engine.Head{ID: b, CreatedAt: ago(8)}, Body: engine.Body{Content: fmt.Sprintf("pair %d says no to it", i)}})
		f.dispute(engine.Conflict{ID: fmt.Sprintf("c%05d", i), MemoryA: a, MemoryB: b, Type: engine.ConflictDeclared, CreatedAt: clock.Add(-time.Duration(i) * time.Minute)})
	}
	return f
}
