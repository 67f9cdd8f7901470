package badgerstore

import (
	"bytes"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"ebb/engine"
)

// The fast reader of the change log reads what is written as the general one
// does, one entry after the other.
func TestFastLogReaderAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fast logReader
		var scratch logScratch
		for range rapid.IntRange(1, 4).Draw(t, "entries") {
			e := engine.LogEntry{
				Operation: rapid.StringN(0, 8, 40).Draw(t, "operation"), Kind: engine.KindEdit,
				Actor:   engine.Actor{Kind: engine.ActorKind(rapid.IntRange(0, 2).Draw(t, "actor")), Name: rapid.StringN(0, 4, 12).Draw(t, "name")},
				Change:  engine.ChangeType(rapid.IntRange(0, 8).Draw(t, "change")),
				Subject: engine.LogSubject(rapid.IntRange(1, 3).Draw(t, "subject")), ID: rapid.StringN(1, 8, 40).Draw(t, "id"),
				After: rapid.Uint32().Draw(t, "after"),
			}
			if rapid.Bool().Draw(t, "head") {
				e.Head = &engine.Head{ID: e.ID, Title: rapid.String().Draw(t, "title"), Version: rapid.Uint32().Draw(t, "version"), Importance: rapid.Float64Range(0, 1).Draw(t, "importance"), LoggedDay: rapid.Int32().Draw(t, "day")}
				if rapid.Bool().Draw(t, "other id") {
					e.Head.ID = "another"
				}
			}
			if rapid.Bool().Draw(t, "edge") {
				e.Edge = engine.EdgeKey{From: "a", Type: rapid.SampledFrom([]string{engine.CoRetrieved, engine.RelSupports}).Draw(t, "type"), To: "b", Relation: rapid.StringN(0, 4, 12).Draw(t, "relation")}
				e.EdgeWas = &engine.Edge{EdgeKey: e.Edge, Count: rapid.Uint32().Draw(t, "count"), Weight: rapid.Float64Range(0, 1).Draw(t, "weight"), LoggedDay: rapid.Int32().Draw(t, "edge day")}
				e.EdgeWas.Connection.Strength = rapid.Float64Range(0, 5).Draw(t, "strength")
				e.EdgeWas.Connection.AccessCount = rapid.Int64Range(0, 1e9).Draw(t, "accesses")
			}
			var buf bytes.Buffer
			if err := encMode.MarshalToBuffer(scratch.from(&e), &buf); err != nil {
				t.Fatal(err)
			}
			var general logRecord
			if err := decMode.Unmarshal(buf.Bytes(), &general); err != nil {
				t.Fatal(err)
			}
			known := e.Head == nil || e.Head.ID == e.ID
			if took := fast.read(buf.Bytes()); took != known {
				t.Fatalf("taken %v, want %v: %+v", took, known, e)
			}
			if known && !reflect.DeepEqual(fast.entry(), general.entry()) {
				t.Fatalf("wrote %+v\ngeneral %+v\nfast    %+v", e, general.entry(), fast.entry())
			}
		}
	})
}

// FuzzFastLogReader looks for bytes that the fast reader takes differently.
func FuzzFastLogReader(f *testing.F) {
	var scratch logScratch
	e := engine.LogEntry{Operation: "o", Kind: engine.KindRecall, Subject: engine.SubjectEvidence, ID: "m", Head: &engine.Head{ID: "m", Title: "t", Stability: 30}, After: 3}
	var buf bytes.Buffer
	if err := encMode.MarshalToBuffer(scratch.from(&e), &buf); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Add([]byte{0xa1, 0x0d, 0xa1, 0x01, 0xf9, 0x3c, 0x00})
	f.Add([]byte{0xbf, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		var fast logReader
		if !fast.read(b) {
			return
		}
		var general logRecord
		if err := decMode.Unmarshal(b, &general); err != nil {
			return // stricter about order and duplicates: those we never write
		}
		got, want := fast.entry(), general.entry()
		if got.ID != want.ID || got.Subject != want.Subject || got.After != want.After || (got.Head == nil) != (want.Head == nil) {
			t.Fatalf("%x\ngeneral %+v\nfast    %+v", b, want, got)
		}
	})
}
