package badgerstore

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"

	"ebb/engine"
)

// A backupReader reads a backup and believes none of it.
type backupReader struct {
	r      *bufio.Reader
	at     int64 // bytes read
	sum    hash.Hash
	head   backupHeader
	tally  tally
	zip    *zstd.Decoder
	frame  []byte
	raw    []byte
	last   []byte // the key before
	format uint32
}

// openBackup reads a backup's header. Its errors are
// *engine.BackupDamagedError, *engine.BackupVersionError and the reader's.
func openBackup(r io.Reader) (*backupReader, error) {
	zip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(frameMost))
	if err != nil {
		return nil, err
	}
	b := &backupReader{r: bufio.NewReaderSize(r, 256<<10), sum: sha256.New(), zip: zip}
	if err := b.readHeader(); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *backupReader) close() { b.zip.Close() }

func (b *backupReader) damaged(what string) error {
	return &engine.BackupDamagedError{At: b.at, What: what}
}

// read fills p; a file that ends before is damaged.
func (b *backupReader) read(p []byte) error {
	n, err := io.ReadFull(b.r, p)
	b.at += int64(n)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return b.damaged("it ends here, in the middle")
	}
	return err
}

const headerStart = len(backupMark) + 8

func (b *backupReader) readHeader() error {
	start := make([]byte, headerStart)
	if err := b.read(start); err != nil {
		var short *engine.BackupDamagedError
		if errors.As(err, &short) {
			return b.damaged("it is no backup of a store, or its beginning only")
		}
		return err
	}
	if string(start[:len(backupMark)]) != backupMark {
		b.at = 0
		return b.damaged("it is no backup of a store; ebb import reads exports and other tools' files")
	}
	b.format = binary.BigEndian.Uint32(start[len(backupMark):])
	n := binary.BigEndian.Uint32(start[len(backupMark)+4:])
	if n > frameMost {
		return b.damaged("its header has an impossible length")
	}
	rest := make([]byte, n+4)
	if err := b.read(rest); err != nil {
		return err
	}
	whole := append(start, rest...)
	text, sum := whole[headerStart:len(whole)-4], binary.BigEndian.Uint32(whole[len(whole)-4:])
	if crc32.Checksum(whole[:len(whole)-4], castagnoli) != sum {
		return b.damaged("the checksum of its header does not match")
	}
	// Only now is it known that it says so itself.
	if b.format > backupFormat {
		return &engine.BackupVersionError{What: "backup format", Have: b.format, Supported: backupFormat}
	}
	if err := json.Unmarshal(text, &b.head); err != nil {
		return b.damaged("its header cannot be read: " + err.Error())
	}
	if b.head.Schema > schemaVersion {
		return &engine.BackupVersionError{What: "store format", Have: b.head.Schema, Supported: schemaVersion}
	}
	b.sum.Write(whole) // a hash never fails
	return nil
}

// next reads the next frame's entries and calls fn for each; io.EOF follows
// the trailer of a whole backup.
func (b *backupReader) next(fn func(key, val []byte) error) error {
	kind, raw, body, err := b.readFrame()
	if err != nil {
		return err
	}
	if kind == frameTrailer {
		return b.finish(body)
	}
	if b.raw, err = b.zip.DecodeAll(body, b.raw[:0]); err != nil {
		return b.damaged("a frame cannot be unpacked: " + err.Error())
	}
	if len(b.raw) != raw {
		return b.damaged(fmt.Sprintf("a frame has %d bytes instead of %d", len(b.raw), raw))
	}
	return b.each(fn)
}

func (b *backupReader) readFrame() (kind byte, raw int, body []byte, err error) {
	var head [frameHead]byte
	if err := b.read(head[:]); err != nil {
		return 0, 0, nil, err
	}
	raw, stored := int(binary.BigEndian.Uint32(head[1:])), int(binary.BigEndian.Uint32(head[5:]))
	if head[0] != frameRecords && head[0] != frameTrailer || raw > frameMost || stored > frameMost {
		return 0, 0, nil, b.damaged("no frame begins here")
	}
	b.frame = append(b.frame[:0], head[:]...)
	b.frame = slices.Grow(b.frame, stored+4)[:frameHead+stored+4]
	if err := b.read(b.frame[frameHead:]); err != nil {
		return 0, 0, nil, err
	}
	sealed := b.frame[:frameHead+stored]
	if crc32.Checksum(sealed, castagnoli) != binary.BigEndian.Uint32(b.frame[len(sealed):]) {
		return 0, 0, nil, b.damaged("the checksum of a frame does not match")
	}
	if head[0] == frameRecords {
		b.sum.Write(b.frame)
	}
	return head[0], raw, sealed[frameHead:], nil
}

// each reads the entries of a frame.
func (b *backupReader) each(fn func(key, val []byte) error) error {
	for rest := b.raw; len(rest) > 0; {
		key, after, err := cutBytes(rest)
		if err != nil {
			return b.damaged("an entry is longer than its frame")
		}
		val, after, err := cutBytes(after)
		if err != nil {
			return b.damaged("an entry is longer than its frame")
		}
		rest = after
		if err := b.admit(key, val); err != nil {
			return err
		}
		b.tally.add(key)
		if err := fn(key, val); err != nil {
			return err
		}
	}
	return nil
}

// admit refuses what no store of ours has written: Badger would answer some
// of it with the end of the process.
func (b *backupReader) admit(key, val []byte) error {
	switch {
	case len(key) == 0 || len(key) > maxKeyBytes || len(val) >= maxValue:
		return b.damaged("an entry has an impossible size")
	case string(b.last) >= string(key):
		return b.damaged("its entries are not in order")
	case tableNames[key[0]] == "" || key[0] == tabRedo || string(key) == string(keyPending):
		return b.damaged("an entry belongs to no table")
	}
	if err := soundValue(key, val); err != nil {
		return b.damaged(err.Error())
	}
	b.last = append(b.last[:0], key...)
	return nil
}

// finish compares the trailer with what was read.
func (b *backupReader) finish(body []byte) error {
	var said backupTrailer
	if err := json.Unmarshal(body, &said); err != nil {
		return b.damaged("its trailer cannot be read: " + err.Error())
	}
	read := b.tally.trailer(b.sum)
	if why := said.differs(&read); why != "" {
		return b.damaged(why)
	}
	var end [len(backupEnd)]byte
	if err := b.read(end[:]); err != nil {
		return err
	}
	if string(end[:]) != backupEnd {
		return b.damaged("its end mark is wrong")
	}
	if _, err := b.r.ReadByte(); !errors.Is(err, io.EOF) {
		if err != nil {
			return err
		}
		return b.damaged("something follows its end")
	}
	return io.EOF
}

// summary says what was read.
func (b *backupReader) summary() engine.Backup {
	return engine.Backup{
		Format: b.format, Schema: b.head.Schema, At: b.head.At, Seq: b.head.Seq, Totals: b.head.Totals,
		Memories: b.tally.tables[tabHead], Entries: b.tally.entries, Bytes: b.at,
	}
}
