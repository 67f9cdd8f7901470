package badgerstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"github.com/klauspost/compress/zstd"

	"ebb/engine"
)

// Backup writes the whole store, as it is at this instant, to w: every record,
// every index, settings, journal and log. Writing to the store goes on
// meanwhile. done is called now and then with the number of entries so far.
// A damaged store is refused with *engine.CorruptRecordError or
// *engine.StoreDamagedError, because what came of it could not be restored.
func (s *Store) Backup(ctx context.Context, w io.Writer, done func(entries int)) (engine.Backup, error) {
	t, err := s.begin(ctx)
	if err != nil {
		return engine.Backup{}, err
	}
	defer s.readers.Done()
	defer t.end()
	// Badger passes over a damaged block without an error.
	var damaged error
	if err := s.checkBlocks(ctx, func(found error) {
		if damaged == nil {
			damaged = found
		}
	}); err != nil {
		return engine.Backup{}, err
	}
	if damaged != nil {
		return engine.Backup{}, damaged
	}
	b := backupWriter{tx: t, w: w, sum: sha256.New(), done: done}
	return b.write()
}

// A backupWriter writes one backup.
type backupWriter struct {
	*tx
	w     io.Writer
	sum   hash.Hash
	done  func(int)
	bytes int64
	tally tally
	zip   *zstd.Encoder
	raw   []byte // entries of the frame that is being filled
	frame []byte
	body  []byte
}

func (b *backupWriter) write() (info engine.Backup, err error) {
	head, err := b.header()
	if err != nil {
		return info, err
	}
	b.zip, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false))
	if err != nil {
		return info, err
	}
	defer func() { err = errors.Join(err, b.zip.Close()) }()
	first, err := appendHeader(nil, &head)
	if err != nil {
		return info, err
	}
	if err := b.put(first); err != nil {
		return info, err
	}
	if err := b.entries(); err != nil {
		return info, err
	}
	if err := b.end(); err != nil {
		return info, err
	}
	b.done(b.tally.entries)
	return engine.Backup{
		Format: backupFormat, Schema: head.Schema, At: head.At, Seq: head.Seq, Totals: head.Totals,
		Memories: b.tally.tables[tabHead], Entries: b.tally.entries, Bytes: b.bytes,
	}, nil
}

func (b *backupWriter) header() (backupHeader, error) {
	h := backupHeader{At: time.Now().UTC().Round(0)}
	var schema schemaRecord
	var err error
	if _, err = b.record(keySchema, &schema); err != nil {
		return h, err
	}
	h.Schema, h.MinReader = schema.Version, schema.MinReader
	if h.Seq, err = readSeq(&b.snapshot); err != nil {
		return h, err
	}
	if h.Totals, err = readTotals(&b.snapshot); err != nil {
		return h, err
	}
	for _, t := range b.store.db.Tables() {
		h.Disk += int64(t.OnDiskSize)
	}
	return h, nil
}

// entries writes every entry but the redo journal's: what that has committed
// is in the snapshot already.
func (b *backupWriter) entries() error {
	c := b.scan(nil, nil)
	defer c.close()
	for c.next() {
		key := c.key()
		if key[0] == tabRedo || string(key) == string(keyPending) {
			continue
		}
		val, err := c.value()
		if err == nil {
			err = soundValue(key, val)
		}
		if err != nil {
			return err
		}
		b.tally.add(key)
		if b.tally.entries%progressEvery == 0 {
			b.done(b.tally.entries)
		}
		b.raw = binary.AppendUvarint(b.raw, uint64(len(key)))
		b.raw = append(b.raw, key...)
		b.raw = binary.AppendUvarint(b.raw, uint64(len(val)))
		b.raw = append(b.raw, val...)
		if len(b.raw) >= frameBytes {
			if err := b.flush(); err != nil {
				return err
			}
		}
	}
	if c.err != nil {
		return c.err
	}
	return b.flush()
}

// soundValue checks what a value says of itself.
func soundValue(key, val []byte) error {
	if keyOnly(key[0]) {
		if len(val) != 0 {
			return corrupt(key, errIndexValue)
		}
		return nil
	}
	if _, err := unseal(key, val); err != nil {
		return corrupt(key, err)
	}
	return nil
}

// keyOnly reports whether a table's entries are keys without values.
func keyOnly(table byte) bool { return isIndex(table) || table == tabMark }

func (b *backupWriter) flush() error {
	if len(b.raw) == 0 {
		return nil
	}
	b.body = b.zip.EncodeAll(b.raw, b.body[:0])
	b.frame = appendFrame(b.frame[:0], frameRecords, len(b.raw), b.body)
	b.raw = b.raw[:0]
	return b.put(b.frame)
}

func (b *backupWriter) end() error {
	text, err := json.Marshal(b.tally.trailer(b.sum))
	if err != nil {
		return err
	}
	return b.put(append(appendFrame(nil, frameTrailer, len(text), text), backupEnd...))
}

func (b *backupWriter) put(p []byte) error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	n, err := b.w.Write(p)
	b.bytes += int64(n)
	if err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	b.sum.Write(p) // a hash never fails
	return nil
}
