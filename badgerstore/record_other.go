package badgerstore

import (
	"ebb/dynamics"
	"ebb/engine"
)

// edgeRecord is an edge without its ends and type, which are in the key.
type edgeRecord struct {
	Strength    float64 `cbor:"1,keyasint,omitempty"`
	Stability   float64 `cbor:"2,keyasint,omitempty"`
	ActivatedAt int64   `cbor:"3,keyasint,omitempty"`
	AccessCount int64   `cbor:"4,keyasint,omitempty"`
	DecayedAt   int64   `cbor:"5,keyasint,omitempty"`
	Count       uint32  `cbor:"6,keyasint,omitempty"`
	Weight      float64 `cbor:"7,keyasint,omitempty"`
	CreatedAt   int64   `cbor:"8,keyasint,omitempty"`
	LastAt      int64   `cbor:"9,keyasint,omitempty"`
	Metadata    []byte  `cbor:"10,keyasint,omitempty"`
	LoggedDay   int32   `cbor:"11,keyasint,omitempty"`
}

func (r *edgeRecord) from(e *engine.Edge) {
	c := &e.Connection
	*r = edgeRecord{
		Strength: c.Strength, Stability: c.Stability, ActivatedAt: stamp(c.LastActivated),
		AccessCount: c.AccessCount, DecayedAt: stamp(c.DecayedAt),
		Count: e.Count, Weight: e.Weight, CreatedAt: stamp(e.CreatedAt), LastAt: stamp(e.LastAt),
		Metadata: e.Metadata, LoggedDay: e.LoggedDay,
	}
}

func (r *edgeRecord) edge(k engine.EdgeKey) engine.Edge {
	return engine.Edge{
		EdgeKey: k,
		Connection: dynamics.Connection{
			Strength: r.Strength, Stability: r.Stability, LastActivated: fromStamp(r.ActivatedAt),
			AccessCount: r.AccessCount, DecayedAt: fromStamp(r.DecayedAt),
		},
		Count: r.Count, Weight: r.Weight, CreatedAt: fromStamp(r.CreatedAt), LastAt: fromStamp(r.LastAt),
		Metadata: r.Metadata, LoggedDay: r.LoggedDay,
	}
}

// conflictRecord is a conflict.
type conflictRecord struct {
	MemoryA         string   `cbor:"1,keyasint,omitempty"`
	MemoryB         string   `cbor:"2,keyasint,omitempty"`
	Type            string   `cbor:"3,keyasint,omitempty"`
	Confidence      float64  `cbor:"4,keyasint,omitempty"`
	Explanation     string   `cbor:"5,keyasint,omitempty"`
	Status          uint8    `cbor:"6,keyasint,omitempty"`
	Resolution      string   `cbor:"7,keyasint,omitempty"`
	ResolvedMemory  string   `cbor:"8,keyasint,omitempty"`
	CreatedAt       int64    `cbor:"9,keyasint,omitempty"`
	ResolvedAt      int64    `cbor:"10,keyasint,omitempty"`
	DeclaredByKind  uint8    `cbor:"11,keyasint,omitempty"`
	DeclaredBy      string   `cbor:"12,keyasint,omitempty"`
	ResolvedByKind  uint8    `cbor:"13,keyasint,omitempty"`
	ResolvedBy      string   `cbor:"14,keyasint,omitempty"`
	SumA            [16]byte `cbor:"15,keyasint"`
	SumB            [16]byte `cbor:"16,keyasint"`
	IDWhereNoKeyHas string   `cbor:"17,keyasint,omitempty"`
}

func (r *conflictRecord) from(c *engine.Conflict) {
	*r = conflictRecord{
		MemoryA: c.MemoryA, MemoryB: c.MemoryB, Type: c.Type, Confidence: c.Confidence,
		Explanation: c.Explanation, Status: uint8(c.Status),
		Resolution: c.Resolution, ResolvedMemory: c.ResolvedMemoryID,
		CreatedAt: stamp(c.CreatedAt), ResolvedAt: stamp(c.ResolvedAt),
		DeclaredByKind: uint8(c.DeclaredBy.Kind), DeclaredBy: c.DeclaredBy.Name,
		ResolvedByKind: uint8(c.ResolvedBy.Kind), ResolvedBy: c.ResolvedBy.Name,
		SumA: c.SumA, SumB: c.SumB,
	}
}

func (r *conflictRecord) conflict(id string) engine.Conflict {
	return engine.Conflict{
		ID: id, MemoryA: r.MemoryA, MemoryB: r.MemoryB, Type: r.Type, Confidence: r.Confidence,
		Explanation: r.Explanation, Status: engine.ConflictStatus(r.Status),
		Resolution: r.Resolution, ResolvedMemoryID: r.ResolvedMemory,
		CreatedAt: fromStamp(r.CreatedAt), ResolvedAt: fromStamp(r.ResolvedAt),
		DeclaredBy: actor(r.DeclaredByKind, r.DeclaredBy), ResolvedBy: actor(r.ResolvedByKind, r.ResolvedBy),
		SumA: r.SumA, SumB: r.SumB,
	}
}

// profileRecord is a retrieval window and the sources of the retrievals.
type profileRecord struct {
	Day     int32             `cbor:"1,keyasint,omitempty"`
	Counts  []uint32          `cbor:"2,keyasint,omitempty"` // without trailing zeros
	Sources map[string]uint32 `cbor:"3,keyasint,omitempty"`
}

func (r *profileRecord) from(p *engine.RetrievalRecord) {
	n := len(p.Window.Counts)
	for n > 0 && p.Window.Counts[n-1] == 0 {
		n--
	}
	*r = profileRecord{Day: p.Window.Day, Counts: p.Window.Counts[:n], Sources: p.Sources}
}

func (r *profileRecord) record() engine.RetrievalRecord {
	p := engine.RetrievalRecord{Window: dynamics.Window{Day: r.Day}, Sources: r.Sources}
	copy(p.Window.Counts[:], r.Counts)
	return p
}

// retrievalRecord is a retrieval event; its time is in the key.
type retrievalRecord struct {
	Search bool     `cbor:"1,keyasint,omitempty"`
	IDs    []string `cbor:"2,keyasint,omitempty"`
	Query  string   `cbor:"3,keyasint,omitempty"`
	Source string   `cbor:"4,keyasint,omitempty"`
}

// sourceRecord is what a source said of one record; both names are in the key.
type sourceRecord struct {
	Sum       [16]byte `cbor:"1,keyasint"`
	Memory    string   `cbor:"2,keyasint,omitempty"`
	Operation string   `cbor:"3,keyasint,omitempty"`
}

// totalsRecord holds the exact counts.
type totalsRecord struct {
	Memories  []int `cbor:"1,keyasint,omitempty"`
	Versions  int   `cbor:"2,keyasint,omitempty"`
	Edges     int   `cbor:"3,keyasint,omitempty"`
	Conflicts []int `cbor:"4,keyasint,omitempty"`
	LogSize   int   `cbor:"5,keyasint,omitempty"`
}

func (r *totalsRecord) from(t *engine.Totals) {
	*r = totalsRecord{
		Memories: t.Memories[:], Versions: t.Versions, Edges: t.Edges,
		Conflicts: t.Conflicts[:], LogSize: t.LogSize,
	}
}

func (r *totalsRecord) totals() engine.Totals {
	t := engine.Totals{Versions: r.Versions, Edges: r.Edges, LogSize: r.LogSize}
	copy(t.Memories[:], r.Memories)
	copy(t.Conflicts[:], r.Conflicts)
	return t
}

// seqRecord is the sequence of the last committed transaction.
type seqRecord struct {
	Seq  uint64 `cbor:"1,keyasint,omitempty"`
	Wall int64  `cbor:"2,keyasint,omitempty"`
}

// schemaRecord says who can read the store.
type schemaRecord struct {
	Version   uint32 `cbor:"1,keyasint,omitempty"`
	MinReader uint32 `cbor:"2,keyasint,omitempty"`
}
