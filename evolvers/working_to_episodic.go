package evolvers

import (
	"context"
	"strconv"
	"time"

	"ebb/engine"
)

var workingToEpisodicSpec = Spec{
	Name:    WorkingToEpisodic,
	Title:   "Working to episodic, plain",
	Summary: "Rolls all working memories of a subject up into one episode once there are enough.",
	Stage:   Core,
	Options: []Option{{Key: "threshold", Help: "working memories that set it off", Kind: Whole, Default: 40, Min: 2, Max: 1e6}},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return workingToEpisodic{described{s}, int(c.Value(s.Name, "threshold"))}, nil
	},
}

// workingToEpisodic is the plain roll-up. It is off by default: of the two
// roll-ups one is on, and that is the enhanced one.
type workingToEpisodic struct {
	described
	threshold int
}

// Plan implements Evolver.
func (e workingToEpisodic) Plan(ctx context.Context, v View, now time.Time) (Result, error) {
	var r Result
	for _, buffer := range scopes(ofType(v, engine.TypeWorking)) {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		r.Looked += len(buffer)
		if len(buffer) < e.threshold {
			r.skip("the buffer is not full yet", len(buffer))
			continue
		}
		members := readBuffer(v, &r, buffer)
		for i := range members {
			members[i].words = wordSet(members[i].Content)
		}
		rollUp(v, &r, members, now, strconv.Itoa(len(buffer))+" working memories are at least "+strconv.Itoa(e.threshold))
	}
	return r, nil
}

// ofType gathers the live memories of a type.
func ofType(v View, typ string) []*engine.Head {
	var out []*engine.Head
	for h := range v.Live() {
		if h.Type == typ {
			out = append(out, h)
		}
	}
	return out
}
