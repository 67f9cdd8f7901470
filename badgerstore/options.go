package badgerstore

import (
	"io"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/options"
)

const (
	// schemaVersion is the format this code writes, minReader the oldest code
	// that reads it.
	schemaVersion = 2
	minReader     = 1

	// magic tells an ebb store from any other Badger directory.
	magic = 0xEBB1

	// defaultMemTable bounds the replay after a crash to some 65 ms and one
	// Badger transaction to 13,107 entries and 1.26 MB. It must never shrink
	// for a store that has a log: see memtable.go.
	defaultMemTable = 8 << 20

	// leastMemTable still holds records of some size; for tests.
	leastMemTable = 512 << 10

	// maxValue keeps every value out of Badger's value log, whose damage
	// reads as an empty value without an error.
	maxValue = 1 << 20

	commitPatience = 10 * time.Second
)

// Options are how to open a store. The zero value is right for a person's
// store, apart from Ballast.
type Options struct {
	// ReadOnly opens without writing anything. Several readers may share a
	// store; it must have been closed cleanly.
	ReadOnly bool
	// NoSync does not wait for the disk on each commit: what a crash of the
	// machine (not of the process) may lose. For tests and throwaway stores.
	NoSync bool
	// Ballast lets Reserve keep a file that is given up when the disk is full.
	Ballast bool
	// MemTableSize in bytes; 0 is 8 MB. What the store was last opened with
	// wins while it is larger and a log waits for replay.
	MemTableSize int64
	// MinFree is the free space in bytes below which nothing is written; 0 is
	// the larger of 64 MB and four memtables, negative is no limit.
	MinFree int64
	// Log receives what Badger logs; nil keeps the last lines only.
	Log io.Writer
	// OnFatal is called with what Badger says before it ends the process, so
	// that a terminal can be restored. nil leaves the standard logger alone.
	OnFatal func(msg string)

	// Migrating is told how far bringing an older store up to date has come:
	// what is being done, and how many records it has seen.
	Migrating func(what string, records int)

	// Small tables make compaction happen in tests.
	tableSize int64
	// patience replaces commitPatience in tests.
	patience time.Duration
	// reached, in tests, is told of places where a crash would be interesting.
	reached func(place)
}

func (o Options) memTable() int64 {
	if o.MemTableSize <= 0 {
		return defaultMemTable
	}
	return max(o.MemTableSize, leastMemTable)
}

func (o Options) minFree(memTable int64) int64 {
	switch {
	case o.MinFree < 0:
		return 0
	case o.MinFree > 0:
		return o.MinFree
	}
	return max(64<<20, 4*memTable)
}

// badger is what Badger is opened with. The figures behind each choice were
// measured on stores of 100,000 and 1,000,000 memories.
func (o Options) badger(dir string, memTable int64, lg badger.Logger) badger.Options {
	b := badger.DefaultOptions(dir).
		WithLogger(lg).
		WithReadOnly(o.ReadOnly).
		WithSyncWrites(!o.NoSync). // an acknowledged write has reached the disk
		WithMemTableSize(memTable).
		WithNumMemtables(2).
		WithNumLevelZeroTables(5).
		WithNumLevelZeroTablesStall(15).
		WithValueThreshold(min(maxValue, memTable*15/100)). // no value ever leaves the tree
		WithValueLogFileSize(16 << 20).                     // it is only ever a header
		WithBlockCacheSize(32 << 20).                       // compression needs one
		WithIndexCacheSize(0).                              // indexes stay in the page cache
		WithCompression(options.Snappy).
		WithNumVersionsToKeep(1). // history is our own keys
		WithNumCompactors(2).     // one is refused, none never compacts; see BenchmarkFlatten for why nothing more is done
		WithDetectConflicts(true).
		WithMetricsEnabled(false).
		WithCompactL0OnClose(false). // it made closing after an import take seconds
		WithExternalMagic(magic)
	if o.tableSize > 0 {
		b = b.WithBaseTableSize(o.tableSize)
	}
	return b
}

// A place is a point in the life of a store that tests kill it at.
type place string

const (
	placeOpened   place = "opened"   // Badger is open, nothing recovered yet
	placeCommit   place = "commit"   // before a transaction is committed
	placeChunk    place = "chunk"    // a redo chunk was written
	placePending  place = "pending"  // a redo operation was committed
	placeApplied  place = "applied"  // a chunk was applied
	placeCleared  place = "cleared"  // the pending record is gone, the chunks are not
	placeUnacked  place = "unacked"  // committed, not yet acknowledged
	placeClosing  place = "closing"  // no transaction runs any more
	placePrepared place = "prepared" // the directory is in order, Badger not yet open

	placeFrame    place = "frame"    // a part of a backup was restored
	placeLoaded   place = "loaded"   // all of it was
	placeExamined place = "examined" // and nothing is wrong with it
	placeNamed    place = "named"    // it lies under the name that the old store will have
	placeSwapped  place = "swapped"  // it is in its place
)

func (s *Store) at(p place) { s.opts.at(p) }

func (o *Options) at(p place) {
	if o.reached != nil {
		o.reached(p)
	}
}
