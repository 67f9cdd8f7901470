package nearest

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
)

// Top is how many neighbours a vector has at most.
const Top = 5

// Neighbour is a vector close to another one.
type Neighbour struct {
	ID         string
	Similarity float32 // cosine, above the index's threshold
}

// Entry is a vector to be found: its name, the group that it is compared
// within, and its signature.
type Entry struct {
	ID    string
	Group uint64
	Bits  Signature
}

// Vectors returns the vector of an entry of the index.
type Vectors func(id string) (Vector, error)

// Index knows each entry's nearest neighbours within its group: at most Top
// whose cosine is above the threshold, closest first, ties in order of id.
// It is not safe for concurrent use. After an error it is of no use.
type Index struct {
	sieve  sieve
	ids    []string
	groups []uint64 // beside free rows: anything
	bits   []Signature
	lists  [][]near
	reach  []int16 // how far a new neighbour may be, in bits
	rows   map[string]int32
	free   []int32
}

// near is a neighbour by its row.
type near struct {
	row        int32
	similarity float32
}

// NewIndex makes an empty index. The threshold is a cosine from 0.5 to below 1.
func NewIndex(threshold float64) *Index {
	return &Index{sieve: newSieve(threshold), rows: map[string]int32{}}
}

// Threshold is the cosine that neighbours exceed.
func (x *Index) Threshold() float64 { return x.sieve.threshold }

// Len is the number of entries.
func (x *Index) Len() int { return len(x.rows) }

// Has reports whether there is an entry of this name.
func (x *Index) Has(id string) bool { _, ok := x.rows[id]; return ok }

// Load adds an entry without looking for neighbours.
func (x *Index) Load(e Entry) {
	row, known := x.rows[e.ID]
	switch {
	case known:
	case len(x.free) > 0:
		row = x.free[len(x.free)-1]
		x.free = x.free[:len(x.free)-1]
	default:
		row = int32(len(x.ids))
		x.ids, x.groups, x.bits = append(x.ids, ""), append(x.groups, 0), append(x.bits, Signature{})
		x.lists, x.reach = append(x.lists, nil), append(x.reach, 0)
	}
	x.rows[e.ID] = row
	x.ids[row], x.groups[row], x.bits[row] = e.ID, e.Group, e.Bits
	x.put(row, nil)
}

// LoadNeighbours sets an entry's neighbours as they were found once. It
// reports whether the entry and all of them are in the index.
func (x *Index) LoadNeighbours(id string, list []Neighbour) bool {
	row, whole := x.rows[id]
	if !whole {
		return false
	}
	rows := make([]near, 0, len(list))
	for _, n := range list {
		if other, ok := x.rows[n.ID]; ok && len(rows) < Top {
			rows = append(rows, near{other, n.Similarity})
		} else {
			whole = false
		}
	}
	x.put(row, rows)
	return whole
}

// Neighbours is an entry's list, nil when it has none or is not there.
func (x *Index) Neighbours(id string) []Neighbour {
	row, ok := x.rows[id]
	if !ok || len(x.lists[row]) == 0 {
		return nil
	}
	out := make([]Neighbour, len(x.lists[row]))
	for i, n := range x.lists[row] {
		out[i] = Neighbour{x.ids[n.row], n.similarity}
	}
	return out
}

// put replaces a row's list.
func (x *Index) put(row int32, list []near) {
	x.lists[row] = list
	x.reach[row] = int16(x.sieve.whole)
	if len(list) == Top {
		x.reach[row] = int16(x.sieve.reach(float64(list[Top-1].similarity)))
	}
}

// before is the order of a list.
func (x *Index) before(a, b near) int {
	return cmp.Or(cmp.Compare(b.similarity, a.similarity), strings.Compare(x.ids[a.row], x.ids[b.row]))
}

// wants reports whether a row's list may take another one that differs in so
// many bits.
func (x *Index) wants(row, other int32, distance int) bool {
	if distance > int(x.reach[row]) {
		return false
	}
	list := x.lists[row]
	// Among many that say the same, the first by id stay.
	return len(list) < Top || list[Top-1].similarity < 1-1e-6 || x.ids[other] < x.ids[list[Top-1].row]
}

// offer puts a neighbour into a row's list if it belongs there and reports
// whether the list changed.
func (x *Index) offer(row int32, n near) bool {
	list := x.lists[row]
	at := 0
	for i, have := range list {
		if have.row == n.row {
			return false
		}
		if x.before(have, n) < 0 {
			at = i + 1
		}
	}
	if at == Top {
		return false
	}
	list = slices.Insert(list, at, n)
	x.put(row, list[:min(len(list), Top)])
	return true
}

// Update takes out some entries, puts in or replaces others, and returns in
// order the names of all whose neighbours changed, those taken out included.
func (x *Index) Update(ctx context.Context, gone []string, put []Entry, vectors Vectors) (changed []string, err error) {
	u := update{Index: x, vectors: vectors, changed: map[string]bool{}}
	out := make([]bool, len(x.ids))
	for _, id := range gone {
		if row, ok := x.rows[id]; ok {
			out[row] = true
		}
		u.changed[id] = true
	}
	for i := range put {
		if row, ok := x.rows[put[i].ID]; ok {
			out[row] = true
		}
		u.changed[put[i].ID] = true
	}
	refill := u.takeOut(out)
	for _, id := range gone {
		x.drop(id)
	}
	for i := range put {
		x.Load(put[i])
	}
	for i := range put {
		refill = append(refill, x.rows[put[i].ID])
	}
	for _, row := range refill {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := u.fill(row); err != nil {
			return nil, err
		}
	}
	for id := range u.changed {
		changed = append(changed, id)
	}
	slices.Sort(changed)
	return changed, nil
}

type update struct {
	*Index
	vectors Vectors
	changed map[string]bool
	found   []candidate
}

type candidate struct {
	row      int32
	distance int
}

// takeOut removes rows from all lists. It returns those that may have had a
// sixth neighbour, whom nobody kept.
func (u *update) takeOut(out []bool) (refill []int32) {
	for row, list := range u.lists {
		if out[row] || !slices.ContainsFunc(list, func(n near) bool { return out[n.row] }) {
			continue
		}
		full := len(list) == Top
		u.put(int32(row), slices.DeleteFunc(slices.Clone(list), func(n near) bool { return out[n.row] }))
		u.changed[u.ids[row]] = true
		if full {
			refill = append(refill, int32(row))
		}
	}
	return refill
}

func (x *Index) drop(id string) {
	row, ok := x.rows[id]
	if !ok {
		return
	}
	delete(x.rows, id)
	x.put(row, nil)
	x.ids[row] = ""
	x.free = append(x.free, row)
}

// fill offers a row to all that are close, and them to it, closest by
// signature first, so that the lists soon want nothing more.
func (u *update) fill(row int32) error {
	u.found = u.found[:0]
	group, bits := u.groups[row], u.bits[row]
	for other := range u.bits {
		if u.groups[other] != group || int32(other) == row || u.ids[other] == "" {
			continue
		}
		if d, ok := u.sieve.pass(&bits, &u.bits[other]); ok {
			u.found = append(u.found, candidate{int32(other), d})
		}
	}
	slices.SortFunc(u.found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), strings.Compare(u.ids[a.row], u.ids[b.row]))
	})
	for _, c := range u.found {
		if err := u.compare(row, c.row, c.distance); err != nil {
			return err
		}
	}
	return nil
}

// compare offers two rows to each other if they are close and either wants to
// know.
func (u *update) compare(a, b int32, distance int) error {
	if !u.wants(a, b, distance) && !u.wants(b, a, distance) {
		return nil
	}
	similarity, err := u.cosine(u.ids[a], u.ids[b], u.vectors)
	if err != nil || !(float64(similarity) > u.sieve.threshold) {
		return err
	}
	if u.offer(a, near{b, similarity}) {
		u.changed[u.ids[a]] = true
	}
	if u.offer(b, near{a, similarity}) {
		u.changed[u.ids[b]] = true
	}
	return nil
}

func (x *Index) cosine(a, b string, vectors Vectors) (float32, error) {
	v, err := vectors(a)
	if err != nil {
		return 0, err
	}
	w, err := vectors(b)
	if err != nil {
		return 0, err
	}
	c := v.Cosine(w)
	if math.IsNaN(float64(c)) {
		c = 0
	}
	return c, nil
}
