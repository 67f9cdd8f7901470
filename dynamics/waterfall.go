package dynamics

import "math"

// The steps of a [Waterfall], in its order.
const (
	StepLearned     = "learned"     // the base: what was there to be lost
	StepTime        = "time"        // the curve
	StepRivals      = "rivals"      // interference
	StepUnretrieved = "unretrieved" // not being looked for
	StepRecall      = "recall"      // strengthening by retrieval
	StepTies        = "ties"        // support by the strongest tie
)

// WaterfallSteps is the number of steps in a [Waterfall].
const WaterfallSteps = 6

// Step is what one component did to a score.
type Step struct {
	Name  string  // one of the Step constants
	Delta float64 // signed contribution, in score
	Total float64 // the score after this step, in [0, 1]
}

// Waterfall says how a score came about: what each component added or took,
// in order. What a clamp cuts off is not in the step that ran into it, so the
// steps add up.
type Waterfall [WaterfallSteps]Step

// Waterfall lists the contributions behind c.Score. The total of the last
// step is c.Score itself. Deltas are whole multiples of 2⁻⁵³, so that adding
// them up in any order is free of rounding: the sum is c.Score exactly from
// 0.5 up, and within 2⁻⁵⁴ of it below.
func (c Components) Waterfall() Waterfall {
	curve := c.Base * c.Curve
	rivals := curve * c.Interference
	totals := [WaterfallSteps]float64{c.Base, curve, rivals, c.kept(), c.recalled(), c.Score}
	names := [WaterfallSteps]string{StepLearned, StepTime, StepRivals, StepUnretrieved, StepRecall, StepTies}
	var (
		w      Waterfall
		before float64
	)
	for i, total := range totals {
		after := onGrid(total)
		w[i] = Step{Name: names[i], Delta: after - before, Total: total}
		before = after
	}
	return w
}

// onGrid rounds a number in [0, 1] to a multiple of 2⁻⁵³. Sums and differences
// of such numbers, while they stay within [−1, 1], are exact.
func onGrid(x float64) float64 { return math.RoundToEven(x*(1<<53)) / (1 << 53) }
