package badgerstore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"ebb/engine"
)

// runFault runs a fault in a child to its end and returns what it reported.
func runFault(t *testing.T, o childOrder) []string {
	t.Helper()
	c := startChild(t, o)
	if err := c.wait(); err != nil || c.failure != "" {
		t.Fatalf("the child ended with %v, %s, last at %q\n%s", err, c.failure, c.last, c.stderr.String())
	}
	return c.reports
}

// One byte after another is flipped in every file of a store, closed and
// killed. Each time the store must refuse with a kind of error, be whole, or
// say that something is missing; it may never end the process or be silent.
func TestFlippedBytes(t *testing.T) {
	for name, store := range map[string]func(testing.TB) string{"Closed": cleanStore, "Killed": killedStore} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			count := map[string]int{}
			for _, r := range runFault(t, childOrder{Dir: store(t), Fault: faultSweep}) {
				file, rest, _ := strings.Cut(r, " ")
				at, outcome, _ := strings.Cut(rest, " ")
				count[outcome]++
				if outcome != "refused" && outcome != "told" && outcome != "whole" {
					t.Errorf("%s flipped at %s: %s", file, at, outcome)
				}
			}
			if count["refused"] == 0 || count["told"] == 0 {
				t.Errorf("outcomes: %v", count)
			}
			t.Logf("outcomes: %v", count)
		})
	}
}

// A log written with a large memtable cannot be replayed into a small one.
func TestMemTableShrinks(t *testing.T) {
	dir := t.TempDir()
	c := startChild(t, childOrder{Dir: dir, Fault: faultImport, DieSkip: 8 << 20})
	if err := c.wait(); err == nil {
		t.Fatal("the child did not die")
	}
	said := runFault(t, childOrder{Dir: dir, Fault: faultShrink})
	if len(said) != 1 || said[0] != "1200 0 [] <nil>" {
		t.Errorf("the child said %q", said)
	}
	if f, err := readFormatFile(dir); err != nil || f.MemTable != 8<<20 {
		t.Errorf("the format file: %+v, %v; want the larger size to be remembered", f, err)
	}
	// Closed cleanly there is no log left, and the smaller one will do.
	intact(t, dir, small)
	if f, err := readFormatFile(dir); err != nil || f.MemTable != 1<<20 {
		t.Errorf("the format file: %+v, %v", f, err)
	}
}

func TestFatalIsHeard(t *testing.T) {
	c := startChild(t, childOrder{Dir: t.TempDir(), Fault: faultFatal})
	if err := c.wait(); err == nil {
		t.Fatal("the child went on living")
	}
	if len(c.reports) != 1 || !strings.Contains(c.reports[0], "fatal:") || !strings.Contains(c.reports[0], "Assert failed") {
		t.Errorf("the child said %q", c.reports)
	}
	if !strings.Contains(c.stderr.String(), "only a remark") || !strings.Contains(c.stderr.String(), "Assert failed") {
		t.Errorf("the log went nowhere: %q", c.stderr.String())
	}
}

// A commit that takes for ever is given up, and the store with it: whether it
// happened shows when the store is opened again.
func TestStalledCommit(t *testing.T) {
	dir := cleanStore(t)
	o := small
	o.patience = time.Nanosecond
	s := openStore(t, dir, o)
	ctx := context.Background()
	var failed *FailedError
	put := func(tx engine.Tx) error { return tx.Meta().Put("x", []byte("1")) }
	var err error
	for range 1000 { // a commit can be as quick as the timer
		if err = s.Update(ctx, put); err != nil {
			break
		}
	}
	if !errors.As(err, &failed) || !errors.Is(err, errStalled) {
		t.Fatalf("update: %v, want a FailedError", err)
	}
	look := func(engine.Tx) error { return nil }
	for what, err := range map[string]error{"view": s.View(ctx, look), "update": s.Update(ctx, put)} {
		if !errors.As(err, &failed) {
			t.Errorf("%s afterwards: %v, want the FailedError", what, err)
		}
	}
	if n := s.Notices(); len(n) != 1 || !strings.Contains(n[0], "start it again") {
		t.Errorf("notices: %q", n)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	// Close left Badger alone, which would have waited for ever; here it can
	// be closed, as the end of the process would have done.
	if err := s.db.Close(); err != nil {
		t.Fatal(err)
	}
	intact(t, dir, small)
}

func TestReserve(t *testing.T) {
	ctx := context.Background()
	path := func(s *Store) string { return filepath.Join(s.Dir(), ballastName) }
	without := openStore(t, t.TempDir(), Options{NoSync: true})
	if err := without.Reserve(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path(without)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a ballast that nobody asked for: %v", err)
	}
	with := openStore(t, t.TempDir(), Options{NoSync: true, Ballast: true})
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if err := with.Reserve(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("reserve: %v", err)
	}
	if _, err := os.Stat(path(with)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a ballast was left: %v", err)
	}
	if err := with.Reserve(ctx); err != nil {
		t.Fatal(err)
	}
	if fi, err := os.Stat(path(with)); err != nil || fi.Size() != ballastSize {
		t.Errorf("the ballast: %v, %v", fi, err)
	}
}

func TestPermissions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "store")
	s := openStore(t, dir, small)
	for _, name := range []string{".", lockFileName, seqFileName, formatFileName} {
		fi, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if fi.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
			t.Errorf("%s has mode %v", name, fi.Mode())
		}
	}
	if n := s.Notices(); len(n) != 0 {
		t.Errorf("notices of a new store: %q", n)
	}
}

// Badger would try for ever to write out what it holds: Close comes back, and
// says so.
func TestClosingWithoutItsFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder in use cannot be taken away here")
	}
	dir := filepath.Join(t.TempDir(), "store")
	said := runFault(t, childOrder{Dir: dir, Fault: faultTakenAway})
	if len(said) != 1 || said[0] != "unfinished true" {
		t.Errorf("the child said %q", said)
	}
}
