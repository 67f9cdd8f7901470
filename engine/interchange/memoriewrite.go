package interchange

import (
	"encoding/json"
	"fmt"
	"time"

	"ebb/engine"
)

// The shapes of a Memorie export, in the order in which that writes fields.
type memorieRow struct {
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
	CreatedAt      memorieTime     `json:"createdAt"`
	UpdatedAt      memorieTime     `json:"updatedAt"`
	LastAccessedAt *memorieTime    `json:"lastAccessedAt,omitempty"`
	AccessCount    uint64          `json:"accessCount"`
	ExpiresAt      *memorieTime    `json:"expiresAt"`
	Version        uint32          `json:"version"`
	Supersedes     string          `json:"supersedes,omitempty"`
	SupersededBy   string          `json:"supersededBy,omitempty"`
	MergedFrom     []string        `json:"mergedFrom,omitempty"`
}

type memorieSnapshot struct {
	MemoryID   string      `json:"memoryId"`
	Version    uint32      `json:"version"`
	Snapshot   *memorieRow `json:"snapshot"`
	ChangeType string      `json:"changeType"`
	CreatedAt  memorieTime `json:"createdAt"`
	Reason     string      `json:"reason,omitempty"`
	Actor      string      `json:"actor,omitempty"`
}

type memorieRelation struct {
	ID        string          `json:"id"`
	From      string          `json:"fromMemoryId"`
	To        string          `json:"toMemoryId"`
	Type      string          `json:"type"`
	Weight    float64         `json:"weight,omitempty"`
	Metadata  engine.Metadata `json:"metadata,omitempty"`
	CreatedAt memorieTime     `json:"createdAt"`
}

type memorieConflict struct {
	ID          string       `json:"id"`
	MemoryA     string       `json:"memoryA"`
	MemoryB     string       `json:"memoryB"`
	Type        string       `json:"type"`
	Confidence  float64      `json:"confidence"`
	Explanation string       `json:"explanation,omitempty"`
	Status      string       `json:"status"`
	CreatedAt   memorieTime  `json:"createdAt"`
	Resolution  string       `json:"resolution,omitempty"`
	Resolved    string       `json:"resolvedMemoryId,omitempty"`
	ResolvedAt  *memorieTime `json:"resolvedAt,omitempty"`
}

// memorieTime is written with three digits after the second, as that format's
// other writers do, and with more only where there are more.
type memorieTime time.Time

func (t memorieTime) MarshalJSON() ([]byte, error) {
	at := time.Time(t).UTC()
	layout := "2006-01-02T15:04:05.000Z07:00"
	if at.Nanosecond()%int(time.Millisecond) != 0 {
		layout = "2006-01-02T15:04:05.000000000Z07:00"
	}
	return []byte(`"` + at.Format(layout) + `"`), nil
}

func someTime(t time.Time) *memorieTime {
	if t.IsZero() {
		return nil
	}
	m := memorieTime(t)
	return &m
}

// memorie writes one JSON document: every memory, whatever its state, with its
// versions, the relations and the conflicts. How memories fade and ties
// strengthen has no place in it.
func (x *exporter) memorie() error {
	asOf, err := x.asOf()
	if err != nil {
		return err
	}
	stamp, err := json.Marshal(memorieTime(asOf))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(x.out, "{\"version\":1,\"exportedAt\":%s", stamp); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		each func(put func(any) error) error
	}{
		{"memories", x.memorieRows}, {"versions", x.memorieVersions}, {"relations", x.memorieRelations}, {"conflicts", x.memorieConflicts},
	} {
		if _, err := fmt.Fprintf(x.out, ",\n%q:[", part.name); err != nil {
			return err
		}
		separator := "\n"
		err := part.each(func(row any) error {
			if _, err := x.out.WriteString(separator); err != nil {
				return err
			}
			separator = ","
			return x.line(row)
		})
		if err != nil {
			return err
		}
		if err := x.out.WriteByte(']'); err != nil {
			return err
		}
	}
	_, err = x.out.WriteString("}\n")
	return err
}

// asOf is the time of the newest change: the same store gives the same bytes.
func (x *exporter) asOf() (time.Time, error) {
	for o, err := range x.tx.Operations().Newest(0) {
		if err = x.pass(err); err != nil {
			return time.Time{}, err
		}
		if !o.At.IsZero() {
			return o.At, nil
		}
	}
	return time.Unix(0, 0), nil
}

func memorieRowOf(h *engine.Head, b *engine.Body) *memorieRow {
	row := &memorieRow{
		ID: h.ID, Namespace: h.Scope.Namespace, SubjectID: h.Scope.Subject, Type: h.Type, Content: b.Content, State: h.State.String(),
		Importance: h.Importance, Confidence: h.Confidence, Source: b.Source, Metadata: b.Metadata,
		CreatedAt: memorieTime(h.CreatedAt), UpdatedAt: memorieTime(h.UpdatedAt), LastAccessedAt: someTime(h.LastAccessedAt),
		AccessCount: h.AccessCount, ExpiresAt: someTime(h.ExpiresAt), Version: h.Version,
		Supersedes: b.Supersedes, SupersededBy: b.SupersededBy, MergedFrom: b.MergedFrom,
	}
	if h.Scope.Tenant.Set {
		row.TenantID = &h.Scope.Tenant.ID
	}
	return row
}

func (x *exporter) memorieRows(put func(any) error) error {
	for head, err := range x.tx.Heads().All("") {
		if err == nil {
			var v engine.Version
			if v, err = x.current(&head); err == nil {
				err = put(memorieRowOf(&head, &v.Memory.Body))
			}
		}
		if err = x.pass(err); err != nil {
			return err
		}
	}
	return nil
}

// current is the version that a head states.
func (x *exporter) current(head *engine.Head) (engine.Version, error) {
	v, ok, err := x.tx.Versions().Get(head.ID, head.Ref())
	if err == nil && !ok {
		err = &engine.CorruptRecordError{Table: "versions", Key: head.ID, Why: fmt.Sprintf("version %d is missing", head.Version)}
	}
	return v, err
}

func (x *exporter) memorieVersions(put func(any) error) error {
	for head, err := range x.tx.Heads().All("") {
		if err != nil {
			if err = x.pass(err); err != nil {
				return err
			}
			continue
		}
		var history []engine.Version // of one memory, newest first as they come
		for v, err := range x.tx.Versions().Of(head.ID) {
			if err = x.pass(err); err != nil {
				return err
			}
			if v.MemoryID != "" {
				history = append(history, v)
			}
		}
		for i := len(history) - 1; i >= 0; i-- {
			v := &history[i]
			err := put(&memorieSnapshot{
				MemoryID: v.MemoryID, Version: v.Number, Snapshot: memorieRowOf(&v.Memory.Head, &v.Memory.Body),
				ChangeType: v.Change.String(), CreatedAt: memorieTime(v.At), Reason: v.Reason, Actor: v.Actor.String(),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// memorieRelations writes typed ties. Ties of common retrieval are ebb's own
// and stay out.
func (x *exporter) memorieRelations(put func(any) error) error {
	for e, err := range x.tx.Edges().All() {
		if err != nil {
			if err = x.pass(err); err != nil {
				return err
			}
			continue
		}
		if e.Type == engine.CoRetrieved && e.Count > 0 {
			continue
		}
		row := &memorieRelation{ID: e.Relation, From: e.From, To: e.To, Type: e.Type, Weight: e.Weight, CreatedAt: memorieTime(e.CreatedAt)}
		fields, _ := fieldsOf(nil, e.Metadata) // no metadata: no fields
		meta := record{fields: fields}
		if row.ID == "" {
			row.ID = meta.text(relationName)
			meta.fields = meta.without(relationName)
		}
		if row.ID == "" {
			row.ID = relationID(e.EdgeKey)
		}
		row.Metadata = object(meta.fields)
		if err := put(row); err != nil {
			return err
		}
	}
	return nil
}

func (x *exporter) memorieConflicts(put func(any) error) error {
	for _, status := range []engine.ConflictStatus{engine.ConflictOpen, engine.ConflictResolved, engine.ConflictDismissed} {
		for c, err := range x.tx.Conflicts().ByStatus(status) {
			if err != nil {
				if err = x.pass(err); err != nil {
					return err
				}
				continue
			}
			err := put(&memorieConflict{
				ID: c.ID, MemoryA: c.MemoryA, MemoryB: c.MemoryB, Type: c.Type, Confidence: c.Confidence, Explanation: c.Explanation,
				Status: c.Status.String(), CreatedAt: memorieTime(c.CreatedAt), Resolution: c.Resolution, Resolved: c.ResolvedMemoryID,
				ResolvedAt: someTime(c.ResolvedAt),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
