package catalogue

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

var sizes = []int{1000, 10_000, 100_000}

func eachSize(b *testing.B, f func(*testing.B, *Snapshot, *fakeStore)) {
	for _, n := range sizes {
		store := crowd(random(), n)
		c := open(b.Context(), store, store.events, func() {})
		s := until(b, c, "complete", complete)
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) { f(b, s, store) })
	}
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkLoad reports what a row costs, first without texts.
func BenchmarkLoad(b *testing.B) {
	for _, n := range sizes {
		store := crowd(random(), n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var rows, all, whole float64
			for b.Loop() {
				before := heap()
				begin := time.Now()
				c := open(b.Context(), store, store.events, func() {})
				until(b, c, "loaded", (*Snapshot).Loaded)
				b.ReportMetric(float64(time.Since(begin).Microseconds())/1000, "load-ms")
				s := until(b, c, "complete", complete)
				whole = float64(time.Since(begin).Microseconds()) / 1000
				if err := c.Close(); err != nil {
					b.Fatal(err)
				}
				all = float64(heap()-before) / float64(n)
				text := 0
				for _, t := range s.texts {
					text += len(t.arena) + 5*len(t.ends)
				}
				rows = all - float64(text)/float64(n)
				runtime.KeepAlive(c)
			}
			b.ReportMetric(rows, "B/row")
			b.ReportMetric(all, "B/row-with-text")
			b.ReportMetric(whole, "complete-ms")
		})
	}
}

func BenchmarkSort(b *testing.B) {
	now := start.AddDate(0, 2, 0)
	eachSize(b, func(b *testing.B, s *Snapshot, _ *fakeStore) {
		for order := Newest; order <= Place; order++ {
			b.Run(order.String(), func(b *testing.B) {
				for b.Loop() {
					if _, err := s.Rows(b.Context(), Query{Sort: order, Now: now}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run("first 50 strongest", func(b *testing.B) {
			for b.Loop() {
				if _, _, err := s.First(b.Context(), Query{Sort: Strongest, Now: now}, 50); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}

func BenchmarkFilter(b *testing.B) {
	now := start.AddDate(0, 2, 0)
	eachSize(b, func(b *testing.B, s *Snapshot, _ *fakeStore) {
		for _, text := range []string{"e", "re", "rel", "release check", "kubrnts", "東京", "zzz", "café budget"} {
			q := Query{Text: text, Now: now}
			b.Run("first/"+text, func(b *testing.B) {
				for b.Loop() {
					if _, _, err := s.First(b.Context(), q, 50); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("whole/"+text, func(b *testing.B) {
				n := 0
				for b.Loop() {
					found, err := s.Select(b.Context(), q)
					if err != nil {
						b.Fatal(err)
					}
					n = len(found)
				}
				b.ReportMetric(float64(n), "hits")
			})
		}
	})
}

func BenchmarkCounts(b *testing.B) {
	eachSize(b, func(b *testing.B, s *Snapshot, _ *fakeStore) {
		now := start.AddDate(0, 2, 0)
		for b.Loop() {
			now = now.Add(time.Second)
			s.Counts(now)
		}
	})
}

func BenchmarkAxis(b *testing.B) {
	eachSize(b, func(b *testing.B, s *Snapshot, _ *fakeStore) {
		for b.Loop() {
			s.axis(axisQuery{stamp(start), stamp(start.AddDate(0, 3, 0)), 200})
		}
	})
}

// BenchmarkEvent is one change from commit to snapshot.
func BenchmarkEvent(b *testing.B) {
	r := random()
	for _, n := range sizes {
		store := crowd(r, n)
		c := open(b.Context(), store, store.events, func() {})
		until(b, c, "complete", complete)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				ht := store.memories[c.Snapshot().ID(int32(r.IntN(n)))]
				store.commit(nil, remade(r, ht))
				until(b, c, "up to date", func(s *Snapshot) bool { return s.Seq() == store.seq })
			}
		})
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
