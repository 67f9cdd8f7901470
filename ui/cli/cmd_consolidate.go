package cli

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"ebb/engine"
)

func (a *app) consolidateCmd() *cobra.Command {
	var (
		content, metadata      string
		importance, confidence float64
		operation, reason      string
	)
	c := &cobra.Command{
		Use:   "consolidate ID ID…",
		Short: "Make one memory of several",
		Long: `Make one memory of several of one scope. You write the text, or the provider
does where one is configured. The memories are marked as merged and point to
the new one, which takes over what was tied to them.`,
		Example: "  ebb consolidate 0199a1b2 0199c3d4 --content \"Deploys: Tuesday, frozen from 18 December\"",
		Args:    args(cobra.MinimumNArgs(1), "two or more ids"),
		RunE: func(c *cobra.Command, words []string) error {
			written := c.Flags().Changed("content")
			if !written && (c.Flags().Changed("importance") || c.Flags().Changed("confidence") || c.Flags().Changed("metadata")) {
				return usage("--importance, --confidence and --metadata go with --content")
			}
			if content == "-" && slices.Contains(words, "-") {
				return usage("standard input holds the text or the ids, not both")
			}
			e, err := a.existing(c.Context())
			if err != nil {
				return err
			}
			ids, err := a.ids(c.Context(), e, words)
			if err != nil {
				return err
			}
			var text *engine.Synthesis
			if written {
				text, err = a.synthesis(content, given64(c, "confidence", confidence), given64(c, "importance", importance), given(c, "metadata", metadata))
				if err != nil {
					return err
				}
			}
			how := a.how(reason)
			how.OperationID = operation
			counted, tell := a.counting(c.Context(), e)
			m, err := e.Consolidate(counted, ids, text, how)
			tell()
			var needed *engine.UnsupportedCapabilityError
			if errors.As(err, &needed) {
				return fmt.Errorf("%w: --content TEXT", err)
			}
			if err != nil {
				return err
			}
			return a.wrote(e, &m, "merged "+plural(len(ids), "memory", "memories")+" into")
		},
	}
	s := c.Flags()
	s.StringVar(&content, "content", "", "the `TEXT` that replaces them; - reads standard input")
	s.Float64Var(&importance, "importance", 0, "of that text, `0..1`; default the greatest")
	s.Float64Var(&confidence, "confidence", 0, "of that text, `0..1`; default the greatest")
	s.StringVar(&metadata, "metadata", "", "of that text, a `JSON` object; default the first's")
	s.StringVar(&operation, "operation-id", "", "a name for this operation: repeating it returns the first result")
	s.StringVar(&reason, "reason", "", "why, for the history")
	return c
}
