package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Change is one thing that evolution wants done, with its reason. The engine
// applies and undoes changes without knowing who made them.
type Change struct {
	Evolver string
	Memory  string   // what it is about; the new memory's id for a Make
	Edge    *EdgeKey // for a Tie
	Field   string   // the field that changes, by its published name
	Before  string   // as people read it; "" for none
	After   string
	Why     string   // formula with its numbers
	Source  []string // ids of the evidence

	// Exactly one of these is set.
	Revise *Revision
	Weigh  *Weighing
	Make   *Making
	Tie    *Edge
}

// Revision changes what a memory says, is or how sure it is: a new version.
// All revisions of one memory in a batch become one version.
type Revision struct {
	Seen       uint32 // the version that the plan was made from
	Content    *string
	Type       *string
	Confidence *float64
	Metadata   *Metadata
	State      *State
	Archive    *Archive // with State Archived
}

// Weighing changes retention evidence without a new version.
type Weighing struct {
	Interference *float64 // product over the interfering pairs, (0,1]
	Tie          *StrongestTie
}

// StrongestTie is what a memory's head says of its strongest co-retrieval tie.
type StrongestTie struct {
	Count uint32
	ID    string // the memory at the other end; "" without a tie
}

// Making is a new memory, and what becomes of those it is made from.
type Making struct {
	Memory Memory   // Head.ID, scope, type, scores and body; the rest is derived
	From   []string // derived_from ties are recorded to each
	Merge  bool     // the sources become merged, with a pointer to it
	Seen   []uint32 // versions of the sources that the plan was made from
}

// Mark is a small named value that an evolver keeps between cycles: evidence
// it has used, when it last visited a memory. Marks are undone with the batch.
type Mark struct {
	Name  string // begins with the evolver's name and a slash
	Value []byte // nil removes it
}

// Batch is a set of changes that happen together or not at all.
type Batch struct {
	Changes []Change
	Marks   []Mark
	Source  string // a word for the journal: which cycle, what triggered it
	// Report is stored with the operation under the batch's id; nil for none.
	Report []byte
}

const (
	markPrefix  = "mark/"
	cyclePrefix = "cycle/"
)

// Apply writes a batch as one operation. A memory that has moved on since the
// plan is a VersionConflictError, and nothing is written.
func (e *Engine) Apply(ctx context.Context, b Batch, how How) (Operation, error) {
	op, err := e.operate(ctx, KindCycle, how, func(w *work) error {
		if err := w.apply(&b); err != nil {
			return err
		}
		w.kinds.add(CycleFinished)
		w.op.Outcome = b.Source
		w.op.Summary = fmt.Sprintf("evolved %d memories", len(w.touched))
		if b.Report == nil {
			return nil
		}
		w.silent = true
		return w.tx.Meta().Put(cyclePrefix+w.op.ID, b.Report)
	})
	return op, unlessRepeated(err)
}

// CycleReport is what Apply stored with an operation; nil for none.
func (e *Engine) CycleReport(ctx context.Context, operation string) ([]byte, error) {
	var out []byte
	err := e.View(ctx, func(tx Tx) (err error) {
		out, _, err = tx.Meta().Get(cyclePrefix + operation)
		return err
	})
	return out, err
}

// Marks calls fn with each mark whose name starts with prefix.
func Marks(tx Tx, prefix string, fn func(name string, value []byte) error) error {
	for name, err := range tx.Meta().Names(markPrefix + prefix) {
		if err != nil {
			return err
		}
		value, _, err := tx.Meta().Get(name)
		if err != nil {
			return err
		}
		if err := fn(strings.TrimPrefix(name, markPrefix), value); err != nil {
			return err
		}
	}
	return nil
}

// ReadMark reads one mark; nil when there is none.
func ReadMark(tx Tx, name string) ([]byte, error) {
	value, _, err := tx.Meta().Get(markPrefix + name)
	return value, err
}

// apply writes what is made first, then revisions, evidence and ties, so that
// a change may speak of a memory that the same batch makes.
func (w *work) apply(b *Batch) error {
	var order []string
	revisions := map[string][]*Change{}
	for i := range b.Changes {
		c := &b.Changes[i]
		switch {
		case c.Make != nil:
			if err := w.applyMaking(c); err != nil {
				return err
			}
		case c.Revise != nil:
			if revisions[c.Memory] == nil {
				order = append(order, c.Memory)
			}
			revisions[c.Memory] = append(revisions[c.Memory], c)
		}
	}
	for _, id := range order {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if err := w.applyRevisions(id, revisions[id]); err != nil {
			return err
		}
	}
	for i := range b.Changes {
		if err := w.applyEvidence(&b.Changes[i]); err != nil {
			return err
		}
	}
	for _, m := range b.Marks {
		if err := w.putMark(m); err != nil {
			return err
		}
	}
	return nil
}

func (w *work) applyMaking(c *Change) error {
	sources := make([]Memory, 0, len(c.Make.From))
	for i, id := range c.Make.From {
		m, err := w.memory(id)
		if err != nil {
			return err
		}
		if i < len(c.Make.Seen) && m.Version != c.Make.Seen[i] {
			return &VersionConflictError{ID: id, Expected: c.Make.Seen[i], Actual: m.Version}
		}
		sources = append(sources, m)
	}
	product := c.Make.Memory
	product.CreatedAt, product.UpdatedAt = w.now, w.now
	if product.Base == 0 {
		product.Base = 1
	}
	if c.Make.Merge {
		product.MergedFrom = slices.Clone(c.Make.From)
		_, _, err := w.fuse(&product, sources, cutReason(c.Evolver+": "+c.Why))
		return err
	}
	if err := w.create(&product, cutReason(c.Evolver+": "+c.Why)); err != nil {
		return err
	}
	for i := range sources {
		if _, err := w.relate(EdgeKey{From: product.ID, Type: RelDerivedFrom, To: sources[i].ID}, 0, nil); err != nil {
			return err
		}
	}
	return nil
}

// applyRevisions writes one version for all that a batch changes about one
// memory. Later changes of a field win.
func (w *work) applyRevisions(id string, changes []*Change) error {
	before, err := w.memory(id)
	if err != nil {
		return err
	}
	var p Patch
	var archive *Archive
	var reasons []string
	for _, c := range changes {
		r := c.Revise
		if r.Seen != 0 && r.Seen != before.Version {
			return &VersionConflictError{ID: id, Expected: r.Seen, Actual: before.Version}
		}
		merge(&p.Content, r.Content)
		merge(&p.Type, r.Type)
		merge(&p.Confidence, r.Confidence)
		merge(&p.Metadata, r.Metadata)
		merge(&p.State, r.State)
		merge(&archive, r.Archive)
		reasons = append(reasons, c.Evolver+": "+c.Why)
	}
	if err := p.validate(); err != nil {
		return err
	}
	if err := p.Allowed(&before.Head); err != nil {
		return err
	}
	change := ChangeUpdated
	if p.State != nil && *p.State != before.State {
		change = p.State.Change()
	}
	_, err = w.revise(before, change, cutReason(strings.Join(reasons, "; ")), func(m *Memory) {
		p.apply(m, w.now)
		if archive != nil && m.State == Archived {
			m.Head.Archive = *archive
		}
	})
	return err
}

func merge[T any](into **T, value *T) {
	if value != nil {
		*into = value
	}
}

func (w *work) applyEvidence(c *Change) error {
	switch {
	case c.Weigh != nil:
		before, err := w.head(c.Memory)
		if err != nil {
			return err
		}
		after := before
		set(&after.Interference, c.Weigh.Interference)
		if tie := c.Weigh.Tie; tie != nil {
			after.TieCount, after.TieID = tie.Count, tie.ID
		}
		if !(after.Interference > 0 && after.Interference <= 1) {
			return &ValidationError{Field: "interference", Got: show(after.Interference), Want: "a number above 0, at most 1"}
		}
		w.kinds.add(MemoryUpdated)
		return w.evidence(&before, &after, true)
	case c.Tie != nil:
		before, found, err := w.tx.Edges().Get(c.Tie.Canonical())
		if err != nil {
			return err
		}
		var was *Edge
		if found {
			was = &before
		}
		after := *c.Tie
		after.EdgeKey = after.Canonical()
		w.kinds.add(RelationCreated)
		return w.putEdge(was, &after, true)
	}
	return nil
}

// putMark writes a mark and logs what was there before.
func (w *work) putMark(m Mark) error {
	name := markPrefix + m.Name
	before, found, err := w.tx.Meta().Get(name)
	if err != nil {
		return err
	}
	if err := w.log(LogEntry{At: w.now, Subject: SubjectMark, ID: name, Setting: before}); err != nil {
		return err
	}
	if m.Value == nil {
		if !found {
			return nil
		}
		return w.tx.Meta().Delete(name)
	}
	return w.tx.Meta().Put(name, m.Value)
}

// Stale reports whether an Apply failed because a memory has moved on since
// the plan was made: planning again is all that is needed.
func Stale(err error) bool {
	var moved *VersionConflictError
	var transition *InvalidTransitionError
	var missing *NotFoundError
	return errors.As(err, &moved) || errors.As(err, &transition) || errors.As(err, &missing)
}
