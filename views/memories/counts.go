package memories

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/engine/catalogue"
	"ebb/views"
)

// counts are the figures of the summary and of the filter menu. Until the
// catalogue is in there is only what the store itself keeps count of.
type counts struct {
	totals *engine.Totals
	loaded bool
	now    catalogue.Counts // at the real now
	then   catalogue.Counts // at the lens
	seq    uint64
	at     time.Time
	real   time.Time // when that was
	day    uint64    // which of the catalogues was counted, see Screen.day
	busy   bool
}

type countsMsg struct {
	totals    *engine.Totals
	now, then catalogue.Counts
	loaded    bool
	seq       uint64
	at, real  time.Time
	day       uint64
}

// live is the number of live memories, if it is known.
func (c *counts) live() (int, bool) {
	switch {
	case c.loaded:
		return c.now.Live, true
	case c.totals != nil:
		return c.totals.Live(), true
	}
	return 0, false
}

// countsAge is how long counts of the same memories are good for.
const countsAge = time.Minute

// countsPause is the least time between two counts while the clock is played:
// nobody reads faster, and 100,000 memories take some milliseconds.
const countsPause = 400 * time.Millisecond

// count works the figures out again when they may have changed.
func (s *Screen) count() tea.Cmd {
	lens := s.ctx.Lens()
	c := &s.counts
	same := !c.at.IsZero() && c.day == s.day && c.loaded == s.snap.Loaded() && c.seq == s.snap.Seq()
	if moved := lens.Now().Sub(c.at); c.busy || same && moved.Abs() < countsAge {
		return nil
	}
	if lens.Play && c.day == s.day && lens.Real.Sub(c.real).Abs() < countsPause {
		return nil
	}
	c.busy = true
	src, snap, day := s.src, s.snap, s.day
	return func() tea.Msg {
		msg := countsMsg{day: day, seq: snap.Seq(), at: lens.Now(), real: lens.Real, loaded: snap.Loaded()}
		if msg.loaded {
			msg.now = snap.Counts(lens.Real)
			if lens.Mode == views.Past {
				msg.now = snap.Counts(lens.Now())
			}
			msg.then = msg.now
			if !lens.Live() {
				msg.then = snap.Counts(lens.Now())
			}
			return msg
		}
		if t, err := src.Totals(context.Background()); err == nil {
			// Without totals the summary goes on saying "…"; the list itself
			// says what is wrong with the store.
			msg.totals = &t
		}
		return msg
	}
}

func (s *Screen) takeCounts(msg countsMsg) tea.Cmd {
	s.counts = counts{totals: msg.totals, loaded: msg.loaded, now: msg.now, then: msg.then, seq: msg.seq, at: msg.at, real: msg.real, day: msg.day}
	s.frame.dirty()
	return s.count()
}

type conflictsMsg struct{ ids map[string]bool }

// findConflicts reads which memories have an open conflict.
func (s *Screen) findConflicts() tea.Cmd {
	src := s.src
	return func() tea.Msg {
		ids, err := conflicting(context.Background(), src)
		if err != nil {
			return nil // the signs stay as they were; the list names errors of the store
		}
		return conflictsMsg{ids: ids}
	}
}
