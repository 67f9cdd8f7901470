package memories

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"ebb/engine"
)

// The chips: words of a filter that ask for more than text.
const (
	chipType      = "type:"
	chipNamespace = "ns:"
	chipState     = "state:"
	chipKey       = "key:"
	chipConflict  = "conflict:"
	chipFading    = "fading:"
	chipSince     = "since:"
	chipPinned    = "pinned:"
)

var chipNames = []string{
	chipType, chipNamespace, chipState, chipKey,
	chipConflict, chipFading, chipSince, chipPinned,
}

// filter is what a filter text asks for.
type filter struct {
	text  string   // the words that are no chips
	query string   // the same with their quotes, for a search
	chips []string // as they were written
	// problem says which chip cannot be read, and what it accepts.
	problem string

	types, namespaces []string
	states            []engine.State
	keys              []string
	conflict, pinned  bool
	since             time.Time
	fading            time.Time
	faded             bool
}

// parseFilter reads a filter text. Chips are evaluated at now; one that
// cannot be read yet, being typed, filters nothing and is named in problem.
func parseFilter(text string, now time.Time) filter {
	var f filter
	var words, asTyped []string
	for _, word := range splitWords(text) {
		name := chipOf(word)
		if name == "" {
			if unknown := unknownChip(word); unknown != "" && f.problem == "" {
				f.problem = unknown + " is no chip: " + chipWords
			}
			words, asTyped = append(words, strings.Trim(word, `"`)), append(asTyped, word)
			continue
		}
		f.chips = append(f.chips, word)
		if value := strings.Trim(word[len(name):], `"`); value != "" || name == chipConflict || name == chipPinned {
			f.take(name, value, now)
		}
	}
	f.text, f.query = strings.Join(words, " "), strings.Join(asTyped, " ")
	return f
}

// chipOf is the chip that a word begins with, "" for an ordinary word.
func chipOf(word string) string {
	for _, name := range chipNames {
		if len(word) >= len(name) && strings.EqualFold(word[:len(name)], name) {
			return name
		}
	}
	return ""
}

// chipWords lists the chips there are.
var chipWords = strings.ReplaceAll(strings.Join(chipNames, " "), ":", "")

// unknownChip is what of a word looks like a chip that does not exist, ""
// where nothing does: letters and a colon, but no address.
func unknownChip(word string) string {
	name, value, is := strings.Cut(word, ":")
	if !is || name == "" || strings.HasPrefix(value, "//") ||
		strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' }) {
		return ""
	}
	return name + ":"
}

// splitWords splits at blanks outside double quotes.
func splitWords(text string) []string {
	quoted := false
	return strings.FieldsFunc(text, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && unicode.IsSpace(r)
	})
}

// quoteChip writes a chip so that parseFilter reads it back.
func quoteChip(name, value string) string {
	value = strings.ReplaceAll(value, `"`, "")
	if strings.ContainsFunc(value, unicode.IsSpace) {
		return name + `"` + value + `"`
	}
	return name + value
}

func (f *filter) take(name, value string, now time.Time) {
	switch name {
	case chipType:
		f.types = append(f.types, value)
	case chipNamespace:
		f.namespaces = append(f.namespaces, value)
	case chipKey:
		f.keys = append(f.keys, value)
	case chipConflict:
		f.conflict = true
	case chipPinned:
		f.pinned = true
	case chipState:
		f.takeStates(value)
	case chipFading:
		f.takeFading(value, now)
	case chipSince:
		f.takeSince(value, now)
	}
}

func (f *filter) takeStates(value string) {
	for name := range strings.SplitSeq(value, ",") {
		switch state, ok := engine.ParseState(strings.ToLower(name)); {
		case ok:
			f.states = append(f.states, state)
		case strings.EqualFold(name, "all"):
			f.states = engine.States()
		case strings.EqualFold(name, "live"):
			f.states = append(f.states, engine.Active, engine.Updated)
		case name != "":
			f.problem = "state: takes active, updated, superseded, merged, archived, expired, deleted, live, all"
		}
	}
}

// takeFading reads what has faded by now, or will within a span.
func (f *filter) takeFading(value string, now time.Time) {
	if d, ok := parseSpan(value); ok {
		f.fading = now.Add(d)
		return
	}
	switch strings.ToLower(value) {
	case "now", "faded":
		f.faded = true
	default:
		f.problem = "fading: takes now, 3d, 2w, 1m or week, month"
	}
}

func (f *filter) takeSince(value string, now time.Time) {
	if d, ok := parseSpan(value); ok {
		f.since = now.Add(-d)
		return
	}
	if day, err := time.ParseInLocation(time.DateOnly, value, now.Location()); err == nil {
		f.since = day
		return
	}
	f.problem = "since: takes 12h, 3d, 2w, 1m or a day like 2026-11-19"
}

// parseSpan reads 12h, 3d, 2w, 1m, 1y and day, week, month, year.
func parseSpan(s string) (time.Duration, bool) {
	const day = 24 * time.Hour
	unit := map[byte]time.Duration{'h': time.Hour, 'd': day, 'w': 7 * day, 'm': 30 * day, 'y': 365 * day}
	switch s = strings.ToLower(s); s {
	case "today", "day":
		return day, true
	case "week":
		return 7 * day, true
	case "month":
		return 30 * day, true
	case "year":
		return 365 * day, true
	case "":
		return 0, false
	}
	n, digits := 1, s[:len(s)-1]
	if s[len(s)-1] >= '0' && s[len(s)-1] <= '9' {
		digits, s = s, s+"d"
	}
	n, err := strconv.Atoi(digits)
	u := unit[s[len(s)-1]]
	if err != nil || n <= 0 || u == 0 || n > 36500 {
		return 0, false
	}
	return time.Duration(n) * u, true
}

// empty reports whether the filter lets everything live through.
func (f *filter) empty() bool { return f.text == "" && len(f.chips) == 0 }

// engineFilter is the part that the engine and the catalogue understand.
func (f *filter) engineFilter(limitTo []string) engine.Filter {
	out := engine.Filter{States: f.states, Since: f.since, FadingBefore: f.fading, Faded: f.faded, IDs: limitTo}
	if len(f.types) == 1 {
		out.Type = f.types[0]
	}
	if len(f.namespaces) == 1 {
		out.Namespace = f.namespaces[0]
	}
	if len(f.keys) == 1 {
		out.Key = f.keys[0]
	}
	return out
}

// keeps applies what engineFilter cannot say: several types, places or keys
// at once. nil when there is nothing of the kind.
func (f *filter) keeps() func(*engine.Head) bool {
	if len(f.keys) < 2 && len(f.types) < 2 && len(f.namespaces) < 2 {
		return nil
	}
	types, namespaces, keys := f.types, f.namespaces, f.keys
	return func(h *engine.Head) bool {
		return (len(types) < 2 || slices.Contains(types, h.Type)) &&
			(len(namespaces) < 2 || slices.Contains(namespaces, h.Scope.Namespace)) &&
			(len(keys) < 2 || slices.Contains(keys, h.Identity.Value))
	}
}

// complete extends a place that is being typed to the one known place it can
// mean, so that ns:te filters before it is written out.
func (f *filter) complete(known map[string]int) {
	for i, ns := range f.namespaces {
		if _, exact := known[ns]; exact {
			continue
		}
		only := ""
		for name := range known {
			if strings.HasPrefix(name, ns) {
				if only != "" {
					only = ""
					break
				}
				only = name
			}
		}
		if only != "" {
			f.namespaces[i] = only
		}
	}
}

// withChip adds a chip to a filter text, in place of the same chip with
// another value; a value of "" takes it away.
func withChip(text, name, value string) string {
	words := slices.DeleteFunc(splitWords(text), func(w string) bool { return chipOf(w) == name })
	if value != "" {
		words = append(words, quoteChip(name, value))
	}
	return strings.Join(words, " ")
}
