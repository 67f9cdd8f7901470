package engine

import (
	"iter"

	"ebb/engine/nearest"
)

// Embeddings holds what embedders made of texts, under the model's id, and
// which memories are to be looked at again. Vectors and signatures are those
// of each memory's current text or, while the memory is marked, of an earlier
// one.
type Embeddings interface {
	// Mark notes that a memory's vector and neighbours are out of date.
	Mark(id string) error
	Unmark(id string) error
	// Marked yields marked memories in order of id, those after the given one.
	Marked(after string) iter.Seq2[string, error]

	// Models are the ids under which anything is held, in order.
	Models() ([]string, error)
	// PutSignature writes a signature; Bits and Group are kept.
	PutSignature(model string, s Signature) error
	// Signatures yields a model's signatures in order of id.
	Signatures(model string) iter.Seq2[Signature, error]
	// PutVector writes a vector of finite numbers.
	PutVector(model, id string, v []float32) error
	Vector(model, id string) ([]float32, bool, error)
	// Vectors yields a model's vectors in order of id. The slice is the
	// caller's.
	Vectors(model string) iter.Seq2[IDVector, error]
	// PutNeighbours writes a memory's neighbours, nearest first; none removes
	// the entry.
	PutNeighbours(model, id string, near []Neighbour) error
	Neighbours(model, id string) ([]Neighbour, error)
	// AllNeighbours yields the entries of a model in order of id.
	AllNeighbours(model string) iter.Seq2[NeighbourList, error]

	// Forget removes signature, vector and neighbours of one memory.
	Forget(model, id string) error
	// Purge removes all traces of memories, under every model, and marks those
	// who had one of them for a neighbour.
	Purge(ids map[string]bool) error
	// DropModel removes up to n records of a model; it returns how many.
	DropModel(model string, n int) (int, error)
}

// Signature is a vector's signature and the group that its memory is compared
// within.
type Signature = nearest.Entry

// IDVector is a memory's vector.
type IDVector struct {
	ID     string
	Vector []float32
}

// Neighbour is a memory close to another one. Similarity is the cosine of
// their vectors, above the threshold and at most 1.
type Neighbour struct {
	ID         string
	Similarity float64
}

// MaxNeighbours is how many neighbours a memory has at most.
const MaxNeighbours = nearest.Top

// NeighbourList is a memory and those closest to it: nearest first, ties in
// order of id.
type NeighbourList struct {
	ID   string
	Near []Neighbour
}
