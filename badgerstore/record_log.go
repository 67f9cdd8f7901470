package badgerstore

import "ebb/engine"

// logRecord is one line of the change log; time, sequence and position are in
// the key.
type logRecord struct {
	Operation  string          `cbor:"1,keyasint,omitempty"`
	Kind       string          `cbor:"2,keyasint,omitempty"`
	ActorKind  uint8           `cbor:"3,keyasint,omitempty"`
	ActorName  string          `cbor:"4,keyasint,omitempty"`
	Change     uint8           `cbor:"5,keyasint,omitempty"`
	Subject    uint8           `cbor:"6,keyasint,omitempty"`
	ID         string          `cbor:"7,keyasint,omitempty"`
	From       string          `cbor:"8,keyasint,omitempty"`
	Type       string          `cbor:"9,keyasint,omitempty"`
	To         string          `cbor:"10,keyasint,omitempty"`
	Relation   string          `cbor:"11,keyasint,omitempty"`
	Head       *headRecord     `cbor:"12,keyasint,omitempty"`
	Edge       *edgeRecord     `cbor:"13,keyasint,omitempty"`
	Conflict   *conflictRecord `cbor:"14,keyasint,omitempty"`
	Setting    []byte          `cbor:"15,keyasint,omitempty"`
	HadSetting bool            `cbor:"16,keyasint,omitempty"` // empty is not the same as none
	After      uint32          `cbor:"17,keyasint,omitempty"`
}

// logScratch is a logRecord with room for what it points to.
type logScratch struct {
	logRecord
	head     headRecord
	edge     edgeRecord
	conflict conflictRecord
}

func (r *logScratch) from(e *engine.LogEntry) *logRecord {
	r.logRecord = logRecord{
		Operation: e.Operation, Kind: string(e.Kind),
		ActorKind: uint8(e.Actor.Kind), ActorName: e.Actor.Name,
		Change: uint8(e.Change), Subject: uint8(e.Subject), ID: e.ID,
		From: e.Edge.From, Type: e.Edge.Type, To: e.Edge.To, Relation: e.Edge.Relation,
		Setting: e.Setting, HadSetting: e.Setting != nil, After: e.After,
	}
	if e.Head != nil {
		r.head.from(e.Head)
		if e.Head.ID != e.ID {
			r.head.ID = e.Head.ID
		}
		r.Head = &r.head
	}
	if e.EdgeWas != nil {
		r.edge.from(e.EdgeWas)
		r.Edge = &r.edge
	}
	if e.Conflict != nil {
		r.conflict.from(e.Conflict)
		if e.Conflict.ID != e.ID {
			r.conflict.IDWhereNoKeyHas = e.Conflict.ID
		}
		r.Conflict = &r.conflict
	}
	return &r.logRecord
}

func (r *logRecord) entry() engine.LogEntry {
	e := engine.LogEntry{
		Operation: r.Operation, Kind: engine.Kind(r.Kind), Actor: actor(r.ActorKind, r.ActorName),
		Change: engine.ChangeType(r.Change), Subject: engine.LogSubject(r.Subject), ID: r.ID,
		Edge:  engine.EdgeKey{From: r.From, Type: r.Type, To: r.To, Relation: r.Relation},
		After: r.After,
	}
	if r.Head != nil {
		h := r.Head.head(orID(r.Head.ID, r.ID), r.Head.ref())
		e.Head = &h
	}
	if r.Edge != nil {
		was := r.Edge.edge(e.Edge)
		e.EdgeWas = &was
	}
	if r.Conflict != nil {
		c := r.Conflict.conflict(orID(r.Conflict.IDWhereNoKeyHas, r.ID))
		e.Conflict = &c
	}
	if r.HadSetting {
		e.Setting = append([]byte{}, r.Setting...)
	}
	return e
}

func orID(own, entry string) string {
	if own != "" {
		return own
	}
	return entry
}

// operationRecord is one entry of the journal; its id is in the key.
type operationRecord struct {
	Seq       uint64   `cbor:"1,keyasint,omitempty"`
	Kind      string   `cbor:"2,keyasint,omitempty"`
	ActorKind uint8    `cbor:"3,keyasint,omitempty"`
	ActorName string   `cbor:"4,keyasint,omitempty"`
	At        int64    `cbor:"5,keyasint,omitempty"`
	Wall      int64    `cbor:"6,keyasint,omitempty"`
	Reason    string   `cbor:"7,keyasint,omitempty"`
	Summary   string   `cbor:"8,keyasint,omitempty"`
	IDs       []string `cbor:"9,keyasint,omitempty"`
	Count     int      `cbor:"10,keyasint,omitempty"`
	Result    string   `cbor:"11,keyasint,omitempty"`
	Version   uint32   `cbor:"12,keyasint,omitempty"`
	Source    string   `cbor:"13,keyasint,omitempty"`
	LogFrom   int64    `cbor:"14,keyasint,omitempty"`
	LogTo     int64    `cbor:"15,keyasint,omitempty"`
	Entries   int      `cbor:"16,keyasint,omitempty"`
	Undoes    string   `cbor:"17,keyasint,omitempty"`
	UndoneBy  string   `cbor:"18,keyasint,omitempty"`
	Open      bool     `cbor:"19,keyasint,omitempty"`
	Outcome   string   `cbor:"20,keyasint,omitempty"`
}

func (r *operationRecord) from(o *engine.Operation) {
	*r = operationRecord{
		Seq: o.Seq, Kind: string(o.Kind), ActorKind: uint8(o.Actor.Kind), ActorName: o.Actor.Name,
		At: stamp(o.At), Wall: stamp(o.Wall), Reason: o.Reason, Summary: o.Summary,
		IDs: o.IDs, Count: o.Count, Result: o.Result, Version: o.Version, Source: o.Source,
		LogFrom: stamp(o.LogFrom), LogTo: stamp(o.LogTo), Entries: o.Entries,
		Undoes: o.Undoes, UndoneBy: o.UndoneBy, Open: o.Open, Outcome: o.Outcome,
	}
}

func (r *operationRecord) operation(id string) engine.Operation {
	return engine.Operation{
		ID: id, Seq: r.Seq, Kind: engine.Kind(r.Kind), Actor: actor(r.ActorKind, r.ActorName),
		At: fromStamp(r.At), Wall: fromStamp(r.Wall), Reason: r.Reason, Summary: r.Summary,
		IDs: r.IDs, Count: r.Count, Result: r.Result, Version: r.Version, Source: r.Source,
		LogFrom: fromStamp(r.LogFrom), LogTo: fromStamp(r.LogTo), Entries: r.Entries,
		Undoes: r.Undoes, UndoneBy: r.UndoneBy, Open: r.Open, Outcome: r.Outcome,
	}
}
