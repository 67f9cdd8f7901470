package storetest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

// A Model says what a store must hold, in the plainest way, and makes random
// operations. The same random numbers make the same operations, so that
// another process can know what a killed one was doing.
type Model struct {
	memories  map[string]engine.Memory
	versions  map[string][]engine.Version // oldest first
	edges     map[engine.EdgeKey]engine.Edge
	conflicts map[string]engine.Conflict
	logSize   int
	clock     time.Duration
}

// A Write is a part of an operation, to be run in its transaction.
type Write func(engine.Tx) error

// NewModel is the model of an empty store.
func NewModel() *Model {
	return &Model{
		memories: map[string]engine.Memory{}, versions: map[string][]engine.Version{},
		edges: map[engine.EdgeKey]engine.Edge{}, conflicts: map[string]engine.Conflict{},
	}
}

func (m *Model) clone() *Model {
	c := *m
	c.memories, c.versions = maps.Clone(m.memories), map[string][]engine.Version{}
	for k, v := range m.versions {
		c.versions[k] = slices.Clone(v)
	}
	c.edges, c.conflicts = maps.Clone(m.edges), maps.Clone(m.conflicts)
	return &c
}

// Operation makes n random changes in the model and returns what writes them.
func (m *Model) Operation(r *rand.Rand, n int) []Write {
	var writes []Write
	for range n {
		writes = append(writes, m.step(r)...)
	}
	return writes
}

// step makes one random change.
func (m *Model) step(r *rand.Rand) []Write {
	const names = 25
	m.clock += time.Minute
	at := day(0).Add(m.clock)
	id := fmt.Sprintf("m%02d", r.IntN(names))
	other := fmt.Sprintf("m%02d", r.IntN(names))
	old, exists := m.memories[id]
	switch {
	case !exists:
		return m.write(nil, full(id, at), engine.Created)
	case r.IntN(10) == 0:
		delete(m.memories, id)
		delete(m.versions, id)
		return []Write{
			func(tx engine.Tx) error { return tx.Versions().DeleteAll(id) },
			func(tx engine.Tx) error { return tx.Heads().Delete(&old.Head) },
		}
	case r.IntN(4) == 0:
		return m.tie(r, id, other)
	case r.IntN(5) == 0:
		return m.dispute(r, id, other, at)
	case r.IntN(3) == 0: // evidence only
		after := old
		after.AccessCount++
		after.LastAccessedAt = at
		m.memories[id] = after
		return []Write{func(tx engine.Tx) error { return tx.Heads().Put(&old.Head, &after.Head) }}
	}
	after := next(old, at, []string{"", m.text(r)}[r.IntN(2)])
	after.State = engine.States()[r.IntN(7)]
	after.Identity = engine.Identity{Kind: engine.IdentityKind(r.IntN(3)), Value: fmt.Sprint(r.IntN(4))}
	if after.Identity.Kind == engine.NoIdentity {
		after.Identity = engine.Identity{}
	}
	after.Scope.Tenant = []engine.Tenant{{}, {Set: true}, {Set: true, ID: "t"}}[r.IntN(3)]
	return m.write(&old, after, engine.ChangeUpdated)
}

func (m *Model) text(r *rand.Rand) string {
	return fmt.Sprint("text ", r.IntN(5)) + strings.Repeat(" and so on", r.IntN(5)*r.IntN(40))
}

func (m *Model) write(before *engine.Memory, after engine.Memory, change engine.ChangeType) []Write {
	m.memories[after.ID] = after
	kept := version(after, change)
	kept.Memory = snapshot(after)
	m.versions[after.ID] = append(m.versions[after.ID], kept)
	m.logSize++
	put := version(after, change)
	entry := engine.LogEntry{At: after.UpdatedAt, Subject: engine.SubjectHead, ID: after.ID, Change: change, After: after.Version}
	var was *engine.Head
	if before != nil {
		was = &before.Head
		entry.Head = was
	}
	return []Write{
		func(tx engine.Tx) error { return tx.Versions().Put(&put) },
		func(tx engine.Tx) error { return tx.Heads().Put(was, &after.Head) },
		func(tx engine.Tx) error { return tx.Log().Append(&entry) },
	}
}

func (m *Model) tie(r *rand.Rand, a, b string) []Write {
	e := edge(a, []string{engine.CoRetrieved, engine.RelSupports}[r.IntN(2)], b, "")
	e.EdgeKey = e.Canonical()
	if r.IntN(3) == 0 {
		delete(m.edges, e.EdgeKey)
		return []Write{func(tx engine.Tx) error { return tx.Edges().Delete(e.EdgeKey) }}
	}
	e.Count = uint32(m.clock / time.Minute)
	m.edges[e.EdgeKey] = e
	return []Write{func(tx engine.Tx) error { return tx.Edges().Put(&e) }}
}

func (m *Model) dispute(r *rand.Rand, a, b string, at time.Time) []Write {
	id := fmt.Sprintf("c%d", r.IntN(6))
	old, exists := m.conflicts[id]
	if exists && r.IntN(3) == 0 {
		delete(m.conflicts, id)
		return []Write{func(tx engine.Tx) error { return tx.Conflicts().Delete(&old) }}
	}
	c := conflict(id, a, b, at)
	c.Status = engine.ConflictStatus(1 + r.IntN(3))
	m.conflicts[id] = c
	var was *engine.Conflict
	if exists {
		was = &old
	}
	return []Write{func(tx engine.Tx) error { return tx.Conflicts().Put(was, &c) }}
}

// testModel makes random operations, some of which fail, and compares
// everything after each.
func testModel(s *suite) {
	r := rand.New(rand.NewPCG(7, 11))
	m := NewModel()
	for round := range 120 {
		trial := m.clone()
		fails := r.IntN(6) == 0
		writes := trial.Operation(r, 1+r.IntN(12))
		err := s.store.Update(context.Background(), func(tx engine.Tx) error {
			for _, write := range writes {
				if err := write(tx); err != nil {
					return err
				}
			}
			trial.compare(s, tx)
			if fails {
				return errWanted
			}
			return nil
		})
		if fails != (err != nil) {
			s.Fatalf("round %d: %v, wanted to fail: %v", round, err, fails)
		}
		if !fails {
			m = trial
		}
		s.view(func(tx engine.Tx) error { m.compare(s, tx); return nil })
		if s.Failed() {
			s.Fatalf("round %d", round)
		}
		if round%40 == 39 {
			s.everywhere(func(tx engine.Tx) { m.compare(s, tx) })
		}
	}
}

// Compare reports every difference between the model and what tx shows.
func (m *Model) Compare(t *testing.T, tx engine.Tx) {
	t.Helper()
	m.compare(&suite{T: t}, tx)
}

func (m *Model) compare(s *suite, tx engine.Tx) {
	s.Helper()
	totals := engine.Totals{LogSize: m.logSize}
	var heads, live []engine.Head
	for _, id := range sortedKeys(m.memories) {
		h := m.memories[id].Head
		heads = append(heads, h)
		totals.Memories[h.State]++
		if h.State.Live() {
			live = append(live, h)
		}
		totals.Versions += len(m.versions[id])
		want := slices.Clone(m.versions[id])
		slices.Reverse(want)
		same(s, "history of "+id, collect(s, tx.Versions().Of(id)), want)
	}
	same(s, "all", collect(s, tx.Heads().All("")), heads)
	slices.SortStableFunc(live, func(a, b engine.Head) int { return b.UpdatedAt.Compare(a.UpdatedAt) })
	same(s, "newest", collect(s, tx.Heads().Newest(engine.Cursor{})), live)
	m.compareLookups(s, tx, live)
	m.compareTies(s, tx, &totals)
	got, err := tx.Totals()
	if err != nil {
		s.Errorf("totals: %v", err)
	}
	same(s, "totals", got, totals)
}

func (m *Model) compareLookups(s *suite, tx engine.Tx, live []engine.Head) {
	s.Helper()
	byID := slices.Clone(live)
	slices.SortFunc(byID, func(a, b engine.Head) int { return cmp.Compare(a.ID, b.ID) })
	for _, probe := range byID {
		var byKey, byText []string
		for _, h := range byID {
			if h.Scope != probe.Scope || h.Type != probe.Type {
				continue
			}
			if h.Identity == probe.Identity {
				byKey = append(byKey, h.ID)
			}
			if h.TextSum == probe.TextSum {
				byText = append(byText, h.ID)
			}
		}
		if probe.Identity.Kind != engine.NoIdentity {
			same(s, "by identity", collect(s, tx.Heads().ByIdentity(probe.Scope, probe.Type, probe.Identity)), byKey)
		}
		same(s, "by text", collect(s, tx.Heads().ByText(probe.Scope, probe.Type, probe.TextSum)), byText)
	}
}

func (m *Model) compareTies(s *suite, tx engine.Tx, totals *engine.Totals) {
	s.Helper()
	totals.Edges = len(m.edges)
	touching := map[string]int{}
	for k, e := range m.edges {
		same(s, "an edge", must[engine.Edge](s)(tx.Edges().Get(k)), e)
		touching[k.From]++
		if k.To != k.From {
			touching[k.To]++
		}
	}
	same(s, "edges", len(collect(s, tx.Edges().All())), len(m.edges))
	for id := range m.memories {
		same(s, "edges of "+id, len(collect(s, tx.Edges().Of(id))), touching[id])
	}
	for status := engine.ConflictOpen; status <= engine.ConflictDismissed; status++ {
		var want []engine.Conflict
		for _, id := range sortedKeys(m.conflicts) {
			if c := m.conflicts[id]; c.Status == status {
				want = append(want, c)
			}
		}
		totals.Conflicts[status] = len(want)
		slices.SortStableFunc(want, func(a, b engine.Conflict) int { return b.CreatedAt.Compare(a.CreatedAt) })
		same(s, status.String()+" conflicts", collect(s, tx.Conflicts().ByStatus(status)), want)
	}
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}
