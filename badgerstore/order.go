package badgerstore

import (
	"encoding/binary"
	"errors"
	"math"
	"time"
)

// The encodings of key components. Each keeps order: comparing two encodings
// byte by byte compares what they encode.

var errKey = errors.New("malformed key")

// appendStr appends s so that more components can follow: a zero byte becomes
// 00 FF and 00 01 ends the component.
func appendStr(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if s[i] == 0 {
			return appendEscaped(b, s)
		}
	}
	b = append(b, s...)
	return append(b, 0, 1)
}

func appendEscaped(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		b = append(b, s[i])
		if s[i] == 0 {
			b = append(b, 0xFF)
		}
	}
	return append(b, 0, 1)
}

// cutStr reads what appendStr wrote and returns what follows it.
func cutStr(b []byte) (s string, rest []byte, err error) {
	escaped := false
	for i := 0; i+1 < len(b); i++ {
		if b[i] != 0 {
			continue
		}
		switch b[i+1] {
		case 1:
			if escaped {
				return unescape(b[:i]), b[i+2:], nil
			}
			return string(b[:i]), b[i+2:], nil
		case 0xFF:
			escaped = true
			i++
		default:
			return "", nil, errKey
		}
	}
	return "", nil, errKey
}

func unescape(b []byte) string {
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		out = append(out, b[i])
		if b[i] == 0 {
			i++
		}
	}
	return string(out)
}

func appendU64(b []byte, n uint64) []byte { return binary.BigEndian.AppendUint64(b, n) }
func appendU32(b []byte, n uint32) []byte { return binary.BigEndian.AppendUint32(b, n) }

// appendTime appends an instant that sorts upwards.
func appendTime(b []byte, t time.Time) []byte { return appendU64(b, uint64(instant(t))^1<<63) }

// appendTimeDown appends an instant that sorts downwards, newest first.
func appendTimeDown(b []byte, t time.Time) []byte { return appendU64(b, ^(uint64(instant(t)) ^ 1<<63)) }

func cutU64(b []byte) (uint64, []byte, error) {
	if len(b) < 8 {
		return 0, nil, errKey
	}
	return binary.BigEndian.Uint64(b), b[8:], nil
}

func cutU32(b []byte) (uint32, []byte, error) {
	if len(b) < 4 {
		return 0, nil, errKey
	}
	return binary.BigEndian.Uint32(b), b[4:], nil
}

func cutTime(b []byte) (time.Time, []byte, error) {
	n, rest, err := cutU64(b)
	return fromInstant(int64(n ^ 1<<63)), rest, err
}

func cutTimeDown(b []byte) (time.Time, []byte, error) {
	n, rest, err := cutU64(b)
	return fromInstant(int64(^n ^ 1<<63)), rest, err
}

// zeroInstant stands for the zero time: before every other one.
const zeroInstant = math.MinInt64

// instant is t in nanoseconds since 1970. What lies outside the years 1678 to
// 2262 is held at the nearer end.
func instant(t time.Time) int64 {
	const limit = math.MaxInt64 / int64(time.Second)
	if t.IsZero() {
		return zeroInstant
	}
	switch sec := t.Unix(); {
	case sec >= limit:
		return math.MaxInt64
	case sec <= -limit:
		return -math.MaxInt64
	}
	return t.UnixNano()
}

func fromInstant(n int64) time.Time {
	if n == zeroInstant {
		return time.Time{}
	}
	return time.Unix(0, n).UTC()
}

// stamp is an instant as it stands in a record, where 0 is left out and so
// means the zero time; 1970 itself takes the value that is free.
func stamp(t time.Time) int64 {
	switch n := instant(t); n {
	case zeroInstant:
		return 0
	case 0:
		return zeroInstant
	default:
		return n
	}
}

func fromStamp(n int64) time.Time {
	switch n {
	case 0:
		return time.Time{}
	case zeroInstant:
		return time.Unix(0, 0).UTC()
	}
	return time.Unix(0, n).UTC()
}
