package badgerstore

import "bytes"

const (
	maxLevels = 20 // 4^20 entries keep their logarithm
	// entryOverhead is what Badger adds to an entry when it counts a batch:
	// two bytes of meta and ten for the version.
	entryOverhead = 12
)

// A writeSet is what a transaction wants to write, in order of key: a skip
// list, so that it can be read in order while it grows. Nodes are never
// removed; a deletion is an entry. Once frozen it may be read by many.
type writeSet struct {
	head  [maxLevels]*node
	rand  uint64
	count int
	bytes int // as Badger counts a batch
	arena []byte
	// fingers are the ways to where keys of some tables were put last. Many
	// records are written in the order of their ids, each with entries in
	// several tables: from there, the next place is near.
	fingers []way
}

// way is the last node before a key on each level.
type way [maxLevels]*node

const (
	fingerTables = 16  // ways that are kept; tables share them
	fingersFrom  = 128 // entries from which they are worth their memory
)

type node struct {
	key, val []byte
	deleted  bool
	next     []*node
}

func newWriteSet() *writeSet { return &writeSet{rand: 0x9E3779B97F4A7C15} }

// keep copies parts into memory of the set's own.
func (w *writeSet) keep(b []byte) []byte {
	if len(b) > cap(w.arena)-len(w.arena) {
		w.arena = make([]byte, 0, max(w.arenaStep(), len(b)))
	}
	from := len(w.arena)
	w.arena = append(w.arena, b...)
	return w.arena[from:len(w.arena):len(w.arena)]
}

// arenaStep keeps a one-record write small and a bulk one in few pieces.
func (w *writeSet) arenaStep() int { return min(2<<10+w.bytes, 256<<10) }

// seek returns the first node with key or after it.
func (w *writeSet) seek(key []byte) *node {
	var at *node
	for level := maxLevels - 1; level >= 0; level-- {
		for n := w.after(at, level); n != nil && bytes.Compare(n.key, key) < 0; n = w.after(at, level) {
			at = n
		}
	}
	return w.after(at, 0)
}

func (w *writeSet) after(at *node, level int) *node {
	if at == nil {
		return w.head[level]
	}
	return at.next[level]
}

func (w *writeSet) get(key []byte) *node {
	if w == nil || w.count == 0 {
		return nil
	}
	if n := w.seek(key); n != nil && bytes.Equal(n.key, key) {
		return n
	}
	return nil
}

// wayTo finds the last node before a key on each level.
func (w *writeSet) wayTo(key []byte) way {
	if w.fingers == nil && w.count >= fingersFrom {
		w.fingers = make([]way, fingerTables)
	}
	var from *way
	if w.fingers != nil && len(key) > 0 {
		from = &w.fingers[key[0]%fingerTables]
	}
	near := from != nil && from[0] != nil && bytes.Compare(from[0].key, key) < 0
	var path way
	var at *node
	for level := maxLevels - 1; level >= 0; level-- {
		if near {
			// A way only goes on from level to level: where no step was taken
			// above, its next node is behind the one that was reached.
			f := from[level]
			still := level == maxLevels-1 || at == from[level+1]
			if f != nil && (still || at == nil || bytes.Compare(at.key, f.key) < 0) {
				at = f
			}
		}
		for n := w.after(at, level); n != nil && bytes.Compare(n.key, key) < 0; n = w.after(at, level) {
			at = n
		}
		path[level] = at
	}
	if from != nil {
		*from = path
	}
	return path
}

// put writes or, with deleted, removes a key. It copies both slices.
func (w *writeSet) put(key, val []byte, deleted bool) {
	path := w.wayTo(key)
	at := path[0]
	if n := w.after(at, 0); n != nil && bytes.Equal(n.key, key) {
		w.bytes += len(val) - len(n.val)
		n.deleted = deleted
		n.val = w.keep(val)
		return
	}
	levels := w.levels()
	n := &node{key: w.keep(key), val: w.keep(val), deleted: deleted, next: make([]*node, levels)}
	for level := range levels {
		n.next[level] = w.after(path[level], level)
		if path[level] == nil {
			w.head[level] = n
		} else {
			path[level].next[level] = n
		}
	}
	w.count++
	w.bytes += len(key) + len(val) + entryOverhead
}

// levels draws a node's height: a quarter of the nodes reach each next level.
// The sequence is fixed: nobody outside chooses keys against it, and equal
// work takes equal time.
func (w *writeSet) levels() int {
	w.rand ^= w.rand << 13
	w.rand ^= w.rand >> 7
	w.rand ^= w.rand << 17
	n := 1
	for r := w.rand; r&3 == 0 && n < maxLevels; r >>= 2 {
		n++
	}
	return n
}

// all calls fn for every entry in order until it returns an error.
func (w *writeSet) all(fn func(n *node) error) error {
	for n := w.head[0]; n != nil; n = n.next[0] {
		if err := fn(n); err != nil {
			return err
		}
	}
	return nil
}
