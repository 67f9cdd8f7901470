package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
)

// relationTypes are the well-known ones, for completion.
var relationTypes = []string{
	engine.RelSupports, engine.RelContradicts, engine.RelSupersedes, engine.RelDerivedFrom,
	engine.RelRelatedTo, engine.RelDependsOn, engine.RelCausedBy,
}

func (a *app) edgesCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "edges [ID]",
		Short:   "List what is tied to a memory, or every tie",
		Example: "  ebb edges 0199a1b2\n  ebb edges --json | jq .strength",
		Args:    args(cobra.MaximumNArgs(1), "one id at most"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.reading(c.Context())
			if err != nil {
				return a.nothingYet(err)
			}
			id := ""
			if len(given) == 1 {
				if id, err = e.Resolve(c.Context(), given[0]); err != nil {
					return err
				}
			}
			edges, err := a.edgesAt(c.Context(), e, id)
			if err != nil {
				return err
			}
			for i := range edges {
				if err := a.edge(c.Context(), e, &edges[i], id); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// edge prints a tie; seen from one of its ends when from is one.
func (a *app) edge(ctx context.Context, e *engine.Engine, x *engine.Edge, from string) error {
	if a.flags.json {
		return a.out.json(shapeEdge(x, e.Now()))
	}
	arrow, other := "→", x.To
	switch {
	case engine.Undirected(x.Type):
		arrow = "—"
		if from != "" {
			other = x.Other(from)
		}
	case from != "" && x.To == from && x.From != from:
		arrow, other = "←", x.From
	}
	text := fmt.Sprintf("%5.2f", x.Connection.StrengthAt(e.Now())) + "  " + padLeft(fmt.Sprintf("%d×", x.Count), 4) + "  " + pad(clean(x.Type), 14) + " " + arrow + " "
	if from == "" {
		text = a.idColumn(x.From) + "  " + text
	}
	text += a.idColumn(other) + "  "
	title := ""
	ends, err := e.Heads(ctx, []string{other})
	if err != nil {
		return err
	}
	if len(ends) == 1 {
		title = ends[0].Title
	}
	return a.out.line("%s", text+a.rest(text, title))
}

func (a *app) relateCmd() *cobra.Command {
	var (
		weight   float64
		metadata string
		reason   string
	)
	c := &cobra.Command{
		Use:     "relate A B TYPE",
		Short:   "Tie two memories together: A supports, contradicts, depends_on … B",
		Example: "  ebb relate 0199a1b2 0199c3d4 supports",
		Args:    args(cobra.ExactArgs(3), "two ids and the type of the relation"),
		ValidArgsFunction: func(_ *cobra.Command, given []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(given) == 2 {
				return relationTypes, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, given []string) error {
			m, err := engine.ParseMetadata([]byte(metadata))
			if err != nil {
				return err
			}
			e, err := a.existing(c.Context())
			if err != nil {
				return err
			}
			ids, err := a.pair(c.Context(), e, given)
			if err != nil {
				return err
			}
			x, err := e.Relate(c.Context(), ids[0], ids[1], given[2], weight, m, a.how(reason))
			if err != nil {
				return err
			}
			return a.edge(c.Context(), e, &x, ids[0])
		},
	}
	c.Flags().Float64Var(&weight, "weight", 1, "how sure, `0..1`")
	c.Flags().StringVar(&metadata, "metadata", "", "a `JSON` object")
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

func (a *app) unrelateCmd() *cobra.Command {
	var relation string
	c := &cobra.Command{
		Use:   "unrelate A B [TYPE]",
		Short: "Untie two memories",
		Long:  "Untie two memories. TYPE may be left out when there is only one tie between them.",
		Args:  args(cobra.RangeArgs(2, 3), "two ids and, where there are several ties, the type"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.existing(c.Context())
			if err != nil {
				return err
			}
			ids, err := a.pair(c.Context(), e, given)
			if err != nil {
				return err
			}
			key, err := a.between(c.Context(), e, ids, slices.Concat(given[2:], []string{""})[0], relation)
			if err != nil {
				return err
			}
			op, err := e.Unrelate(c.Context(), key, a.how(""))
			if err != nil {
				return err
			}
			return a.done(&op, "untied them")
		},
	}
	c.Flags().StringVar(&relation, "relation", "", "which of several ties of one type (see edges --json)")
	return c
}

// between is the one tie that is meant.
func (a *app) between(ctx context.Context, e *engine.Engine, ids [2]string, typ, relation string) (engine.EdgeKey, error) {
	edges, err := e.Edges(ctx, ids[0])
	if err != nil {
		return engine.EdgeKey{}, err
	}
	var found []engine.EdgeKey
	for i := range edges {
		k := edges[i].EdgeKey
		directed := k.From == ids[0] && k.To == ids[1] || engine.Undirected(k.Type) && k.Other(ids[0]) == ids[1]
		if directed && (typ == "" || k.Type == typ) && (relation == "" || k.Relation == relation) {
			found = append(found, k)
		}
	}
	switch len(found) {
	case 0:
		return engine.EdgeKey{}, &engine.NotFoundError{Kind: "relation", ID: strings.TrimSpace(ids[0] + " → " + ids[1] + " " + typ)}
	case 1:
		return found[0], nil
	}
	var types []string
	for _, k := range found {
		types = append(types, strings.TrimSpace(k.Type+" "+k.Relation))
	}
	return engine.EdgeKey{}, usage("there are several ties between them: %s; say which", strings.Join(types, ", "))
}
