package badgerstore

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"ebb/engine"
)

func TestNotAStore(t *testing.T) {
	expect := func(t *testing.T, dir string, o Options) {
		t.Helper()
		s, err := Open(context.Background(), dir, o)
		if err == nil {
			_ = s.Close() // the test has failed already
		}
		var not *engine.NotAStoreError
		if !errors.As(err, &not) || not.Dir != dir || not.Why == "" {
			t.Errorf("open: %v, want a NotAStoreError about %s", err, dir)
		}
	}
	t.Run("File", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "memory.jsonl")
		if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		expect(t, path, small)
	})
	t.Run("OtherFiles", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "letter.txt"), []byte("dear"), 0o600); err != nil {
			t.Fatal(err)
		}
		expect(t, dir, small)
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > 2 { // the letter and the lock
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
	t.Run("OtherBadger", func(t *testing.T) {
		dir := t.TempDir()
		db, err := badger.Open(badger.DefaultOptions(dir).WithLogger(nil))
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		expect(t, dir, small)
	})
	readOnly := small
	readOnly.ReadOnly = true
	t.Run("NothingToRead", func(t *testing.T) { expect(t, filepath.Join(t.TempDir(), "none"), readOnly) })
	t.Run("EmptyToRead", func(t *testing.T) { expect(t, t.TempDir(), readOnly) })
}

func TestNewerVersion(t *testing.T) {
	dir := cleanStore(t)
	s := openStore(t, dir, small)
	val, err := sealed(keySchema, &schemaRecord{Version: 9, MinReader: 9})
	if err == nil {
		err = s.transact(func(txn *badger.Txn) error { return txn.Set(keySchema, val) })
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = Open(context.Background(), dir, small)
	var version *engine.StoreVersionError
	if !errors.As(err, &version) || version.Have != 9 || version.Supported != schemaVersion {
		t.Errorf("open: %v, want a StoreVersionError", err)
	}
}

func TestLocked(t *testing.T) {
	dir := cleanStore(t)
	s := openStore(t, dir, small)
	readOnly := small
	readOnly.ReadOnly = true
	for name, o := range map[string]Options{"writer": small, "reader": readOnly} {
		_, err := Open(context.Background(), dir, o)
		var locked *engine.StoreLockedError
		if !errors.As(err, &locked) || locked.PID != os.Getpid() || locked.Dir != dir {
			t.Errorf("a second %s: %v, want a StoreLockedError with process %d", name, err, os.Getpid())
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	intact(t, dir, small)
}

func TestReadOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Badger cannot open for reading only on Windows")
	}
	dir := cleanStore(t)
	readOnly := small
	readOnly.ReadOnly = true
	before := fingerprint(t, dir)
	first, second := openStore(t, dir, readOnly), openStore(t, dir, readOnly)
	for _, s := range []*Store{first, second} {
		if err := s.Update(context.Background(), func(engine.Tx) error { return nil }); !errors.Is(err, engine.ErrReadOnly) {
			t.Errorf("update: %v, want ErrReadOnly", err)
		}
	}
	var locked *engine.StoreLockedError
	if _, err := Open(context.Background(), dir, small); !errors.As(err, &locked) {
		t.Errorf("a writer beside readers: %v, want a StoreLockedError", err)
	}
	for _, s := range []*Store{first, second} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	intact(t, dir, readOnly)
	for name, sum := range fingerprint(t, dir) {
		if before[name] != sum {
			t.Errorf("%s was written by a reader", name)
		}
	}
	var unclean *UncleanError
	if _, err := Open(context.Background(), killedStore(t), readOnly); !errors.As(err, &unclean) {
		t.Errorf("a store that was not closed: %v, want an UncleanError", err)
	}
}

func TestSideFileAhead(t *testing.T) {
	dir := cleanStore(t)
	change(t, filepath.Join(dir, seqFileName), func(b []byte) []byte {
		binary.BigEndian.PutUint64(b, binary.BigEndian.Uint64(b)+3)
		return b
	})
	notices := intact(t, dir, small)
	if len(notices) != 1 || !strings.Contains(notices[0], "the last 3 operations (13 to 15) are missing") {
		t.Errorf("notices: %q", notices)
	}
}

func TestLoggedErrorsAreTold(t *testing.T) {
	var log strings.Builder
	o := small
	o.Log = &log
	s := openStore(t, t.TempDir(), o)
	for i := range 3 * keptLines {
		s.log.Warningf("line %d\n", i)
	}
	if n := s.Notices(); len(n) != 0 {
		t.Errorf("notices: %q, want none for warnings", n)
	}
	s.log.Errorf("disk on fire\n")
	if n := s.Notices(); len(n) != 1 || !strings.Contains(n[0], "disk on fire") {
		t.Errorf("notices: %q", n)
	}
	lines := s.LogLines()
	if len(lines) != keptLines || lines[len(lines)-1] != "ERROR disk on fire" || lines[0] != fmt.Sprintf("WARNING line %d", 2*keptLines+1) {
		t.Errorf("%d lines, from %q to %q", len(lines), lines[0], lines[len(lines)-1])
	}
	if !strings.Contains(log.String(), "ERROR disk on fire\n") {
		t.Error("the error is not in the log")
	}
}
