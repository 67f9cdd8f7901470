package storetest

import (
	"ebb/engine"
)

func keysOf(edges []engine.Edge) []engine.EdgeKey {
	var keys []engine.EdgeKey
	for i := range edges {
		keys = append(keys, edges[i].EdgeKey)
	}
	return keys
}

func testEdges(s *suite) {
	e := edge("a", engine.RelSupports, "b", "r1")
	parallel := edge("a", engine.RelSupports, "b", "r2")
	parallel.Weight = 0.75
	bare := engine.Edge{EdgeKey: engine.EdgeKey{From: "b", Type: engine.RelSupports, To: "a"}}
	s.update(func(tx engine.Tx) error {
		for _, e := range []engine.Edge{e, parallel, bare} {
			if err := tx.Edges().Put(&e); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "an edge with every field", must[engine.Edge](s)(tx.Edges().Get(e.EdgeKey)), e)
		same(s, "a parallel edge", must[engine.Edge](s)(tx.Edges().Get(parallel.EdgeKey)), parallel)
		same(s, "a bare edge", must[engine.Edge](s)(tx.Edges().Get(bare.EdgeKey)), bare)
		absent[engine.Edge](s, "another relation")(tx.Edges().Get(engine.EdgeKey{From: "a", Type: engine.RelSupports, To: "b"}))
		same(s, "all", keysOf(collect(s, tx.Edges().All())), []engine.EdgeKey{e.EdgeKey, parallel.EdgeKey, bare.EdgeKey})
	})
	stronger := e
	stronger.Connection.Strength, stronger.Count = 2.5, 8
	s.update(func(tx engine.Tx) error {
		if err := tx.Edges().Put(&stronger); err != nil {
			return err
		}
		if err := tx.Edges().Delete(parallel.EdgeKey); err != nil {
			return err
		}
		return tx.Edges().Delete(engine.EdgeKey{From: "no", Type: "such", To: "edge"})
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "the changed edge", must[engine.Edge](s)(tx.Edges().Get(e.EdgeKey)), stronger)
		absent[engine.Edge](s, "the deleted edge")(tx.Edges().Get(parallel.EdgeKey))
		same(s, "all", keysOf(collect(s, tx.Edges().All())), []engine.EdgeKey{e.EdgeKey, bare.EdgeKey})
		totals, err := tx.Totals()
		if err != nil || totals.Edges != 2 {
			s.Errorf("totals: %+v, %v, want 2 edges", totals, err)
		}
	})
}

func testEdgesOf(s *suite) {
	out1 := edge("b", engine.RelCausedBy, "z", "")
	out2 := edge("b", engine.RelSupports, "a", "")
	in := edge("z", engine.RelSupports, "b", "r")
	self := edge("b", engine.RelRelatedTo, "b", "")
	tied := edge("c", engine.CoRetrieved, "b", "") // stored as (b, c)
	tiedIn := edge("a", engine.CoRetrieved, "b", "")
	near := edge("b\x00", engine.RelSupports, "b\x00", "")
	s.update(func(tx engine.Tx) error {
		for _, e := range []engine.Edge{out1, out2, in, self, tied, tiedIn, near} {
			e.EdgeKey = e.Canonical()
			if err := tx.Edges().Put(&e); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "edges of b: outgoing first, then incoming, each by type and end",
			keysOf(collect(s, tx.Edges().Of("b"))), []engine.EdgeKey{
				out1.EdgeKey, tied.Canonical(), self.EdgeKey, out2.EdgeKey,
				tiedIn.Canonical(), in.EdgeKey,
			})
		same(s, "edges of c", keysOf(collect(s, tx.Edges().Of("c"))), []engine.EdgeKey{tied.Canonical()})
		same(s, "edges of nobody", collect(s, tx.Edges().Of("q")), nil)
		got := collect(s, tx.Edges().Of("a"))
		want := tiedIn
		want.EdgeKey = tiedIn.Canonical()
		same(s, "the whole edge, from its other end", got[0], want)
	})
	s.update(func(tx engine.Tx) error { return tx.Edges().Delete(in.EdgeKey) })
	s.everywhere(func(tx engine.Tx) {
		same(s, "edges of z without the deleted", keysOf(collect(s, tx.Edges().Of("z"))), []engine.EdgeKey{out1.EdgeKey})
	})
}

func testConflicts(s *suite) {
	first := conflict("c1", "a", "b", day(1))
	second := conflict("c2", "b", "c", day(3))
	third := conflict("c0", "b", "d", day(3)) // same instant: smaller id first
	s.update(func(tx engine.Tx) error {
		for _, c := range []engine.Conflict{first, second, third} {
			if err := tx.Conflicts().Put(nil, &c); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "a conflict", must[engine.Conflict](s)(tx.Conflicts().Get("c1")), first)
		same(s, "open, newest first", collect(s, tx.Conflicts().ByStatus(engine.ConflictOpen)), []engine.Conflict{third, second, first})
		same(s, "of b", collect(s, tx.Conflicts().Of("b")), []engine.Conflict{third, first, second})
		same(s, "of a", collect(s, tx.Conflicts().Of("a")), []engine.Conflict{first})
		same(s, "dismissed", collect(s, tx.Conflicts().ByStatus(engine.ConflictDismissed)), nil)
		absent[engine.Conflict](s, "an unknown conflict")(tx.Conflicts().Get("c"))
	})
	settled := first
	settled.Status, settled.Resolution, settled.ResolvedMemoryID = engine.ConflictResolved, "keep-newest", "b"
	settled.ResolvedAt, settled.ResolvedBy = day(5), engine.Actor{Kind: engine.Schedule}
	settled.SumA, settled.SumB = [16]byte{1, 2}, [16]byte{3}
	s.update(func(tx engine.Tx) error {
		if err := tx.Conflicts().Put(&first, &settled); err != nil {
			return err
		}
		return tx.Conflicts().Delete(&second)
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "open", collect(s, tx.Conflicts().ByStatus(engine.ConflictOpen)), []engine.Conflict{third})
		same(s, "resolved", collect(s, tx.Conflicts().ByStatus(engine.ConflictResolved)), []engine.Conflict{settled})
		same(s, "of b", collect(s, tx.Conflicts().Of("b")), []engine.Conflict{third, settled})
		same(s, "of c", collect(s, tx.Conflicts().Of("c")), nil)
		totals, err := tx.Totals()
		want := [engine.ConflictDismissed + 1]int{engine.ConflictOpen: 1, engine.ConflictResolved: 1}
		if err != nil || totals.Conflicts != want {
			s.Errorf("totals: %+v, %v, want conflicts %v", totals, err, want)
		}
	})
}
