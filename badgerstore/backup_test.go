package badgerstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"ebb/engine"
	"ebb/engine/storetest"
)

// motley fills a store with a bit of everything.
func motley(t testing.TB, s *Store, seed uint64, operations int) {
	t.Helper()
	model := storetest.NewModel()
	for n := range operations {
		writes := operation(model, seed, uint64(n+1))
		err := s.Update(context.Background(), func(tx engine.Tx) error {
			for _, write := range writes {
				if err := write(tx); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	at := time.Date(2026, 4, 1, 8, 0, 0, 0, time.UTC)
	err := s.Update(context.Background(), func(tx engine.Tx) error {
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			if err := tx.Embeddings().PutVector("m", h.ID, []float32{1, 2, 3}); err != nil {
				return err
			}
			if err := tx.Profiles().Put(h.ID, &engine.RetrievalRecord{Sources: map[string]uint32{"agent": 3}}); err != nil {
				return err
			}
		}
		o := engine.Operation{ID: "an-operation", Seq: tx.Seq(), Kind: engine.KindAdd, At: at}
		return errors.Join(
			tx.Profiles().AddEvent(&engine.Retrieval{At: at, Query: "deploys"}),
			tx.Operations().Put(nil, &o),
			tx.Sources().Put("a/file", &engine.SourceRecord{Record: "r1", MemoryID: "x"}),
			tx.Meta().Put("settings", []byte(`{"identity_key":"key"}`)),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// contents is everything in a store, as it is stored.
func contents(t testing.TB, s *Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := s.View(context.Background(), func(etx engine.Tx) error {
		c := etx.(*tx).scan(nil, nil)
		defer c.close()
		for c.next() {
			val, err := c.value()
			if err != nil {
				return err
			}
			all[string(c.key())] = string(val)
		}
		return c.err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// backupOf is a backup of a store, and what is in the store.
func backupOf(t testing.TB, s *Store) ([]byte, map[string]string) {
	t.Helper()
	var out bytes.Buffer
	info, err := s.Backup(context.Background(), &out, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	all := contents(t, s)
	if info.Entries != len(all) || info.Bytes != int64(out.Len()) || info.Seq != s.seq || info.Totals != s.totals || info.Format != backupFormat {
		t.Errorf("the backup says %+v of %d entries, %d bytes, sequence %d, totals %+v", info, len(all), out.Len(), s.seq, s.totals)
	}
	return out.Bytes(), all
}

func motleyBackup(t testing.TB, operations int) ([]byte, map[string]string) {
	t.Helper()
	s := openStore(t, t.TempDir(), quick)
	motley(t, s, 5, operations)
	return backupOf(t, s)
}

func restore(dir string, backup []byte, replace bool) (engine.Restoration, error) {
	return Restore(context.Background(), dir, bytes.NewReader(backup), RestoreOptions{Options: quick, Replace: replace})
}

// holds expects a store with exactly these entries and nothing wrong.
func holds(t testing.TB, dir string, want map[string]string) {
	t.Helper()
	s := openStore(t, dir, quick)
	if got := contents(t, s); !maps.Equal(got, want) {
		t.Errorf("%s: %d entries, want %d", dir, len(got), len(want))
	}
	if n := s.Notices(); len(n) > 0 {
		t.Errorf("notices: %q", n)
	}
	if err := s.Verify(context.Background(), func(f error) { t.Error(f) }, func(int) {}); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// alone expects that nothing but these names is in a folder.
func alone(t testing.TB, dir string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("%s holds %q, want %q", dir, got, names)
	}
}

func TestBackupRestoresEverything(t *testing.T) {
	backup, all := motleyBackup(t, 120)
	tables := map[byte]bool{}
	for key := range all {
		tables[key[0]] = true
	}
	for table, name := range tableNames {
		if !tables[table] && !strings.ContainsRune("IihJ", rune(table)) {
			t.Errorf("nothing of %s was tried", name)
		}
	}
	parent := t.TempDir()
	dir := filepath.Join(parent, "new", "store")
	got, err := restore(dir, backup, false)
	if err != nil || got.Kept != "" || len(got.Rebuilt) > 0 || got.Entries != len(all) {
		t.Fatalf("restored %+v, %v", got, err)
	}
	alone(t, filepath.Dir(dir), "store")
	holds(t, dir, all)
	s := openStore(t, dir, quick)
	before := s.seq
	if err := s.Update(context.Background(), func(tx engine.Tx) error { return tx.Meta().Put("x", nil) }); err != nil || s.seq != before+1 {
		t.Errorf("the next operation has sequence %d after %d, %v", s.seq, before, err)
	}
}

// The writer of each backup is a slow one that writes to the store itself.
func TestBackupIsOfOneInstant(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	motley(t, s, 9, 60)
	before := contents(t, s)
	var out bytes.Buffer
	n := 0
	slow := writerFunc(func(p []byte) (int, error) {
		n++
		err := s.Update(context.Background(), func(tx engine.Tx) error {
			return errors.Join(tx.Meta().Put("late", []byte{byte(n)}), addLife(tx, lifeNo(90_000+n)))
		})
		out.Write(p)
		return len(p), err
	})
	if _, err := s.Backup(context.Background(), slow, func(int) {}); err != nil || n < 3 {
		t.Fatalf("%d writes, %v", n, err)
	}
	dir := filepath.Join(t.TempDir(), "store")
	if _, err := restore(dir, out.Bytes(), false); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, before)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestBackupStops(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	motley(t, s, 9, 60)
	ctx, cancel := context.WithCancel(context.Background())
	stop := writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
	if _, err := s.Backup(ctx, stop, func(int) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled backup: %v", err)
	}
	full := errors.New("no space")
	if _, err := s.Backup(context.Background(), writerFunc(func([]byte) (int, error) { return 0, full }), func(int) {}); !errors.Is(err, full) {
		t.Errorf("a full disk: %v", err)
	}
}

// What cannot be read cannot be restored, so a backup of it is none.
func TestDamagedStoreIsNotBackedUp(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	motley(t, s, 9, 30)
	key := keyMeta("settings")
	raw(t, s, func(set func(key, val []byte)) { set(key, []byte{1, 2, 3, 4, 5, 6}) })
	var record *engine.CorruptRecordError
	if _, err := s.Backup(context.Background(), io.Discard, func(int) {}); !errors.As(err, &record) || record.Table != "settings" {
		t.Errorf("a damaged record: %v", err)
	}

	dir := cleanStore(t)
	table := files(t, dir, "*.sst")[0]
	change(t, table, flip(2000))
	s = openStore(t, dir, small)
	var damaged *engine.StoreDamagedError
	if _, err := s.Backup(context.Background(), io.Discard, func(int) {}); !errors.As(err, &damaged) || damaged.File != filepath.Base(table) {
		t.Errorf("a damaged block: %v", err)
	}
}

func keyMeta(name string) []byte { return keyID(nil, tabMeta, name) }

// raw writes behind the store's back.
func raw(t testing.TB, s *Store, fill func(set func(key, val []byte))) {
	t.Helper()
	w := newWriteSet()
	fill(func(key, val []byte) { w.put(key, val, val == nil) })
	if err := s.commitSet(w); err != nil {
		t.Fatal(err)
	}
}

// drain reads a backup to its end and writes nothing.
func drain(backup []byte) error {
	b, err := openBackup(bytes.NewReader(backup))
	if err != nil {
		return err
	}
	defer b.close()
	for err == nil {
		err = b.next(func(_, _ []byte) error { return nil })
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// untouched expects that a file is refused as damaged, and that the store
// where it was to go is as it was.
func untouched(t *testing.T, dir string, backup []byte, what string, all map[string]string) {
	t.Helper()
	_, err := restore(dir, backup, true)
	var damaged *engine.BackupDamagedError
	if !errors.As(err, &damaged) {
		t.Errorf("%s: %v, want a BackupDamagedError", what, err)
	}
	alone(t, filepath.Dir(dir), filepath.Base(dir))
	holds(t, dir, all)
}

func TestCutBackup(t *testing.T) {
	backup, _ := motleyBackup(t, 60)
	dir := filepath.Join(t.TempDir(), "store")
	old, all := motleyBackup(t, 5)
	if _, err := restore(dir, old, false); err != nil {
		t.Fatal(err)
	}
	for part := range 20 {
		untouched(t, dir, backup[:len(backup)*part/20], "cut", all)
	}
	for less := 1; less < 200; less++ {
		if err := drain(backup[:len(backup)-less]); err == nil {
			t.Fatalf("%d bytes less are not noticed", less)
		}
	}
	untouched(t, dir, backup[:len(backup)-1], "one byte less", all)
	untouched(t, dir, append(slices.Clone(backup), '\n'), "one byte more", all)
	untouched(t, dir, append(slices.Clone(backup), backup...), "twice", all)
	untouched(t, dir, []byte(`{"id":"a","content":"an export"}`+"\n"), "an export", all)
	if err := drain(backup); err != nil {
		t.Errorf("whole: %v", err)
	}
}

func TestFlippedBackup(t *testing.T) {
	backup, all := motleyBackup(t, 6)
	r := rand.New(rand.NewPCG(1, 1))
	for at := range backup {
		bad := slices.Clone(backup)
		bad[at] ^= 1 << r.IntN(8)
		err := drain(bad)
		var damaged *engine.BackupDamagedError
		if !errors.As(err, &damaged) {
			t.Fatalf("byte %d of %d: %v, want a BackupDamagedError", at, len(backup), err)
		}
	}
	dir := filepath.Join(t.TempDir(), "store")
	if _, err := restore(dir, backup, false); err != nil {
		t.Fatal(err)
	}
	for range 12 {
		bad := slices.Clone(backup)
		bad[r.IntN(len(bad))] ^= 0x40
		untouched(t, dir, bad, "flipped", all)
	}
}

// A frame that is left out, or is there twice, has a right checksum.
func TestShuffledBackup(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	importLife(t, s, 5000, 500)
	backup, _ := backupOf(t, s)
	frames := [][]byte{}
	head := headerStart + int(binary.BigEndian.Uint32(backup[headerStart-4:])) + 4
	for at := head; at < len(backup)-len(backupEnd); {
		n := frameHead + int(binary.BigEndian.Uint32(backup[at+5:])) + 4
		frames = append(frames, backup[at:at+n])
		at += n
	}
	if len(frames) < 4 {
		t.Fatalf("%d frames", len(frames))
	}
	join := func(frames ...[]byte) []byte {
		return append(append(slices.Clone(backup[:head]), bytes.Join(frames, nil)...), backupEnd...)
	}
	if err := drain(join(frames...)); err != nil {
		t.Fatal(err)
	}
	for what, bad := range map[string][]byte{
		"without one": join(slices.Delete(slices.Clone(frames), 1, 2)...),
		"one twice":   join(slices.Insert(slices.Clone(frames), 1, frames[0])...),
		"exchanged":   join(append([][]byte{frames[1], frames[0]}, frames[2:]...)...),
		"trailer":     join(frames[len(frames)-1]),
		"nothing":     join(),
	} {
		var damaged *engine.BackupDamagedError
		if err := drain(bad); !errors.As(err, &damaged) {
			t.Errorf("%s: %v, want a BackupDamagedError", what, err)
		}
	}
}

func TestNewerBackup(t *testing.T) {
	backup, _ := motleyBackup(t, 3)
	newer := slices.Clone(backup)
	n := headerStart + int(binary.BigEndian.Uint32(newer[headerStart-4:]))
	newer[len(backupMark)+3]++
	binary.BigEndian.PutUint32(newer[n:], crc32.Checksum(newer[:n], castagnoli))
	dir := filepath.Join(t.TempDir(), "store")
	var version *engine.BackupVersionError
	if _, err := restore(dir, newer, false); !errors.As(err, &version) || version.Have != backupFormat+1 || version.What != "backup format" {
		t.Errorf("a newer format: %v", err)
	}
	head, err := appendHeader(nil, &backupHeader{Schema: schemaVersion + 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := restore(dir, head, false); !errors.As(err, &version) || version.Have != schemaVersion+1 || version.What != "store format" {
		t.Errorf("a newer schema: %v", err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder is there: %v", err)
	}
}

// Whatever stands in a file that has its checksums right, it is read to its
// end or refused, and never mistaken for whole without its trailer.
func FuzzReadBackup(f *testing.F) {
	for _, raw := range [][]byte{
		nil,
		{0},
		{1, 'm', 0},
		{2, 'm', 'a', 5, 1, 2, 3, 4, 5},
		{1, 'J', 0},
		{1, 'u', 0, 1, 'u', 0},
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1},
		append([]byte{7}, "!badger!"...),
		{3, '!', 'v', 'x', 200},
	} {
		f.Add(raw, true)
		f.Add(raw, false)
	}
	head, err := appendHeader(nil, &backupHeader{Schema: schemaVersion})
	if err != nil {
		f.Fatal(err)
	}
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte, packed bool) {
		if len(raw) > frameMost/2 {
			return
		}
		body := raw
		if packed {
			body = zip.EncodeAll(raw, nil)
		}
		for _, kind := range []byte{frameRecords, frameTrailer} {
			file := append(appendFrame(slices.Clone(head), kind, len(raw), body), backupEnd...)
			var damaged *engine.BackupDamagedError
			if err := drain(file); !errors.As(err, &damaged) {
				t.Errorf("%v, want a BackupDamagedError", err)
			}
		}
	})
}
