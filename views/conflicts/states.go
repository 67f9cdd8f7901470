package conflicts

import (
	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// decided says what a settled conflict came to.
func (s *Screen) decided(p *pair, w int, airy bool) []line {
	t, c := s.theme(), &p.conflict
	out := plain(s.heading("what was decided", w))
	if airy {
		out = append(out, plain("")...)
	}
	add := func(role themes.Role, text string) {
		wrapped, _ := widget.WrapN(text, w, 3)
		for _, l := range wrapped {
			out = append(out, line{t.Paint(role, l), -1})
		}
	}
	how := "by the rule " + c.Resolution
	switch engine.Strategy(c.Resolution) {
	case engine.Manual:
		how = "chosen by hand"
	case engine.Merge:
		how = "merged"
	case engine.KeepBoth:
		how = "both are right"
	}
	add(themes.Strong, s.decision(c)+" · "+how+" · "+c.ResolvedBy.String()+", "+s.moment(c.ResolvedAt))
	switch {
	case p.product != nil:
		add(themes.Text, "they became “"+widget.Truncate(widget.Clean(p.product.Title), 60, "…")+"”")
	case c.Status == engine.ConflictDismissed:
		add(themes.Text, "the pair is not raised again while both texts stay as they were")
	case c.ResolvedMemoryID != "":
		add(themes.Text, "the other side is kept in the history, hidden from agents")
	}
	add(themes.Muted, "enter opens the result · u takes your newest decision back, U lists everyone's")
	return out
}

// dead says why nothing can be decided now and what would change that.
func (s *Screen) dead(p *pair, w int, airy bool) []line {
	t := s.theme()
	out := plain(s.heading("cannot be settled now", w))
	if airy {
		out = append(out, plain("")...)
	}
	for i := range p.sides {
		letter := string("AB"[i])
		text := s.deadSide(&p.sides[i], letter)
		if text == "" {
			continue
		}
		wrapped, _ := widget.WrapN(text, w, 3)
		for _, l := range wrapped {
			out = append(out, line{t.Paint(themes.Warn, l), -1})
		}
	}
	return append(out, plain(t.Paint(themes.Muted, "both sides have to be live; until then agents see only the live one"))...)
}

// deadSide says what became of a side and what to do, "" for a live one.
func (s *Screen) deadSide(side *side, letter string) string {
	m, now := &side.memory, s.now()
	switch {
	case side.gone:
		return letter + " was purged: nothing is left to compare with"
	case m.State == engine.Archived:
		return letter + " was archived " + s.date(m.Head.Archive.At) + ": r brings it back, then the conflict can be settled"
	case m.State.Live() && m.ExpiredAt(now), m.State == engine.Expired:
		return letter + " expired " + s.date(m.ExpiresAt) + ": a later date, given on Memories with e, makes it live again"
	case m.State == engine.Superseded:
		return letter + " was superseded " + s.date(m.UpdatedAt) + " by another memory: U takes that decision back"
	case m.State == engine.Merged:
		return letter + " was merged " + s.date(m.UpdatedAt) + " into another memory: U takes that back"
	case m.State == engine.Deleted:
		return letter + " was deleted " + s.date(m.UpdatedAt) + ": U takes that back"
	}
	return ""
}

// message stands where there is nothing to show: what is the case, and the
// next step.
type message struct {
	role  themes.Role
	title string
	next  []string
}

// instead is what is said in place of rows; nil when there are some.
func (s *Screen) instead() *message {
	q := &s.queue
	switch {
	case len(q.list().conflicts) > 0:
		return nil
	case q.err != nil:
		return &message{themes.Danger, "The conflicts could not be read", []string{q.err.Error()}}
	case !q.loaded:
		return &message{themes.Muted, "Reading the conflicts …", nil}
	case q.tab == settledOnes:
		return &message{themes.Text, "Nothing has been settled yet", []string{s.arrowKey(false) + " the open ones"}}
	case len(q.lists[settledOnes].conflicts) > 0:
		return &message{themes.Good, "Nothing contradicts: all is settled", []string{s.arrowKey(true) + " what was decided", "x on Memories declares a contradiction"}}
	}
	return &message{themes.Text, "Nothing contradicts", []string{"x on Memories declares that two memories do", "a provider finds them by itself, when one is configured"}}
}

// arrowKey is the key that leads to the other list.
func (s *Screen) arrowKey(right bool) string {
	g := &s.theme().Glyphs
	switch {
	case (s.ctx.Accessible || g.ASCII) && right:
		return "right"
	case s.ctx.Accessible || g.ASCII:
		return "left"
	case right:
		return g.Arrow
	}
	return g.Back
}

func (s *Screen) drawMessage(m *message, w, h int) []string {
	t := s.theme()
	var lines []string
	add := func(role themes.Role, text string) {
		wrapped, _ := widget.WrapN(text, max(1, w-2), 4)
		for _, line := range wrapped {
			lines = append(lines, " "+t.Paint(role, line))
		}
	}
	add(m.role, m.title)
	for _, next := range m.next {
		add(themes.Muted, next)
	}
	return lines[:min(len(lines), h)]
}
