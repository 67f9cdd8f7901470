package badgerstore

import (
	"ebb/dynamics"
	"ebb/engine"
)

// The records as they are stored. A key number is never used again for
// something else; what is zero is left out, what is unknown is skipped.

// headRecord is a head without its id, which is in the key.
type headRecord struct {
	Namespace     string   `cbor:"1,keyasint,omitempty"`
	Subject       string   `cbor:"2,keyasint,omitempty"`
	Type          string   `cbor:"3,keyasint,omitempty"`
	State         uint8    `cbor:"4,keyasint,omitempty"`
	Version       uint32   `cbor:"5,keyasint,omitempty"`
	Title         string   `cbor:"6,keyasint,omitempty"`
	TextSum       [16]byte `cbor:"7,keyasint"`
	TextSize      uint32   `cbor:"8,keyasint,omitempty"`
	TextAt        int64    `cbor:"9,keyasint,omitempty"`
	TextNumber    uint64   `cbor:"10,keyasint,omitempty"` // number+1; absent: the version itself holds it
	Importance    float64  `cbor:"11,keyasint,omitempty"`
	Confidence    float64  `cbor:"12,keyasint,omitempty"`
	CreatedAt     int64    `cbor:"13,keyasint,omitempty"`
	UpdatedAt     int64    `cbor:"14,keyasint,omitempty"`
	ExpiresAt     int64    `cbor:"15,keyasint,omitempty"`
	AccessedAt    int64    `cbor:"16,keyasint,omitempty"`
	AccessCount   uint64   `cbor:"17,keyasint,omitempty"`
	Stability     float64  `cbor:"18,keyasint,omitempty"`
	Base          float64  `cbor:"19,keyasint,omitempty"`
	Interference  float64  `cbor:"20,keyasint,omitempty"`
	LearnedAt     int64    `cbor:"21,keyasint,omitempty"`
	IdentityKind  uint8    `cbor:"22,keyasint,omitempty"`
	Identity      string   `cbor:"23,keyasint,omitempty"`
	HasTenant     bool     `cbor:"24,keyasint,omitempty"`
	Tenant        string   `cbor:"25,keyasint,omitempty"`
	Total         uint32   `cbor:"26,keyasint,omitempty"`
	Search        uint32   `cbor:"27,keyasint,omitempty"`
	Get           uint32   `cbor:"28,keyasint,omitempty"`
	Top1          uint32   `cbor:"29,keyasint,omitempty"`
	MinRank       uint32   `cbor:"30,keyasint,omitempty"`
	MeanRank      float64  `cbor:"31,keyasint,omitempty"`
	Similarity    float64  `cbor:"32,keyasint,omitempty"`
	Velocity7     float64  `cbor:"33,keyasint,omitempty"`
	Velocity30    float64  `cbor:"34,keyasint,omitempty"`
	RetrievedAt   int64    `cbor:"35,keyasint,omitempty"`
	TieCount      uint32   `cbor:"36,keyasint,omitempty"`
	TieID         string   `cbor:"37,keyasint,omitempty"`
	ArchivedAt    int64    `cbor:"38,keyasint,omitempty"`
	ArchiveReason string   `cbor:"39,keyasint,omitempty"`
	ArchiveScore  float64  `cbor:"40,keyasint,omitempty"`
	LoggedDay     int32    `cbor:"41,keyasint,omitempty"`
	Undone        bool     `cbor:"42,keyasint,omitempty"`
	ID            string   `cbor:"43,keyasint,omitempty"` // only where no key says it
}

// fromSnapshot takes what a version says of a head: everything but its
// evidence and access figures.
func (r *headRecord) fromSnapshot(h *engine.Head) {
	*r = headRecord{
		Namespace: h.Scope.Namespace, Subject: h.Scope.Subject,
		HasTenant: h.Scope.Tenant.Set, Tenant: h.Scope.Tenant.ID,
		Type: h.Type, State: uint8(h.State), Title: h.Title,
		IdentityKind: uint8(h.Identity.Kind), Identity: h.Identity.Value,
		TextSum: h.TextSum, TextSize: h.TextSize,
		Importance: h.Importance, Confidence: h.Confidence,
		CreatedAt: stamp(h.CreatedAt), ExpiresAt: stamp(h.ExpiresAt),
		ArchivedAt: stamp(h.Archive.At), ArchiveReason: h.Archive.Reason, ArchiveScore: h.Archive.Score,
		Undone: h.Undone,
	}
	if !ownText(h) {
		r.TextAt, r.TextNumber = stamp(h.Text.At), uint64(h.Text.Number)+1
	}
}

func (r *headRecord) from(h *engine.Head) {
	r.fromSnapshot(h)
	r.Version, r.UpdatedAt = h.Version, stamp(h.UpdatedAt)
	r.AccessedAt, r.AccessCount = stamp(h.LastAccessedAt), h.AccessCount
	r.Stability, r.Base, r.Interference = h.Stability, h.Base, h.Interference
	r.LearnedAt = stamp(h.LearnedAt)
	p := &h.Profile
	r.Total, r.Search, r.Get, r.Top1, r.MinRank = p.Total, p.Search, p.Get, p.Top1, p.MinRank
	r.MeanRank, r.Similarity = p.MeanRank, p.MeanSimilarity
	r.Velocity7, r.Velocity30, r.RetrievedAt = p.Velocity7, p.Velocity30, stamp(p.Last)
	r.TieCount, r.TieID = h.TieCount, h.TieID
	r.LoggedDay = h.LoggedDay
}

// head rebuilds a head; ref is its own place in the history.
func (r *headRecord) head(id string, ref engine.VersionRef) engine.Head {
	h := engine.Head{
		ID: id,
		Scope: engine.Scope{
			Tenant:    engine.Tenant{ID: r.Tenant, Set: r.HasTenant},
			Namespace: r.Namespace, Subject: r.Subject,
		},
		Type: r.Type, State: engine.State(r.State), Version: ref.Number, Title: r.Title,
		Identity: engine.Identity{Kind: engine.IdentityKind(r.IdentityKind), Value: r.Identity},
		TextSum:  r.TextSum, TextSize: r.TextSize, Text: ref,
		Importance: r.Importance, Confidence: r.Confidence,
		CreatedAt: fromStamp(r.CreatedAt), UpdatedAt: ref.At, ExpiresAt: fromStamp(r.ExpiresAt),
		LastAccessedAt: fromStamp(r.AccessedAt), AccessCount: r.AccessCount,
		Stability: r.Stability, Base: r.Base, Interference: r.Interference,
		LearnedAt: fromStamp(r.LearnedAt),
		Profile: dynamics.Profile{
			Total: r.Total, Search: r.Search, Get: r.Get, Top1: r.Top1, MinRank: r.MinRank,
			MeanRank: r.MeanRank, MeanSimilarity: r.Similarity,
			Velocity7: r.Velocity7, Velocity30: r.Velocity30, Last: fromStamp(r.RetrievedAt),
		},
		TieCount: r.TieCount, TieID: r.TieID,
		Archive:   engine.Archive{At: fromStamp(r.ArchivedAt), Reason: r.ArchiveReason, Score: r.ArchiveScore},
		LoggedDay: r.LoggedDay, Undone: r.Undone,
	}
	if r.TextNumber != 0 {
		h.Text = engine.VersionRef{At: fromStamp(r.TextAt), Number: uint32(r.TextNumber - 1)}
	}
	return h
}

func (r *headRecord) ref() engine.VersionRef {
	return engine.VersionRef{At: fromStamp(r.UpdatedAt), Number: r.Version}
}

// ownText reports whether the head's text is held by its own version.
func ownText(h *engine.Head) bool {
	return h.Text.Number == h.Version && h.Text.At.Equal(h.UpdatedAt)
}

// versionRecord is a version; its place in the history is in the key. The
// content comes first so that a scan for texts need not read on.
type versionRecord struct {
	Content      string     `cbor:"0,keyasint,omitempty"` // only in the version that wrote it
	Snapshot     headRecord `cbor:"1,keyasint"`
	Change       uint8      `cbor:"2,keyasint,omitempty"`
	Reason       string     `cbor:"3,keyasint,omitempty"`
	ActorKind    uint8      `cbor:"4,keyasint,omitempty"`
	ActorName    string     `cbor:"5,keyasint,omitempty"`
	Operation    string     `cbor:"6,keyasint,omitempty"`
	Source       string     `cbor:"7,keyasint,omitempty"`
	Metadata     []byte     `cbor:"8,keyasint,omitempty"`
	Supersedes   string     `cbor:"9,keyasint,omitempty"`
	SupersededBy string     `cbor:"10,keyasint,omitempty"`
	MergedFrom   []string   `cbor:"11,keyasint,omitempty"`
}

func (r *versionRecord) from(v *engine.Version) {
	m := &v.Memory
	r.Snapshot.fromSnapshot(&m.Head)
	r.Content = ""
	if ownText(&m.Head) {
		r.Content = m.Content
	}
	r.Change, r.Reason = uint8(v.Change), v.Reason
	r.ActorKind, r.ActorName, r.Operation = uint8(v.Actor.Kind), v.Actor.Name, v.Operation
	r.Source, r.Metadata = m.Source, m.Metadata
	r.Supersedes, r.SupersededBy, r.MergedFrom = m.Supersedes, m.SupersededBy, m.MergedFrom
}

func (r *versionRecord) version(id string, ref engine.VersionRef) engine.Version {
	return engine.Version{
		MemoryID: id, Number: ref.Number, At: ref.At,
		Change: engine.ChangeType(r.Change), Reason: r.Reason,
		Actor: actor(r.ActorKind, r.ActorName), Operation: r.Operation,
		Memory: engine.Memory{
			Head: r.Snapshot.head(id, ref),
			Body: engine.Body{
				Content: r.Content, Source: r.Source, Metadata: r.Metadata,
				Supersedes: r.Supersedes, SupersededBy: r.SupersededBy, MergedFrom: r.MergedFrom,
			},
		},
	}
}

func actor(kind uint8, name string) engine.Actor {
	return engine.Actor{Kind: engine.ActorKind(kind), Name: name}
}
