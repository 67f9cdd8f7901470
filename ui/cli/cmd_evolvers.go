package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"ebb/engine"
	"ebb/evolvers"
)

func (a *app) evolversCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "evolvers",
		Short: "List the rules of evolution, with their settings",
		Long: `List the rules by which memories evolve, in the order in which a cycle runs
them, with their settings. ebb evolvers set changes them for everyone who uses
the store; --set of ebb cycle does it for one cycle.`,
		Example: "  ebb evolvers\n  ebb evolvers set zettel_prune.enabled=on zettel_prune.min_content_length=80",
		Args:    args(cobra.NoArgs, "no arguments; ebb evolvers set NAME.KEY=VALUE changes one"),
		RunE:    func(c *cobra.Command, _ []string) error { return a.listEvolvers(c.Context()) },
	}
	c.AddCommand(a.evolversSetCmd())
	return c
}

func (a *app) listEvolvers(ctx context.Context) error {
	s := engine.DefaultSettings()
	e, err := a.reading(ctx)
	var none *NoStoreError
	switch {
	case err == nil:
		s = e.Settings()
	case !errors.As(err, &none):
		return err
	}
	config, err := evolvers.NewConfig(s, evolvers.WholeStore)
	if err != nil {
		return err
	}
	for _, spec := range evolvers.Registry() {
		if a.flags.json {
			if err := a.out.json(shapeEvolver(&spec, &config)); err != nil {
				return err
			}
			continue
		}
		if err := a.evolver(&spec, &config); err != nil {
			return err
		}
	}
	return nil
}

// evolver prints one evolver with its settings.
func (a *app) evolver(s *evolvers.Spec, c *evolvers.Config) error {
	when := ""
	if s.Stage == evolvers.Core {
		when = " (--full)"
	}
	if err := a.out.line("%s  %s  %s", pad(s.Name, 32), pad(c.Text(s.Name, "enabled"), 3), s.Summary+when); err != nil {
		return err
	}
	for i := range s.Options {
		o := &s.Options[i]
		if err := a.out.line("    %s  %s  %s; %s", pad(o.Key, 30), pad(clean(c.Text(s.Name, o.Key)), 8), o.Help, o.Bounds()); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) evolversSetCmd() *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use:     "set NAME.KEY=VALUE…",
		Short:   "Change settings of evolvers; NAME.enabled=on or off switches one",
		Example: "  ebb evolvers set semantic_decay.enabled=on semantic_decay.threshold=0.3",
		Args:    args(cobra.MinimumNArgs(1), "settings: NAME.KEY=VALUE"),
		RunE: func(c *cobra.Command, given []string) error {
			check, err := evolvers.NewConfig(engine.DefaultSettings(), evolvers.WholeStore)
			if err != nil {
				return err
			}
			if err := setAll(&check, given); err != nil {
				return badCycle(err)
			}
			e, err := a.engine(c.Context())
			if err != nil {
				return err
			}
			op, err := e.SetSettings(c.Context(), func(s *engine.Settings) error {
				config, err := evolvers.NewConfig(*s, evolvers.WholeStore)
				if err != nil {
					return err
				}
				// Whose vectors compare words has a threshold of its own.
				config.Lexical(e.NeighbourProgress().Lexical)
				if err := setAll(&config, given); err != nil {
					return err
				}
				config.Put(s)
				return nil
			}, a.how(reason))
			if err != nil {
				return badCycle(err)
			}
			return a.done(&op, "set "+clean(strings.Join(given, ", ")))
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

func setAll(c *evolvers.Config, assignments []string) error {
	for _, text := range assignments {
		if err := c.Set(text); err != nil {
			return err
		}
	}
	return nil
}
