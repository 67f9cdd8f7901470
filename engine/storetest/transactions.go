package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"ebb/engine"
)

func testTotals(s *suite) {
	var want engine.Totals
	check := func(tx engine.Tx) {
		got, err := tx.Totals()
		if err != nil {
			s.Fatal(err)
		}
		same(s, "totals", got, want)
	}
	s.everywhere(check)
	m := plain("m", day(1), "m")
	s.update(func(tx engine.Tx) error {
		for i, state := range engine.States() {
			one := plain(state.String(), day(i), "x")
			one.State = state
			if err := add(tx, one); err != nil {
				return err
			}
			want.Memories[state]++
			want.Versions++
		}
		if err := add(tx, m); err != nil {
			return err
		}
		want.Memories[engine.Active]++
		want.Versions++
		check(tx) // inside the transaction too
		return nil
	})
	s.everywhere(check)
	archived := m
	archived.State = engine.Archived
	s.update(func(tx engine.Tx) error { return tx.Heads().Put(&m.Head, &archived.Head) })
	want.Memories[engine.Active]--
	want.Memories[engine.Archived]++
	s.everywhere(check)
	same(s, "live", want.Live(), 2)
	// What fails changes nothing.
	if err := s.store.Update(context.Background(), func(tx engine.Tx) error {
		return errors.Join(add(tx, plain("z", day(1), "z")), errWanted)
	}); !errors.Is(err, errWanted) {
		s.Errorf("update: %v, want the function's own error", err)
	}
	s.everywhere(check)
}

func testAtomicity(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, 3) })
	var before engine.Memory
	s.view(func(tx engine.Tx) error {
		before.Head = must[engine.Head](s)(tx.Heads().Get("m000001"))
		return nil
	})
	doomed := func(tx engine.Tx) error {
		if err := evolve(tx, before, next(before, day(9), "other")); err != nil {
			return err
		}
		e := edge("m000001", engine.RelSupports, "m000002", "")
		if err := tx.Edges().Put(&e); err != nil {
			return err
		}
		if err := tx.Meta().Put("mark", []byte("x")); err != nil {
			return err
		}
		return tx.Log().Append(&engine.LogEntry{At: day(9), Subject: engine.SubjectHead, ID: "m000001"})
	}
	unchanged := func(tx engine.Tx) {
		same(s, "the head", must[engine.Head](s)(tx.Heads().Get("m000001")), before.Head)
		same(s, "the history", len(collect(s, tx.Versions().Of("m000001"))), 1)
		same(s, "the edges", collect(s, tx.Edges().All()), nil)
		absent[[]byte](s, "the mark")(tx.Meta().Get("mark"))
	}
	err := s.store.Update(context.Background(), func(tx engine.Tx) error {
		if err := doomed(tx); err != nil {
			s.Error(err)
		}
		return errWanted
	})
	if !errors.Is(err, errWanted) {
		s.Errorf("update: %v, want the function's own error", err)
	}
	s.everywhere(unchanged)
	func() {
		defer func() {
			if recover() == nil {
				s.Error("the panic did not come through")
			}
		}()
		err := s.store.Update(context.Background(), func(tx engine.Tx) error {
			if err := doomed(tx); err != nil {
				s.Error(err)
			}
			panic("wanted")
		})
		s.Errorf("update returned %v after a panic", err)
	}()
	s.everywhere(unchanged)
	s.update(doomed)
	s.everywhere(func(tx engine.Tx) {
		same(s, "the history", len(collect(s, tx.Versions().Of("m000001"))), 2)
	})
}

// testIsolation looks through one snapshot while others write.
func testIsolation(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, 20) })
	s.view(func(tx engine.Tx) error {
		before := collect(s, tx.Heads().All(""))
		seq := tx.Seq()
		n := 0
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			if n++; n != 5 {
				same(s, "a head", h, before[n-1])
				continue
			}
			// In the middle of the iteration everything is replaced.
			s.update(func(tx engine.Tx) error {
				for _, h := range before {
					if err := tx.Versions().DeleteAll(h.ID); err != nil {
						return err
					}
					if err := tx.Heads().Delete(&h); err != nil {
						return err
					}
				}
				return add(tx, plain("new", day(1), "new"))
			})
		}
		same(s, "heads seen", n, 20)
		same(s, "all, again", collect(s, tx.Heads().All("")), before)
		same(s, "newest", len(collect(s, tx.Heads().Newest(engine.Cursor{}))), 20)
		absent[engine.Head](s, "the new head")(tx.Heads().Get("new"))
		totals, err := tx.Totals()
		same(s, "live", totals.Live(), 20)
		same(s, "sequence", tx.Seq(), seq)
		return err
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "all in a new snapshot", idsOf(collect(s, tx.Heads().All(""))), []string{"new"})
	})
}

func testReadYourWrites(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, 4) })
	s.update(func(tx engine.Tx) error {
		gone := must[engine.Head](s)(tx.Heads().Get("m000001"))
		if err := tx.Heads().Delete(&gone); err != nil {
			return err
		}
		if err := tx.Versions().DeleteAll(gone.ID); err != nil {
			return err
		}
		for _, id := range []string{"m000000a", "m000003", "zz"} {
			m := plain(id, day(50), "written now")
			var before *engine.Head
			if h, ok, err := tx.Heads().Get(id); err != nil {
				return err
			} else if ok {
				m.Version, before = h.Version+1, &h
				m.Text = m.Ref()
			}
			v := version(m, engine.ChangeUpdated)
			if err := tx.Versions().Put(&v); err != nil {
				return err
			}
			if err := tx.Heads().Put(before, &m.Head); err != nil {
				return err
			}
		}
		ids := []string{"m000000", "m000000a", "m000002", "m000003", "zz"}
		same(s, "all", idsOf(collect(s, tx.Heads().All(""))), ids)
		same(s, "newest", idsOf(collect(s, tx.Heads().Newest(engine.Cursor{}))),
			[]string{"m000000a", "m000003", "zz", "m000002", "m000000"})
		var texts []string
		for _, ht := range collect(s, tx.Versions().Current("")) {
			texts = append(texts, ht.Text)
		}
		same(s, "texts", texts, []string{"text number 0", "written now", "text number 2", "written now", "written now"})
		absent[engine.Head](s, "the deleted head")(tx.Heads().Get("m000001"))
		same(s, "the history of a changed memory", len(collect(s, tx.Versions().Of("m000003"))), 2)
		m := plain("zz", day(50), "written now")
		same(s, "by text", collect(s, tx.Heads().ByText(m.Scope, m.Type, m.TextSum)), []string{"m000000a", "m000003", "zz"})
		// Written, deleted and written again.
		for range 2 {
			if err := tx.Meta().Put("x", []byte("1")); err != nil {
				return err
			}
			if err := tx.Meta().Delete("x"); err != nil {
				return err
			}
			absent[[]byte](s, "a value written and deleted")(tx.Meta().Get("x"))
		}
		return tx.Meta().Put("x", []byte("2"))
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "the value written last", must[[]byte](s)(tx.Meta().Get("x")), []byte("2"))
	})
}

// testWriteWhileIterating changes and deletes what it iterates over, behind
// and ahead.
func testWriteWhileIterating(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, 30) })
	s.update(func(tx engine.Tx) error {
		seen := map[string]int{}
		for h, err := range tx.Heads().All("") {
			if err != nil {
				return err
			}
			seen[h.ID]++
			if h.ID == "m000010" { // everything from 20 on goes, ahead of us
				for i := 20; i < 30; i++ {
					ahead := must[engine.Head](s)(tx.Heads().Get(fmt.Sprintf("m%06d", i)))
					if err := tx.Versions().DeleteAll(ahead.ID); err != nil {
						return err
					}
					if err := tx.Heads().Delete(&ahead); err != nil {
						return err
					}
				}
			}
			before := engine.Memory{Head: h}
			if err := evolve(tx, before, next(before, day(60), "")); err != nil {
				return err
			}
		}
		same(s, "memories seen", len(seen), 20)
		for id, n := range seen {
			if n != 1 {
				s.Errorf("%s was yielded %d times", id, n)
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		heads := collect(s, tx.Heads().All(""))
		same(s, "memories left", len(heads), 20)
		for _, h := range heads {
			same(s, h.ID+"'s version", h.Version, 2)
		}
	})
}

func testReadOnlyViews(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, 2) })
	m := plain("new", day(1), "new")
	e, c, op := edge("a", "t", "b", ""), conflict("c", "a", "b", day(1)), engine.Operation{ID: "o", Seq: 1}
	v := version(m, engine.Created)
	s.view(func(tx engine.Tx) error {
		h := must[engine.Head](s)(tx.Heads().Get("m000000"))
		_, trimErr := tx.Profiles().TrimEvents(day(900), 1)
		for name, err := range map[string]error{
			"Heads.Put":           tx.Heads().Put(nil, &m.Head),
			"Heads.Delete":        tx.Heads().Delete(&h),
			"Versions.Put":        tx.Versions().Put(&v),
			"Versions.DeleteAll":  tx.Versions().DeleteAll("m000000"),
			"Edges.Put":           tx.Edges().Put(&e),
			"Edges.Delete":        tx.Edges().Delete(e.EdgeKey),
			"Conflicts.Put":       tx.Conflicts().Put(nil, &c),
			"Conflicts.Delete":    tx.Conflicts().Delete(&c),
			"Profiles.Put":        tx.Profiles().Put("m", &engine.RetrievalRecord{}),
			"Profiles.Delete":     tx.Profiles().Delete("m"),
			"Profiles.AddEvent":   tx.Profiles().AddEvent(&engine.Retrieval{At: day(1)}),
			"Profiles.TrimEvents": trimErr,
			"Log.Append":          tx.Log().Append(&engine.LogEntry{}),
			"Log.Scrub":           tx.Log().Scrub(map[string]bool{"m": true}),
			"Operations.Put":      tx.Operations().Put(nil, &op),
			"Sources.Put":         tx.Sources().Put("f", &engine.SourceRecord{}),
			"Sources.Delete":      tx.Sources().Delete("f", "r"),
			"Meta.Put":            tx.Meta().Put("x", nil),
			"Meta.Delete":         tx.Meta().Delete("x"),
		} {
			if !errors.Is(err, engine.ErrReadOnly) {
				s.Errorf("%s in a view: %v, want ErrReadOnly", name, err)
			}
		}
		return nil
	})
	s.verify()
}

func testSequence(s *suite) {
	seq := func() (n uint64) {
		s.view(func(tx engine.Tx) error { n = tx.Seq(); return nil })
		return n
	}
	start := seq()
	for i := range uint64(3) {
		s.update(func(tx engine.Tx) error {
			same(s, "the sequence inside", tx.Seq(), start+i+1)
			return tx.Meta().Put("x", []byte{byte(i)})
		})
		same(s, "the sequence after", seq(), start+i+1)
	}
	if err := s.store.Update(context.Background(), func(engine.Tx) error { return errWanted }); !errors.Is(err, errWanted) {
		s.Errorf("update: %v", err)
	}
	same(s, "the sequence after a failure", seq(), start+3)
	s.update(func(engine.Tx) error { return nil })
	same(s, "the sequence after nothing was written", seq(), start+3)
	s.store = s.reopen()
	same(s, "the sequence after reopening", seq(), start+3)
}

func testContext(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, 2000) })
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	never := func(engine.Tx) error { s.Error("the function ran under a cancelled context"); return nil }
	if err := s.store.View(gone, never); !errors.Is(err, context.Canceled) {
		s.Errorf("view: %v", err)
	}
	if err := s.store.Update(gone, never); !errors.Is(err, context.Canceled) {
		s.Errorf("update: %v", err)
	}
	// Cancelled in the middle: sequences end with the context's error, and
	// nothing is committed.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	err := s.store.Update(ctx, func(tx engine.Tx) error {
		if err := tx.Meta().Put("x", []byte("1")); err != nil {
			return err
		}
		var last error
		n := 0
		for _, err := range tx.Heads().All("") {
			if n++; n == 10 {
				cancel()
			}
			last = err
		}
		if !errors.Is(last, context.Canceled) || n == 2000 {
			s.Errorf("the sequence ended after %d records with %v", n, last)
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		s.Errorf("update: %v", err)
	}
	s.view(func(tx engine.Tx) error {
		absent[[]byte](s, "a write under a cancelled context")(tx.Meta().Get("x"))
		return nil
	})
}

func testClose(s *suite) {
	var readers sync.WaitGroup
	inside, leave := make(chan struct{}), make(chan struct{})
	readers.Go(func() {
		err := s.store.View(context.Background(), func(tx engine.Tx) error {
			close(inside)
			<-leave
			collect(s, tx.Heads().All("")) // the store must still be there
			return nil
		})
		if err != nil {
			s.Errorf("view: %v", err)
		}
	})
	<-inside
	closed := make(chan error, 1)
	go func() { closed <- s.store.Close() }()
	select {
	case err := <-closed:
		s.Errorf("Close returned (%v) while a view was open", err)
	default:
	}
	close(leave)
	readers.Wait()
	if err := <-closed; err != nil {
		s.Errorf("close: %v", err)
	}
	nop := func(engine.Tx) error { return nil }
	for name, err := range map[string]error{
		"view":   s.store.View(context.Background(), nop),
		"update": s.store.Update(context.Background(), nop),
		"verify": s.store.Verify(context.Background(), func(error) {}, func(int) {}),
		"close":  s.store.Close(),
	} {
		if !errors.Is(err, engine.ErrClosed) {
			s.Errorf("%s after close: %v, want ErrClosed", name, err)
		}
	}
	if testing.Verbose() {
		s.Logf("the store was in %s", s.store.Dir())
	}
}
