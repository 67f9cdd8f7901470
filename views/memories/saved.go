package memories

import (
	"context"
	"maps"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/widget"
)

// longestName is what a saved filter may be called, in characters.
const longestName = 40

// savedNote is what stands beside a saved filter's name.
func savedNote(name, text string) string {
	if name == text {
		return "saved"
	}
	return "saved · " + widget.Truncate(widget.Clean(text), longestName, "…")
}

// nameFilter asks what a filter is to be called.
func (s *Screen) nameFilter(text string) tea.Cmd {
	offered := text
	if utf8.RuneCountInString(offered) > longestName {
		offered = ""
	}
	taken := s.settings.SavedFilters
	return views.Send(views.AskMsg{
		Title: "Save this filter",
		Note:  widget.Truncate(widget.Clean(text), 200, "…") + "\n\nIt stays with the store; f offers it under this name.",
		Text:  offered, Yes: "save it",
		Wrong: func(name string) string {
			name = strings.TrimSpace(name)
			switch _, there := taken[name]; {
			case name == "":
				return "it needs a name"
			case utf8.RuneCountInString(name) > longestName:
				return "a name has at most 40 characters"
			case there:
				return "another filter has this name: choose it with f, then f k forgets it"
			}
			return ""
		},
		Do: func(name string) tea.Cmd { return s.keepFilter(strings.TrimSpace(name), text) },
	})
}

// keepFilter saves a filter in the store's settings, or with "" forgets it.
func (s *Screen) keepFilter(name, text string) tea.Cmd {
	done := "saved the filter "
	if text == "" {
		done = "forgot the filter "
	}
	return s.write("saving", 1, wroteMsg{undo: true}, func(ctx context.Context) (string, error) {
		_, err := s.src.SetSettings(ctx, func(set *engine.Settings) error {
			filters := maps.Clone(set.SavedFilters)
			if filters == nil {
				filters = map[string]string{}
			}
			if text == "" {
				delete(filters, name)
			} else {
				filters[name] = text
			}
			set.SavedFilters = filters
			return nil
		}, byYou)
		return done + widget.Truncate(widget.Clean(name), longestName, "…"), err
	})
}
