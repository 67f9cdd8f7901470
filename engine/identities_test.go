package engine_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"ebb/engine"
)

// byKey is the live memories in a namespace that are known by a text.
func byKey(t *testing.T, e *engine.Engine, value string) (ids []string) {
	t.Helper()
	err := e.View(context.Background(), func(tx engine.Tx) error {
		for id, err := range tx.Heads().ByIdentity(engine.Scope{Namespace: "n", Subject: "s"}, engine.TypeSemantic, engine.Identity{Kind: engine.TextIdentity, Value: value}) {
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func addKnown(t *testing.T, e *engine.Engine, id, text, metadata string) {
	t.Helper()
	_, err := e.Add(context.Background(), engine.Input{
		ID: id, Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: engine.TypeSemantic, Content: text, Metadata: engine.Metadata(metadata),
	}, engine.How{})
	if err != nil {
		t.Fatal(err)
	}
}

func setIdentityKey(t *testing.T, e *engine.Engine, name string) engine.Operation {
	t.Helper()
	op, err := e.SetSettings(context.Background(), func(s *engine.Settings) error {
		s.IdentityKey = name
		return nil
	}, engine.How{})
	if err != nil {
		t.Fatal(err)
	}
	return op
}

func expectKnown(t *testing.T, e *engine.Engine, when string, want map[string][]string) {
	t.Helper()
	for value, ids := range want {
		if got := byKey(t, e, value); !slices.Equal(got, ids) {
			t.Errorf("%s: known by %s: %v, want %v", when, value, got, ids)
		}
	}
}

// What memories are known by follows a change of identity_key at once, and
// its undo.
func TestIdentityKeyChanges(t *testing.T) {
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	e := openEngine(t, func() time.Time { now = now.Add(time.Second); return now })
	addKnown(t, e, "a", "one", `{"key":"k1","topic":"t1"}`)
	addKnown(t, e, "b", "two", `{"topic":"t2"}`)
	addKnown(t, e, "c", "three", `{"key":"k3"}`)
	content := "one, later"
	edited, err := e.Evolve(context.Background(), "a", engine.Patch{Content: &content}, engine.How{})
	if err != nil {
		t.Fatal(err)
	}
	sub := e.Subscribe(8)
	defer sub.Close()
	op := setIdentityKey(t, e, "topic")
	changed := map[string][]string{"k1": nil, "k3": nil, "t1": {"a"}, "t2": {"b"}}
	expectKnown(t, e, "after the change", changed)
	ev := <-sub.C
	slices.Sort(ev.IDs)
	if !slices.Equal(ev.IDs, []string{"a", "b", "c"}) || !slices.Contains(ev.Kinds, engine.SettingsChanged) || !slices.Contains(ev.Kinds, engine.MemoryUpdated) {
		t.Errorf("the event says %+v", ev)
	}

	// An edit from before is taken back: its memory stays known by its topic.
	ops, err := e.Operations(context.Background(), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	edit := slices.IndexFunc(ops, func(o engine.Operation) bool { return o.Kind == engine.KindEdit })
	if edit < 0 || edited.Version != 2 {
		t.Fatalf("no edit among %+v", ops)
	}
	if _, err := e.Undo(context.Background(), ops[edit].ID, engine.How{}); err != nil {
		t.Fatal(err)
	}
	expectKnown(t, e, "after an older undo", changed)

	if _, err := e.Undo(context.Background(), op.ID, engine.How{}); err != nil {
		t.Fatal(err)
	}
	expectKnown(t, e, "after its undo", map[string][]string{"k1": {"a"}, "k3": {"c"}, "t1": nil, "t2": nil})
	if err := e.Store().Verify(context.Background(), func(f error) { t.Error(f) }, func(int) {}); err != nil {
		t.Error(err)
	}
}

type ownResolver struct{}

func (ownResolver) Identity(engine.Metadata) engine.Identity {
	return engine.Identity{Kind: engine.TextIdentity, Value: "own"}
}

// The setting says nothing to a resolver that is not the shipped one.
func TestIdentityKeyWithAnotherResolver(t *testing.T) {
	e := openEngineWith(t, time.Now, engine.Options{Identity: ownResolver{}})
	addKnown(t, e, "a", "one", `{"topic":"t1"}`)
	setIdentityKey(t, e, "topic")
	expectKnown(t, e, "after the change", map[string][]string{"own": {"a"}, "t1": nil})
}
