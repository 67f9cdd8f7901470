package conflicts

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// settledMsg is the outcome of going ahead.
type settledMsg struct {
	one  *engine.Resolved
	all  []engine.Resolved
	done string
	err  error
}

// choose puts a rule's outcome on the screen. It writes nothing.
func (s *Screen) choose(r rule) tea.Cmd {
	if why := s.cannot(); why != "" {
		return toast(views.Warn, why)
	}
	if r == mergeBoth {
		return s.beginMerge()
	}
	s.chosen, s.row = r, r.row()
	if s.frame.alone {
		s.full = true
	}
	if s.focus == onTexts || s.full {
		s.focus = onRules
	}
	return nil
}

// cannot says why nothing can be decided here, "" when it can.
func (s *Screen) cannot() string {
	c := s.queue.current()
	switch {
	case c == nil && s.queue.tab == openOnes:
		return "there is no open conflict"
	case c == nil:
		return "nothing has been settled yet"
	case s.queue.tab == settledOnes:
		return "this one is settled: u takes your newest decision back, U lists them all"
	case s.offNow() != "":
		return s.offNow()
	case s.writing:
		return "still writing the decision before"
	case s.queue.selecting():
		return ""
	}
	p := s.pair.shown
	switch {
	case p == nil || p.id() != c.ID:
		return "still reading the two memories"
	case p.err != nil:
		return "the two memories could not be read"
	case !p.live(s.now()):
		return "one side is not live any more: what to do stands beside it"
	}
	return ""
}

// enter chooses the row under the cursor, or goes ahead with what was chosen
// and is on the screen.
func (s *Screen) enter() tea.Cmd {
	switch {
	case s.queue.current() == nil:
		return toast(views.Warn, s.cannot())
	case s.frame.alone && !s.full:
		s.full, s.focus, s.row = true, onRules, s.chosen.row()
		return nil
	case s.queue.tab == settledOnes:
		return s.openResult()
	case s.focus == onRules && s.row >= 0 && s.row != s.chosen.row():
		return s.choose(choices[s.row].rule)
	case s.chosen == noRule && s.focus == onQueue:
		s.focus, s.row = onRules, 0
		return nil
	case s.chosen == noRule:
		return toast(views.Warn, "choose first: a, b, o, m or one of the rules; enter then goes ahead")
	case s.cannot() != "":
		return toast(views.Warn, s.cannot())
	case s.queue.selecting():
		return s.settleAll()
	}
	return s.settle()
}

// openResult shows what a settled conflict came to.
func (s *Screen) openResult() tea.Cmd {
	c := s.queue.current()
	id := c.ResolvedMemoryID
	if id == "" {
		id = c.MemoryB
	}
	return views.Send(views.OpenMsg{Screen: views.Memories, ID: id})
}

// settle writes the decision that is on the screen.
func (s *Screen) settle() tea.Cmd {
	p := s.pair.shown
	o, known := p.outcomes[s.chosen]
	switch {
	case !known:
		return toast(views.Warn, "still working out what would happen")
	case o.err != nil:
		return toast(views.Fail, complaint(o.err))
	}
	s.writing = true
	src, r, id := s.src, s.chosen.settles(), p.id()
	seen := p.versions()
	return func() tea.Msg {
		ctx := context.Background()
		if err := unmoved(ctx, src, p.ids(), seen); err != nil {
			return settledMsg{err: err}
		}
		w, err := src.ResolveConflict(ctx, id, r, byYou)
		return settledMsg{one: &w, done: done(&w), err: err}
	}
}

// versions are those of the sides that are on the screen.
func (p *pair) versions() [2]uint32 {
	return [2]uint32{p.sides[0].memory.Version, p.sides[1].memory.Version}
}

// unmoved reports a side that was changed since it was read: a decision is
// about the texts that were seen.
func unmoved(ctx context.Context, src Source, ids []string, seen [2]uint32) error {
	heads, err := src.Heads(ctx, ids)
	if err != nil {
		return fmt.Errorf("read the two memories again: %w", err)
	}
	for i := range heads {
		for k, id := range ids {
			if heads[i].ID == id && heads[i].Version != seen[k] {
				return &movedOnError{letter: string("AB"[k]), version: heads[i].Version}
			}
		}
	}
	return nil
}

// settled takes what came of going ahead; the next open conflict follows,
// with nothing chosen.
func (s *Screen) settled(msg settledMsg) tea.Cmd {
	s.writing = false
	if msg.err != nil {
		s.pair.forget(true, nil)
		return tea.Batch(toast(views.Fail, "not settled: "+complaint(msg.err)), s.read())
	}
	done := msg.all
	if msg.one != nil {
		done = []engine.Resolved{*msg.one}
	}
	conflicts := make([]engine.Conflict, len(done))
	for i := range done {
		conflicts[i] = done[i].Conflict
	}
	s.queue.settled(conflicts)
	s.afterwards()
	return views.Send(views.ToastMsg{Text: msg.done, Level: views.Done, Undo: true})
}

// afterwards makes room for the next decision.
func (s *Screen) afterwards() {
	s.chosen, s.scroll = noRule, 0
	s.queue.letGo()
	s.bulk.forget()
	s.row = -1
	if s.focus == onTexts || s.full {
		s.focus = onRules
	}
	if s.focus == onRules && !s.full {
		s.row = 0
	}
	if len(s.queue.lists[openOnes].conflicts) == 0 {
		s.full, s.focus, s.row = false, onQueue, -1
	}
}

// restorable is the archived side of the pair shown that can be brought back,
// "" when there is none.
func (s *Screen) restorable() string {
	p := s.pair.shown
	if p == nil || s.queue.tab == settledOnes {
		return ""
	}
	for i := range p.sides {
		if !p.sides[i].gone && p.sides[i].memory.State == engine.Archived {
			return p.sides[i].memory.ID
		}
	}
	return ""
}

// restore brings an archived side back, so that the conflict can be settled.
func (s *Screen) restore() tea.Cmd {
	id := s.restorable()
	if why := s.offNow(); why != "" {
		return toast(views.Warn, why)
	}
	if id == "" {
		return toast(views.Warn, "neither side is archived")
	}
	src := s.src
	return func() tea.Msg {
		if _, err := src.Unarchive(context.Background(), []string{id}, byYou); err != nil {
			return views.ToastMsg{Text: "not restored: " + complaint(err), Level: views.Fail}
		}
		return views.ToastMsg{Text: "restored: the conflict can be settled now", Level: views.Done, Undo: true}
	}
}
