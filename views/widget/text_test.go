package widget

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// awkward are pieces of text that have broken terminals or programs.
var awkward = []string{
	"a", "Z", " ", "  ", "\n", "\r\n", "\r", "\t", "\x00", "\x07", "\x1b", "\x7f", "\x1b[31m", "\x1b[0m", "\x1b]8;;http://x\x07",
	"\x1b]52;c;AAAA\x1b\\", "\x1b[2J", "\x1b[200~", "\u0085", "\u009b31m", "\u009d", "\xff", "\xc3", "\xed\xa0\x80",
	"é", "e\u0301", "\u0301", strings.Repeat("\u0301", 20), "ñ", "ß", "—", "…", "│", "█", "⏎", "␛",
	"日本", "語", "、", "한", "ᄀ", "ᅡ", "ᆨ", "ﾊﾟ", "👍", "👍🏽", "🏽", "👨‍👩‍👧‍👦", "❤️", "❤", "1️⃣", "🇩🇪", "🇩", "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
	"שלום", "العربية", "\u0600", "\u0600a", "नि", "क्ष", "நி", "กำ", "မြန်", "ಕೀ", "\u0cf3", "\U0001d165",
	"\u200b", "\u200c", "\u200d", "\u200e", "\u202e", "\u2066", "\u2069", "\u00ad", "\ufeff", "\u2028", "\u2029", "\ufe0f", "\ufe0e",
	"\U000e0041\U000e0042", "葛\U000e0100", "x\U000e0101\U000e0102\U000e0103", "\ufffe", "\U0010ffff", "\ue000", "ﷺ", "𝔸",
}

func awkwardText() *rapid.Generator[string] {
	part := rapid.OneOf(rapid.SampledFrom(awkward), rapid.String(), rapid.StringMatching(`[a-z ]{0,12}`))
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(part, 0, 12).Draw(t, "parts"), "")
	})
}

// unsafeByte finds what must never reach a terminal out of raw text.
func unsafeByte(s string) (rune, bool) {
	for i, r := range s {
		if r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return r, true
		}
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return r, true
		}
		if r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r >= 0xe0000 && r <= 0xe007f {
			return r, true
		}
	}
	return 0, false
}

func checkClean(t interface{ Fatalf(string, ...any) }, s string) {
	out := Clean(s)
	if r, bad := unsafeByte(out); bad {
		t.Fatalf("Clean(%+q) = %+q still holds %U", s, out, r)
	}
	if g, w := ansi.StringWidth(out), ansi.StringWidthWc(out); g != w {
		t.Fatalf("Clean(%+q) = %+q: %d cells by cluster, %d by rune", s, out, g, w)
	}
	if got, want := Width(out), ansi.StringWidth(out); got != want {
		t.Fatalf("Width(%+q) = %d, x/ansi says %d", out, got, want)
	}
	if again := Clean(out); again != out {
		t.Fatalf("Clean(%+q) = %+q, cleaned again %+q", s, out, again)
	}
	if got := ansi.StringWidth("|" + out + "|"); got != ansi.StringWidth(out)+2 {
		t.Fatalf("Clean(%+q) = %+q joins what stands beside it", s, out)
	}
}

func TestCleanIsSafeAndOfOneWidth(t *testing.T) {
	for _, a := range awkward {
		checkClean(t, a)
		for _, b := range awkward {
			checkClean(t, a+b)
		}
	}
	rapid.Check(t, func(t *rapid.T) { checkClean(t, awkwardText().Draw(t, "text")) })
}

func FuzzClean(f *testing.F) {
	for _, s := range awkward {
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, s string, w int) {
		checkClean(t, s)
		w &= 127
		checkLine(t, s, w)
		checkWrap(t, s, w)
	})
}

func TestCleanPictures(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain text", "plain text"},
		{"a\nb\r\nc\rd", "a⏎b⏎c␍d"},
		{"\x1b[2Jboo\x07", "␛[2Jboo␇"},
		{"\x00\x7f", "␀␡"},
		{"\u009b31mred", "␦31mred"},
		{"user\u202etxt.exe", "user␦txt.exe"},
		{"go\U000e0068\U000e0069\U000e0021 on", "go␦ on"},
		{"\xffab\xc3", "\uFFFDab\uFFFD"},
		{"a\tb\tc", "a   b   c"},
		{"❤️ ok", "❤ ok"},
		{"👨‍👩‍👧", "👨👩👧"},
		{"👍🏽", "👍"},
		{"🇩🇪 🇩", "🇩🇪 D"},
		{"\u0301x", "◌\u0301x"},
		{"e\u0301", "e\u0301"},
		{"日本語", "日本語"},
		{"葛\U000e0100城", "葛城"},
		{"a" + strings.Repeat("\u0301", 50) + "b", "a" + strings.Repeat("\u0301", maxMarks) + "b"},
		{"one\u2028two", "one⏎two"},
		{"\ufeffBOM", "BOM"},
		{"שלום", "שלום"},
	} {
		if got := Clean(c.in); got != c.want {
			t.Errorf("Clean(%+q) = %+q, want %+q", c.in, got, c.want)
		}
	}
}

func checkLine(t interface{ Fatalf(string, ...any) }, s string, w int) {
	out := Line(s, w)
	if got := ansi.StringWidth(out); got != w {
		t.Fatalf("Line(%+q, %d) = %+q is %d cells wide", s, w, out, got)
	}
	if r, bad := unsafeByte(out); bad {
		t.Fatalf("Line(%+q, %d) = %+q holds %U", s, w, out, r)
	}
	if got := ansi.StringWidth(Fit(s, w)); got != w {
		t.Fatalf("Fit(%+q, %d) = %+q is %d cells wide", s, w, Fit(s, w), got)
	}
	if got := ansi.StringWidth(FitRight(s, w)); got != w {
		t.Fatalf("FitRight(%+q, %d) is %d cells wide", s, w, got)
	}
	if whole := Clean(s); ansi.StringWidth(whole) <= w && !strings.HasPrefix(out, whole) {
		t.Fatalf("Line(%+q, %d) = %+q cut what fits", s, w, out)
	}
}

func TestLinesAreExactlyAsWide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkLine(t, awkwardText().Draw(t, "text"), rapid.IntRange(0, 90).Draw(t, "width"))
	})
}

// inked is drawn text: cleaned pieces in colours, some left open.
func inked() *rapid.Generator[string] {
	sgr := rapid.SampledFrom([]string{"\x1b[1m", "\x1b[38;2;1;2;3m", "\x1b[0m", "\x1b[m", "\x1b[4:3m"})
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 6).Draw(t, "runs") {
			b.WriteString(sgr.Draw(t, "ink"))
			b.WriteString(Clean(awkwardText().Draw(t, "text")))
		}
		return b.String()
	})
}

func TestFitKeepsInksAndClosesThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, w := inked().Draw(t, "drawn"), rapid.IntRange(0, 60).Draw(t, "width")
		for _, tail := range []string{"", "…", "~"} {
			out := FitTail(s, w, tail)
			if got := ansi.StringWidth(out); got != w {
				t.Fatalf("FitTail(%+q, %d, %q) = %+q is %d cells wide", s, w, tail, out, got)
			}
			if last := strings.LastIndex(out, "\x1b["); last >= 0 && !isReset(out[last:strings.IndexByte(out[last:], 'm')+last+1]) {
				t.Fatalf("FitTail(%+q, %d, %q) = %+q leaves a colour on", s, w, tail, out)
			}
		}
	})
}

func TestTruncate(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		tail string
		want string
	}{
		{"hello", 5, "…", "hello"},
		{"hello", 4, "…", "hel…"},
		{"hello", 1, "…", "…"},
		{"hello", 0, "…", ""},
		{"hello", 4, "", "hell"},
		{"日本語", 4, "…", "日…"},
		{"日本語", 5, "…", "日本…"},
		{"\x1b[1mhello\x1b[0m", 3, "…", "\x1b[1mhe…\x1b[0m"},
		{"\x1b[1mhe\x1b[0mllo", 3, "", "\x1b[1mhe\x1b[0ml"},
		{"a\x1b[2Jb\nc", 9, "…", "abc"},
	} {
		if got := Truncate(c.in, c.w, c.tail); got != c.want {
			t.Errorf("Truncate(%q, %d, %q) = %q, want %q", c.in, c.w, c.tail, got, c.want)
		}
	}
}

func checkWrap(t interface{ Fatalf(string, ...any) }, s string, w int) {
	lines := Wrap(s, w)
	var kept strings.Builder
	for _, line := range lines {
		if got := ansi.StringWidth(line); got > max(w, 2) {
			t.Fatalf("Wrap(%+q, %d): line %+q is %d cells wide", s, w, line, got)
		}
		if r, bad := unsafeByte(line); bad {
			t.Fatalf("Wrap(%+q, %d): line %+q holds %U", s, w, line, r)
		}
		kept.WriteString(line)
	}
	if w > 0 {
		whole := strings.Join(Lines(s), "")
		if got, want := noBlanks(kept.String()), noBlanks(whole); got != want {
			t.Fatalf("Wrap(%+q, %d) keeps %+q of %+q", s, w, got, want)
		}
	}
	for _, n := range []int{1, 3} {
		some, more := WrapN(s, w, n)
		if len(some) > n || more != (len(lines) > len(some) || w <= 0 && s != "") {
			t.Fatalf("WrapN(%+q, %d, %d) = %d lines, more %v; all are %d", s, w, n, len(some), more, len(lines))
		}
		for i := range some {
			if some[i] != lines[i] {
				t.Fatalf("WrapN(%+q, %d, %d) line %d is %q, in full %q", s, w, n, i, some[i], lines[i])
			}
		}
	}
}

func noBlanks(s string) string { return strings.ReplaceAll(s, " ", "") }

func TestWrapLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkWrap(t, awkwardText().Draw(t, "text"), rapid.IntRange(0, 40).Draw(t, "width"))
	})
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"the quick brown fox", 10, "the quick|brown fox"},
		{"the quick brown fox", 9, "the quick|brown fox"},
		{"abcdefghij kl", 4, "abcd|efgh|ij|kl"},
		{"a\n\nb\n", 4, "a||b|"},
		{"  indented text", 8, "  indent|ed text"},
		{"日本語のテキスト。次", 8, "日本語の|テキス|ト。次"},
		{"デプロイ deploy 手順", 8, "デプロイ|deploy|手順"},
		{"日", 1, "日"},
	} {
		if got := strings.Join(Wrap(c.in, c.w), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestHalfAMegabyteIsJustALongLine(t *testing.T) {
	for name, unit := range map[string]string{"letters": "x", "words": "word ", "han": "漢", "marks": "\u0301", "joiners": "\u200b\u200d", "escapes": "\x1b[", "tags": "\U000e0041"} {
		s := strings.Repeat(unit, 500_000/len(unit))
		if got := ansi.StringWidth(Line(s, 40)); got != 40 {
			t.Errorf("%s: a line of %d cells", name, got)
		}
		lines, more := WrapN(s, 40, 10)
		if len(lines) > 10 || !more {
			t.Errorf("%s: %d lines, more %v", name, len(lines), more)
		}
		// The bound itself: far fewer bytes are allocated than the text has.
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Line(s, 40)
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > 100_000 {
			t.Errorf("%s: %d bytes allocated for one line", name, got)
		}
	}
}

// TestSimpleRunesAreSimple checks the shortcut against x/ansi for every rune
// it claims, alone and next to others.
func TestSimpleRunesAreSimple(t *testing.T) {
	var before rune = 'a'
	for r := rune(0x20); r < 0x20000; r++ {
		w := simpleCells(r)
		if w == 0 {
			continue
		}
		one, pair := string(r), string([]rune{before, r, 'b'})
		if got := ansi.StringWidth(one); got != w || ansi.StringWidthWc(one) != w {
			t.Errorf("%U is %d cells, not %d", r, got, w)
		}
		if got, want := ansi.StringWidth(pair), simpleCells(before)+w+1; got != want {
			t.Errorf("%+q is %d cells, not %d", pair, got, want)
		}
		if isHidden(r) || isInvisible(r) || isSelector(r) || isJoiner(r) {
			t.Errorf("%U must not be passed through", r)
		}
		before = r
	}
}

// TestWhereAmbiguousSignsAreWide runs the width properties once more in a
// locale in which lines, dashes and pictures count as two cells.
func TestWhereAmbiguousSignsAreWide(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run", "^(TestLinesAre.*|TestWrapLoses.*|TestFitKeeps.*|TestSimpleRunes.*)$")
	cmd.Env = append(os.Environ(), "RUNEWIDTH_EASTASIAN=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Hangul in its parts is what it is put together, however it came apart.
func TestHangulIsPutTogether(t *testing.T) {
	for in, want := range map[string]string{
		"\u1112\u1161\u11ab\u1100\u1173\u11af": "한글",
		"\u1100\u1161":                         "가",
		"가\u11a8":                              "각",
		"각\u11a8":                              "각\u200b\ufffd", // a second trailing consonant
		"\u1161":                               "\ufffd",
		"한글":                                   "한글",
		"a\u1112b":                             "a\u1112b",
	} {
		got := Clean(in)
		if got != want {
			t.Errorf("%+q: got %+q, want %+q", in, got, want)
		}
		if again := Clean(got); again != got {
			t.Errorf("%+q cleaned twice: %+q", in, again)
		}
	}
	if Blank("한") || !Blank("\u200b \u200b") || !Blank("") {
		t.Error("what is blank and what is not")
	}
}
