package badgerstore

import (
	"bytes"
	"iter"

	"ebb/engine"
)

type sources struct{ *tx }

func (t sources) Get(source, record string) (engine.SourceRecord, bool, error) {
	t.key = keySource(t.key[:0], source, record)
	var r sourceRecord
	ok, err := t.record(t.key, &r)
	if !ok || err != nil {
		return engine.SourceRecord{}, false, err
	}
	return r.record(record), true, nil
}

func (r *sourceRecord) record(name string) engine.SourceRecord {
	return engine.SourceRecord{Record: name, Sum: r.Sum, MemoryID: r.Memory, Operation: r.Operation}
}

func (t sources) Put(source string, s *engine.SourceRecord) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.key = keySource(t.key[:0], source, s.Record)
	return t.set(t.key, &sourceRecord{Sum: s.Sum, Memory: s.MemoryID, Operation: s.Operation})
}

func (t sources) Delete(source, record string) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.del(keySource(nil, source, record))
	return nil
}

func (t sources) All(source string) iter.Seq2[engine.SourceRecord, error] {
	return func(yield func(engine.SourceRecord, error) bool) {
		prefix := keySource(nil, source, "")
		each(t.tx, prefix, nil, func(c *cursor) (engine.SourceRecord, error) {
			val, err := c.value()
			if err != nil {
				return engine.SourceRecord{}, err
			}
			var r sourceRecord
			if err := decode(c.key(), val, &r); err != nil {
				return engine.SourceRecord{}, err
			}
			return r.record(string(c.key()[len(prefix):])), nil
		}, yield)
	}
}

type meta struct{ *tx }

func (t meta) Get(name string) ([]byte, bool, error) {
	key := keyID(nil, tabMeta, name)
	val, err := t.get(key)
	if val == nil || err != nil {
		return nil, false, err
	}
	body, err := unseal(key, val)
	if err != nil {
		return nil, false, corrupt(key, err)
	}
	return append([]byte{}, body...), true, nil
}

func (t meta) Put(name string, value []byte) error {
	if err := t.writable(); err != nil {
		return err
	}
	key := keyID(nil, tabMeta, name)
	return t.put(key, sealRaw(&t.buf, key, value))
}

func (t meta) Delete(name string) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.del(keyID(nil, tabMeta, name))
	return nil
}

func (t meta) Names(prefix string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		each(t.tx, keyID(nil, tabMeta, prefix), nil, func(c *cursor) (string, error) {
			return string(bytes.Clone(c.key()[1:])), nil
		}, yield)
	}
}
