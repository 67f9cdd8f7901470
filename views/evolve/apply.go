package evolve

import (
	"context"
	"errors"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/evolvers"
	"ebb/views"
)

type appliedMsg struct {
	op   engine.Operation
	plan *evolvers.Plan
	err  error
}

// jobApply names the job for the shell's spinner.
const jobApply = "evolve.apply"

// apply writes the plan that is on the screen, all of it or nothing.
func (s *Screen) apply() tea.Cmd {
	if why := s.offApply(); why != "" {
		return toast(views.Warn, why)
	}
	s.writes = true
	ctx, cancel := context.WithCancel(s.life)
	src, p := s.src, s.plan.plan
	write := func() tea.Msg {
		defer cancel()
		op, err := src.Apply(ctx, p, byYou)
		return appliedMsg{op: op, plan: p, err: err}
	}
	return tea.Batch(views.Send(views.BusyMsg{Job: jobApply, Label: "applying " + changesWord(s.plan.counts.Changes), Cancel: cancel}), write)
}

// applied takes what came of it. A plan under which memories have moved on is
// made again; it was not written.
func (s *Screen) applied(msg appliedMsg) tea.Cmd {
	s.writes = false
	done := views.Send(views.BusyMsg{Job: jobApply})
	switch {
	case msg.err != nil && engine.Stale(msg.err):
		only := ""
		if s.plan != nil {
			only = s.plan.only
		}
		s.job.again = true
		return tea.Batch(done, s.makePlan(only))
	case errors.Is(msg.err, context.Canceled):
		return tea.Batch(done, toast(views.Warn, "not applied: cancelled, nothing was written"))
	case msg.err != nil:
		return tea.Batch(done, toast(views.Fail, "not applied: "+msg.err.Error()))
	}
	s.drop()
	s.seek = msg.op.ID // the cycle that it became
	n := msg.plan.Counts()
	text := "applied " + changesWord(n.Changes)
	if n.Archived > 0 {
		text += fmt.Sprintf(", %s archived", grouped(n.Archived))
	}
	return tea.Batch(done, s.readCycles(), views.Send(views.ToastMsg{Text: text, Level: views.Done, Undo: true}))
}

type setMsg struct {
	op   engine.Operation
	done string
	form bool // a form was saved
	err  error
}

// change writes settings of evolvers.
func (s *Screen) change(done string, of bool, change func(*evolvers.Config) error) tea.Cmd {
	src, lexical := s.src, s.src.Comparing().Lexical
	return func() tea.Msg {
		op, err := src.SetSettings(context.Background(), func(all *engine.Settings) error {
			c, err := evolvers.NewConfig(*all, evolvers.WholeStore)
			if err != nil {
				return err
			}
			c.Lexical(lexical)
			if err := change(&c); err != nil {
				return err
			}
			c.Put(all)
			return nil
		}, byYou)
		return setMsg{op: op, done: done, form: of, err: err}
	}
}

// set takes what came of changing settings.
func (s *Screen) set(msg setMsg) tea.Cmd {
	s.configure()
	if msg.form && s.form != nil {
		s.form.saving = false
		if msg.err != nil {
			s.form.note = msg.err.Error()
			return nil
		}
		s.form = nil
	}
	switch {
	case msg.err != nil:
		return toast(views.Fail, "not changed: "+msg.err.Error())
	case msg.op.ID == "":
		return toast(views.Done, "nothing to change")
	}
	if s.plan != nil {
		s.plan.moved = true
	}
	return views.Send(views.ToastMsg{Text: msg.done, Level: views.Done, Undo: true})
}

// toggle switches the evolver under the cursor on or off.
func (s *Screen) toggle() tea.Cmd {
	spec := s.spec()
	switch {
	case spec == nil:
		return toast(views.Warn, "this is a past cycle: enter opens it")
	case s.offNow() != "":
		return toast(views.Warn, s.offNow())
	}
	on := !s.config.Enabled(spec.Name)
	word := " is off"
	if on {
		word = " is on"
	}
	name := spec.Name
	return s.change(spec.Title+word, false, func(c *evolvers.Config) error { return c.Enable(name, on) })
}

// intervals are the choices of the schedule, in hours.
var intervals = []struct {
	hours      int
	key, label string
}{
	{0, "n", "never"},
	{1, "h", "every hour"},
	{6, "s", "every six hours"},
	{24, "d", "every day"},
	{24 * 7, "w", "every week"},
}

// every says how often a cycle runs by itself.
func every(hours int) string {
	for _, i := range intervals {
		if i.hours == hours {
			return i.label
		}
	}
	return fmt.Sprintf("every %d h", hours)
}

// schedule asks how often a cycle should run by itself.
func (s *Screen) schedule() tea.Cmd {
	if why := s.offNow(); why != "" {
		return toast(views.Warn, why)
	}
	choices := make([]views.Choice, len(intervals))
	for i, x := range intervals {
		choices[i] = views.Choice{Key: x.key, Label: x.label}
		if x.hours == s.settings.CycleEvery {
			choices[i].Note = "now"
		}
	}
	src := s.src
	return views.Send(views.PickMsg{
		Title: "A cycle by itself, while this screen is open", Choices: choices,
		Pick: func(i int) tea.Cmd {
			hours := intervals[i].hours
			return func() tea.Msg {
				op, err := src.SetSettings(context.Background(), func(all *engine.Settings) error {
					all.CycleEvery = hours
					return nil
				}, byYou)
				done := "a cycle " + every(hours) + " while this screen is open, the first one soon"
				if hours == 0 {
					done = "no cycle runs by itself"
				}
				return setMsg{op: op, done: done, err: err}
			}
		},
	})
}

// restore brings the archived memory back that is offered under the cursor.
func (s *Screen) restore() tea.Cmd {
	id := s.offered()
	switch {
	case s.offNow() != "":
		return toast(views.Warn, s.offNow())
	case id == "":
		return toast(views.Warn, "no archived memory is offered here")
	}
	src := s.src
	return func() tea.Msg {
		if _, err := src.Unarchive(context.Background(), []string{id}, byYou); err != nil {
			return toast(views.Fail, "not restored: "+err.Error())()
		}
		return views.ToastMsg{Text: "restored 1 memory", Level: views.Done, Undo: true, About: []string{id}}
	}
}

// offered is the memory offered under the cursor, "" for none.
func (s *Screen) offered() string {
	if l := s.planLine(); l != nil && l.kind == offerLine {
		return s.plan.subject(l)
	}
	return ""
}
