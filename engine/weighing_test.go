package engine_test

import (
	"errors"
	"testing"

	"ebb/engine"
)

// Weighing a tie is undone with the batch; a factor out of bounds writes
// nothing of it.
func TestWeighing(t *testing.T) {
	e := openEngine(t, ticking())
	m := add(t, e, "one")
	half, none := 0.5, 0.0
	weigh := func(w engine.Weighing) (engine.Operation, error) {
		return e.Apply(t.Context(), engine.Batch{
			Changes: []engine.Change{{Memory: m.ID, Weigh: &w}},
			Marks:   []engine.Mark{{Name: "test/seen", Value: []byte("x")}},
		}, engine.How{})
	}
	mark := func() (value []byte) {
		err := e.View(t.Context(), func(tx engine.Tx) (err error) {
			value, err = engine.ReadMark(tx, "test/seen")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	var refused *engine.ValidationError
	if _, err := weigh(engine.Weighing{Interference: &none}); !errors.As(err, &refused) || mark() != nil {
		t.Fatalf("a factor of 0: %v, mark %q", err, mark())
	}
	op := must[engine.Operation](t)(weigh(engine.Weighing{Interference: &half, Tie: &engine.StrongestTie{Count: 7, ID: "other"}}))
	got := must[engine.Memory](t)(e.Get(t.Context(), m.ID))
	if got.Interference != 0.5 || got.TieCount != 7 || got.TieID != "other" || got.Version != m.Version || string(mark()) != "x" {
		t.Errorf("%+v", got.Head)
	}
	must[engine.Operation](t)(e.Undo(t.Context(), op.ID, engine.How{}))
	got = must[engine.Memory](t)(e.Get(t.Context(), m.ID))
	if got.Interference != 1 || got.TieCount != 0 || got.TieID != "" || mark() != nil {
		t.Errorf("after undo: %+v, mark %q", got.Head, mark())
	}
}

// Evolvers' settings live in the store, and are copied, not shared.
func TestEvolverSettings(t *testing.T) {
	e := openEngine(t, ticking())
	if !e.Settings().EvolveAfterIngest {
		t.Error("evolution does not look at what is taken in")
	}
	set := func(s *engine.Settings) error {
		s.Evolvers = map[string]float64{"stale_memory.batch_size": 5}
		s.EvolveAfterIngest = false
		return nil
	}
	op := must[engine.Operation](t)(e.SetSettings(t.Context(), set, engine.How{}))
	e.Settings().Evolvers["stale_memory.batch_size"] = 6
	if s := e.Settings(); s.Evolvers["stale_memory.batch_size"] != 5 || s.EvolveAfterIngest {
		t.Errorf("%+v", s)
	}
	must[engine.Operation](t)(e.Undo(t.Context(), op.ID, engine.How{}))
	if s := e.Settings(); len(s.Evolvers) != 0 || !s.EvolveAfterIngest {
		t.Errorf("after undo: %+v", s)
	}
}
