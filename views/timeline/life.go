package timeline

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views/widget"
)

// life is what is known of one memory.
type life struct {
	id       string
	gen      uint64
	fromFeed bool // esc and coming back lead there
	ctx      context.Context
	cancel   context.CancelFunc

	memory   engine.Memory
	versions []engine.Version  // newest first, without texts
	titles   map[string]string // of the memories that it names; "" for one that is gone
	begun    bool              // the first answer has come
	whole    bool              // all versions are in
	err      error
	round    uint64             // of reading the older versions
	endRound context.CancelFunc // ends the round under way

	past past // what the change log says of it

	list   widget.List
	marked *engine.VersionRef // to compare with
	across bool               // compare with the marked one, not with the one before
	pane   pane               // how much of the screen the differences have
	scroll int                // in them
	texts  texts
	pair   pair
}

// pane says where the moving keys go.
type pane uint8

const (
	onVersions pane = iota
	onText          // the differences are scrolled
	textAlone       // and have the whole screen
)

const (
	firstVersions = 200  // read before anything is shown
	moreVersions  = 1000 // handed on at a time after that
)

func newLife(ctx context.Context, id string, gen uint64) *life {
	l := &life{id: id, gen: gen, titles: map[string]string{}}
	l.ctx, l.cancel = context.WithCancel(ctx)
	return l
}

type (
	lifeMsg struct {
		gen      uint64
		memory   engine.Memory
		versions []engine.Version
		titles   map[string]string
		whole    bool
		err      error
	}
	versionsMsg struct {
		gen      uint64
		round    uint64
		versions []engine.Version
		titles   map[string]string
		done     bool
		err      error
		next     tea.Cmd
	}
)

// read reads the memory and its newest versions.
func (l *life) read(src Source) tea.Cmd {
	ctx, id, gen := l.ctx, l.id, l.gen
	return func() tea.Msg {
		msg := lifeMsg{gen: gen, whole: true}
		if msg.memory, msg.err = src.Get(ctx, id); msg.err != nil {
			return msg
		}
		msg.err = src.VersionsBack(ctx, id, time.Time{}, func(v *engine.Version) bool {
			msg.versions = append(msg.versions, withoutText(v))
			msg.whole = len(msg.versions) < firstVersions
			return msg.whole
		})
		if msg.err == nil {
			msg.titles, msg.err = titlesOf(ctx, src, named(&msg.memory, msg.versions))
		}
		return msg
	}
}

func withoutText(v *engine.Version) engine.Version {
	out := *v
	out.Memory.Content = ""
	return out
}

// named are the memories that a memory and its versions point to.
func named(m *engine.Memory, versions []engine.Version) []string {
	var ids []string
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	add(m.TieID)
	for i := range versions {
		b := &versions[i].Memory.Body
		add(b.Supersedes)
		add(b.SupersededBy)
		for _, id := range b.MergedFrom {
			add(id)
		}
	}
	return ids
}

func titlesOf(ctx context.Context, src Source, ids []string) (map[string]string, error) {
	titles := make(map[string]string, len(ids))
	if len(ids) == 0 {
		return titles, nil
	}
	for _, id := range ids {
		titles[id] = "" // gone, unless it is found
	}
	heads, err := src.Heads(ctx, ids)
	for i := range heads {
		titles[heads[i].ID] = heads[i].Title
	}
	return titles, err
}

// readRest reads the older versions, handing on what has come so far.
func (l *life) readRest(src Source) tea.Cmd {
	ctx, cancel := context.WithCancel(l.ctx)
	l.round++
	l.endRound = cancel
	id, gen, round, skip := l.id, l.gen, l.round, len(l.versions)
	parts := make(chan []engine.Version, 2)
	ended := make(chan error, 1)
	read := func() tea.Msg {
		defer close(parts)
		var part []engine.Version
		send := func() bool {
			select {
			case parts <- part:
				part = nil
				return true
			case <-ctx.Done():
				return false
			}
		}
		err := src.VersionsBack(ctx, id, time.Time{}, func(v *engine.Version) bool {
			if skip > 0 {
				skip--
				return true
			}
			part = append(part, withoutText(v))
			return len(part) < moreVersions || send()
		})
		if err == nil && len(part) > 0 {
			send()
		}
		ended <- err
		return nil
	}
	var handOn tea.Cmd
	handOn = func() tea.Msg {
		part, ok := <-parts
		msg := versionsMsg{gen: gen, round: round, versions: part, done: !ok, next: handOn}
		if !ok {
			msg.err = <-ended
			return msg
		}
		msg.titles, msg.err = titlesOf(ctx, src, named(&engine.Memory{}, part))
		return msg
	}
	return tea.Batch(read, handOn)
}

// take shows the memory; the cursor stays on its version. Older versions that
// are known, or on their way, follow the newest ones without being read again.
func (l *life) take(msg lifeMsg, src Source) tea.Cmd {
	at := l.currentRef()
	l.begun, l.err = true, msg.err
	if msg.err != nil {
		// It may be gone for good: then its words go from the screen too.
		l.stop()
		l.memory, l.versions, l.whole = engine.Memory{}, nil, true
		l.list.SetLen(0)
		return nil
	}
	joint := -1
	if !msg.whole {
		last := msg.versions[len(msg.versions)-1]
		joint = l.find(last.Ref())
	}
	l.memory = msg.memory
	l.name(msg.titles)
	if joint >= 0 {
		l.versions = slices.Concat(msg.versions, l.versions[joint+1:])
	} else {
		l.stop()
		l.versions, l.whole = msg.versions, msg.whole
	}
	l.list.SetLen(len(l.versions))
	if at != nil {
		l.goTo(*at)
	}
	if joint < 0 && !l.whole {
		return l.readRest(src)
	}
	return nil
}

// stop ends the reading of older versions; what it still hands on is dropped.
func (l *life) stop() {
	l.round++
	if l.endRound != nil {
		l.endRound()
		l.endRound = nil
	}
}

// inForce is the place of the version that held at an instant, -1 before the
// first.
func (l *life) inForce(at time.Time) int {
	return slices.IndexFunc(l.versions, func(v engine.Version) bool { return !v.At.After(at) })
}

func (l *life) takeMore(msg versionsMsg) tea.Cmd {
	if msg.round != l.round {
		return nil
	}
	l.name(msg.titles)
	l.versions = append(l.versions, msg.versions...)
	l.list.SetLen(len(l.versions))
	switch {
	case msg.done:
		l.whole, l.err = true, msg.err
		return nil
	case msg.err != nil:
		l.err = msg.err
	}
	return msg.next
}

func (l *life) name(titles map[string]string) {
	for id, title := range titles {
		l.titles[id] = title
	}
}

// goTo puts the cursor on a version, where it is still there.
func (l *life) goTo(ref engine.VersionRef) {
	if i := l.find(ref); i >= 0 {
		l.list.MoveTo(i)
	}
}

func (l *life) find(ref engine.VersionRef) int {
	return slices.IndexFunc(l.versions, func(v engine.Version) bool { return v.Number == ref.Number && v.At.Equal(ref.At) })
}

// current is the version under the cursor, nil without one.
func (l *life) current() *engine.Version {
	if i := l.list.Cursor(); i >= 0 && i < len(l.versions) {
		return &l.versions[i]
	}
	return nil
}

func (l *life) currentRef() *engine.VersionRef {
	if v := l.current(); v != nil {
		ref := v.Ref()
		return &ref
	}
	return nil
}

// countWord is "4 versions", "200+ versions" while more are read.
func (l *life) countWord() string {
	more := ""
	if !l.whole {
		more = "+"
	}
	return counted(len(l.versions), more+" version", more+" versions")
}

// out takes one step out.
func (l *life) out() bool {
	switch {
	case l.pane != onVersions:
		l.pane, l.scroll = onVersions, 0
	case l.across:
		l.across = false
	case l.marked != nil:
		l.marked = nil
	default:
		return false
	}
	return true
}

// move moves the cursor, or scrolls the differences.
func (l *life) move(n int) {
	if l.pane != onVersions {
		l.scroll = max(0, l.scroll+n)
		return
	}
	l.list.Move(n)
	l.scroll = 0
}

// mark marks the version under the cursor to compare with, or lets it go.
func (l *life) mark() {
	ref := l.currentRef()
	if ref == nil {
		return
	}
	if l.marked != nil && *l.marked == *ref {
		l.marked, l.across = nil, false
		return
	}
	l.marked = ref
}
