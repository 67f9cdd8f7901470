package catalogue_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/engine"
	"ebb/engine/catalogue"
)

// Behind a real engine on a real store, the catalogue says what the engine
// lists, after every kind of operation.
func TestTheCatalogueFollowsAnEngine(t *testing.T) {
	ctx := t.Context()
	store, err := badgerstore.Open(ctx, t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	e, err := engine.Open(ctx, store, engine.Options{Clock: func() time.Time { now = now.Add(time.Second); return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}()
	var ids []string
	add := func(n int) error {
		for range n {
			m, err := e.Add(ctx, engine.Input{
				Scope:   engine.Scope{Namespace: "work", Subject: "default"},
				Type:    engine.TypeEpisodic,
				Content: fmt.Sprintf("Café budget %d\nsaid in meeting %d", len(ids), len(ids)),
			}, engine.How{})
			if err != nil {
				return err
			}
			ids = append(ids, m.ID)
		}
		return nil
	}
	if err := add(20); err != nil {
		t.Fatal(err)
	}
	c := catalogue.Open(ctx, e)
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	text := "Resumé of the new text"
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"as opened", func() error { return nil }},
		{"add", func() error { return add(3) }},
		{"evolve", func() error {
			_, err := e.Evolve(ctx, ids[0], engine.Patch{Content: &text}, engine.How{})
			return err
		}},
		{"recall", func() error { _, err := e.Recall(ctx, ids[1], engine.How{}); return err }},
		{"archive", func() error { _, err := e.Archive(ctx, ids[2:6], engine.How{}); return err }},
		{"undo", func() error { _, err := e.Undo(ctx, "", engine.How{}); return err }},
		{"delete", func() error { _, err := e.Delete(ctx, ids[3:4], engine.How{}); return err }},
		{"purge", func() error { _, err := e.Purge(ctx, ids[4:9], engine.How{}); return err }},
		{"settings", func() error {
			_, err := e.SetSettings(ctx, func(s *engine.Settings) error { s.Retention.DefaultStability = 90; return nil }, engine.How{})
			return err
		}},
	} {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		follow(t, c, e, step.name)
	}
	s := c.Snapshot()
	found, err := s.Select(ctx, catalogue.Query{Text: "resume new", Now: now})
	if err != nil || len(found) != 1 || s.ID(found[0].Row) != ids[0] {
		t.Errorf("the new text is found %d times, %v", len(found), err)
	}
}

// follow waits until the catalogue lists what the engine does, and compares
// the rows.
func follow(t *testing.T, c *catalogue.Catalogue, e *engine.Engine, step string) {
	t.Helper()
	var want []engine.Head
	err := e.View(t.Context(), func(tx engine.Tx) error {
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			h.TextSum = [16]byte{}
			want = append(want, h)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	deadline := time.After(20 * time.Second)
	for {
		s := c.Snapshot()
		if s.TextsLoaded() && slices.Equal(heads(s), want) && s.Settings().Retention == e.Settings().Retention {
			return
		}
		select {
		case <-c.Changes():
		case <-deadline:
			t.Fatalf("%s: the catalogue holds\n%+v\nthe store\n%+v", step, heads(s), want)
		}
	}
}

func heads(s *catalogue.Snapshot) []engine.Head {
	var out []engine.Head
	for row := range int32(s.Len()) {
		out = append(out, s.Head(row))
	}
	slices.SortFunc(out, func(a, b engine.Head) int { return strings.Compare(a.ID, b.ID) })
	return out
}

var _ catalogue.Source = (*engine.Engine)(nil)

// BenchmarkStore loads 100,000 memories from a real store.
func BenchmarkStore(b *testing.B) {
	ctx := context.Background()
	store, err := badgerstore.Open(ctx, b.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(ctx, store, engine.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		if err := e.Close(); err != nil {
			b.Error(err)
		}
	}()
	const n = 100_000
	_, err = e.Import(ctx, engine.Import{Source: "bench", Format: "bench"}, func(yield func(engine.Item, error) bool) {
		for i := range n {
			content := fmt.Sprintf("Release checklist number %d for the staging cluster of team %d\n%s", i, i%97, filler)
			item := engine.Item{Memory: &engine.Incoming{
				Record: fmt.Sprint(i), Line: i + 1, Sum: engine.TextSum(content), Content: content,
				Scope: engine.Scope{Namespace: "work", Subject: "default"}, Type: engine.TypeEpisodic,
			}}
			if !yield(item, nil) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		begin := time.Now()
		c := catalogue.Open(ctx, e)
		for !c.Snapshot().Loaded() {
			<-c.Changes()
		}
		b.ReportMetric(float64(time.Since(begin).Milliseconds()), "load-ms")
		for !c.Snapshot().TextsLoaded() {
			<-c.Changes()
		}
		b.ReportMetric(float64(time.Since(begin).Milliseconds()), "texts-ms")
		if c.Snapshot().Len() != n {
			b.Fatalf("%d rows", c.Snapshot().Len())
		}
		if err := c.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

var filler = func() string {
	var out []byte
	for len(out) < 500 {
		out = append(out, "the user wants this kept in mind for the next deploy. "...)
	}
	return string(out)
}()
