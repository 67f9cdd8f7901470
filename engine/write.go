package engine

import (
	"context"
	"errors"
	"time"
)

// Input is a new memory. Fields left out take the documented defaults.
type Input struct {
	ID                     string // "" for a new one
	Scope                  Scope
	Type, Content          string
	Importance, Confidence *float64 // nil: 0.5
	Source                 string
	Metadata               Metadata
	ExpiresAt              time.Time // zero: never
}

// memory is what the input says, before it is stored.
func (in Input) memory(now time.Time) Memory {
	m := Memory{
		Head: Head{
			ID: in.ID, Scope: in.Scope, Type: wellNamed(in.Type), State: Active, Importance: DefaultImportance, Confidence: DefaultConfidence,
			CreatedAt: now, UpdatedAt: now, ExpiresAt: in.ExpiresAt, Base: 1,
		},
		Body: Body{Content: in.Content, Source: in.Source, Metadata: in.Metadata},
	}
	if in.Importance != nil {
		m.Importance = *in.Importance
	}
	if in.Confidence != nil {
		m.Confidence = *in.Confidence
	}
	return m
}

// wellNamed reads the published name of a type that ebb calls otherwise.
func wellNamed(typ string) string {
	if typ == "pending" {
		return TypeWorking
	}
	return typ
}

// Patch changes some fields of a memory; nil leaves a field as it is.
// Metadata is replaced whole. A zero ExpiresAt clears the expiry.
type Patch struct {
	Content, Type, Source  *string
	Importance, Confidence *float64
	Metadata               *Metadata
	ExpiresAt              *time.Time
	State                  *State
}

// restates reports whether the patch says nothing but the state.
func (p *Patch) restates() bool {
	q := *p
	q.State = nil
	return p.State != nil && q == Patch{}
}

func (p *Patch) validate() error {
	if p.Type != nil {
		if err := checkText("type", *p.Type, MaxScopeBytes); err != nil {
			return err
		}
	}
	if p.Content != nil {
		if err := checkContent(*p.Content); err != nil {
			return err
		}
	}
	if p.Importance != nil {
		if err := checkUnit("importance", *p.Importance); err != nil {
			return err
		}
	}
	if p.Confidence != nil {
		if err := checkUnit("confidence", *p.Confidence); err != nil {
			return err
		}
	}
	if p.State != nil && p.State.String() == "" {
		return &ValidationError{Field: "state", Got: show(uint8(*p.State)), Want: "a known state"}
	}
	return nil
}

func (p *Patch) apply(m *Memory, now time.Time) {
	set(&m.Content, p.Content)
	set(&m.Source, p.Source)
	set(&m.Importance, p.Importance)
	set(&m.Confidence, p.Confidence)
	set(&m.Metadata, p.Metadata)
	set(&m.ExpiresAt, p.ExpiresAt)
	if p.Type != nil {
		m.Type = wellNamed(*p.Type)
	}
	next := m.State.afterEdit()
	if p.State != nil {
		next = *p.State
	}
	if next == Archived && m.State != Archived {
		m.Head.Archive = Archive{At: now}
	}
	m.State = next
}

func set[T any](field *T, value *T) {
	if value != nil {
		*field = *value
	}
}

// Add stores a new memory.
func (e *Engine) Add(ctx context.Context, in Input, how How) (Memory, error) {
	var m Memory
	op, err := e.operate(ctx, KindAdd, how, func(w *work) error {
		m = in.memory(w.now)
		if m.ID == "" {
			m.ID = e.newID()
		}
		if err := m.validate(); err != nil {
			return err
		}
		if _, found, err := w.tx.Heads().Get(m.ID); err != nil {
			return err
		} else if found {
			return &ValidationError{Field: "id", Got: shorten(m.ID), Want: "an id that is not in use"}
		}
		if err := w.create(&m, how.Reason); err != nil {
			return err
		}
		w.result(&m)
		return nil
	})
	return e.outcome(ctx, m, op, err)
}

// result notes what the operation returns, for a retry to find.
func (w *work) result(m *Memory) { w.op.Result, w.op.Version = m.ID, m.Version }

// outcome is m, or what the first run of a repeated operation returned.
func (e *Engine) outcome(ctx context.Context, m Memory, op Operation, err error) (Memory, error) {
	if !errors.Is(err, errRepeated) {
		if err != nil {
			return Memory{}, err
		}
		return m, nil
	}
	err = e.View(ctx, func(tx Tx) error {
		h, found, err := tx.Heads().Get(op.Result)
		if err != nil {
			return err
		}
		if !found {
			return &NotFoundError{Kind: "memory", ID: op.Result}
		}
		v, err := versionOf(tx, op.Result, op.Version)
		m = asOf(&v, &h)
		return err
	})
	return m, err
}

// Evolve writes the next version of a memory: the one primitive behind every
// edit. Errors come in this order: ValidationError, NotFoundError,
// InvalidTransitionError, VersionConflictError. An empty patch makes a version.
func (e *Engine) Evolve(ctx context.Context, id string, p Patch, how How) (Memory, error) {
	if err := p.validate(); err != nil {
		return Memory{}, err
	}
	var m Memory
	op, err := e.operate(ctx, KindEdit, how, func(w *work) error {
		before, err := w.memory(id)
		if err != nil {
			return err
		}
		if err := p.Allowed(&before.Head); err != nil {
			return err
		}
		if err := how.expects(&before.Head); err != nil {
			return err
		}
		m, err = w.revise(before, p.change(&before.Head), how.Reason, func(m *Memory) { p.apply(m, w.now) })
		if err == nil {
			w.result(&m)
		}
		return err
	})
	return e.outcome(ctx, m, op, err)
}

// change is what the history calls the patch of a memory.
func (p *Patch) change(before *Head) ChangeType {
	switch {
	case p.State == nil || *p.State == before.State:
		return ChangeUpdated
	case before.State == Archived && p.State.Live():
		return Restored
	}
	return p.State.Change()
}

// Allowed checks the patch against the lifecycle: an InvalidTransitionError
// says why the memory cannot be changed so.
func (p *Patch) Allowed(h *Head) error {
	if p.State != nil && !h.State.CanBecome(*p.State) {
		return &InvalidTransitionError{ID: h.ID, From: h.State, To: *p.State}
	}
	if !h.State.Editable() && !p.restates() {
		return &InvalidTransitionError{ID: h.ID, From: h.State, To: h.State}
	}
	return nil
}

// Restore writes a new version with the text, scores and metadata of an
// earlier one. Version 0 brings an archived memory back as it is.
func (e *Engine) Restore(ctx context.Context, id string, version uint32, how How) (Memory, error) {
	var m Memory
	op, err := e.operate(ctx, KindRestore, how, func(w *work) error {
		before, err := w.memory(id)
		if err != nil {
			return err
		}
		switch {
		case version == 0 && before.State != Archived:
			return &InvalidTransitionError{ID: id, From: before.State, To: Active}
		case !before.State.Editable():
			return &InvalidTransitionError{ID: id, From: before.State, To: before.State}
		}
		if err := how.expects(&before.Head); err != nil {
			return err
		}
		if version == 0 {
			m, err = w.revise(before, Restored, how.Reason, func(m *Memory) { m.State = Active })
		} else {
			m, err = w.restoreVersion(before, version)
		}
		if err == nil {
			w.result(&m)
		}
		return err
	})
	return e.outcome(ctx, m, op, err)
}

func (w *work) restoreVersion(before Memory, number uint32) (Memory, error) {
	old, err := versionOf(w.tx, before.ID, number)
	if err != nil {
		return Memory{}, err
	}
	return w.revise(before, Restored, w.how.Reason, func(m *Memory) {
		m.Content, m.Metadata, m.Source = old.Memory.Content, old.Memory.Metadata, old.Memory.Source
		m.Importance, m.Confidence = old.Memory.Importance, old.Memory.Confidence
		m.State = before.State.afterEdit()
		if m.Content != before.Content {
			m.Text = old.Memory.Text
		}
	})
}

func versionOf(tx Tx, id string, number uint32) (Version, error) {
	for v, err := range tx.Versions().Of(id) {
		if err != nil {
			return Version{}, err
		}
		if v.Number == number {
			return v, nil
		}
	}
	return Version{}, &NotFoundError{Kind: "version", ID: id + " v" + show(number)}
}

// Archive takes memories out of the live ones, reversibly. All of them, or
// none when one cannot be archived; those that are already stay as they are.
func (e *Engine) Archive(ctx context.Context, ids []string, how How) (Operation, error) {
	return e.moveAll(ctx, KindArchive, ids, Archived, how)
}

// Unarchive brings archived memories back. All of them, or none.
func (e *Engine) Unarchive(ctx context.Context, ids []string, how How) (Operation, error) {
	return e.moveAll(ctx, KindRestore, ids, Active, how)
}

// Delete marks memories as deleted; only undo brings them back. All of them,
// or none.
func (e *Engine) Delete(ctx context.Context, ids []string, how How) (Operation, error) {
	return e.moveAll(ctx, KindDelete, ids, Deleted, how)
}

// move writes a version that differs in its state.
func (w *work) move(before Memory, to State) error {
	if before.State == to || !before.State.CanBecome(to) {
		return &InvalidTransitionError{ID: before.ID, From: before.State, To: to}
	}
	change := to.Change()
	if to == Active {
		change = Restored
	}
	_, err := w.revise(before, change, w.how.Reason, func(m *Memory) {
		m.State = to
		if to == Archived {
			score := w.e.settings.Load().RetentionOf(&before.Head, w.now).Score
			m.Head.Archive = Archive{At: w.now, Reason: w.how.Reason, Score: score}
		}
	})
	return err
}

// Forget soft-deletes everything in a scope, whatever its state. The scope
// must name at least a namespace, a subject or a tenant.
func (e *Engine) Forget(ctx context.Context, f Filter, how How) (Operation, error) {
	if !f.scoped() {
		return Operation{}, &ValidationError{Field: "scope", Want: "a namespace, subject or tenant to forget"}
	}
	op, err := e.operate(ctx, KindForget, how, func(w *work) error {
		ids, err := w.matching(&f)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			before, err := w.memory(id)
			if err != nil {
				return err
			}
			if err := w.move(before, Deleted); err != nil {
				return err
			}
		}
		return nil
	})
	return op, unlessRepeated(err)
}

// matching gathers the ids of all memories that the filter names, dead ones
// but the deleted included.
func (w *work) matching(f *Filter) ([]string, error) {
	all := *f
	if all.States == nil {
		all.States = []State{Active, Updated, Superseded, Merged, Archived, Expired}
	}
	all.IncludeExpired = true
	var ids []string
	for h, err := range w.tx.Heads().All("") {
		if err != nil {
			return nil, err
		}
		if all.match(&h, w.now, w.e.settings.Load()) {
			ids = append(ids, h.ID)
		}
	}
	return ids, nil
}
