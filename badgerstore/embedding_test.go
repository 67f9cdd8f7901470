package badgerstore

import (
	"bytes"
	"testing"

	"ebb/engine"
)

// What is read of arbitrary bytes writes back as those bytes, or is refused.
func FuzzEmbeddingRecords(f *testing.F) {
	v, err := appendVector(nil, []float32{1, -0.5})
	if err != nil {
		f.Fatal(err)
	}
	near, err := appendNear(nil, []engine.Neighbour{{ID: "a", Similarity: 0.9}, {ID: "", Similarity: 1}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(v)
	f.Add(near)
	f.Add(make([]byte, signatureBytes))
	f.Add([]byte{0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if v, err := readVector(b); err == nil {
			if back, err := appendVector(nil, v); err != nil || !bytes.Equal(back, b) {
				t.Errorf("vector %x became %x (%v)", b, back, err)
			}
		}
		if near, err := readNear(b); err == nil {
			back, err := appendNear(nil, near)
			if err != nil {
				t.Errorf("neighbours %x: %v", b, err)
			}
			// A length may be written with more bytes than it needs.
			if len(back) > len(b) {
				t.Errorf("neighbours %x became %x", b, back)
			}
			if again, err := readNear(back); err != nil || len(again) != len(near) {
				t.Errorf("neighbours %x cannot be read again: %v", back, err)
			}
		}
		var s engine.Signature
		if readSignature(b, &s) == nil {
			if back := appendSignature(nil, &s); !bytes.Equal(back, b) {
				t.Errorf("signature %x became %x", b, back)
			}
		}
	})
}
