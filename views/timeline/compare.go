package timeline

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views/widget"
	"ebb/views/widget/diff"
)

// texts are the texts of versions that were looked at, the newest last.
type texts struct {
	refs  []engine.VersionRef
	texts map[engine.VersionRef]string
}

// keptTexts of at most half a megabyte each are held.
const keptTexts = 16

func (t *texts) get(ref engine.VersionRef) (string, bool) {
	text, ok := t.texts[ref]
	return text, ok
}

func (t *texts) keep(ref engine.VersionRef, text string) {
	if t.texts == nil {
		t.texts = map[engine.VersionRef]string{}
	}
	if _, known := t.texts[ref]; !known {
		t.refs = append(t.refs, ref)
	}
	t.texts[ref] = text
	if len(t.refs) > keptTexts {
		delete(t.texts, t.refs[0])
		t.refs = append(t.refs[:0], t.refs[1:]...)
	}
}

// sides names the two versions that are compared. Alone is set for a first
// version, which has nothing before it.
type sides struct {
	a, b  engine.VersionRef // the older and the newer one
	alone bool
}

// pair is the comparison on the screen: the newer text at once, its marks when
// they are worked out.
type pair struct {
	sides  sides
	plain  string
	ready  bool // the text is there
	marked *marked
	busy   bool // a command is under way
	err    error

	wrapped wrapped
}

// marked is both texts in one with what was removed and what was added.
type marked struct {
	text           string
	removed, added []widget.Span
	grain          diff.Grain
	equal          bool
}

// line is one line of the comparison.
type line struct {
	removed, added widget.MarkedLine // the same text
}

// wrapped is the comparison broken into lines, as far as anybody looked.
type wrapped struct {
	of    *marked
	plain string
	width int
	lines []line
	more  bool
}

type (
	textsMsg struct {
		gen   uint64
		sides sides
		a, b  string
		err   error
	}
	marksMsg struct {
		gen    uint64
		sides  sides
		marked *marked
		err    error
	}
)

// wanted are the versions to compare: the one under the cursor with the marked
// one, else with the one before it.
func (l *life) wanted() (sides, bool) {
	i := l.list.Cursor()
	if i < 0 || i >= len(l.versions) {
		return sides{}, false
	}
	if l.across && l.marked != nil {
		if j := l.find(*l.marked); j >= 0 && j != i {
			return sides{a: l.versions[max(i, j)].Ref(), b: l.versions[min(i, j)].Ref()}, true
		}
	}
	b := l.versions[i].Ref()
	if i+1 < len(l.versions) {
		return sides{a: l.versions[i+1].Ref(), b: b}, true
	}
	return sides{a: b, b: b, alone: true}, true
}

// want brings the comparison up to what the cursor is on. One command runs at
// a time, so a key held down compares what it passes as fast as it can be had.
func (l *life) want(src Source) tea.Cmd {
	w, ok := l.wanted()
	p := &l.pair
	if !ok || p.busy {
		return nil
	}
	if p.sides != w {
		*p = pair{sides: w}
	}
	if p.err != nil || p.marked != nil {
		return nil
	}
	a, okA := l.texts.get(w.a)
	b, okB := l.texts.get(w.b)
	if okB {
		p.plain, p.ready = b, true
	}
	p.busy = true
	if okA && okB {
		return compare(l.ctx, l.gen, w, a, b)
	}
	return readTexts(l.ctx, src, l.id, l.gen, w)
}

func readTexts(ctx context.Context, src Source, id string, gen uint64, w sides) tea.Cmd {
	return func() tea.Msg {
		msg := textsMsg{gen: gen, sides: w}
		b, err := src.VersionAt(ctx, id, w.b)
		if err == nil {
			msg.b, msg.a = b.Memory.Content, b.Memory.Content
		}
		if err == nil && !w.alone {
			var a engine.Version
			a, err = src.VersionAt(ctx, id, w.a)
			msg.a = a.Memory.Content
		}
		msg.err = err
		return msg
	}
}

func (l *life) takeTexts(msg textsMsg) {
	l.pair.busy = false
	if msg.err != nil {
		if l.pair.sides == msg.sides {
			l.pair.err = msg.err
		}
		return
	}
	l.texts.keep(msg.sides.a, msg.a)
	l.texts.keep(msg.sides.b, msg.b)
}

func compare(ctx context.Context, gen uint64, w sides, a, b string) tea.Cmd {
	return func() tea.Msg {
		msg := marksMsg{gen: gen, sides: w}
		if w.alone {
			msg.marked = &marked{text: b, equal: true}
			return msg
		}
		r, err := diff.Texts(ctx, a, b)
		if err != nil {
			msg.err = err
			return msg
		}
		msg.marked = unified(&r)
		return msg
	}
}

func (l *life) takeMarks(msg marksMsg) {
	l.pair.busy = false
	if l.pair.sides != msg.sides {
		return
	}
	l.pair.marked, l.pair.err = msg.marked, msg.err
}

// unified is both texts in one. The signs say what the inks say.
func unified(r *diff.Result) *marked {
	m := &marked{grain: r.Grain, equal: r.Equal()}
	var b strings.Builder
	b.Grow(len(r.B) + 64)
	for _, s := range r.Unified() {
		from := b.Len()
		switch s.Change {
		case diff.Removed:
			b.WriteString("[-" + s.Text + "-]")
			m.removed = append(m.removed, widget.Span{From: from, To: b.Len()})
		case diff.Added:
			b.WriteString("{+" + s.Text + "+}")
			m.added = append(m.added, widget.Span{From: from, To: b.Len()})
		case diff.Kept:
			b.WriteString(s.Text)
		}
	}
	m.text = b.String()
	return m
}

// upTo breaks the comparison for at least n lines, if it has them.
func (p *pair) upTo(width, n int) *wrapped {
	w := &p.wrapped
	if w.of != p.marked || w.width != width || w.plain != p.plain || w.lines == nil {
		*w = wrapped{of: p.marked, plain: p.plain, width: width, more: true, lines: []line{}}
	}
	if !w.more || len(w.lines) >= n {
		return w
	}
	n = max(2*n, 64)
	text := p.plain
	var removed, added []widget.Span
	if p.marked != nil {
		text, removed, added = p.marked.text, p.marked.removed, p.marked.added
	}
	minus, more := widget.WrapMarked(text, removed, width, n)
	plus := minus
	if len(added) > 0 {
		plus, _ = widget.WrapMarked(text, added, width, n)
	}
	w.lines, w.more = make([]line, len(minus)), more
	for i := range minus {
		w.lines[i] = line{removed: minus[i], added: plus[i]}
		if len(added) == 0 {
			w.lines[i].added.Marks = nil
		}
	}
	return w
}
