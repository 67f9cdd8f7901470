package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ebb/engine"
)

// hugeCount makes an Update far larger than what one transaction of a
// key-value store usually takes.
const hugeCount = 5_000

func testHugeUpdate(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, hugeCount) })
	s.everywhere(func(tx engine.Tx) {
		same(s, "memories", len(collect(s, tx.Versions().Current(""))), hugeCount)
	})
	// The same again, changing all, with a failure at the very end.
	changeAll := func(tx engine.Tx) error {
		for i := range hugeCount {
			h := must[engine.Head](s)(tx.Heads().Get(fmt.Sprintf("m%06d", i)))
			before := engine.Memory{Head: h}
			if err := evolve(tx, before, next(before, h.UpdatedAt.Add(1), "")); err != nil {
				return err
			}
		}
		return nil
	}
	err := s.store.Update(context.Background(), func(tx engine.Tx) error {
		return errors.Join(changeAll(tx), errWanted)
	})
	if !errors.Is(err, errWanted) {
		s.Errorf("update: %v, want the function's own error", err)
	}
	versions := func(want uint32) func(engine.Tx) {
		return func(tx engine.Tx) {
			for _, h := range collect(s, tx.Heads().All("")) {
				if h.Version != want {
					s.Fatalf("%s is at version %d, want %d", h.ID, h.Version, want)
				}
			}
			same(s, "newest", len(collect(s, tx.Heads().Newest(engine.Cursor{}))), hugeCount)
		}
	}
	s.everywhere(versions(1))
	s.update(changeAll)
	s.everywhere(versions(2))
	s.update(func(tx engine.Tx) error {
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			if err := tx.Heads().Delete(&h); err != nil {
				return err
			}
			if err := tx.Versions().DeleteAll(h.ID); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "what is left", collect(s, tx.Heads().All("")), nil)
		totals, err := tx.Totals()
		if err != nil || totals != (engine.Totals{}) {
			s.Errorf("totals: %+v, %v, want none", totals, err)
		}
	})
}

// testReadersDuringHugeUpdate has readers look all the time: each must see
// all of a huge update or nothing of it.
func testReadersDuringHugeUpdate(s *suite) {
	const n = hugeCount / 2
	s.update(func(tx engine.Tx) error { return many(tx, n) })
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			latest := uint32(0)
			for {
				select {
				case <-stop:
					return
				default:
				}
				s.view(func(tx engine.Tx) error {
					latest = s.oneVersion(tx, latest, n)
					return nil
				})
			}
		})
	}
	for range 3 {
		s.update(func(tx engine.Tx) error {
			for h, err := range tx.Heads().All("") {
				if err != nil {
					return err
				}
				before := engine.Memory{Head: h}
				if err := evolve(tx, before, next(before, h.UpdatedAt.Add(1), "")); err != nil {
					return err
				}
			}
			return nil
		})
	}
	close(stop)
	readers.Wait()
	s.everywhere(func(tx engine.Tx) { same(s, "the last version", s.oneVersion(tx, 0, n), 4) })
}

// oneVersion expects all n memories at one version, not before latest, and the
// totals to agree.
func (s *suite) oneVersion(tx engine.Tx, latest uint32, n int) uint32 {
	version, seen := uint32(0), 0
	for h, err := range tx.Heads().All("") {
		if err != nil {
			s.Errorf("sequence: %v", err)
			return latest
		}
		if seen++; seen == 1 {
			version = h.Version
		}
		if h.Version != version {
			s.Errorf("%s is at version %d, the first memory at %d", h.ID, h.Version, version)
			return latest
		}
	}
	totals, err := tx.Totals()
	if err != nil || seen != n || version < latest || totals.Versions != n*int(version) {
		s.Errorf("%d memories at version %d after %d, totals %+v, %v", seen, version, latest, totals, err)
	}
	return version
}
