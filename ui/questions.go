package ui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/themes"
	"ebb/views"
)

// Question is something that work in the background must not decide by
// itself. It waits behind the red sign until the person looks at it: nothing
// comes up between two keys.
type Question struct {
	About string // the same question again, with other figures, replaces this one
	Title string
	Body  string
	Yes   string // what the choice does, on its button
	// Do runs off the UI goroutine; done says what was done, to be undone.
	Do func(ctx context.Context) (done string, err error)
}

// questioned waits for the session's next question.
func (s *shell) questioned(session *Session) tea.Cmd {
	if session.Questions == nil {
		return nil
	}
	return s.work(func(ctx context.Context) reply {
		select {
		case q, open := <-session.Questions:
			if !open {
				return nil
			}
			return func(s *shell) tea.Cmd { return s.put(session, q) }
		case <-ctx.Done():
			return nil
		}
	})
}

// put keeps a question until it is looked at, and says that there is one.
func (s *shell) put(session *Session, q Question) tea.Cmd {
	if session != s.session {
		return nil
	}
	kept := s.questions[:0]
	for _, have := range s.questions {
		if have.About != q.About {
			kept = append(kept, have)
		}
	}
	s.questions = append(kept, q)
	return tea.Batch(s.questioned(session), s.say(views.Warn, q.Title+" · ! to decide"))
}

// lookAtSign opens what the red sign stands for: a question first, else what
// went wrong.
func (s *shell) lookAtSign() tea.Cmd {
	if len(s.questions) == 0 || s.unwritable() != "" {
		return s.openNotices()
	}
	q := s.questions[0]
	s.questions = s.questions[1:]
	s.push(newConfirm(views.ConfirmMsg{Title: q.Title, Body: q.Body, Yes: q.Yes, Do: func() tea.Cmd {
		return s.work(func(ctx context.Context) reply {
			done, err := q.Do(ctx)
			return func(s *shell) tea.Cmd {
				if err != nil {
					return s.fail(err)
				}
				return s.say(views.Done, done+" · u to undo")
			}
		})
	}}))
	return nil
}

// sign is the red mark at the right of the tabs; "" when there is nothing to
// look at.
func (s *shell) sign() string {
	if !s.board.fresh() && len(s.questions) == 0 {
		return ""
	}
	if s.o.Accessible {
		return s.theme.Paint(themes.Danger, "! has news")
	}
	return s.theme.Paint(themes.Danger, s.theme.Glyphs.Sign)
}
