package layout

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Whatever is asked for: every place is a number inside the plane, and the same
// question has the same answer.
func TestPlacesAreInsideAndTheSame(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, 1e300}))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		edges := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Edge {
			return Edge{A: rapid.IntRange(-1, 41).Draw(t, "a"), B: rapid.IntRange(-1, 41).Draw(t, "b"), Pull: number.Draw(t, "pull")}
		}), 0, 80).Draw(t, "edges")
		known := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Point {
			return Point{X: number.Draw(t, "x"), Y: number.Draw(t, "y")}
		}), 0, 45).Draw(t, "known")
		p := Plane{W: rapid.Float64Range(1, 300).Draw(t, "w"), H: rapid.Float64Range(1, 200).Draw(t, "h"), Steps: rapid.IntRange(0, 30).Draw(t, "steps"), Fixed: rapid.IntRange(-2, 45).Draw(t, "fixed")}
		a, b := Place(n, edges, known, p), Place(n, edges, known, p)
		if !slices.Equal(a, b) || len(a) != n {
			t.Fatalf("%d places, then %d: %v, %v", len(a), len(b), a, b)
		}
		for i, at := range a {
			if !(at.X >= 0 && at.X <= p.W && at.Y >= 0 && at.Y <= p.H) {
				t.Fatalf("node %d is at %v, outside of %v", i, at, p)
			}
		}
		if c := p.Fixed; c >= 0 && c < n && a[c] != (Point{X: p.W / 2, Y: p.H / 2}) {
			t.Fatalf("the fixed node is at %v", a[c])
		}
	})
}

func star(n int) []Edge {
	var edges []Edge
	for i := 1; i < n; i++ {
		edges = append(edges, Edge{A: (i - 1) / 5, B: i, Pull: 1 / float64(i)})
	}
	return edges
}

func distance(a, b Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// A tie that comes or goes moves nobody across the plane.
func TestKnownNodesStayPut(t *testing.T) {
	p := Plane{W: 80, H: 56, Steps: 100}
	before := Place(20, star(20), nil, p)
	p.Steps = 30
	for i, after := range Place(21, star(21), before, p)[:20] {
		if d := distance(before[i], after); d > 12 {
			t.Errorf("node %d went %.1f away: %v, then %v", i, d, before[i], after)
		}
	}
}

// Nodes keep apart, and what is tied lies nearer than what is not.
func TestTiedNodesLieTogether(t *testing.T) {
	var edges []Edge
	for g := range 3 {
		for i := range 5 {
			for j := range i {
				edges = append(edges, Edge{A: 5*g + i, B: 5*g + j, Pull: 1})
			}
		}
	}
	at := Place(15, edges, nil, Plane{W: 80, H: 56, Steps: 150, Fixed: -1})
	within, across, w, c := 0.0, 0.0, 0, 0
	for i := range at {
		for j := range i {
			d := distance(at[i], at[j])
			if d < 1 {
				t.Errorf("nodes %d and %d are %.2f apart", i, j, d)
			}
			if i/5 == j/5 {
				within, w = within+d, w+1
			} else {
				across, c = across+d, c+1
			}
		}
	}
	if within/float64(w) > .6*across/float64(c) {
		t.Errorf("tied nodes are %.1f apart, others %.1f", within/float64(w), across/float64(c))
	}
}

// The figure to reach is 5 ms.
func BenchmarkPlace150Nodes100Steps(b *testing.B) {
	edges := star(150)
	for i := range 150 {
		edges = append(edges, Edge{A: i, B: i * 7 % 150, Pull: .3})
	}
	for b.Loop() {
		Place(150, edges, nil, Plane{W: 80, H: 56, Steps: 100})
	}
}
