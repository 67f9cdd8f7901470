package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
)

// backgroundMsg is the terminal's answer to our one question.
type backgroundMsg struct{ light bool }

func (s *shell) themed() *themes.Theme { return s.theme }

// pickTheme chooses the theme for what is known of the terminal.
func (s *shell) pickTheme() {
	o := s.o.Theme
	o.Light = s.light
	t, err := themes.Choose(o)
	if err != nil {
		s.board.add(s.now, err.Error())
	}
	if s.o.Accessible {
		t.Glyphs = spokenGlyphs(t.Glyphs)
	}
	s.theme = &t
}

// asksBackground tells whether the answer would change anything.
func (s *shell) asksBackground() bool {
	return themes.Follows(s.o.Theme.Name) && !s.o.Theme.Told && !s.theme.Colourless()
}

func (s *shell) background(m backgroundMsg) tea.Cmd {
	if m.light == s.light {
		return nil
	}
	s.light = m.light
	return s.recolour()
}

func (s *shell) recolour() tea.Cmd {
	s.pickTheme()
	return s.tell(views.ThemeMsg{})
}

// showTheme changes to a theme. Every cell that looks different is drawn again
// in one frame: there is no blank between.
func (s *shell) showTheme(name string) tea.Cmd {
	if themeOf(s.o.Theme.Name) == themeOf(name) {
		return nil
	}
	s.o.Theme.Name = name
	return s.recolour()
}

func (s *shell) toggleMouse() tea.Cmd {
	s.mouse = !s.mouse
	if s.mouse {
		return tea.Batch(tea.EnableMouseCellMotion, s.say(views.Done, "mouse on"))
	}
	return tea.Batch(tea.DisableMouse, s.say(views.Done, "mouse off: the terminal's own selection works"))
}

// resumed takes up again what the terminal forgot while we were stopped.
func (s *shell) resumed() tea.Cmd {
	s.blurred = false
	if s.painter != nil {
		s.painter.resume()
	}
	cmds := []tea.Cmd{s.ticked()}
	if s.mouse {
		cmds = append(cmds, tea.EnableMouseCellMotion)
	}
	return tea.Batch(cmds...)
}
