package badgerstore

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"ebb/engine"
)

func TestRestoreTargets(t *testing.T) {
	backup, all := motleyBackup(t, 20)
	t.Run("EmptyFolder", func(t *testing.T) {
		parent := t.TempDir()
		dir := filepath.Join(parent, "store")
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if got, err := restore(dir, backup, false); err != nil || got.Kept != "" {
			t.Fatalf("%+v, %v", got, err)
		}
		alone(t, parent, "store")
		holds(t, dir, all)
	})
	t.Run("File", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "store")
		if err := os.WriteFile(dir, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		var not *engine.NotAStoreError
		if _, err := restore(dir, backup, true); !errors.As(err, &not) {
			t.Errorf("%v", err)
		}
	})
	t.Run("SomebodyElses", func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "thesis.txt")
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		var not *engine.NotAStoreError
		if _, err := restore(dir, backup, true); !errors.As(err, &not) || !strings.Contains(err.Error(), "thesis.txt") {
			t.Errorf("%v", err)
		}
		alone(t, dir, "thesis.txt")
	})
	t.Run("Store", func(t *testing.T) {
		parent := t.TempDir()
		dir := filepath.Join(parent, "store")
		old, before := motleyBackup(t, 4)
		if _, err := restore(dir, old, false); err != nil {
			t.Fatal(err)
		}
		var occupied *engine.OccupiedError
		if _, err := restore(dir, backup, false); !errors.As(err, &occupied) || occupied.Dir != dir {
			t.Errorf("without replace: %v", err)
		}
		holds(t, dir, before)
		got, err := restore(dir, backup, true)
		if err != nil || filepath.Dir(got.Kept) != parent || !strings.HasPrefix(filepath.Base(got.Kept), "store"+replacedMark) {
			t.Fatalf("%+v, %v", got, err)
		}
		alone(t, parent, "store", filepath.Base(got.Kept))
		holds(t, dir, all)
		holds(t, got.Kept, before)
	})
	t.Run("DamagedStore", func(t *testing.T) {
		parent := t.TempDir()
		dir := filepath.Join(parent, "store")
		if _, err := restore(dir, backup, false); err != nil {
			t.Fatal(err)
		}
		remove(t, filepath.Join(dir, "MANIFEST"))
		got, err := restore(dir, backup, true)
		if err != nil {
			t.Fatal(err)
		}
		holds(t, dir, all)
		if _, err := os.Stat(filepath.Join(got.Kept, "MANIFEST")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the damaged store is not what was kept: %v", err)
		}
	})
	t.Run("Held", func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "store")
		s := openStore(t, dir, quick)
		motley(t, s, 3, 5)
		before := contents(t, s)
		var locked *engine.StoreLockedError
		if _, err := restore(dir, backup, true); !errors.As(err, &locked) || locked.PID != os.Getpid() {
			t.Errorf("%v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		alone(t, filepath.Dir(dir), "store")
		holds(t, dir, before)
	})
	t.Run("Link", func(t *testing.T) {
		parent := t.TempDir()
		real := filepath.Join(parent, "real")
		link := filepath.Join(t.TempDir(), "link")
		if err := errors.Join(os.Mkdir(real, 0o700), os.Symlink(real, link)); err != nil {
			t.Skip(err)
		}
		if _, err := restore(link, backup, false); err != nil {
			t.Fatal(err)
		}
		alone(t, parent, "real")
		holds(t, real, all)
	})
	t.Run("Cancelled", func(t *testing.T) {
		parent := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		o := RestoreOptions{Options: quick}
		o.reached = func(p place) {
			if p == placeFrame {
				cancel()
			}
		}
		if _, err := Restore(ctx, filepath.Join(parent, "store"), strings.NewReader(string(backup)), o); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		alone(t, parent)
	})
}

// A backup of a store whose indexes are off is whole, and so is what comes of it.
func TestRestoreDerivesIndexesAnew(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	motley(t, s, 5, 30)
	want := contents(t, s)
	spoilIndexes(t, s)
	backup, _ := backupOf(t, s)
	dir := filepath.Join(t.TempDir(), "store")
	got, err := restore(dir, backup, false)
	if err != nil || len(got.Rebuilt) == 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	s = openStore(t, dir, quick)
	have := contents(t, s)
	for key, val := range want {
		if key != string(keySeq) && have[key] != val {
			t.Errorf("entry %q differs", key)
		}
	}
	if len(have) != len(want) {
		t.Errorf("%d entries, want %d", len(have), len(want))
	}
}

// Two restorations of one place at once: one of them succeeds, or both one
// after the other; what is there is whole, and nothing lies about.
func TestTwoRestorationsAtOnce(t *testing.T) {
	backup, all := motleyBackup(t, 20)
	for range 3 {
		parent := t.TempDir()
		dir := filepath.Join(parent, "store")
		var both sync.WaitGroup
		errs := make([]error, 2)
		for i := range errs {
			both.Go(func() { _, errs[i] = restore(dir, backup, false) })
		}
		both.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Errorf("one must win: %v, %v", errs[0], errs[1])
		}
		alone(t, parent, "store")
		holds(t, dir, all)
	}
}

// A restoration is killed at each place where the order of things matters:
// what is there afterwards is the old store or the new one, whole, and the
// next restoration works and clears up.
func TestKilledRestoration(t *testing.T) {
	backup, all := motleyBackup(t, 40)
	old, before := motleyBackup(t, 4)
	for _, occupied := range []bool{false, true} {
		for _, at := range []place{placeFrame, placeLoaded, placePrepared, placeOpened, placeClosing, placeExamined, placeNamed, placeSwapped} {
			name := string(at) + "/fresh"
			if occupied {
				name = string(at) + "/occupied"
			} else if at == placeNamed {
				continue
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				parent := t.TempDir()
				dir := filepath.Join(parent, "store")
				if occupied {
					if _, err := restore(dir, old, false); err != nil {
						t.Fatal(err)
					}
				}
				file := filepath.Join(t.TempDir(), "backup")
				if err := os.WriteFile(file, backup, 0o600); err != nil {
					t.Fatal(err)
				}
				child := startChild(t, childOrder{Dir: dir, Fault: faultRestore, DieAt: at, File: file})
				if err := child.wait(); err == nil || child.failure != "" {
					t.Fatalf("the child did not die at the place: %v, %s\n%s", err, child.failure, child.stderr.String())
				}
				switch {
				case at == placeSwapped:
					holds(t, dir, all)
				case occupied:
					holds(t, dir, before)
				default:
					if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
						t.Errorf("something is there: %v", err)
					}
				}
				if _, err := restore(dir, backup, true); err != nil {
					t.Fatal(err)
				}
				holds(t, dir, all)
				if left := halfRestored(dir); len(left) > 0 {
					t.Errorf("left behind: %q", left)
				}
				for _, path := range replaced(dir) {
					// Nothing that was finished was cleared away.
					_, _, _, err := look(t, path, quick)
					if err != nil {
						t.Errorf("%s: %v", path, err)
					}
				}
			})
		}
	}
}
