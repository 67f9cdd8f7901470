// Package themes says how things look: semantic roles as resolved colours,
// and the glyphs that stand beside them. Nothing in it asks the terminal:
// the colour profile and the background are given.
package themes

import (
	"io"
	"strconv"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Theme is a set of inks and glyphs for one terminal. It is immutable once
// made and safe to share; pass it by pointer, it is large.
type Theme struct {
	// Name is one of [Names], a followed background spelt out: "ansi-dark".
	Name string
	// Dark tells which background the colours were chosen for.
	Dark bool
	// Background is the colour assumed behind everything, as #rrggbb.
	Background string
	// Glyphs are the signs that go with the inks.
	Glyphs Glyphs

	profile termenv.Profile
	looks   [roleCount]look
	inks    [roleCount]Ink
}

// Ink is the ready ink of a role; the zero Ink for an unknown role.
func (t *Theme) Ink(r Role) Ink {
	if r >= roleCount {
		return Ink{}
	}
	return t.inks[r]
}

// Paint returns s in the ink of a role.
func (t *Theme) Paint(r Role, s string) string { return t.Ink(r).Paint(s) }

// Style is the Lip Gloss style of a role.
func (t *Theme) Style(r Role) lipgloss.Style { return t.Ink(r).style }

// Color is the resolved foreground of a role for components that want a colour
// and not a style; nil-like NoColor where the terminal's own colour is used.
func (t *Theme) Color(r Role) lipgloss.TerminalColor {
	if r >= roleCount {
		return lipgloss.NoColor{}
	}
	return t.looks[r].fg.resolve(t.profile)
}

// Colourless reports whether the theme draws without any colour.
func (t *Theme) Colourless() bool { return t.Name == "mono" || t.profile == termenv.Ascii }

// tone is one colour in the two forms that have to be chosen by hand; the 256
// colours in between are computed well enough from the first.
type tone struct {
	hex  string // "#rrggbb"; for an inherited tone only what is assumed of it
	ansi string // "0" … "15"; empty is the terminal's own colour
	own  bool   // the terminal's own colour at every depth
}

func (c tone) resolve(p termenv.Profile) lipgloss.TerminalColor {
	switch {
	case c.own, p == termenv.Ascii, p == termenv.ANSI && c.ansi == "", c.hex == "" && c.ansi == "":
		return lipgloss.NoColor{}
	case p == termenv.ANSI || c.hex == "":
		return lipgloss.Color(c.ansi)
	default:
		return lipgloss.Color(c.hex)
	}
}

// nearestANSI is the one of the sixteen colours that is closest to a colour
// chosen by a person, who gave only one.
func nearestANSI(hex string) string {
	c, ok := termenv.ANSI.Color(hex).(termenv.ANSIColor)
	if !ok {
		return ""
	}
	return strconv.Itoa(int(c))
}

// attr is a set of text attributes.
type attr uint8

const (
	bold attr = 1 << iota
	faint
	italic
	underline
	reverse
	strike
)

// look is how one role is drawn.
type look struct {
	fg, bg tone
	attr   attr
	// low is added where there are only sixteen colours and two roles would
	// otherwise be one, or a background would be too loud.
	low attr
}

// build makes a theme's inks for one colour profile. The renderer writes
// nowhere and has its profile and background set, so it never queries.
func build(t Theme, p termenv.Profile) Theme {
	r := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(p))
	r.SetColorProfile(p)
	r.SetHasDarkBackground(t.Dark)
	t.profile = p
	for role := range t.looks {
		t.inks[role] = newInk(t.looks[role].style(r, p))
	}
	return t
}

func (l look) style(r *lipgloss.Renderer, p termenv.Profile) lipgloss.Style {
	a := l.attr
	if p == termenv.ANSI {
		a |= l.low
	}
	s := r.NewStyle()
	if fg := l.fg.resolve(p); fg != (lipgloss.NoColor{}) {
		s = s.Foreground(fg)
	}
	if bg := l.bg.resolve(p); bg != (lipgloss.NoColor{}) {
		s = s.Background(bg)
	}
	// Setting an attribute to false would still cost a look-up per Render.
	if a&bold != 0 {
		s = s.Bold(true)
	}
	if a&faint != 0 {
		s = s.Faint(true)
	}
	if a&italic != 0 {
		s = s.Italic(true)
	}
	if a&underline != 0 {
		s = s.Underline(true)
	}
	if a&reverse != 0 {
		s = s.Reverse(true)
	}
	if a&strike != 0 {
		s = s.Strikethrough(true)
	}
	return s
}
