package badgerstore

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the order of the writes, a set has each key once, in order, with
// what was written last.
func TestWriteSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, want := newWriteSet(), map[string]string{}
		n := rapid.SampledFrom([]int{3, fingersFrom, 9 * fingersFrom}).Draw(t, "writes")
		seed := rapid.Uint64().Draw(t, "seed")
		for i := range n {
			// Some tables rise, some fall, some go anywhere.
			seed = seed*6364136223846793005 + 1442695040888963407
			table, at := byte('a'+seed>>33%20), uint64(i)
			switch table % 3 {
			case 1:
				at = uint64(n - i)
			case 2:
				at = seed >> 40 % uint64(n)
			}
			key := fmt.Appendf([]byte{table}, "%06d", at)
			deleted := seed>>50%5 == 0
			w.put(key, fmt.Append(nil, i), deleted)
			want[string(key)] = fmt.Sprintf("%d %v", i, deleted)
		}
		var got, keys []string
		if err := w.all(func(n *node) error {
			keys = append(keys, string(n.key))
			got = append(got, fmt.Sprintf("%s %v", n.val, n.deleted))
			if found := w.get(bytes.Clone(n.key)); found != n {
				t.Fatalf("%q is not found", n.key)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if sorted := slices.Sorted(maps.Keys(want)); !slices.Equal(keys, sorted) || w.count != len(want) {
			t.Fatalf("%d keys, counted %d, want %d in order", len(keys), w.count, len(want))
		}
		for i, key := range keys {
			if got[i] != want[key] {
				t.Fatalf("%q holds %s, want %s", key, got[i], want[key])
			}
		}
	})
}

// BenchmarkWriteSet writes what changing 50,000 memories in the order of their
// ids writes: three tables in that order, one the other way, two anywhere.
func BenchmarkWriteSet(b *testing.B) {
	val := make([]byte, 200)
	for b.Loop() {
		w := newWriteSet()
		for i := range uint64(50_000) {
			anywhere := i * 0x9E3779B97F4A7C15
			for table, at := range map[byte]uint64{'m': i, 'v': i, 'I': i, 'l': 1<<40 - i, 'u': anywhere, 'n': anywhere >> 7} {
				w.put(appendU64([]byte{table}, at), val, false)
			}
		}
	}
}
