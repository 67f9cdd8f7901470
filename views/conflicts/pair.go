package conflicts

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views/fields"
	"ebb/views/widget"
	"ebb/views/widget/diff"
)

// pair is all that is shown of one conflict.
type pair struct {
	conflict engine.Conflict
	sides    [2]side
	product  *engine.Head // what a merge made
	fields   []fields.Difference
	err      error

	diff      *diff.Result // nil until the texts were compared
	comparing bool
	outcomes  map[rule]outcome // nil until they were worked out
	working   bool
}

// side is one of the two memories.
type side struct {
	memory engine.Memory
	gone   bool         // purged
	actor  engine.Actor // who wrote the version
	ties   int

	// text is what is drawn: the memory's, with signs around what differs.
	text    string
	marks   []widget.Span
	wrapped wrapped
}

func (p *pair) id() string { return p.conflict.ID }

// ids are the memories that the pair shows.
func (p *pair) ids() []string { return []string{p.conflict.MemoryA, p.conflict.MemoryB} }

// live reports whether the conflict can be settled at an instant.
func (p *pair) live(now time.Time) bool {
	for i := range p.sides {
		if p.sides[i].gone || !p.sides[i].memory.LiveAt(now) {
			return false
		}
	}
	return true
}

type pairMsg struct {
	gen  uint64
	pair *pair
}

// smallText is the size in bytes up to which texts are compared at once; that
// takes less than a frame.
const smallText = 16 << 10

func loadPair(src Source, c engine.Conflict, gen uint64) tea.Cmd {
	return func() tea.Msg {
		p := &pair{conflict: c}
		p.err = p.read(context.Background(), src)
		return pairMsg{gen: gen, pair: p}
	}
}

func (p *pair) read(ctx context.Context, src Source) error {
	for i, id := range p.ids() {
		if err := p.sides[i].read(ctx, src, id); err != nil {
			return err
		}
	}
	if id := p.conflict.ResolvedMemoryID; id != "" && !slices.Contains(p.ids(), id) {
		heads, err := src.Heads(ctx, []string{id})
		if err != nil {
			return err
		}
		if len(heads) > 0 {
			p.product = &heads[0]
		}
	}
	p.fields = differences(&p.sides[0].memory, &p.sides[1].memory)
	a, b := p.sides[0].memory.Content, p.sides[1].memory.Content
	if max(len(a), len(b)) > smallText {
		return nil
	}
	r, err := diff.Texts(ctx, a, b)
	if err == nil {
		p.mark(&r)
	}
	return err
}

func (s *side) read(ctx context.Context, src Source, id string) error {
	m, err := src.Get(ctx, id)
	var missing *engine.NotFoundError
	if errors.As(err, &missing) {
		s.gone, s.memory.ID = true, id
		return nil
	}
	if err != nil {
		return err
	}
	s.memory, s.text = m, m.Content
	versions, err := src.History(ctx, id)
	if err != nil {
		return err
	}
	for i := range versions {
		// The one who wrote what is said, not who archived it later.
		if v := &versions[i]; v.Memory.TextSum == m.TextSum && (i == 0 || versions[i-1].Memory.TextSum != m.TextSum) {
			s.actor = v.Actor
		}
	}
	edges, err := src.Edges(ctx, id)
	for i := range edges {
		if edges[i].Type == engine.CoRetrieved {
			s.ties++
		}
	}
	return err
}

// mark takes the result of a comparison.
func (p *pair) mark(r *diff.Result) {
	p.diff = r
	p.sides[0].mark(r.RunsA())
	p.sides[1].mark(r.RunsB())
}

// mark puts brackets around what differs, so that colour is not the only sign.
func (s *side) mark(runs []diff.Run) {
	text := make([]byte, 0, len(s.memory.Content)+2*len(runs))
	s.marks = nil
	for _, r := range runs {
		if !r.Changed {
			text = append(text, r.Text...)
			continue
		}
		from := len(text)
		text = append(append(append(text, '['), r.Text...), ']')
		s.marks = append(s.marks, widget.Span{From: from, To: len(text)})
	}
	s.text, s.wrapped = string(text), wrapped{}
}

// wrapped is a text broken into lines as far as it has been looked at.
type wrapped struct {
	width int
	lines []widget.MarkedLine
	more  bool
}

// upTo breaks the side's text for at least n lines, if it has them.
func (s *side) upTo(width, n int) *wrapped {
	w := &s.wrapped
	if w.width != width {
		*w = wrapped{width: width, more: true}
	}
	if w.more && len(w.lines) < n {
		w.lines, w.more = widget.WrapMarked(s.text, s.marks, width, max(2*n, 64))
	}
	return w
}

type comparedMsg struct {
	pair   *pair
	result diff.Result
	err    error
}

// compare marks what differs, in the background.
func (p *pair) compare(ctx context.Context) tea.Cmd {
	if p.diff != nil || p.comparing || p.err != nil {
		return nil
	}
	p.comparing = true
	a, b := p.sides[0].memory.Content, p.sides[1].memory.Content
	return func() tea.Msg {
		r, err := diff.Texts(ctx, a, b)
		return comparedMsg{pair: p, result: r, err: err}
	}
}
