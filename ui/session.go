package ui

import (
	"context"
	"errors"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/widget"
)

// work runs fn off the UI goroutine; what it returns runs on it.
func (s *shell) work(fn func(ctx context.Context) reply) tea.Cmd {
	return func() tea.Msg {
		if !s.crew.join() {
			return nil
		}
		defer s.crew.leave()
		if r := fn(s.ctx); r != nil {
			return r
		}
		return nil
	}
}

// open opens a store beside the one that is open, and changes over when it is
// there: when it cannot be opened, nothing is lost.
func (s *shell) open(which Which) tea.Cmd {
	if s.opening != "" {
		return nil
	}
	s.opening = "opening the store"
	if which == DemoStore {
		s.opening = "writing ninety days of an agent's memory"
	}
	s.jobs.set("open", s.opening, nil)
	return s.work(func(ctx context.Context) reply {
		session, err := s.o.Open(ctx, which)
		if err == nil {
			err = s.crew.keep(session)
		}
		return func(s *shell) tea.Cmd {
			s.opening = ""
			s.jobs.set("open", "", nil)
			if err != nil {
				return s.unopened(which, err)
			}
			return s.enter(session)
		}
	})
}

func (s *shell) unopened(which Which, err error) tea.Cmd {
	if s.session != nil {
		name := "the store"
		if which == DemoStore {
			name = "the demo"
		}
		return s.fail(fmt.Errorf("open %s: %w", name, err))
	}
	c := CardFor(err)
	s.card, s.failure, s.retries = &c, err, true
	return nil
}

// enter changes over to a session.
func (s *shell) enter(session *Session) tea.Cmd {
	old := s.session
	s.closeScreens()
	s.session, s.overlays, s.note, s.questions = session, nil, note{}, nil
	s.lens, s.trail, s.active = newLens(), trail{}, 0
	s.now = session.Engine.Now()
	s.screens = session.Screens(views.Context{
		Theme:         s.themed,
		Lens:          s.shownLens,
		Location:      s.o.Location,
		ReducedMotion: s.o.ReducedMotion,
		Accessible:    s.o.Accessible,
	})
	cmds := []tea.Cmd{s.listen(session), s.questioned(session), s.tell(tea.WindowSizeMsg{Width: s.w, Height: s.bodyHeight()})}
	if old != nil {
		cmds = append(cmds, s.part(old))
	}
	if len(s.screens) > 0 {
		cmds = append(cmds, s.goTo(place{screen: s.screens[0].ID()}))
	}
	for _, err := range each(CheckKeys(s.keys, s.tables()...)) {
		cmds = append(cmds, s.fail(err))
	}
	if session.ReadOnly != "" {
		cmds = append(cmds, s.say(views.Warn, "read only: "+session.ReadOnly))
	}
	cmds = append(cmds, s.greet(session))
	return tea.Batch(cmds...)
}

// each takes joined errors apart.
func each(err error) []error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		return many.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// closeScreens ends what the screens still have under way.
func (s *shell) closeScreens() {
	for _, v := range s.screens {
		if c, ok := v.(views.Closer); ok {
			c.Close()
		}
	}
	s.screens = nil
}

func (s *shell) tables() [][]views.Binding {
	tables := make([][]views.Binding, len(s.screens))
	for i, v := range s.screens {
		tables[i] = v.Bindings()
	}
	return tables
}

// part closes the session that was left behind.
func (s *shell) part(old *Session) tea.Cmd {
	return s.work(func(context.Context) reply {
		err := s.crew.part(old)
		if err == nil {
			return nil
		}
		return func(s *shell) tea.Cmd { return s.fail(fmt.Errorf("close %s: %w", old.Name, err)) }
	})
}

// greet welcomes people to an empty store, and to the demo.
func (s *shell) greet(session *Session) tea.Cmd {
	if session.Demo {
		return s.playDemo()
	}
	return s.work(func(ctx context.Context) reply {
		totals, err := session.Engine.Totals(ctx)
		return func(s *shell) tea.Cmd {
			if err != nil {
				return s.fail(err)
			}
			if s.session == session && memories(totals) == 0 && len(s.overlays) == 0 {
				s.push(&welcome{})
			}
			return nil
		}
	})
}

func memories(t engine.Totals) int {
	n := 0
	for _, of := range t.Memories {
		n += of
	}
	return n
}

// The demo's welcome: thirty days in five seconds, then it stops.
const (
	demoDays = 30
	demoTime = 5 * time.Second
)

func (s *shell) playDemo() tea.Cmd {
	to := s.now.AddDate(0, 0, demoDays)
	s.note = demoPlays
	if s.o.ReducedMotion {
		s.lens.set(to, s.now)
		s.note = demoStands
	} else {
		s.lens.run(s.now, to, demoTime)
	}
	return s.lensMoved()
}

// demoPlayed puts what has passed into the past tense.
func (s *shell) demoPlayed() {
	if s.session != nil && s.session.Demo && !s.note.empty() {
		s.note = demoPlayed
	}
}

// undo takes an operation back, "" being the person's own newest.
func (s *shell) undo(operation string) tea.Cmd {
	return s.takeBack("undone", func(ctx context.Context, e Engine) (engine.Operation, error) {
		return e.Undo(ctx, operation, engine.How{Actor: engine.You})
	}, " · ctrl+r to redo")
}

// undoAsking is undo where it is clear what is meant. On an entry of the
// journal either that one or the person's own newest change may be.
func (s *shell) undoAsking() tea.Cmd {
	j, ok := s.view().(views.Journal)
	if !ok {
		return s.undo("")
	}
	op, what := j.Entry()
	if op == "" {
		return s.undo("")
	}
	s.push(newPick(views.PickMsg{
		Title: "Take back",
		Choices: []views.Choice{
			{Key: "e", Label: "this entry", Note: widget.Clean(what)},
			{Key: "u", Label: "your own newest change"},
		},
		Pick: func(i int) tea.Cmd { return views.Send(views.UndoMsg{Operation: []string{op, ""}[i]}) },
	}))
	return nil
}

func (s *shell) redo() tea.Cmd {
	return s.takeBack("redone", func(ctx context.Context, e Engine) (engine.Operation, error) {
		return e.Redo(ctx, engine.How{Actor: engine.You})
	}, " · u to undo")
}

func (s *shell) takeBack(verb string, do func(context.Context, Engine) (engine.Operation, error), hint string) tea.Cmd {
	session := s.session
	if session == nil {
		return nil
	}
	return s.work(func(ctx context.Context) reply {
		op, err := do(ctx, session.Engine)
		return func(s *shell) tea.Cmd {
			switch {
			case errors.Is(err, engine.ErrNothingToUndo):
				return s.say(views.Warn, "there is nothing of yours to take back · U lists everyone's changes")
			case err != nil:
				return s.fail(err)
			}
			done := op.Summary
			if done == "" {
				done = verb
			}
			return s.say(views.Done, done+hint, op.IDs...)
		}
	})
}
