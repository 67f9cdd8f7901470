package evolvers_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/dynamics"
	"ebb/engine"
	"ebb/evolvers"
)

// vocabulary is what benchmark texts are made of.
var vocabulary = strings.Fields(`deploy release checklist vault key rotate canary rollback staging approval freeze runbook owner
	query latency cache pipeline migration schema customer invoice session login timeout retry queue worker batch import
	export review branch merge token index table replica backup metric alert dashboard ticket sprint design`)

// populate makes n memories of a mixed store: episodes, facts, working
// memories, notes, opinions, decisions; half of them tied, a third recalled.
func populate(n int, put func(engine.Memory), tie func(engine.Edge)) near {
	r := rand.New(rand.NewPCG(4, 2))
	types := []string{
		engine.TypeEpisodic, engine.TypeEpisodic, engine.TypeEpisodic, engine.TypeEpisodic, engine.TypeSemantic, engine.TypeSemantic,
		engine.TypeZettel, engine.TypeProcedural, engine.TypeSemantic, "journal",
	}
	id := func(i int) string { return fmt.Sprintf("0193d0c1-%04x-7000-8000-%012x", i>>16, i) }
	neighbours := make(near, n)
	strongest := make([]engine.StrongestTie, n)
	for i := 1; i < n; i += 2 {
		j, times := r.IntN(n), 1+uint32(r.ExpFloat64()*2)
		tie(engine.Edge{
			EdgeKey: engine.EdgeKey{From: id(i), Type: engine.CoRetrieved, To: id(j)}.Canonical(), Count: times,
			Connection: dynamics.NewConnection(now), CreatedAt: now, LastAt: now,
		})
		for _, end := range [2][2]int{{i, j}, {j, i}} {
			if times > strongest[end[0]].Count {
				strongest[end[0]] = engine.StrongestTie{Count: times, ID: id(end[1])}
			}
		}
	}
	for i := range n {
		m := memory(id(i), types[i%len(types)], phrase(r, 8))
		m.TieCount, m.TieID = strongest[i].Count, strongest[i].ID
		if i%50 == 8 {
			m.Type = engine.TypeWorking
		}
		m.Scope = engine.Scope{Namespace: fmt.Sprintf("team-%d", i%7), Subject: fmt.Sprintf("person-%d", i%50)}
		m.CreatedAt = now.Add(-time.Duration(r.IntN(90*24*3600)) * time.Second)
		m.Metadata = engine.Metadata(fmt.Sprintf(`{"tags":[%q],"entities":[%q],"skills":[%q]}`, pick(r), pick(r), pick(r)))
		if i%3 == 0 {
			m.Profile = dynamics.Profile{Total: uint32(1 + r.IntN(40)), Search: 1, MeanRank: 1 + 4*r.Float64(), Velocity7: r.Float64(), Velocity30: r.Float64(), Last: now.Add(-time.Duration(r.IntN(40*24)) * time.Hour)}
		}
		switch i % 500 {
		case 16:
			m.Type, m.Metadata = engine.TypeOpinion, engine.Metadata(fmt.Sprintf(`{"subject":%q,"formed_at":"2026-02-20T00:00:00Z"}`, pick(r)))
		case 26:
			m.Type, m.Metadata = engine.TypeDecision, engine.Metadata(`{"status":"active","domain":"deploy"}`)
		}
		put(m)
		for k := range 5 {
			j := (i + (k+1)*350*(1+r.IntN(3))) % n // of the same team and person
			if j != i {                            // one in ten has a rival, as in a store of real notes
				top := 0.84
				if i%10 == 0 {
					top = 0.93
				}
				neighbours[m.ID] = append(neighbours[m.ID], evolvers.Neighbour{ID: id(j), Similarity: top - 0.05*float64(k)})
			}
		}
	}
	return neighbours
}

func pick(r *rand.Rand) string { return vocabulary[r.IntN(len(vocabulary))] }

func phrase(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = pick(r)
	}
	return strings.Join(out, " ")
}

// BenchmarkEvolver plans with one evolver at a time, on a store in memory.
func BenchmarkEvolver(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		s := newShelf()
		neighbours := populate(n, func(m engine.Memory) { s.put(m) }, func(e engine.Edge) { s.edges = append(s.edges, e) })
		e := s.engineAt(b, now, engine.Options{})
		for _, name := range evolvers.Names() {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					p, err := evolvers.PlanCycle(b.Context(), e, evolvers.Options{Only: []string{name}, Neighbours: neighbours})
					if err != nil || len(p.Failed()) > 0 {
						b.Fatal(err, p.Failed())
					}
					b.ReportMetric(float64(p.Steps[0].Took.Milliseconds()), "ms/evolver")
				}
			})
		}
	}
}

// stocked is a store on disk with n memories and half as many ties.
func stocked(b testing.TB, n int) (*engine.Engine, near) {
	b.Helper()
	store, err := badgerstore.Open(context.Background(), b.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	var batch []engine.Memory
	var ties []engine.Edge
	neighbours := populate(n, func(m engine.Memory) { batch = append(batch, m) }, func(e engine.Edge) { ties = append(ties, e) })
	const step = 5000
	for from := 0; from < len(batch); from += step {
		err := store.Update(context.Background(), func(tx engine.Tx) error {
			for i := from; i < min(from+step, len(batch)); i++ {
				if err := shelve(tx, &batch[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := store.Update(context.Background(), func(tx engine.Tx) error {
		for i := range ties {
			if err := tx.Edges().Put(&ties[i]); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(context.Background(), store, engine.Options{Clock: func() time.Time { return now }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := e.Close(); err != nil {
			b.Error(err)
		}
	})
	return e, neighbours
}

// shelve writes a memory as it is.
func shelve(tx engine.Tx, m *engine.Memory) error {
	complete(m)
	if m.UpdatedAt.IsZero() {
		m.UpdatedAt = m.CreatedAt
	}
	if m.LearnedAt.IsZero() {
		m.LearnedAt = m.CreatedAt
	}
	m.Text, m.TextSum, m.TextSize, m.Title = m.Ref(), engine.TextSum(m.Content), uint32(len(m.Content)), engine.Title(m.Content)
	if err := tx.Versions().Put(&engine.Version{MemoryID: m.ID, Number: m.Version, Change: engine.Created, At: m.UpdatedAt, Memory: *m}); err != nil {
		return err
	}
	return tx.Heads().Put(nil, &m.Head)
}

// BenchmarkCycle plans the uncapped enhanced cycle on a store on disk, and
// applies it.
func BenchmarkCycle(b *testing.B) {
	e, neighbours := stocked(b, 100_000)
	b.Run("first plan", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			p, err := evolvers.PlanCycle(b.Context(), e, evolvers.Options{Neighbours: neighbours})
			if err != nil || len(p.Failed()) > 0 {
				b.Fatal(err, p.Failed())
			}
		}
	})
	b.Run("full", func(b *testing.B) {
		for b.Loop() {
			if _, err := evolvers.PlanCycle(b.Context(), e, evolvers.Options{Full: true, Neighbours: neighbours}); err != nil {
				b.Fatal(err)
			}
		}
	})
	p, err := evolvers.PlanCycle(b.Context(), e, evolvers.Options{Neighbours: neighbours})
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%+v", p.Counts())
	for _, s := range p.Steps {
		b.Logf("%s %v looked %d changes %d moved %d", s.Name, s.Took, s.Looked, len(s.Changes), len(s.Moved))
	}
	begin := time.Now()
	op, err := evolvers.Apply(b.Context(), e, &p, engine.How{})
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("applied in %v: %s", time.Since(begin), op.Summary)
	b.Run("plan after a day", func(b *testing.B) {
		later := e.WithClock(func() time.Time { return now.Add(days) })
		for b.Loop() {
			if _, err := evolvers.PlanCycle(b.Context(), later, evolvers.Options{Neighbours: neighbours}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
