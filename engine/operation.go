package engine

import "time"

// ActorKind says what sort of party asked for an operation.
type ActorKind uint8

// The kinds of actors.
const (
	Person   ActorKind = iota // the one at the keyboard
	Agent                     // a named program
	Schedule                  // the application itself, on a timetable or after an ingest
)

// Actor is who asked for an operation.
type Actor struct {
	Kind ActorKind
	Name string // an agent's name; "" otherwise
}

// You is the person at the keyboard.
var You = Actor{Kind: Person}

// String returns "you", "schedule" or the agent's name.
func (a Actor) String() string {
	switch {
	case a.Kind == Person:
		return "you"
	case a.Kind == Schedule:
		return "schedule"
	case a.Name == "":
		return "agent"
	}
	return a.Name
}

// ParseActor reads what --actor and exports hold: "", "you", "schedule" or an
// agent's name.
func ParseActor(s string) Actor {
	switch s {
	case "", "you":
		return You
	case "schedule":
		return Actor{Kind: Schedule}
	}
	return Actor{Kind: Agent, Name: s}
}

// Kind says what an operation did, apart from who asked for it.
type Kind string

// The kinds of operations.
const (
	KindAdd     Kind = "add"
	KindEdit    Kind = "edit"
	KindRestore Kind = "restore"
	KindRecall  Kind = "recall"
	KindSearch  Kind = "search"
	KindArchive Kind = "archive"
	KindDelete  Kind = "delete"
	KindForget  Kind = "forget"
	KindPurge   Kind = "purge"
	KindImport  Kind = "import"
	KindRelate  Kind = "relate"
	KindDeclare Kind = "declare"
	KindSetting Kind = "setting"
	KindUndo    Kind = "undo"
	KindIngest  Kind = "ingest"
	KindResolve Kind = "resolve"

	KindConsolidate Kind = "consolidate"
	KindCycle       Kind = "cycle"
)

// Operation is one entry of the journal: what was done, by whom, when.
type Operation struct {
	ID      string
	Seq     uint64 // position in the order of commits; of its last commit for an import
	Kind    Kind
	Actor   Actor
	At      time.Time // the engine's clock
	Wall    time.Time // the machine's clock
	Reason  string
	Summary string   // a few words for the undo list, cleaned
	IDs     []string // the memories touched, at most MaxOperationIDs of them
	Count   int      // how many were touched in all
	Result  string   // id of what the operation made or returned first
	Version uint32   // version of Result then
	Outcome string   // an ingest's
	Source  string   // an import's source name

	LogFrom, LogTo time.Time // the change log's entries lie in this range, bounds included
	Entries        int       // how many entries

	Undoes   string // operation that this one takes back
	UndoneBy string // operation that took this one back
	Open     bool   // an import that has not finished
}

// MaxOperationIDs bounds Operation.IDs.
const MaxOperationIDs = 64

// Undoable reports whether the operation's kind can be taken back at all.
func (o *Operation) Undoable() bool {
	switch o.Kind {
	case KindPurge, KindSearch:
		return false
	}
	return o.UndoneBy == ""
}

// LogEntry is one line of the change log: a record as it was before a change.
// Exactly one of the pointers' owners is meant; a nil Before says that the
// record did not exist.
type LogEntry struct {
	At        time.Time // the change's own time, rising per memory
	Seq       uint64    // the transaction's sequence number
	N         uint32    // position inside the transaction
	Operation string
	Kind      Kind
	Actor     Actor
	Change    ChangeType // of a head; 0 for evidence and everything else

	Subject LogSubject
	ID      string  // memory or conflict id, setting name
	Edge    EdgeKey // for SubjectEdge

	Head     *Head     // before
	EdgeWas  *Edge     // before
	Conflict *Conflict // before
	Setting  []byte    // before

	After uint32 // a head's version after the change; 0 for others
}

// LogSubject says what kind of record a log entry is about.
type LogSubject uint8

// The subjects of log entries.
const (
	SubjectHead     LogSubject = iota + 1 // a version was written
	SubjectEvidence                       // a head changed without a new version
	SubjectEdge
	SubjectConflict
	SubjectSetting
	SubjectMark // an evolver's
)
