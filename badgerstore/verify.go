package badgerstore

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"

	"ebb/engine"
)

// Verify reads everything: every value's checksum and form, every index
// against what its records make it, the totals, the texts that versions and
// heads refer to, and the checksums of Badger's own blocks. done is called
// now and then with the number of records read so far. The error is that of
// the reading itself; what is wrong with the store goes to report.
func (s *Store) Verify(ctx context.Context, report func(error), done func(int)) error {
	t, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer s.readers.Done()
	defer t.end()
	_, err = t.audit(func(f fault) { report(f.err) }, done, false)
	return err
}

// A fault is one thing that is wrong with the store.
type fault struct {
	kind  engine.FindingKind
	table byte // 0 where it is not about one table's records
	err   error
}

// audit reads everything that t sees. A deep one also looks for records about
// something that is not there.
func (t *tx) audit(report func(fault), done func(int), deep bool) (*audit, error) {
	a := &audit{tx: t, report: report, done: done, seed: maphash.MakeSeed()}
	if deep {
		if err := a.learnHeads(); err != nil {
			return a, err
		}
	}
	if err := a.readAll(); err != nil {
		return a, err
	}
	a.compareTotals()
	if err := a.compareIndexes(); err != nil {
		return a, err
	}
	done(a.records)
	dir := t.store.dir
	for _, name := range lostLogs(dir) {
		report(fault{kind: engine.FoundLost, err: &engine.StoreDamagedError{
			Dir: dir, File: quarantineName + "/" + name, What: "it held acknowledged operations that are missing from the store",
			Hint: "what is there is consistent; move the file away once you have dealt with it",
		}})
	}
	return a, t.store.checkBlocks(t.ctx, func(err error) { report(fault{kind: engine.FoundBlock, err: err}) })
}

// An audit is one reading of the whole store.
type audit struct {
	*tx
	report  func(fault)
	done    func(int)
	records int
	known   knownHeads // of a deep audit
	counts  engine.Totals
	seed    maphash.Seed
	derived [256]keySet // index keys that the records call for
	found   [256]keySet // index keys that are there
}

// A keySet tells two sets of keys apart without keeping them.
type keySet struct {
	n   int
	sum uint64
}

func (a *audit) derive(keys ...[]byte) {
	for _, key := range keys {
		a.derived[key[0]].add(a.seed, key)
	}
}

func (k *keySet) add(seed maphash.Seed, key []byte) {
	k.n++
	k.sum += maphash.Bytes(seed, key)
}

const progressEvery = 4096

func (a *audit) readAll() error {
	c := a.scan(nil, nil)
	defer c.close()
	for c.next() {
		if a.records++; a.records%progressEvery == 0 {
			a.done(a.records)
		}
		val, err := c.value()
		if err == nil {
			err = a.check(c.key(), val)
		}
		if err != nil {
			if !passable(err) {
				return err
			}
			a.tell(c.key()[0], err)
		}
	}
	if c.err != nil && passable(c.err) {
		a.tell(0, c.err)
		return nil
	}
	return c.err
}

// tell reports what is wrong with an entry of a table.
func (a *audit) tell(table byte, err error) {
	kind := engine.FoundRecord
	switch {
	case isIndex(table):
		kind = engine.FoundIndex
	case errors.Is(err, errOrphan):
		kind = engine.FoundOrphan
	}
	a.report(fault{kind, table, err})
}

// check reads one entry.
func (a *audit) check(key, val []byte) error {
	switch key[0] {
	case tabHead:
		return a.checkHead(key, val)
	case tabVersion:
		return a.checkVersion(key, val)
	case tabNewest, tabIdentity, tabText, tabMirror, tabStatus, tabConflictOf, tabOperationSeq:
		a.found[key[0]].add(a.seed, key)
		if len(val) != 0 {
			return corrupt(key, errIndexValue)
		}
		return nil
	case tabEdge:
		return a.checkEdge(key, val)
	case tabConflict:
		return a.checkConflict(key, val)
	case tabLog:
		a.counts.LogSize++
		e, err := decodeLog(key, val)
		if err != nil {
			return err
		}
		return a.checkLogged(key, &e)
	case tabOperation:
		var r operationRecord
		if err := decode(key, val, &r); err != nil {
			return err
		}
		o := r.operation(string(key[1:]))
		a.derive(keyOperationSeq(nil, &o))
		return nil
	case tabMark, tabNear, tabSignature, tabVector:
		return a.checkEmbedding(key, val)
	}
	if err := checkPlain(key, val); err != nil || key[0] != tabProfile {
		return err
	}
	return a.checkAbout(key, string(key[1:]))
}

// checkPlain reads an entry that nothing else depends on.
func checkPlain(key, val []byte) error {
	switch key[0] {
	case tabProfile:
		return decode(key, val, &profileRecord{})
	case tabEvent:
		return decode(key, val, &retrievalRecord{})
	case tabSource:
		return decode(key, val, &sourceRecord{})
	case tabMeta, tabRedo, tabStore:
		if _, err := unseal(key, val); err != nil {
			return corrupt(key, err)
		}
		return nil
	}
	return corrupt(key, errors.New("no table has this key"))
}

func (a *audit) checkHead(key, val []byte) error {
	h, err := a.decodeHead(key, val)
	if err != nil {
		return err
	}
	if h.State == 0 || int(h.State) >= len(a.counts.Memories) {
		return corrupt(key, fmt.Errorf("no such state %d", h.State))
	}
	a.counts.Memories[h.State]++
	a.derive(a.scopes.indexKeys(nil, &h)...)
	if err := a.checkText(key, h.ID, h.Text); err != nil {
		return err
	}
	return a.checkOwnVersion(key, &h)
}

func (a *audit) checkVersion(key, val []byte) error {
	id, ref, err := cutVersionKey(key)
	if err != nil {
		return corrupt(key, err)
	}
	v, err := versions{a.tx}.decodeVersion(key, val, id, ref)
	if err != nil {
		return err
	}
	a.counts.Versions++
	if err := a.checkAbout(key, id); err != nil || ownText(&v.Memory.Head) {
		return err
	}
	return a.checkText(key, id, v.Memory.Text)
}

// checkText makes sure that a version holds the text that key refers to.
func (a *audit) checkText(key []byte, id string, ref engine.VersionRef) error {
	a.key2 = keyVersion(a.key2[:0], id, ref)
	val, err := a.get(a.key2)
	if err != nil {
		return err
	}
	if val == nil {
		return corrupt(key, errNoText)
	}
	var r versionRecord
	if err := decode(a.key2, val, &r); err != nil {
		return nil // reported when its own turn comes
	}
	if r.Snapshot.TextNumber != 0 {
		return corrupt(key, errors.New("the version that should hold its text refers to another one"))
	}
	return nil
}

func (a *audit) checkEdge(key, val []byte) error {
	k, err := cutEdgeKey(key)
	if err != nil {
		return corrupt(key, err)
	}
	if _, err := (edges{a.tx}).decodeEdge(key, val, k); err != nil {
		return err
	}
	a.counts.Edges++
	a.derive(keyMirror(nil, k))
	if k != k.Canonical() {
		return corrupt(key, errors.New("the ends of an undirected edge are in the wrong order"))
	}
	return a.checkAbout(key, k.From, k.To)
}

func (a *audit) checkConflict(key, val []byte) error {
	var r conflictRecord
	if err := decode(key, val, &r); err != nil {
		return err
	}
	c := r.conflict(string(key[1:]))
	if c.Status == 0 || int(c.Status) >= len(a.counts.Conflicts) {
		return corrupt(key, fmt.Errorf("no such status %d", c.Status))
	}
	a.counts.Conflicts[c.Status]++
	a.derive(conflictKeys(&c)...)
	return a.checkAbout(key, c.MemoryA, c.MemoryB)
}

func (a *audit) compareTotals() {
	have, err := a.Totals()
	if err != nil {
		a.tell(tabStore, err)
		return
	}
	if have != a.counts {
		a.report(fault{kind: engine.FoundCounter, err: &engine.StoreDamagedError{
			Dir:  a.store.dir,
			What: "the totals are not what is there: " + miscounted(&have, &a.counts),
			Hint: hintDoctor,
		}})
	}
}

// miscounted says which totals differ, and how.
func miscounted(said, there *engine.Totals) string {
	var parts []string
	differ := func(what string, said, there int) {
		if said != there {
			parts = append(parts, fmt.Sprintf("%d %s instead of %d", said, what, there))
		}
	}
	for state := range said.Memories {
		differ(engine.State(state).String()+" memories", said.Memories[state], there.Memories[state])
	}
	differ("versions", said.Versions, there.Versions)
	differ("ties", said.Edges, there.Edges)
	for status := range said.Conflicts {
		differ(engine.ConflictStatus(status).String()+" conflicts", said.Conflicts[status], there.Conflicts[status])
	}
	differ("log entries", said.LogSize, there.LogSize)
	return strings.Join(parts, ", ")
}
