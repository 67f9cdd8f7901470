package badgerstore

import (
	"bytes"
	"errors"
	"fmt"

	"ebb/engine"
)

var (
	errStale   = errors.New("an index entry that its record does not call for")
	errMissing = errors.New("an index entry is missing")

	errIndexValue = errors.New("an index entry has a value")
)

// compareIndexes reports index entries that are stale or missing. Usually
// the sets are equal and nothing is read again.
func (a *audit) compareIndexes() error {
	differ := false
	for table := range a.derived {
		if a.derived[table] != a.found[table] {
			differ = true
		}
	}
	if !differ {
		return nil
	}
	c := a.scan(nil, nil)
	defer c.close()
	for c.next() {
		table := c.key()[0]
		if isIndex(table) {
			if a.derived[table] != a.found[table] {
				a.wantedBy(c.key())
			}
			continue
		}
		val, err := c.value()
		if err != nil {
			return err
		}
		for _, key := range a.indexKeysOf(c.key(), val) {
			if ok, err := a.has(key); err != nil {
				return err
			} else if !ok {
				a.misplaced(key, errMissing)
			}
		}
	}
	return c.err
}

// isIndex reports whether a table's entries are derived from other records.
func isIndex(table byte) bool {
	switch table {
	case tabNewest, tabIdentity, tabText, tabMirror, tabStatus, tabConflictOf, tabOperationSeq:
		return true
	}
	return false
}

// indexKeysOf is the index keys that a record calls for; none for a record
// that cannot be read, which has been reported already.
func (a *audit) indexKeysOf(key, val []byte) [][]byte {
	switch key[0] {
	case tabHead:
		if h, err := a.decodeHead(key, val); err == nil {
			return a.scopes.indexKeys(nil, &h)
		}
	case tabEdge:
		if k, err := cutEdgeKey(key); err == nil {
			return [][]byte{keyMirror(nil, k)}
		}
	case tabConflict:
		var r conflictRecord
		if decode(key, val, &r) == nil {
			c := r.conflict(string(key[1:]))
			return conflictKeys(&c)
		}
	case tabOperation:
		var r operationRecord
		if decode(key, val, &r) == nil {
			o := r.operation(string(key[1:]))
			return [][]byte{keyOperationSeq(nil, &o)}
		}
	}
	return nil
}

// wantedBy reports an index entry whose record does not call for it.
func (a *audit) wantedBy(key []byte) {
	record, err := recordOf(key)
	if err == nil {
		var val []byte
		if val, err = a.get(record); err == nil && val != nil {
			if containsKey(a.indexKeysOf(record, val), key) {
				return
			}
		}
	}
	if err == nil {
		err = errStale
	}
	a.misplaced(key, err)
}

// An indexFault is an index entry that is missing or should not be there.
type indexFault struct {
	error
	key []byte
}

func (f *indexFault) Unwrap() error { return f.error }

// indexed are the records that have index entries, one at a time.
var indexed = map[byte]string{tabHead: "memory", tabEdge: "tie", tabConflict: "conflict", tabOperation: "operation"}

// plain names the record rather than the key, which is made for machines.
func (f *indexFault) plain() string {
	table := tableNames[f.key[0]]
	record, err := recordOf(f.key)
	if err != nil {
		return table + ": an entry that is no key of it"
	}
	of := fmt.Sprintf("%s %.200q", indexed[record[0]], record[1:])
	if k, err := cutEdgeKey(record); record[0] == tabEdge && err == nil {
		of = fmt.Sprintf("the tie of %.100q to %.100q", k.From, k.To)
	}
	if errors.Is(f.error, errMissing) {
		return table + ": no entry for " + of
	}
	return table + ": an entry for " + of + " that does not call for it"
}

func (a *audit) misplaced(key []byte, why error) {
	a.report(fault{engine.FoundIndex, key[0], &indexFault{corrupt(key, why), bytes.Clone(key)}})
}

// recordOf is the key of the record that an index key was derived from.
func recordOf(key []byte) ([]byte, error) {
	table, at := byte(tabHead), 0
	switch key[0] {
	case tabNewest:
		at = 9
	case tabText:
		at = 1 + 16 + 16
	case tabIdentity:
		n, err := identityPrefix(key)
		if err != nil {
			return nil, err
		}
		at = n
	case tabMirror:
		k, err := cutEdgeKey(key)
		return keyEdge(nil, k), err
	case tabStatus:
		table, at = tabConflict, 10
	case tabConflictOf:
		_, rest, err := cutStr(key[1:])
		if err != nil {
			return nil, err
		}
		table, at = tabConflict, len(key)-len(rest)
	case tabOperationSeq:
		table, at = tabOperation, 9
	}
	if len(key) < at {
		return nil, errKey
	}
	return append([]byte{table}, key[at:]...), nil
}

// identityPrefix is the length of everything before the id in a key of the
// identity index: tenant, namespace, subject, type, kind, value.
func identityPrefix(key []byte) (int, error) {
	rest := key[1:]
	if len(rest) == 0 {
		return 0, errKey
	}
	parts := 3
	if rest[0] == 1 {
		parts++
	}
	rest = rest[1:]
	var err error
	for range parts {
		if _, rest, err = cutStr(rest); err != nil {
			return 0, err
		}
	}
	if len(rest) == 0 || engine.IdentityKind(rest[0]) > engine.BoolIdentity {
		return 0, errKey
	}
	if _, rest, err = cutStr(rest[1:]); err != nil {
		return 0, err
	}
	return len(key) - len(rest), nil
}
