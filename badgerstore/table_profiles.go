package badgerstore

import (
	"iter"
	"time"

	"ebb/engine"
)

type profiles struct{ *tx }

func (t profiles) Get(id string) (engine.RetrievalRecord, bool, error) {
	var r profileRecord
	ok, err := t.record(keyID(nil, tabProfile, id), &r)
	if !ok || err != nil {
		return engine.RetrievalRecord{}, false, err
	}
	return r.record(), true, nil
}

func (t profiles) Put(id string, p *engine.RetrievalRecord) error {
	if err := t.writable(); err != nil {
		return err
	}
	var r profileRecord
	r.from(p)
	return t.set(keyID(nil, tabProfile, id), &r)
}

func (t profiles) Delete(id string) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.del(keyID(nil, tabProfile, id))
	return nil
}

func (t profiles) AddEvent(e *engine.Retrieval) error {
	if err := t.writable(); err != nil {
		return err
	}
	key := appendU32(appendU64(appendTime([]byte{tabEvent}, e.At), t.seq), t.eventN)
	t.eventN++
	return t.set(key, &retrievalRecord{Search: e.Search, IDs: e.IDs, Query: e.Query, Source: e.Source})
}

func (t profiles) Events(from time.Time) iter.Seq2[engine.Retrieval, error] {
	return func(yield func(engine.Retrieval, error) bool) {
		each(t.tx, []byte{tabEvent}, appendTime([]byte{tabEvent}, from), func(c *cursor) (engine.Retrieval, error) {
			at, _, err := cutTime(c.key()[1:])
			if err != nil {
				return engine.Retrieval{}, corrupt(c.key(), err)
			}
			val, err := c.value()
			if err != nil {
				return engine.Retrieval{}, err
			}
			var r retrievalRecord
			if err := decode(c.key(), val, &r); err != nil {
				return engine.Retrieval{}, err
			}
			return engine.Retrieval{At: at, Search: r.Search, IDs: r.IDs, Query: r.Query, Source: r.Source}, nil
		}, yield)
	}
}

func (t profiles) TrimEvents(before time.Time, n int) (int, error) {
	if err := t.writable(); err != nil {
		return 0, err
	}
	c := t.scan([]byte{tabEvent}, nil)
	defer c.close()
	trimmed := 0
	for trimmed < n && c.next() {
		at, _, err := cutTime(c.key()[1:])
		if err != nil {
			return trimmed, corrupt(c.key(), err)
		}
		if !at.Before(before) {
			break
		}
		t.key = append(t.key[:0], c.key()...)
		t.del(t.key)
		trimmed++
	}
	return trimmed, c.err
}
