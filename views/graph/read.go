package graph

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// Reader is where a scene is read from. [*engine.Engine] is one.
type Reader interface {
	// Edges are a memory's ties, all there are for "".
	Edges(ctx context.Context, id string) ([]engine.Edge, error)
	Heads(ctx context.Context, ids []string) ([]engine.Head, error)
}

// The bounds of a scene.
const (
	MostNodes    = 30 // beside the centre
	MostDepth    = 3
	mostOfOthers = 6 // neighbours shown of a node that is not the centre
)

// Ask says which part of the store is wanted.
type Ask struct {
	Centre string
	Depth  int // 1 to MostDepth
	Now    time.Time
	Kind   Kind
	// Above leaves out ties that are not stronger, 0 to dynamics.MaxStrength.
	// What somebody said stays, however seldom it is thought of.
	Above float64
	// With are nodes that are shown in any case, in the order of a path.
	With []string
}

// Kind says which ties are wanted.
type Kind uint8

// The kinds of ties.
const (
	AnyTie Kind = iota
	Together
	Stated
	Hallways
	Tunnels
	Contradictions
)

var kindWords = [...]string{"every tie", "recalled together", "said by somebody", "hallways: in one place", "tunnels: between places", "contradictions"}

func (k Kind) String() string { return kindWords[k] }

// keeps tells by the tie alone; places are told apart when the ends are known.
func (a *Ask) keeps(t *Tie) bool {
	said := len(t.Said()) > 0
	switch a.Kind {
	case Together:
		if !t.of(engine.CoRetrieved) {
			return false
		}
	case Stated:
		if !said {
			return false
		}
	case Contradictions:
		return t.Contradicts()
	}
	return said || t.Strength(a.Now) > a.Above
}

// Read reads the neighbourhood of a memory: the nearest by the strength of what
// leads to them. A tie whose other end is not there any more is shown as one.
// A centre that does not exist is a *engine.NotFoundError.
func Read(ctx context.Context, src Reader, ask Ask) (Scene, error) {
	ask.Depth = min(max(ask.Depth, 1), MostDepth)
	w := walk{ctx: ctx, src: src, ask: &ask, at: map[string]int{}, known: map[string][]Tie{}}
	if err := w.start(); err != nil {
		return Scene{}, err
	}
	for len(w.scene.Nodes) <= MostNodes {
		next, ok := w.nearest()
		if !ok {
			break
		}
		if err := w.add(next); err != nil {
			return Scene{}, err
		}
	}
	for i, id := range ask.With {
		if _, shown := w.at[id]; shown {
			continue
		}
		n := Node{ID: id, Hops: MostDepth}
		if i > 0 {
			n.Via = ask.With[i-1]
		}
		if err := w.add(n); err != nil {
			return Scene{}, err
		}
	}
	w.tie()
	return w.scene, nil
}

// walk is a scene being read.
type walk struct {
	ctx   context.Context
	src   Reader
	ask   *Ask
	scene Scene
	at    map[string]int   // where a node is in the scene
	known map[string][]Tie // of the nodes that were looked at
	heap  []Node           // reached and not yet shown
}

func (w *walk) start() error {
	w.scene.Centre = w.ask.Centre
	heads, err := w.src.Heads(w.ctx, []string{w.ask.Centre})
	if err != nil {
		return err
	}
	if len(heads) == 0 {
		return &engine.NotFoundError{Kind: "memory", ID: w.ask.Centre}
	}
	return w.add(Node{ID: w.ask.Centre, Reach: 1})
}

// nearest takes the best of what was reached.
func (w *walk) nearest() (Node, bool) {
	w.heap = slices.DeleteFunc(w.heap, func(n Node) bool {
		_, shown := w.at[n.ID]
		return shown
	})
	if len(w.heap) == 0 {
		return Node{}, false
	}
	best := slices.MinFunc(w.heap, func(a, b Node) int {
		return cmp.Or(cmp.Compare(b.Reach, a.Reach), cmp.Compare(a.Hops, b.Hops), cmp.Compare(a.ID, b.ID))
	})
	return best, true
}

// add shows a node and reaches what it is tied to.
func (w *walk) add(n Node) error {
	heads, err := w.src.Heads(w.ctx, []string{n.ID})
	if err != nil {
		return err
	}
	if n.Gone = len(heads) == 0; n.Gone {
		w.scene.Gone++
	} else {
		n.Head = heads[0]
	}
	ties, err := w.tiesOf(n.ID)
	if err != nil {
		return err
	}
	n.Degree = len(ties)
	w.at[n.ID] = len(w.scene.Nodes)
	w.scene.Nodes = append(w.scene.Nodes, n)
	if n.Hops >= w.ask.Depth || n.Reach == 0 {
		return nil
	}
	most := mostOfOthers
	if n.Hops == 0 {
		most = MostNodes
	}
	if ties, err = w.inPlace(&n, ties, most); err != nil {
		return err
	}
	for i := range ties[:min(len(ties), most)] {
		reach := n.Reach * ties[i].share(w.ask.Now)
		w.heap = append(w.heap, Node{ID: ties[i].B, Hops: n.Hops + 1, Via: n.ID, Reach: max(reach, 1e-12)})
	}
	return nil
}

// inPlace keeps the ties in one place, or those between places, where only they
// are wanted.
func (w *walk) inPlace(n *Node, ties []Tie, most int) ([]Tie, error) {
	if w.ask.Kind != Hallways && w.ask.Kind != Tunnels {
		return ties, nil
	}
	var out []Tie
	for i := range ties {
		if len(out) == most {
			break
		}
		heads, err := w.src.Heads(w.ctx, []string{ties[i].B})
		if err != nil {
			return nil, err
		}
		if len(heads) == 1 && (heads[0].Scope.Namespace == n.Head.Scope.Namespace) == (w.ask.Kind == Hallways) {
			out = append(out, ties[i])
		}
	}
	w.known[n.ID] = out
	return out, nil
}

func (w *walk) tiesOf(id string) ([]Tie, error) {
	edges, err := w.src.Edges(w.ctx, id)
	var gone *engine.NotFoundError
	if err != nil && !errors.As(err, &gone) {
		return nil, err
	}
	ties, loops, hidden := gather(id, edges, w.ask)
	w.scene.Loops += loops
	if id == w.ask.Centre {
		w.scene.Hidden = hidden
	}
	w.known[id] = ties
	return ties, nil
}

// tie makes the ties among what is shown, and counts the others.
func (w *walk) tie() {
	pairs := map[[2]string]bool{}
	for i := range w.scene.Nodes {
		n := &w.scene.Nodes[i]
		hidden := 0
		for _, t := range w.known[n.ID] {
			pair := [2]string{min(t.A, t.B), max(t.A, t.B)}
			fresh := !pairs[pair]
			pairs[pair] = true
			if _, shown := w.at[t.B]; !shown {
				hidden++
			} else if fresh {
				w.scene.Ties = append(w.scene.Ties, t)
			}
		}
		if hidden > 0 && n.Hops < w.ask.Depth {
			w.scene.Folded = append(w.scene.Folded, Fold{ID: n.ID, N: hidden})
		}
	}
	w.scene.Total = len(pairs)
	slices.SortStableFunc(w.scene.Folded, func(a, b Fold) int { return cmp.Compare(b.N, a.N) })
}

// Pulse is what a memory brings to mind: activation spreads from it along its
// ties (see [dynamics.Activate]), with the nodes that fire.
func Pulse(ctx context.Context, src Reader, id string, now time.Time) ([]dynamics.Activation, error) {
	var failed error
	ask := Ask{Now: now, Above: -1}
	fired := dynamics.Activate(id, func(id string) []dynamics.Neighbour {
		if failed != nil {
			return nil
		}
		edges, err := src.Edges(ctx, id)
		var gone *engine.NotFoundError
		if err != nil && !errors.As(err, &gone) {
			failed = err
			return nil
		}
		ties, _, _ := gather(id, edges, &ask)
		out := make([]dynamics.Neighbour, len(ties))
		for i := range ties {
			out[i] = dynamics.Neighbour{ID: ties[i].B, Strength: ties[i].Strength(now), Contradicts: ties[i].Contradicts()}
		}
		return out
	})
	return fired, failed
}
