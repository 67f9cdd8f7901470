package ui

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"ebb/views"
	"ebb/views/widget"
)

// clickTime is the longest pause between the two clicks of a double click:
// half a second, as on most desktops.
const clickTime = 500 * time.Millisecond

// lastClick is where and when the mouse was pressed last.
type lastClick struct {
	x, y int
	at   time.Time
}

// again reports whether a click is the second of two on one place. A third one
// begins anew.
func (c *lastClick) again(x, y int, now time.Time) bool {
	since := now.Sub(c.at)
	if c.x == x && c.y == y && !c.at.IsZero() && since >= 0 && since <= clickTime {
		*c = lastClick{}
		return true
	}
	*c = lastClick{x, y, now}
	return false
}

// clickKey presses the key whose name or word was clicked where it is printed:
// the footer's, a dialog's, a card's.
func (s *shell) clickKey(x, y int, hints []hint) (cmd tea.Cmd, hit bool) {
	lines := strings.Split(s.frame.text(s), "\n")
	if y < 0 || y >= len(lines) {
		return nil, false
	}
	for _, h := range hints {
		for _, spot := range s.spots(ansi.Strip(lines[y]), h) {
			if x >= spot.from && x < spot.to {
				if k, ok := keyOf(spot.key); ok {
					return s.key(k), true
				}
			}
		}
	}
	return nil, false
}

// spot is where a key is printed.
type spot struct {
	from, to int
	key      string
}

// spots finds where a hint stands on a line. Of several keys with one word each
// is pressed by its own name, as their word does not say which is meant.
func (s *shell) spots(line string, h hint) []spot {
	printed, label := s.spokenKeys(h.key), s.plainly(h.word)
	var found []spot
	for from := 0; ; {
		i := strings.Index(line[from:], printed)
		if i < 0 {
			return found
		}
		at := from + i
		from = at + len(printed)
		rest := line[from:]
		word := strings.TrimLeft(rest, " ")
		if label == "" || len(word) == len(rest) || !strings.HasPrefix(word, label) || at > 0 && line[at-1] != ' ' {
			continue
		}
		names, said := strings.Fields(h.key), strings.Fields(printed)
		if len(names) == 1 {
			end := len(line) - len(word) + len(label)
			found = append(found, spot{widget.Width(line[:at]), widget.Width(line[:end]), names[0]})
			continue
		}
		x := widget.Width(line[:at])
		for j, name := range names {
			w := widget.Width(said[j])
			found = append(found, spot{x, x + w, name})
			x += w + 1
		}
	}
}

// keyOf is the key of a printed name.
func keyOf(name string) (tea.KeyMsg, bool) {
	for key, sign := range signs {
		if name == sign {
			name = key
		}
	}
	if name == "space" {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}, true
	}
	rest, alt := strings.CutPrefix(name, "alt+")
	if r := []rune(rest); len(r) == 1 {
		return tea.KeyMsg{Type: tea.KeyRunes, Runes: r, Alt: alt}, true
	}
	// Bubble Tea numbers the keys without a character from −64 to 127.
	for t := tea.KeyType(-64); t <= 127; t++ {
		if t != tea.KeyRunes && spelt(t.String()) == rest {
			return tea.KeyMsg{Type: t, Alt: alt}, true
		}
	}
	return tea.KeyMsg{}, false
}

// footerAt is the line of the frame that the keys stand on.
func (s *shell) footerAt() int {
	if s.o.Accessible {
		return s.h - 2
	}
	return s.h - 1
}

// clickFooter presses a key of the footer.
func (s *shell) clickFooter(x int) tea.Cmd {
	list, last := s.hints()
	cmd, _ := s.clickKey(x, s.footerAt(), append(list, last))
	return cmd
}

// hints are the choices of a card as they are printed.
func (c *Card) hints() []hint {
	hints := make([]hint, 0, len(c.Choices))
	for _, ch := range c.Choices {
		hints = append(hints, hint{ch.Key, ch.Label})
	}
	return hints
}

// doubled tells a screen that one place was clicked twice.
func (s *shell) doubled(v views.View, m tea.MouseEvent) tea.Cmd {
	if !s.clicked.again(m.X, m.Y, s.o.Now()) {
		return nil
	}
	return v.Update(views.DoubleClickMsg{X: m.X, Y: m.Y})
}
