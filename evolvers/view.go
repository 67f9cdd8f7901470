package evolvers

import (
	"iter"

	"ebb/engine"
)

// View is a consistent snapshot of the store with the changes of the evolvers
// before laid over it. What it hands out is for reading only. Once a cycle has
// ended, or has given up on an evolver, reads from the store fail.
type View interface {
	// Settings are those of this plan.
	Settings() *engine.Settings
	// Heads yields the memories that stand: live, archived or expired. Those
	// that the plan makes come last, the others in order of id.
	Heads() iter.Seq[*engine.Head]
	// Live yields those of Heads that take part in evolution: live, and not
	// past their expiry.
	Live() iter.Seq[*engine.Head]
	// Get finds a memory that stands.
	Get(id string) (*engine.Head, bool)
	// Place numbers the memories of the view, from 0 to below Places, so that
	// what an evolver gathers about them can lie in a slice; false for one that
	// does not stand and never did in this plan.
	Place(id string) (int, bool)
	Places() int
	// Exists reports whether there is a memory with this id, in any state.
	Exists(id string) bool
	// Facets are what evolvers read from a memory's metadata; never nil
	// without an error.
	Facets(id string) (*Facets, error)
	// Memory is a memory with its text and metadata.
	Memory(id string) (engine.Memory, error)
	// Edges yields all ties.
	Edges() iter.Seq2[engine.Edge, error]
	// EdgesOf yields the ties of one memory.
	EdgesOf(id string) iter.Seq2[engine.Edge, error]
	// Neighbours knows which memories are alike; nil without embeddings.
	Neighbours() Neighbours
	// Vectors are the embeddings of memories, of unit length; those without
	// one are left out.
	Vectors(ids []string) (map[string][]float32, error)
	// Mark is what an evolver remembered under a name; nil for nothing.
	Mark(name string) ([]byte, error)
	// NewID is the id for something made from these parts. The same parts
	// give the same id at the same instant.
	NewID(parts ...string) string
	// Write asks for a text out of several memories. Without a provider the
	// answer is Unwritten; with one it is Pending at first, and the cycle is
	// planned again once the provider has answered.
	// The error is that of a text that Failed.
	Write(ids []string) (engine.Synthesis, Writing, error)
}

// Writing says how far a text that was asked for has come.
type Writing uint8

// The states of a text.
const (
	Unwritten Writing = iota // nobody is there to write it
	Pending                  // asked for
	Written
	Failed // the provider could not
)
