package interchange

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/engine"
)

// fill gives every field below v a value of its own, so that one which the
// wire forgets shows. It knows enums by the types they have.
func fill(t *rapid.T, v reflect.Value, path string) {
	number := func(most int) int { return rapid.IntRange(1, most).Draw(t, path) }
	switch v.Interface().(type) {
	case time.Time:
		at := time.Unix(int64(number(4_000_000_000)), int64(number(999_999_999))).UTC()
		v.Set(reflect.ValueOf(at))
		return
	case engine.State:
		v.Set(reflect.ValueOf(engine.State(number(int(engine.Deleted)))))
		return
	case engine.ChangeType:
		v.Set(reflect.ValueOf(engine.ChangeType(number(int(engine.Restored)))))
		return
	case engine.ConflictStatus:
		v.Set(reflect.ValueOf(engine.ConflictStatus(number(int(engine.ConflictDismissed)))))
		return
	case engine.IdentityKind:
		v.Set(reflect.ValueOf(engine.IdentityKind(number(int(engine.NullIdentity)))))
		return
	case engine.ActorKind:
		v.Set(reflect.ValueOf(engine.ActorKind(number(int(engine.Schedule)))))
		return
	case engine.LogSubject:
		v.Set(reflect.ValueOf(engine.LogSubject(number(int(engine.SubjectSetting)))))
		return
	case engine.Metadata:
		v.Set(reflect.ValueOf(engine.Metadata(fmt.Sprintf(`{"n":%d.50,"t":"\u0000é"}`, number(1000)))))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(number(math.MaxInt32)))
	case reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(number(255)))
	case reflect.Float64:
		v.SetFloat(rapid.Float64Range(1e-9, 1e9).Draw(t, path))
	case reflect.String:
		v.SetString("x" + rapid.StringN(0, 12, -1).Draw(t, path))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), path)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), path+"."+v.Type().Field(i).Name)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i), path)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), path)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key, path)
		fill(t, value, path)
		v.SetMapIndex(key, value)
	default:
		t.Fatalf("%s: no value for a %s", path, v.Kind())
	}
}

// throughWire writes a line and reads it back.
func throughWire(t *rapid.T, l *wireLine) *wireLine {
	b, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	var back wireLine
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
	return &back
}

func same[T any](t *rapid.T, got, want T, err error) {
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("came back different (%v):\n got %+v\nwant %+v", err, got, want)
	}
}

// Whatever field the engine's records have, the wire carries it.
func TestWireLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var v engine.Version
		fill(t, reflect.ValueOf(&v).Elem(), "version")
		v2, err := throughWire(t, &wireLine{Version: toVersion(&v, true)}).Version.version()
		same(t, v2, v, err)

		var e engine.Edge
		fill(t, reflect.ValueOf(&e).Elem(), "edge")
		e2, err := throughWire(t, &wireLine{Edge: toEdge(&e)}).Edge.edge()
		same(t, *e2, e, err)

		var c engine.Conflict
		fill(t, reflect.ValueOf(&c).Elem(), "conflict")
		c2, err := throughWire(t, &wireLine{Conflict: toConflict(&c)}).Conflict.conflict()
		same(t, c2, c, err)

		var o engine.Operation
		fill(t, reflect.ValueOf(&o).Elem(), "operation")
		o2, err := throughWire(t, &wireLine{Operation: toOperation(&o)}).Operation.operation()
		same(t, *o2, o, err)

		var entry engine.LogEntry
		fill(t, reflect.ValueOf(&entry).Elem(), "entry")
		entry2, err := throughWire(t, &wireLine{Entry: toEntry(&entry)}).Entry.entry()
		same(t, *entry2, entry, err)

		var window engine.RetrievalRecord
		fill(t, reflect.ValueOf(&window).Elem(), "window")
		same(t, *throughWire(t, &wireLine{Window: toWindow(&window)}).Window.record(), window, nil)

		var event engine.Retrieval
		fill(t, reflect.ValueOf(&event).Elem(), "event")
		w := wireRetrieval(event)
		same(t, engine.Retrieval(*throughWire(t, &wireLine{Retrieval: &w}).Retrieval), event, nil)
	})
}

// wholeLines are the lines of one memory with three versions, two texts.
func wholeLines(t testing.TB) []string {
	t.Helper()
	at := func(n int) time.Time { return fileTime.Add(time.Duration(n) * time.Hour) }
	version := func(n uint32, textIn engine.VersionRef, text string) engine.Version {
		v := engine.Version{MemoryID: "m", Number: n, Change: engine.ChangeUpdated, At: at(int(n)), Reason: "because"}
		v.Memory.Head = engine.Head{ID: "m", Scope: engine.Scope{Namespace: "n", Subject: "s"}, Type: "fact", State: engine.Active, Version: n, Text: textIn, CreatedAt: at(1), UpdatedAt: at(int(n))}
		v.Memory.Content = text
		return v
	}
	first := engine.VersionRef{At: at(1), Number: 1}
	second := engine.VersionRef{At: at(2), Number: 2}
	vs := []engine.Version{version(3, second, "new"), version(2, second, "new"), version(1, first, "old")}
	body := toBody(&vs[0].Memory.Body, true)
	all := []wireLine{
		{Ebb: ebbFormat},
		{Kind: kindMemory, Head: toHead(&vs[0].Memory.Head), Body: &body},
		{Kind: kindVersion, Version: toVersion(&vs[0], false)},
		{Kind: kindVersion, Version: toVersion(&vs[1], false)},
		{Kind: kindVersion, Version: toVersion(&vs[2], true)},
		{Kind: kindEnd, Counts: map[string]int{kindMemory: 1, kindVersion: 3}},
	}
	var out []string
	for i := range all {
		b, err := json.Marshal(&all[i])
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(b))
	}
	return out
}

func TestWholeMemory(t *testing.T) {
	f := readText(t, strings.Join(wholeLines(t), "\n"), Settings{})
	if len(f.memories) != 1 || len(f.warnings) != 0 || len(f.refused) != 0 {
		t.Fatalf("%d memories, warnings %q, refused %v", len(f.memories), f.warnings, reasons(f))
	}
	m := f.memories[0]
	if m.Whole == nil || m.ID != "m" || m.Content != "new" || len(m.Whole.Versions) != 3 {
		t.Fatalf("got %+v", m)
	}
	for i, want := range []string{"old", "new", "new"} {
		if v := m.Whole.Versions[i]; v.Number != uint32(i+1) || v.Memory.Content != want {
			t.Errorf("version %d says %q, want %q", v.Number, v.Memory.Content, want)
		}
	}
}

func TestDamagedExport(t *testing.T) {
	lines := wholeLines(t)
	for _, c := range []struct {
		name              string
		lines             []string
		memories, refused int
		warning           string
	}{
		{"cut short", lines[:4], 1, 0, "has no end"},
		{"a version without its memory", []string{lines[0], lines[2]}, 0, 1, "has no end"},
		{"fewer lines than told", []string{lines[0], lines[5]}, 0, 0, "1 lines of kind memory"},
		{"a kind from the future", []string{lines[0], `{"kind":"dream","head":{}}`, lines[5]}, 0, 1, "lines of kind"},
		{"a state that is none", []string{lines[0], strings.Replace(lines[1], `"active"`, `"asleep"`, 1)}, 0, 1, "has no end"},
		{"twice the same", append(append([]string{}, lines[:5]...), lines[1:]...), 1, 0, "2 are here"},
	} {
		f := readText(t, strings.Join(c.lines, "\n"), Settings{Format: Ebb})
		if len(f.memories) != c.memories || len(f.refused) != c.refused || !strings.Contains(strings.Join(f.warnings, "\n"), c.warning) {
			t.Errorf("%s: %d memories, refused %v, warnings %q", c.name, len(f.memories), reasons(f), f.warnings)
		}
	}
}

func TestExportOfANewerEbb(t *testing.T) {
	reading, err := Read(t.Context(), strings.NewReader(`{"ebb":99}`), Source{Name: "x"}, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if f := collect(reading); f.err == nil || !strings.Contains(f.err.Error(), "format 99") {
		t.Errorf("got %v", f.err)
	}
}

func TestExportRefusesOtherFormats(t *testing.T) {
	if err := Export(t.Context(), &bytes.Buffer{}, "xml", nil); err == nil {
		t.Error("an unknown format was accepted")
	}
}
