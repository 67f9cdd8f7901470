package interchange

import (
	"encoding/hex"
	"fmt"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// ebbFormat is the number of our own format. A reader refuses a higher one.
const ebbFormat = 1

// The kinds of lines in our own format, in the order in which they stand. A
// version's line follows that of its memory.
const (
	kindMemory    = "memory"
	kindVersion   = "version"
	kindEdge      = "edge"
	kindDangling  = "dangling"
	kindConflict  = "conflict"
	kindOperation = "operation"
	kindLog       = "log"
	kindRetrieval = "retrieval"
	kindEnd       = "end"
)

// wireLine is one line: a format number at the top of the file, then a kind
// with what it needs.
type wireLine struct {
	Ebb       int              `json:"ebb,omitempty"`
	Kind      string           `json:"kind,omitempty"`
	Head      *wireHead        `json:"head,omitempty"`
	Body      *wireBody        `json:"body,omitempty"`
	Window    *wireWindow      `json:"window,omitempty"`
	Version   *wireVersion     `json:"version,omitempty"`
	Edge      *wireEdge        `json:"edge,omitempty"`
	Dangling  *engine.Dangling `json:"dangling,omitempty"`
	Conflict  *wireConflict    `json:"conflict,omitempty"`
	Operation *wireOperation   `json:"operation,omitempty"`
	Entry     *wireEntry       `json:"entry,omitempty"`
	Retrieval *wireRetrieval   `json:"retrieval,omitempty"`
	Counts    map[string]int   `json:"counts,omitempty"` // by kind, at the end
}

type wireRef struct {
	At     time.Time `json:"at,omitzero"`
	Number uint32    `json:"number"`
}

type wireIdentity struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

var identityNames = map[engine.IdentityKind]string{
	engine.TextIdentity: "text", engine.NumberIdentity: "number", engine.BoolIdentity: "bool",
	engine.NullIdentity: "null",
}

type wireHead struct {
	ID         string        `json:"id"`
	Tenant     *string       `json:"tenantId,omitempty"`
	Namespace  string        `json:"namespace"`
	Subject    string        `json:"subjectId"`
	Type       string        `json:"type"`
	State      string        `json:"state"`
	Version    uint32        `json:"version"`
	Title      string        `json:"title,omitempty"`
	Identity   *wireIdentity `json:"identity,omitempty"`
	TextSum    wireSum       `json:"textSum,omitzero"`
	TextSize   uint32        `json:"textSize"`
	Text       wireRef       `json:"textIn"`
	Importance float64       `json:"importance"`
	Confidence float64       `json:"confidence"`
	CreatedAt  time.Time     `json:"createdAt,omitzero"`
	UpdatedAt  time.Time     `json:"updatedAt,omitzero"`
	ExpiresAt  time.Time     `json:"expiresAt,omitzero"`
	AccessedAt time.Time     `json:"lastAccessedAt,omitzero"`
	Accesses   uint64        `json:"accessCount,omitempty"`

	Stability    float64      `json:"stabilityDays,omitempty"`
	Base         float64      `json:"base,omitempty"`
	Interference float64      `json:"interference,omitempty"`
	LearnedAt    time.Time    `json:"learnedAt,omitzero"`
	Profile      *wireProfile `json:"profile,omitempty"`
	TieCount     uint32       `json:"tieCount,omitempty"`
	TieID        string       `json:"tieId,omitempty"`
	Archive      *wireArchive `json:"archive,omitempty"`
	LoggedDay    int32        `json:"loggedDay,omitempty"`
	Undone       bool         `json:"undone,omitempty"`
}

type wireArchive struct {
	At     time.Time `json:"at,omitzero"`
	Reason string    `json:"reason,omitempty"`
	Score  float64   `json:"score,omitempty"`
}

type wireProfile struct {
	Total          uint32    `json:"total,omitempty"`
	Search         uint32    `json:"search,omitempty"`
	Get            uint32    `json:"get,omitempty"`
	Top1           uint32    `json:"top1,omitempty"`
	MinRank        uint32    `json:"minRank,omitempty"`
	MeanRank       float64   `json:"meanRank,omitempty"`
	MeanSimilarity float64   `json:"meanSimilarity,omitempty"`
	Velocity7      float64   `json:"velocity7,omitempty"`
	Velocity30     float64   `json:"velocity30,omitempty"`
	Last           time.Time `json:"last,omitzero"`
}

// wireBody is a text with what belongs to it. Content is absent where another
// version holds the text.
type wireBody struct {
	Content      *string         `json:"content,omitempty"`
	Source       string          `json:"source,omitempty"`
	Metadata     engine.Metadata `json:"metadata,omitempty"`
	Supersedes   string          `json:"supersedes,omitempty"`
	SupersededBy string          `json:"supersededBy,omitempty"`
	MergedFrom   []string        `json:"mergedFrom,omitempty"`
}

type wireWindow struct {
	Day     int32             `json:"day"`
	Counts  []uint32          `json:"counts,omitempty"` // without the zeros at the end
	Sources map[string]uint32 `json:"sources,omitempty"`
}

type wireVersion struct {
	ID        string    `json:"memoryId"`
	Number    uint32    `json:"number"`
	Change    string    `json:"changeType"`
	At        time.Time `json:"createdAt,omitzero"`
	Reason    string    `json:"reason,omitempty"`
	Actor     wireActor `json:"actor,omitzero"`
	Operation string    `json:"operation,omitempty"`
	Head      wireHead  `json:"head"`
	Body      wireBody  `json:"body"`
}

type wireActor struct {
	Kind string `json:"kind"`
	Name string `json:"name,omitempty"`
}

var actorNames = map[engine.ActorKind]string{engine.Person: "you", engine.Agent: "agent", engine.Schedule: "schedule"}

// wireSum is a checksum in hexadecimal.
type wireSum [16]byte

func (s wireSum) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(s[:])), nil }

func (s *wireSum) UnmarshalText(b []byte) error {
	if len(b) != 2*len(s) {
		return fmt.Errorf("a checksum of %d digits, want %d", len(b), 2*len(s))
	}
	_, err := hex.Decode(s[:], b)
	return err
}

// keyFor is the key of a value in a table of names.
func keyFor[K comparable](names map[K]string, name string) (K, bool) {
	for k, n := range names {
		if n == name {
			return k, true
		}
	}
	var none K
	return none, false
}

func toHead(h *engine.Head) *wireHead {
	w := &wireHead{
		ID: h.ID, Namespace: h.Scope.Namespace, Subject: h.Scope.Subject, Type: h.Type, State: h.State.String(),
		Version: h.Version, Title: h.Title, TextSum: wireSum(h.TextSum), TextSize: h.TextSize,
		Text:       wireRef(h.Text),
		Importance: h.Importance, Confidence: h.Confidence, CreatedAt: h.CreatedAt, UpdatedAt: h.UpdatedAt,
		ExpiresAt: h.ExpiresAt, AccessedAt: h.LastAccessedAt, Accesses: h.AccessCount,
		Stability: h.Stability, Base: h.Base, Interference: h.Interference, LearnedAt: h.LearnedAt,
		TieCount: h.TieCount, TieID: h.TieID, LoggedDay: h.LoggedDay, Undone: h.Undone,
	}
	if h.Scope.Tenant.Set {
		w.Tenant = &h.Scope.Tenant.ID
	}
	if h.Identity != (engine.Identity{}) {
		w.Identity = &wireIdentity{identityNames[h.Identity.Kind], h.Identity.Value}
	}
	if h.Profile != (dynamics.Profile{}) {
		p := wireProfile(h.Profile)
		w.Profile = &p
	}
	if h.Archive != (engine.Archive{}) {
		a := wireArchive(h.Archive)
		w.Archive = &a
	}
	return w
}

func (w *wireHead) head() (engine.Head, error) {
	h := engine.Head{
		ID: w.ID, Scope: engine.Scope{Namespace: w.Namespace, Subject: w.Subject}, Type: w.Type,
		Version: w.Version, Title: w.Title, TextSum: w.TextSum, TextSize: w.TextSize,
		Text:       engine.VersionRef(w.Text),
		Importance: w.Importance, Confidence: w.Confidence, CreatedAt: w.CreatedAt, UpdatedAt: w.UpdatedAt,
		ExpiresAt: w.ExpiresAt, LastAccessedAt: w.AccessedAt, AccessCount: w.Accesses,
		Stability: w.Stability, Base: w.Base, Interference: w.Interference, LearnedAt: w.LearnedAt,
		TieCount: w.TieCount, TieID: w.TieID, LoggedDay: w.LoggedDay, Undone: w.Undone,
	}
	if w.ID == "" {
		return h, fmt.Errorf("a memory without an id")
	}
	var ok bool
	if h.State, ok = engine.ParseState(w.State); !ok {
		return h, fmt.Errorf("state: got %s", excerpt([]byte(w.State)))
	}
	if w.Tenant != nil {
		h.Scope.Tenant = engine.Tenant{ID: *w.Tenant, Set: true}
	}
	if w.Identity != nil {
		if h.Identity.Kind, ok = keyFor(identityNames, w.Identity.Kind); !ok {
			return h, fmt.Errorf("identity: got kind %s", excerpt([]byte(w.Identity.Kind)))
		}
		h.Identity.Value = w.Identity.Value
	}
	if w.Profile != nil {
		h.Profile = dynamics.Profile(*w.Profile)
	}
	if w.Archive != nil {
		h.Archive = engine.Archive(*w.Archive)
	}
	return h, nil
}
