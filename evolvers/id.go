package evolvers

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// madeID is shaped like a UUID of version 7: it sorts by time. Where another
// one has random bits it has a hash of what the memory is made from, so that
// the same plan gives the same ids.
func madeID(now time.Time, salt int, parts []string) string {
	h := sha256.New()
	var n [8]byte
	for _, part := range append([]string{string(binary.BigEndian.AppendUint64(nil, uint64(salt)))}, parts...) {
		binary.BigEndian.PutUint64(n[:], uint64(len(part)))
		h.Write(n[:])
		h.Write([]byte(part))
	}
	var id [16]byte
	copy(id[6:], h.Sum(nil))
	ms := uint64(max(now.UnixMilli(), 0))
	id[0], id[1], id[2], id[3], id[4], id[5] = byte(ms>>40), byte(ms>>32), byte(ms>>24), byte(ms>>16), byte(ms>>8), byte(ms)
	id[6] = id[6]&0x0f | 0x70
	id[8] = id[8]&0x3f | 0x80
	var out [36]byte
	hex.Encode(out[:8], id[:4])
	hex.Encode(out[9:13], id[4:6])
	hex.Encode(out[14:18], id[6:8])
	hex.Encode(out[19:23], id[8:10])
	hex.Encode(out[24:], id[10:])
	out[8], out[13], out[18], out[23] = '-', '-', '-', '-'
	return string(out[:])
}
