package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
)

// overlay is what stands over a screen and takes the keys. esc is the shell's:
// it asks for one step out, and closes the overlay when there is none.
type overlay interface {
	title() string
	// full tells that the overlay takes the whole body; else it is a box.
	full() bool
	typing() bool
	key(s *shell, k tea.KeyMsg, name string) tea.Cmd
	// wheel and click are the mouse; y counts from the overlay's first line.
	wheel(by int)
	click(s *shell, y int) tea.Cmd
	out() bool
	hints() []hint
	// draw returns lines of w cells, not more than h.
	draw(t *themes.Theme, w, h int) []string
}

func (s *shell) top() overlay {
	if n := len(s.overlays); n > 0 {
		return s.overlays[n-1]
	}
	return nil
}

// push puts an overlay on top. The stack stays as deep as a person can follow.
func (s *shell) push(o overlay) { s.overlays = append(s.overlays, o) }

func (s *shell) drop(o overlay) {
	s.overlays = slices.DeleteFunc(s.overlays, func(other overlay) bool { return other == o })
}

func (s *shell) isOpen(o overlay) bool { return slices.Contains(s.overlays, o) }
