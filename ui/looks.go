package ui

import (
	"slices"

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

// following is the theme's name after this one.
func following(name string) string {
	if name == "" {
		name = "auto"
	}
	i := slices.Index(themes.Names, name)
	return themes.Names[(i+1)%len(themes.Names)]
}

func (s *shell) nextThemeWord() string { return "change to " + following(s.o.Theme.Name) }

func (s *shell) nextTheme() tea.Cmd {
	s.o.Theme.Name = following(s.o.Theme.Name)
	return tea.Batch(s.recolour(), s.say(views.Done, "theme "+s.o.Theme.Name+"; name it in the configuration file to keep it"))
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
