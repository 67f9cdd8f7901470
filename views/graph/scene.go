package graph

import (
	"cmp"
	"math"
	"slices"
	"time"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/views/widget"
)

// Scene is a bounded part of the store as a graph: memories, and one tie for
// every two that are tied in whatever ways.
type Scene struct {
	Centre string // "": the strongest hubs of the store
	Nodes  []Node // the centre first, then the nearest first
	Ties   []Tie
	Folded []Fold

	Total  int // pairs that are tied among all that was looked at
	Hidden int // neighbours of the centre whose ties are not wanted
	Loops  int // ties of a memory with itself, which are left out
	Gone   int // nodes that name no memory
}

// Node is a memory in a scene.
type Node struct {
	ID   string
	Head engine.Head // zero when Gone
	Gone bool        // the tie outlived the memory
	Hops int         // ties away from the centre
	Via  string      // the node that it is reached from
	// Reach is how strongly the centre leads here: the product of the shares
	// of ties on the way, 0 to 1. In an overview it is the sum of strengths.
	Reach float64
	// Degree is how many memories it is tied to, where that was looked at.
	Degree int
}

// Name is what the node is called.
func (n *Node) Name() string {
	switch {
	case n.Gone:
		return "gone: " + n.ID
	case n.Head.Title == "":
		return "without a text"
	case widget.Blank(n.Head.Title):
		return "blank: " + n.ID
	}
	return n.Head.Title
}

// Tie is all that ties two memories.
type Tie struct {
	A, B  string // A is nearer to the centre
	Edges []engine.Edge
}

// Fold counts the neighbours of a node that are not shown.
type Fold struct {
	ID string
	N  int
}

// Strength is that of the strongest of its edges at an instant.
func (t *Tie) Strength(now time.Time) float64 {
	strength := 0.0
	for i := range t.Edges {
		strength = math.Max(strength, t.Edges[i].Connection.StrengthAt(now))
	}
	return strength
}

// Strongest is the edge that Strength is of; ties have at least one.
func (t *Tie) Strongest(now time.Time) *engine.Edge {
	best := &t.Edges[0]
	for i := range t.Edges {
		if t.Edges[i].Connection.StrengthAt(now) > best.Connection.StrengthAt(now) {
			best = &t.Edges[i]
		}
	}
	return best
}

// Count is how often the two were recalled together.
func (t *Tie) Count() int64 {
	var n int64
	for i := range t.Edges {
		n = max(n, int64(t.Edges[i].Count), t.Edges[i].Connection.AccessCount)
	}
	return n
}

// Contradicts reports whether somebody said that both cannot be true.
func (t *Tie) Contradicts() bool { return t.of(engine.RelContradicts) }

func (t *Tie) of(typ string) bool {
	return slices.ContainsFunc(t.Edges, func(e engine.Edge) bool { return e.Type == typ })
}

// supersedes is the end that took the other's place, "" when neither did.
func (t *Tie) supersedes() string {
	for i := range t.Edges {
		if t.Edges[i].Type == engine.RelSupersedes {
			return t.Edges[i].From
		}
	}
	return ""
}

// Said are the edges that somebody stated, as against those observed.
func (t *Tie) Said() []engine.Edge {
	var said []engine.Edge
	for i := range t.Edges {
		if isSaid(&t.Edges[i]) {
			said = append(said, t.Edges[i])
		}
	}
	return said
}

func isSaid(e *engine.Edge) bool {
	switch e.Type {
	case engine.CoRetrieved, engine.RelHallway, engine.RelTunnel:
		return false
	}
	return true
}

// Other is the end that is not id.
func (t *Tie) Other(id string) string {
	if t.A == id {
		return t.B
	}
	return t.A
}

// share is how much of what reaches one end a tie leads to the other: its
// strength, or what its author gave a relation.
func (t *Tie) share(now time.Time) float64 {
	share := t.Strength(now) / dynamics.MaxStrength
	for i := range t.Edges {
		if isSaid(&t.Edges[i]) {
			share = math.Max(share, t.Edges[i].Weight/dynamics.MaxStrength)
		}
	}
	return math.Min(math.Max(share, 0), 1)
}

// Node is a node by its id; nil when it is not in the scene.
func (s *Scene) Node(id string) *Node {
	for i := range s.Nodes {
		if s.Nodes[i].ID == id {
			return &s.Nodes[i]
		}
	}
	return nil
}

// Between is the tie of two nodes; nil when there is none.
func (s *Scene) Between(a, b string) *Tie {
	for i := range s.Ties {
		if t := &s.Ties[i]; t.A == a && t.B == b || t.A == b && t.B == a {
			return t
		}
	}
	return nil
}

// Tunnel reports whether a node lies in another place than the centre.
func (s *Scene) Tunnel(n *Node) bool {
	c := s.Node(s.Centre)
	return c != nil && !n.Gone && !c.Gone && n.Head.Scope.Namespace != c.Head.Scope.Namespace
}

// gather makes ties of the edges of a memory, the strongest first: one for each
// neighbour. It counts the edges that lead back to the memory itself, and the
// ties that are not wanted.
func gather(id string, edges []engine.Edge, ask *Ask) (ties []Tie, loops, hidden int) {
	at := map[string]int{}
	for i := range edges {
		e := &edges[i]
		other := e.Other(id)
		if e.From == e.To {
			loops++
			continue
		}
		j, known := at[other]
		if !known {
			j = len(ties)
			at[other] = j
			ties = append(ties, Tie{A: id, B: other})
		}
		ties[j].Edges = append(ties[j].Edges, *e)
	}
	all := len(ties)
	ties = slices.DeleteFunc(ties, func(t Tie) bool { return !ask.keeps(&t) })
	shares := make(map[string]float64, len(ties))
	for i := range ties {
		shares[ties[i].B] = ties[i].share(ask.Now)
	}
	slices.SortFunc(ties, func(a, b Tie) int {
		return cmp.Or(cmp.Compare(shares[b.B], shares[a.B]), cmp.Compare(a.B, b.B))
	})
	return ties, loops, all - len(ties)
}
