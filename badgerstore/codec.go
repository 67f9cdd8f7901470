package badgerstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"reflect"
	"strconv"
	"unicode/utf8"

	"github.com/fxamacker/cbor/v2"

	"ebb/engine"
)

// A value is one format byte, the record as CBOR with integer keys, and the
// CRC-32C over key, format byte and record.
const (
	valueFormat   = 1
	valueOverhead = 5
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var (
	errChecksum = errors.New("checksum does not match")
	errShort    = errors.New("too short")
)

var encMode, decMode = codecModes()

func codecModes() (cbor.UserBufferEncMode, cbor.DecMode) {
	enc, err := cbor.EncOptions{
		Sort:          cbor.SortCoreDeterministic,
		ShortestFloat: cbor.ShortestFloat16,
		InfConvert:    cbor.InfConvertFloat16,
		NaNConvert:    cbor.NaNConvertPreserveSignal,
		IndefLength:   cbor.IndefLengthForbidden,
	}.UserBufferEncMode()
	if err != nil {
		panic(err) // the options are constants: a test opens a store
	}
	dec, err := cbor.DecOptions{
		DefaultMapType: reflect.TypeFor[map[string]any](),
		IntDec:         cbor.IntDecConvertSignedOrFail,
		DupMapKey:      cbor.DupMapKeyEnforcedAPF,
		// What was accepted must stay readable, whatever its bytes are.
		UTF8:             cbor.UTF8DecodeInvalid,
		MaxArrayElements: 1 << 24,
		MaxMapPairs:      1 << 24,
	}.DecMode()
	if err != nil {
		panic(err) // as above
	}
	return enc, dec
}

// seal encodes rec as the value of key into buf and returns buf's bytes.
func seal(buf *bytes.Buffer, key []byte, rec any) ([]byte, error) {
	buf.Reset()
	buf.WriteByte(valueFormat)
	if err := encMode.MarshalToBuffer(rec, buf); err != nil {
		return nil, err
	}
	return closeSeal(buf, key), nil
}

// sealRaw makes the value of a key whose record is plain bytes.
func sealRaw(buf *bytes.Buffer, key, raw []byte) []byte {
	buf.Reset()
	buf.WriteByte(valueFormat)
	buf.Write(raw)
	return closeSeal(buf, key)
}

func closeSeal(buf *bytes.Buffer, key []byte) []byte {
	var sum [4]byte
	binary.LittleEndian.PutUint32(sum[:], checksum(key, buf.Bytes()))
	buf.Write(sum[:])
	return buf.Bytes()
}

func checksum(key, body []byte) uint32 {
	return crc32.Update(crc32.Update(0, castagnoli, key), castagnoli, body)
}

// unseal checks a value and returns the record in it.
func unseal(key, value []byte) ([]byte, error) {
	if len(value) < valueOverhead {
		return nil, errShort
	}
	body := value[:len(value)-4]
	if checksum(key, body) != binary.LittleEndian.Uint32(value[len(body):]) {
		return nil, errChecksum
	}
	if body[0] != valueFormat {
		return nil, errors.New("unknown value format " + strconv.Itoa(int(body[0])))
	}
	return body[1:], nil
}

// decode reads a value into rec, which must be zero.
func decode(key, value []byte, rec any) error {
	body, err := unseal(key, value)
	if err == nil {
		err = decMode.Unmarshal(body, rec)
	}
	if err != nil {
		return corrupt(key, err)
	}
	return nil
}

func corrupt(key []byte, why error) error {
	table := "store"
	shown := ""
	if len(key) > 0 {
		if name, ok := tableNames[key[0]]; ok {
			table = name
		}
		shown = string(key)
		if key[0] != tabStore {
			shown = shown[1:]
		}
	}
	if len(shown) > 200 {
		shown = shown[:200]
	}
	if !utf8.ValidString(shown) {
		shown = strconv.QuoteToASCII(shown)
	}
	return &engine.CorruptRecordError{Table: table, Key: shown, Why: why.Error(), Err: why}
}
