package badgerstore

import (
	"crypto/sha256"

	"ebb/engine"
)

// The first byte of a key names its table.
const (
	tabHead         = 'm'
	tabVersion      = 'v'
	tabNewest       = 'u'
	tabIdentity     = 'k'
	tabText         = 'n'
	tabEdge         = 'e'
	tabMirror       = 'E'
	tabProfile      = 's'
	tabEvent        = 'r'
	tabConflict     = 'c'
	tabStatus       = 'C'
	tabConflictOf   = 'K'
	tabLog          = 'l'
	tabOperation    = 'o'
	tabOperationSeq = 'O'
	tabSource       = 'S'
	tabMeta         = 'M'
	tabMark         = 'I'
	tabNear         = 'i'
	tabSignature    = 'h'
	tabVector       = 'b'
	tabRedo         = 'J'
	tabStore        = '!'
)

var tableNames = map[byte]string{
	tabHead: "memories", tabVersion: "versions", tabNewest: "newest-first index",
	tabIdentity: "identity index", tabText: "text index", tabEdge: "edges", tabMirror: "edge mirror",
	tabProfile: "retrieval profiles", tabEvent: "retrievals", tabConflict: "conflicts",
	tabStatus: "conflict status index", tabConflictOf: "conflict memory index", tabLog: "change log",
	tabOperation: "operations", tabOperationSeq: "operation order", tabSource: "sources",
	tabMark: "marks for comparing", tabNear: "neighbours", tabSignature: "signatures", tabVector: "vectors",
	tabMeta: "settings", tabRedo: "redo", tabStore: "store",
}

// Keys about the store itself.
var (
	keySchema  = []byte("!v")
	keySeq     = []byte("!seq")
	keyTotals  = []byte("!n")
	keyPending = []byte("!p")
)

// maxKeyBytes is Badger's limit.
const maxKeyBytes = 65000

// maxPart bounds one text component of an index key. A longer one is cut and
// completed with its hash, which makes it longer than any uncut one, so that
// the two kinds never meet.
const maxPart = 512

func appendPart(b []byte, s string) []byte {
	if len(s) <= maxPart {
		return appendStr(b, s)
	}
	sum := sha256.Sum256([]byte(s))
	return appendStr(b, s[:maxPart]+string(sum[:]))
}

func keyHead(b []byte, id string) []byte { return append(append(b, tabHead), id...) }

func keyVersions(b []byte, id string) []byte { return appendStr(append(b, tabVersion), id) }

func keyVersion(b []byte, id string, ref engine.VersionRef) []byte {
	return appendU32(appendTimeDown(keyVersions(b, id), ref.At), ^ref.Number)
}

func cutVersionKey(key []byte) (id string, ref engine.VersionRef, err error) {
	id, rest, err := cutStr(key[1:])
	if err != nil {
		return "", ref, err
	}
	if ref.At, rest, err = cutTimeDown(rest); err != nil {
		return "", ref, err
	}
	n, rest, err := cutU32(rest)
	if err == nil && len(rest) != 0 {
		err = errKey
	}
	ref.Number = ^n
	return id, ref, err
}

func keyNewest(b []byte, c engine.Cursor) []byte {
	return append(appendTimeDown(append(b, tabNewest), c.UpdatedAt), c.ID...)
}

func appendScope(b []byte, s engine.Scope, typ string) []byte {
	if s.Tenant.Set {
		b = appendPart(append(b, 1), s.Tenant.ID)
	} else {
		b = append(b, 0)
	}
	b = appendPart(b, s.Namespace)
	b = appendPart(b, s.Subject)
	return appendPart(b, typ)
}

// keyIdentity is the prefix of all memories with this identity.
func keyIdentity(b []byte, s engine.Scope, typ string, id engine.Identity) []byte {
	b = appendScope(append(b, tabIdentity), s, typ)
	return appendPart(append(b, byte(id.Kind)), id.Value)
}

// keyText is the prefix of all memories with this text.
func (h *scopeHash) keyText(b []byte, s engine.Scope, typ string, sum [16]byte) []byte {
	sc := h.of(s, typ)
	b = append(append(b, tabText), sc[:]...)
	return append(b, sum[:]...)
}

// scopeHash remembers the last scope it hashed: neighbours mostly share one.
type scopeHash struct {
	scope engine.Scope
	typ   string
	sum   [16]byte
	known bool
	buf   []byte
}

func (h *scopeHash) of(s engine.Scope, typ string) [16]byte {
	if h.known && h.scope == s && h.typ == typ {
		return h.sum
	}
	h.buf = appendScope(h.buf[:0], s, typ)
	sum := sha256.Sum256(h.buf)
	h.scope, h.typ, h.known = s, typ, true
	h.sum = [16]byte(sum[:16])
	return h.sum
}

// indexKeys appends to keys all index keys of a head. They depend on the head
// alone, so that a check can tell missing and stale ones. Only live memories
// are indexed.
func (h *scopeHash) indexKeys(keys [][]byte, m *engine.Head) [][]byte {
	if !m.State.Live() {
		return keys
	}
	keys = append(keys, keyNewest(nil, engine.Cursor{UpdatedAt: m.UpdatedAt, ID: m.ID}))
	if m.Identity.Kind != engine.NoIdentity {
		keys = append(keys, append(keyIdentity(nil, m.Scope, m.Type, m.Identity), m.ID...))
	}
	return append(keys, append(h.keyText(nil, m.Scope, m.Type, m.TextSum), m.ID...))
}

func keyEdge(b []byte, k engine.EdgeKey) []byte {
	b = appendStr(append(b, tabEdge), k.From)
	return append(appendStr(appendStr(b, k.Type), k.To), k.Relation...)
}

func keyMirror(b []byte, k engine.EdgeKey) []byte {
	b = appendStr(append(b, tabMirror), k.To)
	return append(appendStr(appendStr(b, k.Type), k.From), k.Relation...)
}

// cutEdgeKey reads an edge's key or, with the ends swapped, its mirror's.
func cutEdgeKey(key []byte) (k engine.EdgeKey, err error) {
	rest := key[1:]
	if k.From, rest, err = cutStr(rest); err != nil {
		return k, err
	}
	if k.Type, rest, err = cutStr(rest); err != nil {
		return k, err
	}
	if k.To, rest, err = cutStr(rest); err != nil {
		return k, err
	}
	k.Relation = string(rest)
	if key[0] == tabMirror {
		k.From, k.To = k.To, k.From
	}
	return k, nil
}

func keyID(b []byte, table byte, id string) []byte { return append(append(b, table), id...) }

func keyStatus(b []byte, c *engine.Conflict) []byte {
	b = appendTimeDown(append(b, tabStatus, byte(c.Status)), c.CreatedAt)
	return append(b, c.ID...)
}

func keyConflictOf(b []byte, memory, id string) []byte {
	return append(appendStr(append(b, tabConflictOf), memory), id...)
}

// conflictKeys lists all index keys of a conflict.
func conflictKeys(c *engine.Conflict) [][]byte {
	keys := [][]byte{keyStatus(nil, c), keyConflictOf(nil, c.MemoryA, c.ID)}
	if c.MemoryB != c.MemoryA {
		keys = append(keys, keyConflictOf(nil, c.MemoryB, c.ID))
	}
	return keys
}

func keyOperationSeq(b []byte, o *engine.Operation) []byte {
	return append(appendU64(append(b, tabOperationSeq), ^o.Seq), o.ID...)
}

func keySource(b []byte, source, record string) []byte {
	return append(appendStr(append(b, tabSource), source), record...)
}

func keyRedo(seq uint64, chunk uint32) []byte {
	return appendU32(appendU64([]byte{tabRedo}, seq), chunk)
}
