package catalogue

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

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

func TestMarksLieOnRunesThatMatch(t *testing.T) {
	_, s := crowded()
	rapid.Check(t, func(t *rapid.T) {
		q := Query{Text: drawText(t), Now: start}
		found, err := s.Select(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		letters := fold.Fold(strings.ReplaceAll(q.Text, " ", ""))
		for _, m := range found {
			title, last := s.Title(m.Row), -1
			if len(m.Title) == 0 && !m.InText && letters != "" {
				t.Fatalf("%q matches %q nowhere", q.Text, title)
			}
			for _, at := range m.Title {
				if at <= last || at >= len(title) || !utf8.RuneStart(title[at]) {
					t.Fatalf("mark %d in %q of %v", at, title, m.Title)
				}
				r, _ := utf8.DecodeRuneInString(title[at:])
				if !strings.Contains(letters, fold.Fold(string(r))) {
					t.Fatalf("%q is marked in %q for %q", r, title, q.Text)
				}
				last = at
			}
		}
	})
}

func TestMatching(t *testing.T) {
	for _, c := range []struct {
		title, text, query string
		want               string // the title with what is found in brackets; "-" for no match
		inText             bool
	}{
		{title: "Release checklist", query: "release", want: "[Release] checklist"},
		{title: "Release checklist", query: "check rel", want: "[Rel]ease [check]list"},
		{title: "Release checklist", query: "ease", want: "Rel[ease] checklist"},
		{title: "Release checklist", query: "rls", want: "[R]e[l]ea[s]e checklist"},
		{title: "Release checklist", query: "rc", want: "[R]elease [c]hecklist"},
		{title: "Release checklist", query: "lt", want: "-"},
		{title: "read all the old notes", query: "relns", want: "-"},
		{title: "Kubernetes cluster", query: "kubrnts", want: "[Kub]e[rn]e[t]e[s] cluster"},
		{title: "Ein café in Zürich", query: "CAFE zurich", want: "Ein [café] in [Zürich]"},
		{title: "cafe\u0301 here", query: "fé h", want: "ca[fe\u0301] [h]ere"},
		{title: "明日の東京会議の予定", query: "東京会議", want: "明日の[東京会議]の予定"},
		{title: "데이터베이스 선택", query: "베이스", want: "데이터[베이스] 선택"},
		{title: "Notes", text: "rollback token\nand the budget", query: "note budget", want: "[Note]s", inText: true},
		{title: "Notes", text: "rollback token", query: "note budget", want: "-"},
		{title: "Notes", text: "a\x00b after nul", query: "nul", want: "Notes", inText: true},
		{title: "", text: "x", query: "y", want: "-"},
		{title: "anything", query: " \u0301 ", want: "anything"},
	} {
		f := newStore()
		h := engine.Head{ID: "x", Title: c.title, State: engine.Active, CreatedAt: start, UpdatedAt: start, Version: 1}
		h.Text = h.Ref()
		f.memories["x"] = engine.HeadText{Head: h, Text: c.title + "\n" + c.text}
		s := until(t, f.open(t), "complete", complete)
		found, err := s.Select(t.Context(), Query{Text: c.query, Now: start})
		if err != nil {
			t.Fatal(err)
		}
		got := "-"
		if len(found) == 1 {
			got = bracketed(c.title, found[0].Title)
			if found[0].InText != c.inText {
				t.Errorf("%q in %q: InText is %v", c.query, c.title, found[0].InText)
			}
		}
		if got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.query, c.title, got, c.want)
		}
	}
}

func bracketed(title string, marks []int) string {
	var b strings.Builder
	in := false
	for at, r := range title {
		if on := slices.Contains(marks, at); on != in && (on || !strings.ContainsRune("\u0301", r)) {
			b.WriteByte("]["[map[bool]int{true: 1}[on]])
			in = on
		}
		b.WriteRune(r)
	}
	if in {
		b.WriteByte(']')
	}
	return strings.ReplaceAll(b.String(), "]\u0301", "\u0301]")
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

func TestCounts(t *testing.T) {
	f, s := crowded()
	bare := *s
	bare.fades = nil
	for _, days := range []int{0, 20, 60, 65, 100, 200} {
		now := start.AddDate(0, 0, days)
		want := Counts{Total: len(f.memories), ByState: map[string]int{}, ByType: map[string]int{}, ByNamespace: map[string]int{}}
		for _, ht := range f.memories {
			h := &ht.Head
			want.ByState[h.State.String()]++
			switch {
			case h.State == engine.Archived:
				want.Archived++
			case h.State.Live() && h.ExpiredAt(now):
				want.Expired++
			}
			if !h.LiveAt(now) {
				continue
			}
			want.Live++
			want.ByType[h.Type]++
			want.ByNamespace[h.Scope.Namespace]++
			at, ok := f.settings.FadesAt(h, now)
			if !ok {
				continue
			}
			if !at.After(now) {
				want.Faded++
				continue
			}
			if at.Before(now.AddDate(0, 0, 7)) {
				want.FadingWeek++
			}
			if at.Before(now.AddDate(0, 0, 30)) {
				want.FadingMonth++
			}
		}
		for name, snap := range map[string]*Snapshot{"kept fades": s, "scores": &bare} {
			bare.memo = &memo{}
			got := snap.Counts(now)
			if !sameCounts(got, want) {
				t.Errorf("day %d by %s:\n got %+v\nwant %+v", days, name, got, want)
			}
		}
	}
}

func sameCounts(a, b Counts) bool {
	return a.Total == b.Total && a.Live == b.Live && a.FadingWeek == b.FadingWeek && a.FadingMonth == b.FadingMonth &&
		a.Faded == b.Faded && a.Archived == b.Archived && a.Expired == b.Expired &&
		sameMap(a.ByState, b.ByState) && sameMap(a.ByType, b.ByType) && sameMap(a.ByNamespace, b.ByNamespace)
}

func sameMap(a, b map[string]int) bool {
	for k, n := range a {
		if b[k] != n {
			return false
		}
	}
	return len(a) == len(b)
}

func TestAxis(t *testing.T) {
	f, s := crowded()
	from, to, cells := start.Add(90*time.Minute), start.Add(40*time.Hour), 37
	want := map[AxisMark]int{}
	count := func(at time.Time, kind AxisKind) {
		if !at.Before(from) && at.Before(to) {
			want[AxisMark{Cell: int(at.Sub(from) * time.Duration(cells) / to.Sub(from)), Kind: kind}]++
		}
	}
	for _, ht := range f.memories {
		count(ht.Head.CreatedAt, AxisCreated)
		if !ht.Head.UpdatedAt.Equal(ht.Head.CreatedAt) {
			count(ht.Head.UpdatedAt, AxisEdited)
		}
	}
	marks := s.Axis(from, to, cells)
	for i, m := range marks {
		n := m.Count
		m.Count = 0
		// A time within a rounding of a cell's edge may fall to either side.
		if d := n - want[m]; d < -1 || d > 1 {
			t.Errorf("mark %+v counts %d, want %d", m, n, want[m])
		}
		if i > 0 && marks[i-1].Cell > m.Cell {
			t.Errorf("marks are out of order at %d", i)
		}
	}
	if len(marks) != len(want) {
		t.Errorf("%d marks, want %d", len(marks), len(want))
	}
	if s.Axis(to, from, cells) != nil || s.Axis(from, to, 0) != nil {
		t.Error("an empty axis has marks")
	}
}

func TestOrderIsASortedList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 100, runRows, 5 * runRows}).Draw(t, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		want := make([]int32, n)
		for i := range want {
			want[i] = int32(2 * i)
		}
		o := newOrder(slices.Clone(want))
		kept := slices.Clone(want)
		e := o.edit()
		for range rapid.SampledFrom([]int{1, 50, 3 * runRows}).Draw(t, "changes") {
			row := int32(r.IntN(2*n + 10))
			compare := func(other int32) int { return cmp.Compare(other, row) }
			at, found := slices.BinarySearch(want, row)
			if found {
				e.remove(row, compare)
				want = slices.Delete(want, at, at+1)
			} else {
				e.insert(row, compare)
				want = slices.Insert(want, at, row)
			}
		}
		if got := slices.Collect(e.order.all()); !slices.Equal(got, want) {
			t.Fatalf("%d rows, want %d", len(got), len(want))
		}
		back := slices.Collect(e.order.backwards())
		slices.Reverse(back)
		if !slices.Equal(back, want) {
			t.Fatal("backwards is another order")
		}
		if !slices.Equal(slices.Collect(o.all()), kept) {
			t.Fatal("the order before has changed")
		}
	})
}
