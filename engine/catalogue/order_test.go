package catalogue

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestOrderIsASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 100, runRows, 5 * runRows}).Draw(t, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		want := make([]int32, n)
		for i := range want {
			want[i] = int32(2 * i)
		}
		o := newOrder(slices.Clone(want))
		kept := slices.Clone(want)
		e := o.edit()
		for range rapid.SampledFrom([]int{1, 50, 3 * runRows}).Draw(t, "changes") {
			row := int32(r.IntN(2*n + 10))
			compare := func(other int32) int { return cmp.Compare(other, row) }
			at, found := slices.BinarySearch(want, row)
			if found {
				e.remove(row, compare)
				want = slices.Delete(want, at, at+1)
			} else {
				e.insert(row, compare)
				want = slices.Insert(want, at, row)
			}
		}
		if got := slices.Collect(e.order.all()); !slices.Equal(got, want) {
			t.Fatalf("%d rows, want %d", len(got), len(want))
		}
		back := slices.Collect(e.order.backwards())
		slices.Reverse(back)
		if !slices.Equal(back, want) {
			t.Fatal("backwards is another order")
		}
		if !slices.Equal(slices.Collect(o.all()), kept) {
			t.Fatal("the order before has changed")
		}
	})
}

func TestSortRanked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 100, fewKeys + 1, 3 * fewKeys}).Draw(t, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		shift := rapid.IntRange(0, 63).Draw(t, "shift")
		keys := make([]ranked, n)
		for i := range keys {
			keys[i] = ranked{r.Uint64() >> shift, int32(i)}
		}
		want := slices.Clone(keys)
		slices.SortFunc(want, ranked.compare)
		few := rapid.IntRange(0, n).Draw(t, "few")
		if got := smallest(slices.Clone(keys), few); !slices.Equal(got, want[:few]) {
			t.Fatalf("the %d smallest of %d are wrong", few, n)
		}
		if sortRanked(keys); !slices.Equal(keys, want) {
			t.Fatalf("%d keys are out of order", n)
		}
	})
}
