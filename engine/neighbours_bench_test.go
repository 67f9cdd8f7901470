package engine_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

// notes are n records as people write them: words by Zipf's law out of 20,000,
// 570 bytes in the mean, one in five a slightly changed copy of another one,
// all in one namespace.
func notes(n int) iter.Seq2[engine.Item, error] {
	return func(yield func(engine.Item, error) bool) {
		r := rand.New(rand.NewPCG(1, 2))
		z := rand.NewZipf(r, 1.1, 4, 20_000)
		word := func() string {
			x := z.Uint64()
			w := rand.New(rand.NewPCG(x, 7))
			b := make([]byte, 2+min(x/40, 3)+uint64(w.IntN(6)))
			for i := range b {
				b[i] = "etaoinshrdlucmfwypvbgkqjxz"[min(w.IntN(26), w.IntN(26))]
			}
			return string(b)
		}
		var kept [][]string
		for i := range n {
			var words []string
			if len(kept) > 0 && r.IntN(5) == 0 {
				words = append(words, kept[r.IntN(len(kept))]...)
				words[r.IntN(len(words))] = word()
			} else {
				for range 20 + r.IntN(130) {
					words = append(words, word())
				}
				if len(kept) < 1000 {
					kept = append(kept, words)
				} else {
					kept[r.IntN(1000)] = words
				}
			}
			item := said(fmt.Sprintf("record %07d", i), strings.Join(words, " "), func(in *engine.Incoming) {
				in.Type, in.Scope.Namespace = engine.TypeEpisodic, "team"
				in.CreatedAt = noon.Add(-time.Duration(i) * time.Second)
			})
			if !yield(item, nil) {
				return
			}
		}
	}
}

// BenchmarkNeighbours finds all neighbours from nothing: texts embedded
// lexically, signatures, lists, everything committed. EBB_LONG=1 for 100,000.
func BenchmarkNeighbours(b *testing.B) {
	n := 5000
	if os.Getenv("EBB_LONG") != "" {
		n = 100_000
	}
	for name, items := range map[string]iter.Seq2[engine.Item, error]{"notes": notes(n), "sixty words": manyItems(n)} {
		b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				e := openBench(b, b.TempDir())
				if _, err := e.Import(context.Background(), engine.Import{Source: "/bench", Format: "bench"}, items); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				began, stage := time.Now(), ""
				if err := e.SettleNeighbours(context.Background(), func(p engine.NeighbourProgress) {
					if p.Stage != stage {
						b.Logf("%q ends after %.1f s", stage, time.Since(began).Seconds())
						stage = p.Stage
					}
				}); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				began = time.Now()
				hood, err := e.Neighbourhood(context.Background())
				if err != nil || !hood.Complete {
					b.Fatal(hood, err)
				}
				b.Logf("%d pairs, read in %.0f ms", len(hood.Pairs()), time.Since(began).Seconds()*1000)
				if err := e.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

// BenchmarkNeighbourOfOne is what one write costs the background.
func BenchmarkNeighbourOfOne(b *testing.B) {
	e := openBench(b, b.TempDir())
	defer func() {
		if err := e.Close(); err != nil {
			b.Error(err)
		}
	}()
	const n = 20_000
	if _, err := e.Import(context.Background(), engine.Import{Source: "/bench", Format: "bench"}, notes(n)); err != nil {
		b.Fatal(err)
	}
	if err := e.SettleNeighbours(context.Background(), nil); err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for b.Loop() {
		b.StopTimer()
		in := engine.Input{Scope: engine.Scope{Namespace: "team", Subject: "s"}, Type: engine.TypeEpisodic, Content: text(r, 570)}
		if _, err := e.Add(context.Background(), in, engine.How{}); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := e.SettleNeighbours(context.Background(), nil); err != nil {
			b.Fatal(err)
		}
	}
}
