package badgerstore

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/dgraph-io/badger/v4"

	"ebb/engine"
)

// What does not fit one Badger transaction is written as redo chunks, which
// mean nothing by themselves; then one transaction commits by naming them in
// a pending record; then the chunks are applied, which can be done again and
// again; then pending record and chunks are removed, in that order. A chunk
// that no pending record names was never committed, or is done with.

// pendingRecord names the chunks of a committed operation.
type pendingRecord struct {
	Seq    uint64 `cbor:"1,keyasint,omitempty"`
	Chunks uint32 `cbor:"2,keyasint,omitempty"`
	Done   uint32 `cbor:"3,keyasint,omitempty"` // chunks applied so far
}

// chunkBytes is the size of a chunk: one Badger transaction must be able to
// apply it.
func (s *Store) chunkBytes() int { return min(512<<10, s.maxBytes/2) }

// commitRedo makes a set of any size durable.
func (s *Store) commitRedo(t *tx) error {
	chunks, err := s.writeChunks(t.seq, t.own())
	if err != nil {
		// Whatever was written names nothing; try to leave no trace.
		if dropErr := s.dropChunks(t.seq); dropErr != nil {
			s.notice(fmt.Sprintf("parts of an abandoned operation are removed at the next start: %v", dropErr))
		}
		return err
	}
	pending, err := sealed(keyPending, &pendingRecord{Seq: t.seq, Chunks: chunks})
	if err != nil {
		return err
	}
	// No reader may take a snapshot between the commit and its overlay.
	s.mu.Lock()
	err = s.attempt(func(txn *badger.Txn) error { return txn.Set(keyPending, pending) })
	var failed *FailedError
	switch {
	case err == nil:
		s.overlay = t.own()
	case errors.As(err, &failed):
		s.failed = failed
	}
	s.mu.Unlock()
	if err != nil {
		return err
	}
	s.at(placePending)
	t.end()
	if err := s.rollForward(); err != nil {
		// The operation is committed and readers see it. The next Update, or
		// the next start, goes on.
		s.notice(fmt.Sprintf("an operation is still being written out: %v", err))
	}
	return nil
}

// writeChunks stores the entries of a set as values of redo keys.
func (s *Store) writeChunks(seq uint64, w *writeSet) (chunks uint32, err error) {
	var body []byte
	count := 0
	flush := func() error {
		if err := s.spaceFor(3 * len(body)); err != nil {
			return err
		}
		key := keyRedo(seq, chunks)
		val := append([]byte{valueFormat}, body...)
		val = binary.LittleEndian.AppendUint32(val, checksum(key, val))
		chunks, count, body = chunks+1, 0, body[:0]
		err := s.transact(func(txn *badger.Txn) error { return txn.Set(key, val) })
		s.at(placeChunk)
		return err
	}
	err = w.all(func(n *node) error {
		if count > 0 && (len(body)+len(n.key)+len(n.val) > s.chunkBytes() || count >= s.maxCount/2) {
			if err := flush(); err != nil {
				return err
			}
		}
		body = appendEntry(body, n.key, n.val, n.deleted)
		count++
		return nil
	})
	if err == nil && count > 0 {
		err = flush()
	}
	return chunks, err
}

func appendEntry(b, key, val []byte, deleted bool) []byte {
	kind := byte(0)
	if deleted {
		kind = 1
	}
	b = binary.AppendUvarint(append(b, kind), uint64(len(key)))
	b = append(b, key...)
	b = binary.AppendUvarint(b, uint64(len(val)))
	return append(b, val...)
}

// eachEntry reads what appendEntry wrote.
func eachEntry(b []byte, fn func(key, val []byte, deleted bool) error) error {
	for len(b) > 0 {
		deleted := b[0] == 1
		key, rest, err := cutBytes(b[1:])
		if err != nil {
			return err
		}
		val, rest, err := cutBytes(rest)
		if err != nil {
			return err
		}
		if err := fn(key, val, deleted); err != nil {
			return err
		}
		b = rest
	}
	return nil
}

func cutBytes(b []byte) (part, rest []byte, err error) {
	n, used := binary.Uvarint(b)
	if used <= 0 || n > uint64(len(b)-used) {
		return nil, nil, errShort
	}
	b = b[used:]
	return b[:n], b[n:], nil
}

// rollForward applies the pending operation and takes its overlay away.
func (s *Store) rollForward() error {
	p, ok, err := s.pending()
	if err != nil {
		return err
	}
	if ok {
		for p.Done < p.Chunks {
			if err := s.applyChunk(&p); err != nil {
				return err
			}
		}
		if err := s.transact(func(txn *badger.Txn) error { return txn.Delete(keyPending) }); err != nil {
			return err
		}
	}
	s.at(placeCleared)
	s.mu.Lock()
	s.overlay = nil
	s.mu.Unlock()
	return s.dropChunks(p.Seq)
}

// applyChunk writes the next chunk's entries and moves the cursor. The cursor
// rides in the chunk's last transaction.
func (s *Store) applyChunk(p *pendingRecord) error {
	key := keyRedo(p.Seq, p.Done)
	body, err := s.chunk(key)
	if err != nil {
		return err
	}
	if err := s.spaceFor(2 * len(body)); err != nil {
		return err
	}
	next := *p
	next.Done++
	cursor, err := sealed(keyPending, &next)
	if err != nil {
		return err
	}
	part := newWriteSet()
	err = eachEntry(body, func(key, val []byte, deleted bool) error {
		// A store opened with a smaller memtable takes several transactions.
		if part.count > 0 && (part.count+2 > s.maxCount || part.bytes+len(key)+len(val)+200 > s.maxBytes) {
			if err := s.commitSet(part); err != nil {
				return err
			}
			part = newWriteSet()
		}
		part.put(key, val, deleted)
		return nil
	})
	if err != nil {
		return err
	}
	part.put(keyPending, cursor, false)
	if err := s.commitSet(part); err != nil {
		return err
	}
	*p = next
	s.at(placeApplied)
	return nil
}

func (s *Store) chunk(key []byte) (body []byte, err error) {
	err = s.raw(func(r *snapshot) error {
		val, err := r.get(key)
		if err != nil {
			return err
		}
		if val == nil {
			return corrupt(key, errDangling)
		}
		if body, err = unseal(key, val); err != nil {
			return corrupt(key, err)
		}
		return nil
	})
	return body, err
}

func (s *Store) pending() (p pendingRecord, ok bool, err error) {
	err = s.raw(func(r *snapshot) error {
		ok, err = r.record(keyPending, &p)
		return err
	})
	return p, ok, err
}

// raw runs fn on what Badger holds, without an overlay.
func (s *Store) raw(fn func(*snapshot) error) error {
	r := snapshot{ctx: context.Background(), txn: s.db.NewTransaction(false)}
	defer r.end()
	return fn(&r)
}

// dropChunks removes redo chunks: those of one operation, or with 0 all.
func (s *Store) dropChunks(seq uint64) error {
	prefix := []byte{tabRedo}
	if seq != 0 {
		prefix = appendU64(prefix, seq)
	}
	gone := newWriteSet()
	err := s.raw(func(r *snapshot) error {
		c := r.scan(prefix, nil)
		defer c.close()
		for c.next() {
			gone.put(c.key(), nil, true)
		}
		return c.err
	})
	if err != nil || gone.count == 0 {
		return err
	}
	if gone.count <= s.maxCount {
		return s.commitSet(gone)
	}
	// Thousands of chunks: one by one will do.
	return gone.all(func(n *node) error {
		return s.transact(func(txn *badger.Txn) error { return txn.Delete(n.key) })
	})
}

// recover finishes what a crash interrupted. A store that is open for reading,
// or has no room, shows the pending operation from memory instead.
func (s *Store) recover() error {
	p, ok, err := s.pending()
	switch {
	case err != nil:
		return err
	case s.opts.ReadOnly && !ok:
		return nil
	case s.opts.ReadOnly:
		return s.overlayPending(p)
	case !ok:
		return s.dropChunks(0)
	}
	err = s.rollForward()
	var full *engine.DiskFullError
	if errors.As(err, &full) {
		s.notice(fmt.Sprintf("an operation is still being written out: %v", err))
		return s.overlayPending(p)
	}
	return err
}

func (s *Store) overlayPending(p pendingRecord) error {
	overlay := newWriteSet()
	for i := uint32(0); i < p.Chunks; i++ {
		body, err := s.chunk(keyRedo(p.Seq, i))
		if err != nil {
			return err
		}
		err = eachEntry(body, func(key, val []byte, deleted bool) error {
			overlay.put(key, val, deleted)
			return nil
		})
		if err != nil {
			return corrupt(keyRedo(p.Seq, i), err)
		}
	}
	s.overlay = overlay
	return nil
}
