package conflicts

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// bulk is what one rule would do to all that is selected.
type bulk struct {
	rule  rule
	ids   []string // that it was asked about
	would tally
	left  []engine.Unsettled
	err   error
	known bool
	busy  bool
}

// tally counts outcomes.
type tally struct {
	ids              []string // that would be settled
	a, b, both, ties int
}

func (b *bulk) forget() { *b = bulk{busy: b.busy} }

// stale has the outcome worked out again: something was written.
func (b *bulk) stale() { b.known = false }

func (b *bulk) about(r rule, ids []string) bool {
	return b.known && b.rule == r && slices.Equal(b.ids, ids)
}

type wouldAllMsg struct {
	rule  rule
	ids   []string
	would tally
	left  []engine.Unsettled
	err   error
}

// wantBulk works out what the chosen rule would do to the selection.
func (s *Screen) wantBulk() tea.Cmd {
	if !s.queue.selecting() || s.chosen == noRule || s.bulk.busy || s.offNow() != "" {
		return nil
	}
	ids, r := s.queue.selected(), s.chosen
	if s.bulk.about(r, ids) || len(ids) == 0 {
		return nil
	}
	s.bulk.busy = true
	src, ctx := s.src, s.life
	return func() tea.Msg {
		msg := wouldAllMsg{rule: r, ids: ids}
		would, left, err := src.PreviewResolveAll(ctx, ids, r.settles(), byYou)
		msg.would, msg.left, msg.err = count(would), left, err
		return msg
	}
}

func count(would []engine.Resolved) (t tally) {
	for i := range would {
		w := &would[i]
		t.ids = append(t.ids, w.Conflict.ID)
		t.ties += len(w.Ties)
		switch winner(w) {
		case "A":
			t.a++
		case "B":
			t.b++
		default:
			t.both++
		}
	}
	return t
}

func (b *bulk) take(msg wouldAllMsg) {
	*b = bulk{rule: msg.rule, ids: msg.ids, would: msg.would, left: msg.left, err: msg.err, known: true}
}

// told is what the chosen rule would do to the selection, in full.
func (s *Screen) toldAll() string {
	b := &s.bulk
	if !b.about(s.chosen, s.queue.selected()) {
		return "working out what would happen …"
	}
	if b.err != nil {
		return complaint(b.err)
	}
	var parts []string
	add := func(n int, text string) {
		if n > 0 {
			parts = append(parts, grouped(n)+" "+text)
		}
	}
	add(b.would.a, "× A stays, B superseded")
	add(b.would.b, "× B stays, A superseded")
	add(b.would.both, "× both stay")
	if b.would.ties > 0 {
		parts = append(parts, follow(b.would.ties))
	}
	if n := len(b.left); n > 0 {
		parts = append(parts, fmt.Sprintf("%s stay open: %s", grouped(n), complaint(b.left[0].Err)))
	}
	if len(b.would.ids) > 0 {
		parts = append(parts, "one operation, one u takes all of it back")
	}
	return strings.Join(parts, " · ")
}

// settleAll goes ahead with the selection: those that can be settled, as one
// operation.
func (s *Screen) settleAll() tea.Cmd {
	b := &s.bulk
	switch {
	case !b.about(s.chosen, s.queue.selected()):
		return toast(views.Warn, "still working out what would happen")
	case b.err != nil:
		return toast(views.Fail, complaint(b.err))
	case len(b.would.ids) == 0:
		return toast(views.Warn, "none of them can be settled like this")
	}
	s.writing = true
	src, r, ids := s.src, s.chosen, b.would.ids
	ctx, cancel := context.WithCancel(context.Background())
	run := func() tea.Msg {
		defer cancel()
		_, all, err := src.ResolveAll(ctx, ids, r.settles(), byYou)
		return settledMsg{all: all, done: "settled " + counted(len(all)) + ": " + r.String(), err: err}
	}
	if len(ids) < busyFrom {
		return run
	}
	return tea.Sequence(
		views.Send(views.BusyMsg{Job: "conflicts.settle", Label: "settling " + counted(len(ids)), Cancel: cancel}),
		run,
		views.Send(views.BusyMsg{Job: "conflicts.settle"}),
	)
}

// busyFrom is the number of conflicts from which settling is announced as work.
const busyFrom = 200
