package evolvers_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ebb/engine"
	"ebb/evolvers"
)

// odd is an evolver from elsewhere.
type odd struct {
	name string
	plan func(context.Context, evolvers.View, time.Time) (evolvers.Result, error)
}

func (o odd) Name() string               { return o.name }
func (o odd) Summary() string            { return "from elsewhere" }
func (o odd) Options() []evolvers.Option { return nil }
func (o odd) Plan(ctx context.Context, v evolvers.View, now time.Time) (evolvers.Result, error) {
	return o.plan(ctx, v, now)
}

// faded is a shelf with one memory that has to be archived and one that stays.
func faded() *shelf {
	s := newShelf()
	s.put(memory("old", engine.TypeEpisodic, "long ago"), aged(100*days))
	s.put(memory("new", engine.TypeEpisodic, "just now"))
	return s
}

func TestOneEvolverCannotStopTheOthers(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	for _, c := range []struct {
		name string
		plan func(context.Context, evolvers.View, time.Time) (evolvers.Result, error)
		want any
	}{
		{"breaks", func(context.Context, evolvers.View, time.Time) (evolvers.Result, error) { panic("a nil map") }, new(*evolvers.PanicError)},
		{"never ends", func(context.Context, evolvers.View, time.Time) (evolvers.Result, error) {
			<-release
			return evolvers.Result{}, nil
		}, new(*evolvers.LateError)},
		{"heeds its context", func(ctx context.Context, _ evolvers.View, _ time.Time) (evolvers.Result, error) {
			<-ctx.Done()
			return evolvers.Result{}, ctx.Err()
		}, new(*evolvers.LateError)},
		{"gives up", func(context.Context, evolvers.View, time.Time) (evolvers.Result, error) {
			return evolvers.Result{Changes: []engine.Change{{Memory: "new", Revise: &engine.Revision{}}}}, errors.New("no idea")
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := faded().plan(t, evolvers.Options{Also: []evolvers.Evolver{odd{c.name, c.plan}}, Patience: 20 * time.Millisecond})
			step, _ := p.Step(c.name)
			if step.Err == nil || (c.want != nil && !errors.As(step.Err, c.want)) {
				t.Errorf("its error is %v", step.Err)
			}
			if len(step.Changes) != 0 {
				t.Error("changes of an evolver that failed were kept")
			}
			if got := p.Failed(); !slices.Equal(got, []string{c.name}) {
				t.Errorf("failed: %v", got)
			}
			if n := p.Counts().Archived; n != 1 {
				t.Errorf("%d archived by the rest of the cycle, want 1", n)
			}
		})
	}
}

// An evolver that the cycle has left behind cannot read on.
func TestAViewEndsWithItsPlan(t *testing.T) {
	var left atomic.Pointer[evolvers.View]
	p := faded().plan(t, evolvers.Options{Also: []evolvers.Evolver{odd{"keeps its view", func(_ context.Context, v evolvers.View, _ time.Time) (evolvers.Result, error) {
		left.Store(&v)
		return evolvers.Result{}, nil
	}}}})
	if len(p.Failed()) > 0 {
		t.Fatal(p.Failed())
	}
	v := *left.Load()
	if _, err := v.Memory("old"); err == nil {
		t.Error("a memory was read after the plan had ended")
	}
	if _, err := v.Facets("old"); err == nil {
		t.Error("facets were read after the plan had ended")
	}
	for _, err := range v.Edges() {
		if err == nil {
			t.Error("a tie was read after the plan had ended")
		}
	}
}

func TestACycleCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e := faded().engineAt(t, now, engine.Options{})
	_, err := evolvers.PlanCycle(ctx, e, evolvers.Options{Also: []evolvers.Evolver{odd{"cancels", func(ctx context.Context, _ evolvers.View, _ time.Time) (evolvers.Result, error) {
		cancel()
		<-ctx.Done()
		return evolvers.Result{}, ctx.Err()
	}}}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the plan ended with %v", err)
	}
}

// Changes that the engine could not write are left out and reported.
func TestImpossibleChangesAreLeftOut(t *testing.T) {
	s := faded()
	s.put(memory("gone", engine.TypeEpisodic, "merged"), func(m *engine.Memory) { m.State = engine.Merged })
	other := engine.Tenant{ID: "other", Set: true}
	s.put(memory("theirs", engine.TypeEpisodic, "another tenant's"), func(m *engine.Memory) { m.Scope.Tenant = other })
	deleted := engine.Deleted
	merged := engine.Merged
	fresh := memory("fresh", engine.TypeZettel, "a note")
	taken := memory("new", engine.TypeZettel, "a note")
	p := s.plan(t, evolvers.Options{Also: []evolvers.Evolver{odd{"odd", func(context.Context, evolvers.View, time.Time) (evolvers.Result, error) {
		return evolvers.Result{
			Changes: []engine.Change{
				{Memory: "new"},
				{Memory: "new", Revise: &engine.Revision{}, Weigh: &engine.Weighing{}},
				{Memory: "nobody", Revise: &engine.Revision{State: &deleted}},
				{Memory: "gone", Revise: &engine.Revision{State: &merged}},
				{Memory: "new", Tie: &engine.Edge{EdgeKey: engine.EdgeKey{From: "new", Type: "x", To: "nobody"}}},
				{Memory: "fresh", Make: &engine.Making{Memory: fresh, From: []string{"theirs"}}, Field: "memory"},
				{Memory: "fresh", Make: &engine.Making{Memory: fresh, From: []string{"gone"}, Merge: true}},
				{Memory: "new", Make: &engine.Making{Memory: taken}},
				{Memory: "fresh", Make: &engine.Making{Memory: memory("fresh", engine.TypeZettel, "")}},
			},
			Marks: []engine.Mark{{Name: "exponential_decay/mine", Value: []byte("x")}, {Name: "odd/mine", Value: []byte("x")}},
		}, nil
	}}}})
	step := stepOf(t, p, "odd")
	made := 0
	for _, c := range step.Changes {
		if c.Make != nil {
			made++
		}
	}
	// A source of another tenant is refused; the scope of "fresh" has none.
	if len(step.Changes) != 0 || len(step.Marks) != 1 {
		t.Errorf("kept %d changes, %d marks: %+v", len(step.Changes), len(step.Marks), step.Changes)
	}
	if len(step.Problems) != 10 {
		t.Errorf("%d problems: %v", len(step.Problems), reasons(step))
	}
}

func TestConfiguration(t *testing.T) {
	c, err := evolvers.NewConfig(engine.DefaultSettings(), "")
	if err != nil {
		t.Fatal(err)
	}
	for assignment, part := range map[string]string{
		"exponential_decay.default_stability=0":                     "above 0",
		"exponential_decay.default_stability=NaN":                   "a number",
		"exponential_decay.default_stability=x":                     `"x"`,
		"exponential_decay.half_life=3":                             "default_stability",
		"exponential_decay.types=,":                                 "commas",
		"nobody.key=1":                                              "stale_memory",
		"stale_memory.batch_size=1.5":                               "whole",
		"stale_memory.enabled=maybe":                                "on or off",
		"stale_memory":                                              "evolver.key=value",
		"interference_based_consolidation.interference_weight=1":    "below 1",
		"interference_based_consolidation.similarity_threshold=Inf": "0.5 to below 1",
	} {
		var refused *evolvers.OptionError
		if err := c.Set(assignment); !errors.As(err, &refused) || !strings.Contains(err.Error(), part) || !strings.Contains(err.Error(), strings.SplitN(assignment, ".", 2)[0]) {
			t.Errorf("%s: %v, want it to name the evolver and %q", assignment, err, part)
		}
	}
	if s := c.Settings(); s.Retention != engine.DefaultSettings().Retention {
		t.Error("a refused value was kept")
	}
}

// What is set comes back from the settings that it was put into.
func TestConfigurationIsKept(t *testing.T) {
	c, err := evolvers.NewConfig(engine.DefaultSettings(), evolvers.Published)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []string{
		"exponential_decay.default_stability=45", "exponential_decay.types=episodic, journal", "retrieval_based_strengthening.lookback_days=20",
		"opinion_synthesis.min_confidence=0.6", "zettel_prune.enabled=on", "opinion_synthesis.enabled=off", "stale_memory.batch_size=100",
	} {
		if err := c.Set(a); err != nil {
			t.Fatal(err)
		}
	}
	s := engine.DefaultSettings()
	c.Put(&s)
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	if s.Retention.DefaultStability != 45 || s.Retention.LookbackDays != 20 || !slices.Equal(s.CurveTypes, []string{"episodic", "journal"}) {
		t.Errorf("retention settings are %+v %v", s.Retention, s.CurveTypes)
	}
	want := map[string]float64{"opinion_synthesis.min_confidence": 0.6, "zettel_prune.enabled": 1, "opinion_synthesis.enabled": 0}
	if len(s.Evolvers) != len(want) {
		t.Errorf("kept %v, want %v", s.Evolvers, want)
	}
	back, err := evolvers.NewConfig(s, "")
	if err != nil {
		t.Fatal(err)
	}
	if back.Enabled(evolvers.OpinionSynthesis) || !back.Enabled(evolvers.ZettelPrune) || back.Value(evolvers.OpinionSynthesis, "min_confidence") != 0.6 {
		t.Error("what was kept does not count")
	}
	if got := back.Text(evolvers.ExponentialDecay, "types"); got != "episodic,journal" {
		t.Errorf("types are %q", got)
	}
}

func TestOneRollUpIsOn(t *testing.T) {
	c, err := evolvers.NewConfig(engine.DefaultSettings(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Set("working_to_episodic.enabled=on"); err != nil {
		t.Fatal(err)
	}
	if c.Enabled(evolvers.EnhancedWorkingToEpisodic) || !c.Enabled(evolvers.WorkingToEpisodic) {
		t.Error("both roll-ups are on")
	}
}

// A stored value out of bounds is the trouble of its own evolver alone.
func TestStoredConfigurationOutOfBounds(t *testing.T) {
	s := engine.DefaultSettings()
	s.Evolvers = map[string]float64{"episodic_to_semantic.days": -3, "opinion_synthesis.skepticism": math.NaN(), "tomorrow.key": 1}
	c, err := evolvers.NewConfig(s, "")
	if err != nil {
		t.Fatal(err)
	}
	p := faded().plan(t, evolvers.Options{Full: true, Config: &c})
	if got := p.Failed(); !slices.Equal(got, []string{evolvers.EpisodicToSemantic, evolvers.OpinionSynthesis}) {
		t.Errorf("failed: %v", got)
	}
	if p.Counts().Archived != 1 {
		t.Error("the rest did not run")
	}
	c.Put(&s)
	if s.Evolvers["tomorrow.key"] != 1 {
		t.Error("a setting of a newer ebb was lost")
	}
}

func TestOrderOfACycle(t *testing.T) {
	names := func(o evolvers.Options) []string {
		var out []string
		p := faded().plan(t, o)
		for _, s := range p.Steps {
			out = append(out, s.Name)
		}
		return out
	}
	enhanced := []string{
		evolvers.ExpiryMarking, evolvers.EnhancedWorkingToEpisodic, evolvers.ExponentialDecay, evolvers.InterferenceBasedConsolidation,
		evolvers.RetrievalBasedStrengthening, evolvers.HebbianCoRetrieval, evolvers.ArchiveDecision,
	}
	if got := names(evolvers.Options{}); !slices.Equal(got, enhanced) {
		t.Errorf("the enhanced cycle is %v", got)
	}
	full := slices.Concat(enhanced[:1], []string{
		evolvers.WorkingToProcedural, evolvers.EpisodicToSemantic, evolvers.OpinionSynthesis, evolvers.OpinionReinforcement,
		evolvers.ObservationSynthesis, evolvers.DecisionConfidence, evolvers.StaleMemory,
	}, enhanced[1:])
	if got := names(evolvers.Options{Full: true}); !slices.Equal(got, full) {
		t.Errorf("the full cycle is %v", got)
	}
	if got := names(evolvers.Options{Only: []string{evolvers.ZettelPrune}}); !slices.Equal(got, []string{evolvers.ZettelPrune}) {
		t.Errorf("one alone is %v", got)
	}
	if n := len(evolvers.Registry()); n != 19 {
		t.Errorf("%d evolvers, want seventeen and the two ends", n)
	}
	if _, err := evolvers.PlanCycle(t.Context(), faded().engineAt(t, now, engine.Options{}), evolvers.Options{Only: []string{"nobody"}}); err == nil {
		t.Error("an unknown name was accepted")
	}
}

// A damaged record is named, and the rest of the store is looked at.
func TestDamagedRecords(t *testing.T) {
	s := faded()
	for _, id := range []string{"t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"} {
		s.put(memory(id, engine.TypeEpisodic, "about go"), with(`{"tags":["go"]}`))
	}
	s.put(memory("broken", engine.TypeEpisodic, "?"), with(`{"tags":["go"]}`))
	s.broken["broken"] = true
	s.put(memory("odd", engine.TypeEpisodic, "?"), with(`{"tags":7,"relevance":"high","entities":[3],"source_code_refs":{}}`))
	s.put(memory("ahead", engine.TypeEpisodic, "from tomorrow"), func(m *engine.Memory) { m.CreatedAt = now.Add(48 * time.Hour) })
	s.put(memory("profile", engine.TypeSemantic, "recalled"), func(m *engine.Memory) {
		m.Profile.Total, m.Profile.Last, m.Profile.Velocity7 = 3, now, math.NaN()
	})
	s.edges = append(s.edges, engine.Edge{EdgeKey: engine.EdgeKey{From: "new", Type: engine.CoRetrieved, To: "nobody"}, Count: 9})
	p := s.plan(t, evolvers.Options{Full: true, Neighbours: near{"new": {{ID: "old", Similarity: math.NaN()}}}})
	if len(p.Failed()) > 0 {
		t.Fatal(p.Failed())
	}
	for name, part := range map[string]string{
		evolvers.OpinionSynthesis:               "broken: damaged record",
		evolvers.ObservationSynthesis:           "broken: damaged record",
		evolvers.RetrievalBasedStrengthening:    "profile: its retrieval profile makes no sense: velocity_7d is NaN",
		evolvers.HebbianCoRetrieval:             `the memory "nobody" is missing`,
		evolvers.InterferenceBasedConsolidation: "its similarity to old is NaN",
		evolvers.ExponentialDecay:               "dated ahead of now",
	} {
		if got := reasons(stepOf(t, p, name)); !strings.Contains(got, part) {
			t.Errorf("%s reports %q, want %q", name, got, part)
		}
	}
	if n := len(stepOf(t, p, evolvers.OpinionSynthesis).Changes); n != 1 {
		t.Errorf("%d opinions, want 1", n)
	}
}

func TestExpiryIsMarkedFirst(t *testing.T) {
	s := newShelf()
	s.put(memory("past", engine.TypeEpisodic, "until yesterday"), aged(90*days), func(m *engine.Memory) { m.ExpiresAt = now })
	s.put(memory("later", engine.TypeEpisodic, "until tomorrow"), func(m *engine.Memory) { m.ExpiresAt = now.Add(time.Second) })
	p := s.plan(t, evolvers.Options{})
	if n := p.Counts(); n.Expired != 1 || n.Archived != 0 {
		t.Errorf("%+v, want one expired and none archived", n)
	}
}

func TestReportAndDistribution(t *testing.T) {
	p := faded().plan(t, evolvers.Options{Full: true})
	if p.Before.N != 2 || p.After.N != 1 || p.After.Mean != 1 || p.After.Bars[evolvers.Bins-1] != 1 {
		t.Errorf("before %+v, after %+v", p.Before, p.After)
	}
	b, err := p.Batch()
	if err != nil {
		t.Fatal(err)
	}
	r, err := evolvers.ParseReport(b.Report)
	if err != nil {
		t.Fatal(err)
	}
	if r.Counts != p.Counts() || len(r.Evolvers) != len(p.Steps) || !r.At.Equal(now) || !r.Full {
		t.Errorf("the report says %+v", r)
	}
	if _, err := evolvers.ParseReport([]byte("{")); err == nil {
		t.Error("half a report was read")
	}
}

// With caps the longest unvisited come first, so that none starves, whatever
// the clock does.
func TestCapsAreFair(t *testing.T) {
	s := newShelf()
	for _, id := range strings.Split("abcdefg", "") {
		s.put(memory(id, engine.TypeEpisodic, "says "+id), with(`{"source_code_refs":[{"repo":"r","file_path":"`+id+`","commit_hash":"1"}]}`))
		s.put(memory("code "+id, "code", "file"), with(`{"repo":"r","file_path":"`+id+`","commit_hash":"2"}`))
	}
	seen := map[string]bool{}
	for i := range 3 {
		at := now.Add(-time.Duration(i) * time.Hour) // the clock goes backwards
		p := s.planAt(t, at, evolvers.Options{Only: []string{evolvers.StaleMemory}, Set: []string{"stale_memory.batch_size=3"}})
		step := stepOf(t, p, evolvers.StaleMemory)
		if i < 2 && (step.Looked != 3 || step.Left != 4) {
			t.Errorf("looked at %d, left %d", step.Looked, step.Left)
		}
		for _, c := range step.Changes {
			seen[c.Memory] = true
		}
		for _, m := range step.Marks {
			s.meta["mark/"+m.Name] = m.Value
		}
	}
	if len(seen) != 7 {
		t.Errorf("after three cycles of three, %d of 7 were visited: %v", len(seen), seen)
	}
}
