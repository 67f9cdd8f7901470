package badgerstore

import (
	"bytes"
	"fmt"
	"iter"

	"ebb/engine"
)

type operations struct{ *tx }

func (t operations) Get(id string) (engine.Operation, bool, error) {
	var r operationRecord
	ok, err := t.record(keyID(nil, tabOperation, id), &r)
	if !ok || err != nil {
		return engine.Operation{}, false, err
	}
	return r.operation(id), true, nil
}

func (t operations) Put(before, after *engine.Operation) error {
	if err := t.writable(); err != nil {
		return err
	}
	if before != nil && before.ID != after.ID {
		return fmt.Errorf("put operation %q in place of %q", after.ID, before.ID)
	}
	if before == nil && after.Seq == t.seq {
		// A number for each: a reader that pages through them, or that has
		// heard of one, must be able to tell it from its neighbours.
		if t.numbered {
			t.seq++
			after.Seq = t.seq
		}
		t.numbered = true
	}
	var r operationRecord
	r.from(after)
	if err := t.set(keyID(nil, tabOperation, after.ID), &r); err != nil {
		return err
	}
	fresh := keyOperationSeq(nil, after)
	if before != nil {
		stale := keyOperationSeq(nil, before)
		if bytes.Equal(stale, fresh) {
			return nil
		}
		t.del(stale)
	}
	return t.put(fresh, nil)
}

func (t operations) Newest(before uint64) iter.Seq2[engine.Operation, error] {
	return func(yield func(engine.Operation, error) bool) {
		var start []byte
		switch before {
		case 0:
		case 1:
			return
		default:
			start = appendU64([]byte{tabOperationSeq}, ^(before - 1))
		}
		each(t.tx, []byte{tabOperationSeq}, start, func(c *cursor) (engine.Operation, error) {
			const idAt = 9
			if len(c.key()) < idAt {
				return engine.Operation{}, corrupt(c.key(), errKey)
			}
			o, ok, err := t.Get(string(c.key()[idAt:]))
			if err == nil && !ok {
				err = corrupt(c.key(), errDangling)
			}
			return o, err
		}, yield)
	}
}
