package graph

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ebb/engine"
	"ebb/views/widget"
)

// Text is a scene as lines of text: what is shown, indented by how far it is
// from the middle. Where a line would be wider than w cells, its name is cut;
// 0 is as wide as it takes.
func Text(s *Scene, now time.Time, w int) string {
	var b strings.Builder
	line := func(before, name, after string) {
		if w > 0 {
			room := w - widget.Width(before) - widget.Width(after)
			name = widget.Truncate(name, max(room, leastName), "…")
		}
		b.WriteString(before + name + after + "\n")
	}
	if s.Centre == "" {
		for i := range s.Nodes {
			n := &s.Nodes[i]
			line(fmt.Sprintf("%8.2f  %s  ", n.Reach, padded(ties(n.Degree), 12)), widget.Clean(n.Name()), "  "+widget.Clean(n.ID))
		}
		return b.String()
	}
	var below func(id string)
	below = func(id string) {
		for i := range s.Nodes {
			n := &s.Nodes[i]
			if n.ID == s.Centre || n.Via != id {
				continue
			}
			before, after := aroundName(s, n, now)
			line(strings.Repeat("  ", n.Hops)+before, widget.Clean(n.Name()), after+"  "+widget.Clean(n.ID))
			below(n.ID)
		}
	}
	if c := s.Node(s.Centre); c != nil {
		line("", widget.Clean(c.Name()), "  "+widget.Clean(c.ID))
	}
	below(s.Centre)
	if s.Loops > 0 {
		fmt.Fprintf(&b, "%s of a memory with itself\n", ties(s.Loops))
	}
	for _, f := range s.Folded {
		if n := s.Node(f.ID); n != nil {
			line(fmt.Sprintf("+%d more of ", f.N), widget.Clean(n.Name()), "")
		}
	}
	return b.String()
}

// leastName is how much of a name is left however narrow the lines are.
const leastName = 12

// aroundName is what stands before and after a node's name: the tie that leads
// to it.
func aroundName(s *Scene, n *Node, now time.Time) (before, after string) {
	t := s.Between(n.Via, n.ID)
	if t == nil {
		return "", ""
	}
	var kinds []string
	for i := range t.Edges {
		if kind := widget.Clean(t.Edges[i].Type); t.Edges[i].Type != engine.CoRetrieved && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	if c := t.Count(); c > 0 {
		kinds = append(kinds, fmt.Sprintf("%d×", c))
	}
	if !n.Gone && !n.Head.State.Live() {
		kinds = append(kinds, n.Head.State.String())
	}
	if s.Tunnel(n) {
		kinds = append(kinds, "in "+widget.Clean(n.Head.Scope.Namespace))
	}
	if len(kinds) > 0 {
		after = "  (" + strings.Join(kinds, ", ") + ")"
	}
	return padded(figure(t.Strength(now)), 4) + "  ", after
}

// Dot is a scene in the language of Graphviz. A line's width is its strength.
func Dot(s *Scene, now time.Time) string {
	var b strings.Builder
	b.WriteString("digraph ebb {\n  node [shape=box, style=rounded];\n")
	if s.Loops > 0 {
		fmt.Fprintf(&b, "  // left out: %s of a memory with itself\n", ties(s.Loops))
	}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		more := ""
		switch {
		case n.ID == s.Centre:
			more = ", style=bold"
		case s.Tunnel(n):
			more = ", shape=diamond"
		case n.Gone:
			more = ", style=dotted"
		case !n.Head.State.Live():
			more = ", fontcolor=gray"
		}
		fmt.Fprintf(&b, "  %s [label=%s%s];\n", dotQuoted(n.ID), dotQuoted(n.Name()), more)
	}
	for i := range s.Ties {
		t := &s.Ties[i]
		for j := range t.Edges {
			e := &t.Edges[j]
			strength := e.Connection.StrengthAt(now)
			more := ""
			switch {
			case e.Type == engine.RelContradicts:
				more = ", style=dashed, color=red"
			case strength <= quiet:
				more = ", style=dotted"
			}
			if engine.Undirected(e.Type) {
				more += ", dir=none"
			}
			name := e.Type
			if e.Type == engine.CoRetrieved {
				name = figure(strength)
			}
			fmt.Fprintf(&b, "  %s -> %s [label=%s, penwidth=%.2f%s];\n", dotQuoted(e.From), dotQuoted(e.To), dotQuoted(name), .5+strength, more)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func dotQuoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(widget.Clean(s)) + `"`
}
