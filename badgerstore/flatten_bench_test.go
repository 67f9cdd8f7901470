package badgerstore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ebb/engine"
)

// BenchmarkFlatten says what flattening Badger's levels would give a store
// whose newest memories were edited over and over, which leaves more deleted
// index entries before the newest page than anything else people do: how long
// a page and a scan of all heads take before and after, and how long flattening
// holds up whoever wants to close the store, because it cannot be called off.
func BenchmarkFlatten(b *testing.B) {
	const edited, edits = 100, 50_000
	n := benchSize() / 5
	for b.Loop() {
		dir := b.TempDir()
		s := openStore(b, dir, Options{NoSync: true})
		importLife(b, s, n, 500)
		r := rand.New(rand.NewPCG(3, 4))
		at := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
		for i := range edits {
			at = at.Add(time.Second)
			id := life(r, n-1-i%edited, at).ID
			if err := s.Update(context.Background(), func(tx engine.Tx) error { return evolveOne(tx, id, at, prose(r, 200)) }); err != nil {
				b.Fatal(err)
			}
		}
		report := func(when string) {
			b.ReportMetric(millis(b, 41, func() { page(b, s, 50) }), "ms/page-"+when)
			b.ReportMetric(millis(b, 3, func() { page(b, s, n) }), "ms/all-"+when)
		}
		report("before")
		if err := s.Close(); err != nil { // as it is found the next day
			b.Fatal(err)
		}
		s = openStore(b, dir, Options{NoSync: true})
		report("reopened")
		start := time.Now()
		if err := s.db.Flatten(2); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(start).Seconds()*1e3, "ms/flatten")
		report("after")
	}
}

// page reads the newest memories.
func page(b *testing.B, s *Store, n int) {
	b.Helper()
	err := s.View(context.Background(), func(tx engine.Tx) error {
		left := n
		for _, err := range tx.Heads().Newest(engine.Cursor{}) {
			if left--; err != nil || left == 0 {
				return err
			}
		}
		return fmt.Errorf("%d memories are missing", left)
	})
	if err != nil {
		b.Fatal(err)
	}
}

// millis is the median of some runs.
func millis(b *testing.B, runs int, fn func()) float64 {
	b.Helper()
	took := make([]float64, runs)
	for i := range took {
		start := time.Now()
		fn()
		took[i] = time.Since(start).Seconds() * 1e3
	}
	slices.Sort(took)
	return took[runs/2]
}
