package ui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
)

// pulse says what a beat is for.
type pulse uint8

const (
	second pulse = iota // live retention, the clock
	lapse               // a playing lens
	spin                // work under way
	pulses
)

const (
	// lapseTime between frames of time-lapse: what bars a cell wide can show.
	lapseTime = 33 * time.Millisecond
	spinTime  = 100 * time.Millisecond
)

// beatMsg is one beat.
type beatMsg struct {
	of pulse
	at time.Time // the machine's clock
}

// beat knows which beats are on their way, so that there is one of each.
type beat struct {
	due  [pulses]bool
	last time.Time // of the lapse
}

// arm starts the beats that are wanted. An idle shell wants none but the
// second's, and that only while it is seen.
func (s *shell) arm() tea.Cmd {
	var cmds []tea.Cmd
	start := func(of pulse, every time.Duration, wanted bool) {
		if !wanted || s.beat.due[of] {
			return
		}
		s.beat.due[of] = true
		cmds = append(cmds, s.after(every, beatMsg{of: of}))
	}
	live := s.watched()
	start(second, time.Second, live || s.status.text != "")
	every := lapseTime
	if s.o.ReducedMotion {
		every = time.Second
	}
	start(lapse, every, s.lens.play)
	start(spin, spinTime, s.jobs.any())
	cmds = append(cmds, s.lookBack())
	return tea.Batch(cmds...)
}

// watched reports whether what ticks is seen.
func (s *shell) watched() bool {
	return s.session != nil && !s.lens.away && !s.blurred && !s.covered()
}

// later sends a beat in a while, or nothing when the program ends before.
func (s *shell) later(d time.Duration, b beatMsg) tea.Cmd {
	return func() tea.Msg {
		wait := time.NewTimer(d)
		defer wait.Stop()
		select {
		case b.at = <-wait.C:
			return b
		case <-s.ctx.Done():
			return nil
		}
	}
}

// covered reports whether an overlay hides all that ticks.
func (s *shell) covered() bool {
	top := s.top()
	return s.card != nil || top != nil && top.full()
}

func (s *shell) beaten(b beatMsg) tea.Cmd {
	s.beat.due[b.of] = false
	switch b.of {
	case second:
		s.status.aged(b.at)
		s.gather()
		if !s.watched() {
			return nil
		}
		// An empty answer may be that of a catalogue that was still loading.
		if len(s.frame.axis.marks) == 0 {
			s.axisChanged()
		}
		return s.ticked()
	case lapse:
		passed := b.at.Sub(s.beat.last)
		if s.beat.last.IsZero() {
			passed = 0
		}
		s.beat.last = b.at
		s.lens.advance(s.now, passed)
		if s.lens.play {
			return s.ticked()
		}
		s.beat.last = time.Time{}
		s.demoPlayed()
		return tea.Batch(s.lensMoved(), s.ticked())
	case spin:
		s.jobs.turn++
	}
	return nil
}

// ticked tells the screen that is seen what time it shows now; the others hear
// of it when they are shown.
func (s *shell) ticked() tea.Cmd {
	if v := s.view(); v != nil {
		return v.Update(views.TickMsg{At: s.shownLens().Now()})
	}
	return nil
}

// gather takes over what the store has to tell.
func (s *shell) gather() {
	if s.session != nil {
		s.board.gather(s.now, s.session.Engine.Notices())
	}
}

// eventBuffer is the queue of the shell's subscription; when it runs over,
// everything is read again, which is what a thousand events come to anyway.
const eventBuffer = 256

// eventsMsg is what was committed since the last one.
type eventsMsg struct {
	session *Session
	sub     *engine.Subscription
	events  []engine.Event
	closed  bool
}

// listen subscribes to a session's events until its engine closes.
func (s *shell) listen(session *Session) tea.Cmd {
	return s.hear(session, session.Engine.Subscribe(eventBuffer))
}

// frameTime is how long events are collected: screens hear of them at most
// once a frame.
const frameTime = time.Second / 60

// next waits for an event, and then for what comes within the same frame.
func next(session *Session, sub *engine.Subscription) tea.Cmd {
	return func() tea.Msg {
		m := eventsMsg{session: session, sub: sub}
		ev, ok := <-sub.C
		if !ok {
			m.closed = true
			return m
		}
		m.events = append(m.events, ev)
		frame := time.NewTimer(frameTime)
		defer frame.Stop()
		for {
			select {
			case <-frame.C:
				return m
			case ev, ok := <-sub.C:
				if !ok {
					m.closed = true
					return m
				}
				m.events = append(m.events, ev)
			}
		}
	}
}

// manyEvents in one frame are one request to read again.
const manyEvents = 16

func (s *shell) heard(m eventsMsg) tea.Cmd {
	if m.session != s.session {
		return nil
	}
	var cmds []tea.Cmd
	if !m.closed {
		cmds = append(cmds, s.hear(m.session, m.sub))
	}
	if len(m.events) > manyEvents {
		last := m.events[len(m.events)-1]
		last.Resync = true
		m.events = []engine.Event{last}
	}
	for _, ev := range m.events {
		s.status.heard(&ev)
		cmds = append(cmds, s.tell(views.EventMsg{Event: ev}))
		s.axisChanged()
	}
	if len(m.events) > 0 {
		// Also where it lies under something: the store is not empty any more.
		s.overlays = slices.DeleteFunc(s.overlays, func(o overlay) bool {
			_, greets := o.(*welcome)
			return greets
		})
	}
	s.gather()
	return tea.Batch(cmds...)
}
