package catalogue_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/badgerstore"
	"ebb/engine"
	"ebb/engine/catalogue"
)

// moment is everything a store said at one instant.
type moment struct {
	at        time.Time
	heads     []engine.Head
	edges     []engine.Edge
	conflicts []engine.Conflict
	texts     map[string]string
}

// life is a store with a clock that the test moves.
type life struct {
	t     *rapid.T
	ctx   context.Context
	e     *engine.Engine
	now   time.Time
	ids   []string
	texts int
}

// openEngine starts an engine on a fresh store.
func openEngine(t testing.TB, clock func() time.Time) *engine.Engine {
	store, err := badgerstore.Open(t.Context(), t.TempDir(), badgerstore.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(t.Context(), store, engine.Options{Clock: clock, Wall: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func (l *life) pick() string { return rapid.SampledFrom(l.ids).Draw(l.t, "memory") }

// step does one random thing; what the engine refuses changes nothing.
func (l *life) step() error {
	how := engine.How{}
	l.texts++
	text := fmt.Sprintf("a note\nthat says w%03dx", l.texts)
	kind := rapid.IntRange(0, 11).Draw(l.t, "operation")
	if len(l.ids) < 2 {
		kind = 0
	}
	var err error
	switch kind {
	case 0, 1:
		var m engine.Memory
		m, err = l.e.Add(l.ctx, engine.Input{
			Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: engine.TypeEpisodic, Content: text,
		}, how)
		l.ids = append(l.ids, m.ID)
	case 2:
		_, err = l.e.Evolve(l.ctx, l.pick(), engine.Patch{Content: &text}, how)
	case 3:
		sure := rapid.Float64Range(0, 1).Draw(l.t, "confidence")
		_, err = l.e.Evolve(l.ctx, l.pick(), engine.Patch{Confidence: &sure}, how)
	case 4:
		_, err = l.e.Recall(l.ctx, l.pick(), how)
	case 5:
		_, _, err = l.e.RecallTogether(l.ctx, []string{l.pick(), l.pick()}, how)
	case 6:
		_, err = l.e.Archive(l.ctx, []string{l.pick()}, how)
	case 7:
		_, err = l.e.Restore(l.ctx, l.pick(), uint32(rapid.IntRange(0, 2).Draw(l.t, "version")), how)
	case 8:
		_, err = l.e.Delete(l.ctx, []string{l.pick()}, how)
	case 9:
		_, err = l.e.Declare(l.ctx, l.pick(), l.pick(), "they differ", how)
	case 10:
		_, err = l.e.Relate(l.ctx, l.pick(), l.pick(), engine.RelSupports, 1, nil, how)
	case 11:
		_, err = l.e.Undo(l.ctx, "", how)
	}
	var invalid *engine.ValidationError
	var moved *engine.InvalidTransitionError
	var missing *engine.NotFoundError
	var refused *engine.UndoRefusedError
	if errors.As(err, &invalid) || errors.As(err, &moved) || errors.As(err, &missing) || errors.As(err, &refused) || errors.Is(err, engine.ErrNothingToUndo) {
		return nil
	}
	return err
}

func (l *life) record() (moment, error) {
	m := moment{at: l.now, texts: map[string]string{}}
	err := l.e.View(l.ctx, func(tx engine.Tx) error {
		for ht, err := range tx.Versions().Current("") {
			if err != nil {
				return err
			}
			ht.Head.TextSum = [16]byte{}
			m.heads = append(m.heads, ht.Head)
			m.texts[ht.Head.ID] = ht.Text
		}
		return nil
	})
	if err != nil {
		return m, err
	}
	if m.edges, err = l.e.Edges(l.ctx, ""); err != nil {
		return m, err
	}
	m.conflicts, err = l.e.ConflictList(l.ctx, 0)
	return m, err
}

// Whatever happened since, the past is shown as it was recorded.
func TestThePastIsAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &life{t: t, ctx: context.Background(), now: time.Date(2026, 3, 1, 21, 0, 0, 0, time.UTC)}
		dir, err := os.MkdirTemp("", "ebb-past-*")
		if err != nil {
			t.Fatal(err)
		}
		store, err := badgerstore.Open(l.ctx, dir, badgerstore.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		clock := func() time.Time { return l.now }
		if l.e, err = engine.Open(l.ctx, store, engine.Options{Clock: clock, Wall: clock}); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := errors.Join(l.e.Close(), os.RemoveAll(dir)); err != nil {
				t.Error(err)
			}
		}()
		var lived []moment
		for range rapid.IntRange(2, 25).Draw(t, "steps") {
			l.now = l.now.Add(time.Duration(rapid.Int64Range(1, int64(9*time.Hour)).Draw(t, "pause")))
			if err := l.step(); err != nil {
				t.Fatal(err)
			}
			m, err := l.record()
			if err != nil {
				t.Fatal(err)
			}
			lived = append(lived, m)
		}
		c := catalogue.Open(l.ctx, l.e)
		defer func() {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}()
		for !c.Snapshot().TextsLoaded() {
			<-c.Changes()
		}
		for i, m := range lived {
			last := i+1 == len(lived) || lived[i+1].at.Unix()/86400 != m.at.Unix()/86400
			l.compare(c.Snapshot(), m, last)
		}
		l.stepBack(c.Snapshot(), lived)
		none, err := c.Snapshot().At(l.ctx, l.e, lived[0].at.Add(-time.Nanosecond))
		if err != nil || none.Len() != 0 {
			t.Fatalf("before the first memory there are %d, %v", none.Len(), err)
		}
	})
}

// stepBack goes back from moment to moment, each read on from the one before.
func (l *life) stepBack(s *catalogue.Snapshot, lived []moment) {
	var p *engine.Past
	for _, m := range slices.Backward(lived) {
		next, between, err := l.e.PastBefore(l.ctx, p, m.at)
		if err != nil || (p != nil) != (between != nil) {
			l.t.Fatalf("between %v, %v", between, err)
		}
		if between == nil {
			between = next
		}
		s, p = s.Rewound(between), next
		if whole, err := l.e.Past(l.ctx, m.at); err != nil || !maps.EqualFunc(whole.Heads, p.Heads, sameHead) || len(whole.Edges) != len(p.Edges) {
			l.t.Fatalf("at %v, read on %+v, read anew %+v, %v", m.at, p, whole, err)
		}
		got, want := withoutEvidence(heads(s)), withoutEvidence(m.heads)
		if !slices.Equal(got, want) {
			l.t.Fatalf("at %v\nshown    %+v\nrecorded %+v", m.at, got, want)
		}
	}
}

func sameHead(a, b *engine.Head) bool { return a == b || a != nil && b != nil && *a == *b }

// compare holds what the catalogue and the engine say of a moment against what
// was recorded. Evidence is logged once a day, so it is compared where the day
// ends.
func (l *life) compare(today *catalogue.Snapshot, m moment, dayEnds bool) {
	s, err := today.At(l.ctx, l.e, m.at)
	if err != nil {
		l.t.Fatal(err)
	}
	got, want := heads(s), slices.Clone(m.heads)
	if !dayEnds {
		got, want = withoutEvidence(got), withoutEvidence(want)
	}
	if !slices.Equal(got, want) {
		l.t.Fatalf("at %v\nshown    %+v\nrecorded %+v", m.at, got, want)
	}
	p, err := l.e.Past(l.ctx, m.at)
	if err != nil {
		l.t.Fatal(err)
	}
	l.compareTies(p, m, dayEnds)
	for id, text := range m.texts {
		then, err := l.e.MemoryIn(l.ctx, p, id)
		if err != nil || then.Content != text {
			l.t.Fatalf("%s said %q, shown %q, %v", id, text, then.Content, err)
		}
		word := strings.Fields(text)[4]
		var says []string
		for other, t := range m.texts {
			if strings.Contains(t, word) {
				says = append(says, other)
			}
		}
		slices.Sort(says)
		if got := l.search(s, word, m.at); !slices.Equal(got, says) {
			l.t.Fatalf("at %v %q was said by %v, found %v", m.at, word, says, got)
		}
	}
}

// search is the memories that say a word, by what is resident and by the rest.
func (l *life) search(s *catalogue.Snapshot, word string, now time.Time) []string {
	q := catalogue.Query{Text: word, Now: now, Filter: engine.Filter{States: engine.States()}}
	found, err := s.Select(l.ctx, q)
	if err != nil {
		l.t.Fatal(err)
	}
	err = s.Rest(l.ctx, l.e, q, found, func(hit catalogue.Match) bool {
		found = append(found, hit)
		return true
	})
	if err != nil {
		l.t.Fatal(err)
	}
	var ids []string
	for _, hit := range found {
		ids = append(ids, s.ID(hit.Row))
	}
	slices.Sort(ids)
	return ids
}

func (l *life) compareTies(p *engine.Past, m moment, dayEnds bool) {
	edges, err := l.e.EdgesIn(l.ctx, p, "")
	if err != nil {
		l.t.Fatal(err)
	}
	slices.SortFunc(m.edges, func(a, b engine.Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Type, b.Type), cmp.Compare(a.To, b.To), cmp.Compare(a.Relation, b.Relation))
	})
	same := func(a, b engine.Edge) bool {
		return a.EdgeKey == b.EdgeKey && (!dayEnds || a.Connection == b.Connection && a.Count == b.Count)
	}
	if !slices.EqualFunc(edges, m.edges, same) {
		l.t.Fatalf("at %v\nties shown    %+v\nties recorded %+v", m.at, edges, m.edges)
	}
	conflicts, err := l.e.ConflictsIn(l.ctx, p, 0, "")
	if err != nil {
		l.t.Fatal(err)
	}
	byID := map[string]engine.Conflict{}
	for _, c := range m.conflicts {
		byID[c.ID] = c
	}
	shown := map[string]engine.Conflict{}
	for _, c := range conflicts {
		shown[c.ID] = c
	}
	if !maps.Equal(byID, shown) {
		l.t.Fatalf("at %v\nconflicts shown    %+v\nconflicts recorded %+v", m.at, conflicts, m.conflicts)
	}
}

func withoutEvidence(in []engine.Head) []engine.Head {
	out := slices.Clone(in)
	for i := range out {
		h := &out[i]
		h.Profile, h.TieCount, h.TieID, h.LoggedDay = engine.Head{}.Profile, 0, "", 0
		h.LastAccessedAt, h.AccessCount = time.Time{}, 0
	}
	return out
}

// Stepping finds every version, one after the other, both ways.
func TestStepsThroughTime(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	e := openEngine(t, func() time.Time { return now })
	ctx := t.Context()
	m, err := e.Add(ctx, engine.Input{Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", Content: "one"}, engine.How{})
	if err != nil {
		t.Fatal(err)
	}
	stops := []time.Time{now}
	r := rand.New(rand.NewPCG(3, 5))
	for range 40 {
		now = now.Add(time.Duration(1 + r.Int64N(int64(72*time.Hour))))
		if r.IntN(3) == 0 {
			if _, err := e.Recall(ctx, m.ID, engine.How{}); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if _, err := e.Evolve(ctx, m.ID, engine.Patch{}, engine.How{}); err != nil {
			t.Fatal(err)
		}
		stops = append(stops, now)
	}
	at := now.Add(time.Hour)
	for i := len(stops) - 1; i >= 0; i-- {
		var found bool
		if at, _, found, err = e.StepBack(ctx, at); err != nil || !found || !at.Equal(stops[i]) {
			t.Fatalf("back to %v, want %v (%v, %v)", at, stops[i], found, err)
		}
	}
	if _, _, found, err := e.StepBack(ctx, at); found || err != nil {
		t.Errorf("before the first there is another, %v", err)
	}
	for _, want := range stops[1:] {
		var found bool
		if at, _, found, err = e.StepAhead(ctx, at); err != nil || !found || !at.Equal(want) {
			t.Fatalf("ahead to %v, want %v (%v, %v)", at, want, found, err)
		}
	}
	if _, _, found, err := e.StepAhead(ctx, at); found || err != nil {
		t.Errorf("after the last there is another, %v", err)
	}
}

// BenchmarkPast rewinds 100,000 memories by 45 days in which 83,000 changes
// happened. It writes them first, which takes a while: EBB_LONG=1 runs it.
func BenchmarkPast(b *testing.B) {
	if os.Getenv("EBB_LONG") == "" {
		b.Skip("EBB_LONG is not set")
	}
	ctx := b.Context()
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	e := openEngine(b, func() time.Time { return now })
	const n, changes = 100_000, 83_000
	_, err := e.Import(ctx, engine.Import{Source: "bench", Format: "bench"}, func(yield func(engine.Item, error) bool) {
		for i := range n {
			content := fmt.Sprintf("Release checklist number %d for the staging cluster of team %d", i, i%97)
			item := engine.Item{Memory: &engine.Incoming{
				ID: fmt.Sprintf("01950000-0000-7000-8000-%012x", i), Record: fmt.Sprint(i), Line: i + 1, Sum: engine.TextSum(content), Content: content,
				Scope: engine.Scope{Namespace: "work", Subject: "default"}, Type: engine.TypeEpisodic,
			}}
			if !yield(item, nil) {
				return
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	begin := now
	r := rand.New(rand.NewPCG(1, 2))
	for day := range 45 {
		now = begin.AddDate(0, 0, day+1)
		batch := engine.Batch{Source: "bench"}
		product, sure := .9, .7
		for _, i := range r.Perm(n)[:changes/45] {
			c := engine.Change{Evolver: "bench", Memory: fmt.Sprintf("01950000-0000-7000-8000-%012x", i)}
			if r.IntN(2) == 0 {
				c.Weigh = &engine.Weighing{Interference: &product}
			} else {
				c.Revise = &engine.Revision{Confidence: &sure}
			}
			batch.Changes = append(batch.Changes, c)
		}
		if _, err := e.Apply(ctx, batch, engine.How{}); err != nil {
			b.Fatal(err)
		}
	}
	c := catalogue.Open(ctx, e)
	defer func() {
		if err := c.Close(); err != nil {
			b.Error(err)
		}
	}()
	for !c.Snapshot().TextsLoaded() {
		<-c.Changes()
	}
	s := c.Snapshot()
	for b.Loop() {
		start := time.Now()
		p, err := e.Past(ctx, begin)
		if err != nil {
			b.Fatal(err)
		}
		read := time.Since(start)
		then := s.Rewound(p)
		b.ReportMetric(float64(read.Microseconds())/1000, "log-ms")
		b.ReportMetric(float64((time.Since(start)-read).Microseconds())/1000, "rows-ms")
		if then.Len() != n {
			b.Fatalf("%d rows", then.Len())
		}
		b.StopTimer()
		later, err := e.Past(ctx, begin.AddDate(0, 0, 30))
		if err != nil {
			b.Fatal(err)
		}
		there := s.Rewound(later)
		start = time.Now()
		_, between, err := e.PastBefore(ctx, later, begin.AddDate(0, 0, 29))
		if err != nil || between == nil {
			b.Fatal(err)
		}
		there.Rewound(between)
		b.ReportMetric(float64(time.Since(start).Microseconds())/1000, "day-ms")
		b.StartTimer()
	}
}
