package nearest

import (
	"math"
	"math/bits"
)

// A sieve lets through the pairs of signatures whose vectors may be closer
// than a threshold. It looks at half of the bits first, then at all; and, where that costs next to nothing in recall, wants the two to share
// one of 32 bands, by which pairs can be found without looking at all of them.
// What it says depends on the two signatures alone.
type sieve struct {
	threshold float64
	half      int // most bits that may differ among the first 256
	whole     int
	banded    bool
}

// Standard deviations that the cuts lie above the mean at the threshold: a
// pair exactly at the threshold is lost once in 10,000 times by the last cut,
// and 3 times in a million by the first.
const (
	lastCut  = 3.72
	earlyCut = 4.5
)

const (
	bandBits = 16
	bands    = Bits / bandBits
	// mostLost is the share of pairs exactly at the threshold that bands may
	// lose. Closer ones are lost far less: a fifth of it half way to equality.
	mostLost = 0.004
)

func newSieve(threshold float64) sieve {
	cut := func(n int, deviations float64) int {
		mean, deviation := expect(threshold, n)
		return int(mean + deviations*deviation)
	}
	agree := math.Pow(1-math.Acos(threshold)/math.Pi, bandBits)
	return sieve{
		threshold: threshold,
		half:      cut(Bits/2, earlyCut), whole: cut(Bits, lastCut),
		banded: math.Pow(1-agree, bands) <= mostLost,
	}
}

// pass reports whether a pair may be close, and in how many bits it differs.
func (s *sieve) pass(a, b *Signature) (distance int, ok bool) {
	d := bits.OnesCount64(a[0]^b[0]) + bits.OnesCount64(a[1]^b[1]) + bits.OnesCount64(a[2]^b[2]) + bits.OnesCount64(a[3]^b[3])
	if d > s.half {
		return d, false
	}
	return s.rest(a, b, d)
}

// rest is pass for a pair that differs in d of the first half of the bits.
func (s *sieve) rest(a, b *Signature, d int) (distance int, ok bool) {
	d += bits.OnesCount64(a[4]^b[4]) + bits.OnesCount64(a[5]^b[5]) + bits.OnesCount64(a[6]^b[6]) + bits.OnesCount64(a[7]^b[7])
	return d, d <= s.whole && (!s.banded || firstBand(a, b) < bands)
}

// reach is the number of bits beyond which a vector cannot be closer than a
// cosine, for all that is likely in the life of a store.
func (s *sieve) reach(cosine float64) int {
	mean, deviation := expect(cosine, Bits)
	return min(int(mean+6*deviation), s.whole)
}

// firstBand is the first band in which two signatures agree, bands if none.
func firstBand(a, b *Signature) int {
	const low, high = 0x0001000100010001, 0x8000800080008000
	for i := range a {
		x := a[i] ^ b[i]
		// The lowest bit set here marks the lowest 16 bits that are all zero.
		if zero := (x - low) &^ x & high; zero != 0 {
			return i*4 + bits.TrailingZeros64(zero)/bandBits
		}
	}
	return bands
}

func band(s *Signature, n int) uint16 { return uint16(s[n/4] >> (n % 4 * bandBits)) }
