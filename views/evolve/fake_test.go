package evolve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"ebb/engine"
	"ebb/evolvers"
)

var clock = time.Date(2026, 11, 30, 14, 2, 5, 0, time.UTC)

func ago(days float64) time.Time {
	return clock.Add(-time.Duration(days * float64(24*time.Hour)))
}

// fake is a source in memory: what the engine would say, without a disk.
type fake struct {
	mu       sync.Mutex
	settings engine.Settings
	near     engine.NeighbourProgress
	plan     evolvers.Plan
	heads    map[string]engine.Head
	cycles   []PastCycle
	types    map[string]int
	asked    []evolvers.Options
	at       []time.Time
	calls    []string
	broken   error // of every reading
	refuses  error // of the next writing
	blocked  bool  // planning waits until it is cancelled
}

func newFake() *fake {
	return &fake{settings: engine.DefaultSettings(), heads: map[string]engine.Head{}, near: engine.NeighbourProgress{Lexical: true}}
}

func (f *fake) Settings() engine.Settings {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.settings.Clone()
}

func (f *fake) Comparing() engine.NeighbourProgress { return f.near }

func (f *fake) Plan(ctx context.Context, at time.Time, o evolvers.Options) (evolvers.Plan, error) {
	f.mu.Lock()
	f.asked, f.at = append(f.asked, o), append(f.at, at)
	blocked := f.blocked
	f.mu.Unlock()
	if blocked {
		<-ctx.Done()
		return evolvers.Plan{}, ctx.Err()
	}
	p := f.plan
	p.At, p.Full, p.Only = clock, o.Full, o.Only
	if !at.IsZero() {
		p.At = at
	}
	p.Steps = slices.Clone(p.Steps)
	if len(o.Only) > 0 {
		p.Steps = slices.DeleteFunc(p.Steps, func(s evolvers.Step) bool { return !slices.Contains(o.Only, s.Name) })
	}
	return p, f.broken
}

func (f *fake) Apply(ctx context.Context, p *evolvers.Plan, _ engine.How) (engine.Operation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return engine.Operation{}, err
	}
	if err := f.refuses; err != nil {
		f.refuses = nil
		return engine.Operation{}, err
	}
	n := p.Counts()
	f.calls = append(f.calls, fmt.Sprintf("apply %d", n.Changes))
	op := engine.Operation{ID: fmt.Sprint("cycle", len(f.cycles)), Kind: engine.KindCycle, At: clock, Outcome: "full cycle"}
	f.cycles = slices.Insert(f.cycles, 0, PastCycle{Op: op, Report: p.Report()})
	return op, nil
}

func (f *fake) Cycles(context.Context, int) ([]PastCycle, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.cycles), f.broken
}

func (f *fake) Heads(_ context.Context, ids []string) ([]engine.Head, error) {
	var out []engine.Head
	for _, id := range ids {
		if h, ok := f.heads[id]; ok {
			out = append(out, h)
		}
	}
	return out, f.broken
}

func (f *fake) Types(time.Time) map[string]int { return f.types }

func (f *fake) SetSettings(_ context.Context, change func(*engine.Settings) error, _ engine.How) (engine.Operation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.settings.Clone()
	if err := errors.Join(f.refuses, change(&s)); err != nil {
		f.refuses = nil
		return engine.Operation{}, err
	}
	f.settings = s
	f.calls = append(f.calls, "settings")
	return engine.Operation{ID: "op", Kind: engine.KindSetting}, nil
}

func (f *fake) Unarchive(_ context.Context, ids []string, _ engine.How) (engine.Operation, error) {
	f.calls = append(f.calls, "unarchive "+strings.Join(ids, " "))
	return engine.Operation{ID: "op"}, nil
}

func (f *fake) put(id, title string, days float64) {
	f.heads[id] = engine.Head{
		ID: id, Title: title, Type: engine.TypeEpisodic, State: engine.Active, Version: 1,
		CreatedAt: ago(days), UpdatedAt: ago(days), LearnedAt: ago(days), Base: 1, Interference: 1,
	}
}

func weigh(id string, product float64, with string) engine.Change {
	return engine.Change{
		Memory: id, Field: "interference", Before: "1.0000", After: fmt.Sprintf("%.4f", product),
		Why: "retention 0.8580 → 0.8190: Π(1 − similarity·0.05) over 0.900", Source: []string{with}, Weigh: &engine.Weighing{Interference: &product},
	}
}

func archive(id, left string) engine.Change {
	state := engine.Archived
	return engine.Change{
		Memory: id, Field: "archived", Before: left, After: "archived", Why: "retention " + left + " is below 0.1 since 2026-11-04T04:50:51Z",
		Revise: &engine.Revision{State: &state},
	}
}

func made(id, text string, from ...string) engine.Change {
	return engine.Change{
		Memory: id, Field: "memory", After: text, Why: "the buffer of 6 reached its threshold of 5", Source: from,
		Make: &engine.Making{Memory: engine.Memory{Head: engine.Head{ID: id}, Body: engine.Body{Content: text}}, From: from, Merge: true},
	}
}

// sample is the plan of the drawing.
func sample() *fake {
	f := newFake()
	titles := map[string]string{
		"d1": "Freeze starts 20 December", "d2": "Deploys go out Tuesday", "d3": "Canary first, then 10 %", "d4": "Rollout in three steps",
		"o1": "Old deploy script lives in ~/bin", "o2": "Asked about pgvector build time", "o3": "Trial of the new dashboard",
		"o4": "Asked about deploy previews", "o5": "Deploy took 41 min on 9 Sep", "w1": "note on the release call", "w2": "another note on the call",
		"w3": "the vault key", "w4": "the vault key again", "b1": "The user prefers short answers", "a1": "Ana leads the release team",
	}
	days := 4.0
	for _, id := range []string{"d1", "d2", "d3", "d4", "o1", "o2", "o3", "o4", "o5", "w1", "w2", "w3", "w4", "b1", "a1"} {
		f.put(id, titles[id], days)
		days += 3
	}
	step := func(name string, r evolvers.Result) evolvers.Step {
		spec, _ := evolvers.Lookup(name)
		return evolvers.Step{Name: name, Title: spec.Title, Stage: spec.Stage, Result: r}
	}
	confidence := engine.Change{
		Memory: "b1", Field: "confidence", Before: "0.60", After: "0.64", Why: "1 episode speaks for it", Source: []string{"d2"},
		Revise: &engine.Revision{},
	}
	f.plan = evolvers.Plan{
		Profile: evolvers.WholeStore, Took: 27 * time.Millisecond,
		Before: evolvers.Distribution{Bars: [20]int{1, 1, 2, 2, 3, 3, 4, 5, 5, 6, 7, 7, 6, 5, 4, 3, 2, 2, 1, 1}, N: 70, Mean: .61},
		After:  evolvers.Distribution{Bars: [20]int{0, 0, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 7, 5, 4, 3, 2, 2, 1, 1}, N: 68, Mean: .62},
		Steps: []evolvers.Step{
			step(evolvers.ExpiryMarking, evolvers.Result{}),
			step(evolvers.WorkingToProcedural, evolvers.Result{Looked: 6}),
			step(evolvers.EpisodicToSemantic, evolvers.Result{Looked: 50}),
			step(evolvers.OpinionSynthesis, evolvers.Result{Looked: 9, Candidates: []evolvers.Candidate{{Subject: "deploys", Have: 2, Need: 3}}}),
			step(evolvers.OpinionReinforcement, evolvers.Result{Looked: 3, Changes: []engine.Change{confidence}}),
			step(evolvers.ObservationSynthesis, evolvers.Result{Looked: 12}),
			step(evolvers.DecisionConfidence, evolvers.Result{}),
			step(evolvers.StaleMemory, evolvers.Result{Problems: []evolvers.Problem{{ID: "a1", Why: "its source_code_refs are no list"}}}),
			step(evolvers.EnhancedWorkingToEpisodic, evolvers.Result{Looked: 6, Changes: []engine.Change{made("n1", "note on the release call", "w1", "w2"), made("n2", "the vault key", "w3", "w4")}}),
			step(evolvers.ExponentialDecay, evolvers.Result{Looked: 98, Drift: 98}),
			step(evolvers.InterferenceBasedConsolidation, evolvers.Result{Looked: 60, Changes: []engine.Change{weigh("d1", .955, "d2"), weigh("d2", .955, "d1"), weigh("d3", .967, "d4")}}),
			step(evolvers.RetrievalBasedStrengthening, evolvers.Result{Looked: 70, Moved: make([]engine.Change, 19)}),
			step(evolvers.HebbianCoRetrieval, evolvers.Result{Looked: 12}),
			step(evolvers.ArchiveDecision, evolvers.Result{
				Looked:  70,
				Changes: []engine.Change{archive("o1", "0.0810"), archive("o2", "0.0740"), archive("o3", "0.0990"), archive("o4", "0.0910"), archive("o5", "0.0520")},
				Offers:  []evolvers.Offer{{ID: "a1", Score: .31}},
			}),
		},
	}
	f.types = map[string]int{"working": 6, "episodic": 812, "semantic": 203, "procedural": 4, "zettel": 0, "opinion": 3, "observation": 12}
	past := f.plan
	f.cycles = []PastCycle{
		{Op: engine.Operation{ID: "c2", Kind: engine.KindCycle, At: ago(1.5), Actor: engine.Actor{Kind: engine.Schedule}, Outcome: "schedule"}, Report: past.Report()},
		{Op: engine.Operation{ID: "c1", Kind: engine.KindCycle, At: ago(2.5), Actor: engine.Actor{Kind: engine.Agent, Name: "planner"}, Outcome: "full cycle", Reason: "end of the month", UndoneBy: "u1"}, Report: past.Report()},
	}
	return f
}
