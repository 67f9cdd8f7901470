package memories

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebb/engine"
	"ebb/themes"
	"ebb/views/widget"
)

// How many ties are shown where there is no room to spare.
const (
	tiesShown  = 5
	fewestTies = 2 // where there is no room at all
)

// ties are the strongest by now, whatever they were when they were read: what
// somebody said of two memories comes before their having been recalled
// together.
func (f *facts) ties() {
	relations, together := len(f.d.relations), len(f.d.together)
	all := relations + together
	if all == 0 {
		return
	}
	if most := f.mostTies(all); most < all {
		together = min(together, most-min(relations, (most+1)/2))
		relations = min(relations, most-together)
	}
	f.add(themes.Muted, "ties")
	f.relations(strongest(f.d.relations, f.now)[:relations])
	for _, t := range strongest(f.d.together, f.now)[:together] {
		f.together(t)
	}
	if more := all - relations - together; more > 0 {
		f.add(themes.Faint, fmt.Sprintf("%d more", more))
	}
	f.blank()
}

// mostTies is how many ties the lines are enough for. The line that counts the
// others comes with the first one that is left out.
func (f *facts) mostTies(all int) int {
	base := min(all, tiesShown)
	switch {
	case f.spare > 0 && all > base:
		if all <= base+f.spare+1 {
			return all
		}
		return base + f.spare
	case f.spare < 0 && all > base:
		return max(base+f.spare, fewestTies)
	case f.spare < 0:
		return min(base, max(base+f.spare-1, fewestTies))
	}
	return base
}

// strongest orders ties by their strength at an instant.
func strongest(ties []tie, at time.Time) []tie {
	out := slices.Clone(ties)
	slices.SortStableFunc(out, func(a, b tie) int {
		return cmp.Compare(b.edge.Connection.StrengthAt(at), a.edge.Connection.StrengthAt(at))
	})
	return out
}

// relations name what somebody said of this memory and others, with the
// direction: it uses the other, or the other owns it.
func (f *facts) relations(ties []tie) {
	t := f.s.theme()
	cells := 0
	for _, tie := range ties {
		cells = max(cells, min(14, widthOf(relationWord(&tie.edge))))
	}
	for _, tie := range ties {
		word, out := relationWord(&tie.edge), tie.edge.From == f.d.id
		if f.s.ctx.Accessible {
			if out {
				f.end("this "+widget.Clean(word)+" ", &tie, "")
			} else {
				f.end("", &tie, " "+widget.Clean(word)+" this")
			}
			continue
		}
		f.end(t.Paint(themes.Accent, arrow(&t.Glyphs, out))+" "+t.Paint(themes.Muted, widget.Line(word, cells))+"  ", &tie, "")
	}
}

// relationWord is a relation's type as it is said.
func relationWord(e *engine.Edge) string { return strings.ReplaceAll(e.Type, "_", " ") }

// arrow points to the other memory, or from it.
func arrow(g *themes.Glyphs, out bool) string {
	if out {
		return g.Arrow
	}
	return g.Back
}

// together draws a tie of two memories that were recalled together.
func (f *facts) together(tie tie) {
	t := f.s.theme()
	strength := tie.edge.Connection.StrengthAt(f.now)
	if f.s.ctx.Accessible {
		f.end(weight(strength)+" together with ", &tie, "")
		return
	}
	f.end(t.Paint(themes.Accent, tieLine(&t.Glyphs, strength))+" "+t.Paint(themes.Text, widget.Fit(weight(strength), 4))+" ", &tie, "")
}

// end adds a line with the memory at the other end of a tie between words, and
// why it is not live, if it is not.
func (f *facts) end(lead string, tie *tie, trail string) {
	t := f.s.theme()
	title, state := tie.other.Title, ""
	if title == "" {
		title = "without a text"
	}
	switch {
	case !tie.other.State.Live():
		state = " " + tie.other.State.String()
	case tie.other.ExpiredAt(f.now):
		state = " expired"
	}
	room := f.w - widget.Width(lead) - widget.Width(trail) - widget.Width(state)
	line := lead + t.Paint(themes.Text, widget.Line(title, max(0, min(room, widthOf(title)))))
	f.lines = append(f.lines, line+trail+t.Paint(themes.Faint, state))
}

// tieLine is the weight of a line for a strength.
func tieLine(g *themes.Glyphs, strength float64) string {
	heavy := "━"
	if g.ASCII {
		heavy = "="
	}
	switch {
	case strength >= 2:
		return heavy + heavy
	case strength >= .5:
		return g.Rule + g.Rule
	case strength > .051:
		return g.Dash + g.Dash
	}
	return g.AxisDot + g.AxisDot
}

func weight(strength float64) string {
	if strength >= 1 {
		return strconv.FormatFloat(strength, 'f', 1, 64)
	}
	return widget.Score(strength)
}
