package engine

import (
	"time"

	"ebb/dynamics"
)

// The well-known relation types. Any other text is a type too.
const (
	CoRetrieved     = "co_retrieved"
	RelSupports     = "supports"
	RelContradicts  = "contradicts"
	RelSupersedes   = "supersedes"
	RelDerivedFrom  = "derived_from"
	RelRelatedTo    = "related_to"
	RelDependsOn    = "depends_on"
	RelCausedBy     = "caused_by"
	RelHallway      = "hallway"
	RelTunnel       = "tunnel"
	MaxRelTypeBytes = 512
)

// Undirected reports whether edges of this type have no direction; they are
// stored once, smaller id first.
func Undirected(typ string) bool { return typ == CoRetrieved || typ == RelContradicts }

// EdgeKey names an edge. Relation tells parallel typed edges apart and is
// empty for edges that exist at most once.
type EdgeKey struct {
	From, Type, To, Relation string
}

// Canonical orders the ends of an undirected edge.
func (k EdgeKey) Canonical() EdgeKey {
	if Undirected(k.Type) && k.To < k.From {
		k.From, k.To = k.To, k.From
	}
	return k
}

// Other returns the end that is not id.
func (k EdgeKey) Other(id string) string {
	if k.From == id {
		return k.To
	}
	return k.From
}

// Edge is a tie between two memories.
type Edge struct {
	EdgeKey
	Connection dynamics.Connection
	Count      uint32  // co-retrievals, for CoRetrieved
	Weight     float64 // 0..1, what the relation's author gave; 0 without
	CreatedAt  time.Time
	LastAt     time.Time // last co-retrieval
	Metadata   Metadata
	LoggedDay  int32 // UTC day number of the last logged change of strength
}

// ConflictStatus says whether a conflict waits for a decision.
type ConflictStatus uint8

// The states of a conflict.
const (
	ConflictOpen ConflictStatus = iota + 1
	ConflictResolved
	ConflictDismissed
)

var conflictNames = [...]string{ConflictOpen: "open", ConflictResolved: "resolved", ConflictDismissed: "dismissed"}

// String returns the status's published name.
func (s ConflictStatus) String() string {
	if int(s) < len(conflictNames) {
		return conflictNames[s]
	}
	return ""
}

// ParseConflictStatus reads a status's published name.
func ParseConflictStatus(s string) (ConflictStatus, bool) {
	for i, n := range conflictNames {
		if n != "" && n == s {
			return ConflictStatus(i), true
		}
	}
	return 0, false
}

// The types of conflicts: inferred by a provider, declared by a person or an
// agent, or found in an imported file.
const (
	ConflictValueMismatch = "value-mismatch"
	ConflictDeclared      = "declared"
	ConflictImported      = "imported"
)

// Conflict records that two memories contradict each other. At most one
// conflict of a pair is open.
type Conflict struct {
	ID               string
	MemoryA, MemoryB string
	Type             string
	Confidence       float64
	Explanation      string
	Status           ConflictStatus
	Resolution       string // strategy, once settled
	ResolvedMemoryID string
	CreatedAt        time.Time
	ResolvedAt       time.Time
	DeclaredBy       Actor
	ResolvedBy       Actor
	SumA, SumB       [16]byte // the texts that a dismissal was about
}
