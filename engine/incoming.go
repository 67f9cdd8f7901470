package engine

import (
	"io"
	"time"

	"ebb/dynamics"
)

// Item is one thing that a reader of a foreign file found. At least one of
// the pointers is set, or Warning is not empty; a Warning may come along with
// any of them. Memories come before the edges and conflicts that name them,
// operations before their log entries; otherwise items keep the file's order,
// except that a memory which several lines describe comes after the last of
// them.
type Item struct {
	Memory    *Incoming
	Edge      *IncomingEdge
	Conflict  *IncomingConflict
	Refused   *Refusal
	Warning   string // one sentence for people
	Log       *LogEntry
	Op        *Operation
	Retrieval *Retrieval
}

// Incoming is a memory as a foreign file states it. Zero values mean that the
// file does not say.
type Incoming struct {
	// Record is the memory's name inside its source: the entity name, the id,
	// or one derived from the text. It stays the same when lines move, so
	// that the same source read again meets what it left last time.
	Record string
	Line   int      // where it was first seen, from 1
	Sum    [16]byte // of the record as the source states it, canonical

	ID                     string // kept where present; "" lets the engine choose
	Scope                  Scope
	Type, Content          string
	Importance, Confidence *float64
	Source                 string
	Metadata               Metadata
	State                  State // 0: active

	CreatedAt, UpdatedAt, ExpiresAt time.Time

	Base      float64 // the retention that it brings, (0,1]; 0: none
	Stability float64 // days; 0: none

	Retrieved *Retrieved // what is known of its retrievals; nil: nothing
	Archive   Archive    // why it is archived, where it is; zero: not said

	// Whole is the exact record, where the file holds one: head, versions and
	// retrieval record are taken as they are.
	Whole *Whole
	// Twin says that the same id came before in this file with something
	// different in it. Both are kept: this one under a new id, with
	// metadata.imported_id, and an open conflict between the two.
	Twin bool
	// TwinOf is the first one's Record where the two share a name and no id.
	TwinOf string
}

// Retrieved is what another tool has counted of a memory's retrievals. It
// becomes the evidence of a memory that is new here; one that is known has its
// own.
type Retrieved struct {
	Profile dynamics.Profile
	Sources map[string]uint32 // retrievals by who asked
}

// Whole is a memory without any loss: what ebb's own export holds.
type Whole struct {
	Head      Head
	Body      Body
	Versions  []Version // ascending
	Retrieval *RetrievalRecord
	// Bare says that the file states texts, fields and times only: titles,
	// sums, identities and evidence are worked out here.
	Bare bool
}

// IncomingEdge is a tie as a foreign file states it. An end that names no
// memory of the file or the store makes it a dangling one: a warning, kept
// for export.
type IncomingEdge struct {
	From, To string // record names, or ids when ByID is set
	ByID     bool

	Type     string
	Relation string // tells parallel edges of one type apart; "" for the only one
	Line     int
	Weight   float64 // 0..1; 0: not said
	// CreatedAt is zero when the file does not say.
	CreatedAt  time.Time
	Connection *dynamics.Connection // nil: not said
	Count      uint32               // co-retrievals
	Metadata   Metadata
	// Record names the tie inside its source and Sum is that of what the
	// source states of it, as with memories: stated anew, the tie takes what is
	// stated. Without a name a tie that is here already stays as it is.
	Record string
	Sum    [16]byte
	// Exact is the whole edge, where the file holds one (ebb's own export);
	// its key names ids.
	Exact *Edge
}

// IncomingConflict is a conflict as a foreign file states it. Conflict's own
// memory ids are overwritten by what A and B name.
type IncomingConflict struct {
	Conflict Conflict
	A, B     string // record names, or ids when ByID is set
	ByID     bool
}

// MaxRefusalBytes bounds Refusal.Raw; a longer line is cut there.
const MaxRefusalBytes = 1 << 20

// Refusal is a record that cannot be taken, and why.
type Refusal struct {
	File   string
	Line   int    // from 1; 0 when the record has no line of its own
	Record string // its name, where it could be read
	Reason string // one sentence: what was found and what is accepted
	Raw    []byte // the record's bytes as they came, at most MaxRefusalBytes
}

// Import says where items come from and how they are to be taken.
type Import struct {
	Source string // stable name of the source: an absolute path, or "-"
	Format string
	How    How
	DryRun bool // find out what would happen, write nothing
	Strict bool // write nothing unless every record can be taken
	// Rejects receives refused records, one a line as they came; nil drops them.
	Rejects io.Writer
	// Progress is called now and then from the importing goroutine; nil is fine.
	Progress func(ImportReport)
}

// MaxReportRefusals bounds ImportReport.Refusals; Refused counts them all.
const MaxReportRefusals = 1000

// ImportReport is what an import did.
type ImportReport struct {
	Format    string
	Records   int // memories read, refused ones included
	Created   int
	Updated   int
	Duplicate int
	Conflict  int // memories that opened a conflict
	Unchanged int // said the same as last time
	Archived  int // vanished from a followed source
	Refused   int
	Relations int // edges that are new here, or that their source states anew
	Dangling  int // relations whose end names nothing

	Warnings  []string
	Refusals  []Refusal // at most MaxReportRefusals
	Operation string    // id of the import's operation; "" when nothing was written
	Seconds   float64
}
