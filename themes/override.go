package themes

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Warning is something about a person's theme that does not stop it.
type Warning struct {
	Key, Text string
}

func (w Warning) String() string { return "[theme] " + w.Key + ": " + w.Text }

// OverrideError says which entry of a [theme] table cannot be used, and what
// was expected in its place.
type OverrideError struct {
	Key, Value, Want string
}

func (e *OverrideError) Error() string {
	return fmt.Sprintf("[theme] %s = %q: %s", e.Key, e.Value, e.Want)
}

// Override returns the theme with some of its roles looking as the [theme]
// table of a configuration file says. Keys are the names of roles. A value is
// a colour, attributes, or both: "#e3c464", "#fc0 bold", "bold underline",
// "11", "yellow", "default"; the colour after "on" lies behind. An attribute
// replaces all that the role had; a colour alone leaves them.
//
// Every entry that is wrong is reported, as [OverrideError]s joined into one
// error, and the theme is then returned unchanged. Unknown keys, and colours
// that are hard to read on the theme's background, are warnings.
// A colourless theme stays colourless: it takes the attributes only.
func (t Theme) Override(table map[string]string) (Theme, []Warning, error) {
	looks := t.looks
	var warnings []Warning
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(table)) {
		role, ok := roleNamed(key)
		if !ok {
			warnings = append(warnings, Warning{key, "there is no such role; did you mean " + nearest(key) + "?"})
			continue
		}
		l, err := parseLook(looks[role], table[key])
		if err != nil {
			err.Key, err.Value = key, table[key]
			errs = append(errs, err)
			continue
		}
		if t.Name == "mono" {
			l.fg, l.bg = tone{}, tone{}
		} else if text := t.hardToRead(role, l); text != "" {
			warnings = append(warnings, Warning{key, text})
		}
		looks[role] = l
	}
	if len(errs) > 0 {
		return t, warnings, errors.Join(errs...)
	}
	t.looks = looks
	return build(t, t.profile), warnings, nil
}

// hardToRead says so when a look's contrast is below what its role needs.
func (t *Theme) hardToRead(role Role, l look) string {
	back := t.Background
	if l.bg.hex != "" {
		back = l.bg.hex
	}
	fg, ok1 := parseHex(l.fg.hex)
	bg, ok2 := parseHex(back)
	if !ok1 || !ok2 || role.needs() == 0 {
		return ""
	}
	if c := contrast(fg, bg); c < role.needs() {
		return fmt.Sprintf("hard to read: a contrast of %.1f to %s, where %.1f is needed", c, back, role.needs())
	}
	return ""
}

func roleNamed(name string) (Role, bool) {
	i := slices.Index(roleNames[:], name)
	return Role(max(i, 0)), i >= 0
}

var attrNames = map[string]attr{
	"bold": bold, "faint": faint, "italic": italic,
	"underline": underline, "reverse": reverse, "strike": strike,
}

// ansiNames are the sixteen colours by name, bright ones with "bright-" before.
var ansiNames = []string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}

// parseLook reads one value over the look the role had.
func parseLook(had look, value string) (look, *OverrideError) {
	l := had
	words := strings.Fields(strings.ToLower(value))
	if len(words) == 0 {
		return l, &OverrideError{Want: "is empty; write a colour such as \"#e3c464\", attributes such as \"bold\", or both"}
	}
	var attrs, seen attr
	colours, behind := 0, false
	for i, w := range words {
		if a, ok := attrNames[w]; ok {
			attrs |= a
			seen = 1
			continue
		}
		switch w {
		case "plain":
			seen = 1
			continue
		case "on":
			if behind || i == len(words)-1 {
				return l, &OverrideError{Want: "\"on\" stands once, before the colour behind the text"}
			}
			behind = true
			continue
		}
		c, ok := parseTone(w)
		if !ok {
			return l, &OverrideError{Want: fmt.Sprintf("%q is no colour and no attribute; want #rrggbb, 0 to 15, a name such as \"bright-blue\", \"default\", or bold, faint, italic, underline, reverse, strike, plain", w)}
		}
		if i > 0 && words[i-1] == "on" {
			l.bg = c
			continue
		}
		if colours++; colours > 1 {
			return l, &OverrideError{Want: "has two colours; put \"on\" before the one behind the text"}
		}
		l.fg = c
	}
	if seen != 0 {
		l.attr = attrs
	}
	l.low = 0 // what a person asks for is what they get at every depth
	return l, nil
}

func parseTone(w string) (tone, bool) {
	if w == "default" {
		return tone{own: true}, true
	}
	if c, ok := parseHex(w); ok {
		hex := fmt.Sprintf("#%02x%02x%02x", c.r, c.g, c.b)
		return tone{hex: hex, ansi: nearestANSI(hex)}, true
	}
	bright := 0
	name := w
	if rest, ok := strings.CutPrefix(w, "bright-"); ok {
		bright, name = 8, rest
	}
	if i := slices.Index(ansiNames, name); i >= 0 {
		return tone{ansi: strconv.Itoa(i + bright)}, true
	}
	if n, err := strconv.Atoi(w); err == nil && n >= 0 && n < 16 {
		return tone{ansi: strconv.Itoa(n)}, true
	}
	return tone{}, false
}

// nearest is the name of the role that is fewest letters away from key.
func nearest(key string) string {
	best, least := roleNames[0], len(key)+32
	for _, name := range roleNames {
		if d := distance(strings.ToLower(key), name); d < least {
			best, least = name, d
		}
	}
	return strconv.Quote(best)
}

// distance is the number of bytes to insert, delete or replace between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = min(diagonal, row[j], row[j+1]) + 1
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
