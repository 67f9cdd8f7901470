package storetest

import (
	"fmt"
	"time"

	"ebb/dynamics"
	"ebb/engine"
)

func testProfiles(s *suite) {
	r := engine.RetrievalRecord{
		Window:  dynamics.Window{}.Add(day(0), 3).Add(day(2), 1).Add(day(20), 900_000),
		Sources: map[string]uint32{"editor": 3, "": 1},
	}
	empty := engine.RetrievalRecord{}
	s.update(func(tx engine.Tx) error {
		if err := tx.Profiles().Put("a", &r); err != nil {
			return err
		}
		return tx.Profiles().Put("b", &empty)
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "a profile", must[engine.RetrievalRecord](s)(tx.Profiles().Get("a")), r)
		same(s, "an empty profile", must[engine.RetrievalRecord](s)(tx.Profiles().Get("b")), empty)
		absent[engine.RetrievalRecord](s, "no profile")(tx.Profiles().Get("c"))
	})
	s.update(func(tx engine.Tx) error { return tx.Profiles().Delete("a") })
	s.everywhere(func(tx engine.Tx) {
		absent[engine.RetrievalRecord](s, "a deleted profile")(tx.Profiles().Get("a"))
	})
}

func testEvents(s *suite) {
	event := func(n int, at time.Time) engine.Retrieval {
		return engine.Retrieval{At: at, Search: n%2 == 0, IDs: []string{fmt.Sprint(n), "x"}, Query: "tea?", Source: "editor"}
	}
	// Written out of order, two at one instant, in two transactions.
	s.update(func(tx engine.Tx) error {
		for _, e := range []engine.Retrieval{event(3, day(3)), event(0, day(-9000)), event(1, day(1))} {
			if err := tx.Profiles().AddEvent(&e); err != nil {
				return err
			}
		}
		return nil
	})
	s.update(func(tx engine.Tx) error {
		for _, e := range []engine.Retrieval{event(4, day(3)), event(2, day(2))} {
			if err := tx.Profiles().AddEvent(&e); err != nil {
				return err
			}
		}
		return nil
	})
	events := []engine.Retrieval{event(0, day(-9000)), event(1, day(1)), event(2, day(2)), event(3, day(3)), event(4, day(3))}
	s.everywhere(func(tx engine.Tx) {
		same(s, "events, oldest first", collect(s, tx.Profiles().Events(time.Time{})), events)
		same(s, "events from an instant on", collect(s, tx.Profiles().Events(day(2))), events[2:])
		same(s, "events after the last", collect(s, tx.Profiles().Events(day(4))), nil)
	})
	trim := func(before time.Time, n, want int) {
		s.update(func(tx engine.Tx) error {
			got, err := tx.Profiles().TrimEvents(before, n)
			same(s, "trimmed", got, want)
			return err
		})
	}
	trim(day(2), 1, 1)
	trim(day(2), 10, 1)
	trim(day(2), 10, 0)
	s.everywhere(func(tx engine.Tx) {
		same(s, "what is left", collect(s, tx.Profiles().Events(time.Time{})), events[2:])
	})
}

func testOperations(s *suite) {
	op := func(id string, seq uint64) engine.Operation {
		return engine.Operation{
			ID: id, Seq: seq, Kind: engine.KindImport, Actor: engine.Actor{Kind: engine.Agent, Name: "scribe"},
			At: day(1), Wall: day(2), Reason: "why not", Summary: "12 memories", IDs: []string{"a", "b"}, Count: 12,
			Result: "a", Version: 3, Source: "notes.jsonl", LogFrom: day(0), LogTo: day(1), Entries: 14,
			Undoes: "earlier", UndoneBy: "later", Open: true,
		}
	}
	bare := engine.Operation{ID: "bare", Seq: 7}
	ops := []engine.Operation{op("x", 9), bare, op("y", 3)}
	s.update(func(tx engine.Tx) error {
		for _, o := range []engine.Operation{ops[1], ops[2], ops[0]} {
			if err := tx.Operations().Put(nil, &o); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "an operation", must[engine.Operation](s)(tx.Operations().Get("x")), ops[0])
		same(s, "a bare operation", must[engine.Operation](s)(tx.Operations().Get("bare")), bare)
		absent[engine.Operation](s, "an unknown operation")(tx.Operations().Get("z"))
		same(s, "newest first", collect(s, tx.Operations().Newest(0)), ops)
		same(s, "before 9", collect(s, tx.Operations().Newest(9)), ops[1:])
		same(s, "before 8", collect(s, tx.Operations().Newest(8)), ops[1:])
		same(s, "before 3", collect(s, tx.Operations().Newest(3)), nil)
		same(s, "before 1", collect(s, tx.Operations().Newest(1)), nil)
	})
	// An import moves on with each of its commits.
	moved := ops[2]
	moved.Seq, moved.Open = 12, false
	s.update(func(tx engine.Tx) error { return tx.Operations().Put(&ops[2], &moved) })
	s.everywhere(func(tx engine.Tx) {
		same(s, "after one moved", collect(s, tx.Operations().Newest(0)), []engine.Operation{moved, ops[0], bare})
	})
}

// Operations that share a commit stand in the order they were put, each with a
// number of its own, so that paging by numbers skips none.
func testOperationsOfOneCommit(s *suite) {
	var put []engine.Operation
	var last uint64
	s.update(func(tx engine.Tx) error {
		put = nil
		for _, id := range []string{"b", "c", "a"} {
			o := engine.Operation{ID: id, Seq: tx.Seq(), Kind: engine.KindIngest, At: day(1), Wall: day(1)}
			if err := tx.Operations().Put(nil, &o); err != nil {
				return err
			}
			put = append(put, o)
		}
		last = tx.Seq()
		return nil
	})
	if put[0].Seq >= put[1].Seq || put[1].Seq >= put[2].Seq || last != put[2].Seq {
		s.Errorf("numbers %d, %d, %d, the transaction's %d", put[0].Seq, put[1].Seq, put[2].Seq, last)
	}
	newest := []engine.Operation{put[2], put[1], put[0]}
	s.everywhere(func(tx engine.Tx) {
		same(s, "newest first", collect(s, tx.Operations().Newest(0)), newest)
		same(s, "before the newest", collect(s, tx.Operations().Newest(newest[0].Seq)), newest[1:])
	})
	s.update(func(tx engine.Tx) error {
		if tx.Seq() <= last {
			s.Errorf("the next transaction's number is %d, not above %d", tx.Seq(), last)
		}
		return nil
	})
}

func testSources(s *suite) {
	rec := func(name, memory string) engine.SourceRecord {
		return engine.SourceRecord{Record: name, Sum: [16]byte{1, 2, 3}, MemoryID: memory, Operation: "op"}
	}
	a, b := rec("a", "m1"), rec("b\x00", "m2")
	s.update(func(tx engine.Tx) error {
		for _, put := range []struct {
			source string
			rec    engine.SourceRecord
		}{{"file", b}, {"file", a}, {"file\x00", rec("a", "m3")}, {"fil", rec("ea", "m4")}} {
			if err := tx.Sources().Put(put.source, &put.rec); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "a record", must[engine.SourceRecord](s)(tx.Sources().Get("file", "a")), a)
		absent[engine.SourceRecord](s, "another source's record")(tx.Sources().Get("fil", "a"))
		same(s, "all of a source", collect(s, tx.Sources().All("file")), []engine.SourceRecord{a, b})
		same(s, "all of no source", collect(s, tx.Sources().All("nothing")), nil)
	})
	changed := rec("a", "m9")
	s.update(func(tx engine.Tx) error {
		if err := tx.Sources().Put("file", &changed); err != nil {
			return err
		}
		return tx.Sources().Delete("file", "b\x00")
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "all of a source", collect(s, tx.Sources().All("file")), []engine.SourceRecord{changed})
	})
}

func testMeta(s *suite) {
	s.update(func(tx engine.Tx) error {
		for name, value := range map[string]string{"settings/a": "1", "settings/b": "", "setting": "s", "job/1": "\x00\xff", "": "nameless"} {
			if err := tx.Meta().Put(name, []byte(value)); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "a value", must[[]byte](s)(tx.Meta().Get("job/1")), []byte("\x00\xff"))
		same(s, "an empty value", must[[]byte](s)(tx.Meta().Get("settings/b")), []byte{})
		absent[[]byte](s, "no value")(tx.Meta().Get("settings/"))
		same(s, "names", collect(s, tx.Meta().Names("settings/")), []string{"settings/a", "settings/b"})
		same(s, "all names", collect(s, tx.Meta().Names("")), []string{"", "job/1", "setting", "settings/a", "settings/b"})
	})
	s.update(func(tx engine.Tx) error { return tx.Meta().Delete("settings/a") })
	s.everywhere(func(tx engine.Tx) {
		absent[[]byte](s, "a deleted value")(tx.Meta().Get("settings/a"))
	})
}
