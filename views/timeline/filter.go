package timeline

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// Filter says which operations are meant. The zero Filter means all.
type Filter struct {
	text  string // as typed
	words []string
	who   []string // you, agent, import, schedule, or a name
	kinds []string
}

// ParseFilter reads words and the chips who: and kind:.
func ParseFilter(text string) Filter {
	f := Filter{text: text}
	for _, part := range strings.Fields(strings.ToLower(text)) {
		name, value, chip := strings.Cut(part, ":")
		switch {
		case chip && value == "" && (name == "who" || name == "kind"):
			// still being typed
		case chip && name == "who":
			f.who = append(f.who, strings.Split(value, ",")...)
		case chip && name == "kind":
			f.kinds = append(f.kinds, strings.Split(value, ",")...)
		default:
			f.words = append(f.words, part)
		}
	}
	return f
}

// NewFilter means what any of those did, and any of these kinds; none is all.
// Names may hold blanks and commas; what commas part is looked for too.
func NewFilter(who, kinds []string) Filter {
	f := Filter{kinds: kinds}
	for _, w := range who {
		w = strings.ToLower(w)
		f.who = append(append(f.who, w), strings.Split(w, ",")...)
	}
	return f
}

func (f *Filter) empty() bool { return len(f.words)+len(f.who)+len(f.kinds) == 0 }

// Match reports whether an operation is meant.
func (f *Filter) Match(op *engine.Operation) bool {
	if len(f.kinds) > 0 && !slices.Contains(f.kinds, string(op.Kind)) {
		return false
	}
	if len(f.who) > 0 && !slices.ContainsFunc(f.who, func(w string) bool { return by(op, w) }) {
		return false
	}
	if len(f.words) == 0 {
		return true
	}
	says := strings.ToLower(op.Summary + " " + op.Reason + " " + op.Source + " " + op.Actor.String() + " " + string(op.Kind))
	for _, w := range f.words {
		if !strings.Contains(says, w) {
			return false
		}
	}
	return true
}

// by reports whether an operation is somebody's.
func by(op *engine.Operation, who string) bool {
	switch who {
	case "you":
		return op.Actor.Kind == engine.Person && op.Kind != engine.KindImport
	case "agent", "agents":
		return op.Actor.Kind == engine.Agent
	case "import", "imports":
		return op.Kind == engine.KindImport
	case "schedule", "cycle", "cycles":
		return op.Actor.Kind == engine.Schedule || op.Kind == engine.KindCycle
	}
	return op.Actor.Kind == engine.Agent && strings.EqualFold(op.Actor.Name, who)
}

// setFilter shows another filter's answer, from its top.
func (s *Screen) setFilter(text string) tea.Cmd {
	f := &s.feed
	if f.field.Value() != text {
		f.field.Set(text)
	}
	if f.filter.empty() && f.begun && f.unfiltered == nil {
		f.unfiltered = &unfiltered{ops: f.ops, list: f.list, before: f.before, top: f.top, more: f.more}
	}
	f.filter = ParseFilter(text)
	if f.filter.empty() {
		f.unfiltered = nil
	}
	f.list.Top()
	s.frame.dirty()
	return s.readAnew()
}

// filterMsg asks for another filter.
type filterMsg struct{ text string }

// presets are the filters that f offers.
var presets = []struct{ key, label, text string }{
	{"a", "everything", ""},
	{"y", "what you did", "who:you"},
	{"g", "what agents did", "who:agent"},
	{"i", "imports", "who:import"},
	{"c", "cycles and the schedule", "who:schedule"},
	{"w", "new and changed memories", "kind:add,edit,ingest,import,restore,consolidate"},
	{"x", "archived, deleted, purged", "kind:archive,delete,forget,purge"},
	{"o", "conflicts", "kind:declare,resolve"},
	{"l", "ties", "kind:relate"},
	{"r", "recalls", "kind:recall"},
	{"u", "what was taken back", "kind:undo"},
}

func (s *Screen) chooseFilter() tea.Cmd {
	msg := views.PickMsg{Title: "Show", Pick: func(i int) tea.Cmd { return views.Send(filterMsg{presets[i].text}) }}
	for _, p := range presets {
		msg.Choices = append(msg.Choices, views.Choice{Key: p.key, Label: p.label, Note: p.text})
	}
	return views.Send(msg)
}
