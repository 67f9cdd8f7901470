package evolvers_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/engine"
	"ebb/evolvers"
)

// The instant at which a memory is archived is that of its falling, whenever
// the cycle comes by.
func TestArchivedAtTheCrossing(t *testing.T) {
	s := newShelf()
	s.put(memory("m", engine.TypeEpisodic, "never looked for"), aged(65*days))
	early := stepOf(t, s.plan(t, evolvers.Options{}), evolvers.ArchiveDecision)
	late := stepOf(t, s.planAt(t, now.Add(20*days), evolvers.Options{}), evolvers.ArchiveDecision)
	if len(early.Changes) != 1 || len(late.Changes) != 1 {
		t.Fatalf("%d and %d archived", len(early.Changes), len(late.Changes))
	}
	a, b := early.Changes[0].Revise.Archive, late.Changes[0].Revise.Archive
	if *a != *b {
		t.Errorf("archived as %+v and as %+v", *a, *b)
	}
	// A never-retrieved episode falls through .1 at 64.20 days.
	if age := a.At.Sub(now.Add(-65*days)).Hours() / 24; math.Abs(age-64.20) > 0.01 {
		t.Errorf("it fell after %.3f days", age)
	}
	if !strings.Contains(a.Reason, "0.1000") || a.Score >= 0.1 || a.Score < 0.0999 {
		t.Errorf("%q at %v", a.Reason, a.Score)
	}
}

func TestArchiveDecisionCoversTheCurveOnly(t *testing.T) {
	s := newShelf()
	for _, typ := range []string{engine.TypeEpisodic, "journal", engine.TypeSemantic, engine.TypeWorking} {
		s.put(memory(typ, typ, "old"), aged(300*days))
	}
	var gone []string
	for _, c := range s.only(t, evolvers.ArchiveDecision).Changes {
		gone = append(gone, c.Memory)
	}
	if !slices.Equal(gone, []string{engine.TypeEpisodic, "journal"}) {
		t.Errorf("archived %v", gone)
	}
	// Strictly below: a score that equals the threshold stays.
	exactly := newShelf()
	exactly.put(memory("m", engine.TypeEpisodic, "x"))
	if n := len(exactly.only(t, evolvers.ArchiveDecision, "exponential_decay.archive_threshold=1").Changes); n != 0 {
		t.Error("a score of 1 was archived below 1")
	}
}

// An archived memory whose evidence has recovered is offered, not restored.
func TestRecoveredMemoriesAreOffered(t *testing.T) {
	s := newShelf()
	faded := func(m *engine.Memory) {
		m.State, m.Archive = engine.Archived, engine.Archive{At: now, Reason: "faded", Score: 0.09}
	}
	s.put(memory("tied", engine.TypeEpisodic, "x"), aged(80*days), faded, func(m *engine.Memory) { m.TieCount = 12 })
	s.put(memory("not", engine.TypeEpisodic, "x"), aged(80*days), faded)
	step := s.only(t, evolvers.ArchiveDecision)
	if len(step.Changes) != 0 || len(step.Offers) != 1 || step.Offers[0].ID != "tied" || step.Offers[0].Score < 0.18 {
		t.Errorf("changes %v, offers %v", step.Changes, step.Offers)
	}
}

// Recalls and ties act at once; a plan shows what they have moved since the
// last cycle, until that is noted.
func TestWhatEventsHaveMoved(t *testing.T) {
	s := newShelf()
	s.put(memory("m", engine.TypeSemantic, "x"), func(m *engine.Memory) {
		m.Profile.Total, m.Profile.Search, m.Profile.MeanRank = 47, 47, 2.3
		m.Profile.Velocity7, m.Profile.Velocity30, m.Profile.Last = 3.1, 0.8, now
		m.TieCount, m.TieID = 10, "n"
	})
	s.put(memory("n", engine.TypeSemantic, "y"), func(m *engine.Memory) { m.TieCount, m.TieID = 10, "m" })
	s.edges = []engine.Edge{{EdgeKey: engine.EdgeKey{From: "m", Type: engine.CoRetrieved, To: "n"}, Count: 10}}
	p := s.plan(t, evolvers.Options{})
	if moved := stepOf(t, p, evolvers.RetrievalBasedStrengthening).Moved; len(moved) != 1 || moved[0].Before != "0.0000" || moved[0].After != "0.4546" {
		t.Errorf("strengthening: %+v", moved)
	}
	if moved := stepOf(t, p, evolvers.HebbianCoRetrieval).Moved; len(moved) != 2 || moved[0].After != "0.1400" {
		t.Errorf("ties: %+v", moved)
	}
	if p.Empty() || p.Counts().Changes != 0 {
		t.Errorf("%+v", p.Counts())
	}
	for _, step := range p.Steps {
		for _, m := range step.Marks {
			s.meta["mark/"+m.Name] = m.Value
		}
	}
	if again := s.plan(t, evolvers.Options{}); !again.Empty() {
		t.Errorf("what was noted moves again: %s", told(&again))
	}
	h := s.heads["m"]
	h.TieCount = 2
	s.heads["m"] = h
	if step := stepOf(t, s.plan(t, evolvers.Options{}), evolvers.HebbianCoRetrieval); len(step.Changes) != 1 || step.Changes[0].Weigh.Tie.Count != 10 {
		t.Errorf("a head that disagrees with its ties: %+v", step.Changes)
	}
}

func TestRollUp(t *testing.T) {
	s := newShelf()
	for i := range 12 {
		text := fmt.Sprintf("release call notes number %d", i)
		if i == 11 {
			text = "unrelated"
		}
		s.put(memory(fmt.Sprintf("w%02d", i), engine.TypeWorking, text), aged(time.Duration(12-i)*time.Minute),
			with(fmt.Sprintf(`{"tags":["t%d","call"],"key":"k","who":"w%d"}`, i%2, i)), sure(0.3+float64(i)/100))
	}
	step := s.only(t, evolvers.EnhancedWorkingToEpisodic, "enhanced_working_to_episodic.base_threshold=12")
	if len(step.Changes) != 2 {
		t.Fatalf("%d changes: %+v", len(step.Changes), step.Changes)
	}
	m := step.Changes[0].Make
	if m == nil || !m.Merge || len(m.From) != 11 || m.Memory.Type != engine.TypeEpisodic {
		t.Fatalf("%+v", step.Changes[0])
	}
	lines := strings.Split(m.Memory.Content, "\n")
	if lines[0] != "release call notes number 10" || lines[10] != "release call notes number 0" {
		t.Errorf("the newest do not come first: %q", lines)
	}
	f := fieldsOf(t, m.Memory.Metadata)
	for name, want := range map[string]string{
		"tags": "[t0 call t1]", "key": "k", "who": "w10", "summarized": "true", "method": "joined", "source_count": "11", "consolidation_type": "working_to_episodic",
	} {
		if got := fmt.Sprint(f[name]); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got := m.Memory.Confidence; got != 0.4 {
		t.Errorf("confidence %v", got)
	}
	single := step.Changes[1].Revise
	if single == nil || *single.Type != engine.TypeEpisodic || single.Content != nil {
		t.Errorf("a single one became %+v", step.Changes[1])
	}
	again := s.only(t, evolvers.EnhancedWorkingToEpisodic, "enhanced_working_to_episodic.base_threshold=12")
	if again.Changes[0].Memory != step.Changes[0].Memory {
		t.Error("the same plan gives another id")
	}
}

// scribe is a provider that writes, or fails.
type scribe struct {
	err   error
	asked int
}

func (s *scribe) Name() string { return "scribe" }

func (s *scribe) Compare(context.Context, engine.Memory, engine.Memory) (engine.Verdict, error) {
	return engine.Verdict{}, errors.New("not asked here")
}

func (s *scribe) Consolidate(_ context.Context, memories []engine.Memory) (engine.Synthesis, error) {
	s.asked++
	return engine.Synthesis{Content: fmt.Sprintf("%d notes", len(memories))}, s.err
}

func TestAProviderWritesEpisodes(t *testing.T) {
	s := newShelf()
	for i := range 10 {
		s.put(memory(fmt.Sprintf("w%02d", i), engine.TypeWorking, "the same words"), aged(time.Duration(i)*time.Second))
	}
	run := func(who *scribe) evolvers.Step {
		e := s.engineAt(t, now, engine.Options{Provider: who})
		p, err := evolvers.PlanCycle(t.Context(), e, evolvers.Options{Set: []string{"enhanced_working_to_episodic.base_threshold=10"}})
		if err != nil {
			t.Fatal(err)
		}
		return stepOf(t, p, evolvers.EnhancedWorkingToEpisodic)
	}
	who := &scribe{}
	step := run(who)
	if len(step.Changes) != 1 || step.Changes[0].Make.Memory.Content != "10 notes" || fieldsOf(t, step.Changes[0].Make.Memory.Metadata)["method"] != "scribe" {
		t.Errorf("%+v", step.Changes)
	}
	if who.asked != 1 {
		t.Errorf("asked %d times", who.asked)
	}
	step = run(&scribe{err: errors.New("no credit")})
	if len(step.Changes) != 0 || !strings.Contains(reasons(step), "no credit") {
		t.Errorf("%+v, %s", step.Changes, reasons(step))
	}
}

func TestOpinionsToCome(t *testing.T) {
	s := newShelf()
	for i := range 6 {
		s.put(memory(fmt.Sprintf("e%d", i), engine.TypeEpisodic, "x"), with(`{"topics":["Rust"]}`))
	}
	step := s.only(t, evolvers.OpinionSynthesis)
	if len(step.Changes) != 0 || !slices.Equal(step.Candidates, []evolvers.Candidate{{Subject: "Rust", Have: 6, Need: 7}}) {
		t.Errorf("%+v, %+v", step.Changes, step.Candidates)
	}
	s.put(memory("e6", engine.TypeEpisodic, "x"), with(`{"topics":["rust "]}`))
	step = s.only(t, evolvers.OpinionSynthesis)
	if len(step.Changes) != 1 || step.Changes[0].Make.Memory.Content != "User shows interest in Rust" {
		t.Fatalf("%+v", step.Changes)
	}
}

// Silence costs the same whenever a cycle comes by.
func TestSilenceIsSettledOnce(t *testing.T) {
	s := newShelf()
	s.put(memory("o", engine.TypeOpinion, "likes python"), sure(0.9), with(`{"subject":"python","formed_at":"2025-11-21T12:00:00Z"}`))
	step := s.only(t, evolvers.OpinionReinforcement) // 100 days: over at 31, 62 and 93
	if len(step.Changes) != 1 || math.Abs(*step.Changes[0].Revise.Confidence-0.75) > 1e-12 {
		t.Fatalf("%+v", step.Changes)
	}
	h, b := s.heads["o"], s.bodies["o"]
	h.Confidence, b.Metadata = *step.Changes[0].Revise.Confidence, *step.Changes[0].Revise.Metadata
	s.heads["o"], s.bodies["o"] = h, b
	if again := s.only(t, evolvers.OpinionReinforcement); len(again.Changes) != 0 {
		t.Errorf("settled twice: %+v", again.Changes)
	}
}

func TestEvidenceIsWholeWords(t *testing.T) {
	for text, want := range map[string]string{
		"I did some python":           "0.6400",
		"pythons are snakes":          "",
		"no longer python":            "0.5100",
		"notes on python":             "0.6400",
		"PYTHON, at last":             "0.6400",
		"unlike python":               "0.5100",
		"this has changed: no python": "0.5100",
	} {
		s := newShelf()
		s.put(memory("o", engine.TypeOpinion, "likes python"), sure(0.6), with(`{"subject":"Python"}`))
		s.put(memory("e", engine.TypeEpisodic, text))
		got := ""
		for _, c := range s.only(t, evolvers.OpinionReinforcement).Changes {
			got = c.After
		}
		if got != want {
			t.Errorf("%q: confidence %q, want %q", text, got, want)
		}
	}
	s := newShelf()
	s.put(memory("o", engine.TypeOpinion, "設計が好き"), sure(0.6), with(`{"subject":"設計"}`))
	s.put(memory("e", engine.TypeEpisodic, "今日は設計の話をした"))
	if n := len(s.only(t, evolvers.OpinionReinforcement).Changes); n != 1 {
		t.Error("a word of a script without spaces was not found")
	}
}

// numbers are vectors by id.
type numbers map[string][]float32

func (n numbers) Vectors(_ context.Context, ids []string) (map[string][]float32, error) {
	out := map[string][]float32{}
	for _, id := range ids {
		if v, given := n[id]; given {
			out[id] = v
		}
	}
	return out, nil
}

func TestEvidenceByMeaning(t *testing.T) {
	s := newShelf()
	s.put(memory("o", engine.TypeOpinion, "likes python"), sure(0.6), with(`{"subject":"python"}`))
	for _, id := range []string{"close", "far", "nan", "short"} {
		s.put(memory(id, engine.TypeEpisodic, "other words"))
	}
	vectors := numbers{"o": {1, 0}, "close": {0.8, 0.6}, "far": {0.6, 0.8}, "nan": {float32(math.NaN()), 0}, "short": {1}}
	p := s.plan(t, evolvers.Options{Only: []string{evolvers.OpinionReinforcement}, Vectors: vectors})
	step := stepOf(t, p, evolvers.OpinionReinforcement)
	if len(step.Changes) != 1 || !slices.Equal(step.Changes[0].Source, []string{"close"}) {
		t.Errorf("%+v", step.Changes)
	}
	if got := reasons(step); !strings.Contains(got, "nan: its vector holds what is not a number") || !strings.Contains(got, "short: its vector has 1 dimensions, not 2") {
		t.Errorf("reported %q", got)
	}
}

func TestObservationsAreRefreshed(t *testing.T) {
	s := newShelf()
	about := with(`{"entities":[{"name":"Alice","entity_type":"person"}]}`)
	s.put(memory("f1", engine.TypeSemantic, "Alice works at Google"), aged(2*days), about)
	s.put(memory("f2", engine.TypeSemantic, "Alice lives in Berlin"), aged(1*days), about)
	m := s.only(t, evolvers.ObservationSynthesis).Changes[0].Make
	if m.Memory.Content != "Summary of Alice: Alice lives in Berlin; Alice works at Google" || fieldsOf(t, m.Memory.Metadata)["entity_type"] != "person" {
		t.Fatalf("%+v", m.Memory)
	}
	s.put(m.Memory)
	if n := len(s.only(t, evolvers.ObservationSynthesis).Changes); n != 0 {
		t.Fatalf("%d changes without news", n)
	}
	s.put(memory("f3", engine.TypeEpisodic, "Alice called"), about)
	step := s.only(t, evolvers.ObservationSynthesis)
	if len(step.Changes) != 2 || *step.Changes[0].Revise.Content != "Summary of Alice: Alice called; Alice lives in Berlin; Alice works at Google" || step.Changes[1].Tie.To != "f3" {
		t.Errorf("%+v", step.Changes)
	}
}

func TestOneZettelPerSource(t *testing.T) {
	s := newShelf()
	s.put(memory("e", engine.TypeEpisodic, "a thought"))
	m := s.only(t, evolvers.EpisodicToZettel).Changes[0].Make
	s.put(m.Memory, func(m *engine.Memory) { m.State = engine.Deleted })
	s.edges = append(s.edges, engine.Edge{EdgeKey: engine.EdgeKey{From: m.Memory.ID, Type: engine.RelDerivedFrom, To: "e"}})
	if step := s.only(t, evolvers.EpisodicToZettel); len(step.Changes) != 0 || !strings.Contains(reasons(step), "it has its note") {
		t.Errorf("a second note: %+v", step.Changes)
	}
}

func TestProceduresAreRefined(t *testing.T) {
	s := newShelf()
	for i := range 5 {
		s.put(memory(fmt.Sprintf("w%d", i), engine.TypeWorking, "turn"), with(`{"skills":["git rebase"]}`))
	}
	m := s.only(t, evolvers.WorkingToProcedural).Changes[0].Make
	s.put(m.Memory)
	if n := len(s.only(t, evolvers.WorkingToProcedural).Changes); n != 0 {
		t.Fatalf("%d changes without news", n)
	}
	s.put(memory("w5", engine.TypeWorking, "turn"), with(`{"tools":["git rebase"]}`))
	step := s.only(t, evolvers.WorkingToProcedural)
	if len(step.Changes) != 2 || step.Changes[0].Before != "5 sources" || step.Changes[0].After != "6 sources" {
		t.Errorf("%+v", step.Changes)
	}
	archived := s.heads[m.Memory.ID]
	archived.State = engine.Archived
	s.heads[m.Memory.ID] = archived
	if n := len(s.only(t, evolvers.WorkingToProcedural).Changes); n != 0 {
		t.Error("a procedure that was put away was made again")
	}
}

// Nothing crosses a scope.
func TestScopesAreApart(t *testing.T) {
	s := newShelf()
	for i := range 8 {
		for _, subject := range []string{"alice", "bob"} {
			s.put(memory(fmt.Sprintf("%s%d", subject, i), engine.TypeEpisodic, "x"), with(`{"tags":["go"]}`), func(m *engine.Memory) { m.Scope.Subject = subject })
		}
	}
	step := s.only(t, evolvers.OpinionSynthesis)
	if len(step.Changes) != 2 {
		t.Fatalf("%d opinions", len(step.Changes))
	}
	for _, c := range step.Changes {
		for _, id := range c.Make.From {
			if !strings.HasPrefix(id, c.Make.Memory.Scope.Subject) {
				t.Errorf("an opinion of %s is formed from %s", c.Make.Memory.Scope.Subject, id)
			}
		}
	}
}
