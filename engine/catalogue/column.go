package catalogue

import (
	"math"
	"time"
)

// column is one field of the rows of a chunk. A field that is the same in all
// of them, as most are, takes no room.
type column[T comparable] struct {
	same T
	all  []T // nil when all are the same
}

func (c *column[T]) at(i int) T {
	if c.all == nil {
		return c.same
	}
	return c.all[i]
}

// packed copies values into a column.
func packed[T comparable](values []T) column[T] {
	if len(values) == 0 {
		return column[T]{}
	}
	for _, v := range values[1:] {
		if v != values[0] {
			return column[T]{all: append(make([]T, 0, len(values)), values...)}
		}
	}
	return column[T]{same: values[0]}
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
