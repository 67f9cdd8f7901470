package evolvers

import (
	"encoding/binary"
	"fmt"
	"maps"
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
	had   map[uint64]float64
	sees  map[uint64]float64
	moved [ledgerMarks]bool
}

const (
	ledgerMarks  = 64
	ledgerShift  = 58 // the top six bits of a hash choose the mark
	ledgerRecord = 16 // hash and number
)

// openLedger reads a ledger. One that cannot be read counts as empty.
func openLedger(v View, name string) (*ledger, error) {
	l := &ledger{name: name, had: map[uint64]float64{}, sees: map[uint64]float64{}}
	for i := range ledgerMarks {
		b, err := v.Mark(l.mark(i))
		if err != nil {
			return nil, err
		}
		for ; len(b) >= ledgerRecord; b = b[ledgerRecord:] {
			l.had[binary.BigEndian.Uint64(b)] = math.Float64frombits(binary.BigEndian.Uint64(b[8:]))
		}
	}
	return l, nil
}

func (l *ledger) mark(i int) string { return fmt.Sprintf("%s/%02x", l.name, i) }

// see notes the number that a memory has now, and answers with the one that
// was kept; 0 is none.
func (l *ledger) see(id string, now float64) (before float64) {
	h := hash(id)
	before = l.had[h]
	l.sees[h] = now
	if before != now {
		l.moved[h>>ledgerShift] = true
	}
	return before
}

// kept is the number that was kept for a memory; 0 for none.
func (l *ledger) kept(id string) float64 { return l.had[hash(id)] }

// marks are the changes to the ledger. whole says that all memories have been
// seen, so that what was not is gone.
func (l *ledger) marks(whole bool) []engine.Mark {
	var values [ledgerMarks]map[uint64]float64
	keep := func(h uint64, n float64) {
		if i := h >> ledgerShift; l.moved[i] && n != 0 {
			if values[i] == nil {
				values[i] = map[uint64]float64{}
			}
			values[i][h] = n
		}
	}
	if !whole {
		for h, n := range l.had {
			if _, seen := l.sees[h]; !seen {
				keep(h, n)
			}
		}
	}
	for h, n := range l.sees {
		keep(h, n)
	}
	var out []engine.Mark
	for i, moved := range l.moved {
		if !moved {
			continue
		}
		m := engine.Mark{Name: l.mark(i)}
		for _, h := range slices.Sorted(maps.Keys(values[i])) {
			m.Value = binary.BigEndian.AppendUint64(m.Value, h)
			m.Value = binary.BigEndian.AppendUint64(m.Value, math.Float64bits(values[i][h]))
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
