package diff

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func compare(t testing.TB, a, b string) Result {
	t.Helper()
	r, err := Texts(context.Background(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestUnified(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"", "", ""},
		{"same", "same", "same"},
		{"", "new text", "{+new text+}"},
		{"old", "", "[-old-]"},
		{
			"Deploys go out Tuesday; freeze from 18 December. Ask Ana before touching the release checklist.",
			"Deploys go out Tuesday; freeze from 20 December. Ask Ana before touching the release checklist, always.",
			"Deploys go out Tuesday; freeze from [-18-]{+20+} December. Ask Ana before touching the release checklist{+, always+}.",
		},
		{"one two three four", "one four", "one [-two three -]four"},
		{"the quick fox runs", "the slow ox runs", "the [-quick fox-]{+slow ox+} runs"},
		{"あなたはボブです", "あなたはアナです", "あなたは[-ボブ-]{+アナ+}です"},
		{"a\nb\nc\n", "a\nx\nc\n", "a\n[-b-]{+x+}\nc\n"},
		{"a\r\nb", "a\nb", "a[-\r\n-]{+\n+}b"},
		{"cafe\u0301 opens", "cafe opens", "[-cafe\u0301-]{+cafe+} opens"},
		{"👨‍👩‍👧 came", "👨‍👩 came", "[-👨‍👩‍👧-]{+👨‍👩+} came"},
		{"x\xffy", "x\xfey", "x[-\xff-]{+\xfe+}y"},
		{"wide  gap", "wide gap", "wide[-  -]{+ +}gap"},
	} {
		r := compare(t, test.a, test.b)
		if got := r.String(); got != test.want {
			t.Errorf("%q → %q\n got %q\nwant %q", test.a, test.b, got, test.want)
		}
	}
}

func TestStrangersAreMarkedWhole(t *testing.T) {
	a := "Rollback is one command and it takes a minute at most to run"
	b := "Deep in the wood there lives an old bear who likes a honey cake"
	r := compare(t, a, b)
	if len(r.Edits) != 1 || (r.Edits[0] != Edit{0, len(a), 0, len(b)}) {
		t.Errorf("%s", r.String())
	}
}

func TestCounts(t *testing.T) {
	r := compare(t, "one two, three four", "one two, 3 four five")
	if r.WordsA != 4 || r.WordsB != 5 || r.WordsSame != 3 {
		t.Errorf("%d of %d and %d", r.WordsSame, r.WordsA, r.WordsB)
	}
}

// check holds what must be true of any comparison.
func check(t interface{ Fatalf(string, ...any) }, a, b string, r *Result) {
	var left, right, same [2]strings.Builder
	for i, runs := range [][]Run{r.RunsA(), r.RunsB()} {
		side := []*strings.Builder{&left[0], &right[0]}[i]
		for j, run := range runs {
			if run.Text == "" || j > 0 && runs[j-1].Changed == run.Changed {
				t.Fatalf("runs are not by turns: %+v", runs)
			}
			side.WriteString(run.Text)
			if !run.Changed {
				same[i].WriteString(run.Text)
			}
		}
	}
	if left[0].String() != a || right[0].String() != b {
		t.Fatalf("the sides do not reassemble: %q, %q", left[0].String(), right[0].String())
	}
	if same[0].String() != same[1].String() {
		t.Fatalf("what is said to be equal is not: %q, %q", same[0].String(), same[1].String())
	}
	for _, s := range r.Unified() {
		if s.Change <= Kept {
			left[1].WriteString(s.Text)
		}
		if s.Change >= Kept {
			right[1].WriteString(s.Text)
		}
	}
	if left[1].String() != a || right[1].String() != b {
		t.Fatalf("the unified form does not hold both sides")
	}
	if r.Equal() != (a == b) {
		t.Fatalf("equal is %t for %q and %q", r.Equal(), a, b)
	}
	if r.WordsSame > r.WordsA {
		t.Fatalf("%d words of %d are the same", r.WordsSame, r.WordsA)
	}
}

var pieces = []string{
	"one", "two", "three", " ", " ", "  ", "\n", "\r\n", ", ", ".", "漢", "字", "か", "é", "e\u0301", "\u0301", "👨‍👩‍👧", "\u200d", "🇩🇪", "\x1b[31m", "\xff", "\xc3", "\t",
	strings.Repeat("long", 30), strings.Repeat("x", 70), "\r",
}

func TestSidesReassemble(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60), func(p []string) string { return strings.Join(p, "") })
		a := side.Draw(t, "a")
		b := side.Draw(t, "b")
		if rapid.Bool().Draw(t, "edited") {
			at := rapid.IntRange(0, len(a)).Draw(t, "at")
			to := rapid.IntRange(at, len(a)).Draw(t, "to")
			b = a[:at] + rapid.SampledFrom(pieces).Draw(t, "piece") + a[to:]
		}
		steps := rapid.SampledFrom([]int{mostSteps, 0, 10, 300}).Draw(t, "steps")
		r, err := texts(context.Background(), a, b, steps)
		if err != nil {
			t.Fatalf("%v", err)
		}
		check(t, a, b, &r)
	})
}

// The way found is a shortest one: as long as what the textbook table says.
func TestShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		side := rapid.SliceOfN(rapid.Int32Range(0, 3), 0, 24)
		a, b := side.Draw(t, "a"), side.Draw(t, "b")
		edits, _, ok := shortest(context.Background(), a, b, mostSteps)
		if !ok {
			t.Fatalf("not found")
		}
		cost := 0
		for _, e := range edits {
			cost += size(e)
		}
		if want := len(a) + len(b) - 2*common(a, b); cost != want {
			t.Fatalf("%d steps, want %d: %v", cost, want, edits)
		}
	})
}

// common is the length of the longest common subsequence.
func common(a, b []int32) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			above := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func TestAlign(t *testing.T) {
	var a, b []string
	for i := range 3000 {
		a = append(a, fmt.Sprintf("line %d", i))
		switch {
		case i%10 == 3:
			b = append(b, fmt.Sprintf("other %d", i))
		case i%50 == 7:
		default:
			b = append(b, a[i])
		}
	}
	edits := Align(a, b)
	changed := 0
	for _, e := range edits {
		changed += e.A1 - e.A0
	}
	if changed > 400 { // 300 replaced, 60 removed
		t.Errorf("%d lines are said to differ, in %d stretches", changed, len(edits))
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Texts(ctx, "one two", "one three"); err == nil {
		t.Error("a cancelled comparison gives no error")
	}
}

func TestGrain(t *testing.T) {
	r, err := texts(context.Background(), "one two\nthree four", "five six\nseven eight", 3)
	if err != nil || r.Grain != Whole {
		t.Errorf("grain %d, %v", r.Grain, err)
	}
	r, err = texts(context.Background(), "head\none two three four\n", "head\nfive six seven one\n", 3)
	if err != nil || r.Grain != ByLine || r.Edits[0].A0 != 5 {
		t.Errorf("grain %d, %v, %v", r.Grain, r.Edits, err)
	}
}

const halfMega = 512 << 10

// prose is a text of n bytes in lines of perLine words; 0 is one line.
func prose(n, perLine int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for i := 1; b.Len() < n; i++ {
		fmt.Fprintf(&b, "w%d", random.IntN(4000))
		if perLine > 0 && i%perLine == 0 {
			b.WriteString(".\n")
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()[:n]
}

// edited changes n words of a text.
func edited(s string, n int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 2))
	words := strings.Split(s, " ")
	for range n {
		words[random.IntN(len(words))] = "changed"
	}
	return strings.Join(words, " ")
}

func big() map[string][2]string {
	lines, one := prose(halfMega, 12, 1), prose(halfMega, 0, 1)
	return map[string][2]string{
		"few edits, lines":     {lines, edited(lines, 40, 3)},
		"many edits, lines":    {lines, edited(lines, 2000, 3)},
		"few edits, one line":  {one, edited(one, 40, 3)},
		"many edits, one line": {one, edited(one, 1000, 3)},
		"strangers, lines":     {lines, prose(halfMega, 12, 9)},
		"strangers, one line":  {one, prose(halfMega, 0, 9)},
		"no blanks":            {strings.Repeat("x", halfMega), strings.Repeat("x", halfMega-1) + "y"},
		"repeating":            {strings.Repeat("a b\n", halfMega/4), strings.Repeat("b a\n", halfMega/4)},
		"signs":                {strings.Repeat("\x1b[", halfMega/2), strings.Repeat("[\x1b", halfMega/2)},
		"han":                  {strings.Repeat("漢字", halfMega/6), strings.Repeat("漢文", halfMega/6)},
		"halves swapped":       {lines, lines[halfMega/2:] + lines[:halfMega/2]},
	}
}

func TestHalfAMegabyteIsBounded(t *testing.T) {
	for name, sides := range big() {
		start := time.Now()
		r := compare(t, sides[0], sides[1])
		took := time.Since(start)
		t.Logf("%-22s %8v  %5d edits  grain %d  %d of %d words", name, took.Round(time.Millisecond), len(r.Edits), r.Grain, r.WordsSame, r.WordsA)
		check(t, sides[0], sides[1], &r)
		if took > 5*time.Second { // a second on a quiet machine
			t.Errorf("%s took %v", name, took)
		}
	}
}

func BenchmarkTexts(b *testing.B) {
	for name, sides := range big() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				compare(b, sides[0], sides[1])
			}
		})
	}
}

func FuzzTexts(f *testing.F) {
	f.Add("one two", "one three")
	f.Add("\u0301\u200d", "x\u0301")
	f.Add("a\r\nb\r", "a\nb\r\n")
	f.Fuzz(func(t *testing.T, a, b string) {
		r, err := texts(context.Background(), a, b, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		check(t, a, b, &r)
		for _, run := range r.RunsA() {
			if utf8.ValidString(a) && !utf8.ValidString(run.Text) {
				t.Fatalf("a character is split: %q", run.Text)
			}
		}
	})
}
