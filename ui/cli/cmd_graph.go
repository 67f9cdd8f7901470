package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"ebb/dynamics"
	"ebb/engine"
	"ebb/views/graph"
)

// The forms that a graph is printed in.
const (
	formText = "text"
	formDot  = "dot"
	formJSON = "json"
)

func (a *app) graphCmd() *cobra.Command {
	depth, form, above := 2, formText, dynamics.StrengthFloor
	c := &cobra.Command{
		Use:   "graph [ID]",
		Short: "Show what a memory is tied to, nearest first",
		Long: fmt.Sprintf(`Show the neighbourhood of a memory: the %d nearest by the strength of the ties
that lead to them. Without an id: the strongest memories of the whole store.`, graph.MostNodes),
		Example: "  ebb graph 0199a1b2 --depth 3\n  ebb graph 0199a1b2 --format dot | dot -Tsvg > ties.svg",
		Args:    args(cobra.MaximumNArgs(1), "one id, or the beginning of one, or none"),
		RunE: func(c *cobra.Command, given []string) error {
			switch {
			case len(given) == 0 && (c.Flags().Changed("depth") || c.Flags().Changed("above")):
				return usage("--depth and --above are for the neighbourhood of one memory: name it")
			case depth < 1 || depth > graph.MostDepth:
				return usage("--depth: %d is not between 1 and %d", depth, graph.MostDepth)
			case math.IsNaN(above) || math.Abs(above) > dynamics.MaxStrength:
				return usage("--above: %v is no strength between 0 and %v", above, dynamics.MaxStrength)
			case form != formText && form != formDot && form != formJSON:
				return usage("--format: %q is none of text, dot, json", form)
			}
			e, err := a.reading(c.Context())
			if err != nil {
				return a.nothingYet(err)
			}
			r, err := a.graphReader(c.Context(), e)
			if err != nil {
				return err
			}
			var scene graph.Scene
			if len(given) == 0 {
				scene, err = graph.Overview(c.Context(), r, e.Now())
			} else {
				ask := graph.Ask{Depth: depth, Now: e.Now(), Above: above}
				if ask.Centre, err = e.Resolve(c.Context(), given[0]); err != nil {
					return err
				}
				scene, err = graph.Read(c.Context(), r, ask)
				var missing *engine.NotFoundError
				if errors.As(err, &missing) {
					err = cmp.Or(a.stood(c.Context(), e, ask.Centre), err)
				}
			}
			if err != nil {
				return err
			}
			return a.graph(e, &scene, depth, form)
		},
	}
	c.Flags().IntVar(&depth, "depth", depth, "how many ties away, `1..3`")
	c.Flags().StringVar(&form, "format", form, "`FORM`: text, dot or json")
	c.Flags().Float64Var(&above, "above", above, "only ties stronger than this, `0..5`; relations are shown in any case")
	fixed(c, "format", formText, formDot, formJSON)
	return c
}

// graphReader reads ties as they were if now is past.
func (a *app) graphReader(ctx context.Context, e *engine.Engine) (graph.Reader, error) {
	then := e.Now()
	past, err := a.isPast(ctx, e, then)
	if err != nil || !past {
		return e, err
	}
	p, err := e.Past(ctx, then)
	return graph.Then(e, p), err
}

func (a *app) graph(e *engine.Engine, s *graph.Scene, depth int, form string) error {
	set := e.Settings()
	text := ""
	switch {
	case form == formJSON || a.flags.json:
		return a.out.json(shapeGraph(s, depth, &set, e.Now()))
	case form == formDot:
		text = graph.Dot(s, e.Now())
	default:
		width := 0
		if a.OutTerminal {
			width = a.Width
		}
		text = graph.Text(s, e.Now(), width)
	}
	for line := range strings.Lines(text) {
		if err := a.out.line("%s", strings.TrimSuffix(line, "\n")); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) pathCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "path A B",
		Short: "Show the strongest way from one memory to another",
		Long: `Show the strongest way from one memory to another over the ties between them:
the one on which most is left when every tie passes on strength/5 of what
reaches it. Contradictions lead nowhere.`,
		Example: "  ebb path 0199a1b2 0199c3d4",
		Args:    args(cobra.ExactArgs(2), "two ids, or beginnings of them"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.reading(c.Context())
			if err != nil {
				return a.nothingYet(err)
			}
			ids, err := a.pair(c.Context(), e, given)
			if err != nil {
				return err
			}
			r, err := a.graphReader(c.Context(), e)
			if err != nil {
				return err
			}
			steps, err := graph.Path(c.Context(), r, ids[0], ids[1], e.Now())
			if err == nil && len(steps) == 0 {
				err = a.stood(c.Context(), e, ids[:]...)
			}
			if err != nil {
				return err
			}
			return a.path(c.Context(), e, r, ids, steps)
		},
	}
}

func (a *app) path(ctx context.Context, e *engine.Engine, r graph.Reader, ids [2]string, steps []graph.Step) error {
	now := e.Now()
	j := pathJSON{From: ids[0], To: ids[1], Found: len(steps) > 0 || ids[0] == ids[1], Steps: []stepTied{}}
	if j.Found {
		j.Passes = 1
	}
	for i := range steps {
		tied := stepTied{From: steps[i].From, To: steps[i].To, Strength: steps[i].Tie.Strength(now)}
		for k := range steps[i].Tie.Edges {
			tied.Edges = append(tied.Edges, shapeEdge(&steps[i].Tie.Edges[k], now))
		}
		j.Passes *= min(tied.Strength/dynamics.MaxStrength, 1)
		j.Steps = append(j.Steps, tied)
	}
	if a.flags.json {
		if err := a.out.json(j); err != nil || j.Found {
			return err
		}
	}
	if !j.Found {
		return errNoPath
	}
	if err := a.pathLine(ctx, r, ids[0], "     "); err != nil {
		return err
	}
	for _, tied := range j.Steps {
		if err := a.pathLine(ctx, r, tied.To, fmt.Sprintf("%5.2f", tied.Strength)); err != nil {
			return err
		}
	}
	return a.out.line("%s", fmt.Sprintf("passes on %.2f %%", 100*j.Passes))
}

// errNoPath lets scripts tell that there is no way.
var errNoPath = errors.New("no tie leads from one to the other")

func (a *app) pathLine(ctx context.Context, r graph.Reader, id, lead string) error {
	heads, err := r.Heads(ctx, []string{id})
	if err != nil {
		return err
	}
	title := "gone"
	if len(heads) > 0 {
		title = heads[0].Title
	}
	text := lead + "  " + a.idColumn(id) + "  "
	return a.out.line("%s", text+a.rest(text, title))
}
