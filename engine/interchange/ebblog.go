package interchange

import (
	"fmt"
	"time"

	"ebb/engine"
)

type wireOperation struct {
	ID       string    `json:"id"`
	Seq      uint64    `json:"seq"`
	Kind     string    `json:"kind"`
	Actor    wireActor `json:"actor,omitzero"`
	At       time.Time `json:"at,omitzero"`
	Wall     time.Time `json:"wall,omitzero"`
	Reason   string    `json:"reason,omitempty"`
	Summary  string    `json:"summary,omitempty"`
	IDs      []string  `json:"ids,omitempty"`
	Count    int       `json:"count,omitempty"`
	Result   string    `json:"result,omitempty"`
	Version  uint32    `json:"version,omitempty"`
	Outcome  string    `json:"outcome,omitempty"`
	Source   string    `json:"source,omitempty"`
	LogFrom  time.Time `json:"logFrom,omitzero"`
	LogTo    time.Time `json:"logTo,omitzero"`
	Entries  int       `json:"entries,omitempty"`
	Undoes   string    `json:"undoes,omitempty"`
	UndoneBy string    `json:"undoneBy,omitempty"`
	Open     bool      `json:"open,omitempty"`
}

func toOperation(o *engine.Operation) *wireOperation {
	return &wireOperation{
		ID: o.ID, Seq: o.Seq, Kind: string(o.Kind), Actor: toActor(o.Actor), At: o.At, Wall: o.Wall, Reason: o.Reason,
		Summary: o.Summary, IDs: o.IDs, Count: o.Count, Result: o.Result, Version: o.Version, Outcome: o.Outcome, Source: o.Source,
		LogFrom: o.LogFrom, LogTo: o.LogTo, Entries: o.Entries, Undoes: o.Undoes, UndoneBy: o.UndoneBy, Open: o.Open,
	}
}

func (w *wireOperation) operation() (*engine.Operation, error) {
	actor, err := w.Actor.actor()
	if err == nil && w.ID == "" {
		err = fmt.Errorf("an operation without an id")
	}
	return &engine.Operation{
		ID: w.ID, Seq: w.Seq, Kind: engine.Kind(w.Kind), Actor: actor, At: w.At, Wall: w.Wall, Reason: w.Reason,
		Summary: w.Summary, IDs: w.IDs, Count: w.Count, Result: w.Result, Version: w.Version, Outcome: w.Outcome, Source: w.Source,
		LogFrom: w.LogFrom, LogTo: w.LogTo, Entries: w.Entries, Undoes: w.Undoes, UndoneBy: w.UndoneBy, Open: w.Open,
	}, err
}

var subjectNames = map[engine.LogSubject]string{
	engine.SubjectHead: "memory", engine.SubjectEvidence: "evidence", engine.SubjectEdge: "edge",
	engine.SubjectConflict: "conflict", engine.SubjectSetting: "setting",
}

// wireEntry is one entry of the change log.
type wireEntry struct {
	At        time.Time     `json:"at,omitzero"`
	Seq       uint64        `json:"seq"`
	N         uint32        `json:"n"`
	Operation string        `json:"operation,omitempty"`
	Kind      string        `json:"kind"`
	Actor     wireActor     `json:"actor,omitzero"`
	Change    string        `json:"changeType,omitempty"`
	Subject   string        `json:"subject"`
	ID        string        `json:"id,omitempty"`
	EdgeKey   *wireEdgeKey  `json:"edgeKey,omitempty"`
	Head      *wireHead     `json:"head,omitempty"`
	Edge      *wireEdge     `json:"edge,omitempty"`
	Conflict  *wireConflict `json:"conflict,omitempty"`
	Setting   *[]byte       `json:"setting,omitempty"` // base64
	After     uint32        `json:"after,omitempty"`
}

type wireEdgeKey struct {
	From     string `json:"from"`
	Type     string `json:"type"`
	To       string `json:"to"`
	Relation string `json:"relation,omitempty"`
}

func toEntry(e *engine.LogEntry) *wireEntry {
	w := &wireEntry{
		At: e.At, Seq: e.Seq, N: e.N, Operation: e.Operation, Kind: string(e.Kind), Actor: toActor(e.Actor),
		Change: e.Change.String(), Subject: subjectNames[e.Subject], ID: e.ID, After: e.After,
	}
	if e.Edge != (engine.EdgeKey{}) {
		w.EdgeKey = &wireEdgeKey{e.Edge.From, e.Edge.Type, e.Edge.To, e.Edge.Relation}
	}
	if e.Head != nil {
		w.Head = toHead(e.Head)
	}
	if e.EdgeWas != nil {
		w.Edge = toEdge(e.EdgeWas)
	}
	if e.Conflict != nil {
		w.Conflict = toConflict(e.Conflict)
	}
	if e.Setting != nil {
		w.Setting = &e.Setting
	}
	return w
}

func (w *wireEntry) entry() (*engine.LogEntry, error) {
	e := &engine.LogEntry{At: w.At, Seq: w.Seq, N: w.N, Operation: w.Operation, Kind: engine.Kind(w.Kind), ID: w.ID, After: w.After}
	var ok bool
	if e.Subject, ok = keyFor(subjectNames, w.Subject); !ok {
		return nil, fmt.Errorf("subject: got %s", excerpt([]byte(w.Subject)))
	}
	if w.Change != "" {
		if e.Change, ok = engine.ParseChangeType(w.Change); !ok {
			return nil, fmt.Errorf("changeType: got %s", excerpt([]byte(w.Change)))
		}
	}
	if w.EdgeKey != nil {
		e.Edge = engine.EdgeKey{From: w.EdgeKey.From, Type: w.EdgeKey.Type, To: w.EdgeKey.To, Relation: w.EdgeKey.Relation}
	}
	if w.Setting != nil {
		e.Setting = *w.Setting
	}
	var err error
	if e.Actor, err = w.Actor.actor(); err != nil {
		return nil, err
	}
	return e, w.before(e)
}

// before fills in the record as it was.
func (w *wireEntry) before(e *engine.LogEntry) error {
	if w.Head != nil {
		h, err := w.Head.head()
		if err != nil {
			return err
		}
		e.Head = &h
	}
	if w.Edge != nil {
		was, err := w.Edge.edge()
		if err != nil {
			return err
		}
		e.EdgeWas = was
	}
	if w.Conflict != nil {
		c, err := w.Conflict.conflict()
		if err != nil {
			return err
		}
		e.Conflict = &c
	}
	return nil
}
