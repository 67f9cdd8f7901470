package dynamics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type graph map[string][]Neighbour

func (g graph) neighbours(id string) []Neighbour { return g[id] }

// tie adds both directions.
func (g graph) tie(a, b string, strength float64, contradicts bool) {
	g[a] = append(g[a], Neighbour{ID: b, Strength: strength, Contradicts: contradicts})
	g[b] = append(g[b], Neighbour{ID: a, Strength: strength, Contradicts: contradicts})
}

func TestActivate(t *testing.T) {
	g := graph{}
	g.tie("a", "b", 5, false)
	g.tie("b", "c", 5, false)
	g.tie("c", "d", 5, false)
	g.tie("d", "e", 5, false) // four ties away
	g.tie("a", "c", 1, false) // reaches c first, weakly: it fires once, then
	g.tie("a", "x", 5, true)  // contradicts
	g.tie("a", "w", 0.3, false)
	g.tie("a", "n", math.NaN(), false)
	g.tie("a", "a", 5, false)
	want := []Activation{
		{ID: "a", Level: 1},
		{ID: "b", Level: 0.7, Hops: 1, Via: "a"},
		{ID: "c", Level: 0.14, Hops: 1, Via: "a"},
		{ID: "d", Level: 0.14 * 0.7, Hops: 2, Via: "c"},
		{ID: "e", Level: 0.14 * 0.7 * 0.7, Hops: 3, Via: "d"},
	}
	got := Activate("a", g.neighbours)
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i := range want {
		if got[i].ID != want[i].ID || got[i].Hops != want[i].Hops || got[i].Via != want[i].Via || !near(got[i].Level, want[i].Level, 1e-12) {
			t.Errorf("%d: %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestActivateTakesTheStrongestWayOfAHop(t *testing.T) {
	g := graph{}
	g.tie("s", "m2", 4, false)
	g.tie("s", "m1", 4, false)
	g.tie("s", "m3", 5, false)
	g.tie("m1", "t", 5, false)
	g.tie("m2", "t", 5, false)
	g.tie("m3", "t", 3, false)
	got := Activate("s", g.neighbours)
	order := ""
	for _, a := range got {
		order += a.ID + " "
	}
	if order != "s m3 m1 m2 t " || got[4].Via != "m1" || !near(got[4].Level, 0.8*0.7*0.7, 1e-12) {
		t.Errorf("%+v", got)
	}
}

func TestActivateStopsAtThreeHops(t *testing.T) {
	g := graph{}
	for i := range 10 {
		g.tie(fmt.Sprint(i), fmt.Sprint(i+1), 5, false)
	}
	asked := map[string]int{}
	got := Activate("0", func(id string) []Neighbour { asked[id]++; return g[id] })
	if len(got) != 4 || got[3].Hops != ActivationMaxHops {
		t.Errorf("%+v", got)
	}
	if len(asked) != 3 {
		t.Errorf("asked about %v", asked)
	}
	for id, n := range asked {
		if n != 1 {
			t.Errorf("asked %d times about %s", n, id)
		}
	}
	if lone := Activate("lone", g.neighbours); len(lone) != 1 || lone[0].Level != 1 {
		t.Errorf("a node without ties: %+v", lone)
	}
}

func TestActivateDoesNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := graph{}
		for range rapid.IntRange(0, 60).Draw(t, "ties") {
			id := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g", "h"})
			strength := float64(rapid.IntRange(-1, 6).Draw(t, "strength"))
			g.tie(id.Draw(t, "from"), id.Draw(t, "to"), strength, rapid.IntRange(0, 9).Draw(t, "contradicts") == 0)
		}
		got := Activate("a", g.neighbours)
		shuffle := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "seed")))
		again := Activate("a", func(id string) []Neighbour {
			n := slices.Clone(g[id])
			shuffle.Shuffle(len(n), func(i, j int) { n[i], n[j] = n[j], n[i] })
			return n
		})
		if !slices.Equal(got, again) {
			t.Fatalf("%+v, shuffled %+v", got, again)
		}
		fired := map[string]Activation{}
		for i, a := range got {
			if _, twice := fired[a.ID]; twice {
				t.Fatalf("%s fired twice", a.ID)
			}
			fired[a.ID] = a
			if i == 0 {
				continue
			}
			if a.Level > got[i-1].Level || a.Level < ActivationCutoff || a.Hops < 1 || a.Hops > ActivationMaxHops {
				t.Fatalf("%+v after %+v", a, got[i-1])
			}
		}
		for _, a := range got[1:] {
			via := fired[a.Via]
			if via.Hops != a.Hops-1 || a.Level > via.Level*ActivationSpread {
				t.Fatalf("%+v by way of %+v", a, via)
			}
		}
	})
}
