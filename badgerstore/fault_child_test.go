package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"ebb/engine"
)

// What a child does for one fault: some of them end the process.
const (
	faultImport    = "import"     // fill a store and die
	faultSweep     = "sweep"      // flip bytes all over, open and read each time
	faultShrink    = "shrink"     // open with a smaller memtable
	faultTakenAway = "taken away" // close when the directory is gone
	faultDisk      = "disk"       // fill the disk
	faultFatal     = "fatal"      // what Badger does when it gives up
	faultRestore   = "restore"    // restore a backup and die on the way
	faultMigrate   = "migrate"    // open an older store and die on the way
	faultRepair    = "repair"     // repair a store and die on the way
)

func childFault(o childOrder) error {
	t := &childT{}
	defer t.cleanUp()
	switch o.Fault {
	case faultImport:
		opts := small
		if o.DieSkip > 0 {
			opts.MemTableSize = int64(o.DieSkip)
		}
		s, err := Open(context.Background(), o.Dir, opts)
		if err != nil {
			return err
		}
		importLife(t, s, max(o.Count, fixtureSize), 50)
		killSelf()
	case faultSweep:
		return sweepFlips(t, o.Dir)
	case faultShrink:
		n, findings, notices, err := look(t, o.Dir, small)
		fmt.Println("R", n, len(findings), notices, err)
	case faultDisk:
		return fillDisk(o.Dir)
	case faultRestore:
		return restoreAndDie(o)
	case faultMigrate, faultRepair:
		opts := small
		opts.reached = func(p place) {
			if p == o.DieAt {
				killSelf()
			}
		}
		s, err := Open(context.Background(), o.Dir, opts)
		if err == nil && o.Fault == faultRepair {
			_, err = s.Repair(context.Background(), func(int) {})
		}
		return err
	case faultFatal:
		opts := small
		opts.OnFatal = func(msg string) { fmt.Println("R fatal:", msg) }
		s, err := Open(context.Background(), o.Dir, opts)
		if err != nil {
			return err
		}
		log.Print("only a remark")
		if !strings.Contains(s.Dir(), string(filepath.Separator)) {
			return errors.New("no directory")
		}
		log.Fatalf("%+v", errors.New("Assert failed"))
	case faultTakenAway:
		s, err := Open(context.Background(), o.Dir, small)
		if err != nil {
			return err
		}
		if err := s.Update(context.Background(), func(tx engine.Tx) error { return tx.Meta().Put("x", nil) }); err != nil {
			return err
		}
		if err := os.RemoveAll(o.Dir); err != nil {
			return err
		}
		var unfinished *UnfinishedError
		err = s.Close()
		fmt.Println("R unfinished", errors.As(err, &unfinished))
	}
	return nil
}

// restoreAndDie restores a backup up to a place.
func restoreAndDie(o childOrder) (err error) {
	f, err := os.Open(o.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	opts := RestoreOptions{Options: quick, Replace: true}
	opts.reached = func(p place) {
		if p == o.DieAt {
			killSelf()
		}
	}
	_, err = Restore(context.Background(), o.Dir, f, opts)
	return err
}

// childT is as much of a testing.TB as a child needs.
type childT struct {
	testing.TB
	cleanups []func()
}

func (t *childT) Helper()                   {}
func (t *childT) Cleanup(fn func())         { t.cleanups = append(t.cleanups, fn) }
func (t *childT) Fatal(args ...any)         { panic(fmt.Sprint(args...)) }
func (t *childT) Fatalf(f string, a ...any) { panic(fmt.Sprintf(f, a...)) }
func (t *childT) Errorf(f string, a ...any) { fmt.Printf("E "+f+"\n", a...) }
func (t *childT) cleanUp() {
	for i := len(t.cleanups) - 1; i >= 0; i-- {
		t.cleanups[i]()
	}
}

// A savedFile is a file's content without the zeros at its end, of which the
// logs of a killed store have many.
type savedFile struct {
	name string
	used []byte
	size int64
}

func saveFiles(dir string) (saved []savedFile, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		saved = append(saved, savedFile{e.Name(), slices.Clone(b[:used(b)]), int64(len(b))})
	}
	return saved, nil
}

func (f *savedFile) restore(dir string) error {
	path := filepath.Join(dir, f.name)
	return errors.Join(os.WriteFile(path, f.used, 0o600), os.Truncate(path, f.size))
}

// sweepFlips flips one byte after another in copies of the store's files and
// tells what came of each: R file position outcome. Tables are for the store
// without a log.
func sweepFlips(t *childT, dir string) error {
	saved, err := saveFiles(dir)
	if err != nil {
		return err
	}
	work := filepath.Join(filepath.Dir(dir), "flip")
	tables := 0
	if slices.ContainsFunc(saved, func(f savedFile) bool { return filepath.Ext(f.name) == ".mem" }) {
		tables = 2
	}
	for i := range saved {
		if filepath.Ext(saved[i].name) == ".sst" {
			if tables++; tables > 2 {
				continue
			}
		}
		for _, at := range positions(len(saved[i].used)) {
			err := errors.Join(os.RemoveAll(work), os.Mkdir(work, 0o700))
			for j := range saved {
				err = errors.Join(err, saved[j].restore(work))
			}
			bad := savedFile{saved[i].name, slices.Clone(saved[i].used), saved[i].size}
			bad.used[at] ^= 0x20
			if err = errors.Join(err, bad.restore(work)); err != nil {
				return err
			}
			fmt.Println("B 0", bad.name, at) // the last words, should this end badly
			fmt.Println("R", bad.name, at, outcome(t, work))
		}
	}
	return os.RemoveAll(work)
}

// positions is a spread over a file's used bytes, dense at its ends, where the
// structure is.
func positions(n int) (at []int) {
	for _, i := range []int{0, 1, 5, 7, 9, 13, 25, 40, n / 4, n / 2, n * 7 / 8, n - 300, n - 100, n - 30, n - 12, n - 7, n - 4, n - 1} {
		if i >= 0 && i < n {
			at = append(at, i)
		}
	}
	return at
}

// outcome opens and reads a store that somebody damaged: "refused" with a
// typed error, "whole", "told" when something is missing and people are told,
// "silent" when they are not.
func outcome(t *childT, dir string) string {
	debug.SetPanicOnFault(true)
	n, findings, notices, err := look(t, dir, small)
	var damaged *engine.StoreDamagedError
	var not *engine.NotAStoreError
	var version *engine.StoreVersionError
	var corrupt *engine.CorruptRecordError
	switch {
	case errors.As(err, &damaged), errors.As(err, &not), errors.As(err, &version), errors.As(err, &corrupt):
		return "refused"
	case err != nil:
		return "untyped " + err.Error()
	case len(findings) > 0 || len(notices) > 0:
		return "told"
	case n == fixtureSize:
		return "whole"
	}
	return fmt.Sprintf("silent %d", n)
}
