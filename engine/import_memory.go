package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
)

// memory resolves one incoming record and writes what is new about it.
func (t *intake) memory(in *Incoming) error {
	last, known, err := t.w.tx.Sources().Get(t.im.Source, in.Record)
	if err != nil {
		return err
	}
	if known && last.Sum == in.Sum {
		t.report.Unchanged++
		return nil
	}
	m, err := t.build(in)
	if err != nil {
		return err
	}
	if in.Twin {
		return t.twin(in, m)
	}
	have, found, err := t.resolve(in, &m, &last)
	if err != nil {
		return err
	}
	var id string
	switch {
	case in.Whole != nil:
		id, err = t.wholeRecord(in, have, found)
	case !found:
		id, err = t.create(in, &m)
	default:
		id, err = have.ID, t.meet(in, &m, have)
	}
	if err != nil {
		return err
	}
	return t.remember(in, id)
}

func (t *intake) remember(in *Incoming, id string) error {
	return t.w.tx.Sources().Put(t.im.Source, &SourceRecord{Record: in.Record, Sum: in.Sum, MemoryID: id, Operation: t.w.op.ID})
}

// build is the memory that the record describes, checked.
func (t *intake) build(in *Incoming) (Memory, error) {
	now := t.w.now
	m := Input{
		ID: in.ID, Scope: in.Scope, Type: in.Type, Content: in.Content, Importance: in.Importance, Confidence: in.Confidence,
		Source: in.Source, Metadata: in.Metadata, ExpiresAt: in.ExpiresAt,
	}.memory(now)
	m.CreatedAt = orTime(in.CreatedAt, orTime(in.UpdatedAt, now)).UTC()
	m.UpdatedAt = later(m.CreatedAt, in.UpdatedAt.UTC())
	if in.State != 0 {
		m.State = in.State
	}
	if m.State == Archived {
		m.Head.Archive = in.Archive
		m.Head.Archive.At = orTime(in.Archive.At, m.UpdatedAt)
		if m.Head.Archive.Reason = cutReason(in.Archive.Reason); m.Head.Archive.Reason == "" {
			m.Head.Archive.Reason = "archived where it was imported from"
		}
	}
	if in.Base > 0 {
		m.Base = min(in.Base, 1)
	}
	m.Stability = in.Stability
	if in.Retrieved != nil {
		m.Profile = in.Retrieved.Profile
	}
	if m.ID == "" {
		m.ID = t.e.newID()
	}
	m.Identity = t.e.identity.Identity(m.Metadata)
	m.TextSum = t.w.textSum(m.Content)
	return m, m.validate()
}

// resolve finds the memory that a record speaks of: by what the source made
// of it last time, by id, by key, by text.
func (t *intake) resolve(in *Incoming, m *Memory, last *SourceRecord) (Memory, bool, error) {
	for _, id := range []string{last.MemoryID, in.ID} {
		if id == "" {
			continue
		}
		h, found, err := t.w.tx.Heads().Get(id)
		if err != nil {
			return Memory{}, false, err
		}
		if found {
			have, err := withBody(t.w.tx, h)
			return have, true, err
		}
	}
	if in.Whole != nil {
		return Memory{}, false, nil
	}
	key := m.Identity
	if key.Kind != NoIdentity {
		have, found, err := t.w.byKey(m.Scope, m.Type, key)
		if err != nil {
			return Memory{}, false, err
		}
		if found && in.ID != "" {
			// Two ids in one file are two memories, whatever their keys.
			if found, err = t.foreign(&have.Head); err != nil {
				return Memory{}, false, err
			}
		}
		if found {
			return have, true, nil
		}
	}
	if in.ID != "" {
		return Memory{}, false, nil // what has an id of its own is not found by its words
	}
	return t.w.byText(m.Scope, m.Type, m.TextSum, key.Kind != NoIdentity)
}

// foreign reports whether a memory's current version was not written by this
// import.
func (t *intake) foreign(h *Head) (bool, error) {
	v, found, err := t.w.tx.Versions().Get(h.ID, h.Ref())
	return found && v.Operation != t.w.op.ID, err
}

// byKey finds the live memory of a key: the most recently updated, ties to
// the oldest.
func (w *work) byKey(s Scope, typ string, key Identity) (Memory, bool, error) {
	var best Head
	for id, err := range w.tx.Heads().ByIdentity(s, typ, key) {
		if err != nil {
			return Memory{}, false, err
		}
		h, err := w.head(id)
		if err != nil {
			return Memory{}, false, err
		}
		if !h.LiveAt(w.now) {
			continue
		}
		newer := h.UpdatedAt.After(best.UpdatedAt)
		older := h.UpdatedAt.Equal(best.UpdatedAt) && h.CreatedAt.Before(best.CreatedAt)
		if best.ID == "" || newer || older {
			best = h
		}
	}
	if best.ID == "" {
		return Memory{}, false, nil
	}
	m, err := withBody(w.tx, best)
	return m, true, err
}

// byText finds a live memory that says the same; a keyed input meets only
// those without a key of their own.
func (w *work) byText(s Scope, typ string, sum [16]byte, keyed bool) (Memory, bool, error) {
	for id, err := range w.tx.Heads().ByText(s, typ, sum) {
		if err != nil {
			return Memory{}, false, err
		}
		h, err := w.head(id)
		if err != nil {
			return Memory{}, false, err
		}
		if !h.LiveAt(w.now) || (keyed && h.Identity.Kind != NoIdentity) {
			continue
		}
		m, err := withBody(w.tx, h)
		return m, true, err
	}
	return Memory{}, false, nil
}

func (t *intake) create(in *Incoming, m *Memory) (string, error) {
	if err := t.w.create(m, t.origin(in)); err != nil {
		return "", err
	}
	if r := in.Retrieved; r != nil && len(r.Sources) > 0 {
		if err := t.w.tx.Profiles().Put(m.ID, &RetrievalRecord{Sources: r.Sources}); err != nil {
			return "", err
		}
	}
	t.report.Created++
	return m.ID, nil
}

// origin names the line that a version comes from.
func (t *intake) origin(in *Incoming) string {
	name := filepath.Base(t.im.Source)
	if in.Line > 0 {
		name += " line " + strconv.Itoa(in.Line)
	}
	return cutReason(name)
}

// meet writes what a record says that the memory it speaks of does not.
func (t *intake) meet(in *Incoming, m *Memory, have Memory) error {
	if have.State == Deleted && have.Undone {
		// The import that made it was undone; the source states it again.
		t.report.Created++
		_, err := t.w.revise(have, Restored, t.origin(in), func(back *Memory) {
			overlay(back, in, m)
			back.State, back.Undone = m.State, false
		})
		return err
	}
	if !have.State.Editable() {
		t.warn(fmt.Sprintf("line %d: %s is %s here and stays so", in.Line, shorten(in.Record), have.State))
		t.report.Unchanged++
		return nil
	}
	after := have
	overlay(&after, in, m)
	if sameSaying(&after, &have) {
		t.report.Duplicate++
		return nil
	}
	t.report.Updated++
	_, err := t.w.revise(have, ChangeUpdated, t.origin(in), func(next *Memory) {
		overlay(next, in, m)
		next.State = have.State.afterEdit()
	})
	return err
}

// overlay puts on a memory the text and those fields that the record has.
func overlay(m *Memory, in *Incoming, said *Memory) {
	m.Content = said.Content
	if in.Importance != nil {
		m.Importance = *in.Importance
	}
	if in.Confidence != nil {
		m.Confidence = *in.Confidence
	}
	if in.Source != "" {
		m.Source = in.Source
	}
	if len(in.Metadata) > 0 {
		m.Metadata = in.Metadata
	}
	if in.Type != "" {
		m.Type = said.Type
	}
	if !in.ExpiresAt.IsZero() {
		m.ExpiresAt = in.ExpiresAt
	}
}

func sameSaying(a, b *Memory) bool {
	return TextSum(a.Content) == TextSum(b.Content) && a.Importance == b.Importance && a.Confidence == b.Confidence && a.Source == b.Source &&
		bytes.Equal(a.Metadata, b.Metadata) && a.Type == b.Type && a.ExpiresAt.Equal(b.ExpiresAt)
}

// twin keeps the second of two records that share an id but differ: under an
// id of its own, in open conflict with the first.
func (t *intake) twin(in *Incoming, m Memory) error {
	imported, err := in.ID, error(nil)
	if imported == "" {
		if imported, err = t.end(in.TwinOf, false); err != nil {
			return err
		}
	}
	var first Head
	found := false
	m.ID = t.e.newID()
	if imported != "" {
		if first, found, err = t.w.tx.Heads().Get(imported); err != nil {
			return err
		}
		if m.Metadata, err = m.Metadata.with("imported_id", imported); err != nil {
			return err
		}
	}
	if _, err := t.create(in, &m); err != nil {
		return err
	}
	if err := t.remember(in, m.ID); err != nil {
		return err
	}
	if !found || !first.LiveAt(t.w.now) || !m.LiveAt(t.w.now) {
		return nil
	}
	t.report.Created--
	t.report.Conflict++
	_, err = t.w.openConflict(Conflict{
		MemoryA: first.ID, MemoryB: m.ID, Type: ConflictImported, Confidence: 1,
		Explanation: "the imported file holds two records under " + called(in),
	})
	return err
}

// called is what two records of a file share.
func called(in *Incoming) string {
	if in.ID != "" {
		return "the id " + shorten(in.ID)
	}
	return "the name " + shorten(in.TwinOf)
}

// with adds a text field to the object.
func (m Metadata) with(name, value string) (Metadata, error) {
	field, err := json.Marshal(map[string]string{name: value})
	if err != nil {
		return nil, err
	}
	if len(m) <= 2 {
		return ParseMetadata(field)
	}
	return ParseMetadata(append(append(field[:len(field)-1:len(field)-1], ','), m[1:]...))
}

// wholeRecord takes an exact record: new, it is written as it is; known, the
// versions that are missing here are appended.
func (t *intake) wholeRecord(in *Incoming, have Memory, found bool) (string, error) {
	whole := in.Whole
	for i := range whole.Versions {
		v := &whole.Versions[i]
		for _, err := range []error{checkInstant("version", v.At), checkInstant("createdAt", v.Memory.CreatedAt), checkInstant("updatedAt", v.Memory.UpdatedAt)} {
			if err != nil {
				return "", err
			}
		}
	}
	if whole.Bare {
		if err := t.w.complete(whole); err != nil {
			return "", err
		}
	}
	if !found {
		return whole.Head.ID, t.writeWhole(whole, nil, 0)
	}
	switch common := commonVersion(whole, &have); {
	case whole.Head.Version <= have.Version:
		t.report.Duplicate++
	case common:
		return have.ID, t.writeWhole(whole, &have.Head, have.Version)
	default:
		t.warn(fmt.Sprintf("line %d: %s has another history here and stays as it is", in.Line, shorten(in.Record)))
		t.report.Unchanged++
	}
	return have.ID, nil
}

// complete works out what follows from the texts and fields of a history.
func (w *work) complete(whole *Whole) error {
	var last *Memory
	for i := range whole.Versions {
		v := &whole.Versions[i]
		v.Operation = w.op.ID
		m := &v.Memory
		m.Base, m.Type = 1, wellNamed(m.Type)
		if last != nil {
			m.Text, m.TextSum, m.TextSize, m.Title = last.Text, last.TextSum, last.TextSize, last.Title
			m.LearnedAt, m.Identity, m.Stability, m.Interference = last.LearnedAt, last.Identity, last.Stability, last.Interference
		}
		if err := w.derive(m, last); err != nil {
			return err
		}
		last = m
	}
	accessed, count := whole.Head.LastAccessedAt, whole.Head.AccessCount
	whole.Head, whole.Body = last.Head, last.Body
	whole.Head.LastAccessedAt, whole.Head.AccessCount = accessed, count
	return nil
}

// commonVersion reports whether the record's history goes through the version
// that the memory is at.
func commonVersion(whole *Whole, have *Memory) bool {
	for i := range whole.Versions {
		if v := &whole.Versions[i]; v.Number == have.Version {
			return v.At.Equal(have.UpdatedAt) && TextSum(v.Memory.Content) == have.TextSum
		}
	}
	return false
}

// writeWhole writes an exact record's head and its versions after a number.
func (t *intake) writeWhole(whole *Whole, before *Head, after uint32) error {
	w := t.w
	if before == nil {
		t.report.Created++
		w.kinds.add(MemoryCreated)
	} else {
		t.report.Updated++
		w.kinds.add(MemoryUpdated)
	}
	if err := w.tx.Heads().Put(before, &whole.Head); err != nil {
		return err
	}
	if err := w.markRestated(before, &whole.Head); err != nil {
		return err
	}
	w.touch(whole.Head.ID)
	change := Created
	for i := range whole.Versions {
		v := &whole.Versions[i]
		if v.Number <= after {
			continue
		}
		if err := w.tx.Versions().Put(v); err != nil {
			return err
		}
		change = v.Change
	}
	if whole.Retrieval != nil {
		if err := w.tx.Profiles().Put(whole.Head.ID, whole.Retrieval); err != nil {
			return err
		}
	}
	return w.log(LogEntry{At: whole.Head.UpdatedAt, Change: change, Subject: SubjectHead, ID: whole.Head.ID, Head: before, After: whole.Head.Version})
}
