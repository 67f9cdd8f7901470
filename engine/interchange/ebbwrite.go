package interchange

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"ebb/engine"
)

// ebb writes everything: first the memories, each with its versions, then what
// lies between and around them. The same store gives the same bytes.
func (x *exporter) ebb() error {
	if err := x.line(&wireLine{Ebb: ebbFormat}); err != nil {
		return err
	}
	counts := map[string]int{}
	for _, part := range []func(map[string]int) error{x.wholes, x.edges, x.loose, x.conflicts, x.operations, x.log, x.retrievals} {
		if err := part(counts); err != nil {
			return err
		}
	}
	return x.line(&wireLine{Kind: kindEnd, Counts: counts})
}

func (x *exporter) put(counts map[string]int, l *wireLine) error {
	counts[l.Kind]++
	return x.line(l)
}

func (x *exporter) wholes(counts map[string]int) error {
	for head, err := range x.tx.Heads().All("") {
		if err == nil {
			err = x.whole(counts, &head)
		}
		if err = x.pass(err); err != nil {
			return fmt.Errorf("memory %q: %w", head.ID, err)
		}
	}
	return nil
}

func (x *exporter) whole(counts map[string]int, head *engine.Head) error {
	current, err := x.current(head)
	if err != nil {
		return err
	}
	body := toBody(&current.Memory.Body, true)
	l := &wireLine{Kind: kindMemory, Head: toHead(head), Body: &body}
	profile, ok, err := x.tx.Profiles().Get(head.ID)
	if err != nil {
		return err
	}
	if ok {
		l.Window = toWindow(&profile)
	}
	if err := x.put(counts, l); err != nil {
		return err
	}
	// Newest first, as they come: a text is written with the first version
	// that has it, whichever holds it in the store.
	written := map[engine.VersionRef]bool{head.Text: true}
	for v, err := range x.tx.Versions().Of(head.ID) {
		if err != nil {
			if err := x.pass(err); err != nil {
				return err
			}
			continue
		}
		ref := v.Memory.Text
		if err := x.put(counts, &wireLine{Kind: kindVersion, Version: toVersion(&v, !written[ref])}); err != nil {
			return err
		}
		written[ref] = true
	}
	return nil
}

func (x *exporter) edges(counts map[string]int) error {
	for e, err := range x.tx.Edges().All() {
		if err != nil {
			if err := x.pass(err); err != nil {
				return err
			}
			continue
		}
		if err := x.put(counts, &wireLine{Kind: kindEdge, Edge: toEdge(&e)}); err != nil {
			return err
		}
	}
	return nil
}

// loose writes relations whose ends name nothing.
func (x *exporter) loose(counts map[string]int) error {
	for i := range x.dangling {
		if err := x.put(counts, &wireLine{Kind: kindDangling, Dangling: &x.dangling[i]}); err != nil {
			return err
		}
	}
	return nil
}

func (x *exporter) conflicts(counts map[string]int) error {
	for _, status := range []engine.ConflictStatus{engine.ConflictOpen, engine.ConflictResolved, engine.ConflictDismissed} {
		for c, err := range x.tx.Conflicts().ByStatus(status) {
			if err != nil {
				if err := x.pass(err); err != nil {
					return err
				}
				continue
			}
			if err := x.put(counts, &wireLine{Kind: kindConflict, Conflict: toConflict(&c)}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *exporter) operations(counts map[string]int) error {
	for o, err := range x.tx.Operations().Newest(0) {
		if err != nil {
			if err := x.pass(err); err != nil {
				return err
			}
			continue
		}
		if err := x.put(counts, &wireLine{Kind: kindOperation, Operation: toOperation(&o)}); err != nil {
			return err
		}
	}
	return nil
}

// log writes the change log newest first, as the store gives it, but entries
// of one instant in the order in which they were written: appended one after
// another they stand as they stood.
func (x *exporter) log(counts map[string]int) error {
	var group []engine.LogEntry
	flush := func() error {
		slices.SortStableFunc(group, func(a, b engine.LogEntry) int {
			return cmp.Or(cmp.Compare(a.Seq, b.Seq), cmp.Compare(a.N, b.N))
		})
		for i := range group {
			if err := x.put(counts, &wireLine{Kind: kindLog, Entry: toEntry(&group[i])}); err != nil {
				return err
			}
		}
		group = group[:0]
		return nil
	}
	for e, err := range x.tx.Log().Back(time.Time{}) {
		if err != nil {
			if err := x.pass(err); err != nil {
				return err
			}
			continue
		}
		if len(group) > 0 && !group[0].At.Equal(e.At) {
			if err := flush(); err != nil {
				return err
			}
		}
		group = append(group, e)
	}
	return flush()
}

func (x *exporter) retrievals(counts map[string]int) error {
	for r, err := range x.tx.Profiles().Events(time.Time{}) {
		if err != nil {
			if err := x.pass(err); err != nil {
				return err
			}
			continue
		}
		w := wireRetrieval(r)
		if err := x.put(counts, &wireLine{Kind: kindRetrieval, Retrieval: &w}); err != nil {
			return err
		}
	}
	return nil
}
