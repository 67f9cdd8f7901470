package badgerstore

import (
	"bytes"
	"iter"
	"time"

	"ebb/engine"
)

type changeLog struct{ *tx }

func (t changeLog) Append(e *engine.LogEntry) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.key = appendTimeDown(append(t.key[:0], tabLog), e.At)
	t.key = appendU32(appendU64(t.key, ^t.seq), ^t.logN)
	if err := t.set(t.key, t.log.from(e)); err != nil {
		return err
	}
	e.Seq, e.N = t.seq, t.logN
	t.logN++
	t.totals.LogSize++
	return nil
}

func (t changeLog) Back(from time.Time) iter.Seq2[engine.LogEntry, error] {
	return func(yield func(engine.LogEntry, error) bool) {
		var start []byte
		if !from.IsZero() {
			start = appendTimeDown([]byte{tabLog}, from)
		}
		var r logReader
		each(t.tx, []byte{tabLog}, start, func(c *cursor) (engine.LogEntry, error) {
			val, err := c.value()
			if err != nil {
				return engine.LogEntry{}, err
			}
			return r.decode(c.key(), val)
		}, yield)
	}
}

func decodeLog(key, val []byte) (engine.LogEntry, error) {
	var r logReader
	return r.decode(key, val)
}

// decode reads one entry: fast where it is written as usual.
func (r *logReader) decode(key, val []byte) (engine.LogEntry, error) {
	body, err := unseal(key, val)
	if err != nil {
		return engine.LogEntry{}, corrupt(key, err)
	}
	var e engine.LogEntry
	if r.read(body) {
		e = r.entry()
	} else {
		var whole logRecord
		if err := decMode.Unmarshal(body, &whole); err != nil {
			return e, corrupt(key, err)
		}
		e = whole.entry()
	}
	at, rest, err := cutTimeDown(key[1:])
	if err != nil {
		return e, corrupt(key, err)
	}
	seq, rest, err := cutU64(rest)
	if err != nil {
		return e, corrupt(key, err)
	}
	n, _, err := cutU32(rest)
	if err != nil {
		return e, corrupt(key, err)
	}
	e.At, e.Seq, e.N = at, ^seq, ^n
	return e, nil
}

// Scrub reads the whole log: nobody asks often for memories to be forgotten
// for good, and an index would cost every other change.
func (t changeLog) Scrub(memories map[string]bool) error {
	if err := t.writable(); err != nil {
		return err
	}
	named, err := t.conflictsOf(memories)
	if err != nil {
		return err
	}
	// The entry about a conflict's beginning does not say whose it is.
	begun := map[string][][]byte{}
	c := t.scan([]byte{tabLog}, nil)
	defer c.close()
	for c.next() {
		val, err := c.value()
		if err != nil {
			return err
		}
		e, err := decodeLog(c.key(), val)
		if err != nil {
			return err
		}
		switch {
		case e.Subject == engine.SubjectConflict && e.Conflict == nil:
			begun[e.ID] = append(begun[e.ID], bytes.Clone(c.key()))
			continue
		case !about(&e, memories):
			continue
		case e.Subject == engine.SubjectConflict:
			named[e.ID] = true
		}
		t.scrub(c.key())
	}
	for id, keys := range begun {
		for _, key := range keys {
			if named[id] {
				t.scrub(key)
			}
		}
	}
	return c.err
}

func (t changeLog) scrub(key []byte) {
	t.key = append(t.key[:0], key...)
	t.del(t.key)
	t.totals.LogSize--
}

// conflictsOf is the ids of the conflicts that name one of the memories now.
func (t changeLog) conflictsOf(memories map[string]bool) (map[string]bool, error) {
	ids := map[string]bool{}
	for m := range memories {
		prefix := keyConflictOf(nil, m, "")
		c := t.scan(prefix, nil)
		for c.next() {
			ids[string(c.key()[len(prefix):])] = true
		}
		err := c.err
		c.close()
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// about reports whether an entry says something of a memory.
func about(e *engine.LogEntry, memories map[string]bool) bool {
	switch e.Subject {
	case engine.SubjectEdge:
		return memories[e.Edge.From] || memories[e.Edge.To]
	case engine.SubjectConflict:
		return e.Conflict != nil && (memories[e.Conflict.MemoryA] || memories[e.Conflict.MemoryB])
	case engine.SubjectSetting:
		return false
	}
	return memories[e.ID]
}
