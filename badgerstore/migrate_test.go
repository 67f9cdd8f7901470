package badgerstore

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ebb/engine"
)

// unpack makes the store that a backup holds, as whoever wrote the backup
// would have left it.
func unpack(t testing.TB, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	from, err := openBackup(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	defer from.close()
	dir := filepath.Join(t.TempDir(), "store")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	r := restoring{ctx: context.Background(), dir: dir, from: from, o: RestoreOptions{Options: quick, Progress: func(int, int64) {}}}
	if err := r.load(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// known is what each memory is known by.
func known(t testing.TB, s *Store) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := s.View(context.Background(), func(tx engine.Tx) error {
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			out[h.ID] = h.Identity.Value
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func schemaOf(t testing.TB, s *Store) (r schemaRecord) {
	t.Helper()
	if err := s.raw(func(snap *snapshot) error {
		_, err := snap.record(keySchema, &r)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return r
}

// testdata/schema1.ebb was written by the last ebb whose stores had format 1.
// Its identity_key had been changed from key to topic after most of its
// memories were written, so that a to d were still known by their keys.
func TestStoreOfFormat1(t *testing.T) {
	dir := unpack(t, filepath.Join("testdata", "schema1.ebb"))

	// To look at only, it is left as it is.
	ro := quick
	ro.ReadOnly = true
	s := openStore(t, dir, ro)
	old := map[string]string{"a": "deploy-day", "b": "", "c": "runbook", "d": "news", "e": "", "f": "releases"}
	if got := known(t, s); !maps.Equal(got, old) || schemaOf(t, s).Version != 1 {
		t.Fatalf("before: %v, format %d", got, schemaOf(t, s).Version)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	var told []string
	o := quick
	o.Migrating = func(what string, records int) { told = append(told, fmt.Sprint(what, " ", records)) }
	s = openStore(t, dir, o)
	want := map[string]string{"a": "deploys", "b": "freeze", "c": "", "d": "7", "e": "", "f": "releases"}
	if got := known(t, s); !maps.Equal(got, want) || schemaOf(t, s).Version != schemaVersion {
		t.Errorf("after: %v, format %d", got, schemaOf(t, s).Version)
	}
	if len(told) < 2 || told[len(told)-1] != migrations[0].what+" 6" {
		t.Errorf("people were told %q", told)
	}
	found := func(kind engine.IdentityKind, value string) (ids []string) {
		err := s.View(context.Background(), func(tx engine.Tx) error {
			for id, err := range tx.Heads().ByIdentity(engine.Scope{Namespace: "team/ops", Subject: "default"}, engine.TypeSemantic, engine.Identity{Kind: kind, Value: value}) {
				if err != nil {
					return err
				}
				ids = append(ids, id)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	for value, want := range map[string][]string{"deploys": {"a"}, "freeze": {"b"}, "releases": {"f"}, "deploy-day": nil, "runbook": nil} {
		if got := found(engine.TextIdentity, value); !slices.Equal(got, want) {
			t.Errorf("known by %s: %v, want %v", value, got, want)
		}
	}
	if f := examine(t, s); len(f) > 0 {
		t.Errorf("afterwards: %+v", f)
	}
	// It happens once.
	told = nil
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir, o)
	if len(told) != 0 {
		t.Errorf("the second time: %q", told)
	}
}

// A backup of an older format becomes a store of this one.
func TestBackupOfFormat1(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("testdata", "schema1.ebb"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "store")
	got, err := restore(dir, b, false)
	if err != nil || got.Schema != 1 || got.Memories != 6 {
		t.Fatalf("%+v, %v", got, err)
	}
	s := openStore(t, dir, quick)
	if v := schemaOf(t, s); v.Version != schemaVersion || known(t, s)["a"] != "deploys" {
		t.Errorf("format %d, %v", v.Version, known(t, s))
	}
}

// agedStore is a store that says it is of format 1, with more memories to
// bring up to date than fit one of Badger's transactions.
func agedStore(t testing.TB) (dir string, before map[string]string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "store")
	s := openStore(t, dir, small)
	importLife(t, s, 1500, 500)
	old, err := sealed(keySchema, &schemaRecord{Version: 1, MinReader: 1})
	if err != nil {
		t.Fatal(err)
	}
	raw(t, s, func(set func(key, val []byte)) { set(keySchema, old) })
	before = known(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, before
}

// A migration is killed at each place where the order of things matters. What
// is there is of one format or the other, and the next start finishes it.
func TestKilledMigration(t *testing.T) {
	for _, at := range []place{placeOpened, placeCommit, placeChunk, placePending, placeApplied, placeCleared, placeUnacked} {
		t.Run(string(at), func(t *testing.T) {
			t.Parallel()
			dir, before := agedStore(t)
			child := startChild(t, childOrder{Dir: dir, Fault: faultMigrate, DieAt: at})
			if err := child.wait(); err == nil || child.failure != "" {
				t.Fatalf("the child did not die at the place: %v, %s\n%s", err, child.failure, child.stderr.String())
			}
			calls := 0
			o := small
			o.Migrating = func(string, int) { calls++ }
			s := openStore(t, dir, o)
			after := known(t, s)
			for id := range before {
				if after[id] != "entity" {
					t.Fatalf("%s is known by %q", id, after[id])
				}
			}
			committed := at == placePending || at == placeApplied || at == placeCleared || at == placeUnacked
			if len(after) != len(before) || schemaOf(t, s).Version != schemaVersion || committed == (calls > 0) {
				t.Errorf("%d of %d memories, format %d, %d calls", len(after), len(before), schemaOf(t, s).Version, calls)
			}
			if f := examine(t, s); len(f) > 0 {
				t.Errorf("afterwards: %+v", f)
			}
		})
	}
}
