package engine

import (
	"context"
	"fmt"
)

// Undo takes an operation back by appending inverse versions; history is
// never rewritten, and the undo can itself be undone. "" means the newest
// operation of how.Actor that stands. An operation is refused, whole, when a
// memory it touched has moved on since: its version or state, not its recalls.
func (e *Engine) Undo(ctx context.Context, operation string, how How) (Operation, error) {
	op, err := e.operate(ctx, KindUndo, how, func(w *work) error {
		target, err := w.standing(operation, false)
		if err != nil {
			return err
		}
		return w.takeBack(target)
	})
	return op, unlessRepeated(err)
}

// Redo takes back the actor's newest undo, unless the actor has done something
// else since.
func (e *Engine) Redo(ctx context.Context, how How) (Operation, error) {
	op, err := e.operate(ctx, KindUndo, how, func(w *work) error {
		target, err := w.standing("", true)
		if err != nil {
			return err
		}
		return w.takeBack(target)
	})
	return op, unlessRepeated(err)
}

// standing finds the operation to take back: the named one, else the newest
// of the actor's that still stands and is (or is not) itself an undo.
func (w *work) standing(id string, undone bool) (Operation, error) {
	if id != "" {
		op, found, err := w.tx.Operations().Get(id)
		if err != nil {
			return op, err
		}
		if !found {
			return op, &NotFoundError{Kind: "operation", ID: id}
		}
		return op, nil
	}
	for op, err := range w.tx.Operations().Newest(0) {
		if err != nil {
			return Operation{}, err
		}
		if op.Actor != w.op.Actor {
			continue
		}
		if op.Kind == KindPurge && !undone {
			return op, &UndoRefusedError{Operation: op.ID, Reason: "the last thing done was a purge, which is for good; what came before it can still be taken back by name"}
		}
		if !op.Undoable() {
			continue
		}
		reverse, err := w.reverses(&op)
		if err != nil {
			return Operation{}, err
		}
		if reverse == undone {
			return op, nil
		}
		if undone && op.Kind != KindUndo {
			break // something new was done since: the way forward is gone
		}
	}
	if undone {
		return Operation{}, ErrNothingToRedo
	}
	return Operation{}, ErrNothingToUndo
}

// reverses reports whether the operation takes something back, on balance: an
// undo does, the undo of an undo does not.
func (w *work) reverses(op *Operation) (bool, error) {
	chain, err := w.chain(*op)
	if err != nil {
		return false, err
	}
	undos := len(chain) - 1
	if chain[undos].Kind == KindUndo { // what it took back is no longer known
		undos++
	}
	return undos%2 == 1, nil
}

// takeBack writes the inverse of an operation.
func (w *work) takeBack(target Operation) error {
	switch {
	case target.UndoneBy != "":
		return &UndoRefusedError{Operation: target.ID, Reason: "it has been taken back already"}
	case !target.Undoable():
		return &UndoRefusedError{Operation: target.ID, Reason: "a " + string(target.Kind) + " cannot be taken back"}
	}
	u := &undoing{work: w, target: target, known: map[string]map[string]LogEntry{}}
	chain, err := w.chain(target)
	if err != nil {
		return err
	}
	u.root = chain[len(chain)-1].Kind
	if u.again, err = u.reverses(&u.target); err != nil {
		return err
	}
	if err := u.gather(); err != nil {
		return err
	}
	for _, step := range []func() error{u.settle, u.edges, u.heads, u.conflicts, u.sources, u.unmark} {
		if err := step(); err != nil {
			return err
		}
	}
	w.op.Undoes, w.op.Result = target.ID, target.Result
	return u.strike()
}

// strike marks in the journal what no longer stands: the target, and with it
// the operation that it took back or brought back, which changes sides.
func (u *undoing) strike() error {
	chain, err := u.chain(u.target)
	if err != nil {
		return err
	}
	base := chain[len(chain)-1]
	u.op.Summary = "undid: " + base.Summary
	if u.again {
		u.op.Summary = "redid: " + base.Summary
	}
	for i := range chain {
		after := chain[i]
		switch {
		case i == 0, i == len(chain)-1 && !u.again:
			after.UndoneBy = u.op.ID
		case i == len(chain)-1:
			after.UndoneBy = ""
		default:
			continue // steps between keep what was done to them
		}
		if err := u.tx.Operations().Put(&chain[i], &after); err != nil {
			return err
		}
	}
	return nil
}

// chain is an operation and, for an undo, what it took back, down to what was
// done in the first place.
func (w *work) chain(op Operation) ([]Operation, error) {
	chain := []Operation{op}
	for op.Kind == KindUndo {
		next, found, err := w.tx.Operations().Get(op.Undoes)
		if err != nil {
			return nil, err
		}
		if !found {
			break
		}
		chain, op = append(chain, next), next
	}
	return chain, nil
}

// undoing is one operation being taken back: its log entries, folded to one
// per record (the oldest before, the newest after).
type undoing struct {
	*work
	target Operation
	root   Kind // what was done in the first place
	again  bool // something is brought back

	order    []string // heads in the order of the log
	versions map[string]change
	recalls  map[string]LogEntry
	ties     []LogEntry
	disputes []LogEntry
	setting  *LogEntry
	marks    []LogEntry

	known map[string]map[string]LogEntry // operation → head entries, for telling moved memories
}

// change is what an operation did to one memory.
type change struct {
	before *Head
	after  uint32
}

func (u *undoing) gather() error {
	u.versions, u.recalls = map[string]change{}, map[string]LogEntry{}
	ties, disputes, marks := map[EdgeKey]int{}, map[string]int{}, map[string]int{}
	return u.entries(&u.target, func(e LogEntry) {
		switch e.Subject {
		case SubjectHead:
			c, seen := u.versions[e.ID]
			if !seen {
				u.order = append(u.order, e.ID)
				c.after = e.After
			}
			c.before = e.Head // entries come newest first: the last one seen is the oldest
			u.versions[e.ID] = c
		case SubjectEvidence:
			u.recalls[e.ID] = e
		case SubjectEdge:
			u.ties = oldest(u.ties, ties, e.Edge, e)
		case SubjectConflict:
			u.disputes = oldest(u.disputes, disputes, e.ID, e)
		case SubjectSetting:
			u.setting = &e
		case SubjectMark:
			u.marks = oldest(u.marks, marks, e.ID, e)
		}
	})
}

// oldest keeps one entry per record, the oldest.
func oldest[K comparable](list []LogEntry, at map[K]int, key K, e LogEntry) []LogEntry {
	if i, seen := at[key]; seen {
		list[i] = e
		return list
	}
	at[key] = len(list)
	return append(list, e)
}

// entries calls fn with each log entry of an operation, newest first.
func (w *work) entries(op *Operation, fn func(LogEntry)) error {
	if op.Entries == 0 {
		return nil
	}
	for e, err := range w.tx.Log().Back(op.LogTo) {
		if err == nil {
			err = w.ctx.Err()
		}
		if err != nil {
			return err
		}
		if e.At.Before(op.LogFrom) {
			break
		}
		if e.Operation == op.ID {
			fn(e)
		}
	}
	return nil
}

// changedBy says whose work a memory's newest version is, and what takes that
// back first.
func (u *undoing) changedBy(h *Head) string {
	v, found, err := u.tx.Versions().Get(h.ID, h.Ref())
	if err != nil || !found || v.Operation == "" {
		return ""
	}
	by := ", by " + v.Actor.String()
	if v.Actor.Kind == Schedule {
		by += ": undo " + v.Operation + " first"
	}
	return by
}

// heads appends the inverse versions.
func (u *undoing) heads() error {
	for _, id := range u.order {
		c := u.versions[id]
		h, found, err := u.tx.Heads().Get(id)
		if err != nil {
			return err
		}
		if !found {
			continue // purged since
		}
		same, err := u.stands(&h, c.after)
		if err != nil {
			return err
		}
		if !same {
			return &UndoRefusedError{Operation: u.target.ID, Reason: fmt.Sprintf("memory %q has changed since%s", id, u.changedBy(&h))}
		}
		if err := u.putBack(h, c.before); err != nil {
			return err
		}
	}
	for id, e := range u.recalls {
		settle := u.forgetRecall
		if u.root != KindRecall {
			settle = u.evidenceBefore
		}
		if err := settle(id, e); err != nil {
			return err
		}
	}
	return nil
}

// stands reports whether a memory is as the operation left it: at that
// version, or at one that undo has brought back to it.
func (u *undoing) stands(h *Head, want uint32) (bool, error) {
	number, ref := h.Version, h.Ref()
	for number != want {
		v, found, err := u.tx.Versions().Get(h.ID, ref)
		if err != nil || !found {
			return false, err
		}
		op, found, err := u.tx.Operations().Get(v.Operation)
		if err != nil || !found || op.Kind != KindUndo {
			return false, err
		}
		e, found, err := u.entryOf(op.Undoes, h.ID)
		if err != nil || !found || e.Head == nil || e.Head.Version >= number {
			return false, err
		}
		number, ref = e.Head.Version, e.Head.Ref()
	}
	return true, nil
}

// entryOf is the oldest entry that an operation logged about a memory.
func (u *undoing) entryOf(operation, id string) (LogEntry, bool, error) {
	byID, loaded := u.known[operation]
	if !loaded {
		byID = map[string]LogEntry{}
		op, found, err := u.tx.Operations().Get(operation)
		if err != nil {
			return LogEntry{}, false, err
		}
		if found {
			if err := u.work.entries(&op, func(e LogEntry) {
				if e.Subject == SubjectHead {
					byID[e.ID] = e
				}
			}); err != nil {
				return LogEntry{}, false, err
			}
		}
		u.known[operation] = byID
	}
	e, found := byID[id]
	return e, found, nil
}

// putBack writes a version that says what a memory said before the operation.
// Recalls and ties since then stay.
func (u *undoing) putBack(h Head, was *Head) error {
	reason := u.how.Reason
	if reason == "" {
		reason = "undo of " + string(u.target.Kind)
		if u.again {
			reason = "redo"
		}
	}
	cur, err := withBody(u.tx, h)
	if err != nil {
		return err
	}
	if was == nil {
		_, err := u.revise(cur, ChangeDeleted, reason, func(m *Memory) { m.State, m.Undone = Deleted, true })
		return err
	}
	old, found, err := u.tx.Versions().Get(h.ID, was.Ref())
	if err != nil {
		return err
	}
	if !found {
		return &CorruptRecordError{Table: "versions", Key: h.ID, Why: fmt.Sprintf("version %d is missing", was.Version)}
	}
	m := cur
	m.Body = old.Memory.Body
	m.Version, m.UpdatedAt = cur.Version+1, rising(u.now, cur.UpdatedAt)
	m.Type, m.State, m.Scope = was.Type, was.State, was.Scope
	m.Importance, m.Confidence, m.ExpiresAt = was.Importance, was.Confidence, was.ExpiresAt
	m.Title, m.Identity, m.TextSum, m.TextSize, m.Text = was.Title, was.Identity, was.TextSum, was.TextSize, was.Text
	if known := u.e.identity.Identity(m.Metadata); known != was.Identity {
		// The setting identity_key has changed since.
		m.Identity = known
		m.Title = m.title()
	}
	m.LearnedAt, m.Stability, m.Base = was.LearnedAt, was.Stability, was.Base
	m.Head.Archive, m.Undone = was.Archive, was.Undone
	change := Restored
	if !was.State.Live() {
		change = was.State.Change()
	}
	u.kinds.add(eventOf(change))
	return u.commitVersion(&cur.Head, &m, change, reason)
}
