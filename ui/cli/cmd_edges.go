package cli

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebb/engine"
)

// relationTypes are the well-known ones, for completion.
var relationTypes = []string{
	engine.RelSupports, engine.RelContradicts, engine.RelSupersedes, engine.RelDerivedFrom,
	engine.RelRelatedTo, engine.RelDependsOn, engine.RelCausedBy,
}

// edgeFlags narrow and order a list of ties.
type edgeFlags struct {
	types        []string
	above, below float64
	since, quiet string
	sort         string
	limit        int
}

// The orders of a list of ties.
const (
	byStrength = "strength"
	byCount    = "count"
	byLast     = "last"
)

func (s *edgeFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVar(&s.types, "type", nil, "only of these `TYPES` (co_retrieved, supports …)")
	f.Float64Var(&s.above, "above", -1, "only ties stronger than this, `0..5`")
	f.Float64Var(&s.below, "below", math.Inf(1), "only ties weaker than this, `0..5`")
	f.StringVar(&s.since, "since", "", "only those last strengthened or made since this `TIME` (7d, yesterday)")
	f.StringVar(&s.quiet, "quiet", "", "only those that will have gone quiet by this `TIME` (7d, 2026-12-31)")
	f.StringVar(&s.sort, "sort", "", "`ORDER`: strength, count or last, the highest first")
	f.IntVar(&s.limit, "limit", 0, "at most this `NUMBER`; default all")
	f.Lookup("above").DefValue, f.Lookup("below").DefValue = "", "" // neither is asked for
	fixed(c, "sort", byStrength, byCount, byLast)
}

// pick narrows and orders edges in place.
func (a *app) pick(edges []engine.Edge, s *edgeFlags, now time.Time) ([]engine.Edge, error) {
	for name, x := range map[string]float64{"above": s.above, "below": s.below} {
		if math.IsNaN(x) {
			return nil, usage("--%s: %v is no strength", name, x)
		}
	}
	if s.limit < 0 {
		return nil, usage("--limit: %d is less than nothing", s.limit)
	}
	var since, quiet time.Time
	var err error
	if s.since != "" {
		if since, err = parseTime(s.since, a.clock(), a.Location, backward); err != nil {
			return nil, usage("--since: %w", err)
		}
	}
	if s.quiet != "" {
		if quiet, err = parseTime(s.quiet, a.clock(), a.Location, forward); err != nil {
			return nil, usage("--quiet: %w", err)
		}
	}
	edges = slices.DeleteFunc(edges, func(x engine.Edge) bool {
		strength := x.Connection.StrengthAt(now)
		gone, goes := x.Connection.QuietAt()
		return len(s.types) > 0 && !slices.Contains(s.types, x.Type) ||
			strength <= s.above || strength >= s.below ||
			lastTouched(&x).Before(since) ||
			!quiet.IsZero() && (!goes || !gone.Before(quiet))
	})
	var order func(a, b engine.Edge) int
	switch s.sort {
	case "":
	case byStrength:
		order = func(a, b engine.Edge) int {
			return cmp.Compare(b.Connection.StrengthAt(now), a.Connection.StrengthAt(now))
		}
	case byCount:
		order = func(a, b engine.Edge) int { return cmp.Compare(b.Count, a.Count) }
	case byLast:
		order = func(a, b engine.Edge) int { return lastTouched(&b).Compare(lastTouched(&a)) }
	default:
		return nil, usage("--sort: %q is none of %s, %s, %s", s.sort, byStrength, byCount, byLast)
	}
	if order != nil {
		slices.SortStableFunc(edges, order)
	}
	if s.limit > 0 {
		edges = edges[:min(s.limit, len(edges))]
	}
	return edges, nil
}

// lastTouched is when a tie was last strengthened, or made.
func lastTouched(x *engine.Edge) time.Time {
	last := x.CreatedAt
	for _, at := range []time.Time{x.LastAt, x.Connection.LastActivated} {
		if at.After(last) {
			last = at
		}
	}
	return last
}

func (a *app) edgesCmd() *cobra.Command {
	var s edgeFlags
	c := &cobra.Command{
		Use:   "edges [ID]",
		Short: "List what is tied to a memory, or every tie",
		Example: `  ebb edges 0199a1b2
  ebb edges --sort strength --limit 20
  ebb edges --type co_retrieved --quiet 7d    what comes apart in a week
  ebb edges --json | jq .strength`,
		Args: args(cobra.MaximumNArgs(1), "one id at most"),
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
			if err == nil && len(edges) == 0 && id != "" {
				err = a.stood(c.Context(), e, id)
			}
			if err == nil {
				edges, err = a.pick(edges, &s, e.Now())
			}
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
	s.add(c)
	fixed(c, "type", append([]string{engine.CoRetrieved, engine.RelHallway, engine.RelTunnel}, relationTypes...)...)
	return c
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
