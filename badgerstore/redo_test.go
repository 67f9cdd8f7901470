package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"ebb/engine"
)

// At every place of a large operation a reader sees all of it or nothing.
func TestReadersSeeAllOrNothing(t *testing.T) {
	const n = 3000
	o := crashOptions(false)
	ctx := context.Background()
	var s *Store
	var seen []string
	look := func() (versions map[uint32]int, seq uint64) {
		versions = map[uint32]int{}
		if err := s.View(ctx, func(tx engine.Tx) error {
			seq = tx.Seq()
			for ht, err := range tx.Versions().Current("") {
				if err != nil {
					return err
				}
				versions[ht.Head.Version]++
			}
			totals, err := tx.Totals()
			if totals.Versions != n*len(versions) && totals.Versions != 2*n {
				t.Errorf("totals: %+v", totals)
			}
			return err
		}); err != nil {
			t.Errorf("view: %v", err)
		}
		return versions, seq
	}
	watching := false
	o.reached = func(p place) {
		if !watching || p == placeClosing {
			return
		}
		versions, seq := look()
		want, wantSeq := uint32(1), uint64(n/100)
		switch p {
		case placePending, placeApplied, placeCleared, placeUnacked:
			want, wantSeq = 2, wantSeq+1
		}
		if len(versions) != 1 || versions[want] != n || seq != wantSeq {
			t.Errorf("at %s: %v, sequence %d; want all at version %d, sequence %d", p, versions, seq, want, wantSeq)
		}
		seen = append(seen, string(p))
	}
	s = openStore(t, t.TempDir(), o)
	importLife(t, s, n, 100)
	watching = true
	if err := s.Update(ctx, func(tx engine.Tx) error {
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			after := h
			after.Version, after.UpdatedAt = 2, h.UpdatedAt.Add(1)
			v := created(engine.Memory{Head: after})
			if err := errors.Join(tx.Versions().Put(&v), tx.Heads().Put(&h, &after)); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	watching = false
	for _, p := range []place{placeChunk, placePending, placeApplied, placeCleared} {
		if !slices.Contains(seen, string(p)) {
			t.Errorf("never was at %s: %v", p, seen)
		}
	}
	if err := s.Verify(ctx, func(f error) { t.Error(f) }, func(int) {}); err != nil {
		t.Error(err)
	}
}

// A full disk in the middle of a large operation: before the commit nothing
// was written, after it everything is.
func TestNoRoomDuringRedo(t *testing.T) {
	ctx := context.Background()
	for _, full := range []place{placeChunk, placePending, placeApplied} {
		t.Run(string(full), func(t *testing.T) {
			var s *Store
			o := crashOptions(false)
			o.reached = func(p place) {
				if p == full {
					s.minFree = 1 << 62
				}
			}
			dir := t.TempDir()
			s = openStore(t, dir, o)
			put := func(n int) error {
				return s.Update(ctx, func(tx engine.Tx) error {
					for i := range n {
						if err := tx.Meta().Put(fmt.Sprint("name", i), make([]byte, 500)); err != nil {
							return err
						}
					}
					return nil
				})
			}
			count := func(s *Store) (n int) {
				if err := s.View(ctx, func(tx engine.Tx) error {
					for range tx.Meta().Names("") {
						n++
					}
					return nil
				}); err != nil {
					t.Error(err)
				}
				return n
			}
			var noRoom *engine.DiskFullError
			want := 2000
			err := put(want)
			if full == placeChunk {
				if !errors.As(err, &noRoom) {
					t.Errorf("update: %v, want a DiskFullError", err)
				}
				want = 0
			} else if err != nil {
				t.Errorf("update: %v; it was committed", err)
			}
			if got := count(s); got != want {
				t.Errorf("%d names, want %d", got, want)
			}
			if err := put(1); !errors.As(err, &noRoom) {
				t.Errorf("the next update: %v, want a DiskFullError", err)
			}
			// Room again: the next update finishes what was begun.
			o.reached = nil
			s.opts.reached = nil
			s.minFree = 0
			if err := put(3); err != nil {
				t.Errorf("with room again: %v", err)
			}
			if got := count(s); got != max(want, 3) {
				t.Errorf("%d names, want %d", got, max(want, 3))
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			s = openStore(t, dir, o)
			if got := count(s); got != max(want, 3) {
				t.Errorf("%d names after reopening, want %d", got, max(want, 3))
			}
			leftOver(t, s)
		})
	}
}

// leftOver expects no redo keys.
func leftOver(t *testing.T, s *Store) {
	t.Helper()
	err := s.raw(func(r *snapshot) error {
		c := r.scan([]byte{tabRedo}, nil)
		defer c.close()
		for c.next() {
			t.Errorf("left over: %x", c.key())
		}
		_, ok, err := s.pending()
		if ok {
			t.Error("a pending record is left over")
		}
		return errors.Join(c.err, err)
	})
	if err != nil {
		t.Error(err)
	}
}

// A store that is open for reading shows what was committed but not rolled
// forward.
func TestReadOnlyShowsPending(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir, small)
	chunk := appendEntry(nil, []byte("Mname"), sealRaw(&(&tx{}).buf, []byte("Mname"), []byte("value")), false)
	key := keyRedo(1, 0)
	val := sealRaw(&(&tx{}).buf, key, chunk)
	pending, err := sealed(keyPending, &pendingRecord{Seq: 1, Chunks: 1})
	if err == nil {
		err = s.transact(func(txn *badger.Txn) error {
			return errors.Join(txn.Set(key, val), txn.Set(keyPending, pending))
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	readOnly := small
	readOnly.ReadOnly = true
	for _, o := range []Options{readOnly, readOnly, small} {
		s := openStore(t, dir, o)
		err := s.View(context.Background(), func(tx engine.Tx) error {
			got, ok, err := tx.Meta().Get("name")
			if string(got) != "value" || !ok {
				t.Errorf("read only %v: %q, %v", o.ReadOnly, got, ok)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	leftOver(t, openStore(t, dir, small))
}

func TestRecordTooLarge(t *testing.T) {
	s := openStore(t, t.TempDir(), Options{NoSync: true})
	ctx := context.Background()
	put := func(name string, size int) error {
		return s.Update(ctx, func(tx engine.Tx) error { return tx.Meta().Put(name, make([]byte, size)) })
	}
	if err := put("x", 980<<10); err != nil {
		t.Errorf("a large record: %v", err)
	}
	if err := put("x", 2<<20); err == nil {
		t.Error("a record that belongs in the value log was taken")
	}
	if err := put(string(make([]byte, maxKeyBytes)), 1); err == nil {
		t.Error("a key that Badger does not take was taken")
	}
}
