package engine

import (
	"slices"
	"time"

	"ebb/dynamics"
)

// Limits of a memory's fields, in bytes of UTF-8.
const (
	MaxIDBytes       = 256
	MaxScopeBytes    = 512 // namespace, subject, type and tenant, each
	MaxContentBytes  = 512 << 10
	MaxMetadataBytes = 64 << 10
	MaxSourceBytes   = 4 << 10
	MaxReasonBytes   = 4 << 10
	MaxTitleBytes    = 120
)

// Defaults for fields that an input leaves out.
const (
	DefaultImportance = 0.5
	DefaultConfidence = 0.5
	DefaultSubject    = "default"
	DefaultType       = TypeSemantic
)

// The well-known memory types. Type is free text; these are the ones that
// retention and evolution treat by name.
const (
	TypeWorking     = "working"
	TypeEpisodic    = "episodic"
	TypeSemantic    = "semantic"
	TypeProcedural  = "procedural"
	TypeZettel      = "zettel"
	TypeOpinion     = "opinion"
	TypeObservation = "observation"
	TypeDecision    = "decision"
	TypePreference  = "preference"
	TypeFact        = "fact"
)

var wellKnownTypes = []string{
	TypeWorking, TypeEpisodic, TypeSemantic, TypeProcedural, TypeZettel,
	TypeOpinion, TypeObservation, TypeDecision, TypePreference, TypeFact,
}

// WellKnown reports whether typ is one of the types named above.
func WellKnown(typ string) bool { return slices.Contains(wellKnownTypes, typ) }

// Tenant separates the memories of different owners. The zero value is "no
// tenant", which matches only itself; it is not the same as an empty name.
type Tenant struct {
	ID  string
	Set bool
}

// Scope is what two memories must share to speak about the same thing.
type Scope struct {
	Tenant    Tenant
	Namespace string
	Subject   string
}

// State is where a memory stands in its lifecycle.
type State uint8

// The states of a memory. Active and Updated are live.
const (
	Active State = iota + 1
	Updated
	Superseded
	Merged
	Archived
	Expired
	Deleted
)

var stateNames = [...]string{Active: "active", Updated: "updated", Superseded: "superseded", Merged: "merged", Archived: "archived", Expired: "expired", Deleted: "deleted"}

// States lists all states in order of declaration.
func States() []State {
	return []State{Active, Updated, Superseded, Merged, Archived, Expired, Deleted}
}

// String returns the state's published name, "" for an unknown value.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return ""
}

// ParseState reads a state's published name.
func ParseState(s string) (State, bool) {
	i := slices.Index(stateNames[1:], s)
	return State(i + 1), i >= 0
}

// Live reports whether a memory in this state is part of what is remembered.
func (s State) Live() bool { return s == Active || s == Updated }

// IdentityKind is the JSON type of an identity value: the number 1 and the
// text "1" are different identities.
type IdentityKind uint8

// The kinds of identity values; NoIdentity marks a memory without a key.
const (
	NoIdentity IdentityKind = iota
	TextIdentity
	NumberIdentity
	BoolIdentity
	NullIdentity
)

// Identity is the value of a memory's identity key (by default
// metadata.key) in canonical form. The zero value is "no key".
type Identity struct {
	Kind  IdentityKind
	Value string
}

// VersionRef names one version of a memory by its place in the history.
type VersionRef struct {
	At     time.Time
	Number uint32
}

// Archive records why a memory left the live ones.
type Archive struct {
	At     time.Time
	Reason string
	Score  float64 // the retention that caused it; 0 when a person did it
}

// Head is the compact record behind one memory: all that lists, filters,
// sorts and live retention need. Texts live in the versions.
type Head struct {
	ID       string
	Scope    Scope
	Type     string
	State    State
	Version  uint32
	Title    string // first line of the text, cleaned, at most MaxTitleBytes
	Identity Identity
	TextSum  [16]byte   // of the normalised text
	TextSize uint32     // bytes
	Text     VersionRef // the version that holds the current text

	Importance, Confidence float64 // 0..1

	CreatedAt, UpdatedAt time.Time // UTC, strictly rising per memory
	ExpiresAt            time.Time // zero: never
	LastAccessedAt       time.Time // zero: never recalled
	AccessCount          uint64

	Stability    float64 // days; 0: the setting's default
	Base         float64 // retention an import brought; 1 without
	Interference float64 // product over interfering pairs, (0,1]; 0 counts as 1
	LearnedAt    time.Time
	Profile      dynamics.Profile
	TieCount     uint32 // co-retrievals over the strongest tie
	TieID        string // the memory at its other end

	Archive   Archive // zero unless archived
	LoggedDay int32   // UTC day number of the last logged evidence change
	Undone    bool    // its creation was undone; an import may bring it back
}

// Ref is the version that Head states.
func (h *Head) Ref() VersionRef { return VersionRef{At: h.UpdatedAt, Number: h.Version} }

// ExpiredAt reports whether the memory's time has run out at now.
func (h *Head) ExpiredAt(now time.Time) bool {
	return !h.ExpiresAt.IsZero() && !now.Before(h.ExpiresAt)
}

// LiveAt reports whether the memory is live and not past its expiry at now.
func (h *Head) LiveAt(now time.Time) bool { return h.State.Live() && !h.ExpiredAt(now) }

// Memory is a head with what its current version says.
type Memory struct {
	Head
	Body
}

// Body is the part of a memory that only a reader of its text needs.
type Body struct {
	Content      string
	Source       string   // who said it; "" when unknown
	Metadata     Metadata // a JSON object; nil counts as {}
	Supersedes   string   // id, "" when none
	SupersededBy string   // id, "" when none
	MergedFrom   []string // ids
}

// ChangeType says what made a version.
type ChangeType uint8

// The kinds of versions.
const (
	Created ChangeType = iota + 1
	ChangeUpdated
	ChangeSuperseded
	ChangeMerged
	ChangeArchived
	ChangeExpired
	ChangeDeleted
	Restored
)

var changeNames = [...]string{
	Created: "created", ChangeUpdated: "updated", ChangeSuperseded: "superseded", ChangeMerged: "merged",
	ChangeArchived: "archived", ChangeExpired: "expired", ChangeDeleted: "deleted", Restored: "restored",
}

// String returns the change type's published name, "" for an unknown value.
func (c ChangeType) String() string {
	if int(c) < len(changeNames) {
		return changeNames[c]
	}
	return ""
}

// ParseChangeType reads a change type's published name.
func ParseChangeType(s string) (ChangeType, bool) {
	i := slices.Index(changeNames[1:], s)
	return ChangeType(i + 1), i >= 0
}

// Version is one immutable entry of a memory's history. Memory is the
// snapshot; its retention evidence and access figures are not part of it.
type Version struct {
	MemoryID  string
	Number    uint32
	Change    ChangeType
	At        time.Time // = Memory.UpdatedAt
	Reason    string
	Actor     Actor
	Operation string
	Memory    Memory
}

// Ref is the version's place in the history.
func (v *Version) Ref() VersionRef { return VersionRef{At: v.At, Number: v.Number} }
