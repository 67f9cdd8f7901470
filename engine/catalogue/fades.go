package catalogue

import (
	"context"
	"time"
)

// crossing is when a row's memory falls below the archive threshold, forever
// when it never does. It depends on the evidence and the settings only, so it
// is kept.
func (s *Snapshot) crossing(row int32) int64 {
	c, i := s.at(row)
	ev := c.evidence(i, s.kinds[c.typ.at(i)])
	var latest time.Time
	for _, t := range [...]time.Time{ev.Created, ev.Learned, ev.Retrievals.Last} {
		if t.After(latest) {
			latest = t
		}
	}
	at, ok := s.settings.Retention.CrossesAt(&ev, s.settings.Retention.ArchiveThreshold, latest)
	if !ok {
		return forever
	}
	return stamp(at)
}

func (s *Snapshot) fadesAt(row int32) int64 {
	if s.fades == nil {
		return s.crossing(row)
	}
	return s.fades[row>>chunkBits][row&chunkMask]
}

// ahead is a chunk whose fades are known before those of all others are.
type ahead struct {
	chunk *chunk
	fades []int64
}

// turn is how long background work goes on before events get theirs.
const turn = 20 * time.Millisecond

// forecast computes the fades of some chunks, and publishes when it has all.
func (o *owner) forecast(ctx context.Context) {
	begin := time.Now()
	s := o.snap
	o.ahead = resized(o.ahead, len(s.chunks))
	for index, c := range s.chunks {
		if o.ahead[index].chunk == c {
			continue
		}
		if ctx.Err() != nil || time.Since(begin) > turn {
			return
		}
		fades := make([]int64, c.n)
		for i := range fades {
			fades[i] = s.crossing(int32(index<<chunkBits + i))
		}
		o.ahead[index] = ahead{c, fades}
	}
	next := *s
	next.memo = &memo{}
	next.fades = make([][]int64, len(s.chunks))
	for i, a := range o.ahead {
		next.fades[i] = a.fades
	}
	o.ahead = nil
	o.publish(&next)
	o.signal()
}
