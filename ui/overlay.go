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

// narrow is an overlay whose box leaves some of the screen in sight.
type narrow interface{ width() int }

// leaver is an overlay that has something to put back when esc closes it.
type leaver interface{ left(s *shell) tea.Cmd }

// dialogWidth is how wide an overlay's box is.
func (s *shell) dialogWidth(o overlay) int {
	most := widestDialog
	if n, ok := o.(narrow); ok {
		most = n.width()
	}
	return min(s.w-2, most)
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
