package ui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// shownLens is the lens as screens see it.
func (s *shell) shownLens() views.Lens { return s.lens.shown(s.now) }

// setLens moves the lens for a screen.
func (s *shell) setLens(m views.SetLensMsg) tea.Cmd {
	switch m.Mode {
	case views.Future, views.Past:
		s.lens.set(m.At, s.now)
	default:
		s.lens.toNow()
	}
	return s.lensMoved()
}

// openLens hands the lens the keys, at what is under the cursor where that lies
// at an instant.
func (s *shell) openLens() tea.Cmd {
	s.lens.open = true
	if v, ok := s.view().(views.Dated); ok {
		if at := v.Instant(); !at.IsZero() {
			s.lens.set(at, s.now)
		}
	}
	return s.lensMoved()
}

// lensMoved tells the screens.
func (s *shell) lensMoved() tea.Cmd {
	if !s.lens.away && !s.lens.open && !s.lens.play {
		s.note = note{}
	}
	s.status.moved()
	return s.tell(views.LensMsg{Lens: s.shownLens()})
}

// stepper finds what happened before and after an instant.
type stepper interface {
	StepBack(ctx context.Context, from time.Time) (time.Time, engine.Kind, bool, error)
	StepAhead(ctx context.Context, from time.Time) (time.Time, engine.Kind, bool, error)
}

// lensTurn goes to the previous edit or cycle, or to the next one.
func (s *shell) lensTurn(ahead bool) tea.Cmd {
	if s.session == nil {
		return nil
	}
	steps, ok := s.session.Engine.(stepper)
	if !ok {
		return nil
	}
	session, from := s.session, s.lens.current(s.now)
	find, none := steps.StepBack, "nothing happened before"
	if ahead {
		find, none = steps.StepAhead, "nothing has happened after"
	}
	return s.work(func(ctx context.Context) reply {
		at, kind, found, err := find(ctx, from)
		return func(s *shell) tea.Cmd {
			switch {
			case s.session != session || !s.lens.open || !s.lens.current(s.now).Equal(from) && s.lens.away:
				return nil // the lens has moved on since
			case err != nil:
				return s.fail(err)
			case !found:
				return s.say(views.Warn, none)
			}
			s.lens.set(at, s.now)
			word := "at an edit: "
			if kind == engine.KindCycle {
				word = "at a cycle: "
			}
			return tea.Batch(s.lensMoved(), s.say(views.Done, word+at.In(s.o.Location).Format("2 Jan 2006 15:04:05")))
		}
	})
}

func (s *shell) lensPlay() tea.Cmd {
	s.lens.toggle()
	return s.lensMoved()
}
