package cli

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"ebb/badgerstore"
	"ebb/engine"
)

// evolving is an evolution on a store of its own that does not wait.
func evolving(t *testing.T) (*engine.Engine, *evolution, <-chan engine.Operation) {
	t.Helper()
	store, err := badgerstore.Open(t.Context(), filepath.Join(t.TempDir(), "s"), badgerstore.Options{NoSync: true, MinFree: -1})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(t.Context(), store, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	ran := make(chan engine.Operation, 16)
	v := newEvolution(e, slog.New(slog.DiscardHandler))
	v.quiet, v.hour, v.first = time.Millisecond, time.Millisecond, time.Millisecond
	v.ran = func(what string, op engine.Operation, err error) {
		if errors.Is(err, context.Canceled) {
			return // the test has ended what was under way
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		ran <- op
	}
	return e, v, ran
}

func await1(t *testing.T, ran <-chan engine.Operation) engine.Operation {
	t.Helper()
	select {
	case op := <-ran:
		return op
	case <-time.After(20 * time.Second):
		t.Fatal("nothing ran")
		return engine.Operation{}
	}
}

func ingest(t *testing.T, e *engine.Engine, texts ...string) []string {
	t.Helper()
	ins, hows := make([]engine.Input, len(texts)), make([]engine.How, len(texts))
	for i, text := range texts {
		ins[i] = engine.Input{Scope: engine.Scope{Namespace: "ops", Subject: "default"}, Type: engine.TypeEpisodic, Content: text}
	}
	results, err := e.IngestAll(t.Context(), ins, hows)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]string, len(results))
	for i := range results {
		ids[i] = results[i].Memory.ID
	}
	return ids
}

func TestWhatComesInIsLookedAt(t *testing.T) {
	t.Parallel()
	e, v, ran := evolving(t)
	v.start()
	defer v.close()
	ids := ingest(t, e, "Deploys go out on Tuesday after the freeze", "Deploys go out on Tuesday after the freeze!")
	for {
		op := await1(t, ran) // two events may be two stages
		if op.ID == "" {
			continue
		}
		if op.Actor != bySchedule || op.Kind != engine.KindCycle || op.Outcome != "evolve stage" {
			t.Errorf("it was %+v", op)
		}
		break
	}
	heads, err := e.Heads(t.Context(), ids)
	if err != nil || heads[0].Interference != 0.95 {
		t.Errorf("interference %v, %v", heads[0].Interference, err)
	}
}

func TestNothingIsLookedAtWhenSwitchedOff(t *testing.T) {
	t.Parallel()
	e, _, _ := evolving(t)
	if _, err := e.SetSettings(t.Context(), func(s *engine.Settings) error { s.EvolveAfterIngest = false; return nil }, engine.How{}); err != nil {
		t.Fatal(err)
	}
	ids := ingest(t, e, "Deploys go out on Tuesday after the freeze", "Deploys go out on Tuesday after the freeze!")
	v := newEvolution(e, slog.New(slog.DiscardHandler))
	near, err := v.near(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if op, err := evolveTouched(t.Context(), e, ids, near); err != nil || op.ID != "" {
		t.Errorf("it ran: %+v, %v", op, err)
	}
}

func TestTheScheduleRunsWhenItIsSwitchedOn(t *testing.T) {
	t.Parallel()
	e, v, ran := evolving(t)
	if _, err := e.SetSettings(t.Context(), func(s *engine.Settings) error { s.EvolveAfterIngest = false; return nil }, engine.How{}); err != nil {
		t.Fatal(err)
	}
	old := e.WithClock(func() time.Time { return time.Now().AddDate(0, -6, 0) })
	ids := ingest(t, old, "a note of half a year ago")
	v.start()
	defer v.close()
	if _, err := e.SetSettings(t.Context(), func(s *engine.Settings) error { s.CycleEvery = 24; return nil }, engine.How{}); err != nil {
		t.Fatal(err)
	}
	op := await1(t, ran)
	if op.Actor != bySchedule || op.Outcome != cycleSource {
		t.Fatalf("it was %+v", op)
	}
	heads, err := e.Heads(t.Context(), ids)
	if err != nil || heads[0].State != engine.Archived {
		t.Errorf("state %v, %v", heads[0].State, err)
	}
	if last, err := lastScheduled(t.Context(), e); err != nil || last.IsZero() {
		t.Errorf("last %v, %v", last, err)
	}
}

func TestAnImportOfManyIsFoundInTheLog(t *testing.T) {
	t.Parallel()
	e, _, _ := evolving(t)
	n := 3 * engine.MaxOperationIDs
	op, err := e.Import(t.Context(), engine.Import{Source: "x", Format: "plain"}, items(n))
	if err != nil {
		t.Fatal(err)
	}
	ids, err := touchedBy(context.Background(), e, op.Operation)
	if err != nil || len(ids) != n {
		t.Errorf("%d of %d, %v", len(ids), n, err)
	}
}

// items are n memories to import.
func items(n int) func(func(engine.Item, error) bool) {
	return func(yield func(engine.Item, error) bool) {
		for i := range n {
			at := time.Date(2026, 11, 1, 0, i, 0, 0, time.UTC)
			in := engine.Incoming{
				Scope: engine.Scope{Namespace: "ops", Subject: "default"}, Type: engine.TypeEpisodic, Content: "note " + at.String(),
				Record: at.String(), Sum: [16]byte{byte(i), byte(i >> 8), 1}, CreatedAt: at, UpdatedAt: at,
			}
			if !yield(engine.Item{Memory: &in}, nil) {
				return
			}
		}
	}
}
