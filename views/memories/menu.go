package memories

import (
	"cmp"
	"maps"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/engine/catalogue"
	"ebb/views"
	"ebb/views/widget"
)

// chooseSort offers the orders. The first choice has the key of the menu
// itself, so that s s sorts again what has changed.
func (s *Screen) chooseSort() tea.Cmd {
	again := sortMsg{sort: s.asked.sort, same: true}
	choices := []views.Choice{{Key: "s", Label: "sort again", Note: sortWord(s.asked.sort) + ", with what is new"}}
	for _, o := range sorts {
		choices = append(choices, views.Choice{Key: o.key, Label: o.word, Note: o.note})
	}
	now := ""
	if s.asked.group != catalogue.Ungrouped {
		now = "now " + groupWord(s.asked.group)
	}
	choices = append(choices, views.Choice{Key: "g", Label: "group …", Note: now})
	return views.Send(views.PickMsg{Title: "Sort", Choices: choices, Pick: func(i int) tea.Cmd {
		switch i {
		case 0:
			return views.Send(again)
		case len(choices) - 1:
			return s.chooseGroup()
		}
		return views.Send(sortMsg{sort: sorts[i-1].sort})
	}})
}

// filterMsg asks for another filter.
type filterMsg struct{ text string }

// option is a row of a filter menu.
type option struct {
	views.Choice
	pick func() tea.Cmd
}

func pickFrom(title string, options []option) tea.Cmd {
	choices := make([]views.Choice, len(options))
	for i := range options {
		choices[i] = options[i].Choice
	}
	return views.Send(views.PickMsg{Title: title, Choices: choices, Pick: func(i int) tea.Cmd { return options[i].pick() }})
}

// chooseFilter offers the chips, what is saved, and to save what is there.
func (s *Screen) chooseFilter() tea.Cmd {
	text := s.asked.text
	chip := func(key, label, note, name, value string) option {
		return option{
			Choice: views.Choice{Key: key, Label: label, Note: note},
			pick:   func() tea.Cmd { return views.Send(filterMsg{text: withChip(text, name, value)}) },
		}
	}
	count := func(n int) string {
		if !s.counts.loaded {
			return "…"
		}
		return grouped(n)
	}
	c := &s.counts.then // of the time that is shown, as the chips are
	options := []option{
		{Choice: views.Choice{Key: "t", Label: "type …", Note: "episodic, semantic …"}, pick: func() tea.Cmd { return s.chooseValue("Type", chipType, c.ByType) }},
		{Choice: views.Choice{Key: "n", Label: "place …", Note: "namespace"}, pick: func() tea.Cmd { return s.chooseValue("Place", chipNamespace, c.ByNamespace) }},
		{Choice: views.Choice{Key: "s", Label: "state …", Note: "archived, superseded …"}, pick: func() tea.Cmd { return s.chooseState() }},
		chip("w", "fading within a week", count(c.FadingWeek), chipFading, "week"),
		chip("m", "fading within a month", count(c.FadingMonth), chipFading, "month"),
		chip("b", "faded by now", count(c.Faded), chipFading, "now"),
		chip("d", "changed since yesterday", "", chipSince, "day"),
		chip("c", "in an open conflict", grouped(len(s.inConflict)), chipConflict, "open"),
		chip("p", "pinned", grouped(len(s.pins)), chipPinned, "yes"),
	}
	for _, name := range slices.Sorted(maps.Keys(s.settings.SavedFilters)) {
		saved := s.settings.SavedFilters[name]
		options = append(options, option{
			Choice: views.Choice{Label: widget.Truncate(widget.Clean(name), longestName, "…"), Note: savedNote(name, saved)},
			pick:   func() tea.Cmd { return views.Send(filterMsg{text: saved}) },
		})
	}
	if !s.asked.filter.empty() {
		options = append(options, s.filterVerbs(text)...)
	}
	return pickFrom("Filter", options)
}

// filterVerbs are what can be done with the filter that is there.
func (s *Screen) filterVerbs(text string) []option {
	shown := widget.Truncate(widget.Clean(text), 40, "…")
	verbs := []option{{
		Choice: views.Choice{Key: "x", Label: "clear", Note: shown},
		pick:   func() tea.Cmd { return views.Send(filterMsg{}) },
	}}
	if s.offNow() != "" {
		return verbs
	}
	for _, name := range slices.Sorted(maps.Keys(s.settings.SavedFilters)) {
		if s.settings.SavedFilters[name] == text {
			return append(verbs, option{
				Choice: views.Choice{Key: "k", Label: "forget this saved filter", Note: widget.Truncate(widget.Clean(name), 40, "…")},
				pick:   func() tea.Cmd { return s.keepFilter(name, "") },
			})
		}
	}
	return append(verbs, option{
		Choice: views.Choice{Key: "k", Label: "save this filter …", Note: shown},
		pick:   func() tea.Cmd { return s.nameFilter(text) },
	})
}

// menuRows is how many values of a chip are offered; the rest is typed.
const menuRows = 24

// chooseValue offers the values that a chip can have, the commonest first.
func (s *Screen) chooseValue(title, chip string, counts map[string]int) tea.Cmd {
	if !s.counts.loaded {
		return toast(views.Warn, "the catalogue is still loading: / "+chip+" can be typed already")
	}
	values := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var options []option
	for _, value := range values[:min(len(values), menuRows)] {
		text := withChip(s.asked.text, chip, value)
		options = append(options, option{
			Choice: views.Choice{Label: widget.Clean(value), Note: grouped(counts[value])},
			pick:   func() tea.Cmd { return views.Send(filterMsg{text: text}) },
		})
	}
	if len(options) == 0 {
		return toast(views.Warn, "there are no memories to filter yet")
	}
	return pickFrom(title, options)
}

// chooseState offers the states.
func (s *Screen) chooseState() tea.Cmd {
	options := []option{}
	for _, value := range []string{"all", "archived", "superseded", "merged", "expired", "deleted", "active", "updated"} {
		note := ""
		if _, ok := engine.ParseState(value); ok && s.counts.loaded {
			note = grouped(s.counts.then.ByState[value])
		}
		text := withChip(s.asked.text, chipState, value)
		options = append(options, option{
			Choice: views.Choice{Label: value, Note: note},
			pick:   func() tea.Cmd { return views.Send(filterMsg{text: text}) },
		})
	}
	return pickFrom("State", options)
}
