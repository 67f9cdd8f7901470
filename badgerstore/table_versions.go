package badgerstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"iter"
	"time"

	"ebb/engine"
)

type versions struct{ *tx }

var errNoText = errors.New("the version that holds its text does not exist")

func (t versions) Put(v *engine.Version) error {
	if err := t.writable(); err != nil {
		return err
	}
	t.key = keyVersion(t.key[:0], v.MemoryID, v.Ref())
	known, err := t.has(t.key)
	if err != nil {
		return err
	}
	t.version.from(v)
	if err := t.set(t.key, &t.version); err != nil {
		return err
	}
	if !known {
		t.totals.Versions++
	}
	return nil
}

func (t versions) Get(id string, ref engine.VersionRef) (engine.Version, bool, error) {
	t.key = keyVersion(t.key[:0], id, ref)
	val, err := t.get(t.key)
	if val == nil || err != nil {
		return engine.Version{}, false, err
	}
	v, err := t.decodeVersion(t.key, val, id, ref)
	if err == nil {
		err = t.fillText(&v, nil)
	}
	return v, err == nil, err
}

func (t versions) decodeVersion(key, val []byte, id string, ref engine.VersionRef) (engine.Version, error) {
	t.version = versionRecord{}
	if err := decode(key, val, &t.version); err != nil {
		return engine.Version{}, err
	}
	return t.version.version(id, ref), nil
}

// heldText remembers the last text that was fetched for another version.
type heldText struct {
	ref  engine.VersionRef
	text string
}

// fillText gives v the text that another version holds.
func (t versions) fillText(v *engine.Version, last *heldText) error {
	ref := v.Memory.Text
	if ownText(&v.Memory.Head) {
		if last != nil {
			*last = heldText{ref, v.Memory.Content}
		}
		return nil
	}
	if last != nil && last.ref.Number == ref.Number && last.ref.At.Equal(ref.At) && !last.ref.At.IsZero() {
		v.Memory.Content = last.text
		return nil
	}
	t.key2 = keyVersion(t.key2[:0], v.MemoryID, ref)
	val, err := t.get(t.key2)
	if err != nil {
		return err
	}
	if val == nil {
		return corrupt(keyVersion(nil, v.MemoryID, v.Ref()), errNoText)
	}
	text, err := contentOf(t.key2, val)
	if err != nil {
		return err
	}
	v.Memory.Content = text
	if last != nil {
		*last = heldText{ref, text}
	}
	return nil
}

func (t versions) At(id string, at time.Time) (engine.Version, bool, error) {
	prefix := keyVersions(nil, id)
	c := t.scan(prefix, appendTimeDown(bytes.Clone(prefix), at))
	defer c.close()
	if !c.next() {
		return engine.Version{}, false, c.err
	}
	v, err := t.read(c, nil)
	return v, err == nil, err
}

func (t versions) read(c *cursor, last *heldText) (engine.Version, error) {
	id, ref, err := cutVersionKey(c.key())
	if err != nil {
		return engine.Version{}, corrupt(c.key(), err)
	}
	val, err := c.value()
	if err != nil {
		return engine.Version{}, err
	}
	v, err := t.decodeVersion(c.key(), val, id, ref)
	if err == nil {
		err = t.fillText(&v, last)
	}
	return v, err
}

func (t versions) Of(id string) iter.Seq2[engine.Version, error] {
	return func(yield func(engine.Version, error) bool) {
		var last heldText
		each(t.tx, keyVersions(nil, id), nil, func(c *cursor) (engine.Version, error) {
			return t.read(c, &last)
		}, yield)
	}
}

func (t versions) DeleteAll(id string) error {
	if err := t.writable(); err != nil {
		return err
	}
	c := t.scan(keyVersions(nil, id), nil)
	defer c.close()
	for c.next() {
		t.key = append(t.key[:0], c.key()...)
		t.del(t.key)
		t.totals.Versions--
	}
	return c.err
}

// contentOf reads the text of a version record and nothing else: it is the
// record's first entry, so a scan for texts need not decode the rest.
func contentOf(key, val []byte) (string, error) {
	body, err := unseal(key, val)
	if err != nil {
		return "", corrupt(key, err)
	}
	text, ok := firstText(body)
	if !ok {
		return "", corrupt(key, errShort)
	}
	return string(text), nil
}

// firstText returns the text under key 0 of a CBOR map, nothing when the map
// starts with another key. ok is false for anything that is not such a map.
func firstText(b []byte) (text []byte, ok bool) {
	const textType = 3
	major, pairs, b, ok := cutHead(b)
	if !ok || major != mapType || pairs == 0 {
		return nil, ok && major == mapType
	}
	major, key, b, ok := cutHead(b)
	if !ok || major != 0 || key != 0 {
		return nil, ok
	}
	major, n, b, ok := cutHead(b)
	if !ok || major != textType || n > uint64(len(b)) {
		return nil, false
	}
	return b[:n], true
}

// cutHead reads the head of one CBOR item: its major type and its number.
func cutHead(b []byte) (major byte, n uint64, rest []byte, ok bool) {
	if len(b) == 0 {
		return 0, 0, nil, false
	}
	major, info := b[0]>>5, b[0]&31
	b = b[1:]
	switch {
	case info < 24:
		return major, uint64(info), b, true
	case info == 24 && len(b) >= 1:
		return major, uint64(b[0]), b[1:], true
	case info == 25 && len(b) >= 2:
		return major, uint64(binary.BigEndian.Uint16(b)), b[2:], true
	case info == 26 && len(b) >= 4:
		return major, uint64(binary.BigEndian.Uint32(b)), b[4:], true
	case info == 27 && len(b) >= 8:
		return major, binary.BigEndian.Uint64(b), b[8:], true
	}
	return 0, 0, nil, false
}
