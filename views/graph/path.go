package graph

import (
	"container/heap"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// MostLooked bounds how many memories a search for a path looks at.
const MostLooked = 50_000

// ErrFar ends a search for a path that looked at MostLooked memories.
var ErrFar = fmt.Errorf("no way was found among the nearest %d memories; there may be one further away", MostLooked)

// Step is one tie of a path.
type Step struct {
	From, To string
	Tie      Tie
}

// Path is the strongest way from a memory to another: the one on which most is
// left when every tie passes on strength/5 of what reaches it. It is empty when
// there is none; [ErrFar] says that none was found among the nearest MostLooked
// memories. A contradiction leads nowhere; what else ties the two does.
func Path(ctx context.Context, src Reader, from, to string, now time.Time) ([]Step, error) {
	ask := Ask{Now: now, Above: -1}
	w := walk{ctx: ctx, src: src, ask: &ask, known: map[string][]Tie{}}
	best := map[string]float64{from: 0}
	last := map[string]Step{}
	done := map[string]bool{}
	queue := &reached{{id: from}}
	for queue.Len() > 0 {
		at := heap.Pop(queue).(place)
		if done[at.id] {
			continue
		}
		if len(done) == MostLooked {
			return nil, ErrFar
		}
		done[at.id] = true
		if at.id == to {
			return steps(last, from, to), nil
		}
		ties, err := w.tiesOf(at.id)
		if err != nil {
			return nil, err
		}
		delete(w.known, at.id)
		for _, t := range ties {
			t.Edges = slices.DeleteFunc(t.Edges, func(e engine.Edge) bool { return e.Type == engine.RelContradicts })
			if len(t.Edges) == 0 || done[t.B] {
				continue
			}
			share := math.Min(t.Strength(now)/dynamics.MaxStrength, 1)
			if !(share > 0) {
				continue
			}
			cost := at.cost - math.Log(share)
			if known, ok := best[t.B]; !ok || cost < known {
				best[t.B] = cost
				last[t.B] = Step{From: at.id, To: t.B, Tie: t}
				heap.Push(queue, place{id: t.B, cost: cost})
			}
		}
	}
	return nil, ctx.Err()
}

func steps(last map[string]Step, from, to string) []Step {
	var out []Step
	for to != from {
		s := last[to]
		out = append(out, s)
		to = s.From
	}
	slices.Reverse(out)
	return out
}

type place struct {
	id   string
	cost float64
}

// reached is a heap of places, the cheapest first and then by id.
type reached []place

func (r reached) Len() int { return len(r) }
func (r reached) Less(i, j int) bool {
	if r[i].cost != r[j].cost {
		return r[i].cost < r[j].cost
	}
	return r[i].id < r[j].id
}
func (r reached) Swap(i, j int) { r[i], r[j] = r[j], r[i] }
func (r *reached) Push(x any)   { *r = append(*r, x.(place)) }
func (r *reached) Pop() any {
	old := *r
	x := old[len(old)-1]
	*r = old[:len(old)-1]
	return x
}
