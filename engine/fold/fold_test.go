package fold

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"already plain", "already plain"},
		{"Release CHECKLIST", "release checklist"},
		{"Résumé", "resume"},
		{"Re\u0301sume\u0301", "resume"},
		{"ÅNGSTRÖM", "angstrom"},
		{"İstanbul", "istanbul"},
		{"ΟΔΟΣ οδός", "οδοσ οδοσ"},
		{"Москва и ёлка", "москва и елка"},
		{"東京タワー", "東京タワー"},
		{"か\u3099", "が"},
		{"ガ行", "ガ行"},
		{"한국어", "한국어"},
		{"\u1112\u1161\u11ab", "한"},
		{"ไทยกำลัง", "ไทยกำลัง"},
		{"a\x00b", "a b"},
		{"\u0301", ""},
		{"x\u0301y", "xy"},
		{"co\u00adop", "coop"},
		{"❤\ufe0f", "❤"},
		{"bad\xffbyte", "bad\ufffdbyte"},
	} {
		if got := Fold(c.in); got != c.want {
			t.Errorf("Fold(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestFoldKeepsPlainText(t *testing.T) {
	s := strings.Repeat("plain text ", 10)
	if n := testing.AllocsPerRun(100, func() { Fold(s) }); n != 0 {
		t.Errorf("folding plain text allocates %v times", n)
	}
}

func TestFoldProperties(t *testing.T) {
	piece := rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Za-z é\x{300}-\x{304}が\x{3099}한\x{1161}東Σς]{0,12}`))
	rapid.Check(t, func(t *rapid.T) {
		s := piece.Draw(t, "s") + piece.Draw(t, "more")
		check(t, s)
	})
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"Résumé", "a\u0301\u0327", "\u1112\u1161\u11ab", "か\u3099", "\xff\x00\u0345", "ﬁ İ ẞ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { check(t, s) })
}

type failer interface{ Fatalf(string, ...any) }

func check(t failer, s string) {
	folded := Fold(s)
	switch {
	case !utf8.ValidString(folded):
		t.Fatalf("Fold(%q) = %q is not valid", s, folded)
	case Fold(folded) != folded:
		t.Fatalf("Fold(%q) = %q folds on to %q", s, folded, Fold(folded))
	case strings.ContainsRune(folded, 0):
		t.Fatalf("Fold(%q) = %q holds a NUL", s, folded)
	case string(Append([]byte("> "), s)) != "> "+folded:
		t.Fatalf("Append of %q differs from Fold", s)
	}
	traced, origin := Trace(s)
	if traced != folded || len(origin) != len(folded) {
		t.Fatalf("Trace(%q) = %q with %d origins, want %q", s, traced, len(origin), folded)
	}
	last := 0
	for i, at := range origin {
		if at < last || at >= len(s) || utf8.ValidString(s) && !utf8.RuneStart(s[at]) {
			t.Fatalf("Trace(%q): byte %d comes from %d", s, i, at)
		}
		last = at
	}
}

func BenchmarkFold(b *testing.B) {
	for name, s := range map[string]string{
		"ascii":  strings.Repeat("The Release checklist of March ", 18),
		"german": strings.Repeat("Die Größe der Änderung übertraf ", 18),
		"cjk":    strings.Repeat("東京タワーの近くで会議をする予定です", 11),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			var dst []byte
			for b.Loop() {
				dst = Append(dst[:0], s)
			}
		})
	}
}
