package conflicts

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/widget"
)

// Bindings implements [views.View].
func (s *Screen) Bindings() []views.Binding {
	if s.merge != nil {
		return s.mergeKeys()
	}
	pick := func(r rule) func() tea.Cmd { return s.do(func() tea.Cmd { return s.choose(r) }) }
	mergeOff := ""
	if s.queue.selecting() {
		mergeOff = "a merge needs a text of its own for each: let go of the selection first"
	}
	restoreOff := s.offNow()
	if restoreOff == "" && s.restorable() == "" {
		restoreOff = "neither side is archived"
	}
	select1, selectShort, selectHelp := s.act(s.queue.toggle), "select", "select the conflict for one decision about several"
	ahead := "go ahead"
	if s.full {
		selectShort = ""
	}
	switch {
	case s.focus == onRules && s.row >= 0:
		select1, selectShort, selectHelp = s.do(func() tea.Cmd { return s.choose(choices[s.row].rule) }), "choose", "choose the rule and see what it would do"
	case s.frame.alone && !s.full:
		ahead = "open"
	case s.queue.tab == settledOnes:
		ahead = "open result"
	}
	all := []views.Binding{
		{ID: "conflicts.a", Keys: []string{"a"}, Short: "keep A", Help: "keep A: see what that would do", Block: views.Local, Action: pick(keepA)},
		{ID: "conflicts.b", Keys: []string{"b"}, Short: "keep B", Help: "keep B: see what that would do", Block: views.Local, Action: pick(keepB)},
		{ID: "conflicts.both", Keys: []string{"o"}, Short: "keep both", Help: "keep both: see what that would do", Block: views.Local, Action: pick(keepBoth)},
		{ID: "conflicts.merge", Keys: []string{"m"}, Short: "merge…", Help: "make one memory of both, line by line", Block: views.Local, Off: mergeOff, Action: pick(mergeBoth)},
		{ID: "conflicts.ahead", Keys: []string{"enter"}, Short: ahead, Help: "go ahead with the decision that is shown; else choose the rule under the cursor", Block: views.Move, Action: s.do(s.enter)},
		{ID: "conflicts.pane", Keys: []string{"tab"}, Short: s.nextPane(), Help: "other pane: the rules, the two texts, the queue", Block: views.Move, Action: s.act(func() { s.otherPane(1) })},
		{ID: "conflicts.pane.back", Keys: []string{"shift+tab"}, Help: "the pane before", Block: views.Move, Action: s.act(func() { s.otherPane(-1) })},
		{ID: "conflicts.select", Keys: []string{" "}, Short: selectShort, Help: selectHelp, Block: views.Take, Action: select1},
		{ID: "conflicts.range", Keys: []string{"v"}, Help: "select from here to there", Block: views.Take, Action: s.act(s.queue.toggleRange)},
		{ID: "conflicts.all", Keys: []string{"V"}, Help: "select all open conflicts", Block: views.Take, Action: s.act(s.queue.takeAll)},
		{ID: "conflicts.copy", Keys: []string{"y"}, Help: "copy both texts", Block: views.Take, Action: s.do(s.copyTexts)},
		{ID: "conflicts.copyas", Keys: []string{"Y"}, Help: "copy the id, or the command line that prints the same", Block: views.Take, Action: s.do(s.copyOther)},
		{ID: "conflicts.restore", Keys: []string{"r"}, Help: "bring an archived side back, so that the conflict can be settled", Block: views.Change, Off: restoreOff, Action: s.do(s.restore)},
	}
	return append(all, s.moveKeys()...)
}

func (s *Screen) moveKeys() []views.Binding {
	return []views.Binding{
		{ID: "conflicts.down", Keys: []string{"j", "down"}, Help: "next conflict, rule or line", Block: views.Move, Action: s.act(func() { s.move(1) })},
		{ID: "conflicts.up", Keys: []string{"k", "up"}, Help: "previous conflict, rule or line", Block: views.Move, Action: s.act(func() { s.move(-1) })},
		{ID: "conflicts.top", Keys: []string{"g", "home"}, Help: "first", Block: views.Move, Action: s.act(func() { s.moveEnd(-1) })},
		{ID: "conflicts.end", Keys: []string{"G", "end"}, Help: "last", Block: views.Move, Action: s.act(func() { s.moveEnd(1) })},
		{ID: "conflicts.halfdown", Keys: []string{"ctrl+d", "pgdown"}, Help: "half a page down", Block: views.Move, Action: s.act(func() { s.moveHalf(1) })},
		{ID: "conflicts.halfup", Keys: []string{"ctrl+u", "pgup"}, Help: "half a page up", Block: views.Move, Action: s.act(func() { s.moveHalf(-1) })},
		{ID: "conflicts.open", Keys: []string{"h", "left"}, Help: "the open ones", Block: views.Move, Action: s.act(func() { s.turn(openOnes) })},
		{ID: "conflicts.settled", Keys: []string{"l", "right"}, Help: "the settled ones", Block: views.Move, Action: s.act(func() { s.turn(settledOnes) })},
	}
}

// act makes an action out of what changes only the state.
func (s *Screen) act(do func()) func() tea.Cmd {
	return s.do(func() tea.Cmd {
		do()
		return nil
	})
}

// do makes an action: the frame is stale after it, and what the new state
// needs is loaded.
func (s *Screen) do(do func() tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		s.frame.dirty()
		cmd := do()
		return tea.Batch(cmd, s.want())
	}
}

func (s *Screen) turn(t tab) {
	if s.queue.tab == t || s.focus == onTexts {
		return
	}
	s.queue.tab, s.chosen, s.row, s.scroll = t, noRule, -1, 0
	s.queue.anchor = -1
	s.focus = onQueue
	s.full = false
}

// nextPane is where tab leads.
func (s *Screen) nextPane() string {
	switch {
	case s.focus == onQueue && !s.full:
		return "rules"
	case s.focus == onRules && !s.queue.selecting():
		return "texts"
	case s.frame.alone:
		return "rules"
	}
	return "queue"
}

// otherPane goes round: queue, rules, texts.
func (s *Screen) otherPane(by int) {
	s.scroll = 0
	stops := []focus{onQueue, onRules, onTexts}
	if s.frame.alone {
		if !s.full {
			s.full, s.focus, s.row = s.queue.current() != nil, onRules, -1
			return
		}
		stops = []focus{onRules, onTexts}
	}
	if s.queue.selecting() && !s.frame.alone {
		stops = []focus{onQueue, onRules}
	}
	at := 0
	for i, f := range stops {
		if f == s.focus {
			at = i
		}
	}
	s.focus = stops[(at+by+len(stops))%len(stops)]
	switch {
	case s.focus != onRules:
		s.row = -1
	case s.row < 0:
		s.row = max(0, s.chosen.row())
	}
}

// move is by conflicts, rules or lines. Another conflict begins without a
// choice.
func (s *Screen) move(n int) {
	switch s.focus {
	case onTexts:
		s.scroll = max(0, s.scroll+n)
	case onRules:
		s.moveRow(n)
	default:
		s.queue.list().window.Move(n)
		s.afresh()
	}
}

// afresh lets go of a choice that was about another conflict.
func (s *Screen) afresh() {
	c := s.queue.current()
	if !s.queue.selecting() && (c == nil || s.pair.shown == nil || c.ID != s.pair.shown.id()) {
		s.chosen = noRule
	}
}

// moveRow goes through the choices; where they are out of sight the page is
// scrolled towards them first.
func (s *Screen) moveRow(n int) {
	to := s.row + n
	switch {
	case s.queue.tab == settledOnes, s.pair.shown != nil && !s.queue.selecting() && !s.pair.shown.live(s.now()):
		s.scroll = max(0, s.scroll+n)
	case s.frame.stacked && n > 0 && s.frame.below > 0 && to >= 0 && !s.frame.rowSeen(to):
		s.scroll++
	case s.frame.stacked && n < 0 && s.row <= 0:
		s.row, s.scroll = -1, max(0, s.scroll-1)
	default:
		s.row = min(max(to, 0), len(choices)-1)
		s.frame.reveal = true
	}
}

func (s *Screen) moveHalf(n int) {
	switch {
	case s.focus == onQueue:
		s.queue.list().window.Half(n)
		s.afresh()
	default:
		s.scroll = max(0, s.scroll+n*max(1, s.frame.h/2))
	}
}

func (s *Screen) moveEnd(n int) {
	switch {
	case s.focus == onQueue && n < 0:
		s.queue.list().window.Top()
		s.afresh()
	case s.focus == onQueue:
		s.queue.list().window.End()
		s.afresh()
	case s.focus == onRules && !s.frame.stacked:
		s.row = 0
		if n > 0 {
			s.row = len(choices) - 1
		}
	case n < 0:
		s.scroll = 0
	default:
		s.scroll = 1 << 20
	}
}

// copyTexts copies what both sides say.
func (s *Screen) copyTexts() tea.Cmd {
	p := s.pair.shown
	if p == nil || p.err != nil {
		return toast(views.Warn, "there is nothing to copy")
	}
	text := "A: " + p.sides[0].memory.Content + "\n\nB: " + p.sides[1].memory.Content
	return views.Send(views.CopyMsg{Text: text, Label: "both texts"})
}

// copyOther offers what else of a conflict can be copied.
func (s *Screen) copyOther() tea.Cmd {
	c := s.queue.current()
	if c == nil {
		return toast(views.Warn, "there is nothing to copy")
	}
	texts := []string{c.ID, "ebb conflicts --json", c.MemoryA, c.MemoryB}
	labels := []string{"the id", "the command line", "the id of A", "the id of B"}
	return views.Send(views.PickMsg{
		Title: "Copy",
		Choices: []views.Choice{
			{Key: "i", Label: "its id", Note: widget.Clean(c.ID)},
			{Key: "c", Label: "the command line that prints all of them", Note: texts[1]},
			{Key: "a", Label: "the id of A", Note: widget.Clean(c.MemoryA)},
			{Key: "b", Label: "the id of B", Note: widget.Clean(c.MemoryB)},
		},
		Pick: func(i int) tea.Cmd { return views.Send(views.CopyMsg{Text: texts[i], Label: labels[i]}) },
	})
}

// Say implements [views.Speaker].
func (s *Screen) Say() string {
	c := s.queue.current()
	switch {
	case s.merge != nil:
		return s.merge.say()
	case c == nil:
		m := s.instead()
		return strings.Join(append([]string{m.title}, m.next...), ", ")
	case s.queue.selecting():
		return counted(s.queue.count()) + " selected, " + s.standing()
	case s.focus == onRules && s.row >= 0:
		text := choices[s.row].name
		if p := s.pair.shown; p != nil && s.queue.tab == openOnes {
			text += ": " + s.effect(p, choices[s.row].rule)
		}
		return text + ", " + s.standing()
	}
	l := s.queue.list()
	return fmt.Sprintf("conflict %s of %s: %s, %s", grouped(l.window.Cursor()+1), grouped(len(l.conflicts)), s.title(c), s.under(c))
}

// standing says whether something is chosen.
func (s *Screen) standing() string {
	if s.chosen == noRule {
		return "nothing chosen"
	}
	return s.chosen.String() + " chosen, enter goes ahead"
}

func (s *Screen) title(c *engine.Conflict) string {
	if n, known := s.names[c.ID]; known {
		return widget.Clean(n.text)
	}
	return "…"
}
