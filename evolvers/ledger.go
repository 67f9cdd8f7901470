package evolvers

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"ebb/engine"
)

// ledger is a number per memory that an evolver keeps between cycles. It lies
// in a fixed number of marks, by a hash of the id: a store of a million
// memories makes marks of a quarter of a megabyte, and what is purged leaves
// no id behind. Two ids with one hash share a number; among a million that is
// one chance in thirty million, and costs one line in a plan.
type ledger struct {
	name  string
	had   [ledgerMarks][]entry // in order of hash
	sees  [ledgerMarks][]entry
	moved [ledgerMarks]bool
}

// entry is a memory's number.
type entry struct {
	hash  uint64
	value float64
}

func byHash(a, b entry) int { return cmp.Compare(a.hash, b.hash) }

const (
	ledgerMarks  = 64
	ledgerShift  = 58 // the top six bits of a hash choose the mark
	ledgerRecord = 16 // hash and number
)

// openLedger reads a ledger. What makes no sense in it is left out.
func openLedger(v View, name string) (*ledger, error) {
	l := &ledger{name: name}
	for i := range l.had {
		b, err := v.Mark(l.mark(i))
		if err != nil {
			return nil, err
		}
		l.had[i] = make([]entry, 0, len(b)/ledgerRecord)
		for ; len(b) >= ledgerRecord; b = b[ledgerRecord:] {
			l.had[i] = append(l.had[i], entry{binary.BigEndian.Uint64(b), math.Float64frombits(binary.BigEndian.Uint64(b[8:]))})
		}
		slices.SortFunc(l.had[i], byHash) // as it was written, unless it was damaged
	}
	return l, nil
}

func (l *ledger) mark(i int) string { return fmt.Sprintf("%s/%02x", l.name, i) }

// see notes the number that a memory has now, and answers with the one that
// was kept; 0 is none.
func (l *ledger) see(id string, now float64) (before float64) {
	h := hash(id)
	i := h >> ledgerShift
	before = find(l.had[i], h)
	l.sees[i] = append(l.sees[i], entry{h, now})
	if before != now {
		l.moved[i] = true
	}
	return before
}

// kept is the number that was kept for a memory; 0 for none.
func (l *ledger) kept(id string) float64 {
	h := hash(id)
	return find(l.had[h>>ledgerShift], h)
}

func find(list []entry, hash uint64) float64 {
	if i, found := slices.BinarySearchFunc(list, entry{hash: hash}, byHash); found {
		return list[i].value
	}
	return 0
}

// marks are the changes to the ledger. whole says that all memories have been
// seen, so that what was not is gone.
func (l *ledger) marks(whole bool) []engine.Mark {
	var out []engine.Mark
	for i, moved := range l.moved {
		if !moved {
			continue
		}
		slices.SortStableFunc(l.sees[i], byHash)
		entries := l.sees[i]
		if !whole {
			for _, e := range l.had[i] {
				if _, seen := slices.BinarySearchFunc(l.sees[i], e, byHash); !seen {
					entries = append(entries, e)
				}
			}
			slices.SortStableFunc(entries, byHash)
		}
		m := engine.Mark{Name: l.mark(i)}
		for n, e := range entries {
			if e.value == 0 || (n > 0 && entries[n-1].hash == e.hash) {
				continue
			}
			m.Value = binary.BigEndian.AppendUint64(m.Value, e.hash)
			m.Value = binary.BigEndian.AppendUint64(m.Value, math.Float64bits(e.value))
		}
		out = append(out, m)
	}
	return out
}

// hash is FNV-1a with a last mixing, so that its top bits are as good as the rest.
func hash(id string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 1099511628211
	}
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	return h ^ h>>33
}
