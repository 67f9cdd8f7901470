package ui

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// themeList shows each theme on the screen behind it while the cursor is on
// it. enter keeps the one that is shown; esc goes back to the one before.
type themeList struct {
	was  string // the theme to go back to
	list widget.List
	note string // why the themes may all look the same
}

// openThemes lists the themes, the one in use under the cursor.
func (s *shell) openThemes() tea.Cmd {
	l := &themeList{was: s.o.Theme.Name}
	l.list.SetLen(len(themes.Names))
	l.list.MoveTo(max(slices.Index(themes.Names, s.o.Theme.Name), 0))
	switch {
	case s.o.Theme.NoColor:
		l.note = "--no-color is set: none of them has colour now"
	case s.o.Getenv("NO_COLOR") != "":
		l.note = "NO_COLOR is set: none of them has colour now"
	}
	s.push(l)
	return nil
}

func (l *themeList) title() string { return "Theme" }
func (l *themeList) full() bool    { return false }
func (l *themeList) typing() bool  { return false }
func (l *themeList) out() bool     { return false }
func (l *themeList) name() string  { return themes.Names[l.list.Cursor()] }

// width leaves the screen that shows the theme in sight.
func (l *themeList) width() int { return 66 }

// wheel moves by one: each theme on the way is worth a look.
func (l *themeList) wheel(by int) { l.list.Move(by / wheelStep) }

func (l *themeList) click(s *shell, y int) tea.Cmd {
	i, ok := l.list.RowAt(y)
	switch {
	case !ok:
		return nil
	case i == l.list.Cursor():
		return l.keep(s)
	}
	l.list.MoveTo(i)
	return s.showTheme(l.name())
}

func (l *themeList) key(s *shell, _ tea.KeyMsg, name string) tea.Cmd {
	switch name {
	case "j", "down":
		l.list.Move(1)
	case "k", "up":
		l.list.Move(-1)
	case "g", "home":
		l.list.Top()
	case "G", "end":
		l.list.End()
	case "enter":
		return l.keep(s)
	case "q":
		s.drop(l)
		return l.left(s)
	default:
		return nil
	}
	return s.showTheme(l.name())
}

// left goes back to the theme before.
func (l *themeList) left(s *shell) tea.Cmd { return s.showTheme(l.was) }

func (l *themeList) keep(s *shell) tea.Cmd {
	s.drop(l)
	name := l.name()
	said := tea.Batch(s.showTheme(name), s.say(views.Done, "theme "+name+" until you quit"))
	if s.o.KeepTheme == nil || themeOf(l.was) == name {
		return said
	}
	s.push(newConfirm(views.ConfirmMsg{
		Title: "Keep " + name + " for the next time?",
		Body:  "theme = \"" + name + "\" goes into " + s.configPath() + "; the rest of that file stays as it is.",
		Yes:   "write it",
		Do:    func() tea.Cmd { return s.writeTheme(name) },
	}))
	return said
}

// configPath is the configuration file as a person would write it.
func (s *shell) configPath() string {
	home := s.o.Getenv("HOME")
	if rest, ok := strings.CutPrefix(s.o.ConfigPath, home+"/"); ok && home != "" {
		return "~/" + rest
	}
	return s.o.ConfigPath
}

// writeTheme has the theme written into the configuration file.
func (s *shell) writeTheme(name string) tea.Cmd {
	return s.work(func(ctx context.Context) reply {
		err := s.o.KeepTheme(ctx, name)
		return func(s *shell) tea.Cmd {
			if err != nil {
				return s.fail(err)
			}
			return s.say(views.Done, "theme "+name+" is in "+s.configPath())
		}
	})
}

func (l *themeList) hints() []hint { return []hint{{"enter", "keep it"}, {"↑ ↓", "show another"}} }

func (l *themeList) draw(t *themes.Theme, w, h int) []string {
	var under []string
	if l.note != "" {
		for _, line := range widget.Wrap(l.note, w) {
			under = append(under, t.Paint(themes.Warn, line))
		}
		under = append([]string{""}, under...)
	}
	under = append(under, "", l.sample(t))
	if len(under) > h-3 {
		under = nil // the names come first
	}
	l.list.SetHeight(min(len(themes.Names), max(h-len(under), 1)))
	lines := l.list.Draw(nil, w, func(i int, here bool) string {
		name, mark := themes.Names[i], "  "
		if here {
			mark = t.Paint(themes.Accent, t.Glyphs.Cursor) + " "
		}
		line := mark + widget.Fit(name, 14) + t.Paint(themes.Muted, themes.Describe(name))
		if here {
			return t.Ink(themes.Cursor).Lay(widget.Fit(line, w))
		}
		return line
	})
	return append(lines, under...)
}

// sample is what one has to tell apart, in the theme that is shown.
func (l *themeList) sample(t *themes.Theme) string {
	return "  " + t.Paint(themes.Added, "added") + " " + t.Paint(themes.Removed, "removed") + "  " +
		t.Paint(themes.BarFull, "kept") + " " + t.Paint(themes.BarLow, "faded") + "  " +
		t.Paint(themes.Good, "done") + " " + t.Paint(themes.Warn, "beware") + " " + t.Paint(themes.Danger, "failed")
}

// themeOf spells the automatic theme out.
func themeOf(name string) string {
	if name == "" {
		return "auto"
	}
	return name
}
