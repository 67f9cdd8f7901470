package dynamics

import "math"

// The rows of the retention formula, each alone and exactly as published.
// They do not clamp and do not repair their arguments beyond what their
// comments say; [Settings.Retention] does both.

// velocityEpsilon keeps the ratio of velocities finite (source: SmartMemory, ENH-2).
const velocityEpsilon = 1e-6

// Curve is the share left after elapsed days on the forgetting curve:
//
//	exp(−elapsed / stability)
//
// stability is in days; zero, negative or NaN counts as RetentionStability. A
// negative or NaN elapsed counts as 0, so the result is in [0, 1].
//
// Source: SmartMemory ENH-1; Ebbinghaus 1885.
func Curve(elapsed, stability float64) float64 {
	if !(elapsed > 0) {
		return 1
	}
	if !(stability > 0) {
		stability = RetentionStability
	}
	if math.IsInf(elapsed, 1) {
		return 0
	}
	return math.Exp(-elapsed / stability)
}

// HalfLife is the time in days after which half is left at a stability in
// days: stability · ln 2. A memory of stability 30 d is halved in 20.79 d.
func HalfLife(stability float64) float64 { return stability * math.Ln2 }

// InterferencePenalty is the factor that one interfering pair costs each of
// its members:
//
//	1 − similarity · weight
//
// for a cosine similarity and a weight in [0, 1).
//
// Source: SmartMemory ENH-1.
func InterferencePenalty(similarity, weight float64) float64 { return 1 - similarity*weight }

// InterferenceProduct is the factor that all interfering pairs of a memory
// cost it together: the product of their penalties, 1 without any. It does
// not depend on their order beyond the last bit, and no pair is lost. (The
// published code overwrites one member's earlier penalty when it writes the
// other's.)
func InterferenceProduct(similarities []float64, weight float64) float64 {
	product := 1.0
	for _, similarity := range similarities {
		product *= InterferencePenalty(similarity, weight)
	}
	return product
}

// Unretrieved is the factor left after days without a retrieval:
//
//	1 − rate · min(lookback, days)
//
// but not below 0. Negative or NaN days count as 0. For a memory never
// retrieved days count from its creation; for any other from the end of the
// lookback after its last retrieval.
//
// Source: SmartMemory ENH-2. The published code takes the whole lookback at
// once, whatever the age, and again on every run.
func Unretrieved(days, rate float64, lookback int) float64 {
	if !(days > 0) {
		return 1
	}
	return max(0, 1-rate*min(float64(lookback), days))
}

// Strengthening is what being retrieved adds, the testing effect:
//
//	weight · ln(1 + total) · 1/(1 + meanRank) · velocity7/(velocity30 + 1e-6)
//
// total is the number of retrievals, meanRank the mean 1-based rank over
// search appearances (1 where never searched), the velocities retrievals a
// day over 7 and 30 days. Outside total > −1 and meanRank > −1 the result may
// be negative, infinite or NaN, as published.
//
// Source: SmartMemory ENH-2; Roediger & Karpicke 2006. A profile of 47
// retrievals, rank 2.3, 3.1 and 0.8 a day, adds 0.454572.
func Strengthening(total, meanRank, velocity7, velocity30, weight float64) float64 {
	return weight * math.Log(1+total) * (1 / (1 + meanRank)) * (velocity7 / (velocity30 + velocityEpsilon))
}

// Fade is the share of a boost left days after the retrieval that earned it:
//
//	max(0, 1 − days / fadeDays)
//
// Negative or NaN days count as 0; a fadeDays that is not positive leaves
// nothing. The fade is ours: with velocities taken at now a score would jump
// with no event (a burst leaving the 30-day window raises the ratio), flap
// around the archive threshold and have no forecast.
func Fade(days, fadeDays float64) float64 {
	if !(fadeDays > 0) {
		return 0
	}
	if !(days > 0) {
		return 1
	}
	return max(0, 1-days/fadeDays)
}

// Hebbian is the support that a memory has from its strongest tie:
//
//	min(maxBoost, (count − threshold) · perUnit), 0 below the threshold
//
// for a co-retrieval count. Ten co-retrievals give 0.14 by default.
//
// Source: SmartMemory ENH-3; Hebb 1949.
func Hebbian(count, threshold, perUnit, maxBoost float64) float64 {
	if !(count >= threshold) {
		return 0
	}
	return min(maxBoost, (count-threshold)*perUnit)
}
