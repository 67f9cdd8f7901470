package evolvers

import (
	"context"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"ebb/engine"
)

var enhancedWorkingToEpisodicSpec = Spec{
	Name:    EnhancedWorkingToEpisodic,
	Title:   "Working to episodic",
	Summary: "Rolls working memories that belong together up into episodes, the sooner the more there is.",
	Stage:   Enhanced,
	On:      true,
	Options: []Option{{Key: "base_threshold", Help: "working memories that set it off when they are short and old", Kind: Whole, Default: 40, Min: 1, Max: 1e6}},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return enhancedWorkingToEpisodic{described{s}, c.Value(s.Name, "base_threshold")}, nil
	},
}

const (
	leastBuffer    = 10   // below which nothing is rolled up
	loadRelief     = 0.3  // share of the base that a load of 1 takes off
	longText       = 100  // runes that count as a load of 1
	mostLength     = 1.5  // the most that length can count
	alike          = 0.3  // word-Jaccard that members have to exceed
	timely         = 0.5  // exp(−Δt/3600 s) that members have to exceed
	mostLoad       = 1.25 // (mostLength + 1) / 2
	closenessScale = time.Hour
)

// reach is the time between two members at which they are just too far apart.
var reach = time.Duration(math.Ceil(closenessScale.Seconds() * math.Ln2 * 1e9))

// enhancedWorkingToEpisodic has a threshold that sinks with the load of the
// buffer. (The published code demands the full base as well, which defeats it.)
type enhancedWorkingToEpisodic struct {
	described
	base float64
}

// Plan implements Evolver.
func (e enhancedWorkingToEpisodic) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	for _, buffer := range scopes(ofType(v, engine.TypeWorking)) {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Looked += len(buffer)
		if len(buffer) < e.threshold(mostLoad) { // no load is high enough
			r.skip("the buffer is not full yet", len(buffer))
			continue
		}
		members := readBuffer(v, &r, buffer)
		load := bufferLoad(members, now)
		threshold := e.threshold(load)
		if len(members) < threshold {
			r.skip("the buffer is not full yet", len(members))
			continue
		}
		why := fmt.Sprintf("%d working memories are at least max(%d, ⌊%g·(1 − %g·load %.3f)⌋) = %d", len(members), leastBuffer, e.base, loadRelief, load, threshold)
		for _, group := range clusters(members) {
			rollUp(v, &r, group, now, why)
		}
	}
	return r, nil
}

// threshold is how many memories set a roll-up off at a load.
func (e enhancedWorkingToEpisodic) threshold(load float64) int {
	return max(leastBuffer, int(math.Floor(e.base*(1-loadRelief*load))))
}

// bufferLoad is the mean of how long the texts are and how many are young.
func bufferLoad(members []member, now time.Time) float64 {
	if len(members) == 0 {
		return 0
	}
	runes, young := 0, 0
	for i := range members {
		runes += utf8.RuneCountInString(members[i].Content)
		if now.Sub(members[i].CreatedAt) < time.Hour {
			young++
		}
	}
	n := float64(len(members))
	return (math.Min(mostLength, float64(runes)/n/longText) + float64(young)/n) / 2
}

// clusters parts members, which are in order of creation: a cluster takes each
// later member that is like its first one and close to it in time.
func clusters(members []member) [][]member {
	for i := range members {
		members[i].words = wordSet(members[i].Content)
	}
	taken := make([]bool, len(members))
	var out [][]member
	for i := range members {
		if taken[i] {
			continue
		}
		group := []member{members[i]}
		for j := i + 1; j < len(members); j++ {
			apart := members[j].CreatedAt.Sub(members[i].CreatedAt)
			if apart >= reach {
				break
			}
			if taken[j] || math.Exp(-apart.Seconds()/closenessScale.Seconds()) <= timely || jaccard(members[i].words, members[j].words) <= alike {
				continue
			}
			taken[j] = true
			group = append(group, members[j])
		}
		out = append(out, group)
	}
	return out
}
