package ui

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// keymap applies a person's own keys to a table of bindings.
type keymap map[string][]string

// keys are those that reach a binding now.
func (m keymap) keys(b *views.Binding) []string {
	if own, ok := m[b.ID]; ok {
		return own
	}
	return b.Keys
}

// find is the binding that a key reaches.
func (m keymap) find(table []views.Binding, key string) (views.Binding, bool) {
	for i := range table {
		for _, k := range m.keys(&table[i]) {
			if spelt(k) == key {
				return table[i], true
			}
		}
	}
	return views.Binding{}, false
}

// first is the key to print beside a binding, "" when it has none.
func (m keymap) first(b *views.Binding) string {
	if keys := m.keys(b); len(keys) > 0 {
		return printed(keys[0])
	}
	return ""
}

// hint is the key to print in the footer: both, where two are one's way there
// and back.
func (m keymap) hint(b *views.Binding) string {
	if keys := m.keys(b); len(keys) == 2 && (keys[0] == "up" && keys[1] == "down" || keys[0] == "left" && keys[1] == "right") {
		return printed(keys[0]) + " " + printed(keys[1])
	}
	return m.first(b)
}

// all is every key of a binding, for the help.
func (m keymap) all(b *views.Binding) string {
	var out []string
	for _, k := range m.keys(b) {
		if p := printed(k); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return strings.Join(out, " ")
}

// keyName is how tables spell the key of a message, "" when it is text.
func keyName(k tea.KeyMsg) string { return spelt(views.KeyName(k)) }

// spelt makes one spelling of the several that people and terminals use.
func spelt(key string) string {
	switch key {
	case " ":
		return "space"
	case "escape":
		return "esc"
	case "return":
		return "enter"
	case "pageup":
		return "pgup"
	case "pagedown":
		return "pgdown"
	}
	return key
}

var signs = map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→"}

// printed is how a key is shown to people.
func printed(key string) string {
	if sign, ok := signs[key]; ok {
		return sign
	}
	return spelt(key)
}

// mostScreens is how many screens have a digit.
const mostScreens = 5

// CheckKeys tells what is wrong with a person's own keys: ids that no binding
// has, and keys that would mean two things at once. Each table is one
// situation's bindings; the shell's own are added to every one. Clashes among
// defaults are not reported.
func CheckKeys(own map[string][]string, tables ...[]views.Binding) error {
	m := keymap(own)
	var faults []error
	known := map[string]bool{"import": true, "export": true, "settings": true, "following": true}
	for i := range mostScreens {
		known["screen."+strconv.Itoa(i+1)] = true
	}
	bare := &shell{lens: newLens()}
	globals := bare.globals()
	sets := [][]views.Binding{globals, bare.lensTable()}
	for _, table := range tables {
		sets = append(sets, slices.Concat(globals, table))
	}
	for _, table := range sets {
		holder := map[string]string{}
		for _, b := range table {
			known[b.ID] = true
			for _, k := range m.keys(&b) {
				other, taken := holder[spelt(k)]
				_, mine := own[b.ID]
				_, its := own[other]
				if taken && other != b.ID && (mine || its) {
					faults = append(faults, fmt.Errorf("keys: %s would mean both %s and %s", printed(k), other, b.ID))
					continue
				}
				holder[spelt(k)] = b.ID
			}
		}
	}
	for id := range own {
		if !known[id] {
			faults = append(faults, fmt.Errorf("keys: there is nothing called %s", id))
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	faults = slices.CompactFunc(faults, func(a, b error) bool { return a.Error() == b.Error() })
	return errors.Join(faults...)
}
