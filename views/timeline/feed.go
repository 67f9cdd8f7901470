package timeline

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views"
	"ebb/views/field"
	"ebb/views/widget"
)

// feed is all that happened in the store, newest first.
type feed struct {
	ops    []engine.Operation
	titles map[string]string // of the first memory of each
	list   widget.List

	gen    uint64
	begun  bool
	more   bool   // there are older ones
	before uint64 // where they begin
	top    uint64 // the newest operation looked at
	busy   bool   // a page is being read
	behind bool   // something was committed since
	fresh  int    // entries above that were not seen
	err    error

	until  time.Time // the lens stands there; zero: everything
	field  field.Field
	filter Filter
	strip  strip

	unfiltered *unfiltered // what to go back to; nil without a filter
}

func newFeed() feed { return feed{field: field.New(), titles: map[string]string{}} }

const (
	pageEntries = 200  // asked for at a time
	pageLooked  = 5000 // operations that are looked at for them
)

type (
	pageMsg struct {
		gen    uint64
		first  bool
		ops    []engine.Operation
		titles map[string]string
		before uint64
		top    uint64
		more   bool
		err    error
	}
	newerMsg struct {
		gen    uint64
		ops    []engine.Operation
		titles map[string]string
		top    uint64
		again  bool // what stands has changed: read anew
		err    error
	}
)

// beginFeed starts reading where that was not done yet.
func (s *Screen) beginFeed() tea.Cmd {
	if s.feed.begun || s.feed.busy {
		return nil
	}
	return tea.Batch(s.readAnew(), s.readStrip())
}

// readAnew reads the feed from its newest entry.
func (s *Screen) readAnew() tea.Cmd {
	f := &s.feed
	f.gen++
	f.busy, f.behind = true, false
	return s.page(true, 0)
}

// page reads entries that the filter means, from an operation back.
func (s *Screen) page(first bool, before uint64) tea.Cmd {
	f := &s.feed
	ctx, src, gen, keep, until := s.closed, s.src, f.gen, f.filter, f.until
	return func() tea.Msg {
		msg := pageMsg{gen: gen, first: first, before: before}
		for looked := 0; len(msg.ops) < pageEntries && looked < pageLooked; {
			ops, err := src.Operations(ctx, msg.before, pageEntries)
			if msg.err = err; err != nil {
				return msg
			}
			for i := range ops {
				msg.top = max(msg.top, ops[i].Seq)
				if keep.Match(&ops[i]) && (until.IsZero() || !ops[i].At.After(until)) {
					msg.ops = append(msg.ops, ops[i])
				}
			}
			msg.more = len(ops) == pageEntries
			if !msg.more {
				break
			}
			looked += len(ops)
			msg.before = ops[len(ops)-1].Seq
		}
		msg.titles, msg.err = titlesOf(ctx, src, firsts(msg.ops))
		return msg
	}
}

// firsts are the first memories of operations.
func firsts(ops []engine.Operation) []string {
	seen := map[string]bool{}
	var ids []string
	for i := range ops {
		if len(ops[i].IDs) > 0 && !seen[ops[i].IDs[0]] {
			seen[ops[i].IDs[0]] = true
			ids = append(ids, ops[i].IDs[0])
		}
	}
	return ids
}

func (s *Screen) takePage(msg pageMsg) tea.Cmd {
	f := &s.feed
	if msg.gen != f.gen {
		return nil
	}
	f.busy, f.begun, f.err = false, true, msg.err
	if msg.err != nil {
		return nil
	}
	f.before, f.more = msg.before, msg.more
	f.name(msg.titles)
	if !msg.first {
		f.ops = append(f.ops, msg.ops...)
		f.list.SetLen(len(f.ops))
		return nil
	}
	at := ""
	if op := f.current(); op != nil && f.list.Cursor() > 0 {
		at = op.ID
	}
	f.ops, f.top, f.fresh = msg.ops, max(f.top, msg.top), 0
	f.list.SetLen(len(f.ops))
	f.list.MoveTo(max(0, slices.IndexFunc(f.ops, func(op engine.Operation) bool { return op.ID == at })))
	return s.newerIfBehind()
}

func (f *feed) name(titles map[string]string) {
	for id, title := range titles {
		f.titles[id] = title
	}
}

// wantFeed reads on when the window comes near the end of what was read.
func (s *Screen) wantFeed() tea.Cmd {
	f := &s.feed
	if f.gen > 0 && !f.begun && !f.busy && f.err == nil {
		return s.readAnew()
	}
	if f.behind {
		return s.newerIfBehind()
	}
	if !f.begun || f.busy || !f.more || f.err != nil || f.list.Offset()+3*max(f.list.Height(), 20) < len(f.ops) {
		return nil
	}
	f.busy = true
	return s.page(false, f.before)
}

// newer reads what was committed since, one look at a time.
func (s *Screen) newer() tea.Cmd {
	s.feed.behind = true
	return s.newerIfBehind()
}

func (s *Screen) newerIfBehind() tea.Cmd {
	f := &s.feed
	if !f.behind || !f.begun || f.busy {
		return nil
	}
	f.busy, f.behind = true, false
	ctx, src, gen, keep, until, top := s.closed, s.src, f.gen, f.filter, f.until, f.top
	read := func() tea.Msg {
		msg := newerMsg{gen: gen, top: top}
		ops, err := src.Operations(ctx, 0, pageEntries)
		if msg.err = err; err != nil {
			return msg
		}
		for i := range ops {
			op := &ops[i]
			if op.Seq <= top {
				break
			}
			msg.top = max(msg.top, op.Seq)
			// An undo strikes out an older entry; too many at once leave a gap.
			msg.again = msg.again || op.Kind == engine.KindUndo || i == pageEntries-1
			if keep.Match(op) && (until.IsZero() || !op.At.After(until)) {
				msg.ops = append(msg.ops, *op)
			}
		}
		msg.titles, msg.err = titlesOf(ctx, src, firsts(msg.ops))
		return msg
	}
	return tea.Batch(read, s.readStrip())
}

// takeNewer puts new entries on top. Where the person looks at something else,
// nothing moves and the line over the feed counts them.
func (s *Screen) takeNewer(msg newerMsg) tea.Cmd {
	f := &s.feed
	if msg.gen != f.gen {
		return nil
	}
	f.busy = false
	if msg.err != nil {
		f.err = msg.err
		return nil
	}
	f.top = msg.top
	f.name(msg.titles)
	if msg.again {
		return s.readAnew()
	}
	// An import is one entry that grows: its older self gives way.
	for _, op := range msg.ops {
		if i := slices.IndexFunc(f.ops, func(o engine.Operation) bool { return o.ID == op.ID }); i >= 0 {
			f.ops = slices.Delete(f.ops, i, i+1)
			f.list.Removed(i, 1)
		}
	}
	resting := f.list.Cursor() <= 0
	f.ops = slices.Concat(msg.ops, f.ops)
	f.list.Inserted(0, len(msg.ops))
	if resting {
		f.list.Top()
	} else {
		f.fresh += len(msg.ops)
	}
	return s.newerIfBehind()
}

// current is the entry under the cursor, nil without one.
func (f *feed) current() *engine.Operation {
	if i := f.list.Cursor(); i >= 0 && i < len(f.ops) {
		return &f.ops[i]
	}
	return nil
}

func (f *feed) move(n int) {
	f.list.Move(n)
	f.seen()
}

// seen forgets the count of new entries once they are in sight.
func (f *feed) seen() {
	if f.list.Offset() < f.fresh {
		f.fresh = f.list.Offset()
	}
}

func (f *feed) countWord() string {
	switch {
	case !f.begun:
		return "…"
	case f.more:
		return grouped(len(f.ops)) + "+ changes"
	}
	return counted(len(f.ops), " change", " changes")
}

func (f *feed) out() bool {
	switch {
	case f.field.Focused:
		f.field.Focused = false
	case !f.filter.empty() || f.field.Value() != "":
		f.clear()
	default:
		return false
	}
	return true
}

// clear leaves the filter for what was shown before it. It cannot return a
// command: what has happened since is read with the next message.
func (f *feed) clear() {
	f.field.Set("")
	f.filter = Filter{}
	f.gen++
	f.busy, f.behind = false, true
	if u := f.unfiltered; u != nil {
		f.ops, f.list, f.before, f.more, f.top = u.ops, u.list, u.before, u.more, u.top
	} else {
		f.begun = false
	}
	f.unfiltered = nil
}

// unfiltered is the feed before a filter was set.
type unfiltered struct {
	ops         []engine.Operation
	list        widget.List
	before, top uint64
	more        bool
}

// lensMoved shows what had happened by then.
func (s *Screen) lensMoved(lens views.Lens) tea.Cmd {
	f := &s.feed
	if l := s.life; l != nil && l.pane == onVersions {
		switch at := l.inForce(lens.At); {
		case lens.Mode == views.Past && at >= 0:
			l.list.MoveTo(at) // what it said then is what is shown
		case lens.Mode != views.Past && !f.until.IsZero():
			l.list.Top()
		}
	}
	until := time.Time{}
	if lens.Mode == views.Past {
		until = lens.At
	}
	if until.Equal(f.until) {
		return nil
	}
	f.until = until
	if !f.begun {
		return nil
	}
	f.list.Top()
	return s.readAnew()
}
