package memories

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/themes"
	"ebb/views"
	"ebb/views/widget"
)

// The filter finds what holds its words, in an order of the list's own. The
// same words can be searched for as agents do it: what fits best first, with
// what its place comes from. Looking so is no retrieval: nothing is
// strengthened by it.

const (
	firstHits = 100 // searched for at first
	moreHits  = 4   // times as many when they have been looked through
)

// best is the order of a search.
type best struct {
	hits  []engine.Hit
	rows  map[string]int
	limit int  // that was asked for
	more  bool // there are more than that
}

func (b best) len() int        { return len(b.hits) }
func (b best) id(i int) string { return b.hits[i].Memory.ID }

func (b best) find(id string) int {
	if i, ok := b.rows[id]; ok {
		return i
	}
	return -1
}

// searches reports whether the question is a search: it has words, and is
// about now.
func (q *question) searches() bool { return q.best && q.filter.text != "" }

// bestMsg brings a search's hits; again says that they renew what is shown.
type bestMsg struct {
	gen   uint64
	order best
	again bool
	err   error
}

// search asks the engine what fits best.
func search(ctx context.Context, src Source, q question, limit int, again bool, gen uint64) tea.Cmd {
	return func() tea.Msg {
		msg := bestMsg{gen: gen, again: again, order: best{limit: limit}}
		query, none, err := queryFor(ctx, src, q)
		if err != nil || none {
			msg.err = err
			return msg
		}
		hits, err := src.Search(ctx, engine.Query{Text: q.filter.query, Filter: query.Filter, Limit: limit, Look: true}, byYou)
		msg.order.more, msg.err = len(hits) == limit, err
		if keep := q.filter.keeps(); keep != nil {
			hits = slices.DeleteFunc(hits, func(h engine.Hit) bool { return !keep(&h.Memory.Head) })
		}
		msg.order.hits, msg.order.rows = hits, make(map[string]int, len(hits))
		for i := range hits {
			msg.order.rows[hits[i].Memory.ID] = i
		}
		return msg
	}
}

// searchAgain is the search for what is shown, as far as it is shown.
func (s *Screen) searchAgain() tea.Cmd {
	limit := firstHits
	if o, ok := s.list.order.(best); ok {
		limit = max(limit, o.limit)
	}
	return search(s.finding.ctx, s.src, s.asked, limit, true, s.finding.gen)
}

// takeBest shows hits. Order holds still: newer ones of the same search are
// shown where the person asked or wrote.
func (s *Screen) takeBest(msg bestMsg) {
	f := &s.finding
	if msg.gen != f.gen || cancelled(msg.err) {
		return
	}
	f.paging, f.renewing, f.begun = false, false, true
	f.partial, f.err, f.stale = msg.order.more, msg.err, false
	was, shown := s.list.order.(best)
	switch {
	case f.jump:
		s.list.start(msg.order)
	case shown && msg.order.len() >= was.len() && !msg.again:
		s.list.grow(msg.order)
	default:
		s.list.replace(msg.order)
	}
	f.jump, f.shown = false, s.snap.Seq()
	s.reach()
}

// moreBest searches on when the window comes near the last hit.
func (s *Screen) moreBest() tea.Cmd {
	f := &s.finding
	o, ok := s.list.order.(best)
	if !ok || !o.more || f.paging || f.renewing || f.err != nil || !s.asked.searches() ||
		s.list.window.Offset()+2*s.list.window.Height() < o.len() {
		return nil
	}
	f.paging = true
	return search(f.ctx, s.src, s.asked, o.limit*moreHits, false, f.gen)
}

// toggleBest goes from the filter to the search and back.
func (s *Screen) toggleBest() tea.Cmd {
	switch {
	case s.asked.best:
		s.asked.best = false
		if s.asked.filter.text == "" {
			return nil
		}
		return s.ask(true)
	case !s.ctx.Lens().Live():
		return toast(views.Warn, "a search looks at what is remembered now: esc looks back to now")
	}
	s.finding.filtered = &remembered{list: s.list, asked: s.asked, partial: s.finding.partial || s.finding.texts}
	s.asked.best = true
	if s.asked.filter.text == "" {
		return nil
	}
	return s.ask(true)
}

// leaveBest goes back to the filter, at once where its list is still known. It
// cannot return a command, see leaveFilter.
func (s *Screen) leaveBest() {
	was := s.finding.filtered
	s.finding = s.finding.next()
	f := &s.finding
	f.filtered, f.again, f.stale = nil, true, true
	s.asked.best = false
	if was == nil || was.asked.text != s.asked.text {
		return
	}
	current, marks, height := s.list.current(), s.list.marks, s.list.window.Height()
	marks.settle(s.list.order)
	s.list, f.stale, f.partial = was.list, was.partial, was.partial
	s.list.marks, s.list.anchor = marks, -1
	s.list.window.SetHeight(height)
	if at := s.list.order.find(current); at >= 0 {
		s.list.moveTo(at)
	}
}

// hit is what the search says of row i; nil where the list is none.
func (s *Screen) hit(i int) *engine.Hit {
	if o, ok := s.list.order.(best); ok && i >= 0 && i < len(o.hits) {
		return &o.hits[i]
	}
	return nil
}

// signals are why a hit stands where it does, strongest first.
func signals(hit *engine.Hit) []engine.Signal {
	out := slices.Clone(hit.Signals)
	slices.SortStableFunc(out, func(a, b engine.Signal) int {
		switch x, y := a.Value*a.Weight, b.Value*b.Weight; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return out
}

// signalWords are a hit's signals in one line.
func signalWords(hit *engine.Hit) string {
	parts := make([]string, 0, len(hit.Signals))
	for _, sig := range signals(hit) {
		parts = append(parts, fmt.Sprintf("%s %s × %s", sig.Name, widget.Score(sig.Value), widget.Score(sig.Weight)))
	}
	return widget.Score(hit.Score) + " = " + strings.Join(parts, "  ")
}

// why says in the detail where a hit's place comes from.
func (f *facts) why() {
	hit := f.s.hit(f.s.list.cursor())
	if hit == nil || hit.Memory.ID != f.d.id {
		return
	}
	t := f.s.theme()
	f.add(themes.Text, "found "+widget.Score(hit.Score)+", the mean of")
	for _, sig := range signals(hit) {
		bar := ""
		if !f.s.ctx.Accessible {
			bar = "  " + widget.RetentionBar(t, sig.Value, 0, 8)
		}
		f.lines = append(f.lines, t.Paint(themes.Muted, widget.Fit(sig.Name, 13))+widget.Score(sig.Value)+bar+t.Paint(themes.Muted, "  weighs "+widget.Score(sig.Weight)))
	}
	f.blank()
}
