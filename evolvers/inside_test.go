package evolvers

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ebb/engine"

	"pgregory.net/rapid"
)

// marks is a view that has nothing but marks.
type marks struct {
	View
	kept map[string][]byte
}

func (m marks) Mark(name string) ([]byte, error) { return m.kept[name], nil }

// A ledger answers with what it was told last, through any number of cycles.
func TestLedger(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := marks{kept: map[string][]byte{}}
		want := map[string]float64{}
		for range rapid.IntRange(1, 4).Draw(rt, "cycles") {
			l, err := openLedger(v, "e/committed")
			if err != nil {
				rt.Fatal(err)
			}
			whole := rapid.Bool().Draw(rt, "whole")
			seen := map[string]bool{}
			for range rapid.IntRange(0, 40).Draw(rt, "memories") {
				id := fmt.Sprint("m", rapid.IntRange(0, 60).Draw(rt, "id"))
				if seen[id] {
					continue
				}
				seen[id] = true
				n := float64(rapid.IntRange(0, 3).Draw(rt, "number"))
				if before := l.see(id, n); before != want[id] {
					rt.Fatalf("%s was %v, the ledger says %v", id, want[id], before)
				}
				want[id] = n
			}
			for _, m := range l.marks(whole) {
				if !strings.HasPrefix(m.Name, "e/committed/") {
					rt.Fatalf("a mark named %s", m.Name)
				}
				v.kept[m.Name] = m.Value
			}
			if whole { // those that were not seen may go, at the latest with their mark
				l, err := openLedger(v, "e/committed")
				if err != nil {
					rt.Fatal(err)
				}
				for id := range want {
					if !seen[id] {
						want[id] = l.kept(id)
					}
				}
			}
		}
	})
}

func TestADamagedLedgerIsRead(t *testing.T) {
	v := marks{kept: map[string][]byte{"e/00": []byte("what is this, and why here?"), "e/01": {}}}
	l, err := openLedger(v, "e")
	if err != nil {
		t.Fatal(err)
	}
	l.see("m", 1)
	for _, m := range l.marks(true) {
		v.kept[m.Name] = m.Value
	}
	if l, err = openLedger(v, "e"); err != nil || l.kept("m") != 1 {
		t.Errorf("%v, %v", l.kept("m"), err)
	}
}

// Hashes spread over all marks.
func TestLedgerMarksAreEven(t *testing.T) {
	var n [ledgerMarks]int
	for i := range 64_000 {
		n[hash(fmt.Sprintf("0193d0c1-7a3b-7000-8000-%012x", i))>>ledgerShift]++
	}
	if least, most := slices.Min(n[:]), slices.Max(n[:]); least < 850 || most > 1150 {
		t.Errorf("between %d and %d of 1000", least, most)
	}
}

// Editing an object changes what was set and nothing else.
func TestObjectKeepsTheRest(t *testing.T) {
	o, err := openObject(engine.Metadata(`{"z":1.50,"a":{"x":[1,2]},"tags":["b"],"n":null,"big":123456789012345678901}`))
	if err != nil {
		t.Fatal(err)
	}
	o.set("tags", []string{"b", "<c>"})
	o.set("new", 7)
	o.remove("n")
	m, err := o.metadata()
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"z":1.50,"a":{"x":[1,2]},"tags":["b","<c>"],"big":123456789012345678901,"new":7}`; string(m) != want {
		t.Errorf("%s, want %s", m, want)
	}
	o.set("nan", math.NaN())
	if _, err := o.metadata(); err == nil {
		t.Error("what is no JSON was written")
	}
	o = &object{}
	o.set("x", strings.Repeat("x", engine.MaxMetadataBytes))
	if _, err := o.metadata(); err == nil {
		t.Error("too much was written")
	}
}

func FuzzObject(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1}`, `{"a":{"b":[]},"a":2}`, `{"\u0000":"\ud83d\ude00"}`, `[1]`, `{"a"`} {
		f.Add(s, "tags")
	}
	f.Fuzz(func(t *testing.T, text, name string) {
		m, err := engine.ParseMetadata([]byte(text))
		if err != nil || strings.ToValidUTF8(name, "") != name {
			return
		}
		o, err := openObject(m)
		if err != nil {
			return
		}
		if _, err := readFacets(m); err != nil {
			return
		}
		before, err := m.Fields()
		if err != nil {
			return
		}
		o.set(name, "v")
		edited, err := o.metadata()
		if err != nil {
			return // it has become too large
		}
		after, err := edited.Fields()
		if err != nil {
			t.Fatalf("%s is no object: %v", edited, err)
		}
		if after[name] != "v" {
			t.Fatalf("%q is %v in %s", name, after[name], edited)
		}
		for k := range maps.Keys(before) {
			if _, there := after[k]; !there {
				t.Fatalf("%q was lost from %s", k, edited)
			}
		}
	})
}

func TestFacets(t *testing.T) {
	f, err := readFacets(engine.Metadata(`{"tags":["a","a",""],"topics":"b","skills":[1,"s"],"subject":"S","entity_name":"E","entity_type":"t",
		"entities":["E",{"name":"N","type":"person"}],"relations":[{"subject":"S","object":"O"},{"source_id":"P","target_id":"S"}],
		"formed_from":["1"],"source_facts":["2"],"relevance":0.5,"stale":true,"source_code_refs":[{"repo":"r","file_path":"f","commit_hash":"c"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	var entities []string
	for _, e := range f.Entities {
		entities = append(entities, e.Name+":"+e.Type)
	}
	if got := strings.Join(entities, " "); got != "S: E:t N:person O: P:" {
		t.Errorf("entities %s", got)
	}
	if !slices.Equal(f.Tags, []string{"a"}) || !slices.Equal(f.Topics, []string{"b"}) || !slices.Equal(f.Skills, []string{"s"}) ||
		!slices.Equal(f.FormedFrom, []string{"1", "2"}) || f.Relevance != 0.5 || !f.Stale || f.Refs[0].Commit != "c" || f.Odd != "skills" {
		t.Errorf("%+v", f)
	}
	if f, err := readFacets(engine.Metadata(`{"relevance":"high"}`)); err != nil || f.Odd != "relevance" || f.Relevance != 1 {
		t.Errorf("%+v, %v", f, err)
	}
	if f, err := readFacets(nil); err != nil || f.Relevance != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"No longer, Résumé!": "no longer resume",
		"C++ and v2.0":       "c and v2 0",
		"設計の話 about デプロイ":    "設 計 の 話 about デ プ ロ イ",
		"":                   "",
	} {
		if got := strings.Join(tokens(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Two notes that are alike enough always share one of their rarest words.
func TestRarestWordsFindAllDuplicates(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := strings.Fields("a b c d e f g h i j k l m n")
		set := func(name string) []string {
			list := rapid.SliceOfN(rapid.SampledFrom(words), 1, 14).Draw(rt, name)
			slices.Sort(list)
			return slices.Compact(list)
		}
		a, b := set("a"), set("b")
		rank := map[string]int{}
		for _, w := range words {
			rank[w] = rapid.IntRange(1, 9).Draw(rt, "rank")
		}
		alike := float64(rapid.IntRange(1, 100).Draw(rt, "alike")) / 100
		if jaccard(a, b) < alike {
			return
		}
		for _, w := range rarest(a, rank, alike) {
			if slices.Contains(rarest(b, rank, alike), w) {
				return
			}
		}
		rt.Fatalf("%v and %v are %v alike and share none of %v and %v", a, b, jaccard(a, b), rarest(a, rank, alike), rarest(b, rank, alike))
	})
}

func TestMadeIDs(t *testing.T) {
	at := time.UnixMilli(1767225600123)
	a := madeID(at, 0, []string{"x", "yz"})
	if len(a) != 36 || a[14] != '7' || !strings.ContainsRune("89ab", rune(a[19])) {
		t.Errorf("%s is not a UUID of version 7", a)
	}
	if a != madeID(at, 0, []string{"x", "yz"}) {
		t.Error("the same parts give another id")
	}
	for _, b := range []string{madeID(at, 1, []string{"x", "yz"}), madeID(at, 0, []string{"xy", "z"}), madeID(at.Add(time.Second), 0, []string{"x", "yz"})} {
		if a == b {
			t.Error("other parts give the same id")
		}
	}
	if later := madeID(at.Add(time.Millisecond), 0, []string{"x"}); later <= a {
		t.Error("ids do not sort by time")
	}
}
