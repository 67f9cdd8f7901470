package memories

import (
	"context"
	"maps"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine/catalogue"
	"ebb/views"
)

// stop ends the commands of this generation.
func (f *finding) stop() {
	if f.cancel != nil {
		f.cancel()
	}
}

// next is the beginning of another question's answer.
func (f *finding) next() finding {
	f.stop()
	ctx, cancel := context.WithCancel(context.Background())
	return finding{
		gen: f.gen + 1, ctx: ctx, cancel: cancel,
		begun: f.begun, own: f.own, shown: f.shown, before: f.before, filtered: f.filtered,
	}
}

// ask answers s.asked anew: from its top when jump is set, else with the
// cursor staying on its memory.
func (s *Screen) ask(jump bool) tea.Cmd {
	s.finding = s.finding.next()
	f := &s.finding
	f.jump, f.partial = jump, true
	s.asked.at, s.asked.pins = s.now(), s.pins
	s.parse() // the clock may have moved: chips are about what it shows
	s.frame.dirty()
	switch {
	case s.asked.searches():
		limit := firstHits
		if o, ok := s.list.order.(best); ok && !jump {
			limit = o.limit
		}
		return search(f.ctx, s.src, s.asked, limit, false, f.gen)
	case !s.snap.Loaded():
		f.paging = true
		return readPage(f.ctx, s.src, paged{}, s.asked, f.gen)
	case jump:
		f.shown = s.snap.Seq()
		return findFirst(f.ctx, s.src, s.snap, s.asked, f.gen)
	default:
		f.shown = s.snap.Seq()
		return findWhole(f.ctx, s.src, s.snap, s.asked, f.gen)
	}
}

// parse reads the filter's text as of the time that is shown.
func (s *Screen) parse() {
	s.asked.filter = parseFilter(s.asked.text, s.now())
	s.asked.filter.complete(s.counts.now.ByNamespace)
}

// askFor changes the question to another text.
func (s *Screen) askFor(text string) tea.Cmd {
	earlier := s.asked
	s.asked.text = text
	s.parse()
	was, ok := s.list.order.(matched)
	within := ok && !s.finding.partial && !s.finding.texts && was.snap == s.snap && s.asked.narrows(&earlier)
	cmd := s.ask(true)
	if within && s.asked.filter.keeps() == nil {
		return findWithin(s.finding.ctx, s.src, was, s.asked, s.finding.gen)
	}
	return cmd
}

// setFilter shows another filter's answer, remembering the list without one.
func (s *Screen) setFilter(text string) tea.Cmd {
	if s.field.Value() != text {
		s.field.Set(text)
	}
	if text == s.asked.text && s.finding.err == nil {
		return nil
	}
	if s.asked.filter.empty() && s.finding.begun && !s.asked.best {
		s.finding.before = &remembered{list: s.list, asked: s.asked, partial: s.finding.partial}
	}
	if strings.TrimSpace(text) == "" && s.finding.before != nil {
		s.leaveFilter()
		return nil
	}
	return s.askFor(text)
}

// leaveFilter goes back to the list as it was before the filter, with the
// cursor on the memory that it is on now. It cannot return a command: what
// has to be asked is asked with the next message.
func (s *Screen) leaveFilter() {
	s.field.Set("")
	before := s.finding.before
	s.finding = s.finding.next()
	f := &s.finding
	f.before, f.again = nil, true
	s.frame.dirty()
	if before == nil {
		s.asked.text, s.asked.filter, s.asked.best, f.stale = "", filter{}, false, true
		return
	}
	current, marks, height := s.list.current(), s.list.marks, s.list.window.Height()
	marks.settle(s.list.order)
	s.list, s.asked, f.stale = before.list, before.asked, before.partial
	s.list.marks, s.list.anchor = marks, -1
	s.list.window.SetHeight(height)
	if at := s.list.order.find(current); at >= 0 {
		s.list.moveTo(at)
	}
	s.reach()
}

// takePage shows what was read of the store's own order.
func (s *Screen) takePage(msg pageMsg) {
	f := &s.finding
	if msg.gen != f.gen || cancelled(msg.err) {
		return
	}
	f.paging = false
	if _, overtaken := s.list.order.(matched); overtaken {
		return // the catalogue, which knows more, came in while this was read
	}
	f.begun, f.err, f.partial = true, msg.err, msg.page.more
	was, _ := s.list.order.(paged)
	switch {
	case f.jump:
		s.list.start(msg.page)
	case was.begins(msg.page):
		s.list.grow(msg.page)
	default:
		s.list.replace(msg.page)
	}
	f.jump = false
	s.reach()
}

// more reads on when the window comes near the end of what was read, and
// does what had to be left to the next message.
func (s *Screen) more() tea.Cmd {
	f := &s.finding
	if p, ok := s.list.order.(paged); ok && p.more && !f.paging && f.err == nil && f.gen > 0 && !s.snap.Loaded() &&
		s.list.window.Offset()+3*s.list.window.Height() > p.len() {
		f.paging = true
		return readPage(f.ctx, s.src, p, s.asked, f.gen)
	}
	if f.again && !f.renewing {
		return s.renewList()
	}
	return s.moreBest()
}

// takeFound shows the catalogue's answer and asks for what is missing of it.
func (s *Screen) takeFound(msg foundMsg) tea.Cmd {
	f := &s.finding
	if msg.gen != f.gen || cancelled(msg.err) {
		return nil
	}
	f.begun, f.err, f.partial = true, msg.err, !msg.whole
	if msg.err != nil {
		return nil
	}
	was, _ := s.list.order.(matched)
	switch {
	case f.jump:
		s.list.start(msg.order)
	case was.snap != nil && was.snap.Seq() > msg.order.snap.Seq():
		// A newer answer to the same question has been shown meanwhile.
	default:
		s.put(msg.order)
	}
	f.jump = false
	s.reach()
	switch {
	case !msg.whole:
		return findWhole(f.ctx, s.src, msg.order.snap, s.asked, f.gen)
	case s.asked.filter.text != "":
		f.texts = true
		return findRest(f.ctx, s.src, msg.order, s.asked, f.gen)
	}
	return nil
}

func (s *Screen) takeRest(msg restMsg) tea.Cmd {
	f := &s.finding
	if msg.gen != f.gen {
		return nil
	}
	if o, ok := s.list.order.(matched); ok && len(msg.found) > 0 {
		if o.snap == msg.snap {
			// Whoever still holds the shorter order does not see what is added.
			o.matches = append(o.matches, msg.found...)
		} else { // a newer answer is shown meanwhile, with rows of its own
			o.matches = carryOver(o, matched{snap: msg.snap, matches: msg.found}, nil)
		}
		s.list.grow(o)
	}
	s.reach()
	if msg.done {
		f.texts = false
		if !cancelled(msg.err) {
			f.err = msg.err
		}
		return nil
	}
	return msg.next
}

// reach puts the cursor on the memory that is looked for, once it is there.
func (s *Screen) reach() {
	if s.seek == "" {
		return
	}
	if at := s.list.order.find(s.seek); at >= 0 {
		s.list.moveTo(at)
		s.seek, s.detail.fixed = "", ""
	}
}

// renewList works out what the list would be on the newest snapshot.
func (s *Screen) renewList() tea.Cmd {
	f := &s.finding
	if f.renewing {
		f.again = true
		return nil
	}
	if s.asked.searches() {
		f.renewing, f.again = true, false
		return s.searchAgain()
	}
	if !s.snap.Loaded() {
		return s.ask(false)
	}
	f.renewing, f.again = true, false
	q := s.asked
	q.at, q.pins = s.now(), s.pins
	return refresh(f.ctx, s.src, s.snap, q, s.list.order, f.gen)
}

// takeRefreshed shows a newer answer where nothing that the person looks at
// moves by it, or where they changed it themselves; otherwise it is kept.
func (s *Screen) takeRefreshed(msg refreshedMsg) tea.Cmd {
	f := &s.finding
	if msg.gen != f.gen {
		return nil
	}
	f.renewing = false
	if msg.err != nil {
		if !cancelled(msg.err) {
			f.err = msg.err
		}
		return nil
	}
	f.err, f.begun = nil, true
	_, first := s.list.order.(paged)
	unpinned := s.asked.filter.pinned && s.otherPins(msg.order)
	if first || unpinned || f.stale || f.own > f.shown || s.mayMove() {
		s.showNewer(msg.order)
	} else {
		f.pending, f.fresh = &msg.order, msg.fresh
	}
	if f.again || !sameRows(msg.order.snap, s.snap) {
		return s.renewList()
	}
	return nil
}

// showOwn shows what the person did, when the catalogue knew of it first.
func (s *Screen) showOwn() {
	f := &s.finding
	if f.pending != nil && f.own > f.shown && f.pending.snap.Seq() >= f.own {
		s.showNewer(*f.pending)
	}
}

// mayMove reports whether an order that nobody asked for may be shown.
func (s *Screen) mayMove() bool {
	return s.list.mayChange() && !s.ctx.Lens().Play && s.asked.filter.text == ""
}

// put shows another answer to the same question: from its top where it only
// now has the order that the list should have begun with, else with the cursor
// staying on its memory.
func (s *Screen) put(o matched) {
	if s.otherPins(o) {
		s.list.begin(o)
		return
	}
	s.list.replace(o)
}

// otherPins reports whether other memories are on top in o than are now. What
// was read before the catalogue was in has none there.
func (s *Screen) otherPins(o matched) bool {
	was, known := s.list.order.(matched)
	return !known || !maps.Equal(was.pins, o.pins)
}

// showNewer puts a newer answer in the list's place, the cursor staying on
// its memory.
func (s *Screen) showNewer(o matched) {
	f := &s.finding
	f.shown, f.pending, f.fresh, f.stale, f.partial = o.snap.Seq(), nil, 0, false, false
	s.put(o)
	s.reach()
}

type sortMsg struct {
	sort catalogue.Sort
	same bool // sort again as it is
}

// sortBy orders the list. Sorting again keeps the cursor on its memory;
// another order begins at its top.
func (s *Screen) sortBy(msg sortMsg) tea.Cmd {
	if !s.snap.Loaded() && !msg.same {
		return views.Send(views.ToastMsg{Text: "the catalogue is still loading: only newest first can be shown yet", Level: views.Warn})
	}
	if !msg.same {
		s.asked.sort, s.asked.best = msg.sort, false
	}
	s.finding.before = nil
	return s.ask(!msg.same)
}
