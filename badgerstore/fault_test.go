package badgerstore

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebb/engine"
)

// fixtureSize memories make several tables with the small options.
const fixtureSize = 1200

var small = crashOptions(false)

// cleanStore is a store with some tables that was closed.
func cleanStore(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	s := openStore(t, dir, small)
	importLife(t, s, fixtureSize, 100)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// killedStore is a store as a kill leaves it, with tables and a log.
func killedStore(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	c := startChild(t, childOrder{Dir: dir, Fault: faultImport})
	if err := c.wait(); err == nil || c.failure != "" {
		t.Fatalf("the child ended with %v, %s\n%s", err, c.failure, c.stderr.String())
	}
	return dir
}

// look opens a store and reports how many memories it holds, what Verify
// finds, and its notices.
func look(t testing.TB, dir string, o Options) (memories int, findings, notices []string, err error) {
	t.Helper()
	s, err := Open(context.Background(), dir, o)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = s.View(context.Background(), func(tx engine.Tx) error {
		for _, err := range tx.Versions().Current("") {
			if err != nil {
				findings = append(findings, err.Error())
			} else {
				memories++
			}
		}
		return nil
	})
	if err == nil {
		err = s.Verify(context.Background(), func(f error) { findings = append(findings, f.Error()) }, func(int) {})
	}
	return memories, findings, s.Notices(), err
}

// intact expects a store that holds everything.
func intact(t testing.TB, dir string, o Options) (notices []string) {
	t.Helper()
	n, findings, notices, err := look(t, dir, o)
	if err != nil || n != fixtureSize || len(findings) > 0 {
		t.Errorf("open: %d memories, findings %q, error %v; want %d memories and nothing else", n, findings, err, fixtureSize)
	}
	return notices
}

// fingerprint is the names and contents of Badger's files.
func fingerprint(t testing.TB, dir string) map[string][32]byte {
	t.Helper()
	sums := map[string][32]byte{}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if slices.Contains([]string{lockFileName, "LOCK", quarantineName}, f.Name()) {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		sums[f.Name()] = sha256.Sum256(b)
	}
	return sums
}

// refused expects Open to fail with a damaged store about a file, and to leave
// everything as it was.
func refused(t *testing.T, dir, file string) {
	t.Helper()
	before := fingerprint(t, dir)
	s, err := Open(context.Background(), dir, small)
	if err == nil {
		_ = s.Close() // the test has failed already
	}
	var damaged *engine.StoreDamagedError
	if !errors.As(err, &damaged) {
		t.Fatalf("open: %v, want a StoreDamagedError", err)
	}
	if damaged.File != file || damaged.Dir != dir || !strings.Contains(damaged.Hint, "ebb restore-backup") {
		t.Errorf("the error is about %q in %s: %v; want it about %q", damaged.File, damaged.Dir, err, file)
	}
	after := fingerprint(t, dir)
	for name, sum := range before {
		if after[name] != sum {
			t.Errorf("%s was changed", name)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
}

func files(t testing.TB, dir, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("%s in %s: %v, %v", pattern, dir, found, err)
	}
	return found
}

func change(t testing.TB, path string, fn func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, fn(b), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func flip(at int) func([]byte) []byte {
	return func(b []byte) []byte {
		if at < 0 {
			at += len(b)
		}
		b[at] ^= 0x10
		return b
	}
}

func cut(n int) func([]byte) []byte { return func(b []byte) []byte { return b[:len(b)-n] } }

func TestManifestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		store  func(testing.TB) string
		damage func(t *testing.T, path string)
	}{
		"Missing":            {cleanStore, func(t *testing.T, path string) { remove(t, path) }},
		"MissingAfterKill":   {killedStore, func(t *testing.T, path string) { remove(t, path) }},
		"Empty":              {cleanStore, func(t *testing.T, path string) { change(t, path, func([]byte) []byte { return nil }) }},
		"Torn":               {cleanStore, func(t *testing.T, path string) { change(t, path, cut(10)) }},
		"FlippedMagic":       {cleanStore, func(t *testing.T, path string) { change(t, path, flip(1)) }},
		"FlippedOwnMagic":    {cleanStore, func(t *testing.T, path string) { change(t, path, flip(5)) }},
		"FlippedVersion":     {cleanStore, func(t *testing.T, path string) { change(t, path, flip(7)) }},
		"FlippedLength":      {cleanStore, func(t *testing.T, path string) { change(t, path, flip(8)) }},
		"FlippedFirstRecord": {cleanStore, func(t *testing.T, path string) { change(t, path, flip(20)) }},
		"FlippedLastRecord":  {killedStore, func(t *testing.T, path string) { change(t, path, flip(-2)) }},
	} {
		t.Run(name, func(t *testing.T) {
			dir := c.store(t)
			c.damage(t, filepath.Join(dir, "MANIFEST"))
			refused(t, dir, "MANIFEST")
		})
	}
}

func remove(t testing.TB, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// A record cut off the manifest after a crash may be the crash's own doing, so
// the store opens; but what Badger then deletes is kept, and people are told.
func TestTornManifestAfterKill(t *testing.T) {
	dir := killedStore(t)
	tables := len(files(t, dir, "*.sst"))
	change(t, filepath.Join(dir, "MANIFEST"), cut(10))
	_, _, notices, err := look(t, dir, small)
	var damaged *engine.StoreDamagedError
	if errors.As(err, &damaged) {
		return // the record was a deletion: a table it names is gone
	}
	if err != nil {
		t.Fatal(err)
	}
	kept, err := filepath.Glob(filepath.Join(dir, quarantineName, "*.sst"))
	if err != nil || len(kept) == 0 {
		t.Errorf("nothing of %d tables was kept: %v", tables, err)
	}
	if !slices.ContainsFunc(notices, func(n string) bool { return strings.Contains(n, quarantineName) }) {
		t.Errorf("notices: %q, want one about what was kept", notices)
	}
}

func TestTableFaults(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"Empty":            func([]byte) []byte { return nil },
		"Truncated":        cut(100),
		"CutInHalf":        func(b []byte) []byte { return b[:len(b)/2] },
		"LastByteGone":     cut(1),
		"Grown":            func(b []byte) []byte { return append(b, 0) },
		"FlippedFooter":    flip(-3),
		"FlippedChecksum":  flip(-8),
		"FlippedIndex":     flip(-200),
		"ZeroFooter":       func(b []byte) []byte { return append(b[:len(b)-4], 0, 0, 0, 0) },
		"HugeFooterLength": func(b []byte) []byte { return append(b[:len(b)-4], 0xff, 0xff, 0xff, 0xff) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := cleanStore(t)
			tables := files(t, dir, "*.sst")
			bad := tables[len(tables)/2]
			change(t, bad, damage)
			refused(t, dir, filepath.Base(bad))
		})
	}
	t.Run("Missing", func(t *testing.T) {
		dir := cleanStore(t)
		gone := files(t, dir, "*.sst")[0]
		remove(t, gone)
		refused(t, dir, filepath.Base(gone))
	})
}

// A table that the manifest does not name is what a crash in a compaction
// leaves: nothing is missing, and nothing is kept or said.
func TestStrayTable(t *testing.T) {
	dir := killedStore(t)
	tables := files(t, dir, "*.sst")
	change(t, tables[0], func(b []byte) []byte {
		if err := os.WriteFile(filepath.Join(dir, "009999.sst"), b, 0o600); err != nil {
			t.Fatal(err)
		}
		return b
	})
	if notices := intact(t, dir, small); len(notices) > 0 {
		t.Errorf("notices: %q", notices)
	}
	if _, err := os.Stat(filepath.Join(dir, quarantineName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", quarantineName, err)
	}
}

// Acknowledged operations that the log no longer holds are noticed.
func TestDamagedLog(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"FlippedInTheMiddle": func(b []byte) []byte { b[used(b)/2] ^= 4; return b },
		"FlippedAtTheEnd":    func(b []byte) []byte { b[used(b)-6] ^= 4; return b },
		"CutInHalf":          func(b []byte) []byte { return b[:used(b)/2] },
	} {
		t.Run(name, func(t *testing.T) {
			dir := killedStore(t)
			logs := files(t, dir, "*.mem")
			change(t, logs[len(logs)-1], damage)
			n, findings, notices, err := look(t, dir, small)
			if err != nil || len(findings) == 0 {
				t.Errorf("findings %q, error %v; what is there must be whole, and what is lost be said", findings, err)
			}
			for _, f := range findings {
				if !strings.Contains(f, "held acknowledged operations that are missing") {
					t.Errorf("finding %q: what is there must be whole", f)
				}
			}
			if kept := files(t, filepath.Join(dir, quarantineName), lostLogPrefix+"*"); len(kept) != len(logs) {
				t.Errorf("kept %q of %d logs", kept, len(logs))
			}
			if n >= fixtureSize || n%50 != 0 {
				t.Errorf("%d memories: operations came in 50s, and some must be gone", n)
			}
			want := fmt.Sprintf("the last %d operations", (fixtureSize-n)/50)
			if !slices.ContainsFunc(notices, func(n string) bool { return strings.Contains(n, want) }) {
				t.Errorf("notices: %q, want %q", notices, want)
			}
			// The next writer does not use the lost numbers again.
			s := openStore(t, dir, small)
			if err := s.Update(context.Background(), func(tx engine.Tx) error {
				if tx.Seq() <= fixtureSize/50 {
					t.Errorf("sequence %d was used before", tx.Seq())
				}
				return tx.Meta().Put("x", nil)
			}); err != nil {
				t.Error(err)
			}
		})
	}
}

// used is how much of a log is written: the rest is zero.
func used(b []byte) int {
	n := len(b)
	for n > 0 && b[n-1] == 0 {
		n--
	}
	return n
}

func TestEmptyFilesAreSwept(t *testing.T) {
	dir := killedStore(t)
	for _, name := range []string{"00901.mem", "000902.vlog"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	notices := intact(t, dir, small)
	if len(notices) != 1 || !strings.Contains(notices[0], "00901.mem") || !strings.Contains(notices[0], "000902.vlog") {
		t.Errorf("notices: %q", notices)
	}
}

func TestUncleanStoresReopen(t *testing.T) {
	t.Run("AsItWas", func(t *testing.T) { intact(t, killedStore(t), small) })
	t.Run("StaleLockFiles", func(t *testing.T) {
		dir := killedStore(t)
		for _, name := range []string{"LOCK", lockFileName} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("4242\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		intact(t, dir, small)
	})
	t.Run("WithoutSideFiles", func(t *testing.T) {
		dir := killedStore(t)
		remove(t, filepath.Join(dir, formatFileName))
		remove(t, filepath.Join(dir, seqFileName))
		intact(t, dir, small)
	})
	t.Run("WithGarbledSideFiles", func(t *testing.T) {
		dir := killedStore(t)
		change(t, filepath.Join(dir, formatFileName), func([]byte) []byte { return []byte("{oops") })
		change(t, filepath.Join(dir, seqFileName), func([]byte) []byte { return []byte{1} })
		intact(t, dir, small)
	})
}
