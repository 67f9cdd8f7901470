package evolve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ebb/engine"
	"ebb/engine/fold"
	"ebb/evolvers"
)

// planned is a plan on the screen, with what its memories are called.
type planned struct {
	plan  *evolvers.Plan
	only  string // the evolver that was asked for alone
	ahead bool   // made for an instant that has not come
	moved bool   // memories have changed since

	// Summed up once: a plan may have a change for every memory.
	counts  evolvers.Counts
	figures map[string]figure

	told    map[string]told // by memory; nil until it has been read
	folded  [][]string      // per step and change: what the filter looks in
	rows    []line
	open    map[string]bool // evolvers whose changes are all shown
	filter  string
	matches int
}

// told is what is known of a memory that a plan speaks of.
type told struct {
	title         string
	before, after float64 // retention, where the plan weighs its evidence
	weighed       bool
}

// lineKind says what a line of the plan is.
type lineKind uint8

const (
	headLine   lineKind = iota // an evolver
	changeLine                 // one change
	whyLine                    // its reason
	moreLine                   // what is folded
	offerLine                  // an archived memory that could come back
	noteLine                   // words
	gapLine
)

// line is one line of the plan: of which step, and which of its things.
type line struct {
	kind    lineKind
	step, i int
	text    string // of a note
	count   int    // folded changes
}

// stops reports whether the cursor stands on such lines.
func (l *line) stops() bool {
	return l.kind == headLine || l.kind == changeLine || l.kind == moreLine || l.kind == offerLine
}

// fewChanges are shown of each evolver until it is opened.
const fewChanges = 3

func newPlanned(p *evolvers.Plan, only string, ahead bool) *planned {
	n := &planned{plan: p, only: only, ahead: ahead, open: map[string]bool{}, counts: p.Counts(), figures: map[string]figure{}}
	for i := range p.Steps {
		n.figures[p.Steps[i].Name] = stepFigure(&p.Steps[i])
	}
	if only != "" {
		n.open[only] = true
	}
	n.arrange(true)
	return n
}

// arrange lays the plan out as lines. whys adds a line with the reason below
// each change.
func (p *planned) arrange(whys bool) {
	p.rows, p.matches = p.rows[:0], 0
	words := strings.Fields(fold.Fold(p.filter))
	for i := range p.plan.Steps {
		p.step(i, words, whys)
	}
}

func (p *planned) step(i int, words []string, whys bool) {
	s := &p.plan.Steps[i]
	var found []int
	if len(words) > 0 {
		for k := range s.Changes {
			if p.match(i, k, words) {
				found = append(found, k)
			}
		}
		p.matches += len(found)
		if len(found) == 0 {
			return
		}
	}
	notes := p.notes(s)
	if len(s.Changes) == 0 && len(notes) == 0 && len(s.Offers) == 0 && s.Name != p.only {
		return
	}
	if len(p.rows) > 0 {
		p.rows = append(p.rows, line{kind: gapLine})
	}
	p.rows = append(p.rows, line{kind: headLine, step: i})
	n := len(s.Changes)
	if len(words) > 0 {
		n = len(found)
	}
	shown := n
	if !p.open[s.Name] && n > fewChanges+1 {
		shown = fewChanges
	}
	for k := range shown {
		at := k
		if len(words) > 0 {
			at = found[k]
		}
		p.rows = append(p.rows, line{kind: changeLine, step: i, i: at})
		if whys {
			p.rows = append(p.rows, line{kind: whyLine, step: i, i: at})
		}
	}
	if shown < n {
		p.rows = append(p.rows, line{kind: moreLine, step: i, count: n - shown})
	}
	if len(words) > 0 {
		return
	}
	for k := range s.Offers {
		p.rows = append(p.rows, line{kind: offerLine, step: i, i: k})
	}
	for _, text := range notes {
		p.rows = append(p.rows, line{kind: noteLine, step: i, text: text})
	}
}

// mostNotes bounds the lists of what could not be used and what is to come.
const mostNotes = 5

// notes are an evolver's words beside its changes.
func (p *planned) notes(s *evolvers.Step) []string {
	var out []string
	if s.Err != nil {
		out = append(out, "failed: "+s.Err.Error()+"; the others went on")
	}
	for i, c := range s.Candidates {
		if i == mostNotes {
			out = append(out, fmt.Sprintf("%s more not yet", grouped(len(s.Candidates)-i)))
			break
		}
		out = append(out, fmt.Sprintf("not yet: %s (%d of %d)", c.Subject, c.Have, c.Need))
	}
	for i, x := range s.Problems {
		if i == mostNotes {
			out = append(out, fmt.Sprintf("%s more could not be used", grouped(len(s.Problems)-i)))
			break
		}
		out = append(out, strings.TrimPrefix(x.ID+": ", ": ")+x.Why+"; left as it is")
	}
	for _, x := range s.Skipped {
		if len(s.Changes) > 0 || s.Name == p.only || x.Reason != "the buffer is not full yet" {
			out = append(out, fmt.Sprintf("%s passed over: %s", grouped(x.Count), x.Reason))
		}
	}
	if s.Left > 0 {
		out = append(out, grouped(s.Left)+" left for the next cycle by a cap")
	}
	return out
}

func (p *planned) match(step, i int, words []string) bool {
	text := ""
	if p.folded != nil {
		text = p.folded[step][i]
	} else {
		c := &p.plan.Steps[step].Changes[i]
		text = fold.Fold(c.Memory + " " + c.Field + " " + c.Why)
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			return false
		}
	}
	return true
}

// find is the line on which an evolver's part begins, -1 for none.
func (p *planned) find(evolver string) int {
	return slices.IndexFunc(p.rows, func(l line) bool {
		return l.kind == headLine && p.plan.Steps[l.step].Name == evolver
	})
}

// change is the change that a line is about; nil for none.
func (p *planned) change(l *line) *engine.Change {
	if l.kind != changeLine && l.kind != whyLine {
		return nil
	}
	return &p.plan.Steps[l.step].Changes[l.i]
}

// subject is the memory that a line is about, "" for none that is there yet.
func (p *planned) subject(l *line) string {
	switch l.kind {
	case changeLine, whyLine:
		if c := p.change(l); c.Make == nil {
			return c.Memory
		}
	case offerLine:
		return p.plan.Steps[l.step].Offers[l.i].ID
	case headLine, moreLine, noteLine, gapLine:
	}
	return ""
}

// tell reads what the plan's memories are called and how their retention would
// move. It runs in a command; the plan is not written to.
func tell(ctx context.Context, src Source, p *evolvers.Plan) (map[string]told, [][]string, error) {
	out := map[string]told{}
	var ids []string
	for i := range p.Steps {
		s := &p.Steps[i]
		for k := range s.Changes {
			c := &s.Changes[k]
			if c.Make != nil {
				out[c.Memory] = told{title: engine.Title(c.Make.Memory.Content)}
				ids = append(ids, c.Make.From...)
				continue
			}
			ids = append(append(ids, c.Memory), c.Source...)
		}
		for _, o := range s.Offers {
			ids = append(ids, o.ID)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	heads, err := headsOf(ctx, src, ids, out)
	if err != nil {
		return nil, nil, err
	}
	settings := src.Settings()
	folded := make([][]string, len(p.Steps))
	for i := range p.Steps {
		changes := p.Steps[i].Changes
		folded[i] = make([]string, len(changes))
		for k := range changes {
			c := &changes[k]
			if h, ok := heads[c.Memory]; ok && c.Weigh != nil && c.Weigh.Interference != nil {
				t := out[c.Memory]
				t.before, t.after, t.weighed = reweighed(&settings, h, *c.Weigh.Interference, p.At)
				out[c.Memory] = t
			}
			folded[i][k] = fold.Fold(out[c.Memory].title + " " + c.Memory + " " + c.Field + " " + c.Why)
		}
	}
	return out, folded, nil
}

// headsOf reads heads in parts, so that a plan over a large store can be
// cancelled; their titles go to out.
func headsOf(ctx context.Context, src Source, ids []string, out map[string]told) (map[string]engine.Head, error) {
	const part = 4096
	heads := make(map[string]engine.Head, len(ids))
	for part := range slices.Chunk(ids, part) {
		read, err := src.Heads(ctx, part)
		if err != nil {
			return nil, err
		}
		for i := range read {
			heads[read[i].ID] = read[i]
			out[read[i].ID] = told{title: read[i].Title}
		}
	}
	return heads, nil
}

// reweighed is a memory's retention before and after its interference changes.
func reweighed(s *engine.Settings, h engine.Head, product float64, at time.Time) (before, after float64, ok bool) {
	before = s.RetentionOf(&h, at).Score
	h.Interference = product
	return before, s.RetentionOf(&h, at).Score, true
}
