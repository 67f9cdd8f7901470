package memories

import (
	"maps"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// changedMsg says that the catalogue has a newer snapshot.
type changedMsg struct{}

// awaitChange waits for the catalogue's next signal.
func (s *Screen) awaitChange() tea.Cmd {
	changes, closed := s.src.Changes(), s.closed
	return func() tea.Msg {
		select {
		case _, open := <-changes:
			if open {
				return changedMsg{}
			}
		case <-closed:
		}
		return nil
	}
}

// Update implements [views.View].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	cmd := s.route(msg)
	return tea.Batch(cmd, s.lookThen(), s.look(), s.more(), s.want())
}

func (s *Screen) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.TickMsg:
		s.frame.tick(s)
		return s.count()
	case views.LensMsg:
		s.frame.dirty()
		if s.asked.best && !msg.Lens.Live() {
			s.asked.best = false
			return tea.Batch(s.ask(false), s.count())
		}
		return tea.Batch(s.lookBack(), s.count())
	case views.EventMsg:
		return s.event(msg.Event)
	case views.ThemeMsg, tea.WindowSizeMsg:
		s.frame.dirty()
	case changedMsg:
		return s.awaitChange()
	case tea.KeyMsg:
		return s.key(msg)
	case views.DoubleClickMsg:
		return s.doubleClick(msg)
	case tea.MouseMsg:
		return s.mouse(msg)
	case restedMsg:
		return s.detail.pace.rested()
	default:
		s.frame.dirty()
		return s.answer(msg)
	}
	return nil
}

// answer takes what a command of ours found out or did.
func (s *Screen) answer(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case pageMsg:
		s.takePage(msg)
	case bestMsg:
		s.takeBest(msg)
	case foundMsg:
		return s.takeFound(msg)
	case restMsg:
		return s.takeRest(msg)
	case refreshedMsg:
		return s.takeRefreshed(msg)
	case thenMsg:
		return s.takeThen(msg)
	case countsMsg:
		return s.takeCounts(msg)
	case conflictsMsg:
		s.inConflict = msg.ids
	case detailMsg:
		s.detail.take(msg)
	case wroteMsg:
		return s.wrote(msg)
	case weighedMsg:
		return s.weighed(msg)
	case savedMsg:
		return s.saved(msg)
	case movedOnMsg:
		s.movedOn(msg)
	case editMsg:
		return s.edit(msg)
	case groupMsg:
		return s.groupBy(msg)
	case sortMsg:
		return s.sortBy(msg)
	case filterMsg:
		return s.setFilter(msg.text)
	case doMsg:
		return msg.do()
	}
	return nil
}

// lookBack asks again where the list is that of a day ahead and the clock has
// come back: what has expired by then is live now.
func (s *Screen) lookBack() tea.Cmd {
	lens := s.ctx.Lens()
	o, ok := s.list.order.(matched)
	if !ok || !lens.Live() || !o.at.After(lens.Real) {
		return nil
	}
	s.finding.stale = true
	return s.renewList()
}

// event takes one committed operation, whoever asked for it.
func (s *Screen) event(ev engine.Event) tea.Cmd {
	var cmds []tea.Cmd
	if ev.Resync || slices.Contains(ev.Kinds, engine.SettingsChanged) {
		was := s.pins
		s.takeSettings()
		if !maps.Equal(was, s.pins) && s.finding.gen > 0 {
			cmds = append(cmds, s.renewList())
		}
	}
	if ev.Resync || ev.Count > len(ev.IDs) {
		s.detail.forgetAll()
	}
	for _, id := range ev.IDs {
		s.detail.forget(id)
	}
	switch ev.Actor.Kind {
	case engine.Person:
		if !onlySettings(&ev) { // a pin moves no row under the cursor
			s.finding.own = max(s.finding.own, ev.Seq)
			s.showOwn()
			if s.asked.searches() {
				cmds = append(cmds, s.renewList())
			}
		}
	case engine.Agent:
		s.agentAt = s.ctx.Lens().Real
	case engine.Schedule:
	}
	s.frame.dirty()
	if ev.Resync || slices.ContainsFunc(ev.Kinds, aboutConflicts) {
		cmds = append(cmds, s.findConflicts())
	}
	return tea.Batch(cmds...)
}

func onlySettings(ev *engine.Event) bool {
	return len(ev.Kinds) > 0 && !slices.ContainsFunc(ev.Kinds, func(k engine.EventKind) bool { return k != engine.SettingsChanged })
}

func aboutConflicts(k engine.EventKind) bool {
	return k == engine.ConflictDetected || k == engine.ConflictSettled || k == engine.MemoryDeleted
}

// look notices a newer snapshot of the catalogue.
func (s *Screen) look() tea.Cmd {
	snap := s.src.Snapshot()
	if snap == s.snap {
		return nil
	}
	same := sameRows(s.snap, snap)
	s.snap = snap
	if s.back {
		s.day, s.back = s.day+1, false
	}
	s.frame.dirty()
	if s.finding.gen == 0 || !snap.Loaded() || same || s.asked.searches() {
		return s.count()
	}
	return tea.Batch(s.renewList(), s.count())
}

// sameRows reports whether two snapshots tell of the same memories: while
// texts are being read, there are newer ones with nothing new in the list.
func sameRows(a, b Snapshot) bool {
	return a == b || a.Loaded() == b.Loaded() && a.Seq() == b.Seq() && a.Len() == b.Len()
}

// mouse selects what is clicked and scrolls what the wheel is over.
func (s *Screen) mouse(msg tea.MouseMsg) tea.Cmd {
	area := s.frame.layout
	over := onList
	if s.full || area.detail > 0 && msg.X > area.list {
		over = onDetail
	}
	switch {
	case tea.MouseEvent(msg).IsWheel():
		n := 3
		if msg.Button == tea.MouseButtonWheelUp {
			n = -3
		}
		if over == onDetail {
			s.detail.scroll = max(0, s.detail.scroll+n)
		} else if s.form == nil {
			s.list.scroll(n)
		}
	case msg.Action != tea.MouseActionPress || msg.Button != tea.MouseButtonLeft || s.form != nil:
		return nil
	case over == onDetail:
		s.focus = onDetail
	default:
		s.focus = onList
		s.field.Focused = msg.Y == 0 && area.filterLine
		if i, ok := s.rowAt(msg.Y - area.firstRow); ok {
			s.list.moveTo(i)
			s.detail.fixed = ""
		}
	}
	s.frame.dirty()
	return nil
}
