package evolvers

import (
	"context"
	"strconv"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

var hebbianSpec = Spec{
	Name:    HebbianCoRetrieval,
	Title:   "Hebbian ties",
	Summary: "Supports memories that keep being retrieved together with another one.",
	Stage:   Enhanced,
	On:      true,
	Options: []Option{
		{Key: "weight_threshold", Help: "co-retrievals from which a tie supports its ends", Default: 3, Min: 1, Max: 1e6, Shared: true},
		{Key: "retention_boost_per_unit", Help: "support per co-retrieval above that", Default: 0.02, Max: 1, Shared: true},
		{Key: "max_boost", Help: "the most that a tie can give", Default: 0.3, Max: 1, Shared: true},
		{Key: "max_edges_per_cycle", Help: "tied memories looked at in a cycle", Kind: Whole, Default: 500, Max: 1e9, Cap: true},
	},
	build: func(s *Spec, c *Config) (Evolver, error) {
		return hebbian{described{s}, int(c.Value(s.Name, "max_edges_per_cycle"))}, nil
	},
}

// hebbian compares what heads say of their strongest tie with the ties
// themselves. Ties act at the event; it says what they have moved since a cycle
// was last applied, and puts a head right that says something else.
type hebbian struct {
	described
	most int
}

// Plan implements Evolver.
func (e hebbian) Plan(ctx context.Context, v View, _ time.Time) (Result, error) {
	var r Result
	strongest, err := e.strongest(ctx, v, &r)
	if err != nil {
		return r, err
	}
	committed, err := openLedger(v, e.Name()+"/committed")
	if err != nil {
		return r, err
	}
	var tied []*engine.Head
	ties := make([]engine.StrongestTie, 0, len(strongest))
	for h := range v.Live() {
		place, _ := v.Place(h.ID)
		if h.TieCount > 0 || strongest[place].Count > 0 || committed.kept(h.ID) != 0 {
			tied, ties = append(tied, h), append(ties, strongest[place])
		}
	}
	looked, err := fairly(v, &r, e.Name(), tied, e.most)
	if err != nil {
		return r, err
	}
	settings := &v.Settings().Retention
	for i, h := range looked {
		tie := ties[i]
		if r.Left > 0 { // in another order then
			place, _ := v.Place(h.ID)
			tie = strongest[place]
		}
		e.compare(&r, h, tie, committed, settings)
	}
	r.Marks = append(r.Marks, committed.marks(r.Left == 0)...)
	return r, nil
}

func (e hebbian) compare(r *Result, h *engine.Head, tie engine.StrongestTie, committed *ledger, settings *dynamics.Settings) {
	if tie.Count != h.TieCount {
		own := tie
		r.Changes = append(r.Changes, engine.Change{
			Memory: h.ID, Field: "tie", Before: count(h.TieCount), After: count(tie.Count),
			Why: "its ties say so", Source: present(tie.ID), Weigh: &engine.Weighing{Tie: &own},
		})
	}
	support := e.support(tie.Count, settings)
	if before := committed.see(h.ID, support); before != support {
		r.Moved = append(r.Moved, e.moved(h, tie, before, support, settings))
	}
}

// strongest finds each memory's strongest tie, by place; of equals the one
// with the smaller id.
func (e hebbian) strongest(ctx context.Context, v View, r *Result) ([]engine.StrongestTie, error) {
	out := make([]engine.StrongestTie, v.Places())
	for edge, err := range v.Edges() {
		if err != nil {
			return nil, err
		}
		if edge.Type != engine.CoRetrieved {
			continue
		}
		r.Looked++
		if r.Looked%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e.end(v, r, &edge.EdgeKey, edge.Count, edge.From, edge.To, out)
		e.end(v, r, &edge.EdgeKey, edge.Count, edge.To, edge.From, out)
	}
	return out, ctx.Err()
}

// end notes a tie with one of its ends.
func (e hebbian) end(v View, r *Result, key *engine.EdgeKey, n uint32, id, other string, out []engine.StrongestTie) {
	place, known := v.Place(id)
	if !known {
		if !v.Exists(id) {
			r.problem(key.From+" "+key.Type+" "+key.To, "the memory "+strconv.Quote(id)+" is missing")
		}
		return
	}
	if was := &out[place]; n > was.Count || (n == was.Count && n > 0 && other < was.ID) {
		*was = engine.StrongestTie{Count: n, ID: other}
	}
}

func (e hebbian) support(n uint32, s *dynamics.Settings) float64 {
	return dynamics.Hebbian(float64(n), s.TieThreshold, s.TieBoostPerUnit, s.TieMaxBoost)
}

func (e hebbian) moved(h *engine.Head, tie engine.StrongestTie, before, after float64, s *dynamics.Settings) engine.Change {
	why := count(tie.Count) + " co-retrievals are below " + figure(s.TieThreshold)
	if float64(tie.Count) >= s.TieThreshold {
		why = "min(" + figure(s.TieMaxBoost) + ", (" + count(tie.Count) + " − " + figure(s.TieThreshold) + ")·" + figure(s.TieBoostPerUnit) + ")"
	}
	return engine.Change{Memory: h.ID, Field: "hebbian", Before: score(before), After: score(after), Why: why, Source: present(tie.ID)}
}

func count(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

func present(id string) []string {
	if id == "" {
		return nil
	}
	return []string{id}
}
