package storetest

import (
	"fmt"
	"iter"
	"time"

	"ebb/engine"
)

// logged is one entry of each kind about memory m, at an instant.
func logged(m string, at time.Time) []engine.LogEntry {
	head := full(m, at).Head
	tie := edge(m, engine.CoRetrieved, m+"x", "")
	c := conflict("conflict of "+m, "other", m, at)
	e := engine.LogEntry{At: at, Operation: "op", Kind: engine.KindEdit, Actor: engine.Actor{Kind: engine.Agent, Name: "scribe"}}
	with := func(change func(*engine.LogEntry)) engine.LogEntry {
		e := e
		change(&e)
		return e
	}
	return []engine.LogEntry{
		with(func(e *engine.LogEntry) {
			e.Subject, e.ID, e.Change, e.After = engine.SubjectHead, m, engine.Created, 1
		}),
		with(func(e *engine.LogEntry) {
			e.Subject, e.ID, e.Change, e.Head, e.After = engine.SubjectHead, m, engine.ChangeUpdated, &head, 2
		}),
		with(func(e *engine.LogEntry) { e.Subject, e.ID, e.Head = engine.SubjectEvidence, m, &head }),
		with(func(e *engine.LogEntry) { e.Subject, e.Edge = engine.SubjectEdge, tie.EdgeKey }),
		with(func(e *engine.LogEntry) { e.Subject, e.Edge, e.EdgeWas = engine.SubjectEdge, tie.EdgeKey, &tie }),
		with(func(e *engine.LogEntry) { e.Subject, e.ID = engine.SubjectConflict, c.ID }),
		with(func(e *engine.LogEntry) { e.Subject, e.ID, e.Conflict = engine.SubjectConflict, c.ID, &c }),
		with(func(e *engine.LogEntry) { e.Subject, e.ID = engine.SubjectSetting, m }),
		with(func(e *engine.LogEntry) { e.Subject, e.ID, e.Setting = engine.SubjectSetting, m, []byte{} }),
		with(func(e *engine.LogEntry) { e.Subject, e.ID, e.Setting = engine.SubjectSetting, m, []byte("was") }),
	}
}

// appendLog writes entries and returns them as the store will give them back.
func appendLog(s *suite, entries []engine.LogEntry) (written []engine.LogEntry) {
	s.Helper()
	s.update(func(tx engine.Tx) error {
		for n, e := range entries {
			if err := tx.Log().Append(&e); err != nil {
				return err
			}
			if e.Seq != tx.Seq() || e.N != uint32(n) {
				s.Errorf("entry %d of transaction %d was numbered %d, %d", n, tx.Seq(), e.Seq, e.N)
			}
			written = append(written, e)
		}
		return nil
	})
	return written
}

func reversed(entries []engine.LogEntry) []engine.LogEntry {
	var out []engine.LogEntry
	for i := len(entries) - 1; i >= 0; i-- {
		out = append(out, entries[i])
	}
	return out
}

func testLog(s *suite) {
	middle := appendLog(s, logged("m", day(5)))
	late := appendLog(s, logged("n", day(9)))
	early := appendLog(s, logged("o", day(1)))    // its own time is what counts
	sameTime := appendLog(s, logged("p", day(5))) // written later: comes first
	want := append(append(append(reversed(late), reversed(sameTime)...), reversed(middle)...), reversed(early)...)
	s.everywhere(func(tx engine.Tx) {
		same(s, "back from the newest", collect(s, tx.Log().Back(time.Time{})), want)
		same(s, "back from an instant, bound included", collect(s, tx.Log().Back(day(5))), want[10:])
		same(s, "back from just before", collect(s, tx.Log().Back(day(5).Add(-1))), want[30:])
		same(s, "back from before the first", collect(s, tx.Log().Back(day(0))), nil)
		totals, err := tx.Totals()
		if err != nil || totals.LogSize != 40 {
			s.Errorf("totals: %+v, %v, want 40 entries", totals, err)
		}
	})
}

func testScrub(s *suite) {
	appendLog(s, logged("m", day(5)))
	others := appendLog(s, logged("q", day(6)))
	tie := edge("z", engine.RelSupports, "m", "r").EdgeKey
	appendLog(s, []engine.LogEntry{{At: day(7), Subject: engine.SubjectEdge, Edge: tie}})
	// A conflict whose beginning names nobody, that still exists.
	c := conflict("standing", "m", "q", day(7))
	s.update(func(tx engine.Tx) error {
		if err := tx.Conflicts().Put(nil, &c); err != nil {
			return err
		}
		return tx.Log().Append(&engine.LogEntry{At: day(7), Subject: engine.SubjectConflict, ID: c.ID})
	})
	s.update(func(tx engine.Tx) error { return tx.Log().Scrub(map[string]bool{"m": true, "nobody": true}) })
	s.everywhere(func(tx engine.Tx) {
		var got []engine.LogEntry
		for e, err := range tx.Log().Back(time.Time{}) {
			if err != nil {
				s.Fatal(err)
			}
			if e.Subject == engine.SubjectSetting && e.ID == "m" {
				continue // a setting of that name is nobody's memory
			}
			got = append(got, e)
		}
		same(s, "what is left of the log", got, reversed(others))
		totals, err := tx.Totals()
		if err != nil || totals.LogSize != len(others)+3 {
			s.Errorf("totals: %+v, %v, want %d entries", totals, err, len(others)+3)
		}
	})
	// So many memories at once that asking for each would not do.
	crowd := map[string]bool{}
	for i := range 50 {
		crowd[fmt.Sprint("nobody", i)] = true
	}
	crowd["q"] = true
	s.update(func(tx engine.Tx) error { return tx.Log().Scrub(crowd) })
	s.everywhere(func(tx engine.Tx) {
		for e, err := range tx.Log().Back(time.Time{}) {
			if err != nil || e.Subject != engine.SubjectSetting {
				s.Errorf("still there: %+v, %v", e, err)
			}
		}
	})
}

func testAbandoned(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, 2500) })
	var stops []func()
	defer func() {
		for _, stop := range stops {
			stop()
		}
	}()
	s.view(func(tx engine.Tx) error {
		// A loop that is left, a sequence that outlives its transaction, and
		// two at once: none may hold the transaction open.
		for range tx.Heads().All("") {
			break
		}
		newest, stop := iter.Pull2(tx.Heads().Newest(engine.Cursor{}))
		stops = append(stops, stop)
		newest()
		texts, stop := iter.Pull2(tx.Versions().Current(""))
		stops = append(stops, stop)
		texts()
		for range tx.Versions().Current("") {
			break
		}
		for h, err := range tx.Heads().All("m002000") {
			if err != nil {
				return err
			}
			for v, err := range tx.Versions().Of(h.ID) {
				if err != nil || v.MemoryID != h.ID {
					s.Errorf("history of %s: %s, %v", h.ID, v.MemoryID, err)
				}
			}
		}
		return nil
	})
}
