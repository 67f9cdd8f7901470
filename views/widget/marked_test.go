package widget

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"ebb/themes"
)

func TestWrapMarked(t *testing.T) {
	s := "freeze from 18 December\nask \x1bAna"
	at := strings.Index(s, "18")
	lines, more := WrapMarked(s, []Span{{at, at + 2}, {at + 9, at + 14}}, 12, -1)
	if more {
		t.Error("said to be cut")
	}
	var got []string
	for _, l := range lines {
		for i := len(l.Marks) - 1; i >= 0; i-- {
			m := l.Marks[i]
			l.Text = l.Text[:m.From] + "<" + l.Text[m.From:m.To] + ">" + l.Text[m.To:]
		}
		got = append(got, l.Text)
	}
	if want := []string{"freeze from", "<18> Decemb<er>", "<as>k ␛Ana"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Marks change nothing about where lines break, and never leave their text.
func TestWrapMarkedIsWrap(t *testing.T) {
	theme := themes.Must("dark")
	parts := []string{"word", " ", "\n", "漢字", "\x1b[2J", "e\u0301\u0301", "👨‍👩‍👧", "\u202e", "🇩🇪", "\xff", "\t", "क्षि", "\u2028", "\r\n", strings.Repeat("x", 50)}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 20).Draw(t, "parts"), "")
		var marks []Span
		at := 0
		for range rapid.IntRange(0, 4).Draw(t, "marks") {
			from := rapid.IntRange(at, len(s)).Draw(t, "from")
			at = rapid.IntRange(from, len(s)).Draw(t, "to")
			marks = append(marks, Span{from, at})
		}
		w, n := rapid.IntRange(1, 30).Draw(t, "w"), rapid.IntRange(-1, 6).Draw(t, "n")
		want, wantMore := WrapN(s, w, n)
		got, more := WrapMarked(s, marks, w, n)
		if more != wantMore || len(got) != len(want) {
			t.Fatalf("%d lines, more %t; want %d, %t", len(got), more, len(want), wantMore)
		}
		for i, l := range got {
			if strings.TrimPrefix(l.Text, wall) != strings.TrimPrefix(want[i], wall) {
				t.Fatalf("line %d is %q, want %q", i, l.Text, want[i])
			}
			end := 0
			for _, m := range l.Marks {
				if m.From < end || m.To < m.From || m.To > len(l.Text) {
					t.Fatalf("marks %v of %q", l.Marks, l.Text)
				}
				end = m.To
			}
			drawn := Fit(l.Paint(theme, themes.Text, themes.Match), w)
			if got := ansi.StringWidth(drawn); got != w {
				t.Fatalf("%q is %d cells, want %d", drawn, got, w)
			}
		}
	})
}
