package badgerstore

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash"
	"hash/crc32"
	"time"

	"ebb/engine"
)

// A backup is one file that is written and read from its beginning to its end:
//
//	mark, format, length, header as JSON, CRC-32C of all that
//	frames: kind, raw length, stored length, body, CRC-32C of all that
//	the last frame, the trailer as JSON: entries by table, SHA-256 of all before it
//	end mark
//
// The bodies are zstd over keys and values in the order of keys. Each frame is
// checked before it is unpacked; only the end mark behind a trailer that
// agrees makes it a backup.
const (
	backupMark   = "ebb\x00bkp\n"
	backupEnd    = "ebb\x00end\n"
	backupFormat = 1

	frameRecords = 'R'
	frameTrailer = 'T'

	// frameBytes is when a frame is full. One entry more may go in, and what
	// is longer than frameMost was not written by us.
	frameBytes = 1 << 20
	frameMost  = 4 << 20
)

// backupHeader is what must be known before anything is restored.
type backupHeader struct {
	Schema    uint32        `json:"schema"`
	MinReader uint32        `json:"minReader"`
	At        time.Time     `json:"at"`
	Seq       uint64        `json:"seq"`
	Totals    engine.Totals `json:"totals"`
	Disk      int64         `json:"disk"` // bytes that the store took, about
}

// backupTrailer says what a whole backup must have held.
type backupTrailer struct {
	Entries int            `json:"entries"`
	Tables  map[string]int `json:"tables"`
	Sum     []byte         `json:"sum"` // SHA-256 of every byte before this frame
}

func appendHeader(b []byte, h *backupHeader) ([]byte, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	b = append(b, backupMark...)
	b = binary.BigEndian.AppendUint32(b, backupFormat)
	b = binary.BigEndian.AppendUint32(b, uint32(len(text)))
	b = append(b, text...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), nil
}

const frameHead = 9

func appendFrame(b []byte, kind byte, raw int, body []byte) []byte {
	from := len(b)
	b = append(b, kind)
	b = binary.BigEndian.AppendUint32(b, uint32(raw))
	b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
	b = append(b, body...)
	return binary.BigEndian.AppendUint32(b, crc32.Checksum(b[from:], castagnoli))
}

// tally counts entries by table.
type tally struct {
	entries int
	tables  [256]int
}

func (t *tally) add(key []byte) {
	t.entries++
	t.tables[key[0]]++
}

func (t *tally) trailer(sum hash.Hash) backupTrailer {
	out := backupTrailer{Entries: t.entries, Tables: map[string]int{}, Sum: sum.Sum(nil)}
	for table, n := range t.tables {
		if n > 0 {
			out.Tables[string(rune(table))] = n
		}
	}
	return out
}

// differs says how a trailer and what was read disagree; "" when they agree.
func (t *backupTrailer) differs(read *backupTrailer) string {
	if t.Entries != read.Entries {
		return fmt.Sprintf("it holds %d entries, its trailer says %d", read.Entries, t.Entries)
	}
	if string(t.Sum) != string(read.Sum) {
		return "its checksum does not match"
	}
	if len(t.Tables) != len(read.Tables) {
		return "its trailer names other tables"
	}
	for table, n := range t.Tables {
		if read.Tables[table] != n {
			return fmt.Sprintf("it holds %d entries of table %q, its trailer says %d", read.Tables[table], table, n)
		}
	}
	return ""
}
