package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/views"
)

// keyed takes a key message apart: runes that were typed ahead arrive as one.
func (s *shell) keyed(k tea.KeyMsg) tea.Cmd {
	if k.Type != tea.KeyRunes || k.Paste || k.Alt || len(k.Runes) < 2 {
		return s.key(k)
	}
	var cmds []tea.Cmd
	for i, r := range k.Runes {
		// The rest of a burst that opened a text field is text, in one piece.
		if s.typing() {
			rest := k
			rest.Runes = k.Runes[i:]
			return tea.Batch(append(cmds, s.key(rest))...)
		}
		one := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
		if cmd := s.key(one); cmd != nil {
			cmds = append(cmds, cmd)
		}
	}
	return tea.Batch(cmds...)
}

// typing reports whether runes are text.
func (s *shell) typing() bool {
	if top := s.top(); top != nil {
		return top.typing()
	}
	v := s.view()
	return v != nil && v.Typing()
}

// key routes one key: leaving, the card, overlays, the text field, the lens,
// the shell's table, the screen's table, the screen.
func (s *shell) key(k tea.KeyMsg) tea.Cmd {
	k = views.Text(k)
	name := keyName(k)
	if name == "ctrl+c" {
		return s.interrupt()
	}
	s.status.keyed()
	if s.card != nil {
		return s.cardKey(name)
	}
	v, top := s.view(), s.top()
	if s.tooSmall() || v == nil && top == nil {
		return s.waitingKey(name)
	}
	if top != nil {
		return s.overlayKey(top, k, name)
	}
	if v.Typing() {
		if name == "esc" {
			v.Out()
			return nil
		}
		return v.Update(k)
	}
	if k.Paste {
		return s.say(views.Warn, "a paste needs a text field: / to filter, n for a new memory")
	}
	if s.lens.open {
		if b, ok := s.keys.find(s.lensTable(), name); ok {
			return s.press(b)
		}
	}
	own := v.Bindings()
	if b, ok := s.keys.find(s.globals(), name); ok {
		// An editor's own undo comes before going to the background.
		if _, taken := s.keys.find(own, name); !taken || b.ID != "suspend" {
			return s.press(b)
		}
	}
	if b, ok := s.keys.find(own, name); ok && (b.Action != nil || b.Off != "") {
		return s.press(b)
	}
	return v.Update(k)
}

// waitingKey is for when there is nothing to act on: no store yet, no room.
func (s *shell) waitingKey(name string) tea.Cmd {
	if b, ok := s.keys.find(s.globals(), name); ok && b.Block == views.Leave {
		return s.press(b)
	}
	return nil
}

func (s *shell) overlayKey(top overlay, k tea.KeyMsg, name string) tea.Cmd {
	switch name {
	case "esc":
		if !top.out() {
			s.drop(top)
			if l, ok := top.(leaver); ok {
				return l.left(s)
			}
		}
		return nil
	case "ctrl+z":
		return s.suspend()
	}
	return top.key(s, k, name)
}

// out takes one step out on the screen; the lens is the last of them.
func (s *shell) out() tea.Cmd {
	if v := s.view(); v != nil && v.Out() {
		return nil
	}
	if s.lens.away || s.lens.open {
		s.lens.toNow()
		return s.lensMoved()
	}
	s.note = note{}
	return nil
}

// goTo shows a place and remembers the way back.
func (s *shell) goTo(p place) tea.Cmd {
	if s.indexOf(p.screen) < 0 {
		return s.say(views.Warn, "there is no screen called "+string(p.screen))
	}
	s.trail.visit(p)
	return s.arrive(p)
}

func (s *shell) back() tea.Cmd {
	p, ok := s.trail.back()
	if !ok {
		return s.say(views.Warn, "this is where you started")
	}
	return s.arrive(p)
}

func (s *shell) arrive(p place) tea.Cmd {
	i := s.indexOf(p.screen)
	if i < 0 {
		return nil
	}
	s.active = i
	return s.screens[i].Show(p.id)
}

// turn goes to a neighbouring screen; the row of tabs has two ends.
func (s *shell) turn(by int) tea.Cmd {
	i := s.active + by
	if i < 0 || i >= len(s.screens) {
		return nil
	}
	id := s.screens[i].ID()
	return s.goTo(place{screen: id, id: s.pointed(id)})
}

// pointed is the memory that a screen is asked to show: the Timeline and the
// Graph take the one under the cursor along.
func (s *shell) pointed(to views.ScreenID) string {
	if v, ok := s.view().(views.Pointing); ok && (to == views.Timeline || to == views.Graph) && s.view().ID() != to {
		return v.Pointed()
	}
	return ""
}

func (s *shell) indexOf(id views.ScreenID) int {
	for i, v := range s.screens {
		if v.ID() == id {
			return i
		}
	}
	return -1
}

// interrupt is ctrl+c: the newest running job is cancelled, else it is quit.
func (s *shell) interrupt() tea.Cmd {
	if s.jobs.cancel() {
		return s.say(views.Warn, "cancelling…")
	}
	return s.quit()
}

// quit leaves, asking first where something would be lost.
func (s *shell) quit() tea.Cmd {
	lost := s.wouldLose()
	if lost == "" {
		return s.leave()
	}
	if c, ok := s.top().(*confirm); ok && c.leaving {
		return s.leave()
	}
	c := newConfirm(views.ConfirmMsg{
		Title: "Quit now?", Body: lost, Yes: "quit",
		Do: s.leave,
	})
	c.leaving = true
	s.push(c)
	return nil
}

// leave ends the program, once the terminal's answer to our question had
// time to arrive: it would be typed into the shell's prompt otherwise.
func (s *shell) leave() tea.Cmd {
	if s.term != nil {
		if wait := s.term.answerDue(); wait > 0 {
			return tea.Tick(wait, func(time.Time) tea.Msg { return tea.QuitMsg{} })
		}
	}
	return tea.Quit
}

func (s *shell) wouldLose() string {
	for _, v := range s.screens {
		if u, ok := v.(views.Unsaved); ok {
			if what := u.Unsaved(); what != "" {
				return "Unsaved text would be lost: " + what
			}
		}
	}
	if s.jobs.has("import") {
		return "An import is running. What it has read so far stays; importing the file again goes on from there."
	}
	return ""
}
