package catalogue

import (
	"iter"
	"slices"
	"sort"
)

// runRows is how many rows one run of an order holds when it is made; it is
// split at twice that.
const runRows = 2048

// order is a permutation of the rows, cut into short runs so that a change
// copies only the runs it touches. An order that has been published never
// changes.
type order struct{ runs [][]int32 }

func newOrder(rows []int32) order {
	o := order{runs: make([][]int32, 0, len(rows)/runRows+1)}
	for run := range slices.Chunk(rows, runRows) {
		o.runs = append(o.runs, slices.Clip(run))
	}
	return o
}

func (o order) all() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for _, run := range o.runs {
			for _, row := range run {
				if !yield(row) {
					return
				}
			}
		}
	}
}

// backwards yields the rows last to first.
func (o order) backwards() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for _, run := range slices.Backward(o.runs) {
			for _, row := range slices.Backward(run) {
				if !yield(row) {
					return
				}
			}
		}
	}
}

// find returns the first place whose row does not come before what is looked
// for. compare says how a row relates to that: negative when it comes before.
func (o order) find(compare func(row int32) int) (run, at int) {
	run = sort.Search(len(o.runs), func(i int) bool {
		last := o.runs[i][len(o.runs[i])-1]
		return compare(last) >= 0
	})
	if run == len(o.runs) {
		return run, 0
	}
	return run, sort.Search(len(o.runs[run]), func(i int) bool { return compare(o.runs[run][i]) >= 0 })
}

// reorder is an order being changed.
type reorder struct {
	order
	own map[*int32]bool // first elements of the runs that are this change's own copies
}

func (o order) edit() *reorder {
	return &reorder{order: order{runs: slices.Clone(o.runs)}, own: map[*int32]bool{}}
}

// run returns a run that may be written to, with room for one row more.
func (e *reorder) run(i int) []int32 {
	run := e.runs[i]
	if !e.own[&run[0]] {
		run = append(make([]int32, 0, len(run)+len(run)/8+8), run...)
	} else {
		delete(e.own, &run[0])
		run = slices.Grow(run, 1)
	}
	e.own[&run[0]] = true
	return run
}

// remove takes out the row that compare finds.
func (e *reorder) remove(row int32, compare func(row int32) int) {
	i, at := e.find(compare)
	if i == len(e.runs) || at == len(e.runs[i]) || e.runs[i][at] != row {
		return
	}
	if len(e.runs[i]) == 1 {
		delete(e.own, &e.runs[i][0])
		e.runs = slices.Delete(e.runs, i, i+1)
		return
	}
	run := e.run(i)
	e.runs[i] = slices.Delete(run, at, at+1)
}

// insert puts a row where compare says that it belongs.
func (e *reorder) insert(row int32, compare func(row int32) int) {
	i, at := e.find(compare)
	switch {
	case len(e.runs) == 0:
		e.runs = append(e.runs, []int32{row})
		return
	case i == len(e.runs):
		i--
		at = len(e.runs[i])
	}
	run := slices.Insert(e.run(i), at, row)
	if len(run) < 2*runRows {
		e.runs[i] = run
		return
	}
	half := len(run) / 2
	tail := slices.Clone(run[half:])
	e.own[&tail[0]] = true
	e.runs[i] = run[:half:half]
	e.runs = slices.Insert(e.runs, i+1, tail)
}
