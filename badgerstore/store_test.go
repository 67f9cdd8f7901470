package badgerstore

import (
	"context"
	"errors"
	"testing"

	"ebb/engine"
	"ebb/engine/storetest"
)

// quick is for stores that a test throws away. The small tables and the small
// memtable make every mechanism of a large store run in a small one.
var quick = Options{NoSync: true, MemTableSize: 6 << 20, tableSize: 256 << 10, MinFree: -1}

func openStore(t testing.TB, dir string, o Options) *Store {
	t.Helper()
	s, err := Open(context.Background(), dir, o)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil && !errors.Is(err, engine.ErrClosed) {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func TestConformance(t *testing.T) {
	for name, o := range map[string]Options{
		"SmallTables": quick,
		"AsInLife":    {NoSync: true},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Run(t, func(t *testing.T) storetest.Opened {
				dir := t.TempDir()
				s := openStore(t, dir, o)
				return storetest.Opened{Store: s, Reopen: func() engine.Store {
					if err := s.Close(); err != nil {
						t.Fatalf("close: %v", err)
					}
					s = openStore(t, dir, o)
					for _, n := range s.Notices() {
						t.Errorf("notice after reopening: %s", n)
					}
					return s
				}}
			})
		})
	}
}
