package evolvers_test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ebb/engine"
	"ebb/evolvers"
)

// cosines compares all vectors with each other.
type cosines struct {
	items    []publishedItem
	problems []evolvers.Problem
}

func newCosines(items []publishedItem) *cosines {
	var c cosines
	size := 0
	for _, i := range items {
		norm := 0.0
		for _, x := range i.Embedding {
			norm += x * x
		}
		switch {
		case i.Embedding == nil:
		case math.IsNaN(norm) || math.IsInf(norm, 0) || norm == 0:
			c.problems = append(c.problems, evolvers.Problem{ID: i.ID, Why: "its vector has no direction"})
		case size != 0 && len(i.Embedding) != size:
			c.problems = append(c.problems, evolvers.Problem{ID: i.ID, Why: fmt.Sprintf("its vector has %d dimensions, not %d", len(i.Embedding), size)})
		default:
			size = len(i.Embedding)
			if i.Type == engine.TypeEpisodic || i.Type == engine.TypeSemantic {
				c.items = append(c.items, i)
			}
		}
	}
	return &c
}

func (c *cosines) Problems() []evolvers.Problem { return c.problems }

func (c *cosines) Neighbours(id string) []evolvers.Neighbour {
	var own []float64
	for _, i := range c.items {
		if i.ID == id {
			own = i.Embedding
		}
	}
	if own == nil {
		return nil
	}
	out := []evolvers.Neighbour{}
	for _, i := range c.items {
		if i.ID != id {
			out = append(out, evolvers.Neighbour{ID: i.ID, Similarity: cosine(own, i.Embedding)})
		}
	}
	slices.SortStableFunc(out, func(a, b evolvers.Neighbour) int {
		switch {
		case a.Similarity > b.Similarity:
			return -1
		case a.Similarity < b.Similarity:
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out
}

func cosine(a, b []float64) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += a[i] * b[i]
		aa += a[i] * a[i]
		bb += b[i] * b[i]
	}
	return math.Max(-1, math.Min(1, ab/math.Sqrt(aa)/math.Sqrt(bb)))
}
