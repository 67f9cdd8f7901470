package themes

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/muesli/termenv"
)

// every is every palette with colour, in the order of its name.
func every() []Theme {
	var all []Theme
	for _, name := range Names {
		if make, ok := palettes[name]; ok && name != "mono" {
			all = append(all, make())
		}
	}
	return all
}

func TestEveryNameIsAThemeWithAWordForIt(t *testing.T) {
	for _, name := range Names {
		for _, light := range []bool{false, true} {
			th, err := Choose(Options{Name: name, Light: light, Getenv: env("COLORTERM", "truecolor")})
			if err != nil || !slices.Contains(Names, th.Name) {
				t.Errorf("%s: %q, %v", name, th.Name, err)
			}
			if Follows(name) != (th.Dark != light && name != th.Name) && name != "mono" {
				t.Errorf("%s on light %v is %s, follows %v", name, light, th.Name, Follows(name))
			}
		}
		if Describe(name) == "" {
			t.Errorf("%s has no description", name)
		}
	}
	if Describe("drak") != "" {
		t.Error("an unknown theme is described")
	}
}

// sixteens are what terminals come with: the figures are those of xterm's
// default resources, the VGA text mode that the Linux console keeps, Windows
// Terminal's Campbell, Visual Studio Code's dark terminal and the Tango palette
// of GNOME.
var sixteens = map[string][16]string{
	"xterm":    {"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5", "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"},
	"VGA":      {"#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa", "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"},
	"Campbell": {"#0c0c0c", "#c50f1f", "#13a10e", "#c19c00", "#0037da", "#881798", "#3a96dd", "#cccccc", "#767676", "#e74856", "#16c60c", "#f9f1a5", "#3b78ff", "#b4009e", "#61d6d6", "#f2f2f2"},
	"VS Code":  {"#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5", "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#e5e5e5"},
	"Tango":    {"#2e3436", "#cc0000", "#4e9a06", "#c4a000", "#3465a4", "#75507b", "#06989a", "#d3d7cf", "#555753", "#ef2929", "#8ae234", "#fce94f", "#729fcf", "#ad7fa8", "#34e2e2", "#eeeeec"},
}

// The sixteen-colour themes hold on every terminal's idea of the sixteen, on
// its own black and on white.
func TestSixteenColoursCanBeRead(t *testing.T) {
	for _, th := range []Theme{ansiDark(), ansiLight()} {
		for terminal, palette := range sixteens {
			back := rgb{255, 255, 255}
			if th.Dark {
				back, _ = parseHex(palette[0])
			}
			for _, r := range Roles() {
				l := th.looks[r]
				if l.fg.hex != "" || l.bg != (tone{}) {
					t.Fatalf("%s: %s has a colour that is not the terminal's", th.Name, r)
				}
				if l.fg.ansi == "" || r.needs() == 0 {
					continue
				}
				n, err := strconv.Atoi(l.fg.ansi)
				if err != nil {
					t.Fatal(err)
				}
				c, _ := parseHex(palette[n])
				if got := contrast(c, back); got < visible {
					t.Errorf("%s on %s: %s has a contrast of %.2f, want %.1f", th.Name, terminal, r, got, visible)
				}
			}
		}
	}
}

// A terminal's own sixteen stay its own at every depth.
func TestSixteenColoursAreTheTerminalsOwnAtEveryDepth(t *testing.T) {
	for _, th := range []Theme{ansiDark(), ansiLight()} {
		least := build(th, termenv.ANSI)
		for depth, p := range depths {
			built := build(th, p)
			for _, r := range Roles() {
				if got, want := built.Ink(r).Open(), least.Ink(r).Open(); got != want {
					t.Errorf("%s, %s: %s opens with %q, want %q", th.Name, depth, r, got, want)
				}
			}
		}
	}
}

// deuteranope is a colour as an eye without green-sensitive cones sees it, by
// the matrix for severity 1.0 in table 1 of G. M. Machado, M. M. Oliveira and
// L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color
// Vision Deficiency", IEEE TVCG 15(6), 2009; it works on linear light.
func deuteranope(c rgb) rgb {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= .04045 {
			return s / 12.92
		}
		return math.Pow((s+.055)/1.055, 2.4)
	}
	coded := func(x float64) uint8 {
		x = min(max(x, 0), 1)
		if x <= .0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - .055
		}
		return uint8(math.Round(x * 255))
	}
	r, g, b := linear(c.r), linear(c.g), linear(c.b)
	return rgb{
		coded(.367322*r + .860646*g - .227968*b),
		coded(.280085*r + .672501*g + .047413*b),
		coded(-.011820*r + .042940*g + .968881*b),
	}
}

func TestTheSimulationTakesRedForGreen(t *testing.T) {
	white := rgb{255, 255, 255}
	if got := deuteranope(white); apart(got, white) > .01 {
		t.Errorf("white is seen as %v", got)
	}
	red, green := rgb{200, 60, 60}, rgb{130, 130, 60}
	if was, is := apart(red, green), apart(deuteranope(red), deuteranope(green)); is > was/3 {
		t.Errorf("red and green are %.3f apart, and still %.3f to a deuteranope", was, is)
	}
	blue, orange := rgb{80, 140, 230}, rgb{230, 150, 50}
	if is := apart(deuteranope(blue), deuteranope(orange)); is < .3 {
		t.Errorf("blue and orange are only %.3f apart to a deuteranope", is)
	}
}

// TestDeuteranopesTellRolesApart is the promise of the deutan themes.
func TestDeuteranopesTellRolesApart(t *testing.T) {
	for _, th := range []Theme{deutanDark(), deutanLight()} {
		for depth, p := range depths {
			if p == termenv.ANSI {
				continue // see the next test
			}
			for _, family := range families {
				for i, a := range family {
					for _, b := range family[i+1:] {
						ca, _ := at(t, th.looks[a], p)
						cb, _ := at(t, th.looks[b], p)
						if d := apart(deuteranope(ca), deuteranope(cb)); d < .08 {
							t.Errorf("%s, %s: %s and %s are only %.3f apart to a deuteranope", th.Name, depth, a, b, d)
						}
					}
				}
			}
		}
	}
}

// With sixteen colours, what means opposite things is still told apart on
// every terminal, and at no depth by the colour alone.
func TestDeuteranopesTellOppositesApart(t *testing.T) {
	for _, th := range []Theme{deutanDark(), deutanLight(), ansiDark(), ansiLight()} {
		for _, r := range []Role{Added, Removed} {
			if th.looks[r].attr == th.looks[Text].attr {
				t.Errorf("%s: %s is told from text by its colour alone", th.Name, r)
			}
		}
		if th.looks[Added].attr == th.looks[Removed].attr {
			t.Errorf("%s: what is new and what is gone are told apart by their colour alone", th.Name)
		}
	}
	for _, th := range []Theme{deutanDark(), deutanLight()} {
		for terminal, palette := range sixteens {
			for _, pair := range [][2]Role{{Added, Removed}, {BarFull, BarLow}, {Good, Danger}} {
				var seen [2]rgb
				for i, r := range pair {
					n, err := strconv.Atoi(th.looks[r].fg.ansi)
					if err != nil {
						t.Fatal(err)
					}
					c, _ := parseHex(palette[n])
					seen[i] = deuteranope(c)
				}
				if d := apart(seen[0], seen[1]); d < .08 {
					t.Errorf("%s on %s: %s and %s are only %.3f apart to a deuteranope", th.Name, terminal, pair[0], pair[1], d)
				}
			}
		}
	}
}
