package dynamics

import (
	"cmp"
	"slices"
)

// The constants of spreading activation.
const (
	ActivationSpread  = 0.7  // share of a node's activation that it passes on along a full tie
	ActivationCutoff  = 0.05 // below this a node does not fire
	ActivationMaxHops = 3    // ties away from the source
)

// Neighbour is one tie of a node, as [Activate] walks it.
type Neighbour struct {
	ID          string
	Strength    float64 // the tie's strength at the instant in question, 0 to MaxStrength
	Contradicts bool    // such ties do not carry activation
}

// Activation is a node that fired.
type Activation struct {
	ID    string
	Level float64 // 1 at the source, ActivationCutoff or more elsewhere
	Hops  int     // ties away from the source
	Via   string  // the node that it was reached from; empty at the source
}

// Activate spreads activation from a source at 1.0: what does this bring to
// mind? Hop by hop, a node fires once, with the strongest
//
//	level(from) · strength/MaxStrength · ActivationSpread
//
// among the ties that reach it in the first hop that reaches it at all. A
// level below ActivationCutoff does not fire, and nothing goes further than
// ActivationMaxHops. Strengths outside 0 … MaxStrength are clamped, NaN is 0.
//
// neighbours is asked once for each node that fired within reach. The result
// holds the source first and then the strongest first, ties in level by id;
// it depends on nothing but the arguments, not even on the order of the
// neighbours.
func Activate(source string, neighbours func(id string) []Neighbour) []Activation {
	fired := []Activation{{ID: source, Level: 1}}
	seen := map[string]bool{source: true}
	frontier := fired
	for hop := 1; hop <= ActivationMaxHops && len(frontier) > 0; hop++ {
		reached := spread(frontier, seen, neighbours)
		frontier = make([]Activation, 0, len(reached))
		for _, a := range reached {
			a.Hops = hop
			seen[a.ID] = true
			frontier = append(frontier, a)
		}
		slices.SortFunc(frontier, strongestFirst)
		fired = append(fired, frontier...)
	}
	slices.SortFunc(fired, strongestFirst)
	return fired
}

// spread finds the strongest way to every node one tie beyond the frontier.
func spread(frontier []Activation, seen map[string]bool, neighbours func(string) []Neighbour) map[string]Activation {
	reached := map[string]Activation{}
	for _, from := range frontier {
		for _, n := range neighbours(from.ID) {
			level := from.Level * clamp01(n.Strength/MaxStrength) * ActivationSpread
			if n.Contradicts || seen[n.ID] || level < ActivationCutoff {
				continue
			}
			// The frontier is in a fixed order, so the first of equals is too.
			if best, known := reached[n.ID]; !known || level > best.Level {
				reached[n.ID] = Activation{ID: n.ID, Level: level, Via: from.ID}
			}
		}
	}
	return reached
}

func strongestFirst(a, b Activation) int {
	return cmp.Or(cmp.Compare(b.Level, a.Level), cmp.Compare(a.ID, b.ID))
}
