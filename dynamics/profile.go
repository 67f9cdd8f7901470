package dynamics

import (
	"math"
	"time"
)

// Profile is what is known about the retrievals of one memory. Its zero value
// is that of a memory never retrieved. The counters stop at the largest
// uint32.
type Profile struct {
	Total   uint32 // retrievals of any kind
	Search  uint32 // of these, appearances in search results
	Get     uint32 // of these, direct recalls
	Top1    uint32 // search appearances at rank 1
	MinRank uint32 // best 1-based rank so far; 0 when never searched
	// MeanRank is the mean 1-based rank over search appearances; 0 when never
	// searched.
	MeanRank float64
	// MeanSimilarity is kept when it was imported; nothing here changes it.
	MeanSimilarity float64
	// Velocity7 and Velocity30 are retrievals a day over the 7 and 30 UTC
	// days up to the last retrieval.
	Velocity7, Velocity30 float64
	// Last is the latest retrieval; zero when there was none.
	Last time.Time
}

// Record folds one retrieval at an instant into the profile and its window of
// daily counts, and returns both. rank is the memory's 1-based place in a
// search result, or 0 for a direct recall.
//
// The mean rank is exact, not a running approximation: it is the sum of all
// ranks divided by their number. The velocities are those as of the last
// retrieval. A retrieval dated before the last one (a clock that runs
// backwards, a late event) counts, in its own day, without moving Last.
func (p Profile) Record(w Window, at time.Time, rank uint32) (Profile, Window) {
	if rank == 0 {
		p.Get = increment(p.Get)
	} else {
		p.MeanRank = (p.rankSum() + float64(rank)) / (float64(p.Search) + 1)
		p.Search = increment(p.Search)
		if rank == 1 {
			p.Top1 = increment(p.Top1)
		}
		if p.MinRank == 0 || rank < p.MinRank {
			p.MinRank = rank
		}
	}
	p.Total = increment(p.Total)
	if p.Last.IsZero() || at.After(p.Last) {
		p.Last = at
	}
	w = w.Add(at, 1)
	p.Velocity7 = w.Velocity(7, p.Last)
	p.Velocity30 = w.Velocity(30, p.Last)
	return p, w
}

// Strengthening is the boost that the profile earns at its last retrieval:
// [Strengthening] of its own numbers, with rank 1 where never searched. It is
// 0 for a memory never retrieved.
func (p *Profile) Strengthening(weight float64) float64 {
	if !p.retrieved() {
		return 0
	}
	rank := p.MeanRank
	if rank == 0 {
		rank = 1
	}
	return Strengthening(float64(p.Total), rank, p.Velocity7, p.Velocity30, weight)
}

// retrieved needs both: an imported count without a date cannot be placed in
// time, and a date without a count says nothing.
func (p *Profile) retrieved() bool { return p.Total > 0 && !p.Last.IsZero() }

// rankSum is the sum behind the mean. Ranks are whole, so the sum of ranks
// counted here is too, and rounding undoes the division exactly; a mean that
// was imported already rounded is taken at its word.
func (p *Profile) rankSum() float64 {
	if p.Search == 0 || !(p.MeanRank > 0) || math.IsInf(p.MeanRank, 1) {
		return 0
	}
	sum := p.MeanRank * float64(p.Search)
	if whole := math.Round(sum); math.Abs(sum-whole) <= 1e-12*whole {
		return whole
	}
	return sum
}

func increment(n uint32) uint32 {
	if n == math.MaxUint32 {
		return n
	}
	return n + 1
}
