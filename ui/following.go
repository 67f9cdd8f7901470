package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
	"ebb/views/widget"
)

// Following are the files that are imported again whenever they change. List
// does not wait for the disk; Stop can be undone.
type Following interface {
	List() []string
	Stop(ctx context.Context, path string) (done string, err error)
}

// openFollowing lists the followed files; enter stops following one.
func (s *shell) openFollowing() tea.Cmd {
	if s.session == nil || s.session.Following == nil {
		return nil
	}
	following := s.session.Following
	var rows []row
	for _, path := range following.List() {
		rows = append(rows, row{text: widget.Clean(path), off: s.unwritable(), do: func(s *shell) tea.Cmd {
			s.push(newConfirm(views.ConfirmMsg{
				Title: "Stop following this file?",
				Body:  path + "\n\nWhat was imported from it stays. From now on, its changes stay there.",
				Yes:   "stop following",
				Do: func() tea.Cmd {
					return s.work(func(ctx context.Context) reply {
						done, err := following.Stop(ctx, path)
						return func(s *shell) tea.Cmd {
							if err != nil {
								return s.fail(err)
							}
							return s.say(views.Done, done+" · u to undo")
						}
					})
				},
			}))
			return nil
		}})
	}
	c := newChooser("Files that are followed", rows, false)
	c.action, c.empty = "stop following", "none is: : import reads a file, f after it follows it"
	s.push(c)
	return nil
}
