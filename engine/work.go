package engine

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// work is one operation under way inside a store transaction: it writes
// records, logs each as it was before, and gathers what the journal entry and
// the event will say.
type work struct {
	e   *Engine
	ctx context.Context
	tx  Tx
	how How
	now time.Time

	op       Operation
	sofar    *Operation // the journal entry as it stands, for an operation of several commits
	kinds    kindSet
	touched  map[string]struct{}
	ids      []string  // the first MaxOperationIDs of touched
	settings *Settings // to take effect after the commit
	restated bool      // a memory was marked to be compared again
	silent   bool      // commit also when nothing was logged: what a source said is noted

	summed string   // the text that was summed last
	sum    [16]byte // its sum
}

type kindSet []EventKind

func (s *kindSet) add(k EventKind) {
	if !slices.Contains(*s, k) {
		*s = append(*s, k)
	}
}

func (e *Engine) begin(ctx context.Context, kind Kind, how How) *work {
	id := how.OperationID
	if id == "" {
		id = e.newID()
	}
	return &work{
		e: e, ctx: ctx, how: how, now: e.Now(),
		op: Operation{ID: id, Kind: kind, Actor: how.Actor, Reason: how.Reason, Wall: e.wall().UTC().Round(0)},
	}
}

// attach starts the work on a transaction.
func (w *work) attach(tx Tx) {
	w.tx = tx
	if w.sofar != nil {
		w.op = *w.sofar
		w.op.IDs = slices.Clone(w.sofar.IDs)
	} else {
		w.op.At = w.now
	}
	w.op.Seq = tx.Seq()
	w.touched = make(map[string]struct{})
	w.ids, w.kinds = nil, nil
}

// finish writes the journal entry. An operation that logged nothing is none.
func (w *work) finish() error {
	if w.op.Kind == KindSearch {
		return nil // a look-up leaves retrievals, not an entry to take back
	}
	if w.op.Entries == 0 && len(w.touched) == 0 {
		if w.silent {
			return nil
		}
		return errNothing
	}
	w.op.Count += len(w.touched)
	if w.op.Summary == "" {
		w.op.Summary = summary(w.op.Kind, w.op.Count)
	}
	return w.tx.Operations().Put(w.sofar, &w.op)
}

func (w *work) event() Event {
	return Event{
		Seq: w.op.Seq, Operation: w.op.ID, Actor: w.op.Actor, Kind: w.op.Kind,
		Kinds: w.kinds, IDs: w.ids, Count: len(w.touched),
	}
}

// summary is what the undo list says an operation did.
func summary(kind Kind, n int) string {
	verb := map[Kind]string{
		KindAdd: "added", KindEdit: "edited", KindRestore: "restored", KindRecall: "recalled", KindArchive: "archived",
		KindDelete: "deleted", KindForget: "forgot", KindPurge: "purged", KindImport: "imported", KindIngest: "took in",
		KindResolve: "settled a conflict of", KindConsolidate: "merged",
		KindRelate: "linked", KindDeclare: "declared a contradiction of", KindUndo: "took back a change of",
	}[kind]
	switch {
	case kind == KindSetting:
		return "changed the settings"
	case verb == "":
		verb = string(kind)
	}
	return verb + " " + counted(n)
}

// touch counts a memory among those the operation concerns.
func (w *work) touch(id string) {
	if _, seen := w.touched[id]; seen {
		return
	}
	w.touched[id] = struct{}{}
	if len(w.ids) < MaxOperationIDs {
		w.ids = append(w.ids, id)
	}
	if len(w.op.IDs) < MaxOperationIDs && !slices.Contains(w.op.IDs, id) {
		w.op.IDs = append(w.op.IDs, id)
	}
}

// log appends an entry and keeps the journal's range over the log.
func (w *work) log(entry LogEntry) error {
	entry.Operation, entry.Kind, entry.Actor = w.op.ID, w.op.Kind, w.op.Actor
	if w.op.Entries == 0 || entry.At.Before(w.op.LogFrom) {
		w.op.LogFrom = entry.At
	}
	if w.op.Entries == 0 || entry.At.After(w.op.LogTo) {
		w.op.LogTo = entry.At
	}
	w.op.Entries++
	return w.tx.Log().Append(&entry)
}

// head reads a head; a missing one is a NotFoundError.
func (w *work) head(id string) (Head, error) {
	h, found, err := w.tx.Heads().Get(id)
	if err == nil && !found {
		err = &NotFoundError{Kind: "memory", ID: id}
	}
	return h, err
}

// memory reads a head with what its current version says.
func (w *work) memory(id string) (Memory, error) {
	h, err := w.head(id)
	if err != nil {
		return Memory{}, err
	}
	return withBody(w.tx, h)
}

// withBody adds to a head what its current version says.
func withBody(tx Tx, h Head) (Memory, error) {
	v, found, err := tx.Versions().Get(h.ID, h.Ref())
	if err != nil {
		return Memory{}, err
	}
	if !found {
		return Memory{}, &CorruptRecordError{Table: "versions", Key: h.ID, Why: fmt.Sprintf("version %d is missing", h.Version)}
	}
	return Memory{Head: h, Body: v.Memory.Body}, nil
}

// rising is the instant of a memory's next version: now, or just behind the
// previous one where the clock has not moved on.
func rising(now, previous time.Time) time.Time {
	if now.After(previous) {
		return now
	}
	return previous.Add(time.Nanosecond)
}

// create writes the first version of a memory whose fields are filled in.
func (w *work) create(m *Memory, reason string) error {
	m.Version = 1
	if m.State == 0 {
		m.State = Active
	}
	if err := w.derive(m, nil); err != nil {
		return err
	}
	change := Created
	if !m.State.Live() {
		change = m.State.Change()
	}
	w.kinds.add(MemoryCreated)
	return w.commitVersion(nil, m, change, reason)
}

// revise writes the next version of a memory as mutate leaves it. mutate may
// change the body, type, state, scores and expiry.
func (w *work) revise(before Memory, change ChangeType, reason string, mutate func(*Memory)) (Memory, error) {
	m := before
	m.MergedFrom = slices.Clone(before.MergedFrom)
	mutate(&m)
	m.Version++
	m.UpdatedAt = rising(w.now, before.UpdatedAt)
	if m.State != Archived {
		m.Head.Archive = Archive{}
	}
	if err := w.derive(&m, &before); err != nil {
		return Memory{}, err
	}
	w.kinds.add(eventOf(change))
	return m, w.commitVersion(&before.Head, &m, change, reason)
}

// textSum is TextSum; a text is looked for and then written, and summed once.
func (w *work) textSum(text string) [16]byte {
	if text == "" || text != w.summed {
		w.summed, w.sum = text, TextSum(text)
	}
	return w.sum
}

// derive fills in what follows from a memory's text, type and state.
func (w *work) derive(m, before *Memory) error {
	settings := w.e.settings.Load()
	learned := before == nil || before.Content != m.Content
	if learned {
		m.TextSum = w.textSum(m.Content)
		m.TextSize = uint32(len(m.Content))
		if before == nil || m.Text == before.Text {
			m.Text = m.Ref() // a text that an earlier version holds is named, not written again
		}
		if before != nil || m.LearnedAt.IsZero() {
			m.LearnedAt = m.UpdatedAt
		}
	}
	if before == nil || string(before.Metadata) != string(m.Metadata) {
		m.Identity = w.e.identity.Identity(m.Metadata)
		if days := m.Metadata.stability(); days > 0 {
			m.Stability = days
		}
	}
	if before == nil || learned || m.Identity != before.Identity {
		m.Title = m.title()
	}
	if before != nil {
		enters := settings.UnderCurve(m.Type) && !settings.UnderCurve(before.Type)
		returns := before.State == Archived && m.State.Live()
		if enters || returns {
			m.LearnedAt = m.UpdatedAt
		}
	}
	if m.Interference == 0 {
		m.Interference = 1
	}
	return m.validate()
}

// commitVersion writes head, version and log entry.
func (w *work) commitVersion(before *Head, m *Memory, change ChangeType, reason string) error {
	w.kinds.add(VersionCreated)
	w.touch(m.ID)
	if err := w.tx.Heads().Put(before, &m.Head); err != nil {
		return err
	}
	if err := w.markRestated(before, &m.Head); err != nil {
		return err
	}
	v := Version{
		MemoryID: m.ID, Number: m.Version, Change: change, At: m.UpdatedAt, Reason: reason,
		Actor: w.op.Actor, Operation: w.op.ID, Memory: *m,
	}
	if err := w.tx.Versions().Put(&v); err != nil {
		return err
	}
	return w.log(LogEntry{At: m.UpdatedAt, Change: change, Subject: SubjectHead, ID: m.ID, Head: before, After: m.Version})
}

func eventOf(c ChangeType) EventKind {
	switch c {
	case ChangeSuperseded:
		return MemorySuperseded
	case ChangeMerged:
		return MemoryMerged
	case ChangeArchived:
		return MemoryArchived
	case ChangeExpired:
		return MemoryExpired
	case ChangeDeleted:
		return MemoryDeleted
	case Restored:
		return MemoryRestored
	}
	return MemoryUpdated
}

// evidence writes a head whose retention evidence changed. The record before
// is logged once per memory and UTC day, or always when keep is set.
func (w *work) evidence(before, after *Head, keep bool) error {
	day := dayOf(w.now)
	w.touch(after.ID)
	if keep || before.LoggedDay != day {
		after.LoggedDay = day
		if err := w.log(LogEntry{At: w.now, Subject: SubjectEvidence, ID: after.ID, Head: before, After: after.Version}); err != nil {
			return err
		}
	}
	return w.tx.Heads().Put(before, after)
}

// dayOf numbers UTC days from 1970-01-01 as 1, so that 0 means never.
func dayOf(t time.Time) int32 { return int32(t.Unix()/86400) + 1 }

// putEdge writes an edge. What was there before is logged once a UTC day, or
// always when keep is set.
func (w *work) putEdge(before, after *Edge, keep bool) error {
	day := dayOf(w.now)
	if keep || before == nil || before.LoggedDay != day {
		after.LoggedDay = day
		if err := w.log(LogEntry{At: w.now, Subject: SubjectEdge, ID: after.From, Edge: after.EdgeKey, EdgeWas: before}); err != nil {
			return err
		}
	}
	w.touch(after.From)
	w.touch(after.To)
	return w.tx.Edges().Put(after)
}

// deleteEdge removes an edge and logs it.
func (w *work) deleteEdge(before *Edge) error {
	w.kinds.add(RelationDeleted)
	w.touch(before.From)
	w.touch(before.To)
	if err := w.log(LogEntry{At: w.now, Subject: SubjectEdge, ID: before.From, Edge: before.EdgeKey, EdgeWas: before}); err != nil {
		return err
	}
	return w.tx.Edges().Delete(before.EdgeKey)
}

// putConflict writes a conflict and logs what was there before.
func (w *work) putConflict(before, after *Conflict) error {
	w.touch(after.MemoryA)
	w.touch(after.MemoryB)
	if err := w.log(LogEntry{At: w.now, Subject: SubjectConflict, ID: after.ID, Conflict: before}); err != nil {
		return err
	}
	return w.tx.Conflicts().Put(before, after)
}
