package cli

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/views/widget"
)

func (a *app) showCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show one memory and why it is as strong as it is",
		Example: "  ebb show 0199a1b2\n  ebb show 0199a1b2 --now +30d",
		Args:    args(cobra.ExactArgs(1), "one id, or the beginning of one"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.reading(c.Context())
			if err != nil {
				return err
			}
			id, err := e.Resolve(c.Context(), given[0])
			if err != nil {
				return err
			}
			m, err := e.Get(c.Context(), id)
			if err != nil {
				return err
			}
			return a.shown(e, &m)
		},
	}
}

// shown prints a memory as of now.
func (a *app) shown(e *engine.Engine, m *engine.Memory) error {
	settings := e.Settings()
	return a.memory(m, &settings, e.Now())
}

func (a *app) atCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "at ID TIME",
		Short:   "Show what a memory said at a time",
		Example: "  ebb at 0199a1b2 2026-10-12\n  ebb at 0199a1b2 \"3 weeks ago\"",
		Args:    args(cobra.ExactArgs(2), "an id and a time"),
		RunE: func(c *cobra.Command, given []string) error {
			t, err := parseTime(given[1], a.clock(), a.Location, neither)
			if err != nil {
				return usage("%w", err)
			}
			e, err := a.reading(c.Context())
			if err != nil {
				return err
			}
			id, err := e.Resolve(c.Context(), given[0])
			if err != nil {
				return err
			}
			m, err := e.GetAt(c.Context(), id, t)
			if err != nil {
				return err
			}
			settings := e.Settings()
			return a.memory(&m, &settings, t)
		},
	}
}

func (a *app) historyCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "history ID",
		Short:   "Show every version of a memory",
		Example: "  ebb history 0199a1b2",
		Args:    args(cobra.ExactArgs(1), "one id, or the beginning of one"),
		RunE: func(c *cobra.Command, given []string) error {
			e, err := a.reading(c.Context())
			if err != nil {
				return err
			}
			return a.history(c.Context(), e, given[0])
		},
	}
}

func (a *app) history(ctx context.Context, e *engine.Engine, prefix string) error {
	id, err := e.Resolve(ctx, prefix)
	if err != nil {
		return err
	}
	versions, err := e.History(ctx, id)
	if err != nil {
		return err
	}
	before := ""
	for i := range versions {
		v := &versions[i]
		if a.flags.json {
			if err := a.out.json(shapeVersion(v)); err != nil {
				return err
			}
			continue
		}
		head := "v" + pad(strconv.Itoa(int(v.Number)), 4) + pad(v.Change.String(), 11) + a.date(v.At) + "  " + pad(clean(v.Actor.String()), 12)
		if v.Reason != "" {
			head += "  “" + clean(v.Reason) + "”"
		}
		if err := a.out.line("%s", head); err != nil {
			return err
		}
		if v.Memory.Content == before {
			continue
		}
		before = v.Memory.Content
		for _, l := range widget.Lines(before) {
			if err := a.out.line("     %s", l); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *app) searchCmd() *cobra.Command {
	var (
		s       scopeFlags
		related string
		explain bool
		look    bool
	)
	c := &cobra.Command{
		Use:     "search WORD…",
		Short:   "Find memories by words, the best first",
		Example: "  ebb search \"deploy freeze\"\n  ebb search vault --look",
		Long: `Find live memories that hold the words, the best first. What stands between
quotes must be there as it is: ebb search '"deploy freeze" december'. A search counts as a
retrieval: what is found is strengthened and tied together, unless --look.`,
		Args: args(cobra.MinimumNArgs(1), "words to look for"),
		RunE: func(c *cobra.Command, given []string) error {
			f, err := a.filter(c, &s)
			if err != nil {
				return err
			}
			q := engine.Query{Text: strings.Join(given, " "), Filter: f, Limit: s.limit, Look: look, RelatedTo: related}
			return a.search(c.Context(), q, explain)
		},
	}
	s.register(c)
	s.registerMore(c)
	c.Flags().Lookup("limit").Usage = "at most this `NUMBER`; default 10"
	c.Flags().StringVar(&related, "related", "", "rank those higher that the memory with this `ID` points to")
	c.Flags().BoolVar(&explain, "explain", false, "say why each one ranks where it does")
	c.Flags().BoolVar(&look, "look", false, "only look: nothing is strengthened")
	return c
}

func (a *app) search(ctx context.Context, q engine.Query, explain bool) error {
	e, err := a.reading(ctx)
	if err != nil {
		return a.nothingYet(err)
	}
	settings := e.Settings()
	if past, err := a.isPast(ctx, e, e.Now()); err != nil {
		return err
	} else if past {
		return errors.New("a search looks at what is remembered now; ebb list --now TIME lists what was remembered then")
	}
	if q.RelatedTo != "" {
		if q.RelatedTo, err = e.Resolve(ctx, q.RelatedTo); err != nil {
			return err
		}
	}
	how := a.how("")
	q.Source = how.Actor.Name
	hits, err := e.Search(ctx, q, how)
	if errors.Is(err, engine.ErrReadOnly) {
		q.Look = true
		hits, err = e.Search(ctx, q, how)
	}
	var lost damages
	if err = lost.pass(err); err != nil {
		return err
	}
	for i := range hits {
		if err := a.hit(&hits[i], &settings, explain); err != nil {
			return err
		}
	}
	if len(hits) == 0 && !a.flags.json {
		complain(a.Stderr, "nothing live holds these words; --state all also looks at what was archived or replaced")
	}
	return lost.err()
}

func (a *app) hit(h *engine.Hit, s *engine.Settings, explain bool) error {
	now := a.clock()
	if a.flags.json {
		j := shapeMemory(&h.Memory, s, now)
		j.Match = &matchJSON{Score: h.Score}
		for _, g := range h.Signals {
			if explain {
				j.Match.Signals = append(j.Match.Signals, signalJSON{g.Name, g.Value, g.Weight})
			}
		}
		return a.out.json(j)
	}
	if err := a.out.line("%s", a.row(&h.Memory.Head, s, now)); err != nil || !explain {
		return err
	}
	text := "    " + widget.Score(h.Score) + " ="
	for _, g := range h.Signals {
		text += "  " + g.Name + " " + widget.Score(g.Value) + " × " + widget.Score(g.Weight)
	}
	return a.out.line("%s", text)
}
