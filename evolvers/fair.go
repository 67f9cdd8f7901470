package evolvers

import (
	"cmp"
	"slices"

	"ebb/engine"
)

// fairly takes as many memories as a cap allows, the longest unvisited first,
// so that none starves. Visits are numbered by cycle, not by time: a clock that
// was set back does not matter. 0 is no cap.
func fairly(v View, r *Result, name string, heads []*engine.Head, most int) ([]*engine.Head, error) {
	if most <= 0 || len(heads) <= most {
		return heads, nil
	}
	visits, err := openLedger(v, name+"/visited")
	if err != nil {
		return nil, err
	}
	stamps := make(map[*engine.Head]float64, len(heads))
	latest := 0.0
	for _, h := range heads {
		stamps[h] = visits.kept(h.ID)
		latest = max(latest, stamps[h])
	}
	order := slices.Clone(heads)
	slices.SortStableFunc(order, func(a, b *engine.Head) int { return cmp.Compare(stamps[a], stamps[b]) })
	for _, h := range order[:most] {
		visits.see(h.ID, latest+1)
	}
	r.Left += len(order) - most
	r.Marks = append(r.Marks, visits.marks(false)...)
	return order[:most], nil
}
