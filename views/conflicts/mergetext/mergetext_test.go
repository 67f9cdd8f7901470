package mergetext

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const (
	fromLines = "# Deploys\nGo out Monday.\nFreeze from 18 December.\nAsk Ana.\n"
	toLines   = "# Deploys\nGo out Tuesday.\nFreeze from 18 December.\nAsk Ana.\nAlways.\n"
)

func TestLineByLine(t *testing.T) {
	d := New(fromLines, toLines)
	if d.Sentences || d.Differences() != 2 || d.Left() != 2 {
		t.Fatalf("sentences %t, %d differences, %d left", d.Sentences, d.Differences(), d.Left())
	}
	if _, ok := d.Text(); ok {
		t.Error("a text although nothing was decided")
	}
	d.Take(TakeB)
	if n, _ := d.At(); n != 1 {
		t.Errorf("at difference %d after the first was decided", n)
	}
	d.Take(TakeA)
	if text, ok := d.Text(); !ok || text != "# Deploys\nGo out Tuesday.\nFreeze from 18 December.\nAsk Ana.\n" || d.Authors() != "A and B" {
		t.Errorf("%q, %t, by %s", text, ok, d.Authors())
	}
	d.MoveTo(0)
	d.Take(TakeBoth)
	if text, _ := d.Text(); text != "# Deploys\nGo out Monday.\nGo out Tuesday.\nFreeze from 18 December.\nAsk Ana.\n" {
		t.Errorf("both: %q", text)
	}
	d.Edit("Go out on weekdays.\nNot on Friday.")
	if text, _ := d.Text(); !strings.HasPrefix(text, "# Deploys\nGo out on weekdays.\nNot on Friday.\nFreeze") {
		t.Errorf("own words: %q", text)
	}
	if d.Begin() != "Go out on weekdays.\nNot on Friday." {
		t.Errorf("an edit begins with %q", d.Begin())
	}
}

func TestSentenceBySentence(t *testing.T) {
	d := New("Deploys go out Tuesday. Ask Ana first.", "Deploys go out Tuesday. Ask Ben first. He knows.")
	if !d.Sentences || d.Differences() != 2 {
		t.Fatalf("sentences %t, %d differences: %+v", d.Sentences, d.Differences(), d.Hunks())
	}
	d.Take(TakeBoth)
	if n, _ := d.At(); n != 1 {
		t.Errorf("at difference %d", n)
	}
	d.Take(TakeB)
	if text, _ := d.Text(); text != "Deploys go out Tuesday. Ask Ana first. Ask Ben first. He knows." {
		t.Errorf("%q", text)
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"":                          nil,
		"one":                       {"one"},
		"One. Two!  Three":          {"One.", "Two!", "Three"},
		"He said “no.” Then yes…":   {"He said “no.”", "Then yes…"},
		"一つ。二つ！三つ":                  {"一つ。", "二つ！", "三つ"},
		"v1.2 is out":               {"v1.2 is out"},
		"Why?! Because. \x1b[31mX.": {"Why?!", "Because.", "\x1b[31mX."},
	} {
		us := units(text, true)
		if got := texts(us); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestUndoTakesEachDecisionBack(t *testing.T) {
	d := New(fromLines, toLines)
	if d.Undo() || d.Decided() {
		t.Error("something to undo at the start")
	}
	d.Take(TakeA)
	d.Edit("mine")
	d.Rewrite("all of it", "gpt-x")
	if text, ok := d.Text(); !ok || text != "all of it" || d.Left() != 0 || d.Authors() != "gpt-x" {
		t.Errorf("%q, %t, by %s", text, ok, d.Authors())
	}
	d.Undo()
	if text, _ := d.Text(); d.Whole() != nil || !strings.HasSuffix(text, "Ask Ana.\nmine") {
		t.Errorf("%q", text)
	}
	d.Undo()
	d.Undo()
	if n, _ := d.At(); n != 0 || d.Left() != 2 || d.Decided() || d.Undo() {
		t.Errorf("not back at the start: at %d, %d left", n, d.Left())
	}
}

func TestTheRestIsOneDecision(t *testing.T) {
	d := New("one\ntwo\nthree\nsame", "1\n2\n3\nsame")
	if d.Differences() != 3 {
		t.Fatalf("%d differences", d.Differences())
	}
	d.Take(TakeA)
	d.TakeRest(TakeB)
	if text, ok := d.Text(); !ok || text != "one\n2\n3\nsame" {
		t.Errorf("%q, %t", text, ok)
	}
	d.TakeRest(TakeBoth) // nothing is open: nothing changes
	d.Undo()
	if n, _ := d.At(); d.Left() != 2 || n != 1 {
		t.Errorf("%d left, at %d", d.Left(), n)
	}
}

func TestEqualTexts(t *testing.T) {
	d := New("the same", "the same")
	d.Take(TakeB)
	d.Move(1)
	if n, i := d.At(); n != -1 || i != -1 || d.Left() != 0 || d.Decided() {
		t.Errorf("at %d %d, %d left", n, i, d.Left())
	}
	if text, ok := d.Text(); !ok || text != "the same" {
		t.Errorf("%q, %t", text, ok)
	}
}

func TestNothingButWhatWasTaken(t *testing.T) {
	side := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"one", "two", "three. ", "four.", "\n", "\n", "\r\n", " ", "。", "漢字"}), 0, 12), func(p []string) string { return strings.Join(p, "") })
	rapid.Check(t, func(t *rapid.T) {
		a, b := side.Draw(t, "a"), side.Draw(t, "b")
		d := New(a, b)
		whole := func(us func(h *Hunk) []unit) string {
			var s strings.Builder
			for i := range d.hunks {
				for _, u := range us(&d.hunks[i]) {
					s.WriteString(u.text + u.tail)
				}
			}
			return s.String()
		}
		if whole(func(h *Hunk) []unit { return h.a }) != a || whole(func(h *Hunk) []unit { return h.b }) != b {
			t.Fatalf("the hunks are not the texts: %+v", d.hunks)
		}
		all := func(take Take) string {
			for i := range d.Differences() {
				d.MoveTo(i)
				d.Take(take)
			}
			text, ok := d.Text()
			if !ok {
				t.Fatalf("%d left", d.Left())
			}
			return text
		}
		if got := all(TakeA); got != a {
			t.Fatalf("all of A is %q, want %q", got, a)
		}
		if got := all(TakeB); d.Differences() > 0 && got != b {
			t.Fatalf("all of B is %q, want %q", got, b)
		}
		var takes []Take
		for i := range d.Differences() {
			take := rapid.SampledFrom([]Take{TakeA, TakeB, TakeBoth}).Draw(t, "take")
			takes = append(takes, take)
			d.MoveTo(i)
			d.Take(take)
		}
		text, _ := d.Text()
		want, n := "", 0
		for i := range d.hunks {
			h := &d.hunks[i]
			take := TakeA
			if !h.Same {
				take = takes[n]
				n++
			}
			if take != TakeB {
				want += strings.Join(texts(h.a), "")
			}
			if take == TakeB || take == TakeBoth {
				want += strings.Join(texts(h.b), "")
			}
		}
		bare := strings.NewReplacer("\n", "", "\r", "", " ", "")
		if bare.Replace(text) != bare.Replace(want) {
			t.Fatalf("%q holds other than what was taken: %q", text, want)
		}
		for d.Undo() {
		}
		if d.Left() != d.Differences() {
			t.Fatalf("undo leaves decisions")
		}
	})
}

func TestHugeTexts(t *testing.T) {
	a := strings.Repeat("the same line\n", 20_000)
	b := strings.Replace(a, "same", "other", 3)
	d := New(a, b)
	if d.Differences() == 0 || len(d.Hunks()) > 20 {
		t.Errorf("%d hunks", len(d.Hunks()))
	}
}
