package conflicts

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// Rewinder is a source that can tell how things stood at an earlier instant.
// [*engine.Engine] is one.
type Rewinder interface {
	PastBefore(ctx context.Context, later *engine.Past, at time.Time) (p, between *engine.Past, err error)
	MemoryIn(ctx context.Context, p *engine.Past, id string) (engine.Memory, error)
	HeadsIn(ctx context.Context, p *engine.Past, ids []string) ([]engine.Head, error)
	EdgesIn(ctx context.Context, p *engine.Past, id string) ([]engine.Edge, error)
	ConflictsIn(ctx context.Context, p *engine.Past, status engine.ConflictStatus, memory string) ([]engine.Conflict, error)
}

// then is the state of looking back.
type then struct {
	today Source       // what to come back to; nil while the screen is live
	past  *engine.Past // what is shown
	busy  bool
	tried time.Time // the instant that was read last
}

type thenMsg struct {
	past *engine.Past
	err  error
}

// earlier is a source as it was at an instant.
type earlier struct {
	Source
	from Rewinder
	past *engine.Past
}

func (e earlier) ConflictList(ctx context.Context, status engine.ConflictStatus) ([]engine.Conflict, error) {
	return e.from.ConflictsIn(ctx, e.past, status, "")
}

func (e earlier) Heads(ctx context.Context, ids []string) ([]engine.Head, error) {
	return e.from.HeadsIn(ctx, e.past, ids)
}

func (e earlier) Get(ctx context.Context, id string) (engine.Memory, error) {
	return e.from.MemoryIn(ctx, e.past, id)
}

func (e earlier) History(ctx context.Context, id string) ([]engine.Version, error) {
	all, err := e.Source.History(ctx, id)
	return slices.DeleteFunc(all, func(v engine.Version) bool { return v.At.After(e.past.At) }), err
}

func (e earlier) Edges(ctx context.Context, id string) ([]engine.Edge, error) {
	return e.from.EdgesIn(ctx, e.past, id)
}

// lookThen follows the lens into the past and back, while the screen is looked
// at; one instant is read at a time.
func (s *Screen) lookThen() tea.Cmd {
	lens, t := s.ctx.Lens(), &s.then
	today := s.src
	if t.today != nil {
		today = t.today
	}
	if lens.Mode != views.Past {
		if t.today == nil {
			t.tried = time.Time{}
			return nil
		}
		s.src = today
		*t = then{busy: t.busy}
		return s.readAnew()
	}
	from, ok := today.(Rewinder)
	if !ok || !s.sight || t.busy || s.merge != nil || lens.At.Equal(t.tried) {
		return nil
	}
	t.busy, t.tried = true, lens.At
	ctx, later := s.life, t.past
	return func() tea.Msg {
		p, _, err := from.PastBefore(ctx, later, lens.At)
		return thenMsg{past: p, err: err}
	}
}

// takeThen shows the conflicts of an earlier day.
func (s *Screen) takeThen(msg thenMsg) tea.Cmd {
	t := &s.then
	t.busy = false
	switch {
	case s.ctx.Lens().Mode != views.Past:
		return nil
	case msg.err != nil:
		return toast(views.Fail, "what was then could not be read: "+msg.err.Error())
	}
	if t.today == nil {
		t.today = s.src
	}
	from, ok := t.today.(Rewinder)
	if !ok {
		return nil
	}
	t.past = msg.past
	s.src = earlier{Source: t.today, from: from, past: msg.past}
	return s.readAnew()
}

// readAnew forgets what was read of another time.
func (s *Screen) readAnew() tea.Cmd {
	s.pair.forget(true, nil)
	s.bulk.forget()
	s.nameGen++
	s.frame.dirty()
	return s.read()
}
