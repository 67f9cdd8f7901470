// Package evolve is the screen on which people see what evolution would do and
// why, let it happen and take it back: the evolvers with their switches and
// settings, a plan, the cycles of the past. A plan writes nothing, and nothing
// is applied that has not been on the screen.
package evolve

import (
	"context"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/evolvers"
	"ebb/themes"
	"ebb/views"
	"ebb/views/field"
	"ebb/views/widget"
)

// focus says which part of the screen the moving keys are about.
type focus uint8

const (
	onList focus = iota
	onPage
	onButtons
)

// page says what stands beside the list.
type page uint8

const (
	aboutPage  page = iota // the evolver under the cursor
	planPage               // the plan
	reportPage             // a cycle of the past
)

// Screen is the Evolve screen. Make it with [New]; it is used from one
// goroutine only.
type Screen struct {
	ctx views.Context
	src Source

	settings engine.Settings
	config   evolvers.Config
	specs    []evolvers.Spec
	types    map[string]int // live memories by type; nil until counted
	counting bool
	counted  time.Time
	recount  bool

	cycles   []PastCycle
	known    bool // the cycles have been read
	cycleErr error
	reading  bool
	again    bool
	seek     string // cycle to go to as soon as it has been read

	list   widget.List // evolvers, then past cycles
	offset int         // first line of the list in sight

	page   page
	job    job
	plan   *planned
	rows   widget.List // of the plan
	report *PastCycle  // of reportPage
	scroll int         // of the report, or of what is said about an evolver
	button int
	filter *field.Field // of the plan; nil when it is not being typed

	form   *form
	focus  focus
	full   bool // narrow: the page has the whole screen
	frame  frame
	sight  bool
	drawn  bool
	writes bool // a plan is being applied

	life context.Context // of everything that runs for the screen
	end  context.CancelFunc
}

// job is a plan being made.
type job struct {
	gen    uint64
	only   string
	cancel context.CancelFunc // nil when none runs
	again  bool               // because memories had moved on under the last one
	err    error
}

// New makes the screen. It reads nothing before its first message.
func New(ctx views.Context, src Source) *Screen {
	s := &Screen{ctx: ctx, src: src, specs: evolvers.Registry()}
	s.life, s.end = context.WithCancel(context.Background())
	s.configure()
	s.list.SetLen(len(s.specs))
	return s
}

// configure takes the settings over.
func (s *Screen) configure() {
	s.settings = s.src.Settings()
	c, err := evolvers.NewConfig(s.settings, evolvers.WholeStore)
	if err == nil { // the profile is a known one
		c.Lexical(s.src.Comparing().Lexical)
		s.config = c
	}
}

// ID implements [views.View].
func (s *Screen) ID() views.ScreenID { return views.Evolve }

// Title implements [views.View].
func (s *Screen) Title() string { return "Evolve" }

// Badge implements [views.View].
func (s *Screen) Badge() string { return "" }

// Summary implements [views.View].
func (s *Screen) Summary() string {
	switch {
	case !s.known:
		return "…"
	case len(s.cycles) == 0:
		return "no cycle yet"
	}
	c := &s.cycles[0]
	parts := []string{"last cycle " + s.when(c.Op.At), changesWord(c.Report.Counts.Changes), "by " + widget.Clean(c.Op.Actor.String())}
	if c.Op.UndoneBy != "" {
		parts = append(parts, "undone")
	}
	return strings.Join(parts, " · ")
}

// Typing implements [views.View].
func (s *Screen) Typing() bool { return s.form != nil || s.filter != nil }

// Unsaved implements [views.Unsaved].
func (s *Screen) Unsaved() string {
	switch {
	case s.form != nil && s.form.dirty():
		return "the settings of " + s.form.spec.Title
	case s.writes:
		return "a plan that is being applied"
	}
	return ""
}

// Close ends what the screen still has under way; call it once.
func (s *Screen) Close() { s.end() }

// Show implements [views.View].
func (s *Screen) Show(id string) tea.Cmd {
	s.frame.dirty()
	s.sight = true
	if id != "" {
		for i := range s.specs {
			if s.specs[i].Name == id {
				s.list.MoveTo(i)
			}
		}
	}
	return tea.Batch(s.readCycles(), s.count())
}

// Out implements [views.View].
func (s *Screen) Out() bool {
	defer s.frame.dirty()
	switch {
	case s.form != nil:
		if s.form.leave() {
			s.form = nil
		}
	case s.filter != nil:
		s.filter = nil
		s.filterBy("")
	case s.plan != nil && s.plan.filter != "":
		s.filterBy("")
	case s.job.cancel != nil:
		s.stop()
	case s.full:
		s.full, s.focus = false, onList
	case s.focus != onList:
		s.focus = onList
	case s.page == reportPage:
		s.page = aboutPage
		if s.plan != nil {
			s.page = planPage
		}
	case s.plan != nil:
		s.drop()
	default:
		return false
	}
	return true
}

// drop takes the plan off the screen. It was written nowhere.
func (s *Screen) drop() {
	s.plan, s.page, s.focus, s.full, s.filter, s.scroll = nil, aboutPage, onList, false, nil, 0
}

// now is the instant that everything is evaluated at.
func (s *Screen) now() time.Time { return s.ctx.Lens().Now() }

func (s *Screen) theme() *themes.Theme { return s.ctx.Theme() }

// when writes an instant of the last week by its weekday: "Sun 02:00".
func (s *Screen) when(t time.Time) string {
	now := s.now()
	t = t.In(now.Location())
	if d := now.Sub(t); d >= 0 && d < 6*24*time.Hour {
		return t.Format("Mon 15:04")
	}
	return widget.DateTime(now, t)
}

// offNow says why nothing can be written, "" when it can.
func (s *Screen) offNow() string {
	switch s.ctx.Lens().Mode {
	case views.Future:
		return "the clock is ahead: esc brings back now"
	case views.Past:
		return "the clock is back: esc brings back now"
	case views.Live:
	}
	return ""
}

// offPlan says why no plan can be made, "" when one can.
func (s *Screen) offPlan() string {
	switch {
	case s.ctx.Lens().Mode == views.Past:
		return "the clock is back: what a cycle did then is among the past cycles"
	case s.writes:
		return "a plan is being applied"
	}
	return ""
}

// offApply says why the plan on the screen cannot be applied.
func (s *Screen) offApply() string {
	switch {
	case s.plan == nil:
		return "there is no plan: p makes one"
	case s.writes:
		return "the plan is being applied"
	case s.plan.counts.Changes == 0:
		return "there is nothing to change"
	case s.offNow() != "":
		return s.offNow()
	case s.plan.ahead && s.plan.plan.At.After(s.ctx.Lens().Real):
		return "this is a plan for " + s.moment(s.plan.plan.At) + ", which has not come: p plans for now"
	}
	return ""
}

func (s *Screen) moment(t time.Time) string {
	now := s.now()
	return widget.DateTime(now, t.In(now.Location()))
}

// grouped writes a count with its thousands apart: 1,204.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func changesWord(n int) string {
	if n == 1 {
		return "1 change"
	}
	return grouped(n) + " changes"
}

func toast(level views.Level, text string) tea.Cmd {
	return views.Send(views.ToastMsg{Text: widget.Clean(text), Level: level})
}
