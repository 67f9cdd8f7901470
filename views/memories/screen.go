// Package memories is the first screen: the list of what is remembered, how
// much of each memory is left and why, and everything that can be done to
// one or to many of them.
package memories

import (
	"context"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/engine/catalogue"
	"ebb/themes"
	"ebb/views"
	"ebb/views/field"
)

// focus says which part of the screen the moving keys are about.
type focus uint8

const (
	onList focus = iota
	onDetail
)

// Screen is the Memories screen. Make it with [New]; it is used from one
// goroutine only.
type Screen struct {
	ctx views.Context
	src Source

	settings engine.Settings
	pins     map[string]bool
	snap     Snapshot
	day      uint64 // counts the catalogues that were shown: today's, those of other days
	back     bool   // today's is shown again, once look has found it

	list    list
	asked   question
	finding finding
	field   field.Field
	counts  counts
	detail  detailPane
	then    then
	form    *form
	focus   focus
	full    bool   // the detail has the whole screen
	seek    string // memory to go to as soon as the list has it
	wait    bool   // a command waits for the catalogue's next snapshot
	closed  chan struct{}
	agentAt time.Time

	// inConflict are the memories of open conflicts, for the sign on rows.
	inConflict map[string]bool

	frame frame
}

// finding is the state of the answer to the question being shown. Each new
// question begins with a new one.
type finding struct {
	gen    uint64
	ctx    context.Context // of this generation's commands
	cancel context.CancelFunc

	jump    bool  // the first answer begins at its top
	begun   bool  // an answer or an error has come, for any question so far
	partial bool  // only the first hits are there
	paging  bool  // a page is being read
	texts   bool  // the stored texts are being searched
	stale   bool  // what is shown answers another question
	err     error // why there is no answer

	renewing bool     // a newer answer is being worked out
	again    bool     // and is old already, or was not asked for yet
	pending  *matched // a newer answer that is not shown, for order holds still
	fresh    int      // memories in it that the list does not have

	shown uint64 // sequence number of what the list shows
	own   uint64 // of the person's newest operation

	// before is the list without a filter, kept so that leaving the filter
	// shows it at once.
	before *remembered
	// filtered is the filter's list while it is searched for the best.
	filtered *remembered
}

// remembered is a list to go back to.
type remembered struct {
	list    list
	asked   question
	partial bool // it was not all there yet
}

// New makes the screen. It reads nothing until [Screen.Show].
func New(ctx views.Context, src Source) *Screen {
	s := &Screen{ctx: ctx, src: src, list: newList(), field: field.New(), detail: newDetailPane(), closed: make(chan struct{})}
	s.snap = src.Snapshot()
	s.takeSettings()
	s.asked = question{sort: catalogue.Newest, at: ctx.Lens().Now(), pins: s.pins}
	return s
}

// ID implements [views.View].
func (s *Screen) ID() views.ScreenID { return views.Memories }

// Title implements [views.View].
func (s *Screen) Title() string { return "Memories" }

// Badge implements [views.View]; the memories' number stands in the summary.
func (s *Screen) Badge() string { return "" }

// Typing implements [views.View].
func (s *Screen) Typing() bool { return s.form != nil || s.field.Focused }

// Unsaved implements [views.Unsaved].
func (s *Screen) Unsaved() string {
	switch {
	case s.form == nil || !s.form.dirty():
		return ""
	case s.form.many != nil:
		return "the edit of " + memoriesWord(len(s.form.many))
	case s.form.base == nil:
		return "a new memory"
	}
	return "the edit of " + s.name([]string{s.form.base.ID})
}

// Close ends what the screen still has under way; call it once.
func (s *Screen) Close() {
	s.finding.stop()
	close(s.closed)
}

// Show implements [views.View].
func (s *Screen) Show(id string) tea.Cmd {
	cmds := []tea.Cmd{s.look()}
	if !s.wait && s.src.Changes() != nil {
		s.wait = true
		cmds = append(cmds, s.awaitChange())
	}
	if s.finding.gen == 0 {
		cmds = append(cmds, s.ask(true), s.count(), s.findConflicts())
	}
	if id != "" {
		cmds = append(cmds, s.open(id))
	}
	return tea.Batch(append(cmds, s.want())...)
}

// open goes to a memory: in the list where it is, else in the list without
// its filter, and in the detail in any case.
func (s *Screen) open(id string) tea.Cmd {
	s.form, s.seek, s.field.Focused = nil, "", false
	if at := s.list.order.find(id); at >= 0 {
		s.list.moveTo(at)
		s.detail.fixed = ""
	} else {
		s.seek, s.detail.fixed = id, id
	}
	s.frame.dirty()
	if s.seek != "" && !s.asked.filter.empty() {
		return s.setFilter("")
	}
	return nil
}

// Out implements [views.View].
func (s *Screen) Out() bool {
	defer s.frame.dirty()
	switch {
	case s.form != nil:
		if s.form.leave() {
			s.form = nil
		}
	case s.field.Focused:
		s.field.Focused = false
	case s.full:
		s.full, s.focus, s.detail.scroll, s.detail.fixed = false, onList, 0, ""
	case s.focus == onDetail:
		s.focus, s.detail.scroll = onList, 0
	case s.list.letGo():
	case s.detail.fixed != "":
		s.detail.fixed = ""
	case s.asked.best:
		s.leaveBest()
	case strings.TrimSpace(s.asked.text) != "":
		s.leaveFilter()
	default:
		return false
	}
	return true
}

// takeSettings reads the settings again.
func (s *Screen) takeSettings() {
	s.settings = s.src.Settings()
	s.pins = make(map[string]bool, len(s.settings.Pins))
	for _, id := range s.settings.Pins {
		s.pins[id] = true
	}
}

// now is the instant that everything is evaluated at.
func (s *Screen) now() time.Time { return s.ctx.Lens().Now() }

func (s *Screen) theme() *themes.Theme { return s.ctx.Theme() }

// Summary implements [views.View].
func (s *Screen) Summary() string {
	lens := s.ctx.Lens()
	total := "…"
	if n, ok := s.counts.live(); ok {
		total = grouped(n)
	}
	if lens.Mode == views.Past {
		return plural(total, "memory", "memories") + " then"
	}
	parts := []string{plural(total, "memory", "memories")}
	switch {
	case lens.Mode == views.Future && s.counts.loaded:
		parts = append(parts, grouped(s.counts.then.Faded)+" will have faded")
	case lens.Mode == views.Future:
		parts = append(parts, "… will have faded")
	case s.counts.loaded && s.counts.now.FadingWeek == 1:
		parts = append(parts, "1 fades this week")
	case s.counts.loaded:
		parts = append(parts, grouped(s.counts.now.FadingWeek)+" fade this week")
	default:
		parts = append(parts, "… fade this week")
	}
	if s.agentWriting(lens.Real) {
		parts = append(parts, "agent writing")
	}
	return strings.Join(parts, " · ")
}

// writingFor is how long after an agent's write the summary still says so.
const writingFor = 10 * time.Second

func (s *Screen) agentWriting(now time.Time) bool {
	return !s.agentAt.IsZero() && now.Sub(s.agentAt) < writingFor
}

// grouped writes a count with its thousands apart: 1,204.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func plural(n, one, many string) string {
	if n == "1" {
		return n + " " + one
	}
	return n + " " + many
}

// memoriesWord is "1 memory", "3 memories".
func memoriesWord(n int) string { return plural(grouped(n), "memory", "memories") }
