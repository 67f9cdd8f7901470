package memories

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ebb/engine"
)

func (f *fake) Add(_ context.Context, in engine.Input, _ engine.How) (engine.Memory, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if in.Content == "" {
		return engine.Memory{}, &engine.ValidationError{Field: "content", Want: "a text"}
	}
	f.ops++
	m := engine.Memory{
		Head: engine.Head{ID: fmt.Sprintf("new-%d", f.ops), Scope: in.Scope, Type: in.Type, CreatedAt: clock, UpdatedAt: clock, Importance: .5, Confidence: .5},
		Body: engine.Body{Content: in.Content},
	}
	f.note("add %s in %s", in.Content, in.Scope.Namespace)
	f.store(m)
	return f.memories[m.ID], nil
}

func (f *fake) Evolve(_ context.Context, id string, p engine.Patch, how engine.How) (engine.Memory, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.memories[id]
	if how.Expected != nil && *how.Expected != m.Version {
		return engine.Memory{}, &engine.VersionConflictError{ID: id, Expected: *how.Expected, Actual: m.Version}
	}
	if p.Content != nil {
		m.Content = *p.Content
	}
	if p.Type != nil {
		m.Type = *p.Type
	}
	if p.Importance != nil {
		m.Importance = *p.Importance
	}
	if p.Confidence != nil {
		m.Confidence = *p.Confidence
	}
	m.Version++
	m.UpdatedAt = clock.Add(time.Duration(f.seq) * time.Second)
	f.note("evolve %s", id)
	f.store(m)
	return f.memories[id], nil
}

func (f *fake) EvolveAll(ctx context.Context, ids []string, p engine.Patch, how engine.How) (engine.Operation, error) {
	f.note("evolve all %s", strings.Join(ids, " "))
	for _, id := range ids {
		if _, err := f.Evolve(ctx, id, p, how); err != nil {
			return engine.Operation{}, err
		}
	}
	return engine.Operation{}, nil
}

func (f *fake) RecallTogether(_ context.Context, ids []string, _ engine.How) ([]engine.Memory, engine.Operation, error) {
	f.note("recall %s", strings.Join(ids, " "))
	return nil, engine.Operation{}, nil
}

func (f *fake) state(verb string, ids []string, to engine.State) (engine.Operation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.note("%s %s", verb, strings.Join(ids, " "))
	for _, id := range ids {
		m := f.memories[id]
		m.State = to
		m.Version++
		m.UpdatedAt = clock.Add(time.Duration(f.seq) * time.Second)
		f.store(m)
	}
	return engine.Operation{}, nil
}

func (f *fake) Archive(_ context.Context, ids []string, _ engine.How) (engine.Operation, error) {
	return f.state("archive", ids, engine.Archived)
}

func (f *fake) Unarchive(_ context.Context, ids []string, _ engine.How) (engine.Operation, error) {
	return f.state("unarchive", ids, engine.Active)
}

func (f *fake) Purge(_ context.Context, ids []string, _ engine.How) (engine.Operation, error) {
	f.note("purge %s", strings.Join(ids, " "))
	for _, id := range ids {
		f.remove(id)
	}
	return engine.Operation{}, nil
}

func (f *fake) Relate(_ context.Context, from, to, typ string, _ float64, _ engine.Metadata, _ engine.How) (engine.Edge, error) {
	f.note("relate %s %s %s", from, typ, to)
	return engine.Edge{}, nil
}

func (f *fake) Declare(_ context.Context, a, b, _ string, _ engine.How) (engine.Conflict, error) {
	f.note("declare %s %s", a, b)
	return engine.Conflict{}, nil
}

func (f *fake) SetSettings(_ context.Context, change func(*engine.Settings) error, _ engine.How) (engine.Operation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := change(&f.settings)
	f.note("pins %v filters %v", f.settings.Pins, slices.Sorted(maps.Keys(f.settings.SavedFilters)))
	return engine.Operation{}, err
}
