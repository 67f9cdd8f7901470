package evolvers

import (
	"context"

	"ebb/engine"
)

// NeighboursOf is who is close to whom as the engine has found out. While it
// is still comparing, plans leave interference as it is.
func NeighboursOf(ctx context.Context, e *engine.Engine) (Neighbours, error) {
	n, err := e.Neighbourhood(ctx)
	if err != nil {
		return nil, err
	}
	near := Nearby{Of: n}
	for _, r := range e.NeighbourProgress().Refused {
		near.Refused = append(near.Refused, Problem{ID: r.ID, Why: "it has no usable vector: " + r.Why})
	}
	return near, nil
}

// Nearby is a neighbourhood as evolvers read it.
type Nearby struct {
	Of      *engine.Neighbourhood
	Refused []Problem
}

// none is known to have no neighbour.
var none = []Neighbour{}

// Neighbours implements the interface of that name.
func (n Nearby) Neighbours(id string) []Neighbour {
	if list := n.Of.Of(id); list != nil {
		return list
	}
	if n.Of.Complete {
		return none
	}
	return nil
}

// Complete implements Unfinished.
func (n Nearby) Complete() bool { return n.Of.Complete }

// Lexical implements the interface of that name.
func (n Nearby) Lexical() bool { return n.Of.Lexical }

// Problems implements Faulty.
func (n Nearby) Problems() []Problem { return n.Refused }
