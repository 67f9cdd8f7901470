package badgerstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"ebb/engine"
)

// What is derived from texts is stored as plain bytes, little endian: it is
// the bulk of a store with a model, and read all at once.

func keyModel(b []byte, table byte, model string) []byte {
	return appendStr(append(b, table), model)
}

func keyModelID(b []byte, table byte, model, id string) []byte {
	return append(keyModel(b, table, model), id...)
}

func cutModelKey(key []byte) (model, id string, err error) {
	model, rest, err := cutStr(key[1:])
	return model, string(rest), err
}

const signatureBytes = 8 + 8*8

func appendSignature(b []byte, s *engine.Signature) []byte {
	b = binary.LittleEndian.AppendUint64(b, s.Group)
	for _, word := range s.Bits {
		b = binary.LittleEndian.AppendUint64(b, word)
	}
	return b
}

func readSignature(b []byte, s *engine.Signature) error {
	if len(b) != signatureBytes {
		return fmt.Errorf("a signature of %d bytes", len(b))
	}
	s.Group = binary.LittleEndian.Uint64(b)
	for i := range s.Bits {
		s.Bits[i] = binary.LittleEndian.Uint64(b[8+8*i:])
	}
	return nil
}

var errNotFinite = errors.New("a number that is not finite")

func appendVector(b []byte, v []float32) ([]byte, error) {
	for _, x := range v {
		if !finite(float64(x)) {
			return nil, errNotFinite
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b, nil
}

func readVector(b []byte) ([]float32, error) {
	if len(b) == 0 || len(b)%4 != 0 {
		return nil, fmt.Errorf("a vector of %d bytes", len(b))
	}
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		if !finite(float64(v[i])) {
			return nil, errNotFinite
		}
	}
	return v, nil
}

// appendNear writes neighbours: length of the id, similarity, id.
func appendNear(b []byte, near []engine.Neighbour) ([]byte, error) {
	for _, n := range near {
		if !finite(n.Similarity) {
			return nil, errNotFinite
		}
		b = binary.AppendUvarint(b, uint64(len(n.ID)))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(n.Similarity))
		b = append(b, n.ID...)
	}
	return b, nil
}

func readNear(b []byte) ([]engine.Neighbour, error) {
	all := string(b) // one copy for all ids
	var out []engine.Neighbour
	for at := 0; at < len(b); {
		n, used := binary.Uvarint(b[at:])
		if used <= 0 || len(b)-at-used < 8 || n > uint64(len(b)-at-used-8) {
			return nil, errShort
		}
		at += used
		similarity := math.Float64frombits(binary.LittleEndian.Uint64(b[at:]))
		if !finite(similarity) {
			return nil, errNotFinite
		}
		at += 8
		out = append(out, engine.Neighbour{ID: all[at : at+int(n)], Similarity: similarity})
		at += int(n)
	}
	return out, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
