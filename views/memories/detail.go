package memories

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/engine"
	"ebb/views/widget"
)

// detail is all that is shown of one memory, read in one command.
type detail struct {
	id        string
	memory    engine.Memory
	relations []tie // what somebody said of the two
	together  []tie // what was recalled together
	against   []against
	versions  []versionMark // newest first
	saidBy    string
	reinforce string   // title of the memory at the other end of its strongest tie
	rivals    []string // titles of those that it is much alike, the nearest first
	err       error
}

// tie is an edge as this memory sees it.
type tie struct {
	edge  engine.Edge
	other engine.Head
}

// against is a memory that contradicts this one.
type against struct {
	title    string
	conflict string // id of the open conflict, "" when there is none
	since    time.Time
}

// versionMark is one point of the line of versions.
type versionMark struct {
	number uint32
	at     time.Time
	change engine.ChangeType
}

const (
	maxTies     = 30  // of each sort, the nearest by strength
	mostEnds    = 256 // looked at for them: those of deleted memories are left out
	maxVersions = 64  // marks kept; a line holds fewer
	keptDetails = 64
)

type detailMsg struct {
	gen    uint64
	detail *detail
}

// detailPane is the state of the detail: what is shown, what is on its way,
// and what was read before.
type detailPane struct {
	shown  *detail
	wanted string // the memory that should be shown
	fixed  string // a memory asked for that the list does not have under its cursor
	busy   bool
	gen    uint64
	scroll int
	pace   pace

	recent  []*detail // most recently used last
	wrapped wrapped
}

// pace lets the detail follow the first of several quick moves at once and the
// others when the cursor has come to rest: a key held down over a slow link
// repaints a line or two, not the whole pane for each row it passes.
type pace struct {
	moving bool // a move was less than restTime ago, or two
	again  bool // there was another one since
	tick   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
}

// restTime is longer than the pause between two repeats of a held key (30 ms
// or so), and too short to be waited for.
const restTime = 60 * time.Millisecond

// restedMsg says that restTime has passed.
type restedMsg struct{}

func (p *pace) rested() tea.Cmd {
	if !p.again {
		p.moving = false
		return nil
	}
	p.again = false
	return p.wait()
}

// step notes a move; hold means that the detail stays where it is for now.
func (p *pace) step() (wait tea.Cmd, hold bool) {
	if p.moving {
		p.again = true
		return nil, true
	}
	p.moving = true
	return p.wait(), false
}

func (p *pace) wait() tea.Cmd {
	return p.tick(restTime, func(time.Time) tea.Msg { return restedMsg{} })
}

func newDetailPane() detailPane { return detailPane{pace: pace{tick: tea.Tick}} }

// wrapped is the text of the shown memory broken into lines, as far as it has
// been looked at: half a megabyte is wrapped once at most, and only when
// somebody scrolls there.
type wrapped struct {
	of    *detail
	width int
	lines []string
	more  bool
}

// upTo breaks the text for at least n lines, if it has them.
func (w *wrapped) upTo(d *detail, width, n int) {
	if w.of != d || w.width != width {
		*w = wrapped{of: d, width: width, more: true}
	}
	if !w.more || len(w.lines) >= n {
		return
	}
	w.lines, w.more = widget.WrapN(d.memory.Content, width, max(2*n, 64))
}

// cached is what was read of a memory before.
func (p *detailPane) cached(id string) *detail {
	i := slices.IndexFunc(p.recent, func(d *detail) bool { return d.id == id })
	if i < 0 {
		return nil
	}
	d := p.recent[i]
	p.recent = append(slices.Delete(p.recent, i, i+1), d)
	return d
}

func (p *detailPane) keep(d *detail) {
	p.recent = slices.DeleteFunc(p.recent, func(o *detail) bool { return o.id == d.id })
	if len(p.recent) >= keptDetails {
		p.recent = slices.Delete(p.recent, 0, 1)
	}
	p.recent = append(p.recent, d)
}

// forget drops what was read of a memory and of those that show it as a tie.
// What is on the screen stays there until the answer comes.
func (p *detailPane) forget(id string) {
	p.recent = slices.DeleteFunc(p.recent, func(d *detail) bool {
		return d.id == id || d.ends(id)
	})
	p.gen++
}

// ends reports whether a tie leads to a memory.
func (d *detail) ends(id string) bool {
	leads := func(t tie) bool { return t.other.ID == id }
	return slices.ContainsFunc(d.relations, leads) || slices.ContainsFunc(d.together, leads)
}

func (p *detailPane) forgetAll() {
	p.recent = nil
	p.gen++
}

// take shows an answer, or keeps it when something else is wanted by now.
func (p *detailPane) take(msg detailMsg) {
	p.busy = false
	if msg.gen == p.gen {
		p.keep(msg.detail)
	}
	if msg.detail.id == p.wanted {
		p.show(msg.detail)
	}
}

func (p *detailPane) show(d *detail) {
	if p.shown == nil || p.shown.id != d.id {
		p.scroll = 0
	}
	p.shown = d
}

// detailID is the memory whose detail belongs on the screen, "" for none.
func (s *Screen) detailID() string {
	if s.detail.fixed != "" {
		return s.detail.fixed
	}
	return s.list.current()
}

// want loads the detail of the memory under the cursor when it is in sight.
// One command runs at a time, so holding a key down reads what it passes only
// as fast as the disk gives it.
func (s *Screen) want() tea.Cmd {
	p := &s.detail
	before := p.wanted
	p.wanted = s.detailID()
	if before != "" && p.wanted != before && p.shown != nil && s.detailInSight() {
		wait, hold := p.pace.step()
		if hold {
			return nil
		}
		return tea.Batch(wait, s.loadWanted())
	}
	if p.pace.again {
		return nil
	}
	return s.loadWanted()
}

func (s *Screen) loadWanted() tea.Cmd {
	p := &s.detail
	if p.wanted == "" || !s.detailInSight() {
		if p.wanted == "" && p.shown != nil && s.finding.begun {
			p.shown = nil
			s.frame.dirty()
		}
		return nil
	}
	if d := p.cached(p.wanted); d != nil {
		if d != p.shown {
			p.show(d)
			s.frame.dirty()
		}
		return nil
	}
	if p.busy {
		return nil
	}
	p.busy = true
	return loadDetail(s.src, p.wanted, s.now(), p.gen)
}

// detailInSight is true until the first frame told the size.
func (s *Screen) detailInSight() bool {
	return s.full || s.frame.w == 0 || s.frame.layout.detail > 0
}

func loadDetail(src Source, id string, now time.Time, gen uint64) tea.Cmd {
	return func() tea.Msg {
		d := &detail{id: id}
		d.err = d.read(context.Background(), src, now)
		return detailMsg{gen: gen, detail: d}
	}
}

func (d *detail) read(ctx context.Context, src Source, now time.Time) error {
	var err error
	if d.memory, err = src.Get(ctx, d.id); err != nil {
		return err
	}
	versions, err := src.Latest(ctx, d.id, maxVersions)
	if err != nil {
		return err
	}
	for i := range versions {
		v := &versions[i]
		d.versions = append(d.versions, versionMark{number: v.Number, at: v.At, change: v.Change})
	}
	d.saidBy = provenance(&d.memory, versions)
	if err := d.readTies(ctx, src, now); err != nil {
		return err
	}
	if err := d.readRivals(ctx, src); err != nil {
		return err
	}
	return d.readConflicts(ctx, src)
}

// readTies takes the strongest ties as of now, relations and co-retrievals
// apart; the memories at their other ends are read in one go.
func (d *detail) readTies(ctx context.Context, src Source, now time.Time) error {
	edges, err := src.Edges(ctx, d.id)
	if err != nil {
		return err
	}
	edges = slices.DeleteFunc(edges, func(e engine.Edge) bool { return e.Type == engine.RelContradicts })
	slices.SortFunc(edges, func(a, b engine.Edge) int {
		return cmp.Or(
			cmp.Compare(rank(&a), rank(&b)),
			cmp.Compare(b.Connection.StrengthAt(now), a.Connection.StrengthAt(now)),
			cmp.Compare(a.Other(d.id), b.Other(d.id)),
		)
	})
	edges = edges[:min(len(edges), mostEnds)]
	ids := make([]string, 0, len(edges)+1)
	for i := range edges {
		ids = append(ids, edges[i].Other(d.id))
	}
	if d.memory.TieID != "" {
		ids = append(ids, d.memory.TieID)
	}
	heads, err := headsOf(ctx, src, ids)
	if err != nil {
		return err
	}
	for i := range edges {
		other, there := heads[edges[i].Other(d.id)]
		to := &d.together
		if rank(&edges[i]) == 0 {
			to = &d.relations
		}
		if there && other.State != engine.Deleted && len(*to) < maxTies {
			*to = append(*to, tie{edge: edges[i], other: other})
		}
	}
	d.reinforce = heads[d.memory.TieID].Title
	return nil
}

// readRivals names those whose likeness takes from the memory's retention.
func (d *detail) readRivals(ctx context.Context, src Source) error {
	if d.memory.Interference == 0 || d.memory.Interference >= 1 {
		return nil // nothing is taken
	}
	near, err := src.Neighbours(ctx, d.id)
	if err != nil {
		return err
	}
	ids := make([]string, len(near))
	for i := range near {
		ids[i] = near[i].ID
	}
	heads, err := headsOf(ctx, src, ids)
	for _, id := range ids {
		if h, there := heads[id]; there {
			d.rivals = append(d.rivals, h.Title)
		}
	}
	return err
}

// rank is 0 for what somebody said of two memories, 1 for their having been
// recalled together.
func rank(e *engine.Edge) int {
	if e.Type == engine.CoRetrieved {
		return 1
	}
	return 0
}

func (d *detail) readConflicts(ctx context.Context, src Source) error {
	conflicts, err := src.ConflictsOf(ctx, d.id)
	if err != nil {
		return err
	}
	var ids []string
	other := func(c *engine.Conflict) string {
		if c.MemoryA == d.id {
			return c.MemoryB
		}
		return c.MemoryA
	}
	conflicts = slices.DeleteFunc(conflicts, func(c engine.Conflict) bool { return c.Status != engine.ConflictOpen })
	for i := range conflicts {
		ids = append(ids, other(&conflicts[i]))
	}
	heads, err := headsOf(ctx, src, ids)
	for i := range conflicts {
		c := &conflicts[i]
		d.against = append(d.against, against{title: heads[other(c)].Title, conflict: c.ID, since: c.CreatedAt})
	}
	return err
}

func headsOf(ctx context.Context, src Source, ids []string) (map[string]engine.Head, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := src.Heads(ctx, ids)
	heads := make(map[string]engine.Head, len(list))
	for i := range list {
		heads[list[i].ID] = list[i]
	}
	return heads, err
}

// provenance says who said a memory, or else who wrote it down and from where.
func provenance(m *engine.Memory, newest []engine.Version) string {
	if m.Source != "" {
		return "said by " + m.Source
	}
	if len(newest) == 0 {
		return ""
	}
	by := "by " + newest[0].Actor.String()
	if newest[0].Reason != "" {
		by += ", " + newest[0].Reason
	}
	return by
}
