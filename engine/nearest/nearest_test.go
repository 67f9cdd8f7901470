package nearest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

const dim = 384

// world is vectors by name, and the plainest search among them.
type world struct {
	vectors map[string][]float32
	groups  map[string]uint64
	hasher  *Hasher
	asked   int
	packed  map[string]Vector
}

func newWorld() *world {
	return &world{vectors: map[string][]float32{}, groups: map[string]uint64{}, hasher: NewHasher(dim)}
}

func (w *world) vector(id string) (Vector, error) {
	w.asked++
	v, ok := w.vectors[id]
	if !ok {
		return Vector{}, errors.New("no vector of " + id)
	}
	return Pack(v), nil
}

func (w *world) entry(id string) Entry {
	return Entry{ID: id, Group: w.groups[id], Bits: w.hasher.Sign(w.vectors[id])}
}

func (w *world) ids() []string {
	var ids []string
	for id := range w.vectors {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func (w *world) brute(id string, threshold float64) []Neighbour {
	if w.packed == nil {
		w.packed = map[string]Vector{}
		for id, v := range w.vectors {
			w.packed[id] = Pack(v)
		}
	}
	var found []Neighbour
	for other, v := range w.packed {
		if other == id || w.groups[other] != w.groups[id] {
			continue
		}
		if c := v.Cosine(w.packed[id]); float64(c) > threshold {
			found = append(found, Neighbour{other, c})
		}
	}
	slices.SortFunc(found, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.ID, b.ID))
	})
	return found[:min(len(found), Top)]
}

func (w *world) index(t testing.TB, threshold float64) *Index {
	t.Helper()
	x := NewIndex(threshold)
	for _, id := range w.ids() {
		x.Load(w.entry(id))
	}
	if _, err := x.All(context.Background(), w.vector, func(float64) error { return nil }); err != nil {
		t.Fatal(err)
	}
	return x
}

func unit(v []float32) []float32 {
	n := float32(math.Sqrt(float64(Dot(v, v))))
	for i := range v {
		v[i] /= n
	}
	return v
}

func gauss(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

// blend has the cosine c with the unit vector v.
func blend(r *rand.Rand, v []float32, c float64) []float32 {
	w := gauss(r, len(v))
	d := Dot(v, w)
	for i := range w {
		w[i] -= d * v[i]
	}
	unit(w)
	s := float32(math.Sqrt(1 - c*c))
	for i := range w {
		w[i] = float32(c)*v[i] + s*w[i]
	}
	return unit(w)
}

// fill makes n vectors as models make them of real notes: all lean one way
// (cosines of 0.3 to 0.6 between strangers), and about half have relatives at
// cosines around the threshold.
func (w *world) fill(r *rand.Rand, n int, lean, threshold float64) {
	common := unit(gauss(r, dim))
	var last []float32
	for i := range n {
		var v []float32
		if last != nil && r.IntN(2) == 0 {
			v = blend(r, last, threshold-0.05+r.Float64()*(1.05-threshold))
		} else {
			v = blend(r, common, math.Sqrt(lean))
		}
		last = v
		id := fmt.Sprintf("%07d", i)
		w.vectors[id] = v
		w.groups[id] = 1
	}
}

func TestRecall(t *testing.T) {
	for _, threshold := range []float64{0.85, 0.95} {
		for _, lean := range []float64{0.02, 0.45} {
			t.Run(fmt.Sprintf("%v/%v", threshold, lean), func(t *testing.T) {
				w := newWorld()
				w.fill(rand.New(rand.NewPCG(1, 2)), 2000, lean, threshold)
				x := w.index(t, threshold)
				want, found := 0, 0
				for i, id := range w.ids() {
					if i%4 != 0 {
						continue // a sample
					}
					have := x.Neighbours(id)
					for _, n := range w.brute(id, threshold) {
						want++
						if slices.Contains(have, n) {
							found++
						}
					}
					for _, n := range have {
						if float64(n.Similarity) <= threshold {
							t.Fatalf("%s: %v is not close", id, n)
						}
					}
				}
				if want < 150 || float64(found) < 0.99*float64(want) {
					t.Errorf("found %d of %d", found, want)
				}
				t.Logf("found %d of %d, %d vectors asked for", found, want, w.asked)
			})
		}
	}
}

// Whatever the order in which entries come and go, the lists are those of a
// search from nothing.
func TestUpdateEqualsFromNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		threshold := rapid.SampledFrom([]float64{0.85, 0.95}).Draw(t, "threshold")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		w := newWorld()
		x := NewIndex(threshold)
		seeds := [][]float32{unit(gauss(r, dim)), unit(gauss(r, dim))}
		for range rapid.IntRange(1, 12).Draw(t, "rounds") {
			var gone []string
			var put []Entry
			for _, id := range w.ids() {
				if r.IntN(6) == 0 {
					gone = append(gone, id)
					delete(w.vectors, id)
				}
			}
			for range r.IntN(15) {
				id := fmt.Sprint("m", r.IntN(60))
				if slices.Contains(gone, id) {
					continue
				}
				v := seeds[r.IntN(2)]
				switch r.IntN(3) {
				case 0:
					v = blend(r, v, 0.9+r.Float64()*0.1)
				case 1:
					v = blend(r, v, []float64{0.97, 0.999}[r.IntN(2)])
				}
				w.vectors[id], w.groups[id] = v, uint64(1+r.IntN(2))
				put = slices.DeleteFunc(put, func(e Entry) bool { return e.ID == id })
				put = append(put, w.entry(id))
			}
			before := map[string][]Neighbour{}
			for _, id := range w.ids() {
				before[id] = x.Neighbours(id)
			}
			changed, err := x.Update(context.Background(), gone, put, w.vector)
			if err != nil {
				t.Fatal(err)
			}
			fresh := NewIndex(threshold)
			for _, id := range w.ids() {
				fresh.Load(w.entry(id))
			}
			if _, err := fresh.All(context.Background(), w.vector, func(float64) error { return nil }); err != nil {
				t.Fatal(err)
			}
			for _, id := range w.ids() {
				have, want := x.Neighbours(id), fresh.Neighbours(id)
				if !slices.Equal(have, want) {
					t.Fatalf("%s: %v, from nothing %v", id, have, want)
				}
				if !slices.Contains(changed, id) && !slices.Equal(before[id], have) {
					t.Fatalf("%s changed and is not named", id)
				}
			}
			if x.Len() != len(w.vectors) {
				t.Fatalf("%d entries, want %d", x.Len(), len(w.vectors))
			}
			moved, err := x.All(context.Background(), w.vector, func(float64) error { return nil })
			if err != nil || len(moved) != 0 {
				t.Fatalf("a search from nothing changed %v (%v)", moved, err)
			}
		}
	})
}

// Bands find what looking at all pairs finds.
func TestBandsFindEveryPairOfTheSieve(t *testing.T) {
	w := newWorld()
	w.fill(rand.New(rand.NewPCG(3, 4)), 3*leastBanded, 0.2, 0.95)
	x := w.index(t, 0.95)
	if !x.sieve.banded {
		t.Fatal("0.95 is not banded")
	}
	for _, id := range w.ids() {
		w.groups[id] = 2 // all entries come again, one by one
	}
	y := NewIndex(0.95)
	for _, id := range w.ids() {
		if _, err := y.Update(context.Background(), nil, []Entry{w.entry(id)}, w.vector); err != nil {
			t.Fatal(err)
		}
	}
	some := 0
	for _, id := range w.ids() {
		if have, want := x.Neighbours(id), y.Neighbours(id); !slices.Equal(have, want) {
			t.Errorf("%s: %v, one by one %v", id, have, want)
		}
		some += len(x.Neighbours(id))
	}
	if some < 100 {
		t.Errorf("only %d neighbours", some)
	}
}

func TestThousandsThatSayTheSame(t *testing.T) {
	w := newWorld()
	v := unit(gauss(rand.New(rand.NewPCG(5, 6)), dim))
	const n = 1500
	for i := range n {
		id := fmt.Sprintf("%05d", i)
		w.vectors[id], w.groups[id] = v, 1
	}
	x := w.index(t, 0.95)
	if w.asked > 40*n {
		t.Errorf("%d vectors were asked for", w.asked)
	}
	for i, n := range x.Neighbours("00002") {
		if want := []string{"00000", "00001", "00003", "00004", "00005"}[i]; n.ID != want {
			t.Errorf("neighbour %d is %s, want %s", i, n.ID, want)
		}
	}
	w.asked = 0
	if _, err := x.Update(context.Background(), []string{"00000"}, nil, w.vector); err != nil {
		t.Fatal(err)
	}
	if got := x.Neighbours("01499"); len(got) != Top || got[0].ID != "00001" || got[4].ID != "00005" {
		t.Errorf("after the first is gone: %v", got)
	}
}

func TestPauseEndsTheSearch(t *testing.T) {
	w := newWorld()
	w.fill(rand.New(rand.NewPCG(7, 8)), 1200, 0.2, 0.95)
	for _, threshold := range []float64{0.85, 0.95} {
		x := NewIndex(threshold)
		for _, id := range w.ids() {
			x.Load(w.entry(id))
		}
		last, enough := 0.0, errors.New("enough")
		_, err := x.All(context.Background(), w.vector, func(done float64) error {
			if done < last || done > 1 {
				t.Errorf("progress went from %v to %v", last, done)
			}
			if last = done; done > 0.5 {
				return enough
			}
			return nil
		})
		if !errors.Is(err, enough) {
			t.Errorf("%v: %v", threshold, err)
		}
	}
}

func TestSignatures(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, n := range []int{3, 384, 768, 1536} {
		h := NewHasher(n)
		for _, c := range []float64{0, 0.5, 0.85, 0.95} {
			mean, deviation := expect(c, Bits)
			var sum float64
			const times = 200
			for range times {
				v := unit(gauss(r, n))
				a, b := h.Sign(v), h.Sign(blend(r, v, c))
				sum += float64(Distance(&a, &b))
			}
			if got := sum / times; math.Abs(got-mean) > 6*deviation/math.Sqrt(times)+1 {
				t.Errorf("dim %d, cosine %v: %.1f bits differ in the mean, want %.1f", n, c, got, mean)
			}
		}
	}
}

func FuzzPack(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8})
	f.Fuzz(func(t *testing.T, b []byte) {
		v := make([]float32, len(b))
		for i := range b {
			v[i] = float32(int8(b[i]))
		}
		if Dot(v, v) == 0 {
			return
		}
		unit(v)
		for i, x := range Pack(v).Unpack() {
			if math.Abs(float64(x-v[i])) > 1e-5 {
				t.Fatalf("component %d: %v became %v", i, v[i], x)
			}
		}
	})
}

func BenchmarkSign384(b *testing.B) {
	h, v := NewHasher(dim), unit(gauss(rand.New(rand.NewPCG(1, 1)), dim))
	for b.Loop() {
		h.Sign(v)
	}
}

func BenchmarkCosine(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	v, w := Pack(unit(gauss(r, dim))), Pack(unit(gauss(r, dim)))
	b.Run("float", func(b *testing.B) {
		for b.Loop() {
			v.Cosine(w)
		}
	})
	steps := make([]float32, dim)
	for i := range steps {
		steps[i] = float32(r.IntN(255) - 127)
	}
	steps[0] = 127
	s := Pack(unit(steps))
	b.Run("steps", func(b *testing.B) {
		for b.Loop() {
			s.Cosine(s)
		}
	})
}

// BenchmarkAll is the search from nothing; EBB_LONG=1 for 100,000 vectors.
func BenchmarkAll(b *testing.B) {
	sizes := []int{2000, 10_000}
	if os.Getenv("EBB_LONG") != "" {
		sizes = []int{100_000}
	}
	for _, n := range sizes {
		for _, kind := range []struct {
			threshold, lean float64
		}{{0.85, 0.45}, {0.85, 0.02}, {0.95, 0.02}, {0.95, 0.3}} {
			b.Run(fmt.Sprintf("%d/%v/lean%v", n, kind.threshold, kind.lean), func(b *testing.B) {
				w := newWorld()
				w.fill(rand.New(rand.NewPCG(1, 2)), n, kind.lean, kind.threshold)
				packed := map[string]Vector{}
				for id, v := range w.vectors {
					packed[id] = Pack(v)
				}
				x := NewIndex(kind.threshold)
				for _, id := range w.ids() {
					x.Load(w.entry(id))
				}
				asked := 0
				for b.Loop() {
					if _, err := x.All(context.Background(), func(id string) (Vector, error) { asked++; return packed[id], nil }, func(float64) error { return nil }); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(asked)/float64(b.N)/2, "compared")
			})
		}
	}
}
