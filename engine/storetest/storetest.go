// Package storetest is the contract of engine.Store as tests: every store must
// pass Run.
package storetest

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"testing"
	"time"

	"ebb/engine"
)

// Opened is a store under test.
type Opened struct {
	Store engine.Store
	// Reopen closes the store and opens it again.
	Reopen func() engine.Store
}

// Run tests a store. open opens an empty one, which is closed by t.Cleanup.
func Run(t *testing.T, open func(t *testing.T) Opened) {
	for _, test := range []struct {
		name string
		run  func(*suite)
	}{
		{"Heads", testHeads},
		{"HeadIndexes", testHeadIndexes},
		{"Newest", testNewest},
		{"NewestFollowsChanges", testNewestFollowsChanges},
		{"Versions", testVersions},
		{"VersionAt", testVersionAt},
		{"Current", testCurrent},
		{"DeleteHistory", testDeleteHistory},
		{"Edges", testEdges},
		{"EdgesOfBothEnds", testEdgesOf},
		{"Conflicts", testConflicts},
		{"Profiles", testProfiles},
		{"RetrievalEvents", testEvents},
		{"Log", testLog},
		{"LogScrub", testScrub},
		{"Operations", testOperations},
		{"OperationsOfOneCommit", testOperationsOfOneCommit},
		{"Sources", testSources},
		{"Meta", testMeta},
		{"Marks", testMarks},
		{"Embeddings", testEmbeddings},
		{"PurgeEmbeddings", testPurgeEmbeddings},
		{"EmbeddingOrphans", testEmbeddingOrphans},
		{"EmbeddingsOfNoNumbers", testNotNumbers},
		{"Totals", testTotals},
		{"StrangeText", testStrangeText},
		{"Instants", testInstants},
		{"Atomicity", testAtomicity},
		{"Isolation", testIsolation},
		{"ReadYourWrites", testReadYourWrites},
		{"WriteWhileIterating", testWriteWhileIterating},
		{"HugeUpdate", testHugeUpdate},
		{"ReadersDuringHugeUpdate", testReadersDuringHugeUpdate},
		{"ReadOnlyViews", testReadOnlyViews},
		{"Sequence", testSequence},
		{"Context", testContext},
		{"AbandonedSequences", testAbandoned},
		{"Close", testClose},
		{"Model", testModel},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := open(t)
			test.run(&suite{T: t, store: o.Store, reopen: o.Reopen})
		})
	}
}

type suite struct {
	*testing.T
	store  engine.Store
	reopen func() engine.Store
}

// update runs fn in an Update that must succeed.
func (s *suite) update(fn func(engine.Tx) error) {
	s.Helper()
	if err := s.store.Update(context.Background(), fn); err != nil {
		s.Fatalf("update: %v", err)
	}
}

// view runs fn in a View that must succeed.
func (s *suite) view(fn func(engine.Tx) error) {
	s.Helper()
	if err := s.store.View(context.Background(), fn); err != nil {
		s.Fatalf("view: %v", err)
	}
}

// everywhere runs fn on a fresh snapshot, inside an Update, and after the
// store was opened again: all three must look the same.
func (s *suite) everywhere(fn func(engine.Tx)) {
	s.Helper()
	look := func(tx engine.Tx) error { fn(tx); return nil }
	s.view(look)
	s.update(look)
	s.store = s.reopen()
	s.view(look)
	s.verify()
}

// verify expects nothing wrong with the store.
func (s *suite) verify() {
	s.Helper()
	err := s.store.Verify(context.Background(), func(finding error) { s.Errorf("verify: %v", finding) }, func(int) {})
	if err != nil {
		s.Errorf("verify: %v", err)
	}
}

// collect reads a sequence that must have no errors.
func collect[T any](s *suite, seq iter.Seq2[T, error]) []T {
	s.Helper()
	var all []T
	for v, err := range seq {
		if err != nil {
			s.Fatalf("sequence: %v", err)
		}
		all = append(all, v)
	}
	return all
}

// same compares got and want and says what they are.
func same[T any](s *suite, what string, got, want T) {
	s.Helper()
	if !reflect.DeepEqual(got, want) {
		s.Errorf("%s: got %+v\nwant %+v", what, got, want)
	}
}

func must[T any](s *suite) func(T, bool, error) T {
	return func(v T, ok bool, err error) T {
		s.Helper()
		if err != nil || !ok {
			s.Fatalf("get: found %v, error %v", ok, err)
		}
		return v
	}
}

// absent expects nothing to be found.
func absent[T any](s *suite, what string) func(T, bool, error) {
	return func(_ T, ok bool, err error) {
		s.Helper()
		if ok || err != nil {
			s.Errorf("%s: found %v, error %v, want nothing", what, ok, err)
		}
	}
}

func idsOf(heads []engine.Head) []string {
	var ids []string
	for i := range heads {
		ids = append(ids, heads[i].ID)
	}
	return ids
}

// day is an instant n days after an arbitrary beginning.
func day(n int) time.Time {
	return time.Date(2026, 3, 1, 8, 30, 0, 123456789, time.UTC).AddDate(0, 0, n)
}

var errWanted = errors.New("wanted")
