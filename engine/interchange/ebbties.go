package interchange

import (
	"fmt"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

// This file holds the lines about what lies around memories: retrievals,
// edges, conflicts, operations and the change log.

func toBody(b *engine.Body, withContent bool) wireBody {
	w := wireBody{Source: b.Source, Metadata: b.Metadata, Supersedes: b.Supersedes, SupersededBy: b.SupersededBy, MergedFrom: b.MergedFrom}
	if withContent {
		w.Content = &b.Content
	}
	return w
}

func (w *wireBody) body() engine.Body {
	b := engine.Body{Source: w.Source, Metadata: w.Metadata, Supersedes: w.Supersedes, SupersededBy: w.SupersededBy, MergedFrom: w.MergedFrom}
	if w.Content != nil {
		b.Content = *w.Content
	}
	return b
}

func toActor(a engine.Actor) wireActor { return wireActor{actorNames[a.Kind], a.Name} }

func (w wireActor) actor() (engine.Actor, error) {
	if w == (wireActor{}) {
		return engine.You, nil
	}
	kind, ok := keyFor(actorNames, w.Kind)
	if !ok {
		return engine.Actor{}, fmt.Errorf("actor: got %s", excerpt([]byte(w.Kind)))
	}
	return engine.Actor{Kind: kind, Name: w.Name}, nil
}

func toWindow(r *engine.RetrievalRecord) *wireWindow {
	w := &wireWindow{Day: r.Window.Day, Sources: r.Sources}
	n := len(r.Window.Counts)
	for n > 0 && r.Window.Counts[n-1] == 0 {
		n--
	}
	w.Counts = r.Window.Counts[:n]
	return w
}

func (w *wireWindow) record() *engine.RetrievalRecord {
	r := &engine.RetrievalRecord{Window: dynamics.Window{Day: w.Day}, Sources: w.Sources}
	copy(r.Window.Counts[:], w.Counts)
	return r
}

func toVersion(v *engine.Version, withContent bool) *wireVersion {
	return &wireVersion{
		ID: v.MemoryID, Number: v.Number, Change: v.Change.String(), At: v.At, Reason: v.Reason,
		Actor: toActor(v.Actor), Operation: v.Operation,
		Head: *toHead(&v.Memory.Head), Body: toBody(&v.Memory.Body, withContent),
	}
}

func (w *wireVersion) version() (v engine.Version, err error) {
	v = engine.Version{MemoryID: w.ID, Number: w.Number, At: w.At, Reason: w.Reason, Operation: w.Operation}
	var ok bool
	if v.Change, ok = engine.ParseChangeType(w.Change); !ok {
		return v, fmt.Errorf("changeType: got %s", excerpt([]byte(w.Change)))
	}
	if v.Actor, err = w.Actor.actor(); err != nil {
		return v, err
	}
	v.Memory.Body = w.Body.body()
	v.Memory.Head, err = w.Head.head()
	return v, err
}

type wireConnection struct {
	Strength      float64   `json:"strength"`
	Stability     float64   `json:"stabilityDays"`
	LastActivated time.Time `json:"lastActivated,omitzero"`
	AccessCount   int64     `json:"accessCount,omitempty"`
	DecayedAt     time.Time `json:"decayedAt,omitzero"`
}

type wireEdge struct {
	From       string          `json:"from"`
	Type       string          `json:"type"`
	To         string          `json:"to"`
	Relation   string          `json:"relation,omitempty"`
	Connection wireConnection  `json:"connection,omitzero"`
	Count      uint32          `json:"count,omitempty"`
	Weight     float64         `json:"weight,omitempty"`
	CreatedAt  time.Time       `json:"createdAt,omitzero"`
	LastAt     time.Time       `json:"lastAt,omitzero"`
	Metadata   engine.Metadata `json:"metadata,omitempty"`
	LoggedDay  int32           `json:"loggedDay,omitempty"`
}

func toEdge(e *engine.Edge) *wireEdge {
	return &wireEdge{
		From: e.From, Type: e.Type, To: e.To, Relation: e.Relation, Connection: wireConnection(e.Connection),
		Count: e.Count, Weight: e.Weight, CreatedAt: e.CreatedAt, LastAt: e.LastAt, Metadata: e.Metadata, LoggedDay: e.LoggedDay,
	}
}

func (w *wireEdge) edge() (*engine.Edge, error) {
	if w.From == "" || w.To == "" || w.Type == "" {
		return nil, fmt.Errorf("an edge without from, to or type")
	}
	return &engine.Edge{
		EdgeKey:    engine.EdgeKey{From: w.From, Type: w.Type, To: w.To, Relation: w.Relation},
		Connection: dynamics.Connection(w.Connection),
		Count:      w.Count, Weight: w.Weight, CreatedAt: w.CreatedAt, LastAt: w.LastAt, Metadata: w.Metadata, LoggedDay: w.LoggedDay,
	}, nil
}

type wireConflict struct {
	ID          string    `json:"id"`
	MemoryA     string    `json:"memoryA"`
	MemoryB     string    `json:"memoryB"`
	Type        string    `json:"type"`
	Confidence  float64   `json:"confidence"`
	Explanation string    `json:"explanation,omitempty"`
	Status      string    `json:"status"`
	Resolution  string    `json:"resolution,omitempty"`
	Resolved    string    `json:"resolvedMemoryId,omitempty"`
	CreatedAt   time.Time `json:"createdAt,omitzero"`
	ResolvedAt  time.Time `json:"resolvedAt,omitzero"`
	DeclaredBy  wireActor `json:"declaredBy,omitzero"`
	ResolvedBy  wireActor `json:"resolvedBy,omitzero"`
	SumA        wireSum   `json:"sumA,omitzero"`
	SumB        wireSum   `json:"sumB,omitzero"`
}

func toConflict(c *engine.Conflict) *wireConflict {
	return &wireConflict{
		ID: c.ID, MemoryA: c.MemoryA, MemoryB: c.MemoryB, Type: c.Type, Confidence: c.Confidence, Explanation: c.Explanation,
		Status: c.Status.String(), Resolution: c.Resolution, Resolved: c.ResolvedMemoryID,
		CreatedAt: c.CreatedAt, ResolvedAt: c.ResolvedAt, DeclaredBy: toActor(c.DeclaredBy), ResolvedBy: toActor(c.ResolvedBy),
		SumA: c.SumA, SumB: c.SumB,
	}
}

func (w *wireConflict) conflict() (c engine.Conflict, err error) {
	c = engine.Conflict{
		ID: w.ID, MemoryA: w.MemoryA, MemoryB: w.MemoryB, Type: w.Type, Confidence: w.Confidence, Explanation: w.Explanation,
		Resolution: w.Resolution, ResolvedMemoryID: w.Resolved, CreatedAt: w.CreatedAt, ResolvedAt: w.ResolvedAt,
		SumA: w.SumA, SumB: w.SumB,
	}
	var ok bool
	if c.Status, ok = engine.ParseConflictStatus(w.Status); !ok {
		return c, fmt.Errorf("status: got %s", excerpt([]byte(w.Status)))
	}
	if c.DeclaredBy, err = w.DeclaredBy.actor(); err != nil {
		return c, err
	}
	c.ResolvedBy, err = w.ResolvedBy.actor()
	return c, err
}

type wireRetrieval struct {
	At     time.Time `json:"at,omitzero"`
	Search bool      `json:"search,omitempty"`
	IDs    []string  `json:"ids,omitempty"`
	Query  string    `json:"query,omitempty"`
	Source string    `json:"source,omitempty"`
}
