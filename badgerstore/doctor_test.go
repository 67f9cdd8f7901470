package badgerstore

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"ebb/engine"
)

// spoilIndexes takes an entry out of one index, puts one too many into others,
// and makes the totals wrong.
func spoilIndexes(t testing.TB, s *Store) {
	t.Helper()
	err := s.Update(context.Background(), func(etx engine.Tx) error {
		t := etx.(*tx)
		c := t.scan([]byte{tabNewest}, nil)
		if !c.next() {
			return errors.New("nothing is live")
		}
		gone := slices.Clone(c.key())
		c.close()
		t.del(gone)
		t.totals.Versions += 7
		return errors.Join(
			t.put(append(keyIdentity(nil, engine.Scope{Namespace: "n"}, "semantic", engine.Identity{Kind: 1, Value: "v"}), "nobody"...), nil),
			t.put([]byte{tabText, 1, 2, 3}, nil),
			t.put(keyConflictOf(nil, "nobody", "no-conflict"), nil),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// kinds is what was found, by kind and table.
func kinds(found []engine.Finding) map[string]int {
	out := map[string]int{}
	for _, f := range found {
		out[strings.TrimSuffix(string(f.Kind)+" "+f.Table, " ")] = f.Count
	}
	return out
}

func examine(t testing.TB, s *Store) []engine.Finding {
	t.Helper()
	found, n, err := s.Examine(context.Background(), func(int) {})
	if err != nil || n == 0 {
		t.Fatalf("%d entries, %v", n, err)
	}
	for _, f := range found {
		if f.What == "" || f.Means == "" || f.Advice == "" || strings.ContainsRune(f.Advice, '\n') || f.Count < 1 {
			t.Errorf("half a finding: %+v", f)
		}
	}
	// How full this machine's disk is has nothing to do with the store.
	return slices.DeleteFunc(found, func(f engine.Finding) bool { return f.Kind == engine.FoundSpace })
}

func TestDoctorRepairsWhatIsDerived(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	s := openStore(t, dir, quick)
	importLife(t, s, 300, 100)
	if found := examine(t, s); len(found) != 0 {
		t.Fatalf("a whole store: %+v", found)
	}
	want := contents(t, s)
	spoilIndexes(t, s)
	found := examine(t, s)
	if got := kinds(found); !maps.Equal(got, map[string]int{
		"index newest-first index": 1, "index identity index": 1, "index text index": 1, "index conflict memory index": 1, "counter": 1,
	}) {
		t.Errorf("found %v", got)
	}
	var said strings.Builder
	for _, f := range found {
		said.WriteString(f.What + "\n")
	}
	for _, want := range []string{
		"the totals are not what is there: 307 versions instead of 300", `newest-first index: no entry for memory "`,
		`identity index: an entry for memory "nobody" that does not call for it`, "text index: an entry that is no key of it",
	} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("nothing says %q in:\n%s", want, said.String())
		}
	}
	for _, f := range found {
		if !f.Repairable || f.Note {
			t.Errorf("not to be repaired: %+v", f)
		}
	}
	mended, err := s.Repair(context.Background(), func(int) {})
	if err != nil || !maps.Equal(kinds(mended), kinds(found)) {
		t.Errorf("mended %v, %v", kinds(mended), err)
	}
	if found := examine(t, s); len(found) != 0 {
		t.Errorf("afterwards: %+v", found)
	}
	delete(want, string(keySeq))
	have := contents(t, s)
	delete(have, string(keySeq))
	if !maps.Equal(have, want) {
		t.Errorf("the repaired store differs from the one before the damage: %d entries, %d", len(have), len(want))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir, quick)
	if found := examine(t, s); len(found) != 0 {
		t.Errorf("after opening again: %+v", found)
	}
	if mended, err = s.Repair(context.Background(), func(int) {}); err != nil || len(mended) != 0 {
		t.Errorf("nothing to repair: %+v, %v", mended, err)
	}
}

// A counter alone is repaired too, though no record changes.
func TestDoctorRepairsCountersAlone(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	importLife(t, s, 50, 50)
	want := s.totals
	if err := s.Update(context.Background(), func(etx engine.Tx) error {
		t := etx.(*tx)
		t.totals.Edges++
		return t.Meta().Put("x", nil)
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Repair(context.Background(), func(int) {}); err != nil {
		t.Fatal(err)
	}
	if found := examine(t, s); len(found) != 0 || s.totals != want {
		t.Errorf("%+v, totals %+v", found, s.totals)
	}
}

func TestDoctorRefusesToRepairAroundDamage(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	importLife(t, s, 100, 100)
	spoilIndexes(t, s)
	raw(t, s, func(set func(key, val []byte)) { set(keyHead(nil, lifeNo(3).ID), []byte("garbage")) })
	before := contents(t, s)
	var refused *UnrepairableError
	if _, err := s.Repair(context.Background(), func(int) {}); !errors.As(err, &refused) {
		t.Errorf("%v, want an UnrepairableError", err)
	}
	if !maps.Equal(contents(t, s), before) {
		t.Error("something was changed")
	}
	if got := kinds(examine(t, s)); got["record memories"] != 1 {
		t.Errorf("found %v", got)
	}
}

func TestDoctorFindsOrphans(t *testing.T) {
	s := openStore(t, t.TempDir(), quick)
	importLife(t, s, 20, 20)
	at := lifeNo(1).UpdatedAt
	err := s.Update(context.Background(), func(tx engine.Tx) error {
		lost := lifeNo(777)
		v := created(lost)
		e := engine.Edge{EdgeKey: engine.EdgeKey{From: lifeNo(1).ID, Type: "relates", To: "nobody"}}
		c := engine.Conflict{ID: "c", MemoryA: lifeNo(1).ID, MemoryB: "nobody", Status: engine.ConflictOpen, CreatedAt: at}
		return errors.Join(
			tx.Versions().Put(&v),
			tx.Edges().Put(&e),
			tx.Conflicts().Put(nil, &c),
			tx.Profiles().Put("nobody", &engine.RetrievalRecord{}),
			tx.Embeddings().PutVector("m", "nobody", []float32{1}),
			tx.Log().Append(&engine.LogEntry{At: at, Subject: engine.SubjectHead, ID: "nobody"}),
			tx.Log().Append(&engine.LogEntry{At: at, Subject: engine.SubjectSetting, ID: "settings"}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := kinds(examine(t, s)); !maps.Equal(got, map[string]int{
		"orphan versions": 1, "orphan edges": 1, "orphan conflicts": 1, "orphan retrieval profiles": 1, "orphan vectors": 1, "orphan change log": 1,
	}) {
		t.Errorf("found %v", got)
	}
	// They keep nothing from being derived.
	spoilIndexes(t, s)
	if _, err := s.Repair(context.Background(), func(int) {}); err != nil {
		t.Error(err)
	}
}

func TestDoctorLooksAround(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes mean nothing here")
	}
	parent := t.TempDir()
	dir := filepath.Join(parent, "store")
	s := openStore(t, dir, quick)
	importLife(t, s, 20, 20)
	half := filepath.Join(parent, ".store"+halfRestoredMark+"123")
	err := errors.Join(
		os.Chmod(dir, 0o755),
		os.Mkdir(filepath.Join(dir, quarantineName), 0o700),
		os.WriteFile(filepath.Join(dir, quarantineName, "000001.sst"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, quarantineName, lostLogPrefix+"00001.mem"), nil, 0o600),
		os.WriteFile(filepath.Join(dir, formatFileName+".new"), nil, 0o600),
		os.Mkdir(half, 0o700),
		os.WriteFile(filepath.Join(half, buildingLock), nil, 0o600),
		os.Mkdir(filepath.Join(parent, "store"+replacedMark+"x"), 0o700),
	)
	if err != nil {
		t.Fatal(err)
	}
	found := examine(t, s)
	care := 0
	var text strings.Builder
	for _, f := range found {
		text.WriteString(f.What + "\n")
		if !f.Note {
			care++
		}
	}
	for _, want := range []string{"may look into " + dir, "1 files are kept in", lostLogPrefix, formatFileName + ".new", half, "store" + replacedMark} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("nothing about %q in:\n%s", want, text.String())
		}
	}
	if care != 4 {
		t.Errorf("%d findings need care:\n%s", care, text.String())
	}
}

// A repair that is killed has put everything right or nothing.
func TestKilledRepair(t *testing.T) {
	for _, at := range []place{placeCommit, placeChunk, placePending, placeApplied, placeCleared, placeUnacked} {
		t.Run(string(at), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "store")
			s := openStore(t, dir, small)
			importLife(t, s, 1500, 500)
			// More entries than fit one of Badger's transactions.
			if err := s.Update(context.Background(), func(etx engine.Tx) error {
				t := etx.(*tx)
				c := t.scan([]byte{tabText}, nil)
				defer c.close()
				for c.next() {
					t.del(slices.Clone(c.key()))
				}
				return c.err
			}); err != nil {
				t.Fatal(err)
			}
			before := kinds(examine(t, s))
			if before["index text index"] != 1500 {
				t.Fatalf("before: %v", before)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			child := startChild(t, childOrder{Dir: dir, Fault: faultRepair, DieAt: at})
			if err := child.wait(); err == nil || child.failure != "" {
				t.Fatalf("the child did not die at the place: %v, %s\n%s", err, child.failure, child.stderr.String())
			}
			s = openStore(t, dir, small)
			after := kinds(examine(t, s))
			if committed := at != placeCommit && at != placeChunk; committed && len(after) > 0 || !committed && !maps.Equal(after, before) {
				t.Errorf("afterwards: %v", after)
			}
		})
	}
}
