package badgerstore

import (
	"bytes"
	"fmt"

	"ebb/engine"
)

// tx is one transaction over the tables.
type tx struct {
	snapshot
	store    *Store
	write    bool
	seq      uint64 // of this transaction, in an Update
	numbered bool   // an operation has taken seq
	logN     uint32 // entries appended to the change log
	eventN   uint32 // retrieval events added
	totals   engine.Totals
	scopes   scopeHash
	idle     map[byte]*cursor // by table, see heads.ids
	names    lastNames

	// Memory that every record passes through once.
	key, key2 []byte
	buf       bytes.Buffer
	head      headRecord
	version   versionRecord
	edge      edgeRecord
	log       logScratch
}

func (t *tx) Heads() engine.Heads           { return heads{t} }
func (t *tx) Versions() engine.Versions     { return versions{t} }
func (t *tx) Edges() engine.Edges           { return edges{t} }
func (t *tx) Conflicts() engine.Conflicts   { return conflicts{t} }
func (t *tx) Profiles() engine.Profiles     { return profiles{t} }
func (t *tx) Log() engine.Log               { return changeLog{t} }
func (t *tx) Operations() engine.Operations { return operations{t} }
func (t *tx) Sources() engine.Sources       { return sources{t} }
func (t *tx) Meta() engine.Meta             { return meta{t} }
func (t *tx) Embeddings() engine.Embeddings { return embeddings{t} }

func (t *tx) Totals() (engine.Totals, error) {
	if t.write {
		return t.totals, nil
	}
	return readTotals(&t.snapshot)
}

func (t *tx) Seq() uint64 {
	if t.write {
		return t.seq
	}
	// A damaged sequence was already reported when the store was opened.
	seq, err := readSeq(&t.snapshot)
	if err != nil {
		return 0
	}
	return seq
}

func readTotals(s *snapshot) (engine.Totals, error) {
	var r totalsRecord
	_, err := s.record(keyTotals, &r)
	return r.totals(), err
}

func readSeq(s *snapshot) (uint64, error) {
	var r seqRecord
	_, err := s.record(keySeq, &r)
	return r.Seq, err
}

// record reads a key into rec, which must be zero.
func (s *snapshot) record(key []byte, rec any) (bool, error) {
	val, err := s.get(key)
	if val == nil || err != nil {
		return false, err
	}
	return true, decode(key, val, rec)
}

// writable reports why the transaction cannot write.
func (t *tx) writable() error {
	switch {
	case t.ended:
		return errEnded
	case !t.write:
		return engine.ErrReadOnly
	}
	return nil
}

// set writes a record.
func (t *tx) set(key []byte, rec any) error {
	val, err := seal(&t.buf, key, rec)
	if err != nil {
		return fmt.Errorf("encode %s record: %w", tableNames[key[0]], err)
	}
	return t.put(key, val)
}

// put writes a value, an index entry's being empty.
func (t *tx) put(key, val []byte) error {
	if len(key) > maxKeyBytes {
		return fmt.Errorf("write %s: a key of %d bytes is longer than %d", tableNames[key[0]], len(key), maxKeyBytes)
	}
	if n, limit := len(key)+len(val), t.store.maxEntry; n > limit {
		return fmt.Errorf("write %s: a record of %d bytes is larger than %d", tableNames[key[0]], n, limit)
	}
	t.own().put(key, val, false)
	return nil
}

func (t *tx) del(key []byte) { t.own().put(key, nil, true) }
