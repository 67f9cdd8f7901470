package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ebb/dynamics"
	"ebb/engine"
)

// storeSetting is one setting of a store. value points into a Settings.
type storeSetting struct {
	name, about string
	takes       string // its bounds
	value       func(*engine.Settings) any
}

// storeSettings are those that one value says. Where a setting is published,
// it has its published name.
var storeSettings = []storeSetting{
	{"identity_key", "metadata name that says what a memory is about", "a name", func(s *engine.Settings) any { return &s.IdentityKey }},
	{"resolution_strategy", "how a contradiction is settled when nobody says how", "a strategy of ebb resolve", func(s *engine.Settings) any { return &s.ResolutionStrategy }},
	{"evolve_after_ingest", "whether evolution looks at what an ingest or import touched", "true or false", func(s *engine.Settings) any { return &s.EvolveAfterIngest }},
	{"cycle_every_hours", "how often a cycle runs while a screen is open", "whole hours, 0 for never, to 8760", func(s *engine.Settings) any { return &s.CycleEvery }},
	{"search_retention_weight", "weight of retention in searches", "0 to 1", func(s *engine.Settings) any { return &s.SearchRetentionWeight }},
	{"co_retrieve_top", "how many results of a search are tied together", "a whole number, 0 to 100", func(s *engine.Settings) any { return &s.CoRetrieveTop }},
	{"curve_types", "types that fade along the curve, besides those of your own", "types with commas between them; empty for none", func(s *engine.Settings) any { return &s.CurveTypes }},
	{"retention.default_stability", "in so many days the curve falls to 1/e, .37", "days, above 0 to 36500", func(s *engine.Settings) any { return &s.Retention.DefaultStability }},
	{"retention.archive_threshold", "below it a memory counts as faded", "0 to 1", func(s *engine.Settings) any { return &s.Retention.ArchiveThreshold }},
	{"retention.interference_weight", "what a rival takes", "0 to below 1", func(s *engine.Settings) any { return &s.Retention.InterferenceWeight }},
	{"retention.retrieval_weight", "what a recall gives", "0 to 10", func(s *engine.Settings) any { return &s.Retention.RetrievalWeight }},
	{"retention.unretrieved_decay_rate", "loss a day without recall", "0 to 1", func(s *engine.Settings) any { return &s.Retention.UnretrievedRate }},
	{"retention.lookback_days", "days a recall protects from that", "whole days, 1 to 3650", func(s *engine.Settings) any { return &s.Retention.LookbackDays }},
	{"retention.weight_threshold", "retrievals together from which a tie supports", "1 to 1000000", func(s *engine.Settings) any { return &s.Retention.TieThreshold }},
	{"retention.retention_boost_per_unit", "support for each beyond that", "0 to 1", func(s *engine.Settings) any { return &s.Retention.TieBoostPerUnit }},
	{"retention.max_boost", "the most that ties support", "0 to 1", func(s *engine.Settings) any { return &s.Retention.TieMaxBoost }},
	{"retention.strengthening_fade_days", "days in which a recall's boost fades", "days, above 0 to 365", func(s *engine.Settings) any { return &s.Retention.StrengtheningFadeDays }},
}

func settingNames() []string {
	out := make([]string, len(storeSettings))
	for i := range storeSettings {
		out[i] = storeSettings[i].name
	}
	return out
}

func (a *app) settingCmd() *cobra.Command {
	var (
		reset  bool
		reason string
	)
	c := &cobra.Command{
		Use:   "setting [NAME [VALUE]]",
		Short: "Show or change what is true of the store for everyone who uses it",
		Long: `Show or change the store's settings. They are the same for every command, agent
and screen on this store, and a change can be undone. Looks, keys and the
provider are in the configuration file: ebb config.`,
		Example: "  ebb setting\n  ebb setting resolution_strategy latest\n  ebb setting retention.default_stability --reset",
		Args:    args(cobra.MaximumNArgs(2), "a name and a value"),
		ValidArgsFunction: func(_ *cobra.Command, given []string, _ string) ([]string, cobra.ShellCompDirective) {
			switch {
			case len(given) == 0:
				return settingNames(), cobra.ShellCompDirectiveNoFileComp
			case len(given) == 1 && given[0] == "resolution_strategy":
				return strategyNames(), cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, given []string) error {
			switch {
			case reset && len(given) != 1:
				return usage("--reset takes the name of one setting")
			case len(given) == 0:
				return a.listSettings(c.Context(), storeSettings)
			}
			i := slices.Index(settingNames(), given[0])
			if i < 0 {
				return usage("there is no setting %q; %s", given[0], nearest(given[0], settingNames()))
			}
			s := storeSettings[i]
			if len(given) == 1 && !reset {
				return a.listSettings(c.Context(), storeSettings[i:i+1])
			}
			return a.changeSetting(c.Context(), s, append(given, "")[1], reset, a.how(reason))
		},
	}
	c.Flags().BoolVar(&reset, "reset", false, "back to its default")
	c.Flags().StringVar(&reason, "reason", "", "why, for the log")
	return c
}

// listSettings prints settings; those of a store that is not there yet are the
// defaults.
func (a *app) listSettings(ctx context.Context, which []storeSetting) error {
	now, usual := engine.DefaultSettings(), engine.DefaultSettings()
	e, err := a.reading(ctx)
	var none *NoStoreError
	switch {
	case err == nil:
		now = e.Settings()
	case !errors.As(err, &none):
		return err
	}
	for _, s := range which {
		value, otherwise := s.value(&now), s.value(&usual)
		if a.flags.json {
			if err := a.out.json(settingJSON{s.name, value, otherwise}); err != nil {
				return err
			}
			continue
		}
		if len(which) == 1 {
			return a.out.line("%s", clean(settingText(value)))
		}
		about := s.about + "; takes " + s.takes
		if settingText(value) != settingText(otherwise) {
			about += " (default " + settingText(otherwise) + ")"
		}
		if err := a.out.line("%s  %s  %s", pad(s.name, 34), pad(clean(settingText(value)), 10), about); err != nil {
			return err
		}
	}
	return nil
}

func settingText(v any) string {
	switch v := v.(type) {
	case *string:
		return *v
	case *int:
		return strconv.Itoa(*v)
	case *float64:
		return strconv.FormatFloat(*v, 'g', -1, 64)
	case *bool:
		return strconv.FormatBool(*v)
	case *[]string:
		return strings.Join(*v, ",")
	}
	return ""
}

func (a *app) changeSetting(ctx context.Context, s storeSetting, text string, reset bool, how engine.How) error {
	e, err := a.engine(ctx)
	if err != nil {
		return err
	}
	op, err := e.SetSettings(ctx, func(all *engine.Settings) error {
		if reset {
			usual := engine.DefaultSettings()
			text = settingText(s.value(&usual))
		}
		return s.set(all, text)
	}, how)
	if err != nil {
		return inBounds(s, err)
	}
	return a.done(&op, s.name+" is "+clean(text))
}

// set puts a text in the setting's place.
func (s *storeSetting) set(all *engine.Settings, text string) error {
	var err error
	want := ""
	switch v := s.value(all).(type) {
	case *string:
		if s.name == "resolution_strategy" && !slices.Contains(strategyNames(), text) {
			return usage("resolution_strategy: %q is no strategy; %s", text, nearest(text, strategyNames()))
		}
		*v = strings.TrimSpace(text)
	case *int:
		*v, err = strconv.Atoi(text)
		want = "a whole number"
	case *float64:
		*v, err = strconv.ParseFloat(text, 64)
		want = "a number"
	case *bool:
		*v, err = strconv.ParseBool(text)
		want = "true or false"
	case *[]string:
		*v = nil
		for _, word := range strings.Split(text, ",") {
			if word = strings.TrimSpace(word); word != "" {
				*v = append(*v, word)
			}
		}
	}
	if err != nil {
		return usage("%s wants %s, not %q", s.name, want, text)
	}
	return nil
}

// inBounds calls a setting by the name that it was given.
func inBounds(s storeSetting, err error) error {
	var bounds *dynamics.SettingError
	if errors.As(err, &bounds) {
		return fmt.Errorf("%s: %s", s.name, strings.TrimPrefix(bounds.Error(), "dynamics: "))
	}
	return err
}
