package engine

import "ebb/dynamics"

// end finds the memory that a relation's end names.
func (t *intake) end(name string, byID bool) (string, error) {
	if !byID {
		r, found, err := t.w.tx.Sources().Get(t.im.Source, name)
		if err != nil || !found {
			return "", err
		}
		name = r.MemoryID
	}
	if name == "" {
		return "", nil
	}
	h, found, err := t.w.tx.Heads().Get(name)
	if err != nil || !found || (h.State == Deleted && !byID) { // an exact tie keeps its deleted end
		return "", err
	}
	return name, nil
}

// edge ties two memories; false means that an end is not there (yet).
func (t *intake) edge(in *IncomingEdge) (bool, error) {
	from, err := t.end(in.From, in.ByID)
	if err != nil || from == "" {
		return false, err
	}
	to, err := t.end(in.To, in.ByID)
	if err != nil || to == "" {
		return false, err
	}
	if err := checkText("relation type", in.Type, MaxRelTypeBytes); err != nil {
		t.refuse(Refusal{Line: in.Line, Record: in.From, Reason: err.Error()})
		return true, nil
	}
	key := EdgeKey{From: from, Type: in.Type, To: to, Relation: in.Relation}.Canonical()
	have, found, err := t.w.tx.Edges().Get(key)
	if err != nil {
		return true, err
	}
	if in.Record != "" {
		if said, err := t.saidBefore(in); err != nil || said {
			return true, err
		}
	}
	if found {
		if in.Record == "" {
			return true, nil
		}
		return true, t.restate(in, have)
	}
	edge := Edge{EdgeKey: key, Weight: min(max(in.Weight, 0), 1), CreatedAt: orTime(in.CreatedAt, t.w.now), Count: in.Count, Metadata: in.Metadata}
	edge.Connection = dynamics.NewConnection(edge.CreatedAt)
	if in.Connection != nil {
		edge.Connection = *in.Connection
	}
	if in.Exact != nil {
		edge = *in.Exact
		edge.EdgeKey = edge.Canonical()
	}
	if err := edge.validate(); err != nil {
		t.refuse(Refusal{Line: in.Line, Record: in.From, Reason: err.Error()})
		return true, nil
	}
	if in.Exact == nil && edge.Type == CoRetrieved && edge.Count > 0 {
		edge.LastAt = edge.Connection.LastActivated
		if err := t.strongest(&edge); err != nil {
			return false, err
		}
	}
	t.report.Relations++
	t.w.kinds.add(RelationCreated)
	return true, t.w.putEdge(nil, &edge, true)
}

// strongest notes at both ends of a co-retrieval that it is their strongest
// tie, where it is: their retention counts it.
func (t *intake) strongest(edge *Edge) error {
	for _, id := range []string{edge.From, edge.To} {
		before, err := t.w.head(id)
		if err != nil {
			return err
		}
		if edge.Count <= before.TieCount {
			continue
		}
		after := before
		after.TieCount, after.TieID = edge.Count, edge.Other(id)
		if err := t.w.evidence(&before, &after, true); err != nil {
			return err
		}
	}
	return nil
}

// saidBefore reports whether the source stated the tie just so last time: then
// it stays as it is here, gone if it was taken away. Otherwise it is noted.
func (t *intake) saidBefore(in *IncomingEdge) (bool, error) {
	last, known, err := t.w.tx.Sources().Get(t.im.Source, in.Record)
	if err != nil || known && last.Sum == in.Sum {
		return true, err
	}
	return false, t.w.tx.Sources().Put(t.im.Source, &SourceRecord{Record: in.Record, Sum: in.Sum, Operation: t.w.op.ID})
}

// restate gives a tie what its source says of it now.
func (t *intake) restate(in *IncomingEdge, have Edge) error {
	after := have
	after.Metadata = in.Metadata
	if in.Weight > 0 {
		after.Weight = min(in.Weight, 1)
	}
	if in.Connection != nil {
		after.Connection = *in.Connection
	}
	if after.Count = max(after.Count, in.Count); after.Type == CoRetrieved && after.Count > have.Count {
		after.LastAt = after.Connection.LastActivated
		if err := t.strongest(&after); err != nil {
			return err
		}
	}
	t.report.Relations++
	t.w.kinds.add(EdgeStrengthened)
	return t.w.putEdge(&have, &after, true)
}

// conflict records an imported conflict; false means that a side is not there
// (yet).
func (t *intake) conflict(in *IncomingConflict) (bool, error) {
	a, err := t.end(in.A, in.ByID)
	if err != nil || a == "" {
		return false, err
	}
	b, err := t.end(in.B, in.ByID)
	if err != nil || b == "" || a == b {
		return a == b && b != "", err
	}
	c := in.Conflict
	c.MemoryA, c.MemoryB = a, b
	if c.ID != "" {
		if _, found, err := t.w.tx.Conflicts().Get(c.ID); err != nil || found {
			return true, err
		}
	}
	if c.Status == 0 || c.Status == ConflictOpen {
		_, err = t.w.openConflict(c)
		return true, err
	}
	if c.ID == "" {
		c.ID = t.e.newID()
	}
	return true, t.w.putConflict(nil, &c)
}

// journal takes over another store's journal: operations and log entries that
// are not here, and retrieval events.
func (t *intake) journal(item *Item) error {
	if op := item.Op; op != nil {
		if err := checkInstant("operation", op.At); err != nil {
			t.warn("an operation is left out: " + err.Error())
			return nil
		}
		if _, found, err := t.w.tx.Operations().Get(op.ID); err != nil {
			return err
		} else if !found {
			after := *op
			after.Seq = t.w.tx.Seq()
			if err := t.w.tx.Operations().Put(nil, &after); err != nil {
				return err
			}
			t.taken[op.ID] = true
		}
	}
	if entry := item.Log; entry != nil && t.taken[entry.Operation] {
		after := *entry
		if err := t.w.tx.Log().Append(&after); err != nil {
			return err
		}
	}
	if item.Retrieval != nil && t.report.Created > 0 {
		return t.w.tx.Profiles().AddEvent(item.Retrieval)
	}
	return nil
}
