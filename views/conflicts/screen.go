// Package conflicts is the screen on which people settle what contradicts:
// the queue, both memories beside each other, what each decision would do, and
// an editor that makes one text of two. Nothing is preselected, and nothing is
// written whose outcome has not been on the screen.
package conflicts

import (
	"context"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// focus says which part of the screen the moving keys are about.
type focus uint8

const (
	onQueue focus = iota
	onRules
	onTexts
)

// Screen is the Conflicts screen. Make it with [New]; it is used from one
// goroutine only.
type Screen struct {
	ctx views.Context
	src Source

	settings engine.Settings
	queue    queue
	reading  bool   // the queue is being read
	again    bool   // and is old already
	seek     string // conflict to go to as soon as the queue has it
	undone   bool   // the person took something back: go to what it opened again

	names   map[string]named // what rows are called, by conflict
	naming  bool
	nameGen uint64

	pair    pairPane
	chosen  rule // of the pair shown, or of the selection
	row     int  // under the cursor among the choices; -1 above them
	writing bool
	bulk    bulk
	merge   *merging

	focus  focus
	full   bool // narrow: the pair has the whole screen
	scroll int  // of the pair's page, or of its texts while they are read
	frame  frame

	// Pairs and outcomes are read while the screen is looked at only: it is in
	// sight since it was shown, until a second passes in which it is not drawn.
	sight, drawn bool

	then then

	life context.Context // of everything that runs for the screen
	end  context.CancelFunc
}

// pairPane is what is known of the conflicts that were looked at.
type pairPane struct {
	shown  *pair
	busy   bool
	about  [2]string // memories being read
	gen    uint64
	recent []*pair // most recently used last

	stop context.CancelFunc // of the comparison under way
}

// New makes the screen. It reads nothing before its first message.
func New(ctx views.Context, src Source) *Screen {
	s := &Screen{ctx: ctx, src: src, settings: src.Settings(), queue: newQueue(), names: map[string]named{}, row: -1}
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

// ID implements [views.View].
func (s *Screen) ID() views.ScreenID { return views.Conflicts }

// Title implements [views.View].
func (s *Screen) Title() string { return "Conflicts" }

// Badge implements [views.View]: how many are open.
func (s *Screen) Badge() string {
	if n := len(s.queue.lists[openOnes].conflicts); n > 0 {
		return grouped(n)
	}
	return ""
}

// Summary implements [views.View].
func (s *Screen) Summary() string {
	if !s.queue.loaded {
		return "…"
	}
	open, settled := s.queue.lists[openOnes].conflicts, s.queue.lists[settledOnes].conflicts
	parts := []string{grouped(len(open)) + " open", grouped(len(settled)) + " settled"}
	if n := len(open); n > 0 {
		parts = append(parts, "oldest "+spell(s.now().Sub(open[n-1].CreatedAt)))
	}
	return strings.Join(parts, " · ")
}

// spell writes an age in words: "9 days", "3 h", "just now".
func spell(d time.Duration) string {
	if d >= 24*time.Hour {
		return widget.Days(d)
	}
	return strings.TrimSuffix(widget.Ago(time.Time{}.Add(max(0, d)), time.Time{}), " ago")
}

// Typing implements [views.View].
func (s *Screen) Typing() bool { return s.merge != nil && s.merge.field != nil }

// Unsaved implements [views.Unsaved].
func (s *Screen) Unsaved() string {
	if s.merge == nil || !s.merge.dirty() {
		return ""
	}
	return "the merge of " + s.name(&s.merge.pair.conflict)
}

// Close ends what the screen still has under way; call it once.
func (s *Screen) Close() { s.end() }

// Show implements [views.View].
func (s *Screen) Show(id string) tea.Cmd {
	s.frame.dirty()
	s.sight = true
	cmds := []tea.Cmd{}
	if id != "" {
		if s.merge != nil && s.merge.dirty() {
			cmds = append(cmds, toast(views.Warn, "the merge is not finished: enter saves it, esc esc lets it go"))
		} else {
			s.merge, s.chosen, s.row, s.scroll = nil, noRule, -1, 0
			s.queue.letGo()
			s.full, s.focus = s.frame.alone, onQueue
			if s.full {
				s.focus = onRules
			}
			if !s.queue.find(id) {
				s.seek = id
			}
		}
	}
	if !s.queue.loaded || s.seek != "" {
		cmds = append(cmds, s.read())
	}
	return tea.Batch(append(cmds, s.lookThen(), s.want())...)
}

// Out implements [views.View].
func (s *Screen) Out() bool {
	defer s.frame.dirty()
	switch {
	case s.merge != nil:
		if s.merge.out() {
			s.merge = nil
		}
	case s.focus == onTexts:
		s.focus, s.scroll = onRules, 0
	case s.chosen != noRule:
		s.chosen = noRule
	case s.full:
		s.full, s.focus, s.row, s.scroll = false, onQueue, -1, 0
	case s.focus != onQueue:
		s.focus, s.row, s.scroll = onQueue, -1, 0
	case s.queue.letGo():
		s.bulk.forget()
	case s.queue.tab == settledOnes:
		s.queue.tab = openOnes
	default:
		return false
	}
	return true
}

// now is the instant that everything is evaluated at.
func (s *Screen) now() time.Time { return s.ctx.Lens().Now() }

func (s *Screen) theme() *themes.Theme { return s.ctx.Theme() }

func (s *Screen) date(t time.Time) string {
	now := s.now()
	return widget.Date(now, t.In(now.Location()))
}

func (s *Screen) moment(t time.Time) string {
	now := s.now()
	return widget.DateTime(now, t.In(now.Location()))
}

// offNow says why nothing can be decided, "" when it can.
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

// grouped writes a count with its thousands apart: 1,204.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// counted is "1 conflict", "3 conflicts".
func counted(n int) string {
	if n == 1 {
		return "1 conflict"
	}
	return grouped(n) + " conflicts"
}

func toast(level views.Level, text string) tea.Cmd {
	return views.Send(views.ToastMsg{Text: widget.Clean(text), Level: level})
}
