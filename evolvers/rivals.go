package evolvers

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// rivalry is the interfering pairs of a store: those among the nearest
// neighbours of either member. It does not depend on the order in which
// memories are looked at.
type rivalry struct {
	e      interference
	view   View
	source Neighbours

	heads  []*engine.Head // episodic and semantic ones whose text stands
	at     []int32        // by place in the view: which of heads, plus 1
	known  []bool         // its neighbours are known
	rivals [][]rival
	live   []*engine.Head // those that pay
}

// rival is the other side of a pair.
type rival struct {
	at         int32
	similarity float64
}

// gather finds the memories that can interfere. Archived ones keep the pairs
// that they are in: archiving one side does not end it.
func (f *rivalry) gather(now time.Time) {
	f.at = make([]int32, f.view.Places())
	for h := range f.view.Heads() {
		if !interferes(h) || h.State == engine.Expired || h.ExpiredAt(now) {
			continue
		}
		place, _ := f.view.Place(h.ID)
		f.heads = append(f.heads, h)
		f.at[place] = int32(len(f.heads))
		if h.State.Live() {
			f.live = append(f.live, h)
		}
	}
	f.known = make([]bool, len(f.heads))
	f.rivals = make([][]rival, len(f.heads))
}

// find is the number of a memory that can interfere.
func (f *rivalry) find(id string) (int32, bool) {
	place, standing := f.view.Place(id)
	if !standing || f.at[place] == 0 {
		return 0, false
	}
	return f.at[place] - 1, true
}

func interferes(h *engine.Head) bool {
	return h.Type == engine.TypeEpisodic || h.Type == engine.TypeSemantic
}

// pair finds all pairs.
func (f *rivalry) pair(ctx context.Context, r *Result, now time.Time) error {
	for i := range f.heads {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		list := f.source.Neighbours(f.heads[i].ID)
		f.known[i] = list != nil
		f.nearest(r, int32(i), list, now)
	}
	return nil
}

// nearest joins a memory with those of its first k neighbours that it
// interferes with. The list falls: what comes after the first that is not
// alike enough is not either.
func (f *rivalry) nearest(r *Result, i int32, list []Neighbour, now time.Time) {
	h := f.heads[i]
	taken := 0
	for _, near := range list {
		if !(near.Similarity >= -1-slack && near.Similarity <= 1+slack) {
			r.problem(h.ID, "its similarity to "+near.ID+" is "+figure(near.Similarity))
			continue
		}
		if near.Similarity <= f.e.threshold || taken == f.e.k {
			return
		}
		j, can := f.find(near.ID)
		if !can || j == i || !together(h, f.heads[j], now) {
			continue
		}
		taken++
		f.join(i, rival{at: j, similarity: min(near.Similarity, 1)})
	}
}

// slack is how far a cosine may leave its bounds by rounding.
const slack = 1e-6

// together reports whether two memories are of one tenant and namespace, and
// have ever been live at the same time: what was archived before the other
// was learned takes no part. What is dated ahead was learned now.
func together(a, b *engine.Head, now time.Time) bool {
	if a.Scope.Tenant != b.Scope.Tenant || a.Scope.Namespace != b.Scope.Namespace {
		return false
	}
	return met(a, b, now) && met(b, a, now)
}

func met(archived, other *engine.Head, now time.Time) bool {
	if archived.State != engine.Archived {
		return true
	}
	learned := other.LearnedAt
	if learned.After(now) {
		learned = now
	}
	return !learned.After(archived.UpdatedAt)
}

// join notes a pair with both of its members, once.
func (f *rivalry) join(i int32, near rival) {
	f.rivals[i] = noted(f.rivals[i], near)
	f.rivals[near.at] = noted(f.rivals[near.at], rival{at: i, similarity: near.similarity})
}

// noted adds a rival. Where the two sides disagree on how alike they are, the
// greater counts, so that the order does not.
func noted(list []rival, x rival) []rival {
	for k := range list {
		if list[k].at == x.at {
			list[k].similarity = max(list[k].similarity, x.similarity)
			return list
		}
	}
	return append(list, x)
}

// of are a memory's rivals in order of id.
func (f *rivalry) of(i int32) []rival {
	list := f.rivals[i]
	slices.SortFunc(list, func(a, b rival) int { return cmp.Compare(f.heads[a.at].ID, f.heads[b.at].ID) })
	return list
}

// product is the factor that rivals cost a memory.
func (f *rivalry) product(list []rival) float64 {
	product := 1.0
	for _, x := range list {
		product *= dynamics.InterferencePenalty(x.similarity, f.view.Settings().Retention.InterferenceWeight)
	}
	return product
}

// minProduct keeps a product of very many rivals a number that is stored.
const minProduct = 1e-12

// weigh adds the change of one memory, if there is any.
func (f *rivalry) weigh(r *Result, h *engine.Head, list []rival, now time.Time) {
	product := max(f.product(list), minProduct)
	before := h.Interference
	if !(before > 0 && before <= 1) {
		before = 1
	}
	if math.Abs(product-before) <= 1e-12 {
		return
	}
	settings := f.view.Settings()
	ev := settings.Evidence(h)
	was := settings.Retention.Score(&ev, now)
	ev.Interference = product
	is := settings.Retention.Score(&ev, now)
	c := engine.Change{
		Memory: h.ID, Field: "interference", Before: score(before), After: score(product),
		Why: f.why(was, is, list), Source: make([]string, len(list)), Weigh: &engine.Weighing{Interference: &product},
	}
	for n, x := range list {
		c.Source[n] = f.heads[x.at].ID
	}
	r.Changes = append(r.Changes, c)
}

// why gives the retention before and after, and the formula with its numbers.
func (f *rivalry) why(was, is float64, list []rival) string {
	b := make([]byte, 0, 96)
	b = append(b, "retention "...)
	b = strconv.AppendFloat(b, was, 'f', 4, 64)
	b = append(b, " → "...)
	b = strconv.AppendFloat(b, is, 'f', 4, 64)
	if len(list) == 0 {
		return string(append(b, ": nothing interferes any more"...))
	}
	b = append(b, ": Π(1 − similarity·"...)
	b = strconv.AppendFloat(b, f.view.Settings().Retention.InterferenceWeight, 'g', -1, 64)
	b = append(b, ") over"...)
	for _, x := range list[:min(len(list), explained)] {
		b = append(b, ' ')
		b = strconv.AppendFloat(b, x.similarity, 'f', 3, 64)
	}
	if len(list) > explained {
		b = append(b, " and "...)
		b = strconv.AppendInt(b, int64(len(list)-explained), 10)
		b = append(b, " more"...)
	}
	return string(b)
}

// explained is how many pairs a reason spells out.
const explained = 5
