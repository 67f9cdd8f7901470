package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Strategy says how a conflict is settled.
type Strategy string

// The strategies. On a tie the incoming side, B, wins.
const (
	Latest            Strategy = "latest"             // the later createdAt
	Supersede         Strategy = "supersede"          // B, the incoming
	HighestConfidence Strategy = "highest-confidence" // the greater confidence
	HighestImportance Strategy = "highest-importance" // the greater importance
	Merge             Strategy = "merge"              // a new memory from both
	Manual            Strategy = "manual"             // a person's pick or text
	KeepBoth          Strategy = "keep-both"          // no winner; not raised again for these texts
)

// Strategies lists them as they are named on the command line.
func Strategies() []Strategy {
	return []Strategy{Latest, Supersede, HighestConfidence, HighestImportance, Merge, Manual, KeepBoth}
}

// Resolution is a decision about a conflict.
type Resolution struct {
	Strategy Strategy // "": the setting resolution_strategy
	Pick     string   // "A" or "B", for Manual
	// Synthesis is the text a person wrote, for Manual and Merge; nil lets the
	// provider write it.
	Synthesis *Synthesis
}

// Resolved is what a resolution did, or would do.
type Resolved struct {
	Conflict Conflict
	Strategy Strategy
	Winner   *Memory // nil for Merge and KeepBoth
	Loser    *Memory
	Product  *Memory   // of Merge
	Sources  []Memory  // of Merge, as they are afterwards
	Ties     []EdgeKey // taken over by the winner or product
	Applied  bool
}

// ResolveConflict settles an open conflict. Refusals, in order: ConflictResolvedError,
// ValidationError for the strategy or pick, NotFoundError and
// InvalidTransitionError for a side that is gone or not live,
// UnsupportedCapabilityError for a decision that nobody made.
func (e *Engine) ResolveConflict(ctx context.Context, conflict string, r Resolution, how How) (Resolved, error) {
	return e.resolve(ctx, conflict, r, how, false)
}

// PreviewResolve returns exactly what ResolveConflict would write, and writes nothing.
func (e *Engine) PreviewResolve(ctx context.Context, conflict string, r Resolution, how How) (Resolved, error) {
	how.OperationID = ""
	return e.resolve(ctx, conflict, r, how, true)
}

func (e *Engine) resolve(ctx context.Context, conflict string, r Resolution, how How, preview bool) (Resolved, error) {
	if r.Strategy == "" {
		r.Strategy = Strategy(e.settings.Load().ResolutionStrategy)
	}
	s := &settling{id: conflict, r: r}
	for try := 0; ; try++ {
		op, err := e.operate(ctx, KindResolve, how, func(w *work) error {
			if err := s.settle(w); err != nil {
				return err
			}
			if preview {
				return errWouldWrite
			}
			return nil
		})
		var need *needsSynthesis
		switch {
		case errors.As(err, &need) && try < ingestTries:
			if err := s.write(ctx, e.provider, need.sources); err != nil {
				return Resolved{}, err
			}
			continue
		case need != nil:
			return Resolved{}, &VersionConflictError{ID: need.sources[0].ID, Expected: s.written[0].Number, Actual: need.sources[0].Version}
		case errors.Is(err, errWouldWrite):
			return s.out, nil
		case errors.Is(err, errRepeated):
			return e.resolvedBefore(ctx, conflict, op)
		case err != nil:
			return Resolved{}, err
		}
		s.out.Applied = true
		return s.out, nil
	}
}

// resolvedBefore answers a retry with what the first run did.
func (e *Engine) resolvedBefore(ctx context.Context, id string, op Operation) (Resolved, error) {
	if op.Result != id {
		return Resolved{}, &ValidationError{Field: "operationId", Got: op.ID + ", used for another conflict", Want: "an id of its own for each operation"}
	}
	c, err := e.Conflict(ctx, id)
	if err != nil {
		return Resolved{}, err
	}
	out := Resolved{Conflict: c, Strategy: Strategy(c.Resolution), Applied: true}
	if c.ResolvedMemoryID == "" {
		return out, nil
	}
	m, err := e.Get(ctx, c.ResolvedMemoryID)
	switch {
	case err != nil:
		return out, err
	case len(m.MergedFrom) > 0 && m.ID != c.MemoryA && m.ID != c.MemoryB:
		out.Product = &m
	default:
		out.Winner = &m
		loser, err := e.Get(ctx, c.other(m.ID))
		if err != nil {
			return out, err
		}
		out.Loser = &loser
	}
	return out, nil
}

func (c *Conflict) other(id string) string {
	if c.MemoryA == id {
		return c.MemoryB
	}
	return c.MemoryA
}

// needsSynthesis says that a text must be written outside the transaction.
type needsSynthesis struct{ sources []Memory }

func (*needsSynthesis) Error() string { return "a text is needed" }

// settling is one conflict being settled.
type settling struct {
	id string
	r  Resolution

	text    *Synthesis   // the provider's
	written []VersionRef // of the versions it was written from

	out Resolved
}

// write asks the provider for the text.
func (s *settling) write(ctx context.Context, p IntelligenceProvider, sources []Memory) error {
	text, err := synthesize(ctx, p, sources)
	if err != nil {
		return err
	}
	s.text, s.written = &text, refsOf(sources)
	return nil
}

func refsOf(ms []Memory) []VersionRef {
	out := make([]VersionRef, len(ms))
	for i := range ms {
		out[i] = ms[i].Ref()
	}
	return out
}

// synthesize asks a provider for one text and checks its answer.
func synthesize(ctx context.Context, p IntelligenceProvider, sources []Memory) (Synthesis, error) {
	text, err := p.Consolidate(ctx, sources)
	if err != nil {
		return text, fmt.Errorf("text from %s: %w", p.Name(), err)
	}
	if err := text.validate(); err != nil {
		return text, fmt.Errorf("the answer of %s: %w", p.Name(), err)
	}
	return text, nil
}

func (t *Synthesis) validate() error {
	if strings.TrimSpace(t.Content) == "" {
		return &ValidationError{Field: "content", Got: shorten(t.Content), Want: "text that is not blank"}
	}
	return (&Patch{Content: &t.Content, Importance: t.Importance, Confidence: t.Confidence}).validate()
}

func (s *settling) settle(w *work) error {
	c, found, err := w.tx.Conflicts().Get(s.id)
	switch {
	case err != nil:
		return err
	case !found:
		return &NotFoundError{Kind: "conflict", ID: s.id}
	case c.Status != ConflictOpen:
		return &ConflictResolvedError{ID: s.id}
	}
	if err := s.r.validate(); err != nil {
		return err
	}
	a, b, err := w.sides(&c)
	if err != nil {
		return err
	}
	s.out = Resolved{Strategy: s.r.Strategy}
	after := c
	after.Status, after.Resolution = ConflictResolved, string(s.r.Strategy)
	after.ResolvedAt, after.ResolvedBy = w.now, w.op.Actor
	winner, loser := s.choose(a, b)
	switch {
	case s.r.Strategy == KeepBoth:
		after.Status, after.SumA, after.SumB = ConflictDismissed, a.TextSum, b.TextSum
	case winner != nil:
		err = s.supersede(w, *winner, *loser)
		after.ResolvedMemoryID = winner.ID
	default:
		if err = s.merge(w, a, b); err == nil {
			after.ResolvedMemoryID = s.out.Product.ID
		}
	}
	if err != nil {
		return err
	}
	w.kinds.add(ConflictSettled)
	w.op.Result = c.ID
	w.op.Summary = "settled a conflict: " + string(s.r.Strategy)
	if s.r.Pick != "" {
		w.op.Summary = "settled a conflict: kept " + s.r.Pick
	}
	s.out.Conflict = after
	return w.putConflict(&c, &after)
}

func (r *Resolution) validate() error {
	if !slices.Contains(Strategies(), r.Strategy) {
		return &ValidationError{Field: "strategy", Got: shorten(string(r.Strategy)), Want: "latest, supersede, highest-confidence, highest-importance, merge, manual or keep-both"}
	}
	if r.Pick != "" && r.Pick != "A" && r.Pick != "B" {
		return &ValidationError{Field: "pick", Got: shorten(r.Pick), Want: "A or B"}
	}
	if r.Pick != "" && r.Strategy != Manual {
		return &ValidationError{Field: "pick", Got: r.Pick, Want: "no pick with the strategy " + string(r.Strategy)}
	}
	if r.Pick != "" && r.Synthesis != nil {
		return &ValidationError{Field: "pick", Got: r.Pick + " and a text", Want: "one of the two"}
	}
	if r.Synthesis != nil {
		if r.Strategy != Manual && r.Strategy != Merge {
			return &ValidationError{Field: "content", Got: "a text", Want: "no text with the strategy " + string(r.Strategy)}
		}
		return r.Synthesis.validate()
	}
	if r.Strategy == Manual && r.Pick == "" {
		return &UnsupportedCapabilityError{Capability: "manual", Hint: "a person has to pick A or B, or write the text"}
	}
	return nil
}

// sides reads both memories; each must be live.
func (w *work) sides(c *Conflict) (a, b Memory, err error) {
	if a, err = w.memory(c.MemoryA); err != nil {
		return a, b, err
	}
	if b, err = w.memory(c.MemoryB); err != nil {
		return a, b, err
	}
	if !a.LiveAt(w.now) || !b.LiveAt(w.now) {
		return a, b, &DeadSideError{Conflict: c.ID, A: a.stateAt(w.now), B: b.stateAt(w.now)}
	}
	return a, b, nil
}

// stateAt is the state, or expired for a live memory whose time has run out.
func (h *Head) stateAt(now time.Time) State {
	if h.State.Live() && h.ExpiredAt(now) {
		return Expired
	}
	return h.State
}

// choose is the winner and the loser by rule; nil when the rule names none.
func (s *settling) choose(a, b Memory) (winner, loser *Memory) {
	aWins := false
	switch s.r.Strategy {
	case Latest:
		aWins = a.CreatedAt.After(b.CreatedAt)
	case Supersede:
	case HighestConfidence:
		aWins = a.Confidence > b.Confidence
	case HighestImportance:
		aWins = a.Importance > b.Importance
	case Manual:
		if s.r.Synthesis != nil {
			return nil, nil
		}
		aWins = s.r.Pick == "A"
	default:
		return nil, nil
	}
	if aWins {
		return &a, &b
	}
	return &b, &a
}

// supersede makes one side the other's successor.
func (s *settling) supersede(w *work, winner, loser Memory) error {
	reason := w.reason("conflict settled: " + string(s.r.Strategy))
	won, err := w.revise(winner, ChangeUpdated, reason, func(m *Memory) { m.Supersedes = loser.ID })
	if err != nil {
		return err
	}
	lost, err := w.revise(loser, ChangeSuperseded, reason, func(m *Memory) { m.State, m.SupersededBy = Superseded, winner.ID })
	if err != nil {
		return err
	}
	if _, err := w.relate(EdgeKey{From: winner.ID, Type: RelSupersedes, To: loser.ID}, 0, nil); err != nil {
		return err
	}
	if s.out.Ties, err = w.takeOverTies(winner.ID, loser.ID); err != nil {
		return err
	}
	// The ties may have moved the winner's evidence.
	won.Head, err = w.head(winner.ID)
	s.out.Winner, s.out.Loser = &won, &lost
	return err
}

func (w *work) reason(otherwise string) string {
	if w.how.Reason != "" {
		return w.how.Reason
	}
	return otherwise
}

// merge makes one new memory of both sides.
func (s *settling) merge(w *work, a, b Memory) error {
	sources := []Memory{a, b}
	text := s.r.Synthesis
	if text == nil {
		switch {
		case s.text != nil && slices.Equal(s.written, refsOf(sources)):
			text = s.text
		case w.e.provider == nil:
			return &UnsupportedCapabilityError{Capability: "merge", Hint: "write the text, or configure a provider that does"}
		default:
			return &needsSynthesis{sources: sources}
		}
	}
	product := productOf(sources, text, w)
	product.Importance = max(a.Importance, b.Importance)
	var err error
	if s.out.Sources, s.out.Ties, err = w.fuse(&product, sources, w.reason("conflict settled: "+string(s.r.Strategy))); err != nil {
		return err
	}
	s.out.Product = &product
	return nil
}
