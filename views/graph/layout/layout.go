// Package layout places the nodes of a small graph on a plane so that what is
// tied lies together. It is pure: the same arguments give the same places.
package layout

import (
	"math"
)

// Point is a place; x to the right, y down, in the units of the plane.
type Point struct{ X, Y float64 }

// Edge ties two nodes, by index. Pull is how strongly it draws them together:
// 0 to 1, other values are brought into that range.
type Edge struct {
	A, B int
	Pull float64
}

// Plane is where nodes are placed: from 0 to W and from 0 to H. Steps is how
// often they are moved; Fixed is the node that stays in the middle, -1 for
// none.
type Plane struct {
	W, H  float64
	Steps int
	Fixed int
}

// start is how far a node may go in the first step, as shares of the plane: a
// fresh one far, one whose place is known hardly.
const (
	startFresh = .2
	startKnown = .003
)

// Place places n nodes by forces (Fruchterman and Reingold 1991: every two
// push each other away, a tie pulls, and the steps get shorter). known gives
// the places that nodes had before; such a node stays near. Nodes beyond its
// length, or with a place that is not a number, are fresh. Edges that name no
// node, or one node twice, do nothing.
func Place(n int, edges []Edge, known []Point, p Plane) []Point {
	if n <= 0 {
		return nil
	}
	if !(p.W > 0) || math.IsInf(p.W, 0) {
		p.W = 1
	}
	if !(p.H > 0) || math.IsInf(p.H, 0) {
		p.H = 1
	}
	f := newField(n, p)
	f.take(edges)
	f.begin(known)
	f.run()
	out := make([]Point, n)
	for i := range out {
		out[i] = Point{X: f.x[i], Y: f.y[i]}
	}
	return out
}

// field is the state of a run, flat.
type field struct {
	n                int
	plane            Plane
	x, y, dx, dy     []float64
	fresh            []bool
	a, b             []int
	pull             []float64
	k2               float64 // the square of the distance that two tied nodes like
	gravity          float64
	centreX, centreY float64
}

func newField(n int, p Plane) *field {
	flat := make([]float64, 4*n)
	f := &field{
		n: n, plane: p, fresh: make([]bool, n),
		x: flat[:n:n], y: flat[n : 2*n : 2*n], dx: flat[2*n : 3*n : 3*n], dy: flat[3*n:],
		centreX: p.W / 2, centreY: p.H / 2, gravity: .02,
	}
	f.k2 = .5 * p.W * p.H / float64(n)
	return f
}

func (f *field) take(edges []Edge) {
	for _, e := range edges {
		if e.A == e.B || e.A < 0 || e.B < 0 || e.A >= f.n || e.B >= f.n {
			continue
		}
		pull := e.Pull
		if !(pull > 0) {
			pull = 0
		}
		f.a, f.b, f.pull = append(f.a, e.A), append(f.b, e.B), append(f.pull, min(pull, 1))
	}
}

// begin gives every node its first place: where it was, else beside one that
// it is tied to, else on a spiral around the middle.
func (f *field) begin(known []Point) {
	const golden = 2.399963229728653
	placed := make([]bool, f.n)
	for i := range f.n {
		f.fresh[i] = i >= len(known) || !number(known[i].X) || !number(known[i].Y)
		if placed[i] = !f.fresh[i]; placed[i] {
			f.put(i, known[i].X, known[i].Y)
		}
	}
	warm := false
	for _, p := range placed {
		warm = warm || p
	}
	for i := range f.n {
		if placed[i] {
			continue
		}
		angle := golden * float64(i+1)
		share := math.Sqrt(float64(i+1)/float64(f.n+1)) * .45
		cx, cy := f.centreX, f.centreY
		if j := f.tiedTo(i, placed); warm && j >= 0 {
			cx, cy, share = f.x[j], f.y[j], .12
		}
		f.put(i, cx+math.Cos(angle)*share*f.plane.W, cy+math.Sin(angle)*share*f.plane.H)
		placed[i] = true
	}
	if c := f.plane.Fixed; c >= 0 && c < f.n {
		f.put(c, f.centreX, f.centreY)
	}
}

func (f *field) tiedTo(i int, placed []bool) int {
	for e, a := range f.a {
		switch b := f.b[e]; {
		case a == i && placed[b]:
			return b
		case b == i && placed[a]:
			return a
		}
	}
	return -1
}

func number(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func (f *field) put(i int, x, y float64) {
	f.x[i] = math.Min(math.Max(x, 0), f.plane.W)
	f.y[i] = math.Min(math.Max(y, 0), f.plane.H)
}

func (f *field) run() {
	size := math.Min(f.plane.W, f.plane.H)
	for step := range f.plane.Steps {
		clear(f.dx)
		clear(f.dy)
		f.push()
		f.draw()
		f.move(size * (1 - float64(step)/float64(f.plane.Steps)))
	}
}

// push drives every two nodes apart by k²/d.
func (f *field) push() {
	least := 1e-6 * f.k2
	for i := range f.n {
		xi, yi, sx, sy := f.x[i], f.y[i], f.dx[i], f.dy[i]
		xs, ys := f.x[i+1:], f.y[i+1:]
		dxs, dys := f.dx[i+1:len(f.dx)], f.dy[i+1:len(f.dy)]
		ys, dxs, dys = ys[:len(xs)], dxs[:len(xs)], dys[:len(xs)]
		for j := range xs {
			dx, dy := xi-xs[j], yi-ys[j]
			d2 := dx*dx + dy*dy
			if d2 < least { // one place: apart, each pair in its own direction
				dx, dy = float64(j&1)-.5, float64(i&1)-.5
				d2 = 1
			}
			force := f.k2 / d2
			dx, dy = dx*force, dy*force
			sx, sy = sx+dx, sy+dy
			dxs[j] -= dx
			dys[j] -= dy
		}
		f.dx[i], f.dy[i] = sx, sy
	}
}

// draw pulls tied nodes together by d²/k, the stronger ones more, and all a
// little to the middle.
func (f *field) draw() {
	k := math.Sqrt(f.k2)
	for e, a := range f.a {
		b := f.b[e]
		dx, dy := f.x[a]-f.x[b], f.y[a]-f.y[b]
		force := math.Sqrt(dx*dx+dy*dy) / k * (.35 + .65*f.pull[e])
		f.dx[a] -= dx * force
		f.dy[a] -= dy * force
		f.dx[b] += dx * force
		f.dy[b] += dy * force
	}
	for i := range f.n {
		f.dx[i] += (f.centreX - f.x[i]) * f.gravity
		f.dy[i] += (f.centreY - f.y[i]) * f.gravity
	}
}

// move lets every node go where it is driven, at most so far.
func (f *field) move(size float64) {
	for i := range f.n {
		if i == f.plane.Fixed {
			continue
		}
		most := size * startKnown
		if f.fresh[i] {
			most = size * startFresh
		}
		dx, dy := f.dx[i], f.dy[i]
		d := math.Sqrt(dx*dx + dy*dy)
		if !(d > 0) || math.IsInf(d, 0) {
			continue
		}
		if d > most {
			dx, dy = dx*most/d, dy*most/d
		}
		f.put(i, f.x[i]+dx, f.y[i]+dy)
	}
}
