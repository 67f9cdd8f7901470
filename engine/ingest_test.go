package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ebb/engine"
)

// judge is a provider whose verdicts and texts are given.
type judge struct {
	asked   atomic.Int64
	compare func(existing, incoming engine.Memory) (engine.Verdict, error)
	write   func(ms []engine.Memory) (engine.Synthesis, error)
}

func (j *judge) Name() string { return "judge" }

func (j *judge) Compare(_ context.Context, existing, incoming engine.Memory) (engine.Verdict, error) {
	j.asked.Add(1)
	return j.compare(existing, incoming)
}

func (j *judge) Consolidate(_ context.Context, ms []engine.Memory) (engine.Synthesis, error) {
	j.asked.Add(1)
	return j.write(ms)
}

func always(v engine.Verdict) func(engine.Memory, engine.Memory) (engine.Verdict, error) {
	return func(engine.Memory, engine.Memory) (engine.Verdict, error) { return v, nil }
}

func input(content string, opts ...func(*engine.Input)) engine.Input {
	in := engine.Input{Scope: engine.Scope{Namespace: "users", Subject: "u1"}, Type: engine.TypePreference, Content: content}
	for _, o := range opts {
		o(&in)
	}
	return in
}

func inputs(n int, word string) []engine.Input {
	out := make([]engine.Input, n)
	for i := range out {
		out[i] = input(fmt.Sprintf("%s %d", word, i), keyed(fmt.Sprint("k", i)))
	}
	return out
}

func outcomes(rs []engine.IngestResult) map[engine.Outcome]int {
	out := map[engine.Outcome]int{}
	for _, r := range rs {
		if r.Err != nil {
			out[engine.Outcome(r.Err.Error())]++
			continue
		}
		out[r.Outcome]++
	}
	return out
}

// A group with many more questions than an input has tries is taken whole.
func TestIngestAsksAboutEveryInputOfAGroup(t *testing.T) {
	j := &judge{compare: always(engine.Verdict{Relation: engine.Contradicts, Confidence: 0.9, Explanation: "they differ"})}
	e := openEngineWith(t, ticking(), engine.Options{Provider: j})
	const n = 40
	must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), inputs(n, "said"), []engine.How{{}}))
	second := must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), inputs(n, "now"), []engine.How{{}}))
	if got := outcomes(second); got[engine.OutcomeConflict] != n {
		t.Errorf("got %v, want %d conflicts", got, n)
	}
	for i, r := range second {
		if r.Conflict == nil || r.Matched == "" || r.Conflict.MemoryA != r.Matched || r.Conflict.MemoryB != r.Memory.ID {
			t.Fatalf("input %d: %+v", i, r)
		}
	}
	if j.asked.Load() != n {
		t.Errorf("asked %d times, want %d", j.asked.Load(), n)
	}
	again := must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), inputs(n, "now"), []engine.How{{}}))
	if got := outcomes(again); got[engine.OutcomeDuplicate] != n || j.asked.Load() != n {
		t.Errorf("said again: %v after %d questions", got, j.asked.Load())
	}
}

// A memory that moves on while the provider thinks is judged anew, three times.
func TestIngestGivesUpOnAMemoryThatKeepsMoving(t *testing.T) {
	j := &judge{}
	e := openEngineWith(t, ticking(), engine.Options{Provider: j})
	first := must[engine.IngestResult](t)(e.Ingest(t.Context(), input("at first", keyed("k")), engine.How{}))
	moves := 2
	j.compare = func(existing, _ engine.Memory) (engine.Verdict, error) {
		if moves--; moves >= 0 {
			text := existing.Content + "."
			must[engine.Memory](t)(e.Evolve(context.Background(), first.Memory.ID, engine.Patch{Content: &text}, engine.How{}))
		}
		return engine.Verdict{Relation: engine.Updates, Confidence: 1}, nil
	}
	r := must[engine.IngestResult](t)(e.Ingest(t.Context(), input("later", keyed("k")), engine.How{}))
	if r.Outcome != engine.OutcomeUpdated || r.Memory.Version != 4 || j.asked.Load() != 3 {
		t.Errorf("%s at version %d after %d questions", r.Outcome, r.Memory.Version, j.asked.Load())
	}
	moves = 100
	_, err := e.Ingest(t.Context(), input("never", keyed("k")), engine.How{})
	var moved *engine.VersionConflictError
	if !errors.As(err, &moved) || moved.ID != first.Memory.ID {
		t.Errorf("got %v, want a VersionConflictError", err)
	}
}

// What was wrong with one input, or failed for it, leaves its neighbours alone.
func TestIngestAllNamesWhatFailedAndTakesTheRest(t *testing.T) {
	down := errors.New("no connection")
	j := &judge{compare: func(_, in engine.Memory) (engine.Verdict, error) {
		switch {
		case strings.Contains(in.Content, "down"):
			return engine.Verdict{}, down
		case strings.Contains(in.Content, "seven"):
			return engine.Verdict{Relation: engine.Same, Confidence: 7}, nil
		}
		return engine.Verdict{Relation: "maybe"}, nil
	}}
	e := openEngineWith(t, ticking(), engine.Options{Provider: j})
	for _, k := range []string{"a", "b", "c"} {
		add(t, e, "known "+k, keyed(k))
	}
	got := must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), []engine.Input{
		input("one"), input(""), input("down", keyed("a")), input("seven", keyed("b")), input("odd", keyed("c")), input("two"), input("one"),
	}, []engine.How{{}}))
	want := []string{"created", "content: ", "no connection", "confidence: got 7", "relation: got \"maybe\"", "created", "duplicate"}
	for i, r := range got {
		text := string(r.Outcome)
		if r.Err != nil {
			text = r.Err.Error()
		}
		if !strings.Contains(text, want[i]) {
			t.Errorf("input %d: %q, want %q", i, text, want[i])
		}
	}
	if n := must[int](t)(e.Count(t.Context(), engine.Filter{})); n != 5 {
		t.Errorf("%d memories, want 5", n)
	}
}

// A repeated operation id returns the first result, in a batch too, whatever
// that result was.
func TestIngestRetried(t *testing.T) {
	j := &judge{compare: always(engine.Verdict{Relation: engine.Contradicts, Confidence: 1})}
	e := openEngineWith(t, ticking(), engine.Options{Provider: j})
	ins := []engine.Input{input("one", keyed("k")), input("two", keyed("k")), input("one", keyed("k")), input("three")}
	hows := make([]engine.How, len(ins))
	for i := range hows {
		hows[i].OperationID = fmt.Sprint("op", i)
	}
	first := must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), ins, hows))
	if got := outcomes(first); got[engine.OutcomeConflict] != 1 || got[engine.OutcomeDuplicate] != 1 || got[engine.OutcomeCreated] != 2 {
		t.Fatalf("got %v", got)
	}
	second := must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), ins, hows))
	for i := range first {
		a, b := first[i], second[i]
		if b.Err != nil || a.Outcome != b.Outcome || a.Memory.ID != b.Memory.ID || (a.Conflict == nil) != (b.Conflict == nil) {
			t.Errorf("input %d: %s %s, then %s %s (%v)", i, a.Outcome, a.Memory.ID, b.Outcome, b.Memory.ID, b.Err)
		}
	}
	mixed := must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), []engine.Input{input("four"), ins[0], input("five")}, []engine.How{{}, hows[0], {}}))
	if mixed[0].Outcome != engine.OutcomeCreated || mixed[1].Memory.ID != first[0].Memory.ID || mixed[2].Outcome != engine.OutcomeCreated {
		t.Errorf("a retry among others: %v", outcomes(mixed))
	}
	if n := must[int](t)(e.Count(t.Context(), engine.Filter{})); n != 5 {
		t.Errorf("%d memories, want 5", n)
	}
	m := add(t, e, "six")
	must[engine.Memory](t)(e.Evolve(t.Context(), m.ID, engine.Patch{Importance: ptr(1.0)}, engine.How{OperationID: "edit"}))
	var invalid *engine.ValidationError
	if _, err := e.Ingest(t.Context(), input("seven"), engine.How{OperationID: "edit"}); !errors.As(err, &invalid) {
		t.Errorf("another kind's id: %v", err)
	}
}

// A preview says what the ingest then does, and writes and asks nothing.
func TestPreviewIngest(t *testing.T) {
	j := &judge{compare: always(engine.Verdict{Relation: engine.Updates, Confidence: 1})}
	e := openEngineWith(t, ticking(), engine.Options{Provider: j})
	have := add(t, e, "known", keyed("k"))
	ins := []engine.Input{input("new"), input("new"), input("KNOWN ", keyed("k")), input("other", keyed("k")), input(""), input("fresh", keyed("f"))}
	hows := make([]engine.How, len(ins))
	hows[5].OperationID = "op"
	before := must[[]engine.Operation](t)(e.Operations(t.Context(), 0, 100))
	got, asked, err := e.PreviewIngestAll(t.Context(), ins, hows)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, r := range got {
		if r.Err != nil {
			said = append(said, "refused")
			continue
		}
		said = append(said, string(r.Outcome))
	}
	if want := []string{"created", "duplicate", "duplicate", "undecided", "refused", "created"}; !slices.Equal(said, want) {
		t.Errorf("got %v, want %v", said, want)
	}
	if len(asked) != 1 || asked[0][0].ID != have.ID || asked[0][1].Content != "other" {
		t.Errorf("asked %+v", asked)
	}
	if j.asked.Load() != 0 {
		t.Error("the provider was asked")
	}
	if after := must[[]engine.Operation](t)(e.Operations(t.Context(), 0, 100)); len(after) != len(before) || must[int](t)(e.Count(t.Context(), engine.Filter{})) != 1 {
		t.Errorf("%d operations, want %d", len(after), len(before))
	}
	real := must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), ins, hows))
	for i, r := range real {
		if got[i].Outcome != engine.OutcomeUndecided && r.Outcome != got[i].Outcome {
			t.Errorf("input %d: previewed %s, did %s", i, got[i].Outcome, r.Outcome)
		}
	}
	if got, _, err = e.PreviewIngestAll(t.Context(), ins[5:], hows[5:]); err != nil || got[0].Outcome != engine.OutcomeCreated {
		t.Errorf("a retry: %v, %v", got, err)
	}
}

// Eight writers of the same inputs leave what one would.
func TestEightIngestingTheSame(t *testing.T) {
	j := &judge{compare: always(engine.Verdict{Relation: engine.Same, Confidence: 1})}
	for name, provider := range map[string]engine.IntelligenceProvider{"alone": nil, "with a provider": j} {
		t.Run(name, func(t *testing.T) {
			e := openEngineWith(t, ticking(), engine.Options{Provider: provider})
			ins := make([]engine.Input, 1000)
			for i := range ins {
				ins[i] = input(fmt.Sprint("text ", i%500))
				if i%2 == 0 {
					keyed(fmt.Sprint("k", i%50))(&ins[i])
				}
			}
			var wg sync.WaitGroup
			for range 8 {
				wg.Go(func() {
					for part := range slices.Chunk(ins, 100) {
						rs, err := e.IngestAll(context.Background(), part, []engine.How{{}})
						if err != nil {
							t.Error(err)
						}
						for _, r := range rs {
							if r.Err != nil {
								t.Error(r.Err)
							}
						}
					}
				})
			}
			wg.Wait()
			// 250 texts without a key, 25 keys.
			if n := must[int](t)(e.Count(t.Context(), engine.Filter{})); n != 275 {
				t.Errorf("%d memories, want 275", n)
			}
		})
	}
}

// Two that settle one conflict in opposite ways: one does, the other is told.
func TestOppositeResolutionsNeverSupersedeBoth(t *testing.T) {
	e := openEngine(t, ticking())
	for i := range 50 {
		a, b := add(t, e, fmt.Sprint("A ", i)), add(t, e, fmt.Sprint("B ", i))
		c := must[engine.Conflict](t)(e.Declare(t.Context(), a.ID, b.ID, "", engine.How{}))
		errs := make([]error, 2)
		var wg sync.WaitGroup
		for k, pick := range []string{"A", "B"} {
			wg.Go(func() {
				_, errs[k] = e.ResolveConflict(context.Background(), c.ID, engine.Resolution{Strategy: engine.Manual, Pick: pick}, engine.How{})
			})
		}
		wg.Wait()
		var settled *engine.ConflictResolvedError
		if (errs[0] == nil) == (errs[1] == nil) || !errors.As(errors.Join(errs...), &settled) {
			t.Fatalf("both ways: %v", errs)
		}
		a, b = must[engine.Memory](t)(e.Get(t.Context(), a.ID)), must[engine.Memory](t)(e.Get(t.Context(), b.ID))
		if a.State.Live() == b.State.Live() {
			t.Fatalf("A is %v, B is %v", a.State, b.State)
		}
	}
}

// An input may bring its id again: the id matters where a memory is made.
func TestIngestOfAnIDInUse(t *testing.T) {
	e := openEngine(t, ticking())
	mine := func(in *engine.Input) { in.ID = "mine" }
	for _, c := range []struct {
		in   engine.Input
		want engine.Outcome
	}{
		{input("text", mine, keyed("k")), engine.OutcomeCreated},
		{input("text", mine, keyed("k")), engine.OutcomeDuplicate},
		{input("later", mine, keyed("k")), engine.OutcomeUpdated},
		{input("other", mine), ""},
		{input("other", mine, keyed("l")), ""},
	} {
		r, err := e.Ingest(t.Context(), c.in, engine.How{})
		var invalid *engine.ValidationError
		if r.Outcome != c.want || (c.want == "") != errors.As(err, &invalid) {
			t.Errorf("%s: %s, %v, want %q", c.in.Content, r.Outcome, err, c.want)
		}
	}
}

// Inputs that share a commit are operations of their own, in order: the newest
// is the last one, and each is announced under its own number.
func TestIngestOfAGroupIsUndoneFromItsEnd(t *testing.T) {
	e := openEngine(t, ticking())
	sub := e.Subscribe(64)
	defer sub.Close()
	ins := []engine.Input{input("one", keyed("k")), input("two", keyed("k")), input("three", keyed("k"))}
	out := must[[]engine.IngestResult](t)(e.IngestAll(t.Context(), ins, []engine.How{{}}))
	var last uint64
	for range ins {
		ev := <-sub.C
		if ev.Seq <= last {
			t.Errorf("event %d after %d", ev.Seq, last)
		}
		last = ev.Seq
	}
	for _, want := range []string{"two", "one"} {
		must[engine.Operation](t)(e.Undo(t.Context(), "", engine.How{}))
		if m := must[engine.Memory](t)(e.Get(t.Context(), out[0].Memory.ID)); m.Content != want {
			t.Errorf("it says %q, want %q", m.Content, want)
		}
	}
}

// What declared a conflict cannot be taken back from under its settlement.
func TestUndoOfASettledConflictIsRefused(t *testing.T) {
	for _, strategy := range []engine.Strategy{engine.Latest, engine.KeepBoth} {
		e := openEngine(t, ticking())
		a, b := add(t, e, "A"), add(t, e, "B")
		c := must[engine.Conflict](t)(e.Declare(t.Context(), a.ID, b.ID, "", engine.How{OperationID: "declare"}))
		// A clock that is behind does not hide what came after what.
		behind := e.WithClock(func() time.Time { return noon.AddDate(0, 0, -1) })
		must[engine.Resolved](t)(behind.ResolveConflict(t.Context(), c.ID, engine.Resolution{Strategy: strategy}, engine.How{OperationID: "settle"}))
		var refused *engine.UndoRefusedError
		if _, err := e.Undo(t.Context(), "declare", engine.How{}); !errors.As(err, &refused) {
			t.Errorf("%s: %v, want an UndoRefusedError", strategy, err)
		}
		must[engine.Operation](t)(e.Undo(t.Context(), "settle", engine.How{}))
		must[engine.Operation](t)(e.Undo(t.Context(), "declare", engine.How{}))
		if left := must[[]engine.Conflict](t)(e.ConflictList(t.Context(), 0)); len(left) != 0 {
			t.Errorf("%s: %+v is left", strategy, left)
		}
	}
}

func TestDefaultStrategyIsAKnownOne(t *testing.T) {
	e := openEngine(t, ticking())
	set := func(strategy string) error {
		_, err := e.SetSettings(t.Context(), func(s *engine.Settings) error {
			s.ResolutionStrategy = strategy
			return nil
		}, engine.How{})
		return err
	}
	var invalid *engine.ValidationError
	if err := set("newest"); !errors.As(err, &invalid) || invalid.Field != "resolution_strategy" {
		t.Errorf("got %v, want a ValidationError", err)
	}
	if err := set("latest"); err != nil {
		t.Fatal(err)
	}
	a, b := add(t, e, "A"), add(t, e, "B")
	c := must[engine.Conflict](t)(e.Declare(t.Context(), a.ID, b.ID, "", engine.How{}))
	if r := must[engine.Resolved](t)(e.ResolveConflict(t.Context(), c.ID, engine.Resolution{}, engine.How{})); r.Strategy != engine.Latest || r.Winner.ID != b.ID {
		t.Errorf("settled by %s", r.Strategy)
	}
}
