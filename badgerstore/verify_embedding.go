package badgerstore

import "fmt"

// checkEmbedding reads what was made of a text, and whether that memory, and
// those it is said to be close to, are there.
func (a *audit) checkEmbedding(key, val []byte) error {
	if key[0] == tabMark {
		if len(val) != 0 {
			return corrupt(key, errIndexValue)
		}
		return a.wantHead(key, string(key[1:]))
	}
	_, id, err := cutModelKey(key)
	if err != nil {
		return corrupt(key, err)
	}
	body, err := unseal(key, val)
	if err != nil {
		return corrupt(key, err)
	}
	switch key[0] {
	case tabSignature:
		if len(body) != signatureBytes {
			return corrupt(key, fmt.Errorf("a signature of %d bytes", len(body)))
		}
	case tabVector:
		if _, err := readVector(body); err != nil {
			return corrupt(key, err)
		}
	case tabNear:
		near, err := readNear(body)
		if err != nil {
			return corrupt(key, err)
		}
		for _, n := range near {
			if err := a.wantHead(key, n.ID); err != nil {
				return err
			}
		}
	}
	return a.wantHead(key, id)
}

// wantHead makes sure that a memory is there.
func (a *audit) wantHead(key []byte, id string) error {
	a.key2 = keyHead(a.key2[:0], id)
	there, err := a.has(a.key2)
	if err == nil && !there {
		err = corrupt(key, errOrphan)
	}
	return err
}
