package evolvers

import "slices"

// Stage is where in a cycle an evolver runs.
type Stage uint8

// The stages, in order.
const (
	First    Stage = iota // before everything: what has expired
	Core                  // promotion, synthesis, reinforcement, maintenance: full cycles only
	Enhanced              // the forgetting curve and what works against it
	Last                  // the archive decision, from the final scores
)

// The published names, and two of ours for the ends of a cycle.
const (
	ExpiryMarking                  = "expiry_marking"
	WorkingToEpisodic              = "working_to_episodic"
	WorkingToProcedural            = "working_to_procedural"
	EpisodicToSemantic             = "episodic_to_semantic"
	EpisodicToZettel               = "episodic_to_zettel"
	OpinionSynthesis               = "opinion_synthesis"
	OpinionReinforcement           = "opinion_reinforcement"
	ObservationSynthesis           = "observation_synthesis"
	DecisionConfidence             = "decision_confidence"
	EpisodicDecay                  = "episodic_decay"
	SemanticDecay                  = "semantic_decay"
	ZettelPrune                    = "zettel_prune"
	StaleMemory                    = "stale_memory"
	EnhancedWorkingToEpisodic      = "enhanced_working_to_episodic"
	ExponentialDecay               = "exponential_decay"
	InterferenceBasedConsolidation = "interference_based_consolidation"
	RetrievalBasedStrengthening    = "retrieval_based_strengthening"
	HebbianCoRetrieval             = "hebbian_co_retrieval"
	ArchiveDecision                = "archive_decision"
)

// Spec describes an evolver without building it.
type Spec struct {
	Name    string // the published name
	Title   string // for screens
	Summary string // one line
	Stage   Stage
	On      bool // runs unless it is switched off
	// PlanFirst says that its plan should be seen before it is applied.
	PlanFirst bool
	Options   []Option

	build func(*Spec, *Config) (Evolver, error)
}

// registry is the order of a full cycle. It is filled by init because building
// an evolver looks its options up here.
var registry []*Spec

func init() {
	registry = []*Spec{
		&expiryMarking,
		&workingToEpisodicSpec, &workingToProceduralSpec, &episodicToSemanticSpec, &episodicToZettelSpec,
		&opinionSynthesisSpec, &opinionReinforcementSpec, &observationSynthesisSpec, &decisionConfidenceSpec,
		&episodicDecaySpec, &semanticDecaySpec, &zettelPruneSpec, &staleMemorySpec,
		&enhancedWorkingToEpisodicSpec, &exponentialDecaySpec, &interferenceSpec, &strengtheningSpec, &hebbianSpec,
		&archiveDecisionSpec,
	}
}

// Registry lists all evolvers in the order in which a full cycle runs them.
func Registry() []Spec {
	out := make([]Spec, len(registry))
	for i, s := range registry {
		out[i] = *s
		out[i].Options = slices.Clone(s.Options)
	}
	return out
}

// Lookup finds an evolver by its published name.
func Lookup(name string) (Spec, bool) {
	s := specOf(name)
	if s == nil {
		return Spec{}, false
	}
	return *s, true
}

func specOf(name string) *Spec {
	for _, s := range registry {
		if s.Name == name {
			return s
		}
	}
	return nil
}

func (s *Spec) option(key string) *Option {
	for i := range s.Options {
		if s.Options[i].Key == key {
			return &s.Options[i]
		}
	}
	return nil
}

// described is the part of an evolver that its Spec answers.
type described struct{ spec *Spec }

// Name implements Evolver.
func (d described) Name() string { return d.spec.Name }

// Summary implements Evolver.
func (d described) Summary() string { return d.spec.Summary }

// Options implements Evolver.
func (d described) Options() []Option { return slices.Clone(d.spec.Options) }
