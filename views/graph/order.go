package graph

import (
	"cmp"
	"slices"
	"time"

	"ebb/views/graph/layout"
)

// order makes the rows of the table. What was known keeps its place, so that
// nothing moves under the cursor; the cursor begins at the strongest tie.
func (s *Screen) order(now time.Time) {
	var direct, against, far []string
	for i := range s.scene.Nodes {
		n := &s.scene.Nodes[i]
		switch t := s.scene.Between(s.scene.Centre, n.ID); {
		case n.ID == s.scene.Centre:
		case s.scene.Centre == "":
			direct = append(direct, n.ID)
		case t == nil:
			far = append(far, n.ID)
		case t.Contradicts():
			against = append(against, n.ID)
		default:
			direct = append(direct, n.ID)
		}
	}
	if s.scene.Centre != "" {
		slices.SortStableFunc(direct, func(a, b string) int {
			x, y := s.scene.Between(s.scene.Centre, a), s.scene.Between(s.scene.Centre, b)
			return cmp.Compare(y.Strength(now), x.Strength(now))
		})
	}
	fresh := slices.Concat(direct, against, far)
	was := map[string]int{}
	for i, id := range s.rows {
		was[id] = i
	}
	if s.cursor != "" && slices.Contains(s.rows, s.cursor) {
		slices.SortStableFunc(fresh, func(a, b string) int {
			i, known := was[a]
			j, too := was[b]
			if !known || !too {
				i, j = btoi(!known), btoi(!too)
			}
			return i - j
		})
	}
	s.rows = fresh
	s.list.SetLen(len(fresh))
	if s.scene.Node(s.cursor) == nil {
		s.cursor = s.centre
		if len(fresh) > 0 {
			s.cursor = fresh[0]
		}
	}
	s.follow()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// follow brings the table to the cursor.
func (s *Screen) follow() {
	if i := slices.Index(s.rows, s.cursor); i >= 0 {
		s.list.MoveTo(i)
	}
}

// again takes all places from an earlier picture, if it had them all.
func again(scene *Scene, kept map[string]layout.Point) (map[string]layout.Point, bool) {
	out := make(map[string]layout.Point, len(scene.Nodes))
	for i := range scene.Nodes {
		at, had := kept[scene.Nodes[i].ID]
		if !had {
			return nil, false
		}
		out[scene.Nodes[i].ID] = at
	}
	return out, true
}

// arrange places the nodes of a scene. A picture that was seen before is kept
// as it was; else what was on the plane stays near its place, seen from the
// centre.
func arrange(scene *Scene, known, kept map[string]layout.Point, now time.Time) map[string]layout.Point {
	if out, whole := again(scene, kept); whole {
		return out
	}
	if len(kept) > 0 {
		known = kept
	}
	index := make(map[string]int, len(scene.Nodes))
	before := make([]layout.Point, len(scene.Nodes))
	plane := layout.Plane{W: planeW, H: planeH, Steps: 150, Fixed: -1}
	shift := layout.Point{}
	if at, ok := known[scene.Centre]; ok {
		shift = layout.Point{X: planeW/2 - at.X, Y: planeH/2 - at.Y}
	}
	for i := range scene.Nodes {
		id := scene.Nodes[i].ID
		index[id] = i
		before[i] = nowhere
		if at, ok := known[id]; ok {
			before[i] = layout.Point{X: at.X + shift.X, Y: at.Y + shift.Y}
		}
		if id == scene.Centre {
			plane.Fixed = i
		}
	}
	edges := make([]layout.Edge, 0, len(scene.Ties))
	for i := range scene.Ties {
		t := &scene.Ties[i]
		edges = append(edges, layout.Edge{A: index[t.A], B: index[t.B], Pull: t.share(now)})
	}
	out := make(map[string]layout.Point, len(scene.Nodes))
	for i, at := range layout.Place(len(scene.Nodes), edges, before, plane) {
		out[scene.Nodes[i].ID] = at
	}
	return out
}
