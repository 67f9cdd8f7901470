package ui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

func TestANameIsAskedForUntilItIsRight(t *testing.T) {
	h := start(t)
	named := ""
	h.send(views.AskMsg{
		Title: "Save this filter", Note: "ns:\x1b[2Jops", Text: "mine", Yes: "save it",
		Wrong: func(text string) string {
			if text == "mine" {
				return "there is one called mine"
			}
			return ""
		},
		Do: func(text string) tea.Cmd {
			named = text
			return nil
		},
	})
	h.shows("ns:␛[2Jops")
	h.press("enter")
	h.shows("there is one called mine")
	if named != "" || h.s.top() == nil {
		t.Fatalf("taken as %q", named)
	}
	h.press("2")
	h.hides("there is one called mine")
	h.press("enter")
	if named != "mine2" || h.s.top() != nil {
		t.Errorf("named %q", named)
	}
}
