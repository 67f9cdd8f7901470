package evolvers

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
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
	place  map[string]int32
	known  []bool // its neighbours are known
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
	f.place = map[string]int32{}
	for h := range f.view.Heads() {
		f.admit(h, now)
		if interferes(h) && h.LiveAt(now) {
			f.live = append(f.live, h)
		}
	}
}

func (f *rivalry) admit(h *engine.Head, now time.Time) (int32, bool) {
	if i, known := f.place[h.ID]; known {
		return i, true
	}
	if !interferes(h) || h.State == engine.Expired || h.ExpiredAt(now) {
		return 0, false
	}
	i := int32(len(f.heads))
	f.place[h.ID] = i
	f.heads = append(f.heads, h)
	return i, true
}

func interferes(h *engine.Head) bool {
	return h.Type == engine.TypeEpisodic || h.Type == engine.TypeSemantic
}

// pair finds all pairs.
func (f *rivalry) pair(ctx context.Context, r *Result, now time.Time) error {
	for i := 0; i < len(f.heads); i++ { // it may grow, see nearest
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		list := f.source.Neighbours(f.heads[i].ID)
		f.known = append(f.known, list != nil)
		for _, near := range f.nearest(r, int32(i), list, now) {
			f.join(int32(i), near)
		}
	}
	return nil
}

// nearest are the first k neighbours that can interfere, and of those the ones
// that do.
func (f *rivalry) nearest(r *Result, i int32, list []Neighbour, now time.Time) []rival {
	h := f.heads[i]
	var out []rival
	taken := 0
	for _, near := range list {
		if !(near.Similarity >= -1-slack && near.Similarity <= 1+slack) {
			r.problem(h.ID, "its similarity to "+near.ID+" is "+figure(near.Similarity))
			continue
		}
		other, standing := f.view.Get(near.ID)
		if near.ID == h.ID || !standing || !together(h, other) {
			continue
		}
		j, can := f.admit(other, now)
		if !can {
			continue
		}
		if near.Similarity > f.e.threshold {
			out = append(out, rival{at: j, similarity: min(near.Similarity, 1)})
		}
		if taken++; taken == f.e.k {
			break
		}
	}
	return out
}

// slack is how far a cosine may leave its bounds by rounding.
const slack = 1e-6

// together reports whether two memories are of one tenant and namespace, and
// have ever been live at the same time: what was archived before the other
// was learned takes no part.
func together(a, b *engine.Head) bool {
	if a.Scope.Tenant != b.Scope.Tenant || a.Scope.Namespace != b.Scope.Namespace {
		return false
	}
	return met(a, b) && met(b, a)
}

func met(archived, other *engine.Head) bool {
	return archived.State != engine.Archived || !other.LearnedAt.After(archived.UpdatedAt)
}

// join notes a pair with both of its members, once.
func (f *rivalry) join(i int32, near rival) {
	for int(max(i, near.at)) >= len(f.rivals) {
		f.rivals = append(f.rivals, nil)
	}
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
	if int(i) >= len(f.rivals) {
		return nil
	}
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
	was := settings.RetentionOf(h, now).Score
	weighed := *h
	weighed.Interference = product
	c := engine.Change{
		Memory: h.ID, Field: "interference", Before: score(before), After: score(product),
		Weigh: &engine.Weighing{Interference: &product},
	}
	var why strings.Builder
	why.WriteString("retention " + score(was) + " → " + score(settings.RetentionOf(&weighed, now).Score))
	switch len(list) {
	case 0:
		why.WriteString(": nothing interferes any more")
	default:
		why.WriteString(": Π(1 − similarity·" + figure(settings.Retention.InterferenceWeight) + ") over")
	}
	for n, x := range list {
		c.Source = append(c.Source, f.heads[x.at].ID)
		if n < explained {
			why.WriteString(" " + strconv.FormatFloat(x.similarity, 'f', 3, 64))
		}
	}
	if len(list) > explained {
		why.WriteString(" and " + strconv.Itoa(len(list)-explained) + " more")
	}
	c.Why = why.String()
	r.Changes = append(r.Changes, c)
}

// explained is how many pairs a reason spells out.
const explained = 5
