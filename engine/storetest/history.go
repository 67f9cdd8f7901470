package storetest

import (
	"fmt"
	"strings"
	"time"

	"ebb/engine"
)

// history writes a memory with four versions: a text, a change without one,
// another text, another change without one.
func history(s *suite, id string) []engine.Memory {
	states := []engine.Memory{full(id, day(1))}
	states = append(states, next(states[0], day(2), ""))
	states = append(states, next(states[1], day(3), "the second text of "+id))
	states = append(states, next(states[2], day(4), ""))
	s.update(func(tx engine.Tx) error {
		if err := add(tx, states[0]); err != nil {
			return err
		}
		for i := 1; i < len(states); i++ {
			if err := evolve(tx, states[i-1], states[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return states
}

// stated is the version that states m, as the store keeps it.
func stated(m engine.Memory) engine.Version {
	change := engine.ChangeUpdated
	if m.Version == 1 {
		change = engine.Created
	}
	v := version(m, change)
	v.Memory = snapshot(m)
	return v
}

func testVersions(s *suite) {
	states := history(s, "m")
	history(s, "m\x00")
	history(s, "l")
	s.everywhere(func(tx engine.Tx) {
		var want []engine.Version
		for i := len(states) - 1; i >= 0; i-- {
			want = append(want, stated(states[i]))
		}
		same(s, "the history, newest first", collect(s, tx.Versions().Of("m")), want)
		for _, m := range states {
			same(s, "a version", must[engine.Version](s)(tx.Versions().Get("m", m.Ref())), stated(m))
		}
		absent[engine.Version](s, "another number")(tx.Versions().Get("m", engine.VersionRef{At: day(2), Number: 1}))
		absent[engine.Version](s, "another instant")(tx.Versions().Get("m", engine.VersionRef{At: day(2).Add(1), Number: 2}))
		absent[engine.Version](s, "another memory")(tx.Versions().Get("n", states[0].Ref()))
		same(s, "no history", collect(s, tx.Versions().Of("n")), nil)
	})
	// A version that is written again stays one version.
	again := version(states[3], engine.ChangeArchived)
	s.update(func(tx engine.Tx) error { return tx.Versions().Put(&again) })
	s.everywhere(func(tx engine.Tx) {
		same(s, "its change", must[engine.Version](s)(tx.Versions().Get("m", states[3].Ref())).Change, engine.ChangeArchived)
		same(s, "versions of m", len(collect(s, tx.Versions().Of("m"))), 4)
	})
}

func testVersionAt(s *suite) {
	states := history(s, "m")
	history(s, "k")
	history(s, "n")
	// Two versions at one instant: the higher number is the later.
	tied := next(states[3], states[3].UpdatedAt, "said at once")
	s.update(func(tx engine.Tx) error { return evolve(tx, states[3], tied) })
	s.everywhere(func(tx engine.Tx) {
		at := func(t time.Time) uint32 {
			v, ok, err := tx.Versions().At("m", t)
			if err != nil {
				s.Fatalf("at %v: %v", t, err)
			}
			if ok && v.Memory.Content == "" {
				s.Errorf("version %d at %v has no text", v.Number, t)
			}
			if !ok {
				return 0
			}
			return v.Number
		}
		for _, c := range []struct {
			t    time.Time
			want uint32
		}{
			{day(1).Add(-1), 0},
			{day(1), 1},
			{day(2).Add(-1), 1},
			{day(2), 2},
			{day(3).Add(time.Hour), 3},
			{day(4), 5},
			{day(400), 5},
		} {
			same(s, fmt.Sprintf("the version at %v", c.t), at(c.t), c.want)
		}
		absent[engine.Version](s, "an unknown memory")(tx.Versions().At("mm", day(9)))
	})
}

func testCurrent(s *suite) {
	var want []engine.HeadText
	for _, id := range []string{"a", "a\x00b", "a\xff", "b"} {
		states := history(s, id)
		last := states[len(states)-1]
		want = append(want, engine.HeadText{Head: last.Head, Text: last.Content})
	}
	long := plain("c", day(1), "the one text of many versions")
	s.update(func(tx engine.Tx) error {
		if err := add(tx, long); err != nil {
			return err
		}
		for i := range 60 {
			after := next(long, day(1).Add(time.Duration(i+1)*time.Hour), "")
			if err := evolve(tx, long, after); err != nil {
				return err
			}
			long = after
		}
		return nil
	})
	want = append(want, engine.HeadText{Head: long.Head, Text: long.Content})
	s.everywhere(func(tx engine.Tx) {
		same(s, "current texts", collect(s, tx.Versions().Current("")), want)
		same(s, "current texts after an id", collect(s, tx.Versions().Current("a\x00b")), want[2:])
		same(s, "current texts after the last", collect(s, tx.Versions().Current("c")), nil)
	})
}

func testDeleteHistory(s *suite) {
	states := history(s, "m")
	kept := history(s, "mm")
	s.update(func(tx engine.Tx) error {
		if err := tx.Versions().DeleteAll("m"); err != nil {
			return err
		}
		same(s, "the history inside the transaction", collect(s, tx.Versions().Of("m")), nil)
		return tx.Heads().Delete(&states[3].Head)
	})
	s.everywhere(func(tx engine.Tx) {
		same(s, "the history", collect(s, tx.Versions().Of("m")), nil)
		same(s, "another's history", len(collect(s, tx.Versions().Of("mm"))), len(kept))
		totals, err := tx.Totals()
		if err != nil || totals.Versions != len(kept) {
			s.Errorf("totals: %+v, %v, want %d versions", totals, err, len(kept))
		}
	})
}

func testStrangeText(s *suite) {
	texts := map[string]string{
		"empty":   "",
		"nul":     "a\x00b\x00\x01\xff",
		"invalid": "caf\xe9 \xc3\x28 \xff\xfe",
		"emoji":   "🧠 𝛿 e\u0301 \u202e",
		"long":    strings.Repeat("0123456789abcde\n", engine.MaxContentBytes/16),
	}
	s.update(func(tx engine.Tx) error {
		for id, text := range texts {
			m := plain(id, day(1), text)
			m.Title = "t\xff\x1b[31m" + id
			m.Scope.Subject = text[:min(len(text), 300)]
			m.Identity = engine.Identity{Kind: engine.TextIdentity, Value: text[:min(len(text), engine.MaxMetadataBytes)]}
			m.Metadata = engine.Metadata(`{"x":"` + strings.Repeat("y", engine.MaxMetadataBytes-8) + `"}`)
			if err := add(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		for id, text := range texts {
			h := must[engine.Head](s)(tx.Heads().Get(id))
			v := must[engine.Version](s)(tx.Versions().Get(id, h.Ref()))
			if v.Memory.Content != text {
				s.Errorf("%s: the text came back as %.60q", id, v.Memory.Content)
			}
			same(s, id+" by identity", collect(s, tx.Heads().ByIdentity(h.Scope, h.Type, h.Identity)), []string{id})
			same(s, id+"'s metadata", len(v.Memory.Metadata), engine.MaxMetadataBytes)
		}
	})
}

// testInstants keeps what time has to offer: 1970 itself, before it, the
// smallest step, and none at all.
func testInstants(s *suite) {
	instants := []time.Time{
		{},
		time.Unix(0, 0).UTC(), time.Unix(0, 1).UTC(), time.Unix(0, -1).UTC(), day(0),
		time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2261, 12, 31, 0, 0, 0, 5, time.UTC),
	}
	s.update(func(tx engine.Tx) error {
		for i, at := range instants {
			m := plain(fmt.Sprint(i), at, "x")
			m.ExpiresAt, m.LastAccessedAt, m.LearnedAt, m.Archive.At, m.Profile.Last = at, at, at, at, at
			if err := add(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	s.everywhere(func(tx engine.Tx) {
		for i, at := range instants {
			h := must[engine.Head](s)(tx.Heads().Get(fmt.Sprint(i)))
			for _, got := range []time.Time{h.CreatedAt, h.UpdatedAt, h.ExpiresAt, h.LastAccessedAt, h.LearnedAt, h.Archive.At, h.Profile.Last, h.Text.At} {
				if !got.Equal(at) || got.IsZero() != at.IsZero() {
					s.Errorf("%v came back as %v", at, got)
				}
			}
			must[engine.Version](s)(tx.Versions().Get(h.ID, h.Ref()))
		}
		same(s, "newest first", idsOf(collect(s, tx.Heads().Newest(engine.Cursor{}))), []string{"6", "4", "2", "1", "3", "5", "0"})
	})
}
