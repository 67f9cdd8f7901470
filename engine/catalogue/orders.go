package catalogue

import (
	"cmp"
	"slices"
	"strings"
)

// sortOrders makes both orders from nothing.
func (s *Snapshot) sortOrders() {
	rows := make([]int32, s.n)
	for i := range rows {
		rows[i] = int32(i)
	}
	if !slices.IsSortedFunc(rows, s.compareIDs) {
		slices.SortFunc(rows, s.compareIDs)
	}
	s.byID = newOrder(slices.Clone(rows))
	s.newest = s.newestOf(rows)
}

// newestOf orders rows that are in order of their ids.
func (s *Snapshot) newestOf(rows []int32) order {
	keyed := make([]ranked, s.n)
	for at, row := range rows {
		c, i := s.at(row)
		keyed[at] = ranked{key: ^ordered(c.updated[i]), at: int32(at)}
	}
	sortRanked(keyed)
	newest := make([]int32, s.n)
	for i, k := range keyed {
		newest[i] = rows[k.at]
	}
	return newOrder(newest)
}

func (s *Snapshot) compareIDs(a, b int32) int {
	ca, i := s.at(a)
	cb, j := s.at(b)
	if ca.marks.at(i)&markPlainID == 0 && cb.marks.at(j)&markPlainID == 0 {
		return ca.ids[i].compare(cb.ids[j])
	}
	return strings.Compare(ca.id(i), cb.id(j))
}

func (s *Snapshot) compareNewest(a, b int32) int {
	ca, i := s.at(a)
	cb, j := s.at(b)
	return cmp.Or(cmp.Compare(cb.updated[j], ca.updated[i]), s.compareIDs(a, b))
}
