package badgerstore

import (
	"fmt"
	"iter"

	"ebb/engine"
)

type conflicts struct{ *tx }

func (t conflicts) Get(id string) (engine.Conflict, bool, error) {
	key := keyID(nil, tabConflict, id)
	var r conflictRecord
	ok, err := t.record(key, &r)
	if !ok || err != nil {
		return engine.Conflict{}, false, err
	}
	return r.conflict(id), true, nil
}

func (t conflicts) Put(before, after *engine.Conflict) error {
	if err := t.writable(); err != nil {
		return err
	}
	if before != nil && before.ID != after.ID {
		return fmt.Errorf("put conflict %q in place of %q", after.ID, before.ID)
	}
	if after.Status == 0 || int(after.Status) >= len(t.totals.Conflicts) {
		return fmt.Errorf("put conflict %q: no such status %d", after.ID, after.Status)
	}
	var stale [][]byte
	if before != nil {
		t.totals.Conflicts[before.Status]--
		stale = conflictKeys(before)
	}
	t.totals.Conflicts[after.Status]++
	var r conflictRecord
	r.from(after)
	if err := t.set(keyID(nil, tabConflict, after.ID), &r); err != nil {
		return err
	}
	fresh := conflictKeys(after)
	for _, key := range stale {
		if !containsKey(fresh, key) {
			t.del(key)
		}
	}
	for _, key := range fresh {
		if !containsKey(stale, key) {
			if err := t.put(key, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t conflicts) Delete(before *engine.Conflict) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.totals.Conflicts[before.Status]--
	t.del(keyID(nil, tabConflict, before.ID))
	for _, key := range conflictKeys(before) {
		t.del(key)
	}
	return nil
}

func (t conflicts) ByStatus(s engine.ConflictStatus) iter.Seq2[engine.Conflict, error] {
	const idAt = 10 // behind table, status and time
	return t.indexed([]byte{tabStatus, byte(s)}, idAt)
}

func (t conflicts) Of(memory string) iter.Seq2[engine.Conflict, error] {
	prefix := keyConflictOf(nil, memory, "")
	return t.indexed(prefix, len(prefix))
}

func (t conflicts) indexed(prefix []byte, idAt int) iter.Seq2[engine.Conflict, error] {
	return func(yield func(engine.Conflict, error) bool) {
		each(t.tx, prefix, nil, func(c *cursor) (engine.Conflict, error) {
			if len(c.key()) < idAt {
				return engine.Conflict{}, corrupt(c.key(), errKey)
			}
			found, ok, err := t.Get(string(c.key()[idAt:]))
			if err == nil && !ok {
				err = corrupt(c.key(), errDangling)
			}
			return found, err
		}, yield)
	}
}
