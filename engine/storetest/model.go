package storetest

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"ebb/engine"
)

// A model says what a store must hold, in the plainest way.
type model struct {
	memories  map[string]engine.Memory
	versions  map[string][]engine.Version // oldest first
	edges     map[engine.EdgeKey]engine.Edge
	conflicts map[string]engine.Conflict
}

func newModel() *model {
	return &model{
		memories: map[string]engine.Memory{}, versions: map[string][]engine.Version{},
		edges: map[engine.EdgeKey]engine.Edge{}, conflicts: map[string]engine.Conflict{},
	}
}

func (m *model) clone() *model {
	c := newModel()
	for k, v := range m.memories {
		c.memories[k] = v
	}
	for k, v := range m.versions {
		c.versions[k] = slices.Clone(v)
	}
	for k, v := range m.edges {
		c.edges[k] = v
	}
	for k, v := range m.conflicts {
		c.conflicts[k] = v
	}
	return c
}

// step makes one random change in the transaction and in the model.
func (m *model) step(tx engine.Tx, r *rand.Rand, clock *int) error {
	*clock++
	id := fmt.Sprintf("m%02d", r.IntN(25))
	other := fmt.Sprintf("m%02d", r.IntN(25))
	at := day(*clock)
	old, exists := m.memories[id]
	switch {
	case !exists:
		return m.write(tx, nil, full(id, at), engine.Created)
	case r.IntN(10) == 0:
		if err := tx.Versions().DeleteAll(id); err != nil {
			return err
		}
		delete(m.memories, id)
		delete(m.versions, id)
		return tx.Heads().Delete(&old.Head)
	case r.IntN(4) == 0:
		return m.tie(tx, r, id, other, *clock)
	case r.IntN(5) == 0:
		return m.dispute(tx, r, id, other, *clock)
	case r.IntN(3) == 0: // evidence only
		after := old
		after.AccessCount++
		after.LastAccessedAt = at
		m.memories[id] = after
		return tx.Heads().Put(&old.Head, &after.Head)
	}
	after := next(old, at, []string{"", fmt.Sprint("text ", r.IntN(5))}[r.IntN(2)])
	after.State = engine.States()[r.IntN(7)]
	after.Identity = engine.Identity{Kind: engine.IdentityKind(r.IntN(3)), Value: fmt.Sprint(r.IntN(4))}
	if after.Identity.Kind == engine.NoIdentity {
		after.Identity = engine.Identity{}
	}
	after.Scope.Tenant = []engine.Tenant{{}, {Set: true}, {Set: true, ID: "t"}}[r.IntN(3)]
	return m.write(tx, &old, after, engine.ChangeUpdated)
}

func (m *model) write(tx engine.Tx, before *engine.Memory, after engine.Memory, change engine.ChangeType) error {
	m.memories[after.ID] = after
	v := version(after, change)
	v.Memory = snapshot(after)
	m.versions[after.ID] = append(m.versions[after.ID], v)
	put := version(after, change)
	if err := tx.Versions().Put(&put); err != nil {
		return err
	}
	var was *engine.Head
	if before != nil {
		was = &before.Head
	}
	return tx.Heads().Put(was, &after.Head)
}

func (m *model) tie(tx engine.Tx, r *rand.Rand, a, b string, clock int) error {
	e := edge(a, []string{engine.CoRetrieved, engine.RelSupports}[r.IntN(2)], b, "")
	e.EdgeKey = e.Canonical()
	if r.IntN(3) == 0 {
		delete(m.edges, e.EdgeKey)
		return tx.Edges().Delete(e.EdgeKey)
	}
	e.Count = uint32(clock)
	m.edges[e.EdgeKey] = e
	return tx.Edges().Put(&e)
}

func (m *model) dispute(tx engine.Tx, r *rand.Rand, a, b string, clock int) error {
	id := fmt.Sprintf("c%d", r.IntN(6))
	old, exists := m.conflicts[id]
	if exists && r.IntN(3) == 0 {
		delete(m.conflicts, id)
		return tx.Conflicts().Delete(&old)
	}
	c := conflict(id, a, b, day(clock))
	c.Status = engine.ConflictStatus(1 + r.IntN(3))
	m.conflicts[id] = c
	if exists {
		return tx.Conflicts().Put(&old, &c)
	}
	return tx.Conflicts().Put(nil, &c)
}

// testModel makes random changes in transactions of random size, some of
// which fail, and compares everything after each.
func testModel(s *suite) {
	r := rand.New(rand.NewPCG(7, 11))
	m, clock := newModel(), 0
	for round := range 120 {
		trial := m.clone()
		fails := r.IntN(6) == 0
		steps := 1 + r.IntN(12)
		err := s.store.Update(context.Background(), func(tx engine.Tx) error {
			for range steps {
				if err := trial.step(tx, r, &clock); err != nil {
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

func (m *model) compare(s *suite, tx engine.Tx) {
	s.Helper()
	var totals engine.Totals
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
	for _, probe := range live {
		var byKey, byText []string
		for _, h := range heads {
			if !h.State.Live() || h.Scope != probe.Scope || h.Type != probe.Type {
				continue
			}
			if h.Identity == probe.Identity && h.Identity.Kind != engine.NoIdentity {
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
	m.compareTies(s, tx, &totals)
	got, err := tx.Totals()
	if err != nil {
		s.Errorf("totals: %v", err)
	}
	same(s, "totals", got, totals)
}

func (m *model) compareTies(s *suite, tx engine.Tx, totals *engine.Totals) {
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
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
