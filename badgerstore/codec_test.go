package badgerstore

import (
	"bytes"
	"math"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/engine"
)

// anyHeadRecord fills every field of a record, or leaves it zero, with all
// kinds of values.
func anyHeadRecord(t *rapid.T) (r headRecord) {
	v := reflect.ValueOf(&r).Elem()
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		if name == "ID" || rapid.IntRange(0, 2).Draw(t, name+" zero") == 0 {
			continue
		}
		switch f.Kind() {
		case reflect.String:
			f.SetString(rapid.OneOf(rapid.String(), rapid.StringN(20, 400, -1), rapid.Just("\xff\x00")).Draw(t, name))
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Float64:
			f.SetFloat(rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{
				0.5, 0.1, 1, math.Inf(1), math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64, 6.1e-5, 5.9604645e-8, 65504, 1e300, -2,
			}), rapid.Map(rapid.Float32(), func(f float32) float64 { return float64(f) })).Draw(t, name))
		case reflect.Array:
			for j := range f.Len() {
				f.Index(j).SetUint(uint64(rapid.Byte().Draw(t, name)))
			}
		case reflect.Int32, reflect.Int64:
			f.SetInt(rapid.Int64Range(-1<<(f.Type().Bits()-1), 1<<(f.Type().Bits()-1)-1).Draw(t, name))
		default:
			f.SetUint(rapid.Uint64Max(1<<f.Type().Bits()-1).Draw(t, name))
		}
	}
	return r
}

// The fast reader and the general one must agree on all that is written.
func TestFastHeadReader(t *testing.T) {
	var names lastNames
	rapid.Check(t, func(t *rapid.T) {
		want := anyHeadRecord(t)
		var buf bytes.Buffer
		if err := encMode.MarshalToBuffer(&want, &buf); err != nil {
			t.Fatal(err)
		}
		var general, fast headRecord
		if err := decMode.Unmarshal(buf.Bytes(), &general); err != nil {
			t.Fatal(err)
		}
		if !fast.read(buf.Bytes(), &names) {
			t.Fatalf("the fast reader does not take %+v", want)
		}
		if !equalBits(general, fast) || !equalBits(want, fast) {
			t.Fatalf("wrote %+v\ngeneral %+v\nfast    %+v", want, general, fast)
		}
	})
}

// equalBits compares NaN as equal to itself.
func equalBits(a, b headRecord) bool {
	va, vb := reflect.ValueOf(&a).Elem(), reflect.ValueOf(&b).Elem()
	for i := range va.NumField() {
		fa, fb := va.Field(i), vb.Field(i)
		if fa.Kind() == reflect.Float64 && math.IsNaN(fa.Float()) && math.IsNaN(fb.Float()) {
			continue
		}
		if !reflect.DeepEqual(fa.Interface(), fb.Interface()) {
			return false
		}
	}
	return true
}

// FuzzFastHeadReader looks for bytes that the fast reader takes differently.
func FuzzFastHeadReader(f *testing.F) {
	r := headRecord{Namespace: "n", State: 1, Title: "t", Importance: 0.5, Stability: 0.1, CreatedAt: -7, Undone: true, ArchiveReason: "x", LoggedDay: -3}
	var buf bytes.Buffer
	if err := encMode.MarshalToBuffer(&r, &buf); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Add([]byte{0xa1, 0x18, 0x2b, 0x61, 'x'}) // a key that only the general reader takes
	f.Add([]byte{0xbf, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		var names lastNames
		var fast, general headRecord
		if !fast.read(b, &names) {
			return
		}
		err := decMode.Unmarshal(b, &general)
		if err != nil {
			return // stricter about order and duplicates: those we never write
		}
		if !equalBits(fast, general) {
			t.Fatalf("%x\ngeneral %+v\nfast    %+v", b, general, fast)
		}
	})
}

func FuzzUnsealAndDecode(f *testing.F) {
	key := []byte("mid")
	good, err := sealed(key, &headRecord{Title: "t"})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte{})
	f.Add([]byte{1, 0xa0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		var r versionRecord
		_ = decode(key, b, &r) // must not panic
		_, _ = firstText(b)
		_ = eachEntry(b, func(_, _ []byte, _ bool) error { return nil })
		for _, flip := range []int{0, len(good) / 2, len(good) - 1} {
			bad := bytes.Clone(good)
			bad[flip] ^= 0x40
			if _, err := unseal(key, bad); err == nil {
				t.Fatalf("byte %d flipped, and nobody noticed", flip)
			}
		}
		if _, err := unseal([]byte("mie"), good); err == nil {
			t.Fatal("a value was taken under another key")
		}
	})
}

func TestHeadIsCompact(t *testing.T) {
	at := time.Date(2026, 5, 6, 7, 8, 9, 123456789, time.UTC)
	h := engine.Head{
		Scope: engine.Scope{Namespace: "project-notes", Subject: "default"}, Type: engine.TypeSemantic,
		State: engine.Updated, Version: 4, Title: "the user prefers dark mode in every editor and asked twice",
		Identity: engine.Identity{Kind: engine.TextIdentity, Value: "prefers-dark"},
		TextSize: 570, Text: engine.VersionRef{At: at, Number: 4},
		Importance: 0.7, Confidence: 0.9, CreatedAt: at, UpdatedAt: at, LastAccessedAt: at, AccessCount: 14,
		Stability: 30, Base: 1, Interference: 0.9025, LearnedAt: at, TieCount: 3, TieID: "0190b7c4-1111-7d3a-9c41-000000000000",
	}
	h.Profile.Total, h.Profile.Last, h.Profile.Velocity7 = 14, at, 0.57
	var r headRecord
	r.from(&h)
	val, err := sealed([]byte("m0190b7c4-1111-7d3a-9c41-000000000001"), &r)
	if err != nil {
		t.Fatal(err)
	}
	if len(val) > 310 {
		t.Errorf("a head with a full life takes %d bytes", len(val))
	}
	t.Logf("%d bytes", len(val))
}
