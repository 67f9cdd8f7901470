package widget

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"pgregory.net/rapid"

	"ebb/themes"
)

// monday is the instant of every drawing.
var monday = time.Date(2026, 11, 30, 14, 2, 0, 0, time.UTC)

func TestBarsAreDrawnToAnEighth(t *testing.T) {
	g := themes.Unicode()
	for v, want := range map[float64]string{
		.96: "███████▋", .91: "███████▎", .88: "███████ ", .83: "██████▋ ", .71: "█████▋  ", .68: "█████▌  ",
		.55: "████▍   ", .46: "███▋    ", .29: "██▍     ", .22: "█▊      ", .14: "█▏      ", .11: "▉       ",
		.08: "▋       ", .05: "▍       ", 1: "████████", 0: "        ", 1e-9: "▏       ", -1: "        ", 7: "████████",
		math.Inf(1): "████████",
	} {
		if got := Bar(&g, v, 8); got != want {
			t.Errorf("Bar(%v) = %q, want %q", v, got, want)
		}
	}
	if got := Bar(&g, math.NaN(), 3); got != "   " {
		t.Errorf("Bar(NaN) = %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		v, u, w := rapid.Float64().Draw(t, "v"), rapid.Float64Range(0, 1).Draw(t, "u"), rapid.IntRange(-2, 40).Draw(t, "w")
		ascii := themes.ASCII()
		for _, g := range []*themes.Glyphs{&g, &ascii} {
			if got := ansi.StringWidth(Bar(g, v, w)); got != max(w, 0) {
				t.Fatalf("Bar(%v, %d) is %d cells wide", v, w, got)
			}
		}
		if u <= v && BarStep(u, w) > BarStep(v, w) {
			t.Fatalf("the bar of %v is longer than that of %v", u, v)
		}
	})
}

func TestTheThresholdIsTheOnlyChange(t *testing.T) {
	th := themes.Must("dark")
	if got, want := RetentionBar(th, .1, .1, 4), th.Paint(themes.BarFull, "▍   "); got != want {
		t.Errorf("at the threshold %q, want %q", got, want)
	}
	if got, want := RetentionBar(th, .0999, .1, 4), th.Paint(themes.BarLow, "▍   "); got != want {
		t.Errorf("below the threshold %q, want %q", got, want)
	}
}

func TestScores(t *testing.T) {
	g := themes.Unicode()
	for _, c := range []struct{ got, want string }{
		{Score(.68), ".68"},
		{Score(1), "1.00"},
		{Score(.999), "1.00"},
		{Score(0), ".00"},
		{Score(-3), ".00"},
		{Score(math.NaN()), "—"},
		{Score(math.Inf(1)), "1.00"},
		{ScoreLong(.6831072), ".6831072"},
		{ScoreLong(1), "1.0000000"},
		{ScoreLong(.00000004), ".0000000"},
		{Signed(&g, -.307, 3), "−.307"},
		{Signed(&g, .03, 3), "+.030"},
		{Signed(&g, -.0001, 3), " .000"},
		{Signed(&g, 1.5, 2), "+1.50"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestAges(t *testing.T) {
	ago := func(d time.Duration) time.Time { return monday.Add(-d) }
	for _, c := range []struct{ got, want string }{
		{Age(monday, ago(0)), "now"},
		{Age(monday, ago(-time.Hour)), "now"},
		{Age(monday, ago(5*time.Minute)), "5m"},
		{Age(monday, ago(23*time.Hour)), "23h"},
		{Age(monday, ago(11*day)), "11d"},
		{Age(monday, ago(999*day)), "999d"},
		{Age(monday, ago(1100*day)), "3y"},
		{Age(monday, time.Time{}), "292y"},
		{Ago(monday, ago(3*time.Hour)), "3 h ago"},
		{Ago(monday, ago(time.Second)), "just now"},
		{Ago(monday, ago(90*time.Second)), "1 min ago"},
		{Until(monday, ago(-14*day)), "in 14 d"},
		{Until(monday, ago(day)), "now"},
		{Days(18 * day), "18 days"},
		{Days(-day), "1 day"},
		{Days(time.Hour), "today"},
		{Date(monday, time.Date(2027, 1, 26, 0, 0, 0, 0, time.UTC)), "26 Jan"},
		{Date(monday, time.Date(2028, 1, 26, 0, 0, 0, 0, time.UTC)), "2028"},
		{DateTime(monday, ago(4*day)), "26 Nov 14:02"},
		{DateTime(monday, ago(400*day)), "26 Oct 2025 14:02"},
		{Clock(monday), "Mon 30 Nov 2026  14:02"},
		{Fades(monday, time.Time{}), "—"},
		{Fades(monday, monday), "faded"},
		{Fades(monday, ago(-time.Minute)), "soon"},
		{Fades(monday, ago(-23*time.Hour)), "in 23h"},
		{Fades(monday, ago(-50*time.Hour)), "in 2 d"},
		{Fades(monday, ago(-9*day)), "9 Dec"},
		{FadesIn(monday, ago(-50*time.Hour)), "fades in 2 d"},
		{FadesIn(monday, time.Time{}), "stays"},
		{FadesIn(monday, ago(day)), "faded"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		at := monday.Add(time.Duration(rapid.Int64().Draw(t, "distance")))
		if n := len(Age(monday, at)); n > 4 {
			t.Fatalf("Age is %q", Age(monday, at))
		}
		if n := ansi.StringWidth(Fades(monday, at)); n > 6 {
			t.Fatalf("Fades is %q", Fades(monday, at))
		}
	})
}

func TestAxisIsTheLineOfTheDrawings(t *testing.T) {
	th := themes.Must("mono")
	a := NewAxis(monday.Add(-70*day), monday)
	for _, d := range []int{60, 51, 50, 30, 29, 15, 7} {
		a.Edits = append(a.Edits, monday.Add(-time.Duration(d)*day))
	}
	for _, d := range []int{40, 8} {
		a.Cycles = append(a.Cycles, monday.Add(-time.Duration(d)*day))
	}
	var b strings.Builder
	for _, c := range []struct {
		name string
		lens time.Time
	}{{"live", time.Time{}}, {"past", monday.Add(-18 * day)}, {"future", monday.Add(14 * day)}} {
		a.Lens = c.lens
		fmt.Fprintf(&b, "%-7s%s\n", c.name, ansi.Strip(a.Draw(th, 100)))
	}
	golden.RequireEqual(t, []byte(b.String()))
}

func TestAxisIsExactAndFindsItsInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := func(name string) time.Time {
			return monday.Add(time.Duration(rapid.Int64Range(-200, 200).Draw(t, name)) * day)
		}
		w := rapid.IntRange(0, 130).Draw(t, "w")
		a := NewAxis(at("first"), monday)
		for range rapid.IntRange(0, 9).Draw(t, "n") {
			a.Edits, a.Cycles = append(a.Edits, at("edit")), append(a.Cycles, at("cycle"))
		}
		if rapid.Bool().Draw(t, "lens") {
			a.Lens = at("lens")
		}
		for _, name := range []string{"dark", "mono"} {
			if got := ansi.StringWidth(a.Draw(themes.Must(name), w)); got != w {
				t.Fatalf("%d cells, want %d", got, w)
			}
		}
		for x := range w {
			if got := a.Column(a.At(x, w), w); got != x {
				t.Fatalf("the instant of cell %d of %d falls on %d", x, w, got)
			}
		}
	})
	if a := NewAxis(time.Time{}, monday); !a.From.Before(a.Now) || !a.Now.Before(a.To) {
		t.Errorf("an axis from nowhere spans %v to %v", a.From, a.To)
	}
}

func TestHighlight(t *testing.T) {
	th := themes.Must("mono") // base without ink, marks underlined
	m := func(s string) string { return th.Paint(themes.Match, s) }
	for _, c := range []struct {
		s       string
		offsets []int
		w       int
		want    string
	}{
		{"deploy key", []int{0, 1, 7}, 10, m("de") + "ploy " + m("k") + "ey"},
		{"deploy", []int{5, 99}, 8, "deplo" + m("y") + "  "},
		{"deploy key", []int{0, 9}, 5, m("d") + "epl…"},
		{"日本語", []int{3}, 6, "日" + m("本") + "語"},
		{"日本語", []int{4}, 5, "日" + m("本") + "…"},
		{"a\x1bb", []int{1}, 3, "a" + m("␛") + "b"},
		{"plain", nil, 6, "plain "},
	} {
		if got := Highlight(th, themes.Text, themes.Match, c.s, c.offsets, c.w); got != c.want {
			t.Errorf("Highlight(%q, %v, %d) = %q, want %q", c.s, c.offsets, c.w, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s, w := awkwardText().Draw(t, "text"), rapid.IntRange(0, 50).Draw(t, "w")
		offsets := rapid.SliceOfDistinct(rapid.IntRange(-1, 60), rapid.ID).Draw(t, "offsets")
		slices.Sort(offsets)
		out := Highlight(th, themes.Text, themes.Match, s, offsets, w)
		if got := ansi.StringWidth(out); got != w {
			t.Fatalf("Highlight(%+q, %v, %d) = %+q is %d cells wide", s, offsets, w, out, got)
		}
		if got, want := ansi.Strip(out), Line(s, w); got != want {
			t.Fatalf("Highlight(%+q, %v, %d) shows %+q, Line shows %+q", s, offsets, w, got, want)
		}
	})
}

func TestSpark(t *testing.T) {
	g := themes.Unicode()
	for _, c := range []struct {
		values []float64
		w      int
		want   string
	}{
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7}, 8, "▁▂▃▄▅▆▇█"},
		{[]float64{0, 7}, 8, "▁▂▃▄▅▆▇█"},
		{[]float64{0, 0, 7, 7}, 2, "▁█"},
		{[]float64{math.NaN(), 7}, 2, " █"},
		{nil, 3, "   "},
		{[]float64{3}, 0, ""},
	} {
		if got := Spark(&g, c.values, 0, 7, c.w); got != c.want {
			t.Errorf("Spark(%v, %d) = %q, want %q", c.values, c.w, got, c.want)
		}
	}
}

func TestCurve(t *testing.T) {
	past, future := make([]float64, 60), make([]float64, 60)
	for i := range past {
		past[i] = math.Exp(-float64(i%30) / 25)
	}
	for i := range future {
		future[i] = past[59] * math.Exp(-float64(i)/30)
	}
	c := Curve{Past: past, Future: future, Threshold: .1, Split: .6}
	ascii := *themes.Must("mono")
	ascii.Glyphs = themes.ASCII()
	var b strings.Builder
	for _, th := range []*themes.Theme{themes.Must("mono"), &ascii} {
		lines := c.Draw(th, 76, 9)
		checkFrame(t, "Curve", lines, 76, 9)
		b.WriteString(ansi.Strip(strings.Join(lines, "\n")) + "\n\n")
	}
	golden.RequireEqual(t, []byte(b.String()))

	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64(), 0, 40)
		w, h := rapid.IntRange(0, 50).Draw(t, "w"), rapid.IntRange(0, 12).Draw(t, "h")
		c := Curve{values.Draw(t, "past"), values.Draw(t, "future"), rapid.Float64Range(-1, 2).Draw(t, "threshold"), rapid.Float64Range(-1, 2).Draw(t, "split")}
		checkFrame(t, "Curve", c.Draw(themes.Must("dark"), w, h), w, h)
	})
}

func TestRowsAndFooters(t *testing.T) {
	th := themes.Must("mono")
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.IntRange(0, 90).Draw(t, "w")
		text := inked()
		lines := []string{
			Row(w, 2, Cell{Text: text.Draw(t, "a"), W: 5}, Cell{Text: text.Draw(t, "b")}, Cell{Text: text.Draw(t, "c"), W: 7, Right: true}),
			Ends(text.Draw(t, "left"), text.Draw(t, "right"), w),
			Footer(th, w, []Hint{{"enter", "open"}, {"/", "filter"}, {"d", "archive"}}, Hint{"?", "all keys"}),
		}
		checkFrame(t, "rows", lines, w, len(lines))
		parts := Waterfall(th, []Part{{Label: "learned", Value: "1.00", Why: "19 Nov"}, {Label: "time", Value: "−.307", Why: text.Draw(t, "why")}}, w)
		checkFrame(t, "Waterfall", parts, w, len(parts))
		if n := len(parts); n < 2 || n > 2*partLines {
			t.Fatalf("two parts in %d lines", n)
		}
	})
	var parts []string
	for _, line := range Waterfall(th, []Part{{Label: "learned", Value: "1.00", Why: "19 Nov, stability 30 d"}, {Label: "ties", Value: "+.020", Why: strings.Repeat("with Release checklist ", 3)}, {Label: "ties", Value: "+.020", Why: "with Release checklist", Cut: true}}, 36) {
		parts = append(parts, strings.TrimRight(ansi.Strip(line), " "))
	}
	if got, want := strings.Join(parts, "\n"), "learned   1.00  19 Nov, stability 30\n                d\nties     +.020  with Release\n                checklist with…\nties     +.020  with Release…"; got != want {
		t.Errorf("in 36 cells:\n%s\nwant\n%s", got, want)
	}
	hints := []Hint{{"enter", "open"}, {"/", "filter"}, {"d", "archive"}}
	for w, want := range map[int]string{
		60: " enter open  / filter  d archive  ? all keys",
		44: " enter open  / filter  d archive  ? all keys",
		43: " enter open  / filter  ? all keys",
		12: " ? all keys",
	} {
		if got := strings.TrimRight(ansi.Strip(Footer(th, w, hints, Hint{"?", "all keys"})), " "); got != want {
			t.Errorf("at %d cells %q, want %q", w, got, want)
		}
	}
}

func TestWalledLinesStandAlone(t *testing.T) {
	for _, begins := range []string{"\u0301e", "\uff9f", "\uff9e x", "\U0001f3fd", "plain", "漢"} {
		line := "  " + Walled(begins)
		if got, want := ansi.StringWidth(line), 2+Width(begins); got != want {
			t.Errorf("%+q behind two blanks is %d cells wide, want %d", begins, got, want)
		}
	}
}
