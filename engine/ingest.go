package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Outcome is what an ingest made of an input.
type Outcome string

// The outcomes of an ingest.
const (
	OutcomeCreated   Outcome = "created"
	OutcomeUpdated   Outcome = "updated"
	OutcomeDuplicate Outcome = "duplicate"
	OutcomeConflict  Outcome = "conflict"
	// OutcomeUndecided is a preview's only: the provider would be asked.
	OutcomeUndecided Outcome = "undecided"
)

// IngestResult is what became of one input.
type IngestResult struct {
	Outcome  Outcome
	Memory   Memory    // the new, the updated or the existing one
	Conflict *Conflict // for a conflict
	Skipped  *Input    // for a duplicate: what was not written
	Previous *Memory   // for an update: the memory before
	Matched  string    // id of the memory with the same identity key; "" for none
	Err      error     // why this input could not be taken, in a batch
}

// ingestTries is how often a provider is asked anew because the memory it
// judged has moved on.
const ingestTries = 3

// Ingest takes a new piece of information and finds out whether it is new,
// said already, a newer version or a contradiction of what is known.
func (e *Engine) Ingest(ctx context.Context, in Input, how How) (IngestResult, error) {
	out, err := e.IngestAll(ctx, []Input{in}, []How{how})
	if err != nil {
		return IngestResult{}, err
	}
	return out[0], out[0].Err
}

// IngestAll takes inputs in order, grouped into few commits. Each input is
// atomic and an operation of its own; one that cannot be taken has its error
// in its result and does not stop the others. hows holds one entry for each
// input, or one for all. An error ends the whole: results that have neither
// an outcome nor an error of their own are of inputs that were not taken.
func (e *Engine) IngestAll(ctx context.Context, ins []Input, hows []How) ([]IngestResult, error) {
	if err := oneOrEach(hows, ins); err != nil {
		return nil, err
	}
	results := make([]IngestResult, len(ins))
	const group = 64
	for start := 0; start < len(ins); start += group {
		end := min(start+group, len(ins))
		takers := make([]*taker, 0, group)
		for i := start; i < end; i++ {
			takers = append(takers, e.taker(ctx, ins[i], hows[min(i, len(hows)-1)]))
		}
		err := e.ingestGroup(ctx, takers)
		for i, t := range takers {
			if t.done {
				results[start+i] = t.result
				results[start+i].Err = t.err
			}
		}
		if err != nil {
			return results, err
		}
	}
	return results, nil
}

func oneOrEach(hows []How, ins []Input) error {
	if len(hows) != 1 && len(hows) != len(ins) {
		return &ValidationError{Field: "how", Got: show(len(hows)), Want: "one, or one for each input"}
	}
	return nil
}

// taker is one input on its way in.
type taker struct {
	e   *Engine
	in  Input
	how How

	judged  VersionRef // of the memory that the verdict is about
	match   string
	verdict *Verdict
	tries   int // verdicts asked for

	result IngestResult
	err    error
	done   bool
}

func (e *Engine) taker(ctx context.Context, in Input, how How) *taker {
	t := &taker{e: e, in: in, how: how}
	if t.err = how.validate(); t.err == nil {
		probe := in.memory(e.Now())
		probe.ID = "probe"
		t.err = probe.validate()
	}
	t.done = t.err != nil
	if ctx.Err() != nil && t.err == nil {
		t.err, t.done = ctx.Err(), true
	}
	return t
}

// needsVerdict says that an input has met a memory of its identity that a
// provider must judge first.
type needsVerdict struct {
	existing, incoming Memory
}

func (*needsVerdict) Error() string { return "a verdict is needed" }

// ingestGroup commits what can be taken, asks the provider about the rest,
// outside of any transaction, and goes on until all are done.
func (e *Engine) ingestGroup(ctx context.Context, takers []*taker) error {
	for {
		var asked []*asking
		if err := e.ingestOnce(ctx, takers, &asked); err != nil {
			return err
		}
		if len(asked) == 0 {
			return nil
		}
		for _, a := range asked {
			a.judge(ctx)
		}
	}
}

// asking is a question for the provider.
type asking struct {
	t    *taker
	need *needsVerdict
}

func (a *asking) judge(ctx context.Context) {
	unlock := a.t.e.identities.lock(a.need.existing.ID)
	defer unlock()
	v, ok, err := a.t.e.conflicts.Detect(ctx, a.need.existing, a.need.incoming)
	if err != nil {
		a.t.err, a.t.done = err, true
		return
	}
	if !ok {
		v = Verdict{}
	}
	a.t.tries++
	a.t.match, a.t.judged, a.t.verdict = a.need.existing.ID, a.need.existing.Ref(), &v
}

// ingestOnce takes, in one commit, every input up to the first that needs a
// verdict of each identity; what comes behind it waits, so that the order of
// inputs holds.
func (e *Engine) ingestOnce(ctx context.Context, takers []*taker, asked *[]*asking) error {
	waiting := false
	works := make([]*work, 0, len(takers))
	steps := make([]func(*work) error, 0, len(takers))
	open := make([]*taker, 0, len(takers))
	for _, t := range takers {
		if t.done {
			continue
		}
		works = append(works, e.begin(ctx, KindIngest, t.how))
		open = append(open, t)
		steps = append(steps, func(w *work) error {
			if waiting {
				return errNothing
			}
			err := t.take(w)
			var need *needsVerdict
			if errors.As(err, &need) {
				waiting = true
				*asked = append(*asked, &asking{t: t, need: need})
				return errNothing
			}
			return err
		})
	}
	if len(works) == 0 {
		return nil
	}
	errs, err := e.runGroup(ctx, works, steps)
	if err != nil {
		return err
	}
	for i, t := range open {
		switch err := errs[i]; {
		case errors.Is(err, errRepeated):
			t.result, t.err = e.ingestAgain(ctx, works[i].op)
			t.done = true
		case err != nil:
			t.err, t.done = err, true
		case t.result.Outcome != "":
			t.done = true
		}
	}
	return nil
}

// ingestAgain answers a retry with the first result.
func (e *Engine) ingestAgain(ctx context.Context, op Operation) (IngestResult, error) {
	m, err := e.outcome(ctx, Memory{}, op, errRepeated)
	if err != nil {
		return IngestResult{}, err
	}
	r := IngestResult{Outcome: Outcome(op.Outcome), Memory: m}
	if r.Outcome == OutcomeConflict {
		cs, err := e.ConflictsOf(ctx, m.ID)
		if err != nil {
			return r, err
		}
		for i := range cs {
			if cs[i].MemoryB == m.ID && cs[i].CreatedAt.Equal(op.At) {
				r.Conflict = &cs[i]
			}
		}
	}
	return r, nil
}

// keyedLock lets one holder a name in at a time.
type keyedLock struct {
	mu   sync.Mutex
	held map[string]*lockEntry
}

type lockEntry struct {
	mu    sync.Mutex
	users int
}

func (k *keyedLock) lock(name string) (unlock func()) {
	k.mu.Lock()
	if k.held == nil {
		k.held = make(map[string]*lockEntry)
	}
	entry := k.held[name]
	if entry == nil {
		entry = &lockEntry{}
		k.held[name] = entry
	}
	entry.users++
	k.mu.Unlock()
	entry.mu.Lock()
	return func() {
		entry.mu.Unlock()
		k.mu.Lock()
		defer k.mu.Unlock()
		if entry.users--; entry.users == 0 {
			delete(k.held, name)
		}
	}
}

// take decides about one input and writes what follows.
func (t *taker) take(w *work) error {
	m := t.in.memory(w.now)
	if m.ID == "" {
		m.ID = t.e.newID()
	}
	m.Identity = t.e.identity.Identity(m.Metadata)
	m.TextSum = w.textSum(m.Content)
	if err := m.validate(); err != nil {
		return err
	}
	t.result = IngestResult{}
	match, found, err := t.matchOf(w, &m)
	if err != nil {
		return err
	}
	twin, said, err := t.said(w, &m, found)
	if err != nil {
		return err
	}
	if found {
		t.result.Matched = match.ID
	}
	switch {
	case said:
		return t.duplicate(w, twin)
	case !found:
		return t.create(w, &m)
	}
	return t.meet(w, &m, match)
}

func (t *taker) matchOf(w *work, m *Memory) (Memory, bool, error) {
	if m.Identity.Kind == NoIdentity {
		return Memory{}, false, nil
	}
	return w.byKey(m.Scope, m.Type, m.Identity)
}

// said finds a live memory that says the input already: under the same key
// when there is a match; else, for a keyed input among those without a key,
// for an unkeyed one among all. Of several the oldest is named.
func (t *taker) said(w *work, m *Memory, matched bool) (Memory, bool, error) {
	var oldest Memory
	for id, err := range w.tx.Heads().ByText(m.Scope, m.Type, m.TextSum) {
		if err != nil {
			return Memory{}, false, err
		}
		h, err := w.head(id)
		if err != nil {
			return Memory{}, false, err
		}
		switch {
		case !h.LiveAt(w.now),
			matched && h.Identity != m.Identity,
			!matched && m.Identity.Kind != NoIdentity && h.Identity.Kind != NoIdentity,
			oldest.ID != "" && !h.CreatedAt.Before(oldest.CreatedAt):
			continue
		}
		have, err := withBody(w.tx, h)
		if err != nil {
			return Memory{}, false, err
		}
		if t.e.duplicates.Duplicate(&have, m.Content) {
			oldest = have
		}
	}
	return oldest, oldest.ID != "", nil
}

func (t *taker) duplicate(w *work, have Memory) error {
	skipped := t.in
	t.result.Outcome, t.result.Memory, t.result.Skipped = OutcomeDuplicate, have, &skipped
	if t.how.OperationID == "" {
		return errNothing
	}
	// Nothing is written but the word that this operation has been answered.
	w.silent = true
	w.op.Outcome = string(OutcomeDuplicate)
	w.op.Summary = "met a memory that says it already"
	w.result(&have)
	return w.tx.Operations().Put(nil, &w.op)
}

func (t *taker) create(w *work, m *Memory) error {
	if err := t.begin(w, m); err != nil {
		return err
	}
	return t.finish(w, OutcomeCreated, m)
}

// begin writes the input as a memory of its own. Only here its id matters:
// one that is in use is fine for an input that says nothing new.
func (t *taker) begin(w *work, m *Memory) error {
	if t.in.ID != "" {
		if _, found, err := w.tx.Heads().Get(t.in.ID); err != nil {
			return err
		} else if found {
			return &ValidationError{Field: "id", Got: shorten(t.in.ID), Want: "an id that is not in use"}
		}
	}
	return w.create(m, t.how.Reason)
}

func (t *taker) finish(w *work, o Outcome, m *Memory) error {
	t.result.Outcome, t.result.Memory = o, *m
	w.op.Outcome = string(o)
	w.result(m)
	return nil
}

// meet settles an input that has an existing memory's key and another text.
func (t *taker) meet(w *work, m *Memory, have Memory) error {
	if t.verdict == nil || t.match != have.ID || t.judged != have.Ref() {
		if !t.e.judges() {
			return t.update(w, have, t.how.Reason)
		}
		if t.tries == ingestTries {
			return &VersionConflictError{ID: have.ID, Expected: t.judged.Number, Actual: have.Version}
		}
		incoming := *m
		incoming.ID = have.ID
		return &needsVerdict{existing: have, incoming: incoming}
	}
	switch v := *t.verdict; v.Relation {
	case "":
		return t.update(w, have, t.how.Reason)
	case Same, Duplicate:
		return t.duplicate(w, have)
	case Contradicts:
		return t.contradict(w, m, have, v)
	default:
		return t.update(w, have, v.reason())
	}
}

func (t *taker) update(w *work, have Memory, reason string) error {
	after, err := w.revise(have, ChangeUpdated, reason, func(next *Memory) {
		t.in.overlay(next)
		next.State = have.State.afterEdit()
	})
	if err != nil {
		return err
	}
	t.result.Previous = &have
	return t.finish(w, OutcomeUpdated, &after)
}

// overlay puts on a memory the text and those fields that the input has.
func (in Input) overlay(m *Memory) {
	m.Content = in.Content
	set(&m.Importance, in.Importance)
	set(&m.Confidence, in.Confidence)
	if in.Source != "" {
		m.Source = in.Source
	}
	if len(in.Metadata) > 0 {
		m.Metadata = in.Metadata
	}
	if !in.ExpiresAt.IsZero() {
		m.ExpiresAt = in.ExpiresAt
	}
}

func (t *taker) contradict(w *work, m *Memory, have Memory, v Verdict) error {
	if err := t.begin(w, m); err != nil {
		return err
	}
	c, err := w.openConflict(Conflict{
		MemoryA: have.ID, MemoryB: m.ID, Type: ConflictValueMismatch, Confidence: v.Confidence, Explanation: v.Explanation,
	})
	if err != nil {
		return fmt.Errorf("record the conflict: %w", err)
	}
	t.result.Conflict = &c
	return t.finish(w, OutcomeConflict, m)
}
