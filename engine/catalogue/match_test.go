package catalogue

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"ebb/engine"
	"ebb/engine/fold"
)

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
