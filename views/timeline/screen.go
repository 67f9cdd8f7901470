// Package timeline is the second screen. With a memory it is that memory's
// life: its versions, what each changed, how much was left of it and will be.
// Without one it is the feed: all that happened in the store, as it happens.
package timeline

import (
	"context"
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// Screen is the Timeline screen. Make it with [New]; it is used from one
// goroutine only.
type Screen struct {
	ctx views.Context
	src Source

	settings engine.Settings
	life     *life // nil: the feed
	lives    uint64
	feed     feed
	frame    frame

	closed context.Context // ends with the screen
	close  context.CancelFunc
}

// New makes the screen. It reads nothing until [Screen.Show].
func New(ctx views.Context, src Source) *Screen {
	s := &Screen{ctx: ctx, src: src, settings: src.Settings(), feed: newFeed()}
	s.closed, s.close = context.WithCancel(context.Background())
	return s
}

// ID implements [views.View].
func (s *Screen) ID() views.ScreenID { return views.Timeline }

// Title implements [views.View].
func (s *Screen) Title() string { return "Timeline" }

// Badge implements [views.View].
func (s *Screen) Badge() string { return "" }

// Summary implements [views.View].
func (s *Screen) Summary() string {
	if l := s.life; l != nil {
		if !l.begun {
			return "…"
		}
		title := " · " + widget.Truncate(widget.Clean(l.memory.Title), 28, "…")
		if lens := s.ctx.Lens(); lens.Mode == views.Past {
			i := l.inForce(lens.At)
			if i < 0 {
				return "not there yet" + title
			}
			return fmt.Sprintf("v%d of %s", l.versions[i].Number, l.countWord()) + title
		}
		return l.countWord() + title
	}
	return s.feed.countWord()
}

// Typing implements [views.View].
func (s *Screen) Typing() bool { return s.life == nil && s.feed.field.Focused }

// Close ends what the screen still has under way; call it once.
func (s *Screen) Close() { s.close() }

// Show implements [views.View]. A memory that was opened from the feed gives
// way to it when the screen is asked for by itself.
func (s *Screen) Show(id string) tea.Cmd {
	s.frame.dirty()
	var cmd tea.Cmd
	switch {
	case id != "":
		cmd = s.open(id, false)
	case s.life != nil && s.life.fromFeed:
		s.drop()
	}
	// The feed is read in any case: leaving a memory shows it at once.
	return tea.Batch(cmd, s.beginFeed())
}

// open shows the life of a memory.
func (s *Screen) open(id string, fromFeed bool) tea.Cmd {
	if s.life != nil {
		if s.life.id == id {
			return nil
		}
		s.life.cancel()
	}
	s.lives++
	s.life = newLife(s.closed, id, s.lives)
	s.life.fromFeed = fromFeed
	s.frame.dirty()
	return tea.Batch(s.life.read(s.src), s.life.readLog(s.src))
}

// drop leaves the memory for the feed.
func (s *Screen) drop() {
	if s.life != nil {
		s.life.cancel()
		s.life = nil
	}
	s.frame.dirty()
}

// Out implements [views.View].
func (s *Screen) Out() bool {
	s.frame.dirty()
	if s.life == nil {
		return s.feed.out()
	}
	if !s.life.out() {
		s.drop()
	}
	return true
}

// Instant implements [views.Dated].
func (s *Screen) Instant() time.Time {
	if l := s.life; l != nil {
		if p := l.current(); p != nil {
			return p.At
		}
		return time.Time{}
	}
	if op := s.feed.current(); op != nil {
		return op.At
	}
	return time.Time{}
}

func (s *Screen) now() time.Time { return s.ctx.Lens().Now() }

func (s *Screen) theme() *themes.Theme { return s.ctx.Theme() }

// local is an instant as people here read it.
func (s *Screen) local(t time.Time) time.Time {
	if s.ctx.Location == nil {
		return t.UTC()
	}
	return t.In(s.ctx.Location)
}

// when writes an instant with its minute.
func (s *Screen) when(t time.Time) string { return widget.DateTime(s.local(s.now()), s.local(t)) }

// offNow says why nothing can be written now, "" when it can.
func (s *Screen) offNow() string {
	if lens := s.ctx.Lens(); !lens.Live() {
		return "look back to now first (esc): nothing is written while the clock is elsewhere"
	}
	return ""
}

// Say implements [views.Speaker].
func (s *Screen) Say() string {
	if s.life != nil {
		return s.sayVersion()
	}
	return s.sayEntry()
}
