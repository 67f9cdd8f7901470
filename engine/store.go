package engine

import (
	"context"
	"iter"
	"time"

	"ebb/dynamics"
)

// Store keeps an engine's records: ordered, transactional, durable. One
// process writes; Update calls run one after another. The conformance suite
// in engine/storetest is its contract.
type Store interface {
	// View runs fn on a consistent snapshot. Writes inside it return
	// ErrReadOnly. Tx and what it returns must not be used after fn.
	View(ctx context.Context, fn func(Tx) error) error
	// Update runs fn and, when it returns nil, commits all that it wrote as
	// one atomic durable operation of any size. When Update returns an error,
	// nothing was written. Reads inside fn see its own writes.
	Update(ctx context.Context, fn func(Tx) error) error
	// Verify reads everything and reports what is damaged or inconsistent,
	// calling report for each finding; done counts records read.
	Verify(ctx context.Context, report func(finding error), done func(records int)) error
	// Notices returns what the store has to tell people: repairs made at
	// open, errors logged since.
	Notices() []string
	// Dir is where the store lives.
	Dir() string
	Close() error
}

// Tx is one transaction: a handful of typed tables.
type Tx interface {
	Heads() Heads
	Versions() Versions
	Edges() Edges
	Conflicts() Conflicts
	Profiles() Profiles
	Log() Log
	Operations() Operations
	Sources() Sources
	Meta() Meta
	Embeddings() Embeddings
	// Totals are exact counts, kept in the same transactions as the records.
	Totals() (Totals, error)
	// Seq is this transaction's sequence number in an Update, the last
	// committed one in a View.
	Seq() uint64
}

// Totals counts records.
type Totals struct {
	Memories  [Deleted + 1]int // by state; index 0 unused
	Versions  int
	Edges     int
	Conflicts [ConflictDismissed + 1]int // by status; index 0 unused
	LogSize   int                        // entries
}

// Live is the number of live memories (expiry not considered).
func (t *Totals) Live() int { return t.Memories[Active] + t.Memories[Updated] }

// Heads holds one record per memory and the indexes derived from it.
type Heads interface {
	Get(id string) (Head, bool, error)
	// Put replaces before by after and moves the index entries. before is
	// nil for a new memory, else the head as Get returned it.
	Put(before, after *Head) error
	Delete(before *Head) error
	// All yields heads in order of id, those after the given one.
	All(after string) iter.Seq2[Head, error]
	// Newest yields live heads, latest UpdatedAt first (ties: smaller id
	// first), strictly behind the cursor; the zero cursor starts at the top.
	Newest(after Cursor) iter.Seq2[Head, error]
	// ByIdentity yields ids of live memories with this key.
	ByIdentity(s Scope, typ string, key Identity) iter.Seq2[string, error]
	// ByText yields ids of live memories whose normalised text has this sum.
	ByText(s Scope, typ string, sum [16]byte) iter.Seq2[string, error]
}

// Cursor is a place in the newest-first order.
type Cursor struct {
	UpdatedAt time.Time
	ID        string
}

// Versions holds the history. A text is written once: a version whose text is
// held by another one names it in Memory.Text.
type Versions interface {
	// Put writes a version. Memory.Content is stored only when
	// Memory.Text equals the version's own Ref.
	Put(v *Version) error
	// Get returns the version with its text, wherever that is held.
	Get(id string, ref VersionRef) (Version, bool, error)
	// At returns the latest version at or before t (ties: highest number).
	At(id string, t time.Time) (Version, bool, error)
	// Of yields a memory's versions, newest first, with their texts.
	Of(id string) iter.Seq2[Version, error]
	// Current yields every head, in order of id, with its current text,
	// those after the given id. It reads sequentially: the way to scan texts.
	Current(after string) iter.Seq2[HeadText, error]
	// DeleteAll removes a memory's whole history.
	DeleteAll(id string) error
}

// HeadText is a head with the text it states.
type HeadText struct {
	Head Head
	Text string
}

// Edges holds ties, reachable from both ends. Keys are canonical.
type Edges interface {
	Get(k EdgeKey) (Edge, bool, error)
	Put(e *Edge) error
	Delete(k EdgeKey) error
	// Of yields the edges that touch a memory, outgoing first.
	Of(id string) iter.Seq2[Edge, error]
	All() iter.Seq2[Edge, error]
}

// Conflicts holds conflict records.
type Conflicts interface {
	Get(id string) (Conflict, bool, error)
	Put(before, after *Conflict) error
	Delete(before *Conflict) error
	// ByStatus yields conflicts, newest first.
	ByStatus(s ConflictStatus) iter.Seq2[Conflict, error]
	// Of yields the conflicts that name a memory.
	Of(memory string) iter.Seq2[Conflict, error]
}

// RetrievalRecord is the part of a memory's retrieval profile that only the
// writer of the next retrieval needs.
type RetrievalRecord struct {
	Window  dynamics.Window
	Sources map[string]uint32
}

// Retrieval is one retrieval event, kept for audit and trimmed by age.
type Retrieval struct {
	At     time.Time
	Search bool
	IDs    []string // in order of rank
	Query  string
	Source string
}

// Profiles holds retrieval windows and events.
type Profiles interface {
	Get(id string) (RetrievalRecord, bool, error)
	Put(id string, r *RetrievalRecord) error
	Delete(id string) error
	AddEvent(r *Retrieval) error
	// Events yields events, oldest first, from the given time on.
	Events(from time.Time) iter.Seq2[Retrieval, error]
	// TrimEvents removes up to n events before t; it returns how many.
	TrimEvents(before time.Time, n int) (int, error)
}

// Log is the change log, newest first.
type Log interface {
	// Append writes an entry; Seq and N are set by the store.
	Append(e *LogEntry) error
	// Back yields entries with At ≤ from, newest first (within one At: the
	// latest written first). The zero time starts at the newest.
	Back(from time.Time) iter.Seq2[LogEntry, error]
	// Scrub removes every entry about these memories, their edges and
	// conflicts.
	Scrub(memories map[string]bool) error
}

// Operations is the journal.
type Operations interface {
	Get(id string) (Operation, bool, error)
	// Put replaces before by after; before is nil for a new operation. Of
	// several new ones in one transaction each gets a Seq of its own, in order,
	// and the transaction's goes along.
	Put(before, after *Operation) error
	// Newest yields operations, latest Seq first, those with Seq < before;
	// 0 starts at the newest.
	Newest(before uint64) iter.Seq2[Operation, error]
}

// SourceRecord is what an import remembers of one record of a source.
type SourceRecord struct {
	Record    string // the record's name inside the source
	Sum       [16]byte
	MemoryID  string
	Operation string
}

// Sources remembers what each imported source said last time.
type Sources interface {
	Get(source, record string) (SourceRecord, bool, error)
	Put(source string, r *SourceRecord) error
	Delete(source, record string) error
	All(source string) iter.Seq2[SourceRecord, error]
}

// Meta holds small named values: settings, jobs, follows.
type Meta interface {
	Get(name string) ([]byte, bool, error)
	Put(name string, value []byte) error
	Delete(name string) error
	// Names yields the names that start with prefix.
	Names(prefix string) iter.Seq2[string, error]
}
