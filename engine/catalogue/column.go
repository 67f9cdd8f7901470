package catalogue

import (
	"math"
	"time"
	"unsafe"
)

// column is one field of the rows of a chunk. Most fields are the same in most
// rows: only what differs takes room.
type column[T comparable] struct {
	same T
	// which is nil when all rows are the same or other holds them all; else
	// it numbers what differs, from 1.
	which []uint16
	other []T
}

func (c *column[T]) at(i int) T {
	if c.which == nil {
		if c.other == nil {
			return c.same
		}
		return c.other[i]
	}
	if n := c.which[i]; n != 0 {
		return c.other[n-1]
	}
	return c.same
}

// packed copies values into a column.
func packed[T comparable](values []T) column[T] {
	same := majority(values)
	differ := 0
	for _, v := range values {
		if v != same {
			differ++
		}
	}
	size := int(unsafe.Sizeof(same))
	switch n := len(values); {
	case differ == 0:
		return column[T]{same: same}
	case 2*n+differ*size >= n*size:
		return column[T]{other: exact(values)}
	}
	c := column[T]{same: same, which: make([]uint16, len(values)), other: make([]T, 0, differ)}
	for i, v := range values {
		if v != same {
			c.other = append(c.other, v)
			c.which[i] = uint16(len(c.other))
		}
	}
	return c
}

// majority is the value that more than half of them have, if any has.
func majority[T comparable](values []T) (most T) {
	votes := 0
	for _, v := range values {
		switch {
		case votes == 0:
			most, votes = v, 1
		case v == most:
			votes++
		default:
			votes--
		}
	}
	return most
}

// never is the stamp of the zero time and lies before every other one;
// forever lies behind.
const (
	never   = math.MinInt64
	forever = math.MaxInt64
)

// stamp is t in nanoseconds since 1970, held at the nearer end outside the
// years 1678 to 2262, as the store does.
func stamp(t time.Time) int64 {
	const limit = math.MaxInt64 / int64(time.Second)
	if t.IsZero() {
		return never
	}
	switch sec := t.Unix(); {
	case sec >= limit:
		return forever
	case sec <= -limit:
		return never + 1
	}
	return t.UnixNano()
}

func instant(n int64) time.Time {
	if n == never {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}
