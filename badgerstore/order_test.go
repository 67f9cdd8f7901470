package badgerstore

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/engine"
)

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

func FuzzStrKeepsOrder(f *testing.F) {
	f.Add("", "", "", "")
	f.Add("a", "b", "a\x00", "")
	f.Add("a\x00", "", "a", "\x00\x01")
	f.Add("a\x00\xff", "x", "a\x00\x01", "y")
	f.Add("\xff\xff", "", "\xff", "\xff")
	f.Fuzz(func(t *testing.T, a, a2, b, b2 string) {
		ea, eb := appendStr(nil, a), appendStr(nil, b)
		if got, want := sign(bytes.Compare(ea, eb)), strings.Compare(a, b); got != want {
			t.Fatalf("%q and %q compare %d, their encodings %d", a, b, want, got)
		}
		want := strings.Compare(a, b)
		if want == 0 {
			want = strings.Compare(a2, b2)
		}
		if got := sign(bytes.Compare(append(ea, a2...), append(eb, b2...))); got != want {
			t.Fatalf("(%q,%q) and (%q,%q) compare %d, their encodings %d", a, a2, b, b2, want, got)
		}
		s, rest, err := cutStr(append(appendStr(nil, a), a2...))
		if err != nil || s != a || string(rest) != a2 {
			t.Fatalf("cutStr gave %q, %q, %v, want %q, %q", s, rest, err, a, a2)
		}
	})
}

func FuzzCutStrOnAnything(f *testing.F) {
	f.Add([]byte("a\x00\x01b"))
	f.Add([]byte{0})
	f.Add([]byte{0, 2})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, rest, err := cutStr(b)
		if err != nil {
			return
		}
		if got := append(appendStr(nil, s), rest...); !bytes.Equal(got, b) {
			t.Fatalf("%x read as %q, %x writes %x", b, s, rest, got)
		}
	})
}

func FuzzTimesKeepOrder(f *testing.F) {
	f.Add(int64(0), int64(0), int64(0), int64(1))
	f.Add(int64(math.MinInt64), int64(0), int64(math.MaxInt64), int64(999_999_999))
	f.Add(int64(-1), int64(5), int64(1), int64(5))
	f.Fuzz(func(t *testing.T, s1, n1, s2, n2 int64) {
		a, b := inRange(s1, n1), inRange(s2, n2)
		up := sign(bytes.Compare(appendTime(nil, a), appendTime(nil, b)))
		down := sign(bytes.Compare(appendTimeDown(nil, a), appendTimeDown(nil, b)))
		if want := a.Compare(b); up != want || down != -want {
			t.Fatalf("%v and %v compare %d, encodings %d and downwards %d", a, b, want, up, down)
		}
		for _, back := range []time.Time{first(cutTime(appendTime(nil, a))), first(cutTimeDown(appendTimeDown(nil, a))), fromStamp(stamp(a))} {
			if !back.Equal(a) {
				t.Fatalf("%v came back as %v", a, back)
			}
		}
	})
}

func first(t time.Time, _ []byte, _ error) time.Time { return t }

// inRange is an instant that nanoseconds can hold.
func inRange(sec, nsec int64) time.Time {
	const years = 290 * 365 * 86400
	return time.Unix(sec%years, nsec%1e9).UTC()
}

func TestTimesBeyondTheRange(t *testing.T) {
	far := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	early := time.Date(1, 2, 3, 0, 0, 0, 0, time.UTC)
	if got := fromStamp(stamp(far)); got.Year() != 2262 {
		t.Errorf("%v is held as %v, want the end of the range", far, got)
	}
	if got := fromStamp(stamp(early)); got.Year() != 1677 || got.IsZero() {
		t.Errorf("%v is held as %v, want the beginning of the range", early, got)
	}
	if !fromStamp(stamp(time.Time{})).IsZero() {
		t.Error("the zero time does not come back")
	}
	if got := fromStamp(stamp(time.Unix(0, 0))); !got.Equal(time.Unix(0, 0)) {
		t.Errorf("1970 comes back as %v", got)
	}
	if bytes.Compare(appendTime(nil, time.Time{}), appendTime(nil, early)) >= 0 {
		t.Error("the zero time does not sort first")
	}
}

// Index keys of different things must differ, however their parts are cut.
func TestIdentityKeysAreDistinct(t *testing.T) {
	part := rapid.OneOf(
		rapid.StringMatching(`[a\x00\x01]{0,3}`),
		rapid.Map(rapid.IntRange(maxPart-1, maxPart+40), func(n int) string { return strings.Repeat("x", n) }),
	)
	type identity struct {
		tenant         engine.Tenant
		ns, subj, typ  string
		kind           engine.IdentityKind
		value, idOfOne string
	}
	gen := rapid.Custom(func(t *rapid.T) identity {
		set := rapid.Bool().Draw(t, "set")
		name := ""
		if set {
			name = part.Draw(t, "tenant")
		}
		return identity{
			engine.Tenant{ID: name, Set: set},
			part.Draw(t, "ns"), part.Draw(t, "subject"), part.Draw(t, "type"),
			engine.IdentityKind(rapid.IntRange(1, 3).Draw(t, "kind")), part.Draw(t, "value"), part.Draw(t, "id"),
		}
	})
	key := func(i identity) []byte {
		s := engine.Scope{Tenant: i.tenant, Namespace: i.ns, Subject: i.subj}
		return append(keyIdentity(nil, s, i.typ, engine.Identity{Kind: i.kind, Value: i.value}), i.idOfOne...)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := gen.Draw(t, "a"), gen.Draw(t, "b")
		if (a == b) != bytes.Equal(key(a), key(b)) {
			t.Fatalf("%+v and %+v have keys %x and %x", a, b, key(a), key(b))
		}
		if len(key(a)) > maxKeyBytes {
			t.Fatalf("a key of %d bytes", len(key(a)))
		}
	})
}

func TestEdgeAndVersionKeysComeBack(t *testing.T) {
	text := rapid.StringMatching(`[a\x00\x01\xff]{0,4}`)
	rapid.Check(t, func(t *rapid.T) {
		k := engine.EdgeKey{From: text.Draw(t, "from"), Type: text.Draw(t, "type"), To: text.Draw(t, "to"), Relation: text.Draw(t, "relation")}
		for _, key := range [][]byte{keyEdge(nil, k), keyMirror(nil, k)} {
			if got, err := cutEdgeKey(key); err != nil || got != k {
				t.Fatalf("%+v came back as %+v, %v", k, got, err)
			}
		}
		id := text.Draw(t, "id")
		ref := engine.VersionRef{At: inRange(rapid.Int64().Draw(t, "s"), rapid.Int64().Draw(t, "ns")), Number: rapid.Uint32().Draw(t, "n")}
		gotID, got, err := cutVersionKey(keyVersion(nil, id, ref))
		if err != nil || gotID != id || got.Number != ref.Number || !got.At.Equal(ref.At) {
			t.Fatalf("%q %+v came back as %q %+v, %v", id, ref, gotID, got, err)
		}
	})
}
