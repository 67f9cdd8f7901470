package catalogue

import (
	"cmp"
	"slices"
)

// ranked is a row on its way to its place: rows with smaller keys come first,
// then those that stood first before.
type ranked struct {
	key uint64
	at  int32
}

func (a ranked) compare(b ranked) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	return cmp.Compare(a.at, b.at)
}

// ordered maps integers to keys in the same order.
func ordered(n int64) uint64 { return uint64(n) ^ 1<<63 }

const (
	digitBits = 11
	digits    = 1 << digitBits
	// fewKeys is up to how many comparing beats counting.
	fewKeys = 2048
)

// sortRanked sorts keys that are in the order of their at. Many are sorted
// digit by digit, the lowest first, which is three times as fast as
// comparing; a digit that all have in common costs nothing.
func sortRanked(keys []ranked) {
	if len(keys) <= fewKeys {
		slices.SortFunc(keys, ranked.compare)
		return
	}
	from, to := keys, make([]ranked, len(keys))
	for shift := 0; shift < 64; shift += digitBits {
		var ends [digits]int32
		for i := range from {
			ends[from[i].key>>shift%digits]++
		}
		if ends[from[0].key>>shift%digits] == int32(len(from)) {
			continue
		}
		next := int32(0)
		for d, n := range ends {
			ends[d] = next
			next += n
		}
		for i := range from {
			d := from[i].key >> shift % digits
			to[ends[d]] = from[i]
			ends[d]++
		}
		from, to = to, from
	}
	if &from[0] != &keys[0] {
		copy(keys, from)
	}
}

// smallest sorts the n smallest keys to the front and returns them.
func smallest(keys []ranked, n int) []ranked {
	if n > len(keys)/8 {
		sortRanked(keys)
		return keys[:n]
	}
	// A heap of the n smallest so far, the largest of them on top.
	heap := keys[:n]
	for i := n/2 - 1; i >= 0; i-- {
		sink(heap, i)
	}
	for _, k := range keys[n:] {
		if n > 0 && k.compare(heap[0]) < 0 {
			heap[0] = k
			sink(heap, 0)
		}
	}
	slices.SortFunc(heap, ranked.compare)
	return heap
}

// sink moves the key at i down to where no larger one is below it.
func sink(heap []ranked, i int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && heap[child+1].compare(heap[child]) > 0 {
			child++
		}
		if heap[child].compare(heap[i]) <= 0 {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}
