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
// from the middle.
func Text(s *Scene, now time.Time) string {
	var b strings.Builder
	if s.Centre == "" {
		for i := range s.Nodes {
			n := &s.Nodes[i]
			fmt.Fprintf(&b, "%8.2f  %s  %s  %s\n", n.Reach, padded(ties(n.Degree), 12), widget.Clean(n.Name()), widget.Clean(n.ID))
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
			fmt.Fprintf(&b, "%s%s  %s\n", strings.Repeat("  ", n.Hops), tieText(s, n, now), widget.Clean(n.ID))
			below(n.ID)
		}
	}
	if c := s.Node(s.Centre); c != nil {
		fmt.Fprintf(&b, "%s  %s\n", widget.Clean(c.Name()), widget.Clean(c.ID))
	}
	below(s.Centre)
	for _, f := range s.Folded {
		if n := s.Node(f.ID); n != nil {
			fmt.Fprintf(&b, "+%d more of %s\n", f.N, widget.Clean(n.Name()))
		}
	}
	return b.String()
}

func tieText(s *Scene, n *Node, now time.Time) string {
	t := s.Between(n.Via, n.ID)
	if t == nil {
		return widget.Clean(n.Name())
	}
	parts := []string{padded(figure(t.Strength(now)), 4), widget.Clean(n.Name())}
	var kinds []string
	for i := range t.Edges {
		if kind := widget.Clean(t.Edges[i].Type); t.Edges[i].Type != engine.CoRetrieved && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	if c := t.Count(); c > 0 {
		kinds = append(kinds, fmt.Sprintf("%d×", c))
	}
	if s.Tunnel(n) {
		kinds = append(kinds, "in "+widget.Clean(n.Head.Scope.Namespace))
	}
	if len(kinds) > 0 {
		parts = append(parts, "("+strings.Join(kinds, ", ")+")")
	}
	return strings.Join(parts, "  ")
}

// Dot is a scene in the language of Graphviz. A line's width is its strength.
func Dot(s *Scene, now time.Time) string {
	var b strings.Builder
	b.WriteString("digraph ebb {\n  node [shape=box, style=rounded];\n")
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
