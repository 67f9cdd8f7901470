package catalogue

import (
	"slices"
	"time"
)

// AxisKind says what lies at a place of the time axis.
type AxisKind uint8

// The kinds of marks.
const (
	AxisCreated AxisKind = iota // memories were made
	AxisEdited                  // memories were last changed
	AxisCycle                   // evolution ran; the catalogue knows none of these
)

// AxisMark counts what lies in one cell of the time axis.
type AxisMark struct {
	Cell  int
	Kind  AxisKind
	Count int
}

type axisQuery struct {
	from, to int64
	cells    int
}

// maxAxisCells bounds the work and the answer.
const maxAxisCells = 4096

// Axis cuts the time from from to to, the end left out, into cells of equal
// width and says where memories were made and last changed: marks by rising
// cell, then kind, none with a count of 0. Each memory counts once for its
// making and once for its last change after that; the changes between are
// not known here.
func (s *Snapshot) Axis(from, to time.Time, cells int) []AxisMark {
	q := axisQuery{stamp(from), stamp(to), min(cells, maxAxisCells)}
	if q.cells <= 0 || q.from >= q.to || q.from == never {
		return nil
	}
	s.memo.mu.Lock()
	defer s.memo.mu.Unlock()
	if s.memo.axis != q {
		s.memo.axis, s.memo.marks = q, s.axis(q)
	}
	return slices.Clone(s.memo.marks)
}

func (s *Snapshot) axis(q axisQuery) []AxisMark {
	counts := make([][2]int, q.cells)
	scale := float64(q.cells) / (float64(q.to) - float64(q.from))
	count := func(at int64, kind AxisKind) {
		if at >= q.from && at < q.to {
			cell := int((float64(at) - float64(q.from)) * scale)
			counts[min(cell, q.cells-1)][kind]++
		}
	}
	for _, c := range s.chunks {
		for i, updated := range c.updated {
			created := c.created(i)
			count(created, AxisCreated)
			if updated != created {
				count(updated, AxisEdited)
			}
		}
	}
	var marks []AxisMark
	for cell, kinds := range counts {
		for kind, n := range kinds {
			if n > 0 {
				marks = append(marks, AxisMark{Cell: cell, Kind: AxisKind(kind), Count: n})
			}
		}
	}
	return marks
}
