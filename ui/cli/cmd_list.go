package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
)

// scopeFlags say which memories are meant.
type scopeFlags struct {
	typ, namespace, subject, tenant, key, since, fading string
	states                                              []string
	limit                                               int
}

func (s *scopeFlags) register(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&s.namespace, "namespace", "", "only in this `NAMESPACE`")
	f.StringVar(&s.subject, "subject", "", "only about this `SUBJECT`")
	f.StringVar(&s.typ, "type", "", "only of this `TYPE`")
	f.StringVar(&s.tenant, "tenant", "", "only of this `TENANT`")
	fixed(c, "type", engine.TypeSemantic, engine.TypeEpisodic, engine.TypeProcedural, engine.TypeWorking, engine.TypePreference,
		engine.TypeFact, engine.TypeDecision, engine.TypeObservation, engine.TypeOpinion, engine.TypeZettel)
}

func (s *scopeFlags) registerMore(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&s.key, "key", "", "only with this identity `KEY`")
	f.StringSliceVar(&s.states, "state", nil, "only in these `STATES` (active, updated, archived …, or all); default the live ones")
	f.StringVar(&s.since, "since", "", "only those changed since this `TIME` (7d, yesterday, 2026-11-30)")
	f.StringVar(&s.fading, "fading", "", "only those that fade before this `TIME` (7d, 2026-12-31)")
	f.IntVar(&s.limit, "limit", 0, "at most this `NUMBER`; default all")
	fixed(c, "state", append(stateNames(), "all")...)
}

func stateNames() []string {
	var out []string
	for _, s := range engine.States() {
		out = append(out, s.String())
	}
	return out
}

// filter is what the flags say.
func (a *app) filter(c *cobra.Command, s *scopeFlags) (engine.Filter, error) {
	f := engine.Filter{Namespace: s.namespace, Subject: s.subject, Type: s.typ, Key: s.key, Limit: s.limit}
	if c.Flags().Changed("tenant") {
		f.Tenant = &engine.Tenant{ID: s.tenant, Set: true}
	}
	for _, name := range s.states {
		if name == "all" {
			f.States, f.IncludeExpired = engine.States(), true
			continue
		}
		state, ok := engine.ParseState(name)
		if !ok {
			return f, usage("--state: %q is none of %s, all", name, strings.Join(stateNames(), ", "))
		}
		f.States = append(f.States, state)
		// What is past its expiry is expired, although no cycle has said so yet.
		f.IncludeExpired = f.IncludeExpired || state == engine.Expired
	}
	if s.limit < 0 {
		return f, usage("--limit: %d is not a number of lines", s.limit)
	}
	var err error
	if s.since != "" {
		if f.Since, err = parseTime(s.since, a.clock(), a.Location, backward); err != nil {
			return f, usage("--since: %w", err)
		}
	}
	if s.fading != "" {
		if f.FadingBefore, err = parseTime(s.fading, a.clock(), a.Location, forward); err != nil {
			return f, usage("--fading: %w", err)
		}
	}
	return f, nil
}

func (a *app) listCmd() *cobra.Command {
	var s scopeFlags
	c := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List memories, the newest first",
		Long: `List memories, the newest first: id, retention, age, when they fade, namespace,
first line. Without --state the live ones. With --now in the past, what was
remembered then; with --now ahead, what will be left if nothing happens.`,
		Example: "  ebb list --fading 7d\n  ebb list --namespace team/ops --since yesterday\n  ebb list --json | jq -r .content",
		Args:    args(cobra.NoArgs, "no arguments; to look for words: ebb search"),
		RunE: func(c *cobra.Command, _ []string) error {
			f, err := a.filter(c, &s)
			if err != nil {
				return err
			}
			return a.list(c.Context(), f)
		},
	}
	s.register(c)
	s.registerMore(c)
	return c
}

func (a *app) list(ctx context.Context, f engine.Filter) error {
	e, err := a.reading(ctx)
	if err != nil {
		return a.nothingYet(err)
	}
	settings, now := e.Settings(), e.Now()
	if past, err := a.isPast(ctx, e, now); err != nil {
		return err
	} else if past {
		return a.listThen(ctx, e, f)
	}
	var lost damages
	if a.flags.json {
		for m, err := range e.ListMemories(ctx, f, engine.Cursor{}) {
			if err == nil {
				err = a.out.json(shapeMemory(&m, &settings, now))
			}
			if err = lost.pass(err); err != nil {
				return err
			}
		}
		return lost.err()
	}
	for h, err := range e.List(ctx, f, engine.Cursor{}) {
		if err == nil {
			err = a.out.line("%s", a.row(&h, &settings, now))
		}
		if err = lost.pass(err); err != nil {
			return err
		}
	}
	return lost.err()
}

// nothingYet lets a command that only reads succeed where nothing has been
// written yet: there is nothing, and that is the answer. Only a store that
// --store names has to be there, for its name may be misspelt.
func (a *app) nothingYet(err error) error {
	var none *NoStoreError
	if errors.As(err, &none) && a.flags.store == "" {
		complain(a.Stderr, none.Error())
		return nil
	}
	return err
}
