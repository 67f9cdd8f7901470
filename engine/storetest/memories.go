package storetest

import (
	"strings"
	"time"

	"ebb/engine"
)

func testHeads(s *suite) {
	all := full("full", day(1))
	bare := engine.Head{ID: "bare", State: engine.Deleted, Version: 3, UpdatedAt: day(2), Text: engine.VersionRef{At: day(0), Number: 1}}
	first := plain("bare", day(0), "bare")
	s.update(func(tx engine.Tx) error {
		if err := add(tx, all); err != nil {
			return err
		}
		v := version(first, engine.Created)
		if err := tx.Versions().Put(&v); err != nil {
			return err
		}
		return tx.Heads().Put(nil, &bare)
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "a head with every field", must[engine.Head](s)(tx.Heads().Get("full")), all.Head)
		same(s, "a bare head", must[engine.Head](s)(tx.Heads().Get("bare")), bare)
		absent[engine.Head](s, "an unknown id")(tx.Heads().Get("ful"))
		same(s, "all", idsOf(collect(s, tx.Heads().All(""))), []string{"bare", "full"})
		same(s, "all after an id", idsOf(collect(s, tx.Heads().All("bare"))), []string{"full"})
		same(s, "all after an id that is not there", idsOf(collect(s, tx.Heads().All("c"))), []string{"full"})
		same(s, "all after the last", idsOf(collect(s, tx.Heads().All("full"))), []string(nil))
	})
	s.update(func(tx engine.Tx) error { return tx.Heads().Delete(&all.Head) })
	s.everywhere(func(tx engine.Tx) {
		absent[engine.Head](s, "a deleted head")(tx.Heads().Get("full"))
		same(s, "all but the deleted", idsOf(collect(s, tx.Heads().All(""))), []string{"bare"})
	})
}

func testHeadIndexes(s *suite) {
	m := full("m", day(1))
	twin := full("twin", day(2))
	twin.Identity, twin.TextSum = m.Identity, m.TextSum
	other := full("other", day(3))
	s.update(func(tx engine.Tx) error {
		for _, m := range []engine.Memory{m, twin, other} {
			if err := add(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	type look struct {
		scope engine.Scope
		typ   string
		key   engine.Identity
		sum   [16]byte
	}
	exact := look{m.Scope, m.Type, m.Identity, m.TextSum}
	find := func(tx engine.Tx, l look) (byKey, byText []string) {
		return collect(s, tx.Heads().ByIdentity(l.scope, l.typ, l.key)), collect(s, tx.Heads().ByText(l.scope, l.typ, l.sum))
	}
	s.everywhere(func(tx engine.Tx) {
		byKey, byText := find(tx, exact)
		same(s, "by identity", byKey, []string{"m", "twin"})
		same(s, "by text", byText, []string{"m", "twin"})
		for name, change := range map[string]func(*look){
			"another tenant":    func(l *look) { l.scope.Tenant.ID += "x" },
			"an empty tenant":   func(l *look) { l.scope.Tenant.ID = "" },
			"no tenant":         func(l *look) { l.scope.Tenant = engine.Tenant{} },
			"another namespace": func(l *look) { l.scope.Namespace = "note" },
			"another subject":   func(l *look) { l.scope.Subject = "m" },
			"another type":      func(l *look) { l.typ += "s" },
			"another kind":      func(l *look) { l.key.Kind = engine.NumberIdentity; l.sum[0]++ },
			"another value":     func(l *look) { l.key.Value += "\x00"; l.sum[15]++ },
			"a shorter value":   func(l *look) { l.key.Value = l.key.Value[:3]; l.sum = [16]byte{} },
		} {
			l := exact
			change(&l)
			if byKey, byText := find(tx, l); byKey != nil || byText != nil {
				s.Errorf("%s finds %v by identity and %v by text", name, byKey, byText)
			}
		}
	})

	moved := m
	moved.Identity.Value = "another"
	moved.Scope.Namespace = strings.Repeat("n", engine.MaxScopeBytes)
	moved.TextSum[3]++
	gone := twin
	gone.State = engine.Archived
	s.update(func(tx engine.Tx) error {
		if err := tx.Heads().Put(&m.Head, &moved.Head); err != nil {
			return err
		}
		return tx.Heads().Put(&twin.Head, &gone.Head)
	})
	s.everywhere(func(tx engine.Tx) {
		byKey, byText := find(tx, exact)
		same(s, "by identity, after one moved and one was archived", byKey, []string(nil))
		same(s, "by text, after one moved and one was archived", byText, []string(nil))
		byKey, byText = find(tx, look{moved.Scope, moved.Type, moved.Identity, moved.TextSum})
		same(s, "by the new identity", byKey, []string{"m"})
		same(s, "by the new text", byText, []string{"m"})
	})
	s.update(func(tx engine.Tx) error { return tx.Heads().Put(&gone.Head, &twin.Head) })
	s.everywhere(func(tx engine.Tx) {
		byKey, _ := find(tx, exact)
		same(s, "by identity, after the archived came back", byKey, []string{"twin"})
	})
}

func testNewest(s *suite) {
	// c and d share an instant, x is not live.
	heads := []engine.Memory{
		plain("d", day(5), "d"), plain("a", day(1), "a"), plain("c", day(5), "c"),
		plain("e", day(9), "e"), plain("x", day(7), "x"), plain("b", day(0).AddDate(-80, 0, 0), "b"),
	}
	heads[4].State = engine.Superseded
	heads[3].State = engine.Updated
	s.update(func(tx engine.Tx) error {
		for _, m := range heads {
			if err := add(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	newest := func(tx engine.Tx, at time.Time, id string) []string {
		return idsOf(collect(s, tx.Heads().Newest(engine.Cursor{UpdatedAt: at, ID: id})))
	}
	s.everywhere(func(tx engine.Tx) {
		same(s, "from the top", newest(tx, time.Time{}, ""), []string{"e", "c", "d", "a", "b"})
		same(s, "behind e", newest(tx, day(9), "e"), []string{"c", "d", "a", "b"})
		same(s, "behind c", newest(tx, day(5), "c"), []string{"d", "a", "b"})
		same(s, "behind an id that is not there", newest(tx, day(5), "cc"), []string{"d", "a", "b"})
		same(s, "behind the place of x", newest(tx, day(7), "x"), []string{"c", "d", "a", "b"})
		same(s, "behind the last", newest(tx, heads[5].UpdatedAt, "b"), []string(nil))
		got := collect(s, tx.Heads().Newest(engine.Cursor{}))
		same(s, "the whole head", got[0], heads[3].Head)
	})
}

func testNewestFollowsChanges(s *suite) {
	s.update(func(tx engine.Tx) error { return many(tx, 40) })
	// Each round renews the oldest memory; a page is always the newest ten.
	var order []string
	s.view(func(tx engine.Tx) error {
		order = idsOf(collect(s, tx.Heads().Newest(engine.Cursor{})))
		return nil
	})
	for round := range 50 {
		oldest := order[len(order)-1]
		s.update(func(tx engine.Tx) error {
			h := must[engine.Head](s)(tx.Heads().Get(oldest))
			before := engine.Memory{Head: h}
			return evolve(tx, before, next(before, day(30).Add(time.Duration(round)*time.Minute), ""))
		})
		order = append([]string{oldest}, order[:len(order)-1]...)
		s.view(func(tx engine.Tx) error {
			var page []string
			for h, err := range tx.Heads().Newest(engine.Cursor{}) {
				if err != nil {
					return err
				}
				if page = append(page, h.ID); len(page) == 10 {
					break
				}
			}
			same(s, "the newest ten", page, order[:10])
			return nil
		})
	}
	s.verify()
}
