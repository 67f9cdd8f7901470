package evolve

import (
	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
	"ebb/views/field"
)

// Bindings implements [views.View].
func (s *Screen) Bindings() []views.Binding {
	restoreOff := s.offNow()
	if restoreOff == "" && s.offered() == "" {
		restoreOff = "no archived memory is offered here"
	}
	filterOff := ""
	if s.plan == nil || s.page != planPage {
		filterOff = "there is no plan to filter: p makes one"
	}
	switchOff := s.offNow()
	if switchOff == "" && (s.spec() == nil || s.focus != onList) {
		switchOff = "no evolver is under the cursor"
	}
	ahead, help := s.aheadWord()
	all := []views.Binding{
		{ID: "evolve.switch", Keys: []string{" "}, Short: "on/off", Help: "switch the evolver on or off", Block: views.Take, Off: switchOff, Action: s.do(s.toggle)},
		{ID: "evolve.settings", Keys: []string{"e"}, Short: "settings", Help: "change the settings of the evolver", Block: views.Change, Off: switchOff, Action: s.do(s.edit)},
		{ID: "evolve.plan", Keys: []string{"p"}, Short: "plan", Help: "show what a cycle would do with all that is switched on; nothing is written", Block: views.Local, Off: s.offPlan(), Words: "preview dry run cycle", Action: s.do(func() tea.Cmd { return s.makePlan("") })},
		{ID: "evolve.one", Keys: []string{"o"}, Short: "this one", Help: "show what this evolver alone would do, switched on or not", Block: views.Local, Off: s.offPlan(), Words: "only trigger", Action: s.do(s.planOne)},
		{ID: "evolve.filter", Keys: []string{"/"}, Short: "filter changes", Help: "show the changes that have these words", Block: views.Find, Off: filterOff, Action: s.do(s.openFilter)},
		{ID: "evolve.ahead", Keys: []string{"enter"}, Short: ahead, Help: help, Block: views.Move, Action: s.do(s.enter)},
		{ID: "evolve.pane", Keys: []string{"tab"}, Short: s.nextPane(), Help: "other pane: the evolvers, the plan, what to do with it", Block: views.Move, Action: s.act(func() { s.otherPane(1) })},
		{ID: "evolve.pane.back", Keys: []string{"shift+tab"}, Help: "the pane before", Block: views.Move, Action: s.act(func() { s.otherPane(-1) })},
		{ID: "evolve.restore", Keys: []string{"r"}, Help: "bring back the archived memory that is offered", Block: views.Change, Off: restoreOff, Action: s.do(s.restore)},
		{ID: "evolve.schedule", Keys: []string{"S"}, Short: "schedule", Help: "let a cycle run by itself while this screen is open", Block: views.Local, Off: s.offNow(), Words: "automatic timer interval", Action: s.do(s.schedule)},
		{ID: "evolve.copy", Keys: []string{"y"}, Help: "copy what is under the cursor", Block: views.Take, Action: s.do(s.copyText)},
		{ID: "evolve.copyas", Keys: []string{"Y"}, Help: "copy the command line that prints the same", Block: views.Take, Action: s.do(s.copyCommand)},
	}
	return append(all, s.moveKeys()...)
}

func (s *Screen) moveKeys() []views.Binding {
	return []views.Binding{
		{ID: "evolve.down", Keys: []string{"j", "down"}, Help: "next line", Block: views.Move, Action: s.act(func() { s.move(1) })},
		{ID: "evolve.up", Keys: []string{"k", "up"}, Help: "previous line", Block: views.Move, Action: s.act(func() { s.move(-1) })},
		{ID: "evolve.left", Keys: []string{"h", "left"}, Help: "the other button; the list", Block: views.Move, Action: s.act(func() { s.sideways(-1) })},
		{ID: "evolve.right", Keys: []string{"l", "right"}, Help: "the other button; the plan", Block: views.Move, Action: s.act(func() { s.sideways(1) })},
		{ID: "evolve.top", Keys: []string{"g", "home"}, Help: "first", Block: views.Move, Action: s.act(func() { s.moveEnd(-1) })},
		{ID: "evolve.end", Keys: []string{"G", "end"}, Help: "last", Block: views.Move, Action: s.act(func() { s.moveEnd(1) })},
		{ID: "evolve.halfdown", Keys: []string{"ctrl+d", "pgdown"}, Help: "half a page down", Block: views.Move, Action: s.act(func() { s.moveHalf(1) })},
		{ID: "evolve.halfup", Keys: []string{"ctrl+u", "pgup"}, Help: "half a page up", Block: views.Move, Action: s.act(func() { s.moveHalf(-1) })},
	}
}

// act makes an action out of what changes only the state.
func (s *Screen) act(do func()) func() tea.Cmd {
	return s.do(func() tea.Cmd {
		do()
		return nil
	})
}

// do makes an action: the frame is stale after it.
func (s *Screen) do(do func() tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		s.frame.dirty()
		return do()
	}
}

// key takes keys while a text is being written.
func (s *Screen) key(k tea.KeyMsg) tea.Cmd {
	s.frame.dirty()
	switch {
	case s.form != nil:
		return s.formKey(k)
	case s.filter == nil:
		return nil
	case views.KeyName(k) == "enter":
		s.filter = nil
		if s.plan.filter != "" {
			s.focus = onPage
		}
		return nil
	}
	if s.filter.Update(k) {
		s.filterBy(s.filter.Value())
	}
	return nil
}

func (s *Screen) openFilter() tea.Cmd {
	f := field.New()
	f.Focused = true
	f.Set(s.plan.filter)
	s.filter = &f
	if s.frame.alone {
		s.full = true
	}
	s.focus = onPage
	return nil
}

func (s *Screen) planOne() tea.Cmd {
	spec := s.spec()
	if l := s.planLine(); s.focus == onPage && l != nil {
		name := s.plan.plan.Steps[l.step].Name
		for i := range s.specs {
			if s.specs[i].Name == name {
				spec = &s.specs[i]
			}
		}
	}
	if spec == nil {
		return toast(views.Warn, "this is a past cycle: choose an evolver")
	}
	return s.makePlan(spec.Name)
}

// aheadWord is what enter does here, in a word and in a sentence.
func (s *Screen) aheadWord() (word, help string) {
	l := s.planLine()
	switch {
	case s.focus == onButtons && s.page == reportPage:
		return "take it back", "take the whole cycle back"
	case s.focus == onButtons && s.button == 0:
		return "apply", "apply the plan: one operation, all or nothing"
	case s.focus == onButtons:
		return "leave it", "put the plan away; nothing was written"
	case s.focus == onPage && l != nil && (l.kind == headLine || l.kind == moreLine):
		return "open, close", "show all changes of the evolver, or the first only"
	case s.focus == onPage && l != nil:
		return "open memory", "open the memory"
	}
	return "open", "open what is under the cursor: the evolver's part of the plan, or the cycle's report"
}

// enter goes ahead with what is under the cursor.
func (s *Screen) enter() tea.Cmd {
	switch {
	case s.focus == onButtons && s.page == reportPage:
		if why := s.offUndo(); why != "" {
			return toast(views.Warn, why)
		}
		return views.Send(views.UndoMsg{Operation: s.report.Op.ID})
	case s.focus == onButtons && s.button == 0:
		return s.apply()
	case s.focus == onButtons:
		s.drop()
		return nil
	case s.focus == onPage && s.page == planPage:
		return s.openLine()
	case s.focus == onList:
		s.openRow()
	}
	return nil
}

// openRow opens what the list has under its cursor.
func (s *Screen) openRow() {
	s.scroll = 0
	if c := s.cycle(); c != nil {
		s.report, s.page, s.focus = c, reportPage, onPage
		s.full = s.frame.alone
		return
	}
	spec := s.spec()
	s.page = aboutPage
	if s.plan != nil {
		if at := s.plan.find(spec.Name); at >= 0 {
			s.page = planPage
			s.toTop(at)
		}
	}
	s.focus, s.full = onPage, s.frame.alone
}

// toTop brings a line of the plan to the top, under the cursor.
func (s *Screen) toTop(at int) {
	s.rows.Scroll(at - s.rows.Offset())
	s.rows.MoveTo(at)
}

// openLine opens what the plan has under its cursor.
func (s *Screen) openLine() tea.Cmd {
	l := s.planLine()
	if l == nil {
		return nil
	}
	if l.kind == headLine || l.kind == moreLine {
		name, head := s.plan.plan.Steps[l.step].Name, l.kind == headLine
		s.plan.open[name] = !s.plan.open[name]
		s.arrange()
		if at := s.plan.find(name); at >= 0 && head {
			s.toTop(at)
		}
		s.settleRow(-1)
		return nil
	}
	if id := s.plan.subject(l); id != "" {
		return views.Send(views.OpenMsg{Screen: views.Memories, ID: id})
	}
	return toast(views.Warn, "this memory is not there yet: the plan would make it")
}
