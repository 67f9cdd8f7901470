package badgerstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/dgraph-io/badger/v4"
)

var errEnded = errors.New("the transaction has ended")

// A snapshot is one transaction's view of keys and values: Badger's snapshot,
// over it what is committed but not yet rolled forward, over that the
// transaction's own writes.
type snapshot struct {
	ctx     context.Context
	txn     *badger.Txn
	layers  [2]*writeSet // upper first; nil where there is none
	cursors []*cursor
	stops   []func() // end the readers that run beside the transaction
	ended   bool
	damaged bool // an iterator could not be opened
}

// own is the write set of a writing transaction, nil in a reading one.
func (s *snapshot) own() *writeSet { return s.layers[0] }

// get returns the value of a key, nil when there is none. The value stays
// valid and must not be changed.
func (s *snapshot) get(key []byte) (val []byte, err error) {
	if s.ended {
		return nil, errEnded
	}
	for _, w := range s.layers {
		if n := w.get(key); n != nil {
			if n.deleted {
				return nil, nil
			}
			return n.val, nil
		}
	}
	defer recoverRead(key, &err)
	item, err := s.txn.Get(key)
	if errors.Is(err, badger.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, corrupt(key, err)
	}
	// The item copied the value out of Badger's memory and is ours.
	err = item.Value(func(v []byte) error { val = v; return nil })
	if val == nil {
		val = []byte{}
	}
	return val, err
}

func (s *snapshot) has(key []byte) (bool, error) {
	val, err := s.get(key)
	return val != nil, err
}

// recoverRead turns a panic inside Badger, which a damaged block can cause,
// into an error. Only Badger's own code runs under it.
func recoverRead(key []byte, err *error) {
	if p := recover(); p != nil {
		*err = corrupt(key, fmt.Errorf("reading panicked: %v", p))
	}
}

// end closes what is still open. A sequence that was pulled and dropped
// leaves its cursor behind.
func (s *snapshot) end() {
	s.ended = true
	for _, stop := range s.stops {
		stop()
	}
	for _, c := range s.cursors {
		c.close()
	}
	s.cursors = nil
	s.discard()
}

// discard ends Badger's transaction. Badger panics over an iterator that it
// counted but, because of a damaged table, could not open.
func (s *snapshot) discard() {
	defer func() {
		if p := recover(); p != nil && !s.damaged {
			panic(p)
		}
	}()
	s.txn.Discard()
}

// A cursor walks the keys that start with a prefix, in order. It sees the
// writes of its own transaction up to the moment of each step.
type cursor struct {
	snap   *snapshot
	prefix []byte
	it     *badger.Iterator
	base   bool // the iterator stands on an item not yet passed
	nodes  [2]*node
	from   int // where key and value are: fromBase is Badger
	steps  int
	seen   int    // entries of the own write set when nodes[0] was found
	last   []byte // in a writing transaction: everything before it is passed
	err    error
}

const fromBase = 2

// scan opens a cursor before the first key with the prefix that is not before
// start; a nil start means the prefix itself. The caller closes it.
func (s *snapshot) scan(prefix, start []byte) (c *cursor) {
	c = &cursor{snap: s, prefix: prefix}
	if s.ended {
		c.err = errEnded
		return c
	}
	if start == nil {
		start = prefix
	}
	defer func() { s.damaged = s.damaged || c.it == nil }()
	defer recoverRead(prefix, &c.err)
	c.it = s.txn.NewIterator(badger.IteratorOptions{Prefix: prefix})
	s.cursors = append(s.cursors, c)
	c.place(start)
	return c
}

// seek moves the cursor forward or back to before the first key from start on.
func (c *cursor) seek(start []byte) {
	if c.err != nil {
		return
	}
	defer recoverRead(start, &c.err)
	c.place(start)
}

func (c *cursor) place(start []byte) {
	c.it.Seek(start)
	c.base = c.it.Valid()
	c.nodes = [2]*node{}
	for i, w := range c.snap.layers {
		if w != nil {
			c.nodes[i] = c.within(w.seek(start))
		}
	}
	if w := c.snap.own(); w != nil {
		c.seen = w.count
		c.last = append(c.last[:0], start...)
	}
	c.from = -1
}

// within is n, or nil when n has left the prefix.
func (c *cursor) within(n *node) *node {
	if n == nil || !bytes.HasPrefix(n.key, c.prefix) {
		return nil
	}
	return n
}

// next moves to the next key and reports whether there is one. After false,
// err says whether something went wrong.
func (c *cursor) next() bool {
	if c.err != nil {
		return false
	}
	if c.snap.ended {
		c.err = errEnded
		return false
	}
	if c.steps++; c.steps&255 == 0 {
		if c.err = c.snap.ctx.Err(); c.err != nil {
			return false
		}
	}
	defer recoverRead(c.prefix, &c.err)
	for {
		if !c.pick() {
			return false
		}
		if c.from != fromBase && c.nodes[c.from].deleted {
			continue
		}
		return true
	}
}

// pick passes the current key in every layer and stands on the smallest next.
func (c *cursor) pick() bool {
	if c.from >= 0 {
		c.pass()
	}
	if w := c.snap.own(); w != nil && w.count != c.seen {
		c.seen = w.count
		c.nodes[0] = c.within(w.seek(c.last))
	}
	c.from = -1
	var least []byte
	for i, n := range c.nodes {
		if n != nil && (c.from < 0 || bytes.Compare(n.key, least) < 0) {
			c.from, least = i, n.key
		}
	}
	if c.base {
		if k := c.it.Item().Key(); c.from < 0 || bytes.Compare(k, least) < 0 {
			c.from = fromBase
		}
	}
	return c.from >= 0
}

// pass steps every layer that stands on the current key.
func (c *cursor) pass() {
	key := c.key()
	if c.snap.layers != [2]*writeSet{} {
		// The least key behind it; and stepping Badger reuses its memory.
		c.last = append(append(c.last[:0], key...), 0)
		key = c.last[:len(key)]
	}
	if c.base && (c.from == fromBase || bytes.Equal(c.it.Item().Key(), key)) {
		c.it.Next()
		c.base = c.it.Valid()
	}
	for i, n := range c.nodes {
		if n != nil && bytes.Equal(n.key, key) {
			c.nodes[i] = c.within(n.next[0])
		}
	}
}

// key is the current key, valid until the next step.
func (c *cursor) key() []byte {
	if c.from == fromBase {
		return c.it.Item().Key()
	}
	return c.nodes[c.from].key
}

// value is the current value, valid until the next step.
func (c *cursor) value() (val []byte, err error) {
	if c.from != fromBase {
		return c.nodes[c.from].val, nil
	}
	defer recoverRead(c.prefix, &err)
	err = c.it.Item().Value(func(v []byte) error { val = v; return nil })
	return val, err
}

func (c *cursor) close() {
	if c.it == nil {
		return
	}
	c.it.Close()
	c.it = nil
	c.base = false
	c.nodes = [2]*node{}
	if c.err == nil {
		c.err = errEnded
	}
	last := len(c.snap.cursors) - 1
	if last >= 0 && c.snap.cursors[last] == c {
		c.snap.cursors = c.snap.cursors[:last]
	}
}
