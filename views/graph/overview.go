package graph

import (
	"cmp"
	"context"
	"hash/maphash"
	"maps"
	"slices"
	"time"

	"ebb/engine"
)

// Overview is the strongest hubs of the whole store, by the sum of the
// strengths of their ties at an instant, and what ties them to each other.
func Overview(ctx context.Context, src Reader, now time.Time) (Scene, error) {
	edges, err := src.Edges(ctx, "")
	if err != nil {
		return Scene{}, err
	}
	var s Scene
	pull := make(map[string]float64, len(edges)/2)
	degree := make(map[string]int, len(edges)/2)
	pairs := make(map[uint64]struct{}, len(edges))
	seed := maphash.MakeSeed()
	for i := range edges {
		e := &edges[i]
		if e.From == e.To {
			s.Loops++
			continue
		}
		strength := e.Connection.StrengthAt(now)
		pull[e.From] += strength
		pull[e.To] += strength
		// Two pairs of the same hash are one in four billion at 100,000 ties.
		pair := maphash.String(seed, e.From) ^ maphash.String(seed, e.To)
		if _, counted := pairs[pair]; !counted {
			pairs[pair] = struct{}{}
			degree[e.From]++
			degree[e.To]++
		}
	}
	s.Total = len(pairs)
	for _, id := range strongestOf(pull, MostNodes) {
		s.Nodes = append(s.Nodes, Node{ID: id, Reach: pull[id], Degree: degree[id]})
	}
	if err := s.name(ctx, src); err != nil {
		return Scene{}, err
	}
	s.between(edges)
	return s, nil
}

func strongestOf(pull map[string]float64, most int) []string {
	order := func(a, b string) int { return cmp.Or(cmp.Compare(pull[b], pull[a]), cmp.Compare(a, b)) }
	best := make([]string, 0, most+1)
	for id := range maps.Keys(pull) {
		i, _ := slices.BinarySearchFunc(best, id, order)
		if i == most {
			continue
		}
		best = slices.Insert(best, i, id)
		best = best[:min(len(best), most)]
	}
	return best
}

// name reads what the nodes are.
func (s *Scene) name(ctx context.Context, src Reader) error {
	ids := make([]string, len(s.Nodes))
	for i := range s.Nodes {
		ids[i] = s.Nodes[i].ID
	}
	heads, err := src.Heads(ctx, ids)
	if err != nil {
		return err
	}
	known := make(map[string]engine.Head, len(heads))
	for i := range heads {
		known[heads[i].ID] = heads[i]
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		var found bool
		if n.Head, found = known[n.ID]; !found {
			n.Gone = true
			s.Gone++
		}
	}
	return nil
}

// between makes the ties among the nodes of the edges that there are.
func (s *Scene) between(edges []engine.Edge) {
	shown := make(map[string]bool, len(s.Nodes))
	for i := range s.Nodes {
		shown[s.Nodes[i].ID] = true
	}
	at := map[[2]string]int{}
	for i := range edges {
		e := &edges[i]
		if e.From == e.To || !shown[e.From] || !shown[e.To] {
			continue
		}
		pair := [2]string{min(e.From, e.To), max(e.From, e.To)}
		j, known := at[pair]
		if !known {
			j = len(s.Ties)
			at[pair] = j
			s.Ties = append(s.Ties, Tie{A: pair[0], B: pair[1]})
		}
		s.Ties[j].Edges = append(s.Ties[j].Edges, *e)
	}
}
