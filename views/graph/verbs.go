package graph

import (
	"context"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/views"
	"ebb/views/widget"
)

// option is a row of a menu.
type option struct {
	views.Choice
	pick func() tea.Cmd
}

func pickFrom(title string, options []option) tea.Cmd {
	choices := make([]views.Choice, len(options))
	for i := range options {
		choices[i] = options[i].Choice
	}
	return views.Send(views.PickMsg{Title: title, Choices: choices, Pick: func(i int) tea.Cmd { return options[i].pick() }})
}

// chooseFilter offers the kinds of ties and how strong they must be.
func (s *Screen) chooseFilter() tea.Cmd {
	var options []option
	add := func(key, label, note string, set func()) {
		options = append(options, option{
			Choice: views.Choice{Key: key, Label: label, Note: note},
			pick: func() tea.Cmd {
				return views.Send(doMsg{func() tea.Cmd {
					set()
					return s.reload()
				}})
			},
		})
	}
	for i, key := range []string{"a", "t", "s", "h", "u", "c"} {
		kind := Kind(i)
		note := ""
		if kind == s.kind {
			note = "shown now"
		}
		add(key, kind.String(), note, func() { s.kind = kind })
	}
	for i, above := range []float64{-1, dynamics.StrengthFloor, .5, 1, 2} {
		label := "stronger than " + figure(above)
		if above < 0 {
			label = "however weak"
		}
		note := ""
		if above == s.above {
			note = "shown now"
		}
		add(fmt.Sprint(i), label, note, func() { s.above = above })
	}
	return pickFrom("Which ties are shown", options)
}

// relations are the links that x offers, contradiction first.
var relations = []struct{ typ, note string }{
	{engine.RelContradicts, "both cannot be true: opens a conflict"},
	{engine.RelSupports, "the first backs the second up"},
	{engine.RelSupersedes, "the first is what counts now"},
	{engine.RelDerivedFrom, "the first was made from the second"},
	{engine.RelRelatedTo, "they belong together"},
	{engine.RelDependsOn, "the first needs the second"},
	{engine.RelCausedBy, "the first happened because of the second"},
}

// link ties two memories: the two that are selected, or the selected one, or
// the middle, and that under the cursor.
func (s *Screen) link() tea.Cmd {
	a, b := s.centre, s.cursor
	switch len(s.selected) {
	case 2:
		a, b = s.selected[0], s.selected[1]
	case 1:
		a = s.selected[0]
	}
	x, y := s.node(a), s.node(b)
	if x == nil || y == nil || a == b || x.Gone || y.Gone {
		return warn("x links two memories: select one with space, put the cursor on the other")
	}
	var options []option
	for _, r := range relations {
		options = append(options, option{
			Choice: views.Choice{Label: word(r.typ), Note: r.note},
			pick: func() tea.Cmd {
				return s.write("linked the two: "+word(r.typ), func(ctx context.Context) error {
					if r.typ == engine.RelContradicts {
						_, err := s.src.Declare(ctx, a, b, "", byYou)
						return err
					}
					_, err := s.src.Relate(ctx, a, b, r.typ, 1, nil, byYou)
					return err
				})
			},
		})
	}
	options[0].Key = "x"
	to := " " + s.theme().Glyphs.Arrow + " "
	if s.ctx.Accessible {
		to = " to "
	}
	return pickFrom(s.short(x)+to+s.short(y), options)
}

func (s *Screen) write(done string, do func(context.Context) error) tea.Cmd {
	return func() tea.Msg { return wroteMsg{text: done, err: do(context.Background())} }
}

// short is a node's name for a title.
func (s *Screen) short(n *Node) string { return widget.Truncate(widget.Clean(n.Name()), 30, "…") }

// word is a relation's type as it is said.
func word(typ string) string {
	if typ == engine.CoRetrieved {
		return "recalled together"
	}
	return strings.ReplaceAll(widget.Clean(typ), "_", " ")
}

// chosenTie is the tie that is meant by the cursor: to the middle, or to the
// memory that leads there.
func (s *Screen) chosenTie() *Tie {
	n := s.node(s.cursor)
	if n == nil || s.scene.Centre == "" {
		return nil
	}
	if t := s.scene.Between(s.scene.Centre, n.ID); t != nil {
		return t
	}
	return s.scene.Between(n.Via, n.ID)
}

// editTie offers what can be done with each of the edges of a tie.
func (s *Screen) editTie() tea.Cmd {
	t := s.chosenTie()
	if t == nil {
		return warn("there is no tie under the cursor: x makes one")
	}
	var options []option
	for _, e := range t.Edges {
		name := s.edgeWords(&e)
		if e.Type == engine.RelContradicts {
			options = append(options, option{
				Choice: views.Choice{Label: "settle what they disagree about", Note: "on the Conflicts screen"},
				pick:   func() tea.Cmd { return views.Send(views.OpenMsg{Screen: views.Conflicts}) },
			})
		} else if isSaid(&e) {
			options = append(options, option{
				Choice: views.Choice{Label: "retype: " + name, Note: "choose another word for it"},
				pick:   func() tea.Cmd { return views.Send(doMsg{func() tea.Cmd { return s.retype(&e) }}) },
			})
		}
		options = append(options, option{
			Choice: views.Choice{Label: "untie: " + name, Note: "u brings it back"},
			pick: func() tea.Cmd {
				return s.write("untied: "+name, func(ctx context.Context) error {
					_, err := s.src.Unrelate(ctx, e.EdgeKey, byYou)
					return err
				})
			},
		})
	}
	return pickFrom("Tie with "+s.short(s.node(s.cursor)), options)
}

// retype says the relation by another word.
func (s *Screen) retype(e *engine.Edge) tea.Cmd {
	var options []option
	for _, r := range relations[1:] {
		if r.typ == e.Type {
			continue
		}
		options = append(options, option{
			Choice: views.Choice{Label: word(r.typ), Note: r.note},
			pick: func() tea.Cmd {
				return s.write(fmt.Sprintf("%s, not %s any more", word(r.typ), word(e.Type)), func(ctx context.Context) error {
					_, err := s.src.Retype(ctx, e.EdgeKey, r.typ, byYou)
					return err
				})
			},
		})
	}
	return pickFrom(s.edgeWords(e)+" becomes", options)
}

// edgeWords says an edge with its direction, from the middle.
func (s *Screen) edgeWords(e *engine.Edge) string {
	other := ""
	if e.Relation != "" {
		other = " (" + widget.Truncate(widget.Clean(e.Relation), 20, "…") + ")"
	}
	if engine.Undirected(e.Type) {
		return word(e.Type) + other
	}
	from, to := s.node(e.From), s.node(e.To)
	if from == nil || to == nil {
		return word(e.Type) + other
	}
	return s.short(from) + " " + word(e.Type) + " " + s.short(to) + other
}

// copyTable copies what the table shows.
func (s *Screen) copyTable() tea.Cmd {
	if s.scene == nil {
		return nil
	}
	return views.Send(views.CopyMsg{Text: Text(s.scene, s.now(), 0), Label: "the ties"})
}

func (s *Screen) copyAs() tea.Cmd {
	n := s.node(s.cursor)
	if n == nil {
		return nil
	}
	copies := []views.CopyMsg{
		{Text: n.ID, Label: "the id"},
		{Text: fmt.Sprintf("ebb graph '%s' --depth %d", strings.ReplaceAll(n.ID, "'", `'\''`), s.depth), Label: "the command line that prints its neighbourhood"},
	}
	if s.scene.Centre == "" {
		copies = copies[:1]
	}
	if len(s.selected) == 2 {
		copies = append(copies, views.CopyMsg{Text: fmt.Sprintf("ebb path '%s' '%s'", strings.ReplaceAll(s.selected[0], "'", `'\''`), strings.ReplaceAll(s.selected[1], "'", `'\''`)), Label: "the command line that prints the path"})
	}
	var options []option
	for i, c := range copies {
		options = append(options, option{Choice: views.Choice{Key: string("abc"[i]), Label: c.Label}, pick: func() tea.Cmd { return views.Send(c) }})
	}
	return pickFrom("Copy", options)
}
