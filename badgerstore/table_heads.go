package badgerstore

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	"ebb/engine"
)

type heads struct{ *tx }

func (t heads) Get(id string) (engine.Head, bool, error) {
	t.key = keyHead(t.key[:0], id)
	val, err := t.get(t.key)
	if val == nil || err != nil {
		return engine.Head{}, false, err
	}
	h, err := t.decodeHead(t.key, val)
	return h, err == nil, err
}

// decodeHead reads the head behind a key of its table.
func (t *tx) decodeHead(key, val []byte) (engine.Head, error) {
	body, err := unseal(key, val)
	if err != nil {
		return engine.Head{}, corrupt(key, err)
	}
	t.head = headRecord{}
	if !t.head.read(body, &t.names) {
		t.head = headRecord{}
		if err := decMode.Unmarshal(body, &t.head); err != nil {
			return engine.Head{}, corrupt(key, err)
		}
	}
	return t.head.head(string(key[1:]), t.head.ref()), nil
}

func (t heads) Put(before, after *engine.Head) error {
	if err := t.writable(); err != nil {
		return err
	}
	if before != nil && before.ID != after.ID {
		return fmt.Errorf("put memory %q in place of %q", after.ID, before.ID)
	}
	if after.State == 0 || int(after.State) >= len(t.totals.Memories) {
		return fmt.Errorf("put memory %q: no such state %d", after.ID, after.State)
	}
	t.key = keyHead(t.key[:0], after.ID)
	t.head.from(after)
	if err := t.set(t.key, &t.head); err != nil {
		return err
	}
	t.count(before, -1)
	t.count(after, +1)
	return t.moveIndex(before, after)
}

func (t heads) Delete(before *engine.Head) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.key = keyHead(t.key[:0], before.ID)
	t.del(t.key)
	t.count(before, -1)
	return t.moveIndex(before, nil)
}

func (t heads) count(h *engine.Head, by int) {
	if h != nil {
		t.totals.Memories[h.State] += by
	}
}

// moveIndex writes the index keys that after has and before has not, and
// removes the others.
func (t heads) moveIndex(before, after *engine.Head) error {
	var stale, fresh [][]byte
	if before != nil {
		if after != nil && sameIndex(before, after) {
			return nil
		}
		stale = t.scopes.indexKeys(nil, before)
	}
	if after != nil {
		fresh = t.scopes.indexKeys(nil, after)
	}
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

// sameIndex spares the common case of changed evidence the building of keys.
func sameIndex(a, b *engine.Head) bool {
	return a.State.Live() == b.State.Live() && a.UpdatedAt.Equal(b.UpdatedAt) &&
		a.Scope == b.Scope && a.Type == b.Type && a.Identity == b.Identity && a.TextSum == b.TextSum
}

func containsKey(keys [][]byte, key []byte) bool {
	for _, k := range keys {
		if bytes.Equal(k, key) {
			return true
		}
	}
	return false
}

func (t heads) All(after string) iter.Seq2[engine.Head, error] {
	return func(yield func(engine.Head, error) bool) {
		seen := 0
		done := each(t.tx, []byte{tabHead}, behind(tabHead, after), func(c *cursor) (engine.Head, error) {
			seen++
			val, err := c.value()
			if err != nil {
				return engine.Head{}, err
			}
			return t.decodeHead(c.key(), val)
		}, yield)
		if done && after == "" {
			t.checkCount(seen, everyMemory, func(err error) bool { return yield(engine.Head{}, err) })
		}
	}
}

// checkCount compares a full scan with the totals: Badger ends a scan at a
// damaged block without an error.
func (t heads) checkCount(seen int, among func(*engine.Totals) int, report func(error) bool) {
	totals, err := t.Totals()
	if err != nil {
		report(err)
		return
	}
	want := among(&totals)
	// A writer may have changed the number while it iterated.
	if seen < want && !t.write {
		report(&engine.StoreDamagedError{
			Dir:  t.store.dir,
			What: fmt.Sprintf("%d memories can be read, %d were written", seen, want),
			Hint: hintDoctor,
		})
	}
}

func everyMemory(t *engine.Totals) int {
	n := 0
	for _, of := range t.Memories {
		n += of
	}
	return n
}

func (t heads) Newest(after engine.Cursor) iter.Seq2[engine.Head, error] {
	var start []byte
	if after != (engine.Cursor{}) {
		start = append(keyNewest(nil, after), 0)
	}
	return func(yield func(engine.Head, error) bool) {
		seen := 0
		done := each(t.tx, []byte{tabNewest}, start, func(c *cursor) (engine.Head, error) {
			seen++
			if len(c.key()) < 9 {
				return engine.Head{}, corrupt(c.key(), errKey)
			}
			return t.indexed(c.key(), string(c.key()[9:]))
		}, yield)
		if done && start == nil {
			t.checkCount(seen, (*engine.Totals).Live, func(err error) bool { return yield(engine.Head{}, err) })
		}
	}
}

// indexed reads the head that an index entry leads to.
func (t heads) indexed(key []byte, id string) (engine.Head, error) {
	h, ok, err := t.Get(id)
	if err == nil && !ok {
		err = corrupt(key, errDangling)
	}
	return h, err
}

var errDangling = errors.New("names a record that does not exist")

func (t heads) ByIdentity(s engine.Scope, typ string, key engine.Identity) iter.Seq2[string, error] {
	return t.ids(keyIdentity(nil, s, typ, key))
}

func (t heads) ByText(s engine.Scope, typ string, sum [16]byte) iter.Seq2[string, error] {
	return t.ids(t.scopes.keyText(nil, s, typ, sum))
}

// ids yields what follows the prefix in each key. Opening an iterator costs
// more than moving one, so a transaction keeps one for each index and moves it
// to the next prefix it is asked for.
func (t heads) ids(prefix []byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		c := t.index(prefix)
		defer t.keep(c)
		for c.next() && bytes.HasPrefix(c.key(), prefix) {
			if !yield(string(c.key()[len(prefix):]), nil) {
				return
			}
		}
		if c.err != nil {
			yield("", c.err)
		}
	}
}

// index is a cursor over the prefix's whole table, before the prefix.
func (t heads) index(prefix []byte) *cursor {
	if c := t.idle[prefix[0]]; c != nil {
		delete(t.idle, prefix[0])
		if c.snap.ended {
			c.err = errEnded
		}
		c.seek(prefix)
		return c
	}
	return t.scan(prefix[:1], prefix)
}

// keep puts a cursor aside for the next prefix in its table.
func (t heads) keep(c *cursor) {
	if c.err != nil || t.ended || t.idle[c.prefix[0]] != nil {
		c.close()
		return
	}
	if t.idle == nil {
		t.idle = make(map[byte]*cursor, 2)
	}
	t.idle[c.prefix[0]] = c
}

// behind is the first key of a table whose raw id sorts after id; nil for the
// table's beginning.
func behind(table byte, id string) []byte {
	if id == "" {
		return nil
	}
	return append(keyID(nil, table, id), 0)
}

// each yields read's answer for every key with the prefix, from start on. A
// record that cannot be read is yielded as an error and passed; other errors
// end the sequence. It reports whether it reached the end.
func each[T any](t *tx, prefix, start []byte, read func(*cursor) (T, error), yield func(T, error) bool) bool {
	c := t.scan(prefix, start)
	defer c.close()
	for c.next() {
		rec, err := read(c)
		if !yield(rec, err) {
			return false
		}
		if err != nil && !passable(err) {
			return false
		}
	}
	if c.err != nil {
		var none T
		yield(none, c.err)
		return false
	}
	return true
}

func passable(err error) bool {
	var damaged *engine.CorruptRecordError
	return errors.As(err, &damaged)
}
