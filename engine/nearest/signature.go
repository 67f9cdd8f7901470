// Package nearest finds the vectors that are close to each other: by random
// signatures, whose Hamming distance tells how far two vectors can be apart,
// and then by their exact cosine. It holds 64 bytes a vector; the vectors
// themselves are asked for only where a signature lets a pair through.
//
// The signatures are Charikar's SimHash: a bit is the side of a random
// hyperplane that a vector lies on, and two bits differ with the probability
// angle/π.
package nearest

import (
	"math"
	"math/bits"
)

// Bits is the length of a signature.
const Bits = 512

// Signature is a vector's SimHash.
type Signature [Bits / 64]uint64

// Distance is the number of bits in which two signatures differ.
func Distance(a, b *Signature) int {
	n := 0
	for i := range a {
		n += bits.OnesCount64(a[i] ^ b[i])
	}
	return n
}

// Hasher makes signatures of vectors of one length. It is not safe for
// concurrent use.
type Hasher struct {
	dim   int
	signs [3][]float32 // ±1, random but always the same
	work  []float32
}

// NewHasher makes the hasher for vectors of a length.
//
// The hyperplanes are the rows of a product of three Hadamard matrices with
// random signs: as good as independent ones, orthogonal besides, and 512 of
// them cost n·log n instead of 512·n.
func NewHasher(dim int) *Hasher {
	size := Bits
	for size < dim {
		size *= 2
	}
	h := &Hasher{dim: dim, work: make([]float32, size)}
	state := uint64(0x5DEECE66D) // fixed: signatures are stored
	for round := range h.signs {
		h.signs[round] = make([]float32, size)
		for i := range h.signs[round] {
			state += 0x9E3779B97F4A7C15
			h.signs[round][i] = 1 - 2*float32(scramble(state)>>63)
		}
	}
	return h
}

func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// Sign makes the signature of a vector, which must have the hasher's length.
func (h *Hasher) Sign(v []float32) Signature {
	clear(h.work[copy(h.work, v[:h.dim]):])
	for _, signs := range h.signs {
		for i, s := range signs {
			h.work[i] *= s
		}
		hadamard(h.work)
	}
	var out Signature
	for i := range Bits {
		if h.work[i] >= 0 {
			out[i/64] |= 1 << (i % 64)
		}
	}
	return out
}

// hadamard is the fast Walsh–Hadamard transform, scaled so that lengths stay.
func hadamard(x []float32) {
	for half := 1; half < len(x); half *= 2 {
		for from := 0; from < len(x); from += 2 * half {
			a, b := x[from:from+half], x[from+half:from+2*half]
			for i := range a {
				a[i], b[i] = a[i]+b[i], a[i]-b[i]
			}
		}
	}
	scale := float32(1 / math.Sqrt(float64(len(x))))
	for i := range x {
		x[i] *= scale
	}
}

// expect is the mean and the standard deviation of the number of bits in
// which the signatures of two vectors of a cosine differ, out of n.
func expect(cosine float64, n int) (mean, deviation float64) {
	p := math.Acos(min(max(cosine, -1), 1)) / math.Pi
	return p * float64(n), math.Sqrt(p * (1 - p) * float64(n))
}

// Estimate is the cosine of two vectors as their signatures tell it, within
// some 0.07.
func Estimate(a, b *Signature) float64 {
	return math.Cos(math.Pi * float64(Distance(a, b)) / Bits)
}
