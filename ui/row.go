package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// row is one line of a chooser.
type row struct {
	key, text, note string
	id              string // the binding's, said at the right for whoever gives it other keys
	find            string // what typing is compared with; "" is text and note
	head            bool   // a heading, not a choice
	goesOn          bool   // the rest of the row above
	off             string // why it cannot be chosen
	do              func(*shell) tea.Cmd
}

// nearness is how well a row fits what was typed.
type nearness uint8

const (
	apart     nearness = iota
	within             // somewhere inside its words
	beginning          // at their beginnings
	whole              // the words themselves
)

// matches tells how near the row is: as near as the word that fits worst.
func (r *row) matches(words []string) nearness {
	text := r.find
	if text == "" {
		text = r.key + " " + r.text + " " + r.note
	}
	text = " " + strings.ToLower(text) + " "
	near := whole
	for _, w := range words {
		switch {
		case strings.Contains(text, " "+w+" "):
		case strings.Contains(text, " "+w):
			near = min(near, beginning)
		case strings.Contains(text, w):
			near = within
		default:
			return apart
		}
	}
	return near
}
