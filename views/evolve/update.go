package evolve

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/evolvers"
	"ebb/views"
)

// Update implements [views.View].
func (s *Screen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case views.TickMsg:
		s.sight, s.drawn = s.drawn, false
		s.frame.tick(s)
		return s.count()
	case views.LensMsg, views.ThemeMsg:
		s.frame.dirty()
	case tea.WindowSizeMsg:
		s.frame.dirty()
	case views.EventMsg:
		return s.event(msg.Event)
	case tea.KeyMsg:
		return s.key(msg)
	case views.DoubleClickMsg:
		return s.doubleClick(msg)
	case tea.MouseMsg:
		return s.mouse(msg)
	default:
		return s.answer(msg)
	}
	return nil
}

// answer takes what a command of ours found out or did.
func (s *Screen) answer(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case cyclesMsg:
		s.frame.dirty()
		return s.takeCycles(msg)
	case typesMsg:
		s.takeTypes(msg)
	case planMsg:
		s.frame.dirty()
		return s.takePlan(msg)
	case toldMsg:
		s.frame.dirty()
		if s.plan != nil && s.plan.plan == msg.plan && msg.err == nil {
			s.plan.told, s.plan.folded = msg.told, msg.folded
			s.arrange()
		}
	case appliedMsg:
		s.frame.dirty()
		return s.applied(msg)
	case setMsg:
		s.frame.dirty()
		return s.set(msg)
	}
	return nil
}

// event takes one committed operation, whoever asked for it.
func (s *Screen) event(ev engine.Event) tea.Cmd {
	s.frame.dirty()
	if ev.Resync || slices.Contains(ev.Kinds, engine.SettingsChanged) {
		s.configure()
	}
	if s.plan != nil && ev.Kind != engine.KindSearch && (ev.Count > 0 || ev.Resync || len(ev.Kinds) > 0) {
		s.plan.moved = true
	}
	s.recount = true
	cmds := []tea.Cmd{s.count()}
	if ev.Resync || ev.Kind == engine.KindCycle || ev.Kind == engine.KindUndo {
		cmds = append(cmds, s.readCycles())
	}
	return tea.Batch(cmds...)
}

type cyclesMsg struct {
	cycles []PastCycle
	err    error
}

// mostCycles is how many past cycles the list shows.
const mostCycles = 200

// readCycles reads the past cycles; one reading runs at a time.
func (s *Screen) readCycles() tea.Cmd {
	if s.reading {
		s.again = true
		return nil
	}
	s.reading = true
	src, ctx := s.src, s.life
	return func() tea.Msg {
		cycles, err := src.Cycles(ctx, mostCycles)
		return cyclesMsg{cycles: cycles, err: err}
	}
}

func (s *Screen) takeCycles(msg cyclesMsg) tea.Cmd {
	s.reading = false
	if errors.Is(msg.err, context.Canceled) {
		return nil
	}
	s.cycleErr, s.known = msg.err, true
	if msg.err == nil {
		id := s.seek
		if under := s.cycle(); id == "" && under != nil {
			id = under.Op.ID
		}
		s.seek = ""
		s.cycles = msg.cycles
		s.list.SetLen(len(s.specs) + len(s.cycles))
		for i := range s.cycles {
			c := &s.cycles[i]
			if id != "" && c.Op.ID == id {
				s.list.MoveTo(len(s.specs) + i)
			}
			if s.report != nil && c.Op.ID == s.report.Op.ID {
				s.report = c
			}
		}
	}
	if s.again {
		s.again = false
		return s.readCycles()
	}
	return nil
}

type typesMsg struct {
	types map[string]int
	at    time.Time
}

// countsAge is how long counts are good for when nothing has changed.
const countsAge = time.Minute

// count counts memories by type when they may have changed.
func (s *Screen) count() tea.Cmd {
	at := s.now()
	if s.counting || !s.sight || s.types != nil && !s.recount && at.Sub(s.counted).Abs() < countsAge {
		return nil
	}
	s.counting, s.recount = true, false
	src := s.src
	return func() tea.Msg { return typesMsg{types: src.Types(at), at: at} }
}

func (s *Screen) takeTypes(msg typesMsg) {
	s.counting = false
	if msg.types != nil {
		s.types, s.counted = msg.types, msg.at
		s.frame.dirty()
	}
}

type planMsg struct {
	gen  uint64
	plan evolvers.Plan
	err  error
}

type toldMsg struct {
	plan   *evolvers.Plan
	told   map[string]told
	folded [][]string
	err    error
}

// makePlan plans what is switched on, or one evolver alone.
func (s *Screen) makePlan(only string) tea.Cmd {
	if why := s.offPlan(); why != "" {
		return toast(views.Warn, why)
	}
	s.stop()
	s.job.gen++
	s.job.only, s.job.err = only, nil
	var ctx context.Context
	ctx, s.job.cancel = context.WithCancel(s.life)
	s.page, s.scroll, s.filter, s.report = planPage, 0, nil, nil
	if s.frame.alone {
		s.full, s.focus = true, onPage
	}
	src, gen, at := s.src, s.job.gen, time.Time{}
	if s.ctx.Lens().Mode == views.Future {
		at = s.now()
	}
	o := evolvers.Options{Full: true}
	if only != "" {
		o = evolvers.Options{Only: []string{only}}
	}
	work := func() tea.Msg {
		p, err := src.Plan(ctx, at, o)
		return planMsg{gen: gen, plan: p, err: err}
	}
	return tea.Batch(views.Send(views.BusyMsg{Job: jobPlan, Label: "planning", Cancel: s.job.cancel}), work)
}

// jobPlan names the job for the shell's spinner.
const jobPlan = "evolve.plan"

// stop ends the plan being made.
func (s *Screen) stop() {
	if s.job.cancel == nil {
		return
	}
	s.job.cancel()
	s.job.cancel = nil
	s.job.gen++
	s.noPlan()
}

// noPlan leaves the page that waited for one.
func (s *Screen) noPlan() {
	if s.plan == nil {
		s.page, s.full, s.focus = aboutPage, false, onList
	}
}

func (s *Screen) takePlan(msg planMsg) tea.Cmd {
	if msg.gen != s.job.gen {
		if s.job.cancel == nil { // let go; no other one runs
			return views.Send(views.BusyMsg{Job: jobPlan})
		}
		return nil
	}
	s.job.cancel()
	s.job.cancel = nil
	done := views.Send(views.BusyMsg{Job: jobPlan})
	switch {
	case errors.Is(msg.err, context.Canceled):
		s.noPlan()
		return done
	case msg.err != nil:
		s.plan, s.job.err, s.job.again = nil, msg.err, false
		return tea.Batch(done, toast(views.Fail, "no plan: "+msg.err.Error()))
	}
	p := msg.plan
	s.plan = newPlanned(&p, s.job.only, p.At.After(s.ctx.Lens().Real.Add(time.Minute)))
	s.arrange()
	s.rows.Top()
	s.button = 0
	if s.focus == onButtons {
		s.focus = onPage
	}
	cmds := []tea.Cmd{done, s.readTold(&p)}
	if s.job.again {
		s.job.again = false
		cmds = append(cmds, toast(views.Warn, "memories had moved on since the plan: nothing was written, this is a new plan"))
	}
	return tea.Batch(cmds...)
}

func (s *Screen) readTold(p *evolvers.Plan) tea.Cmd {
	src, ctx := s.src, s.life
	return func() tea.Msg {
		told, folded, err := tell(ctx, src, p)
		return toldMsg{plan: p, told: told, folded: folded, err: err}
	}
}

// arrange lays the plan out anew; the cursor stays near where it was.
func (s *Screen) arrange() {
	if s.plan == nil {
		return
	}
	s.plan.arrange(s.frame.w == 0 || s.frame.w >= 56)
	s.rows.SetLen(len(s.plan.rows))
	s.settleRow(1)
}

// settleRow moves on from lines that the cursor does not stand on.
func (s *Screen) settleRow(by int) {
	rows := s.plan.rows
	i := s.rows.Cursor()
	for _, dir := range []int{by, -by} {
		for k := i; k >= 0 && k < len(rows); k += dir {
			if rows[k].stops() {
				s.rows.MoveTo(k)
				return
			}
		}
	}
}

func (s *Screen) filterBy(text string) {
	if s.plan == nil {
		return
	}
	s.plan.filter = text
	s.arrange()
	s.rows.Top()
	s.settleRow(1)
}
