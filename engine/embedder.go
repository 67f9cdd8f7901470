package engine

import (
	"context"
	"fmt"
	"math"

	"ebb/engine/lexical"
	"ebb/engine/nearest"
)

// Embedder turns texts into vectors, so that texts about the same thing lie
// close together. It must be safe for concurrent use.
type Embedder interface {
	// ID names the model, with everything that changes its vectors: at most
	// MaxModelBytes. Vectors of different IDs are never compared.
	ID() string
	// Dim is the length of the vectors, 1 to MaxVectorDim.
	Dim() int
	// Embed returns one vector for each text, in order.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// Limits of a model.
const (
	MaxModelBytes = 200
	MaxVectorDim  = 8192
)

// lexicalEmbedder is an embedder that knows spelling, not meaning. Its
// similarities have a threshold of their own and are no signal in a search
// unless the settings say so.
type lexicalEmbedder interface{ Lexical() bool }

func isLexical(m Embedder) bool {
	l, ok := m.(lexicalEmbedder)
	return ok && l.Lexical()
}

// checkEmbedder refuses an embedder whose vectors could not be kept.
func checkEmbedder(m Embedder) error {
	if err := checkText("embedder", m.ID(), MaxModelBytes); err != nil {
		return err
	}
	if m.Dim() < 1 || m.Dim() > MaxVectorDim {
		return &ValidationError{Field: "embedder dimensions", Got: show(m.Dim()), Want: fmt.Sprintf("1 to %d", MaxVectorDim)}
	}
	return nil
}

// Embedder is what turns texts into vectors: the configured one, else the
// lexical one.
func (e *Engine) Embedder() Embedder { return e.near.embedder }

// VectorError is an embedder's answer for one text that cannot be used. The
// text is left without a vector; the others are not touched.
type VectorError struct {
	Model string
	Why   string
}

func (e *VectorError) Error() string {
	return fmt.Sprintf("the vector that %s made cannot be used: %s", e.Model, e.Why)
}

// unitVector checks a vector and scales it to unit length.
func unitVector(m Embedder, v []float32) ([]float32, error) {
	bad := func(why string) error { return &VectorError{Model: m.ID(), Why: why} }
	if len(v) != m.Dim() {
		return nil, bad(fmt.Sprintf("it has %d dimensions, not %d", len(v), m.Dim()))
	}
	var square float64
	for i, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return nil, bad(fmt.Sprintf("component %d is %v", i, x))
		}
		square += float64(x) * float64(x)
	}
	if square == 0 {
		return nil, bad("it is zero: nothing of the text was recognised")
	}
	if math.Abs(square-1) < 1e-5 {
		return v, nil
	}
	out := make([]float32, len(v))
	norm := math.Sqrt(square)
	for i, x := range v {
		out[i] = float32(float64(x) / norm)
	}
	return out, nil
}

// An embedded text is a unit vector, or why there is none.
type embedded struct {
	vector []float32
	err    error
}

// embedAll embeds texts; the error is one that concerns all of them.
func embedAll(ctx context.Context, m Embedder, texts []string) ([]embedded, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	vectors, err := m.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embed %d texts with %s: %w", len(texts), m.ID(), err)
	}
	if len(vectors) != len(texts) {
		return nil, &VectorError{Model: m.ID(), Why: fmt.Sprintf("%d vectors came for %d texts", len(vectors), len(texts))}
	}
	out := make([]embedded, len(texts))
	for i, v := range vectors {
		out[i].vector, out[i].err = unitVector(m, v)
	}
	return out, nil
}

// Cosine of two vectors as Vectors returns them: -1..1, 0 for different
// lengths.
func Cosine(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	return min(max(float64(nearest.Dot(a, b)), -1), 1)
}

var _ Embedder = lexical.Embedder{}
