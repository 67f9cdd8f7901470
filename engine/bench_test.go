package engine_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/engine"
)

// words make texts whose length and repetition are like those of real notes.
var words = strings.Fields(`the of and to deploy release checklist vault key rotates canary first rollback staging approval
	freeze december runbook owner asked decided prefers always never index query latency cache miss build pipeline migration
	schema customer invoice token session login error timeout retry queue worker batch import export review branch merge`)

// text is about n bytes of words.
func text(r *rand.Rand, n int) string {
	var b strings.Builder
	for b.Len() < n {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[r.IntN(len(words))])
		if r.IntN(12) == 0 {
			b.WriteByte('.')
		}
	}
	return b.String()
}

// manyItems are n keyed records of 570 bytes in the mean.
func manyItems(n int) iter.Seq2[engine.Item, error] {
	return func(yield func(engine.Item, error) bool) {
		r := rand.New(rand.NewPCG(1, 2))
		for i := range n {
			at := noon.Add(-time.Duration(r.IntN(90*24*3600)) * time.Second)
			item := said(fmt.Sprintf("record %07d", i), text(r, 140+r.IntN(860)), func(in *engine.Incoming) {
				in.CreatedAt, in.Type = at, engine.TypeEpisodic
				in.Scope.Namespace = fmt.Sprint("team/", i%7)
			})
			if !yield(item, nil) {
				return
			}
		}
	}
}

func benchEngine(b *testing.B, memories int) *engine.Engine {
	b.Helper()
	dir := b.TempDir()
	e := openBench(b, dir)
	if memories > 0 {
		if _, err := e.Import(context.Background(), engine.Import{Source: "/bench", Format: "bench"}, manyItems(memories)); err != nil {
			b.Fatal(err)
		}
		// What an import leaves to be sorted is not the measured one's to pay.
		if err := e.Close(); err != nil {
			b.Fatal(err)
		}
		e = openBench(b, dir)
	}
	b.Cleanup(func() {
		if err := e.Close(); err != nil {
			b.Error(err)
		}
	})
	return e
}

func openBench(b *testing.B, dir string) *engine.Engine {
	b.Helper()
	store, err := badgerstore.Open(context.Background(), dir, badgerstore.Options{})
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(context.Background(), store, engine.Options{Clock: ticking()})
	if err != nil {
		b.Fatal(err)
	}
	return e
}

func BenchmarkImport100k(b *testing.B) {
	for b.Loop() {
		e := benchEngine(b, 0)
		r, err := e.Import(context.Background(), engine.Import{Source: "/bench", Format: "bench"}, manyItems(100_000))
		if err != nil || r.Created != 100_000 {
			b.Fatal(r, err)
		}
	}
}

func BenchmarkDurable(b *testing.B) {
	e := benchEngine(b, 10_000)
	ids := make([]string, 0, 1000)
	for h, err := range e.List(context.Background(), engine.Filter{Limit: 1000}, engine.Cursor{}) {
		if err != nil {
			b.Fatal(err)
		}
		ids = append(ids, h.ID)
	}
	r := rand.New(rand.NewPCG(3, 4))
	b.Run("evolve", func(b *testing.B) {
		for b.Loop() {
			s := text(r, 570)
			if _, err := e.Evolve(context.Background(), ids[r.IntN(len(ids))], engine.Patch{Content: &s}, engine.How{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("add", func(b *testing.B) {
		for b.Loop() {
			in := engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", Content: text(r, 570)}
			if _, err := e.Add(context.Background(), in, engine.How{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("recall", func(b *testing.B) {
		for b.Loop() {
			if _, err := e.Recall(context.Background(), ids[r.IntN(len(ids))], engine.How{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("search10k", func(b *testing.B) {
		for b.Loop() {
			if _, err := e.Search(context.Background(), engine.Query{Text: "vault latency"}, engine.How{}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkArchiveAndUndo10k(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		e := benchEngine(b, 10_000)
		var ids []string
		for h, err := range e.List(context.Background(), engine.Filter{}, engine.Cursor{}) {
			if err != nil {
				b.Fatal(err)
			}
			ids = append(ids, h.ID)
		}
		b.StartTimer()
		if _, err := e.Archive(context.Background(), ids, engine.How{}); err != nil {
			b.Fatal(err)
		}
		if _, err := e.Undo(context.Background(), "", engine.How{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBulk50k changes half of 100,000 memories, each as one operation.
func BenchmarkBulk50k(b *testing.B) {
	e := benchEngine(b, 100_000)
	var ids []string
	for h, err := range e.List(context.Background(), engine.Filter{Limit: 50_000}, engine.Cursor{}) {
		if err != nil {
			b.Fatal(err)
		}
		ids = append(ids, h.ID)
	}
	importance := .9
	undo := func() error { _, err := e.Undo(context.Background(), "", engine.How{}); return err }
	steps := []struct {
		name string
		do   func() error
	}{
		{"archive", func() error { _, err := e.Archive(context.Background(), ids, engine.How{}); return err }},
		{"unarchive", undo},
		{"edit", func() error {
			_, err := e.EvolveAll(context.Background(), ids, engine.Patch{Importance: &importance}, engine.How{})
			return err
		}},
		{"unedit", undo},
	}
	for b.Loop() {
		for _, step := range steps {
			began := time.Now()
			if err := step.do(); err != nil {
				b.Fatal(step.name, err)
			}
			b.ReportMetric(time.Since(began).Seconds(), "s/"+step.name)
		}
	}
}

// freshInputs are n inputs that say something new: half of them under a key of
// their own.
func freshInputs(r *rand.Rand, n int, next *int) []engine.Input {
	ins := make([]engine.Input, n)
	for i := range ins {
		*next++
		ins[i] = engine.Input{
			Scope: engine.Scope{Namespace: fmt.Sprint("team/", *next%7), Subject: "default"}, Type: engine.TypeEpisodic,
			Content: text(r, 140+r.IntN(860)),
		}
		if *next%2 == 0 {
			ins[i].Metadata = engine.Metadata(fmt.Sprintf(`{"key":"fresh %d"}`, *next))
		}
	}
	return ins
}

// BenchmarkIngest takes inputs into 100,000 memories, durably: one a commit,
// and sixteen a commit. An op is one input.
func BenchmarkIngest(b *testing.B) {
	e := benchEngine(b, 100_000)
	r := rand.New(rand.NewPCG(5, 6))
	next := 0
	for _, group := range []int{1, 16} {
		b.Run(fmt.Sprint("by", group), func(b *testing.B) {
			for left := b.N; left > 0; left -= group {
				ins := freshInputs(r, min(group, left), &next)
				out, err := e.IngestAll(context.Background(), ins, []engine.How{{}})
				if err != nil || out[0].Outcome != engine.OutcomeCreated {
					b.Fatal(out[0], err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "inputs/s")
		})
	}
}
