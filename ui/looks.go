package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
)

// backgroundMsg is what the terminal says of its background.
type backgroundMsg struct {
	light bool
	said  word
}

func (s *shell) themed() *themes.Theme { return s.theme }

// pickTheme chooses the theme for what is known of the terminal.
func (s *shell) pickTheme() {
	o := s.o.Theme
	o.Light = s.light
	t, err := themes.Choose(o)
	if err != nil {
		s.board.add(s.now, err.Error())
	}
	if len(s.o.Colours) > 0 {
		// What is hard to read is the person's choice; ebb config check says so.
		if t, _, err = t.Override(s.o.Colours); err != nil {
			s.board.add(s.now, err.Error())
		}
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

// background follows the terminal. Its report is about what it was told to
// look like; one that also answers is asked what it does look like.
func (s *shell) background(m backgroundMsg) tea.Cmd {
	if m.said == report && s.term != nil && s.term.answers() {
		s.wonder()
		return nil
	}
	if s.o.Theme.Told || m.light == s.light {
		return nil
	}
	s.light = m.light
	if !themes.Follows(s.o.Theme.Name) {
		return nil
	}
	return s.recolour()
}

// wonder has the terminal asked, if its answer would change anything.
func (s *shell) wonder() {
	if s.term != nil && s.asksBackground() {
		s.term.wonder()
	}
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
	s.wonder()
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
	s.wonder()
	if s.painter != nil {
		s.painter.resume()
	}
	cmds := []tea.Cmd{s.ticked()}
	if s.mouse {
		cmds = append(cmds, tea.EnableMouseCellMotion)
	}
	return tea.Batch(cmds...)
}
