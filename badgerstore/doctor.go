package badgerstore

import (
	"context"
	"errors"
	"fmt"

	"ebb/engine"
)

// Examine does everything that Verify does, looks besides for records about
// something that is not there, and looks at the place of the store. Findings of
// one kind in one table are told together. done is called now and then with
// the number of entries read, which is also returned.
func (s *Store) Examine(ctx context.Context, done func(entries int)) (found []engine.Finding, entries int, err error) {
	t, err := s.begin(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer s.readers.Done()
	defer t.end()
	var c chart
	a, err := t.audit(c.add, done, true)
	if err != nil {
		return nil, a.records, err
	}
	return append(c.findings(), Surroundings(s.dir)...), a.records, nil
}

// Repair makes indexes and counters anew from the records, as one atomic
// durable operation, and returns what it put right. It refuses, with what is
// in the way, as long as anything else is wrong: what cannot be read would be
// taken for something that was never there.
func (s *Store) Repair(ctx context.Context, done func(entries int)) ([]engine.Finding, error) {
	var mended chart
	err := s.Update(ctx, func(etx engine.Tx) error {
		t := etx.(*tx) // the store's own
		mended = chart{}
		fix := mending{tx: t}
		a, err := t.audit(func(f fault) {
			mended.add(f)
			fix.note(f)
		}, done, false)
		if err != nil {
			return err
		}
		if fix.other != nil {
			return &UnrepairableError{Cause: fix.other}
		}
		if err := fix.write(); err != nil {
			return err
		}
		if a.counts == t.totals {
			return nil
		}
		t.totals = a.counts
		var r totalsRecord
		r.from(&t.totals)
		return t.set(keyTotals, &r)
	})
	if err != nil {
		return nil, err
	}
	return mended.findings(), nil
}

// UnrepairableError says why nothing was repaired.
type UnrepairableError struct{ Cause error }

func (e *UnrepairableError) Error() string {
	return fmt.Sprintf("nothing was repaired, because records are damaged and what they held cannot be derived: %v", e.Cause)
}

func (e *UnrepairableError) Unwrap() error { return e.Cause }

// A mending gathers the index entries to write and to remove.
type mending struct {
	*tx
	missing, stale [][]byte
	other          error // what no index or counter can be derived around
}

func (m *mending) note(f fault) {
	var entry *indexFault
	switch {
	case errors.As(f.err, &entry) && errors.Is(f.err, errMissing):
		m.missing = append(m.missing, entry.key)
	case errors.As(f.err, &entry):
		m.stale = append(m.stale, entry.key)
	case f.kind == engine.FoundOrphan, f.kind == engine.FoundLost, f.kind == engine.FoundCounter:
		// None of them keeps a record from being read.
	case m.other == nil:
		m.other = f.err
	}
}

func (m *mending) write() error {
	for _, key := range m.stale {
		m.del(key)
	}
	for _, key := range m.missing {
		if err := m.put(key, nil); err != nil {
			return err
		}
	}
	return nil
}

// A chart puts faults of one kind in one table together.
type chart struct {
	entries []*chartEntry
}

type chartEntry struct {
	kind  engine.FindingKind
	table byte
	count int
	first error
}

func (c *chart) add(f fault) {
	for _, e := range c.entries {
		// Each damaged file has its own name and its own way out.
		if e.kind == f.kind && e.table == f.table && f.kind != engine.FoundBlock && f.kind != engine.FoundLost {
			e.count++
			return
		}
	}
	c.entries = append(c.entries, &chartEntry{f.kind, f.table, 1, f.err})
}

func (c *chart) findings() []engine.Finding {
	out := make([]engine.Finding, 0, len(c.entries))
	for _, e := range c.entries {
		f := diagnosis(e.kind)
		f.Table, f.Count, f.Repairable = tableNames[e.table], e.count, e.kind.Derived()
		if f.What = plainFault(e.first); e.count > 1 {
			f.What = fmt.Sprintf("%s, and %d more", f.What, e.count-1)
		}
		out = append(out, f)
	}
	return out
}

// plainFault is what is wrong without the advice that comes with the error:
// a doctor has better.
func plainFault(err error) string {
	var entry *indexFault
	var record *engine.CorruptRecordError
	var damage *engine.StoreDamagedError
	switch {
	case errors.As(err, &entry):
		return entry.plain()
	case errors.As(err, &record):
		return fmt.Sprintf("%s %q: %s", record.Table, record.Key, record.Why)
	case errors.As(err, &damage) && damage.File != "":
		return damage.File + ": " + damage.What
	case errors.As(err, &damage):
		return damage.What
	}
	return err.Error()
}

// diagnosis is what a kind of fault means and what helps.
func diagnosis(kind engine.FindingKind) engine.Finding {
	f := engine.Finding{Kind: kind}
	switch kind {
	case engine.FoundRecord:
		f.Means = "what these records held is lost here; everything else can be used"
		f.Advice = "restore a backup (ebb restore-backup FILE --replace), or save what is whole: ebb export -o FILE"
	case engine.FoundBlock:
		f.Means = "the file was changed outside of ebb or the disk is failing; what it held may be missing"
		f.Advice = "save what is whole (ebb export -o FILE), check the disk, restore a backup: ebb restore-backup FILE --replace"
	case engine.FoundLost:
		f.Means = "what is in the store is consistent, but the last operations before a crash are not among it"
		f.Advice = "do again what is missing, or restore a backup; then move the named file away"
	case engine.FoundIndex:
		f.Means = "a list, a look-up by key or by text, or a tie seen from its other end may leave something out or show too much; no memory is lost"
		f.Advice = "ebb doctor --repair derives the indexes from the records"
	case engine.FoundCounter:
		f.Means = "the totals on screen are wrong, and a scan may say that something is missing; no memory is lost"
		f.Advice = "ebb doctor --repair counts the records"
	case engine.FoundOrphan:
		f.Means = "these records are about memories that are gone: they take room and are never shown"
		f.Advice = "nothing that is shown is wrong; a backup made before they came about brings the memories back"
	}
	return f
}
