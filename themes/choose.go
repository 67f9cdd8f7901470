package themes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muesli/termenv"
)

// Names lists the built-in themes in the order in which people are shown them.
// "auto", "ansi" and "deutan" follow the terminal's background; see [Follows].
var Names = []string{
	"auto", "dark", "light",
	"ansi", "ansi-dark", "ansi-light",
	"deutan", "deutan-dark", "deutan-light",
	"mono",
}

// Describe says in a few words what a theme is for, "" for an unknown name.
func Describe(name string) string {
	switch name {
	case "auto":
		return "as light and as colourful as the terminal"
	case "dark", "light":
		return "for a " + name + " background"
	case "ansi":
		return "the terminal's own sixteen colours"
	case "ansi-dark":
		return "its sixteen colours, on dark"
	case "ansi-light":
		return "its sixteen colours, on light"
	case "deutan":
		return "blue and orange, where green looks like red"
	case "deutan-dark":
		return "blue and orange, on dark"
	case "deutan-light":
		return "blue and orange, on light"
	case "mono":
		return "no colour: bold, underlined, reversed"
	}
	return ""
}

// Follows reports whether a theme is light or dark by the terminal's
// background.
func Follows(name string) bool {
	return name == "" || name == "auto" || name == "ansi" || name == "deutan"
}

// Options say what is known of the person's wishes and of the terminal.
type Options struct {
	// Name is one of [Names]; empty is "auto".
	Name string
	// Light is whether the terminal's background is known to be light.
	Light bool
	// Told is whether Light is the person's own word, which no terminal
	// changes.
	Told bool
	// NoColor is the --no-color flag; the NO_COLOR variable does the same.
	NoColor bool
	// Glyphs is "unicode", "lines" for fonts without braille, "ascii", or
	// empty to follow the locale.
	Glyphs string
	// Getenv reads the environment; nil is an empty one.
	Getenv func(string) string
}

// UnknownNameError says that no built-in theme or glyph set has a name.
type UnknownNameError struct {
	Kind, Name string
	Known      []string
}

func (e *UnknownNameError) Error() string {
	return fmt.Sprintf("no %s is called %q; there are %s", e.Kind, e.Name, strings.Join(e.Known, ", "))
}

// Choose makes the theme for a terminal. NO_COLOR and --no-color win over a
// named theme: they are asked for by people who cannot use colour. On an
// unknown name it returns the automatic theme together with the error.
func Choose(o Options) (Theme, error) {
	env := o.Getenv
	if env == nil {
		env = func(string) string { return "" }
	}
	p := profile(env)
	t, err := named(o.Name, o.Light, p)
	if (o.NoColor || env("NO_COLOR") != "") && t.Name != "mono" {
		t = monoTheme()
	}
	if t.Name == "mono" && p != termenv.Ascii {
		p = termenv.ANSI
	}
	t = build(t, p)

	t.Glyphs = Unicode()
	switch o.Glyphs {
	case "ascii":
		t.Glyphs = ASCII()
	case "", "auto":
		if !showsUnicode(env) {
			t.Glyphs = ASCII()
		}
	case "unicode":
	case "lines":
		t.Glyphs.Braille = false
	default:
		if err == nil {
			err = &UnknownNameError{Kind: "glyph set", Name: o.Glyphs, Known: []string{"auto", "unicode", "lines", "ascii"}}
		}
	}
	return t, err
}

// named is the theme of a name. Where a terminal has sixteen colours, the
// automatic theme is the one that is made of those.
func named(name string, light bool, p termenv.Profile) (Theme, error) {
	var err error
	if !slices.Contains(Names, name) {
		if name != "" {
			err = &UnknownNameError{Kind: "theme", Name: name, Known: Names}
		}
		name = "auto"
	}
	if name == "auto" {
		name = "dark"
		if p == termenv.ANSI {
			name = "ansi-dark"
		}
		if light {
			name = strings.Replace(name, "dark", "light", 1)
		}
	}
	if Follows(name) {
		name += map[bool]string{false: "-dark", true: "-light"}[light]
	}
	return palettes[name](), err
}

// Must is a built-in theme in true colour with Unicode glyphs, for tests and
// examples. An unknown name gives the dark one.
func Must(name string) *Theme {
	// An unknown name is documented to give the default.
	t, _ := Choose(Options{Name: name, Glyphs: "unicode", Getenv: func(k string) string {
		if k == "COLORTERM" {
			return "truecolor"
		}
		return ""
	}})
	return &t
}

// profile reads the depth of colour from the environment alone.
func profile(env func(string) string) termenv.Profile {
	term := env("TERM")
	if term == "dumb" {
		return termenv.Ascii
	}
	switch strings.ToLower(env("COLORTERM")) {
	case "truecolor", "24bit":
		// GNU screen passes COLORTERM on but not the colours.
		if strings.HasPrefix(term, "screen") && env("TERM_PROGRAM") != "tmux" {
			return termenv.ANSI256
		}
		return termenv.TrueColor
	}
	for _, direct := range []string{"xterm-kitty", "xterm-ghostty", "alacritty", "wezterm", "foot", "contour"} {
		if strings.HasPrefix(term, direct) {
			return termenv.TrueColor
		}
	}
	switch {
	case strings.HasSuffix(term, "-direct"):
		return termenv.TrueColor
	case strings.Contains(term, "256color"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}

// showsUnicode judges by the locale. An unset locale is taken for UTF-8: it is
// what containers have, and their terminals do show it. The Linux console
// lacks most of our glyphs.
func showsUnicode(env func(string) string) bool {
	if t := env("TERM"); t == "linux" || t == "dumb" {
		return false
	}
	// x/ansi counts ambiguous signs as two cells then; ours must be one.
	if wide, err := strconv.ParseBool(env("RUNEWIDTH_EASTASIAN")); err == nil && wide {
		return false
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env(name)); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}

// LightFromEnv reads COLORFGBG, which some terminals set to "text;background"
// in palette numbers. known is false where it says nothing.
func LightFromEnv(env func(string) string) (light, known bool) {
	v := env("COLORFGBG")
	i := strings.LastIndexByte(v, ';')
	if i < 0 {
		return false, false
	}
	n, err := strconv.Atoi(v[i+1:])
	if err != nil || n < 0 || n > 15 {
		return false, false
	}
	return n == 7 || n == 15, true
}
