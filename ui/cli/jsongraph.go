package cli

import (
	"time"

	"ebb/engine"
	"ebb/views/graph"
)

// graphJSON is a neighbourhood; strengths are as of --now.
type graphJSON struct {
	Centre string      `json:"centre,omitempty"` // left out for the hubs of the whole store
	Depth  int         `json:"depth,omitempty"`
	Nodes  []nodeJSON  `json:"nodes"`
	Edges  []edgeJSON  `json:"edges"`
	Folded []foldJSON  `json:"folded,omitempty"` // neighbours that are not shown
	Counts countedJSON `json:"counts"`
}

type nodeJSON struct {
	ID        string  `json:"id"`
	Title     string  `json:"title"`
	Namespace string  `json:"namespace"`
	Type      string  `json:"type"`
	State     string  `json:"state,omitempty"`
	Hops      int     `json:"hops"`
	Via       string  `json:"via,omitempty"`
	Tunnel    bool    `json:"tunnel,omitempty"` // in another place than the centre
	Gone      bool    `json:"gone,omitempty"`   // only the tie is left
	Reach     float64 `json:"reach"`            // share of 1 that leads here; of a hub: sum of strengths
	Retention float64 `json:"retention"`
}

type foldJSON struct {
	ID   string `json:"id"`
	More int    `json:"more"`
}

type countedJSON struct {
	Shown int `json:"shown"` // pairs that are tied
	Total int `json:"total"`
	Loops int `json:"loops,omitempty"` // ties of a memory with itself
}

func shapeGraph(s *graph.Scene, depth int, set *engine.Settings, now time.Time) graphJSON {
	j := graphJSON{
		Centre: s.Centre, Depth: depth, Nodes: []nodeJSON{}, Edges: []edgeJSON{},
		Counts: countedJSON{Shown: len(s.Ties), Total: s.Total, Loops: s.Loops},
	}
	if s.Centre == "" {
		j.Depth = 0
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		node := nodeJSON{ID: n.ID, Hops: n.Hops, Via: n.Via, Gone: n.Gone, Reach: n.Reach}
		if !n.Gone {
			node.Title, node.Namespace, node.Type, node.State = n.Head.Title, n.Head.Scope.Namespace, n.Head.Type, n.Head.State.String()
			node.Tunnel, node.Retention = s.Tunnel(n), set.RetentionOf(&n.Head, now).Score
		}
		j.Nodes = append(j.Nodes, node)
	}
	for i := range s.Ties {
		for k := range s.Ties[i].Edges {
			j.Edges = append(j.Edges, shapeEdge(&s.Ties[i].Edges[k], now))
		}
	}
	for _, f := range s.Folded {
		j.Folded = append(j.Folded, foldJSON{f.ID, f.N})
	}
	return j
}

// pathJSON is the strongest way between two memories.
type pathJSON struct {
	From   string     `json:"from"`
	To     string     `json:"to"`
	Found  bool       `json:"found"`
	Passes float64    `json:"passes"` // share of what one brings up that reaches the other
	Steps  []stepTied `json:"steps"`
}

type stepTied struct {
	From     string     `json:"from"`
	To       string     `json:"to"`
	Strength float64    `json:"strength"`
	Edges    []edgeJSON `json:"edges"`
}
