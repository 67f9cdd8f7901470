package evolvers_test

import (
	"context"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/evolvers"
)

// now is the instant of the published vectors.
var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// shelf is a store for reading, in memory: enough to plan on.
type shelf struct {
	heads  map[string]engine.Head
	bodies map[string]engine.Body
	edges  []engine.Edge
	meta   map[string][]byte
	order  []string // ids in order
	broken map[string]bool
}

func newShelf() *shelf {
	return &shelf{heads: map[string]engine.Head{}, bodies: map[string]engine.Body{}, meta: map[string][]byte{}, broken: map[string]bool{}}
}

func (s *shelf) View(_ context.Context, fn func(engine.Tx) error) error {
	if len(s.order) != len(s.heads) {
		s.order = slices.Sorted(maps.Keys(s.heads))
	}
	return fn(shelfTx{shelf: s})
}

func (s *shelf) Update(context.Context, func(engine.Tx) error) error { return engine.ErrReadOnly }

func (s *shelf) Verify(context.Context, func(error), func(int)) error { return nil }

func (s *shelf) Notices() []string { return nil }

func (s *shelf) Dir() string { return "" }

func (s *shelf) Close() error { return nil }

type shelfTx struct {
	engine.Tx // what planning does not use is left out
	*shelf
}

func (t shelfTx) Heads() engine.Heads       { return shelfHeads{shelf: t.shelf} }
func (t shelfTx) Versions() engine.Versions { return shelfVersions{shelf: t.shelf} }
func (t shelfTx) Edges() engine.Edges       { return shelfEdges{shelf: t.shelf} }
func (t shelfTx) Meta() engine.Meta         { return shelfMeta{shelf: t.shelf} }
func (t shelfTx) Seq() uint64               { return 1 }

func (t shelfTx) Totals() (engine.Totals, error) {
	var n engine.Totals
	for _, h := range t.heads {
		n.Memories[h.State]++
	}
	return n, nil
}

type shelfHeads struct {
	engine.Heads
	*shelf
}

func (t shelfHeads) Get(id string) (engine.Head, bool, error) {
	h, found := t.heads[id]
	return h, found, nil
}

func (t shelfHeads) All(after string) iter.Seq2[engine.Head, error] {
	return func(yield func(engine.Head, error) bool) {
		for _, id := range t.order[sort.SearchStrings(t.order, after+"\x00"):] {
			if !yield(t.heads[id], nil) {
				return
			}
		}
	}
}

type shelfVersions struct {
	engine.Versions
	*shelf
}

func (t shelfVersions) Get(id string, ref engine.VersionRef) (engine.Version, bool, error) {
	if t.broken[id] {
		return engine.Version{}, false, &engine.CorruptRecordError{Table: "versions", Key: id, Why: "its checksum is wrong"}
	}
	h, found := t.heads[id]
	return engine.Version{MemoryID: id, Number: ref.Number, Memory: engine.Memory{Head: h, Body: t.bodies[id]}}, found, nil
}

type shelfEdges struct {
	engine.Edges
	*shelf
}

func (t shelfEdges) All() iter.Seq2[engine.Edge, error] {
	return func(yield func(engine.Edge, error) bool) {
		for _, e := range t.edges {
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (t shelfEdges) Of(id string) iter.Seq2[engine.Edge, error] {
	return func(yield func(engine.Edge, error) bool) {
		for _, e := range t.edges {
			if (e.From == id || e.To == id) && !yield(e, nil) {
				return
			}
		}
	}
}

type shelfMeta struct {
	engine.Meta
	*shelf
}

func (t shelfMeta) Get(name string) ([]byte, bool, error) {
	b, found := t.meta[name]
	return b, found, nil
}

// put places a memory on the shelf; what it leaves out is filled in.
func (s *shelf) put(m engine.Memory, opts ...func(*engine.Memory)) {
	complete(&m)
	for _, o := range opts {
		o(&m)
	}
	if m.LearnedAt.IsZero() {
		m.LearnedAt = m.CreatedAt
	}
	if m.UpdatedAt.IsZero() {
		m.UpdatedAt = m.CreatedAt
	}
	s.heads[m.ID], s.bodies[m.ID] = m.Head, m.Body
	s.order = nil
}

// complete fills in what a memory needs.
func complete(m *engine.Memory) {
	if m.Scope.Namespace == "" {
		m.Scope = engine.Scope{Namespace: "team", Subject: "alice"}
	}
	if m.State == 0 {
		m.State = engine.Active
	}
	if m.Version == 0 {
		m.Version = 1
	}
	if m.CreatedAt.IsZero() {
		m.CreatedAt = now
	}
	if m.Confidence == 0 {
		m.Confidence = 0.5
	}
	if m.Importance == 0 {
		m.Importance = 0.5
	}
	if m.Base == 0 {
		m.Base = 1
	}
	if m.Interference == 0 {
		m.Interference = 1
	}
}

// memory is one of a type that says something.
func memory(id, typ, content string) engine.Memory {
	return engine.Memory{Head: engine.Head{ID: id, Type: typ}, Body: engine.Body{Content: content}}
}

func aged(d time.Duration) func(*engine.Memory) {
	return func(m *engine.Memory) { m.CreatedAt = now.Add(-d) }
}

func with(metadata string) func(*engine.Memory) {
	return func(m *engine.Memory) { m.Metadata = engine.Metadata(metadata) }
}

func sure(confidence float64) func(*engine.Memory) {
	return func(m *engine.Memory) { m.Confidence = confidence }
}

const days = 24 * time.Hour

// engineAt opens an engine on the shelf whose clock stands still.
func (s *shelf) engineAt(t testing.TB, at time.Time, o engine.Options) *engine.Engine {
	t.Helper()
	o.Clock = func() time.Time { return at }
	o.Wall = o.Clock
	e, err := engine.Open(t.Context(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// plan plans on the shelf, now.
func (s *shelf) plan(t testing.TB, o evolvers.Options) evolvers.Plan {
	t.Helper()
	return s.planAt(t, now, o)
}

func (s *shelf) planAt(t testing.TB, at time.Time, o evolvers.Options) evolvers.Plan {
	t.Helper()
	p, err := evolvers.PlanCycle(t.Context(), s.engineAt(t, at, engine.Options{}), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// only is the step of one evolver, run alone.
func (s *shelf) only(t testing.TB, name string, set ...string) evolvers.Step {
	t.Helper()
	p := s.plan(t, evolvers.Options{Only: []string{name}, Set: set})
	return stepOf(t, p, name)
}

func stepOf(t testing.TB, p evolvers.Plan, name string) evolvers.Step {
	t.Helper()
	step, found := p.Step(name)
	if !found {
		t.Fatalf("%s did not run", name)
	}
	if step.Err != nil {
		t.Fatalf("%s: %v", name, step.Err)
	}
	return step
}

// near is a fixed answer to who lies close to whom.
type near map[string][]evolvers.Neighbour

func (n near) Neighbours(id string) []evolvers.Neighbour { return n[id] }

// changesOf are the changes about one memory.
func changesOf(step evolvers.Step, id string) []engine.Change {
	var out []engine.Change
	for _, c := range step.Changes {
		if c.Memory == id {
			out = append(out, c)
		}
	}
	return out
}

func fieldsOf(t testing.TB, m engine.Metadata) map[string]any {
	t.Helper()
	f, err := m.Fields()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func reasons(step evolvers.Step) string {
	var out []string
	for _, s := range step.Skipped {
		out = append(out, s.Reason)
	}
	for _, p := range step.Problems {
		out = append(out, p.ID+": "+p.Why)
	}
	return strings.Join(out, "; ")
}
