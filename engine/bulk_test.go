package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"ebb/engine"
)

// many adds n memories and names them.
func many(t testing.TB, e *engine.Engine, n int) []string {
	t.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = add(t, e, fmt.Sprintf("note %d of many", i)).ID
	}
	return ids
}

func TestEvolveAllIsOneOperation(t *testing.T) {
	e := openEngine(t, ticking())
	ids := many(t, e, engine.MaxOperationIDs+9)
	already := must[engine.Memory](t)(e.Evolve(t.Context(), ids[1], engine.Patch{Importance: ptr(.9), Type: ptr("fact")}, engine.How{}))
	was := stateOf(t, e)

	op := must[engine.Operation](t)(e.EvolveAll(t.Context(), ids, engine.Patch{Importance: ptr(.9), Type: ptr("fact")}, engine.How{Reason: "sorted out"}))
	if op.Count != len(ids)-1 || op.IDs[0] != ids[0] {
		t.Errorf("the journal counts %d and names %q first, want %d and %q", op.Count, op.IDs[0], len(ids)-1, ids[0])
	}
	for _, id := range ids {
		m := must[engine.Memory](t)(e.Get(t.Context(), id))
		if m.Importance != .9 || m.Type != "fact" || m.Version != 2 {
			t.Fatalf("%s is %s, importance %g, version %d", id, m.Type, m.Importance, m.Version)
		}
	}
	if m := must[engine.Memory](t)(e.Get(t.Context(), ids[1])); !m.UpdatedAt.Equal(already.UpdatedAt) {
		t.Error("what was so already has a new version")
	}
	must[engine.Operation](t)(e.Undo(t.Context(), "", engine.How{}))
	diff(t, "after the undo", stateOf(t, e), was)
	must[engine.Operation](t)(e.Redo(t.Context(), engine.How{}))
	if m := must[engine.Memory](t)(e.Get(t.Context(), ids[len(ids)-1])); m.Type != "fact" {
		t.Errorf("redone, it is %s", m.Type)
	}
}

func TestEvolveAllRefusesWhole(t *testing.T) {
	e := openEngine(t, ticking())
	ids := many(t, e, 3)
	must[engine.Operation](t)(e.Delete(t.Context(), ids[2:], engine.How{}))
	was := stateOf(t, e)
	text, version := "one for all", uint32(1)

	var transition *engine.InvalidTransitionError
	if _, err := e.EvolveAll(t.Context(), ids, engine.Patch{Type: ptr("fact")}, engine.How{}); !errors.As(err, &transition) || transition.ID != ids[2] {
		t.Errorf("with a deleted one: %v", err)
	}
	for name, try := range map[string]func() (engine.Operation, error){
		"no ids": func() (engine.Operation, error) {
			return e.EvolveAll(t.Context(), nil, engine.Patch{Type: ptr("fact")}, engine.How{})
		},
		"a text": func() (engine.Operation, error) {
			return e.EvolveAll(t.Context(), ids[:2], engine.Patch{Content: &text}, engine.How{})
		},
		"a version": func() (engine.Operation, error) {
			return e.EvolveAll(t.Context(), ids[:2], engine.Patch{Type: ptr("fact")}, engine.How{Expected: &version})
		},
		"nothing": func() (engine.Operation, error) {
			return e.EvolveAll(t.Context(), ids[:2], engine.Patch{}, engine.How{})
		},
		"out of bounds": func() (engine.Operation, error) {
			return e.EvolveAll(t.Context(), ids[:2], engine.Patch{Importance: ptr(1.5)}, engine.How{})
		},
	} {
		var invalid *engine.ValidationError
		if _, err := try(); !errors.As(err, &invalid) {
			t.Errorf("%s: %v, want a ValidationError", name, err)
		}
	}
	diff(t, "after refusals", stateOf(t, e), was)
}
