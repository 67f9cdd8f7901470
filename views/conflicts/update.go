package conflicts

import (
	"context"
	"errors"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// Update implements [views.View].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case views.TickMsg:
		s.sight, s.drawn = s.drawn, false
		s.frame.tick(s)
	case views.LensMsg, views.ThemeMsg:
		s.frame.dirty()
	case tea.WindowSizeMsg:
		s.frame.dirty()
		if !s.queue.loaded {
			cmd = s.read() // the tab's number is wanted before the screen is
		}
	case views.EventMsg:
		cmd = s.event(msg.Event)
	case tea.KeyMsg:
		cmd = s.key(msg)
	case views.DoubleClickMsg:
		return s.doubleClick(msg)
	case tea.MouseMsg:
		cmd = s.mouse(msg)
	default:
		cmd = s.answer(msg)
	}
	return tea.Batch(cmd, s.lookThen(), s.want())
}

// answer takes what a command of ours found out or did.
func (s *Screen) answer(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case thenMsg:
		return s.takeThen(msg)
	case queueMsg:
		s.frame.dirty()
		return s.takeQueue(msg)
	case namesMsg:
		s.takeNames(msg)
	case pairMsg:
		s.takePair(msg)
	case comparedMsg:
		s.takeCompared(msg)
	case outcomesMsg:
		msg.pair.outcomes, msg.pair.working = msg.outcomes, false
	case wouldAllMsg:
		s.bulk.take(msg)
	case settledMsg:
		s.frame.dirty()
		return s.settled(msg)
	case mergedMsg, previewMsg, suggestedMsg, editedMsg:
		s.frame.dirty()
		return s.merging(msg)
	default:
		return nil
	}
	s.frame.dirty()
	return nil
}

type queueMsg struct {
	conflicts []engine.Conflict
	err       error
}

// read reads the queue; one reading runs at a time.
func (s *Screen) read() tea.Cmd {
	if s.reading {
		s.again = true
		return nil
	}
	s.reading = true
	src, ctx := s.src, s.life
	return func() tea.Msg {
		all, err := src.ConflictList(ctx, 0)
		return queueMsg{conflicts: all, err: err}
	}
}

func (s *Screen) takeQueue(msg queueMsg) tea.Cmd {
	s.reading = false
	switch {
	case errors.Is(msg.err, context.Canceled):
		return nil
	case msg.err != nil:
		s.queue.err = msg.err
	default:
		before := s.queue.lists[openOnes].conflicts
		s.queue.set(msg.conflicts)
		s.follow(before)
	}
	if s.again {
		s.again = false
		return s.read()
	}
	return nil
}

// follow goes to the conflict that was asked for, or that an undo of the
// person's opened again.
func (s *Screen) follow(before []engine.Conflict) {
	switch {
	case s.seek != "":
		s.queue.find(s.seek)
		s.seek = ""
	case s.undone && s.merge == nil && !s.queue.selecting():
		known := make(map[string]bool, len(before))
		for i := range before {
			known[before[i].ID] = true
		}
		for _, c := range s.queue.lists[openOnes].conflicts {
			if !known[c.ID] {
				s.queue.find(c.ID)
				break
			}
		}
	}
	s.undone = false
}

// event takes one committed operation, whoever asked for it.
func (s *Screen) event(ev engine.Event) tea.Cmd {
	s.frame.dirty()
	if ev.Resync || slices.Contains(ev.Kinds, engine.SettingsChanged) {
		s.settings = s.src.Settings()
	}
	all := ev.Resync || ev.Count > len(ev.IDs)
	s.pair.forget(all, ev.IDs)
	s.bulk.stale()
	s.nameGen++
	if s.merge != nil && (all || slices.ContainsFunc(s.merge.pair.ids(), func(id string) bool { return slices.Contains(ev.IDs, id) })) {
		s.merge.preview = nil
	}
	if !s.queue.loaded || ev.Resync || slices.ContainsFunc(ev.Kinds, aboutConflicts) {
		s.undone = s.undone || ev.Kind == engine.KindUndo && ev.Actor.Kind == engine.Person
		return s.read()
	}
	return nil
}

func aboutConflicts(k engine.EventKind) bool {
	return k == engine.ConflictDetected || k == engine.ConflictSettled || k == engine.MemoryDeleted
}

// forget drops what was read of memories. What is on the screen stays there
// until the answer comes.
func (p *pairPane) forget(all bool, ids []string) {
	touched := func(id string) bool { return slices.Contains(ids, id) }
	if all || slices.ContainsFunc(p.about[:], touched) {
		p.gen++
	}
	p.recent = slices.DeleteFunc(p.recent, func(o *pair) bool { return all || slices.ContainsFunc(o.ids(), touched) })
}

const keptPairs = 16

func (p *pairPane) cached(c *engine.Conflict) *pair {
	i := slices.IndexFunc(p.recent, func(o *pair) bool { return o.id() == c.ID && o.conflict.Status == c.Status })
	if i < 0 {
		return nil
	}
	return p.recent[i]
}

func (s *Screen) takePair(msg pairMsg) {
	p := &s.pair
	p.busy = false
	if msg.gen == p.gen {
		p.recent = slices.DeleteFunc(p.recent, func(o *pair) bool { return o.id() == msg.pair.id() })
		if len(p.recent) >= keptPairs {
			p.recent = slices.Delete(p.recent, 0, 1)
		}
		p.recent = append(p.recent, msg.pair)
	}
	if c := s.queue.current(); c != nil && c.ID == msg.pair.id() {
		s.showPair(msg.pair)
	}
}

// showPair puts a pair on the screen; what was chosen about another one is let
// go.
func (s *Screen) showPair(p *pair) {
	if s.pair.shown == nil || s.pair.shown.id() != p.id() {
		s.scroll = 0
		if !s.queue.selecting() {
			s.chosen = noRule
		}
	}
	s.pair.shown = p
	s.frame.dirty()
}

func (s *Screen) takeCompared(msg comparedMsg) {
	msg.pair.comparing = false
	if msg.err == nil {
		msg.pair.mark(&msg.result)
	}
}

// want loads what the screen shows and does not have: the pair under the
// cursor, its marks, what each choice would do, the names of the rows in
// sight. One command of each runs at a time.
func (s *Screen) want() tea.Cmd {
	c := s.queue.current()
	if c == nil {
		if s.pair.shown != nil {
			s.pair.shown = nil
			s.frame.dirty()
		}
		return nil
	}
	if !s.sight {
		return nil
	}
	cmds := []tea.Cmd{s.wantNames(), s.wantBulk()}
	p := s.pair.cached(c)
	switch {
	case p == nil:
		if !s.pair.busy {
			s.pair.busy, s.pair.about = true, [2]string{c.MemoryA, c.MemoryB}
			cmds = append(cmds, loadPair(s.src, *c, s.pair.gen))
		}
		return tea.Batch(cmds...)
	case p != s.pair.shown:
		s.showPair(p)
	}
	if p.diff == nil && !p.comparing && p.err == nil {
		if s.pair.stop != nil {
			s.pair.stop()
		}
		var ctx context.Context
		ctx, s.pair.stop = context.WithCancel(s.life)
		cmds = append(cmds, p.compare(ctx))
	}
	if p.err == nil && p.conflict.Status == engine.ConflictOpen && s.offNow() == "" && p.live(s.now()) {
		cmds = append(cmds, p.workOut(s.src))
	}
	return tea.Batch(cmds...)
}
