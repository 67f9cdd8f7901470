package cli

import (
	"time"

	"ebb/engine"
)

// The JSON that --json prints. These shapes are promises to programs: fields
// are added, never renamed or dropped; a field marked ? is left out when there
// is nothing to say. Times are RFC 3339 in UTC. One value is one line, so that
// what lists many is JSON Lines.
//
//	list, search                          memory, one a line
//	show, at, add, edit, recall, restore  one memory
//	history                               version, one a line
//	archive, delete, forget, purge,
//	undo, unrelate, follow FILE           operation
//	log                                   entry, one a line
//	conflicts                             conflict, one a line; declare: one
//	ingest, resolve, consolidate, setting see jsonsettle.go
//	edges                                 edge, one a line; relate: one
//	graph, path                           see jsongraph.go
//	import                                imported
//	verify                                verified
//	backup, restore-backup, doctor        see their commands
//	config, config path                   configured

// stamp is a time as programs read it.
type stamp time.Time

func (s stamp) MarshalJSON() ([]byte, error) {
	return []byte(`"` + time.Time(s).UTC().Format(time.RFC3339Nano) + `"`), nil
}

// when is nil for the zero time.
func when(t time.Time) *stamp {
	if t.IsZero() {
		return nil
	}
	s := stamp(t)
	return &s
}

// memoryJSON is a memory and its retention at the instant of --now.
type memoryJSON struct {
	ID             string          `json:"id"`
	TenantID       *string         `json:"tenantId,omitempty"`
	Namespace      string          `json:"namespace"`
	SubjectID      string          `json:"subjectId"`
	Type           string          `json:"type"`
	Content        string          `json:"content"`
	State          string          `json:"state"`
	Importance     float64         `json:"importance"`
	Confidence     float64         `json:"confidence"`
	Source         string          `json:"source,omitempty"`
	Metadata       engine.Metadata `json:"metadata"`
	CreatedAt      stamp           `json:"createdAt"`
	UpdatedAt      stamp           `json:"updatedAt"`
	LastAccessedAt *stamp          `json:"lastAccessedAt,omitempty"`
	AccessCount    uint64          `json:"accessCount"`
	ExpiresAt      *stamp          `json:"expiresAt"` // null: never
	Version        uint32          `json:"version"`
	Supersedes     string          `json:"supersedes,omitempty"`
	SupersededBy   string          `json:"supersededBy,omitempty"`
	MergedFrom     []string        `json:"mergedFrom,omitempty"`
	Retention      *retentionJSON  `json:"retention,omitempty"` // not in snapshots
	Match          *matchJSON      `json:"match,omitempty"`     // search only
}

// retentionJSON is how much of a memory is left, and why: score =
// clamp(clamp(base · curve · interference · unretrieved + strengthening) + hebbian).
type retentionJSON struct {
	Score         float64        `json:"score"`
	Components    componentsJSON `json:"components"`
	StabilityDays float64        `json:"stabilityDays"`
	FadesAt       *stamp         `json:"fadesAt,omitempty"` // falls below the archive threshold, if nothing happens
	ArchivedAt    *stamp         `json:"archivedAt,omitempty"`
	ArchiveReason string         `json:"archiveReason,omitempty"`
}

type componentsJSON struct {
	Base          float64 `json:"base"`
	Curve         float64 `json:"curve"`
	Interference  float64 `json:"interference"`
	Unretrieved   float64 `json:"unretrieved"`
	Strengthening float64 `json:"strengthening"`
	Hebbian       float64 `json:"hebbian"`
}

// matchJSON says how well a memory answers a search: the weighted mean of its
// signals, each in [0, 1].
type matchJSON struct {
	Score   float64      `json:"score"`
	Signals []signalJSON `json:"signals,omitempty"` // with --explain
}

type signalJSON struct {
	Name   string  `json:"name"`
	Value  float64 `json:"value"`
	Weight float64 `json:"weight"`
}

// snapshotOf is a memory without what is not part of a version.
func snapshotOf(m *engine.Memory) memoryJSON {
	j := memoryJSON{
		ID: m.ID, Namespace: m.Scope.Namespace, SubjectID: m.Scope.Subject, Type: m.Type, Content: m.Content,
		State: m.State.String(), Importance: m.Importance, Confidence: m.Confidence, Source: m.Source, Metadata: m.Metadata,
		CreatedAt: stamp(m.CreatedAt), UpdatedAt: stamp(m.UpdatedAt), LastAccessedAt: when(m.LastAccessedAt), AccessCount: m.AccessCount,
		ExpiresAt: when(m.ExpiresAt), Version: m.Version, Supersedes: m.Supersedes, SupersededBy: m.SupersededBy, MergedFrom: m.MergedFrom,
	}
	if m.Scope.Tenant.Set {
		j.TenantID = &m.Scope.Tenant.ID
	}
	return j
}

func shapeMemory(m *engine.Memory, s *engine.Settings, now time.Time) memoryJSON {
	j := snapshotOf(m)
	c := s.RetentionOf(&m.Head, now)
	j.Retention = &retentionJSON{
		Score:         c.Score,
		Components:    componentsJSON{c.Base, c.Curve, c.Interference, c.Unretrieved, c.Strengthening, c.Hebbian},
		StabilityDays: s.StabilityOf(&m.Head),
		ArchivedAt:    when(m.Archive.At),
		ArchiveReason: m.Archive.Reason,
	}
	if at, ok := s.FadesAt(&m.Head, now); ok && m.State.Live() {
		j.Retention.FadesAt = when(at)
	}
	return j
}

// versionJSON is one entry of a history.
type versionJSON struct {
	MemoryID   string     `json:"memoryId"`
	Version    uint32     `json:"version"`
	ChangeType string     `json:"changeType"`
	CreatedAt  stamp      `json:"createdAt"`
	Reason     string     `json:"reason,omitempty"`
	Actor      string     `json:"actor"`
	Snapshot   memoryJSON `json:"snapshot"`
}

func shapeVersion(v *engine.Version) versionJSON {
	return versionJSON{
		MemoryID: v.MemoryID, Version: v.Number, ChangeType: v.Change.String(), CreatedAt: stamp(v.At),
		Reason: v.Reason, Actor: v.Actor.String(), Snapshot: snapshotOf(&v.Memory),
	}
}

// operationJSON is what a write did. An operation with nothing to do has an
// empty operation and no ids.
type operationJSON struct {
	Operation string   `json:"operation"`
	Kind      string   `json:"kind"`
	IDs       []string `json:"ids"`
	Count     int      `json:"count,omitempty"` // when there are more than ids names
}

func shapeOperation(op *engine.Operation) operationJSON {
	j := operationJSON{Operation: op.ID, Kind: string(op.Kind), IDs: op.IDs}
	if j.IDs == nil {
		j.IDs = []string{}
	}
	if op.Count > len(j.IDs) {
		j.Count = op.Count
	}
	return j
}

// entryJSON is one operation in the journal.
type entryJSON struct {
	operationJSON
	Actor    string `json:"actor"`
	At       stamp  `json:"at"`       // the clock it was done by (--now)
	RealTime stamp  `json:"realTime"` // the machine's clock
	Summary  string `json:"summary,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Source   string `json:"source,omitempty"` // the file of an import
	Undoes   string `json:"undoes,omitempty"`
	UndoneBy string `json:"undoneBy,omitempty"`
	Open     bool   `json:"open,omitempty"` // an import that has not finished
}

func shapeEntry(op *engine.Operation) entryJSON {
	return entryJSON{
		operationJSON: shapeOperation(op), Actor: op.Actor.String(), At: stamp(op.At), RealTime: stamp(op.Wall),
		Summary: op.Summary, Reason: op.Reason, Source: op.Source, Undoes: op.Undoes, UndoneBy: op.UndoneBy, Open: op.Open,
	}
}

// conflictJSON is a contradiction between two memories.
type conflictJSON struct {
	ID               string  `json:"id"`
	MemoryA          string  `json:"memoryA"`
	MemoryB          string  `json:"memoryB"`
	Type             string  `json:"type"`
	Confidence       float64 `json:"confidence"`
	Explanation      string  `json:"explanation,omitempty"`
	Status           string  `json:"status"`
	CreatedAt        stamp   `json:"createdAt"`
	DeclaredBy       string  `json:"declaredBy"`
	Resolution       string  `json:"resolution,omitempty"`
	ResolvedMemoryID string  `json:"resolvedMemoryId,omitempty"`
	ResolvedAt       *stamp  `json:"resolvedAt,omitempty"`
	ResolvedBy       string  `json:"resolvedBy,omitempty"`
	Winner           string  `json:"winner,omitempty"` // once settled: which of both won and lost,
	Loser            string  `json:"loser,omitempty"`
	Product          string  `json:"product,omitempty"` // or what both were merged into
}

func shapeConflict(c *engine.Conflict) conflictJSON {
	j := conflictJSON{
		ID: c.ID, MemoryA: c.MemoryA, MemoryB: c.MemoryB, Type: c.Type, Confidence: c.Confidence, Explanation: c.Explanation,
		Status: c.Status.String(), CreatedAt: stamp(c.CreatedAt), DeclaredBy: c.DeclaredBy.String(),
		Resolution: c.Resolution, ResolvedMemoryID: c.ResolvedMemoryID, ResolvedAt: when(c.ResolvedAt),
	}
	if !c.ResolvedAt.IsZero() {
		j.ResolvedBy = c.ResolvedBy.String()
	}
	switch c.ResolvedMemoryID {
	case "":
	case c.MemoryA:
		j.Winner, j.Loser = c.MemoryA, c.MemoryB
	case c.MemoryB:
		j.Winner, j.Loser = c.MemoryB, c.MemoryA
	default:
		j.Product = c.ResolvedMemoryID
	}
	return j
}

// edgeJSON is a tie between two memories; strength is as of --now.
type edgeJSON struct {
	From          string          `json:"from"`
	To            string          `json:"to"`
	Type          string          `json:"type"`
	Relation      string          `json:"relation,omitempty"` // tells parallel ties of one type apart
	Count         uint32          `json:"count"`              // times retrieved together
	Strength      float64         `json:"strength"`
	StabilityDays float64         `json:"stabilityDays"`
	LastActivated *stamp          `json:"lastActivated,omitempty"`
	AccessCount   int64           `json:"accessCount"`
	Weight        float64         `json:"weight"`
	CreatedAt     stamp           `json:"createdAt"`
	LastTogether  *stamp          `json:"lastTogether,omitempty"`
	Metadata      engine.Metadata `json:"metadata"`
}

func shapeEdge(e *engine.Edge, now time.Time) edgeJSON {
	return edgeJSON{
		From: e.From, To: e.To, Type: e.Type, Relation: e.Relation, Count: e.Count, Weight: e.Weight,
		Strength: e.Connection.StrengthAt(now), StabilityDays: e.Connection.Stability, LastActivated: when(e.Connection.LastActivated),
		AccessCount: e.Connection.AccessCount, CreatedAt: stamp(e.CreatedAt), LastTogether: when(e.LastAt), Metadata: e.Metadata,
	}
}

// importedJSON is what an import did.
type importedJSON struct {
	Format     string        `json:"format"`
	Created    int           `json:"created"`
	Updated    int           `json:"updated"`
	Duplicate  int           `json:"duplicate"`
	Conflict   int           `json:"conflict"`
	Refused    int           `json:"refused"`
	Relations  int           `json:"relations"`
	Dangling   int           `json:"dangling"` // relations whose end names nothing
	Warnings   []string      `json:"warnings"`
	Seconds    float64       `json:"seconds"`
	File       string        `json:"file"`
	Unchanged  int           `json:"unchanged"`            // records that say what they said last time
	Archived   int           `json:"archived"`             // memories whose record left the file
	Refusals   []refusalJSON `json:"refusals,omitempty"`   // the first thousand
	Rejects    string        `json:"rejects,omitempty"`    // the file that keeps the refused records
	NoLongerIn []string      `json:"noLongerIn,omitempty"` // memories whose record left the file, not archived
	DryRun     bool          `json:"dryRun,omitempty"`
	Operation  string        `json:"operation,omitempty"`
}

type refusalJSON struct {
	Line   int    `json:"line,omitempty"`
	Record string `json:"record,omitempty"`
	Reason string `json:"reason"`
}

func shapeImport(file string, r *engine.ImportReport) importedJSON {
	j := importedJSON{
		File: file, Format: r.Format, Created: r.Created, Updated: r.Updated, Duplicate: r.Duplicate, Conflict: r.Conflict,
		Unchanged: r.Unchanged, Archived: r.Archived, Refused: r.Refused, Relations: r.Relations, Dangling: r.Dangling,
		Warnings: r.Warnings, Operation: r.Operation, Seconds: r.Seconds,
	}
	if j.Warnings == nil {
		j.Warnings = []string{}
	}
	for _, x := range r.Refusals {
		j.Refusals = append(j.Refusals, refusalJSON{x.Line, x.Record, x.Reason})
	}
	return j
}

// verifiedJSON is the outcome of reading everything.
type verifiedJSON struct {
	Records  int      `json:"records"`
	Findings []string `json:"findings"`
	Seconds  float64  `json:"seconds"`
}
