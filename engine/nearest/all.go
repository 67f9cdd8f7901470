package nearest

import (
	"context"
	"math/bits"
	"slices"
	"strings"
)

const (
	// A group smaller than this is not worth sorting into bands.
	leastBanded = 512
	// tile is how many signatures are compared with each one that passes by:
	// they stay in the nearest cache.
	tile = 256
)

// All finds everybody's neighbours from nothing and returns in order the
// names of those whose lists changed. pause is called now and then with how
// far it is, from 0 to 1; its error ends the search. The result is the one
// that Update would have come to.
func (x *Index) All(ctx context.Context, vectors Vectors, pause func(done float64) error) (changed []string, err error) {
	was := x.lists
	x.lists = make([][]near, len(was))
	for row := range x.lists {
		x.put(int32(row), nil)
	}
	a := all{update: update{Index: x, vectors: vectors, changed: map[string]bool{}}, ctx: ctx, pause: pause}
	groups := x.members()
	for _, rows := range groups {
		a.total += a.cost(len(rows))
	}
	for _, rows := range groups {
		a.rows = rows
		a.bits = a.bits[:0]
		for _, row := range rows {
			a.bits = append(a.bits, x.bits[row])
		}
		search := a.everyPair
		if x.sieve.banded && len(rows) >= leastBanded {
			search = a.byBands
		}
		if err := search(); err != nil {
			return nil, err
		}
	}
	for id, row := range x.rows {
		if !slices.Equal(was[row], x.lists[row]) {
			changed = append(changed, id)
		}
	}
	slices.Sort(changed)
	return changed, nil
}

// members is the rows of each group, both in order of id.
func (x *Index) members() [][]int32 {
	order := make([]int32, 0, len(x.rows))
	for row, id := range x.ids {
		if id != "" {
			order = append(order, int32(row))
		}
	}
	byID := func(a, b int32) int { return strings.Compare(x.ids[a], x.ids[b]) }
	if !slices.IsSortedFunc(order, byID) {
		slices.SortFunc(order, byID)
	}
	at := map[uint64]int{}
	var groups [][]int32
	for _, row := range order {
		i, ok := at[x.groups[row]]
		if !ok {
			i = len(groups)
			at[x.groups[row]] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], row)
	}
	return groups
}

// all is one search from nothing; rows and bits are those of a group.
type all struct {
	update
	ctx   context.Context
	pause func(float64) error
	rows  []int32
	bits  []Signature

	done, total float64
}

func (a *all) cost(n int) float64 {
	if a.sieve.banded && n >= leastBanded {
		return bands * float64(n)
	}
	return float64(n) * float64(n) / 2 / tile
}

func (a *all) step(cost float64) error {
	a.done += cost
	if err := a.ctx.Err(); err != nil {
		return err
	}
	return a.pause(a.done / max(a.total, 1))
}

// everyPair looks at all pairs, a tile of rows at a time.
func (a *all) everyPair() error {
	halves := make([][4]uint64, len(a.bits))
	for i := range a.bits {
		halves[i] = [4]uint64(a.bits[i][:4])
	}
	most := a.sieve.half
	for from := 0; from < len(a.rows); from += tile {
		until := min(from+tile, len(a.rows))
		for i := from + 1; i < len(a.rows); i++ {
			h := halves[i]
			near := halves[from:min(until, i)]
			for j := range near {
				q := &near[j]
				d := bits.OnesCount64(h[0]^q[0]) + bits.OnesCount64(h[1]^q[1]) + bits.OnesCount64(h[2]^q[2]) + bits.OnesCount64(h[3]^q[3])
				if d > most {
					continue
				}
				if err := a.look(from+j, i, d); err != nil {
					return err
				}
			}
			if i&0xFFF == 0 {
				if err := a.step(0); err != nil {
					return err
				}
			}
		}
		if err := a.step(float64(len(a.rows) - from)); err != nil {
			return err
		}
	}
	return nil
}

// look compares a pair that differs in d of the first half of the bits.
func (a *all) look(i, j, d int) error {
	if d, ok := a.sieve.rest(&a.bits[i], &a.bits[j], d); ok {
		return a.compare(a.rows[i], a.rows[j], d)
	}
	return nil
}

// byBands sorts the rows by each band in turn and looks at those that share
// it. A pair that shared an earlier one has been looked at.
func (a *all) byBands() error {
	var starts [1<<bandBits + 1]int32
	order := make([]int32, len(a.bits))
	for n := range bands {
		clear(starts[:])
		for i := range a.bits {
			starts[int(band(&a.bits[i], n))+1]++
		}
		for k := 1; k < len(starts); k++ {
			starts[k] += starts[k-1]
		}
		for i := range a.bits {
			key := band(&a.bits[i], n)
			order[starts[key]] = int32(i)
			starts[key]++
		}
		from := int32(0)
		looked := 0
		for key := range 1 << bandBits {
			bucket := order[from:starts[key]]
			if looked += len(bucket) * len(bucket); looked > 1<<22 {
				looked = 0
				if err := a.step(0); err != nil {
					return err
				}
			}
			if err := a.bucket(n, bucket); err != nil {
				return err
			}
			from = starts[key]
		}
		if err := a.step(float64(len(a.rows))); err != nil {
			return err
		}
	}
	return nil
}

func (a *all) bucket(n int, members []int32) error {
	for k, j := range members {
		s := &a.bits[j]
		for _, i := range members[:k] {
			d, ok := a.sieve.pass(&a.bits[i], s)
			if !ok || firstBand(&a.bits[i], s) != n {
				continue
			}
			if err := a.compare(a.rows[i], a.rows[j], d); err != nil {
				return err
			}
		}
		if k&0x3FF == 0x3FF { // a bucket of thousands says nearly the same
			if err := a.step(0); err != nil {
				return err
			}
		}
	}
	return nil
}
