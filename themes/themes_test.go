package themes

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/lucasb-eyer/go-colorful"
	"github.com/muesli/termenv"
)

func env(pairs ...string) func(string) string {
	return func(key string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == key {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name    string
		o       Options
		theme   string
		profile termenv.Profile
		ascii   bool
	}{
		{"nothing known", Options{}, "ansi-dark", termenv.ANSI, false},
		{"light terminal", Options{Light: true}, "ansi-light", termenv.ANSI, false},
		{"light terminal, 256 colours", Options{Light: true, Getenv: env("TERM", "xterm-256color")}, "light", termenv.ANSI256, false},
		{"sixteen colours where there are more", Options{Name: "ansi", Light: true, Getenv: env("COLORTERM", "truecolor")}, "ansi-light", termenv.TrueColor, false},
		{"deutan follows", Options{Name: "deutan", Getenv: env("COLORTERM", "truecolor")}, "deutan-dark", termenv.TrueColor, false},
		{"deutan on light", Options{Name: "deutan", Light: true, Getenv: env("COLORTERM", "truecolor")}, "deutan-light", termenv.TrueColor, false},
		{"deutan by name over the terminal", Options{Name: "deutan-dark", Light: true}, "deutan-dark", termenv.ANSI, false},
		{"NO_COLOR over deutan", Options{Name: "deutan", Getenv: env("NO_COLOR", "1")}, "mono", termenv.ANSI, false},
		{"by name over the terminal", Options{Name: "dark", Light: true}, "dark", termenv.ANSI, false},
		{"256 colours", Options{Getenv: env("TERM", "xterm-256color")}, "dark", termenv.ANSI256, false},
		{"true colour", Options{Getenv: env("TERM", "xterm-256color", "COLORTERM", "truecolor")}, "dark", termenv.TrueColor, false},
		{"screen lies", Options{Getenv: env("TERM", "screen-256color", "COLORTERM", "truecolor")}, "dark", termenv.ANSI256, false},
		{"tmux does not", Options{Getenv: env("TERM", "screen-256color", "COLORTERM", "truecolor", "TERM_PROGRAM", "tmux")}, "dark", termenv.TrueColor, false},
		{"by its name", Options{Getenv: env("TERM", "xterm-kitty")}, "dark", termenv.TrueColor, false},
		{"NO_COLOR", Options{Name: "light", Getenv: env("NO_COLOR", "1", "COLORTERM", "truecolor")}, "mono", termenv.ANSI, false},
		{"--no-color", Options{NoColor: true, Getenv: env("COLORTERM", "truecolor")}, "mono", termenv.ANSI, false},
		{"mono by name", Options{Name: "mono", Getenv: env("COLORTERM", "truecolor")}, "mono", termenv.ANSI, false},
		{"dumb", Options{Getenv: env("TERM", "dumb")}, "dark", termenv.Ascii, true},
		{"console", Options{Getenv: env("TERM", "linux", "LANG", "de_DE.UTF-8")}, "ansi-dark", termenv.ANSI, true},
		{"C locale", Options{Getenv: env("LANG", "C")}, "ansi-dark", termenv.ANSI, true},
		{"UTF-8 locale", Options{Getenv: env("LC_ALL", "C.utf8")}, "ansi-dark", termenv.ANSI, false},
		{"wide ambiguous signs", Options{Getenv: env("RUNEWIDTH_EASTASIAN", "1", "LANG", "ja_JP.UTF-8")}, "ansi-dark", termenv.ANSI, true},
		{"glyphs as asked", Options{Glyphs: "unicode", Getenv: env("LANG", "C")}, "ansi-dark", termenv.ANSI, false},
		{"plain glyphs as asked", Options{Glyphs: "ascii"}, "ansi-dark", termenv.ANSI, true},
	} {
		got, err := Choose(c.o)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got.Name != c.theme || got.profile != c.profile || got.Glyphs.ASCII != c.ascii {
			t.Errorf("%s: %s, profile %v, ASCII %v; want %s, %v, %v", c.name, got.Name, got.profile, got.Glyphs.ASCII, c.theme, c.profile, c.ascii)
		}
	}
}

func TestUnknownNamesAreNamed(t *testing.T) {
	for _, o := range []Options{{Name: "drak", Light: true}, {Glyphs: "emoji", Light: true}} {
		got, err := Choose(o)
		var unknown *UnknownNameError
		if !errors.As(err, &unknown) || got.Name != "ansi-light" {
			t.Errorf("Choose(%+v) = %s, %v", o, got.Name, err)
		}
	}
}

func TestLightFromEnv(t *testing.T) {
	for value, want := range map[string][2]bool{
		"15;0": {false, true}, "0;15": {true, true}, "0;default;7": {true, true}, "": {}, "12": {}, "0;x": {}, "0;99": {},
	} {
		light, known := LightFromEnv(env("COLORFGBG", value))
		if light != want[0] || known != want[1] {
			t.Errorf("%q: light %v, known %v", value, light, known)
		}
	}
}

// at is a role's colour as a terminal of a given depth shows it.
func at(t *testing.T, l look, p termenv.Profile) (rgb, bool) {
	t.Helper()
	hex := l.fg.hex
	switch {
	case hex == "" || p == termenv.ANSI && (l.fg.own || l.fg.ansi == ""):
		return rgb{}, false
	case p == termenv.ANSI:
		hex = termenv.ConvertToRGB(p.Color(l.fg.ansi)).Hex()
	case p == termenv.ANSI256 && !l.fg.own:
		hex = termenv.ConvertToRGB(p.Color(hex)).Hex()
	}
	c, ok := parseHex(hex)
	if !ok {
		t.Fatalf("%q is no colour", hex)
	}
	return c, true
}

var depths = map[string]termenv.Profile{"true colour": termenv.TrueColor, "256 colours": termenv.ANSI256, "16 colours": termenv.ANSI}

func TestRolesCanBeRead(t *testing.T) {
	for _, th := range every() {
		back, _ := parseHex(th.Background)
		for depth, p := range depths {
			for _, r := range Roles() {
				need := r.needs()
				if p == termenv.ANSI && need > 0 {
					need = visible // those sixteen are the terminal's to choose; xterm's are assumed
				}
				c, ok := at(t, th.looks[r], p)
				if got := contrast(c, back); ok && got < need {
					t.Errorf("%s, %s, %s: contrast %.2f, want %.1f", th.Name, depth, r, got, need)
				}
			}
		}
		row, ok := parseHex(th.looks[Cursor].bg.hex)
		if !ok {
			continue // the row is told by its weight
		}
		for _, r := range []Role{Text, Muted, Accent, Warn, Danger, Good} {
			c, _ := at(t, th.looks[r], termenv.TrueColor)
			if got := contrast(c, row); got < readable {
				t.Errorf("%s: %s under the cursor has a contrast of %.2f", th.Name, r, got)
			}
		}
	}
}

// families are roles that stand beside each other or replace each other.
var families = [][]Role{
	{Text, Muted, Faint},
	{Accent, Past, Future},
	{Good, Warn, Danger},
	{BarFull, BarLow, BarEmpty},
	{Text, Accent, Danger},
	{You, Agent, Import, Schedule},
	{Added, Removed, Text},
}

func TestRolesCanBeToldApart(t *testing.T) {
	for _, th := range every() {
		for depth, p := range depths {
			built := build(th, p)
			for _, family := range families {
				for i, a := range family {
					for _, b := range family[i+1:] {
						if built.Ink(a).Open() == built.Ink(b).Open() {
							t.Errorf("%s, %s: %s and %s are one", th.Name, depth, a, b)
						}
						if p == termenv.ANSI {
							continue
						}
						ca, ok1 := at(t, th.looks[a], p)
						cb, ok2 := at(t, th.looks[b], p)
						if d := apart(ca, cb); ok1 && ok2 && d < .08 {
							t.Errorf("%s, %s: %s and %s are only %.3f apart", th.Name, depth, a, b, d)
						}
					}
				}
			}
		}
	}
}

// apart is CIEDE2000 in go-colorful's unit, where 1 is black to white.
func apart(a, b rgb) float64 {
	to := func(c rgb) colorful.Color {
		return colorful.Color{R: float64(c.r) / 255, G: float64(c.g) / 255, B: float64(c.b) / 255}
	}
	return to(a).DistanceCIEDE2000(to(b))
}

func TestMonoHasAttributesAndNoColour(t *testing.T) {
	th, err := Choose(Options{NoColor: true, Getenv: env("COLORTERM", "truecolor")})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Roles() {
		if strings.Contains(th.Ink(r).Open(), "3") || th.looks[r].fg != (tone{}) || th.looks[r].bg != (tone{}) {
			// 30 to 38 are colours; mono does not use 3 alone, italic.
			t.Errorf("%s opens with %q", r, th.Ink(r).Open())
		}
	}
	for r, want := range map[Role]string{Strong: "\x1b[1mx\x1b[0m", Cursor: "\x1b[7mx\x1b[0m", Match: "\x1b[4;4mx\x1b[0m", Text: "x"} {
		if got := th.Paint(r, "x"); got != want {
			t.Errorf("%s paints %q, want %q", r, got, want)
		}
	}
	if !th.Colourless() || Must("dark").Colourless() {
		t.Error("Colourless is wrong")
	}
}

func TestDumbTerminalsGetNoEscapes(t *testing.T) {
	th, err := Choose(Options{Getenv: env("TERM", "dumb")})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range Roles() {
		if got := th.Paint(r, "x"); got != "x" {
			t.Errorf("%s paints %q", r, got)
		}
		if got := th.Style(r).Render("x"); got != "x" {
			t.Errorf("%s renders %q", r, got)
		}
	}
}

func TestInkIsItsStyle(t *testing.T) {
	for _, name := range Names {
		th := Must(name)
		for _, r := range Roles() {
			if got, want := th.Paint(r, "x"), th.Style(r).Render("x"); got != want {
				t.Errorf("%s %s paints %q, its style %q", name, r, got, want)
			}
			if got, want := string(th.Ink(r).Append([]byte("a"), "x")), "a"+th.Paint(r, "x"); got != want {
				t.Errorf("%s %s appends %q, want %q", name, r, got, want)
			}
		}
		if th.Paint(roleCount, "x") != "x" {
			t.Errorf("an unknown role must not paint")
		}
	}
}

func TestLayGoesThroughInks(t *testing.T) {
	th := Must("mono")
	got := th.Ink(Cursor).Lay("a" + th.Paint(Strong, "b") + "c" + th.Paint(Match, "d"))
	want := "\x1b[7ma\x1b[1mb\x1b[0m\x1b[7mc\x1b[4;4md\x1b[0m"
	if got != want {
		t.Errorf("Lay = %q, want %q", got, want)
	}
}

func TestGlyphsTakeOneCell(t *testing.T) {
	for _, g := range []Glyphs{Unicode(), ASCII()} {
		v := reflect.ValueOf(g)
		for i := range v.NumField() {
			var signs []string
			switch f := v.Field(i).Interface().(type) {
			case string:
				signs = []string{f}
			case []string:
				signs = f
			case [9]string:
				signs = f[:]
			case [8]string:
				signs = f[:]
			}
			for _, s := range signs {
				name := v.Type().Field(i).Name
				if ansi.StringWidth(s) != 1 || ansi.StringWidthWc(s) != 1 {
					t.Errorf("%s %q is not one cell", name, s)
				}
				if g.ASCII && (len(s) != 1 || s[0] < 0x20 || s[0] > 0x7e) {
					t.Errorf("%s %q is not ASCII", name, s)
				}
			}
		}
	}
}

func TestOverride(t *testing.T) {
	dark := *Must("dark")
	got, warnings, err := dark.Override(map[string]string{
		"accent": "#FC0 bold", "muted": "bright-white", "match": "plain", "cursor": "on #303030", "text": "default", "warn": "italic",
	})
	if err != nil || len(warnings) != 0 {
		t.Fatalf("warnings %v, error %v", warnings, err)
	}
	for r, want := range map[Role]string{
		Accent: "\x1b[1;38;2;255;204;0m", Muted: "\x1b[97m", Match: dark.Ink(Accent).Open(), Cursor: "\x1b[48;2;48;48;48m", Text: "",
		Warn: "\x1b[3;" + strings.TrimPrefix(dark.Ink(Warn).Open(), "\x1b["), Danger: dark.Ink(Danger).Open(),
	} {
		if got := got.Ink(r).Open(); got != want {
			t.Errorf("%s opens with %q, want %q", r, got, want)
		}
	}
	if dark.Ink(Accent).Open() == got.Ink(Accent).Open() {
		t.Error("the theme it was called on changed")
	}
}

func TestOverrideSaysWhatIsWrong(t *testing.T) {
	dark := *Must("dark")
	got, warnings, err := dark.Override(map[string]string{
		"acent": "#fff", "muted": "#3a3a3a", "good": "greenish", "warn": "", "danger": "red blue", "text": "on", "faint": "16",
	})
	if got.Ink(Muted).Open() != dark.Ink(Muted).Open() {
		t.Error("a table with errors was used in part")
	}
	want := []string{
		`[theme] danger = "red blue": has two colours; put "on" before the one behind the text`,
		`[theme] faint = "16": "16" is no colour and no attribute; want #rrggbb, 0 to 15, a name such as "bright-blue", "default", or bold, faint, italic, underline, reverse, strike, plain`,
		`[theme] good = "greenish": "greenish" is no colour and no attribute; want #rrggbb, 0 to 15, a name such as "bright-blue", "default", or bold, faint, italic, underline, reverse, strike, plain`,
		`[theme] text = "on": "on" stands once, before the colour behind the text`,
		`[theme] warn = "": is empty; write a colour such as "#e3c464", attributes such as "bold", or both`,
	}
	if lines := strings.Split(err.Error(), "\n"); !slices.Equal(lines, want) {
		t.Errorf("errors:\n%s\nwant\n%s", err, strings.Join(want, "\n"))
	}
	var one *OverrideError
	if !errors.As(err, &one) || one.Key != "danger" {
		t.Errorf("the first error is %+v", one)
	}
	var said []string
	for _, w := range warnings {
		said = append(said, w.String())
	}
	wantSaid := []string{
		`[theme] acent: there is no such role; did you mean "accent"?`,
		`[theme] muted: hard to read: a contrast of 1.5 to #1e1e1e, where 4.5 is needed`,
	}
	if !slices.Equal(said, wantSaid) {
		t.Errorf("warnings:\n%s", strings.Join(said, "\n"))
	}
}

func TestOverrideKeepsMonoColourless(t *testing.T) {
	got, _, err := Must("mono").Override(map[string]string{"accent": "#ff0000 underline"})
	if err != nil {
		t.Fatal(err)
	}
	if open := got.Ink(Accent).Open(); open != "\x1b[4;4m" {
		t.Errorf("accent opens with %q", open)
	}
}

func FuzzOverride(f *testing.F) {
	for _, v := range []string{"#fff", "#12345", "bold on red", "on on", "bright-", "default on default", "\x1b[31m"} {
		f.Add("accent", v)
	}
	dark := *Must("dark")
	f.Fuzz(func(t *testing.T, key, value string) {
		got, _, err := dark.Override(map[string]string{key: value})
		if err != nil {
			return
		}
		for _, r := range Roles() {
			if open := got.Ink(r).Open(); ansi.StringWidth(open) != 0 || open != "" && !strings.HasSuffix(open, "m") {
				t.Fatalf("%q = %q opens %s with %q", key, value, r, open)
			}
		}
	})
}

func BenchmarkPaint(b *testing.B) {
	th := Must("dark")
	b.ReportAllocs()
	for range b.N {
		th.Paint(Accent, "Deploys go out Tuesday")
	}
}
