package evolvers

import (
	"context"
	"time"

	"ebb/engine"
)

// Evolver is one rule of evolution. Plan must not keep the view, must return
// when its context ends, and gives the same result for the same view and
// instant.
type Evolver interface {
	// Name is the published name, as settings and commands spell it.
	Name() string
	// Summary is one line for people.
	Summary() string
	// Options are its settings, with defaults and bounds.
	Options() []Option
	// Plan says what the evolver would change. A record that it cannot use is
	// a Problem of the result; an error is for what stops it altogether.
	Plan(ctx context.Context, v View, now time.Time) (Result, error)
}

// Result is what an evolver found.
type Result struct {
	Changes []engine.Change // to be written
	// Moved are parts of retention scores that events have changed since a
	// cycle was last applied. They are in force already, so they are shown and
	// noted, not written.
	Moved []engine.Change
	Marks []engine.Mark // what the evolver remembers once the plan is applied

	Looked   int       // memories, ties or pairs looked at
	Drift    int       // scores that move with time alone: nothing to write
	Left     int       // left for the next cycle by a cap
	Skipped  []Skip    // what was passed over, and why
	Problems []Problem // records that could not be used
	// Candidates are what is not there yet, for people to see it coming.
	Candidates []Candidate
	// Offers are archived memories whose evidence has recovered. They are
	// never restored without being asked for.
	Offers []Offer
}

// Skip counts what an evolver passed over for one reason.
type Skip struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// Problem is a record that an evolver could not use.
type Problem struct {
	ID  string `json:"id"` // memory or edge; "" when it has none
	Why string `json:"why"`
}

// Candidate is something that would come about with more evidence.
type Candidate struct {
	Subject string `json:"subject"`
	Have    int    `json:"have"`
	Need    int    `json:"need"`
}

// Offer is an archived memory that could come back.
type Offer struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"` // its retention now
}

// skip counts a memory passed over for a reason.
func (r *Result) skip(reason string, n int) {
	if n == 0 {
		return
	}
	for i := range r.Skipped {
		if r.Skipped[i].Reason == reason {
			r.Skipped[i].Count += n
			return
		}
	}
	r.Skipped = append(r.Skipped, Skip{Reason: reason, Count: n})
}

// problem notes a record that cannot be used.
func (r *Result) problem(id, why string) { r.Problems = append(r.Problems, Problem{ID: id, Why: why}) }

// Neighbour is a memory whose embedding is close to another one's.
type Neighbour = engine.Neighbour

// Neighbours knows which memories lie close to each other. It must be safe for
// concurrent use and give the same answer throughout a plan.
type Neighbours interface {
	// Neighbours lists memories of the same tenant and namespace by falling
	// similarity, the memory itself left out. nil means that nothing is known
	// about the memory yet (no embedding, or one of an older text); an empty
	// list, that it is known to have none. Keeping some sixteen of them is
	// enough: types that do not interfere are passed over here.
	Neighbours(id string) []Neighbour
}

// Unfinished is implemented by sources that may still be at work. Until they
// are done no interference is changed.
type Unfinished interface{ Complete() bool }

// Lexical is implemented by sources of neighbours whose embedder compares
// words, not meanings: the threshold for interference is higher there.
type Lexical interface{ Lexical() bool }

// Inverse is implemented by sources that know who lists a memory. Without it
// the evolve stage finds those only among the memory's own neighbours.
type Inverse interface{ ListedBy(id string) []Neighbour }

// Faulty is implemented by sources that met vectors they could not use: one
// that is not a number, or one of another dimension than the rest.
type Faulty interface{ Problems() []Problem }

// Vectors gives the embeddings of memories, of unit length; those without one
// are left out. It must be safe for concurrent use.
type Vectors interface {
	Vectors(ctx context.Context, ids []string) (map[string][]float32, error)
}
