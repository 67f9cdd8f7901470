package catalogue

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"ebb/engine"
	"ebb/engine/fold"
)

// crowded is one snapshot that many tests ask.
var crowded = sync.OnceValues(func() (*fakeStore, *Snapshot) {
	f := crowd(random(), 3000)
	c := open(context.Background(), f, nil, func() {})
	for !complete(c.Snapshot()) {
		<-c.Changes()
	}
	if err := c.Close(); err != nil {
		panic(err)
	}
	return f, c.Snapshot()
})

func drawFilter(t *rapid.T, s *Snapshot) engine.Filter {
	var f engine.Filter
	some := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	if some("tenant") {
		f.Tenant = rapid.SampledFrom([]*engine.Tenant{{}, {ID: "acme", Set: true}, {ID: "other", Set: true}}).Draw(t, "which tenant")
	}
	if some("namespace") {
		f.Namespace = rapid.SampledFrom([]string{"work", "home", "nowhere"}).Draw(t, "which namespace")
	}
	if some("subject") {
		f.Subject = rapid.SampledFrom([]string{"default", "user-7"}).Draw(t, "which subject")
	}
	if some("type") {
		f.Type = rapid.SampledFrom([]string{"semantic", "gossip", "none"}).Draw(t, "which type")
	}
	if some("key") {
		f.Key = rapid.SampledFrom(words).Draw(t, "which key")
	}
	if some("states") {
		f.States = rapid.SliceOfN(rapid.SampledFrom(engine.States()), 0, 3).Draw(t, "which states")
	}
	f.IncludeExpired = some("expired")
	if some("since") {
		f.Since = start.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t, "minutes")) * time.Minute)
	}
	if some("fading") {
		f.FadingBefore = start.AddDate(0, 0, rapid.IntRange(-10, 100).Draw(t, "days"))
	}
	f.Faded = some("faded")
	if some("ids") {
		f.IDs = []string{s.ID(3), "nobody", s.ID(int32(rapid.IntRange(0, s.Len()-1).Draw(t, "id")))}
	}
	return f
}

func drawText(t *rapid.T) string {
	word := rapid.Custom(func(t *rapid.T) string {
		w := []rune(rapid.SampledFrom(words).Draw(t, "word"))
		from := rapid.IntRange(0, len(w)-1).Draw(t, "from")
		to := rapid.IntRange(from+1, len(w)).Draw(t, "to")
		kept := w[from:to]
		if rapid.Bool().Draw(t, "loose") && len(kept) > 2 {
			kept = append(slices.Clone(kept[:1]), kept[2:]...)
		}
		return string(kept)
	})
	return strings.Join(rapid.SliceOfN(word, 0, 3).Draw(t, "words"), " ")
}

func drawQuery(t *rapid.T, s *Snapshot) Query {
	q := Query{
		Filter: drawFilter(t, s), Text: drawText(t),
		Sort: Sort(rapid.IntRange(0, int(Place)).Draw(t, "sort")),
		Now:  start.AddDate(0, 0, rapid.IntRange(-1, 90).Draw(t, "now")),
	}
	if rapid.IntRange(0, 3).Draw(t, "pins") == 0 {
		q.Pins = map[string]bool{"nobody": true}
		for range 3 {
			q.Pins[s.ID(int32(rapid.IntRange(0, s.Len()-1).Draw(t, "pin")))] = rapid.Bool().Draw(t, "on")
		}
	}
	return q
}

func rowsOf(found []Match) []int32 {
	rows := make([]int32, len(found))
	for i := range found {
		rows[i] = found[i].Row
	}
	return rows
}

// The columns mean what the engine's filter means.
func TestSelectFiltersAsTheEngineDoes(t *testing.T) {
	f, s := crowded()
	rapid.Check(t, func(t *rapid.T) {
		q := Query{Filter: drawFilter(t, s), Now: start.AddDate(0, 0, rapid.IntRange(-1, 90).Draw(t, "now"))}
		rows, err := s.Rows(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(rows)
		var want []int32
		for r := range int32(s.Len()) {
			h := f.memories[s.ID(r)].Head
			if q.Filter.Match(&h, q.Now, &f.settings) {
				want = append(want, r)
			}
		}
		if !slices.Equal(rows, want) {
			t.Fatalf("%+v found %d rows, the engine's filter %d", q.Filter, len(rows), len(want))
		}
	})
}

func TestSelectIsInOrder(t *testing.T) {
	_, s := crowded()
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuery(t, s)
		found, err := s.Select(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		newer := func(a, b *engine.Head) int { return cmp.Or(b.UpdatedAt.Compare(a.UpdatedAt), cmp.Compare(a.ID, b.ID)) }
		order := map[Sort]func(a, b int32, ha, hb *engine.Head) int{
			Newest:       func(_, _ int32, a, b *engine.Head) int { return newer(a, b) },
			Oldest:       func(_, _ int32, a, b *engine.Head) int { return newer(b, a) },
			Strongest:    func(a, b int32, _, _ *engine.Head) int { return cmp.Compare(s.Score(b, q.Now), s.Score(a, q.Now)) },
			Weakest:      func(a, b int32, _, _ *engine.Head) int { return cmp.Compare(s.Score(a, q.Now), s.Score(b, q.Now)) },
			FadesSoonest: func(a, b int32, _, _ *engine.Head) int { return cmp.Compare(s.fadesAt(a), s.fadesAt(b)) },
			Title:        func(_, _ int32, a, b *engine.Head) int { return cmp.Compare(fold.Fold(a.Title), fold.Fold(b.Title)) },
			Place: func(_, _ int32, a, b *engine.Head) int {
				return cmp.Or(cmp.Compare(a.Scope.Namespace, b.Scope.Namespace), cmp.Compare(a.Scope.Tenant.ID, b.Scope.Tenant.ID))
			},
		}[q.Sort]
		for i := 1; i < len(found); i++ {
			a, b := found[i-1].Row, found[i].Row
			ha, hb := s.Head(a), s.Head(b)
			if pa, pb := q.Pins[ha.ID], q.Pins[hb.ID]; pa != pb {
				if pb {
					t.Fatalf("a pinned row comes after others")
				}
				continue
			}
			if cmp.Or(order(a, b, &ha, &hb), newer(&ha, &hb)) >= 0 {
				t.Fatalf("%s: rows %d and %d are the wrong way round:\n%+v\n%+v", q.Sort, i-1, i, ha, hb)
			}
		}
	})
}

// First, Rows, Narrow and a limit all say what Select says.
func TestWaysOfAskingAgree(t *testing.T) {
	_, s := crowded()
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		q := drawQuery(t, s)
		all, err := s.Select(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		n := rapid.IntRange(1, 60).Draw(t, "n")
		first, more, err := s.First(ctx, q, n)
		if err != nil {
			t.Fatal(err)
		}
		if want := rowsOf(all[:min(n, len(all))]); !slices.Equal(rowsOf(first), want) || more != (len(all) > n) {
			t.Fatalf("First gives %v, more %v, Select %v of %d", rowsOf(first), more, want, len(all))
		}
		rows, err := s.Rows(ctx, q)
		if err != nil || !slices.Equal(rows, rowsOf(all)) {
			t.Fatalf("Rows gives %d rows, Select %d, %v", len(rows), len(all), err)
		}
		limited := q
		limited.Filter.Limit = n
		few, err := s.Select(ctx, limited)
		if err != nil || !slices.Equal(rowsOf(few), rows[:min(n, len(rows))]) {
			t.Fatalf("a limit of %d gives %d rows, %v", n, len(few), err)
		}
		longer := q
		longer.Text += rapid.SampledFrom([]string{"e", "l", " m", "re", " 東", "k"}).Draw(t, "typed on")
		if !Continues(q.Text, longer.Text) {
			t.Fatalf("%q does not continue %q", longer.Text, q.Text)
		}
		narrowed, err := s.Narrow(ctx, longer, all)
		if err != nil {
			t.Fatal(err)
		}
		anew, err := s.Select(ctx, longer)
		if err != nil || !slices.EqualFunc(narrowed, anew, func(a, b Match) bool {
			return a.Row == b.Row && a.InText == b.InText && slices.Equal(a.Title, b.Title)
		}) {
			t.Fatalf("%q after %q: narrowed to %d rows, anew %d, %v", longer.Text, q.Text, len(narrowed), len(anew), err)
		}
	})
}

// With Rest, whatever has all the words is found, once.
func TestSelectAndRestFindEveryText(t *testing.T) {
	f, s := crowded()
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		q := Query{Text: drawText(t), Now: start}
		found, err := s.Select(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		rows := map[int32]bool{}
		for _, m := range found {
			rows[m.Row] = true
		}
		err = s.Rest(ctx, f, q, found, func(m Match) bool {
			if rows[m.Row] {
				t.Fatalf("row %d is found twice", m.Row)
			}
			rows[m.Row] = true
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		terms := strings.Fields(fold.Fold(q.Text))
		for id, ht := range f.memories {
			text := fold.Fold(ht.Text)
			has := ht.Head.LiveAt(q.Now)
			for _, term := range terms {
				has = has && strings.Contains(text, term)
			}
			if r, _ := s.Row(id); has && !rows[r] {
				t.Fatalf("%q is in %q, which is not found", q.Text, ht.Text)
			}
		}
	})
}

func TestCancelledQueriesEnd(t *testing.T) {
	f, s := crowded()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, q := range []Query{{}, {Text: "re"}, {Sort: Strongest}, {Sort: Title, Text: "e"}} {
		_, err1 := s.Select(ctx, q)
		_, _, err2 := s.First(ctx, q, 50)
		_, err3 := s.Rows(ctx, q)
		_, err4 := s.Narrow(ctx, q, make([]Match, 1))
		err5 := s.Rest(ctx, f, q, nil, func(Match) bool { return true })
		for i, err := range []error{err1, err2, err3, err4, err5} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%+v, way %d: %v", q, i+1, err)
			}
		}
	}
}
