package badgerstore

import (
	"errors"
	"hash/maphash"

	"ebb/engine"
)

var (
	errOrphan    = errors.New("the memory that it is about is not there")
	errNoVersion = errors.New("its own version is not there")
)

// knownHeads is the memories that are there, as hashes of their ids: asking
// the store for each would take longer than everything else.
type knownHeads map[uint64]struct{}

func (a *audit) learnHeads() error {
	a.known = knownHeads{}
	c := a.scan([]byte{tabHead}, nil)
	defer c.close()
	for c.next() {
		a.known[maphash.Bytes(a.seed, c.key()[1:])] = struct{}{}
	}
	if c.err != nil && passable(c.err) {
		return nil // reported by the reading that follows
	}
	return c.err
}

// checkAbout makes sure, in a deep audit, that the memories that a record is
// about are there.
func (a *audit) checkAbout(key []byte, ids ...string) error {
	if a.known == nil {
		return nil
	}
	for _, id := range ids {
		if _, there := a.known[maphash.String(a.seed, id)]; !there {
			return corrupt(key, errOrphan)
		}
	}
	return nil
}

// checkLogged is checkAbout for a log entry. Memories leave the store only by
// a purge, which takes what the log says of them along.
func (a *audit) checkLogged(key []byte, e *engine.LogEntry) error {
	switch {
	case e.Subject == engine.SubjectHead, e.Subject == engine.SubjectEvidence:
		return a.checkAbout(key, e.ID)
	case e.Subject == engine.SubjectEdge:
		return a.checkAbout(key, e.Edge.From, e.Edge.To)
	case e.Conflict != nil:
		return a.checkAbout(key, e.Conflict.MemoryA, e.Conflict.MemoryB)
	}
	return nil
}

// checkOwnVersion makes sure, in a deep audit, that a head's history reaches
// up to it.
func (a *audit) checkOwnVersion(key []byte, h *engine.Head) error {
	if a.known == nil || ownText(h) { // its text's version has been looked for
		return nil
	}
	a.key2 = keyVersion(a.key2[:0], h.ID, engine.VersionRef{At: h.UpdatedAt, Number: h.Version})
	there, err := a.has(a.key2)
	if err == nil && !there {
		err = corrupt(key, errNoVersion)
	}
	return err
}
