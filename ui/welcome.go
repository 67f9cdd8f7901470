package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// welcome greets people whose store is empty. It is left by its letters, by
// esc, or by the first memory that an agent writes.
type welcome struct{}

func (*welcome) title() string             { return "Welcome" }
func (*welcome) full() bool                { return true }
func (*welcome) typing() bool              { return false }
func (*welcome) out() bool                 { return false }
func (*welcome) wheel(int)                 {}
func (*welcome) click(*shell, int) tea.Cmd { return nil }

func (w *welcome) hints() []hint {
	return []hint{{"d", "demo"}, {"i", "import"}, {"n", "write one"}, {"q", "quit"}}
}

func (w *welcome) key(s *shell, _ tea.KeyMsg, name string) tea.Cmd {
	switch name {
	case "d":
		return s.open(DemoStore)
	case "i":
		return s.openImport()
	case "n":
		s.drop(w)
		if v := s.view(); v != nil {
			if b, ok := s.keys.find(v.Bindings(), "n"); ok {
				return s.press(b)
			}
		}
	default:
		if b, ok := s.keys.find(s.globals(), name); ok && (b.Block == views.Leave || b.Block == views.Find) {
			return s.press(b)
		}
	}
	return nil
}

func (w *welcome) draw(t *themes.Theme, width, h int) []string {
	room := min(width-4, 72)
	says := []string{
		"ebb shows what your AI agents remember, and how it fades.",
		"Memories that are used stay; what nobody asks for grows faint and is archived, never deleted.",
		"This store is still empty.",
	}
	if h < 12 {
		says = says[2:]
	}
	var lines []string
	for _, p := range says {
		lines = append(lines, widget.Wrap(p, room)...)
	}
	lines = append(lines, "")
	for _, c := range []hint{
		{"d", "demo: step into ninety days of an agent's memory"},
		{"i", "import: read the file that your own agent writes"},
		{"n", "write one: a first memory by hand"},
	} {
		lines = append(lines, t.Paint(themes.Key, c.key)+"  "+widget.Truncate(c.word, room-3, t.Glyphs.Ellipsis))
	}
	return middle(lines, width, h, room)
}

// middle sets lines of room cells into the middle of w × h.
func middle(lines []string, w, h, room int) []string {
	_, above := widget.Centered(w, h, room, len(lines))
	out := make([]string, 0, h)
	for range above {
		out = append(out, "")
	}
	left := widget.Fit("", max((w-room)/2, 0))
	for _, l := range lines {
		out = append(out, left+l)
	}
	return out
}
